"""Whole or not at all: what was there survives every failure, and nothing is left beside it."""

import os
import stat

import pytest

from prpn_edu import files


def beside(path):
    return sorted(entry.name for entry in path.parent.iterdir())


def test_a_text_is_written_as_it_is(tmp_path):
    place = tmp_path / "a" / "b" / "text.md"
    files.write_text(place, "one\r\ntwo\nü\n")
    assert place.read_bytes() == "one\r\ntwo\nü\n".encode()
    files.write_text(place, "three")
    assert place.read_text() == "three" and beside(place) == ["text.md"]


def test_the_rights_are_those_of_any_new_file(tmp_path):
    files.write_bytes(tmp_path / "ours", b"1")
    (tmp_path / "plain").write_bytes(b"1")
    ours, plain = (stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ours", "plain"))
    assert ours == plain


@pytest.mark.parametrize("was", [None, "old"])
def test_a_write_that_fails_leaves_what_was_there(tmp_path, was):
    place = tmp_path / "file"
    if was:
        place.write_text(was)
    with pytest.raises(UnicodeEncodeError):
        files.write_text(place, "half a pair: \ud800")
    with pytest.raises(ZeroDivisionError), files.new_file(place) as part:
        part.write_text("a part")
        raise ZeroDivisionError
    assert beside(place) == (["file"] if was else [])
    assert not was or place.read_text() == was


def test_a_folder_is_replaced_whole(tmp_path):
    place = tmp_path / "folder"
    for name in ("first", "second"):
        with files.new_folder(place) as new:
            assert list(new.iterdir()) == []
            (new / name).write_text(name)
        assert [entry.name for entry in place.iterdir()] == [name]
    assert beside(place) == ["folder"]


def test_a_folder_that_cannot_be_filled_or_moved_leaves_the_old_one(tmp_path, monkeypatch):
    place = tmp_path / "folder"
    with files.new_folder(place) as new:
        (new / "first").touch()
    with pytest.raises(ZeroDivisionError), files.new_folder(place) as new:
        raise ZeroDivisionError
    honest = os.replace

    def fails_for_the_new_one(source, target):
        if source.name == "new":
            raise OSError("no space left")
        honest(source, target)

    monkeypatch.setattr(os, "replace", fails_for_the_new_one)
    with pytest.raises(OSError, match="no space left"), files.new_folder(place) as new:
        (new / "second").touch()
    assert [entry.name for entry in place.iterdir()] == ["first"] and beside(place) == ["folder"]
