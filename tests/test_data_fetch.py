"""Finding and fetching: the right order, the right file or none, and no network in these tests."""

import hashlib
import io
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pooch
import pytest

from prpn_edu.data import ChecksumError, DataNotFoundError

fetch = import_module("prpn_edu.data.fetch")

TEXTS = {"train": b"(2 a)\n", "dev": b"(2 b)\n", "test": b"(2 c)\n"}
ARCHIVE = b"PK pretend"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Sources with small known files, an empty cache, no PRPN_EDU_DATA and no network."""
    sources = {
        name: fetch.Source(source.url, source.place, {f: sha(small(f)) for f in source.files}, source.members)
        for name, source in fetch.SOURCES.items()
    }
    monkeypatch.setattr(fetch, "SOURCES", sources)
    monkeypatch.setattr(fetch, "cache", lambda: tmp_path / "cache")
    monkeypatch.delenv(fetch.VARIABLE, raising=False)
    monkeypatch.setattr(pooch, "retrieve", no_network)
    return tmp_path


def sha(raw):
    return hashlib.sha256(raw).hexdigest()


def small(file):
    return ARCHIVE if file.endswith(".zip") else TEXTS[file.split("/")[1].removesuffix(".txt")]


def no_network(*_, **__):
    raise ConnectionError("no route to host")


def serve(monkeypatch, raw):
    """Let the next download deliver these bytes, as pooch does: into `path`/`fname`."""

    def retrieve(url, known_hash, fname, path):
        goal = Path(path) / fname
        goal.write_bytes(raw)
        return str(goal)

    monkeypatch.setattr(pooch, "retrieve", retrieve)


def zipped(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return buffer.getvalue()


def fill(folder):
    for name in fetch.SOURCES:
        for file in fetch.SOURCES[name].files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(small(file))
    return folder


def test_the_named_folder_comes_before_the_cache(place, monkeypatch):
    fill(place / "cache")
    assert fetch.fetch("sst") == place / "cache" / "sst"
    monkeypatch.setenv(fetch.VARIABLE, str(fill(place / "mine")))
    assert fetch.fetch("sst") == place / "mine" / "sst"
    assert fetch.fetch("wsj") == place / "mine" / "treebank.zip"


def test_a_named_folder_without_this_treebank_leads_on_to_the_cache(place, monkeypatch):
    fill(place / "cache")
    (place / "mine").mkdir()
    monkeypatch.setenv(fetch.VARIABLE, str(place / "mine"))
    assert fetch.fetch("wsj") == place / "cache" / "treebank.zip"


def test_a_named_folder_with_half_a_treebank_is_an_error(place, monkeypatch):
    fill(place / "cache")
    folder = fill(place / "mine")
    (folder / "sst/dev.txt").unlink()
    monkeypatch.setenv(fetch.VARIABLE, str(folder))
    with pytest.raises(DataNotFoundError, match=r"only a part of the treebank: sst/dev\.txt missing"):
        fetch.fetch("sst")


def test_a_named_folder_that_does_not_exist_is_an_error(place, monkeypatch):
    fill(place / "cache")
    monkeypatch.setenv(fetch.VARIABLE, str(place / "nowhere"))
    with pytest.raises(DataNotFoundError, match="nowhere, which does not exist"):
        fetch.fetch("sst")


@pytest.mark.parametrize("where", ["mine", "cache"])
def test_a_wrong_file_is_never_used(place, monkeypatch, where):
    fill(place / "cache")
    monkeypatch.setenv(fetch.VARIABLE, str(fill(place / "mine")))
    if where == "cache":
        monkeypatch.delenv(fetch.VARIABLE)
    (place / where / "sst/test.txt").write_bytes(b"(2 other)\n")
    with pytest.raises(ChecksumError) as error:
        fetch.fetch("sst")
    message = str(error.value)
    assert str(place / where / "sst/test.txt") in message
    assert sha(b"(2 c)\n") in message and sha(b"(2 other)\n") in message


def test_the_contaminated_copy_is_recognised(place, monkeypatch):
    copy = TEXTS["train"] + TEXTS["dev"]
    monkeypatch.setattr(fetch, "_CONTAMINATED_TRAIN", sha(copy))
    (fill(place / "mine") / "sst/train.txt").write_bytes(copy)
    monkeypatch.setenv(fetch.VARIABLE, str(place / "mine"))
    with pytest.raises(ChecksumError, match="whole dev split appended to train; keep its first 8544 lines"):
        fetch.fetch("sst")


def test_windows_line_ends_of_a_text_are_no_other_text(place, monkeypatch):
    (fill(place / "mine") / "sst/dev.txt").write_bytes(b"(2 b)\r\n")
    monkeypatch.setenv(fetch.VARIABLE, str(place / "mine"))
    assert fetch.fetch("sst") == place / "mine" / "sst"


def test_a_download_is_unpacked_checked_and_kept(place, monkeypatch):
    unix = zipped({f"trees/{split}.txt": raw for split, raw in TEXTS.items()})
    windows = zipped({f"trees/{split}.txt": raw.replace(b"\n", b"\r\n") for split, raw in TEXTS.items()})
    for served in (unix, windows):
        serve(monkeypatch, served)
        folder = fetch.fetch("sst")
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
            f"{split}.txt": raw for split, raw in TEXTS.items()
        }
        monkeypatch.setattr(pooch, "retrieve", no_network)
        assert fetch.fetch("sst") == folder == place / "cache" / "sst"
        for path in folder.iterdir():
            path.unlink()


def test_a_download_of_one_file_is_kept_as_it_is(place, monkeypatch):
    serve(monkeypatch, ARCHIVE)
    assert fetch.fetch("wsj").read_bytes() == ARCHIVE


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("wsj", b"<html>moved</html>"),
        ("sst", b"<html>moved</html>"),
        ("sst", zipped({"trees/train.txt": TEXTS["train"]})),
        ("sst", zipped({f"trees/{split}.txt": raw for split, raw in (TEXTS | {"test": b"(2 x)\n"}).items()})),
    ],
)
def test_a_wrong_download_leaves_nothing_behind(place, monkeypatch, name, raw):
    serve(monkeypatch, raw)
    with pytest.raises(ChecksumError, match="https://"):
        fetch.fetch(name)
    assert not list(place.rglob("*.txt")) and not list(place.rglob("*.zip"))


@pytest.mark.parametrize("name", ["sst", "wsj"])
def test_offline_and_absent_names_both_ways(name):
    with pytest.raises(DataNotFoundError) as error:
        fetch.fetch(name)
    message = str(error.value)
    assert f"prpn-edu data {name}" in message
    assert f"set {fetch.VARIABLE} to a folder" in message
    assert all(file in message for file in fetch.SOURCES[name].files)
    assert "ConnectionError" in message


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="unknown treebank 'glove'; choose one of sst, wsj"):
        fetch.fetch("glove")


def test_without_pooch_it_says_how_to_install_it(place, monkeypatch):
    monkeypatch.undo()
    monkeypatch.delenv(fetch.VARIABLE, raising=False)
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'prpn_edu\[data\]', or set PRPN_EDU_DATA"):
        fetch.fetch("sst")
