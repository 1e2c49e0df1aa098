"""The library, or the class tools, as a wheel, made without any build tool: a handout can be made anywhere.

The files come from the folders of the packages that a student needs, the texts about them (PEP 427), licences
among them, from what is installed. Behind the version stands "+" and what tells this content from any other,
so that a later handout is known as another.
"""

import base64
import hashlib
import io
import re
import zipfile
from importlib import metadata
from pathlib import Path

from prpn_class.sandbox.library import STUDENTS, folder_of
from prpn_course.task import NotebookError

NAME, CLASS = "prpn_edu", "prpn_class"
LICENCES = ("LICENSE", "LICENSE-prose")
DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that an archive can say: the same content is the same file
LEFT_OUT = ("__pycache__", ".ipynb_checkpoints", ".pyc", ".egg-info")
PACKAGING = ("pyproject.toml", "README.md", "LICENSE")  # beside the class tools in a checkout
WHEEL = "Wheel-Version: 1.0\nGenerator: prpn-edu\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel(distribution: str = NAME) -> tuple[str, bytes]:
    """The library that runs this, or the class tools.

    Args:
        distribution: `NAME` or `CLASS`.
    Returns:
        the wheel's file name, and its content.
    Raises:
        NotebookError: the library is not installed, only found beside what runs.
    """
    try:
        about = metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        raise NotebookError(
            "the library is not installed here; install it: pip install -e '.[course]' -e ./prpn_class"
        ) from None
    folders = [folder_of(package) for package in (STUDENTS if distribution == NAME else (CLASS,))]
    contents = {
        f"{folder.name}/{path}": (folder / path).read_bytes()
        for folder in folders
        for path in _files(folder)
        if path not in PACKAGING
    }
    # Beside its source an editable package has an egg-info too, whose file is PKG-INFO.
    told = about.read_text("METADATA") or about.read_text("PKG-INFO") or ""
    digest = hashlib.sha256(told.encode())
    for path, content in contents.items():
        digest.update(f"{path} {len(content)} ".encode() + content)
    number = f"{about.version.partition('+')[0]}+{digest.hexdigest()[:8]}"
    folder = f"{distribution}-{number}.dist-info"
    contents[f"{folder}/METADATA"] = re.sub("(?m)^Version: .*$", f"Version: {number}", told, count=1).encode()
    contents[f"{folder}/WHEEL"] = WHEEL.encode()
    contents[f"{folder}/entry_points.txt"] = (about.read_text("entry_points.txt") or "").encode()
    for path in LICENCES if distribution == NAME else LICENCES[:1]:
        contents[f"{folder}/licenses/{path}"] = _licence(about, path)
    record = "".join(f"{path},{_digest(content)},{len(content)}\n" for path, content in contents.items())
    contents[f"{folder}/RECORD"] = f"{record}{folder}/RECORD,,\n".encode()
    return f"{distribution}-{number}-py3-none-any.whl", archive(contents)


def version(name: str) -> str:
    """The version in the name of a wheel."""
    return name.split("-")[1]


def licence_text(path: str) -> bytes:
    """A licence of the installed library, by the name of its file."""
    return _licence(metadata.distribution(NAME), path)


def _licence(about: metadata.Distribution, path: str) -> bytes:
    """A licence: of the installed package, or of the checkout that it lies in."""
    text = about.read_text(f"licenses/{path}")
    return text.encode() if text else (folder_of(NAME).parent / path).read_bytes()


def _files(folder: Path) -> list[str]:
    """The files of a package, with "/" between folders."""
    below = (path for path in folder.rglob("*") if path.is_file())
    names = sorted(path.relative_to(folder).as_posix() for path in below)
    return [name for name in names if not any(part.endswith(LEFT_OUT) for part in name.split("/"))]


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
    return f"sha256={digest.decode()}"


def archive(contents: dict[str, bytes]) -> bytes:
    """A zip file of some files, by their names inside; the same bytes whenever it is made."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in contents.items():
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            out.writestr(info, content)
    return data.getvalue()
