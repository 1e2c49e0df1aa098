"""What learning platforms export: who handed in what, read from the names of files and folders.

The names are written by platforms and by students, so they are taken apart as text and never used as paths.
No file of a student's is opened here. How the names are made was read in the sources of Moodle
(mod/assign/classes/downloader.php) and Canvas (lib/content_zipper.rb). Those of Gradescope, Blackboard and
Brightspace are what users of these platforms describe; none was tried on a running platform.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from prpn_class.grading import handed_in
from prpn_course.task import NotebookError
from prpn_course.tasks import MODULES

METADATA = "submission_metadata.yml"
LARGEST_METADATA = 50_000_000  # bytes
WHOLE = re.compile(r"assignment_\d+_export|submissions( \(\d+\))?|[^_]*-\d+")  # what an archive unpacks to
MOODLE = re.compile(
    r"(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)
CANVAS = re.compile(
    r"(?P<key>(?:(?P<late2>late_)?anon_(?P<number2>[a-z0-9]+)|(?P<name>.+?)(?P<late>_late)?_(?P<number>\d+))"
    r"(?:_(?P<attachment>\d+))?)_(?P<file>.+)",
    re.IGNORECASE | re.DOTALL,
)
BLACKBOARD = re.compile(
    r"(?P<sheet>.+?)_(?P<login>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})_(?P<file>.+)", re.DOTALL
)
BESIDE = re.compile(r".+?_(?P<login>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})\.txt", re.DOTALL)
BRIGHTSPACE = re.compile(
    r"(?P<number>\d+-\d+) - (?P<name>.+?) - (?P<time>[A-Z][a-z]{2} \d{1,2}, \d{4} \d{3,4} [AP]M)"
    r"(?: - (?P<file>.+))?",
    re.DOTALL,
)
EXAMPLES = {
    "moodle": "Ada Lovelace_12345_assignsubmission_file",
    "canvas": "lovelaceada_12345_67890_07-prpn-gates.ipynb",
    "blackboard": "Sheet 7_alovelace_attempt_2026-11-20-10-15-30_07-prpn-gates.ipynb",
    "brightspace": "12345-67890 - Ada Lovelace - Nov 20, 2026 1015 AM - 07-prpn-gates.ipynb",
    "gradescope": f"submission_12345, and beside it {METADATA}",
    "folders": "anything: a folder, an archive or a notebook for each student, called as the student is",
}
STEMS = "|".join(map(re.escape, MODULES))
RENAMED = re.compile(rf"(?:copy of )?({STEMS})(?:[-_ ]?\(?\d+\)?)?(\.ipynb)", re.IGNORECASE)


@dataclass(frozen=True)
class Handed:
    """One file or folder that was handed in.

    Attributes:
        path: where it lies.
        name: of the student or the group, as the platform writes it.
        number: the platform's number of the student or group, "" where it tells none.
        key: by what the platform knows it again when feedback comes back.
        file: the student's own name for a file, "" for a folder.
        order: the platform's number of the upload; a later one is higher.
        time: when it was handed in, where the platform tells; without a time zone where that is in a name.
        whole: whether each time is an attempt of its own, beside which no file of an earlier one counts.
        late: whether the platform marks it as late.
        perhaps: the number of another student whom its name could mean as well.
        people: name, number and e-mail address of each who handed it in, where the platform tells.
    """

    path: Path
    name: str
    number: str = ""
    key: str = ""
    file: str = ""
    order: int = 0
    time: datetime | None = None
    whole: bool = False
    late: bool = False
    perhaps: str = ""
    people: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Export:
    """What one download holds.

    Attributes:
        platform: one of `EXAMPLES`.
        handed: all that somebody handed in.
        left_out: the names of what is nobody's.
    """

    platform: str
    handed: list[Handed]
    left_out: list[str]


def read(folder: Path, platform: str | None = None) -> Export:
    """Read an export that was unpacked.

    Args:
        folder: what the platform's archive holds, or the one folder inside.
        platform: one of `EXAMPLES`; None finds it out.
    Raises:
        NotebookError: no such folder, or nothing in it has a name as that platform gives.
    """
    if folder.is_file():
        raise NotebookError(
            f"{folder}: is a file; unpack it (unzip {folder.name} -d export), and give the folder"
        )
    if not folder.is_dir():
        raise NotebookError(f"{folder}: no such folder; give the one that the export was unpacked into")
    for place in _places(folder):
        for name, reader in READERS.items():
            wanted = platform in (None, name) and (place == folder or name != "folders")
            if wanted and (export := reader(place)).handed:
                return export
    example = EXAMPLES[platform or "folders"]
    raise NotebookError(
        f"{folder}: holds nothing that is called as {platform or 'anybody'} calls it: {example}"
    )


def _places(folder: Path) -> list[Path]:
    """The one folder in which an archive has put everything, called as such; then the folder itself."""
    inside = [path for path in folder.iterdir() if not path.name.startswith((".", "__MACOSX"))]
    only = inside[0] if len(inside) == 1 else None
    if only and only.is_dir() and not only.is_symlink() and WHOLE.fullmatch(only.name):
        return [only, folder]
    return [folder]


def _named(folder: Path, platform: str, handed: Callable[[Path], Handed | None]) -> Export:
    """An export in which each name tells its student."""
    found, others = [], []
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "__MACOSX")):
            continue
        one = handed(path)
        found += [one] if one else []
        others += [] if one else [path.name]
    return Export(platform, found, others)


def _moodle(folder: Path) -> Export:
    def handed(path: Path) -> Handed | None:
        told = MOODLE.fullmatch(path.name)
        if not told:
            return None
        key, file = f"{told['name']}_{told['number']}", told["file"] or ""
        return Handed(path, told["name"], told["number"], key, "" if path.is_dir() else own_name(file))

    export = _named(folder, "moodle", handed)
    files = {one.key for one in export.handed if "_assignsubmission_file" in one.path.name}
    kept = [one for one in export.handed if "_assignsubmission_file" in one.path.name or one.key not in files]
    return Export(
        "moodle", kept, export.left_out
    )  # who handed in a file, and text beside it, handed in a file


def _canvas(folder: Path) -> Export:
    def handed(path: Path) -> Handed | None:
        told = CANVAS.fullmatch(path.name)
        if not told or not (told["attachment"] or told["file"].lower() in ("text.html", "link.html")):
            return None
        number = told["number"] or told["number2"]
        more = re.match(
            r"(late_)?(\d+_)+", told["file"], re.IGNORECASE
        )  # the student's name may hold numbers
        return Handed(
            path,
            name=told["name"] or f"anonymous {number}",
            number=number,
            key=told["key"],
            file=own_name(told["file"]),
            order=int(told["attachment"] or 0),
            late=bool(told["late"] or told["late2"]),
            perhaps=(told["attachment"] or "") if more else "",
        )

    return _named(folder, "canvas", handed)


def _blackboard(folder: Path) -> Export:
    def handed(path: Path) -> Handed | None:
        told = BLACKBOARD.fullmatch(path.name)
        if not told:
            return None
        login, file = told["login"], own_name(told["file"])
        order, people = int(told["time"].replace("-", "")), (("", login, ""),)
        time = _read_time(told["time"], "%Y-%m-%d-%H-%M-%S")
        return Handed(path, login, key=login, file=file, order=order, time=time, whole=True, people=people)

    export = _named(folder, "blackboard", handed)
    there = {(one.name, one.order) for one in export.handed}

    def is_beside(name: str) -> bool:
        """Whether it is the text that Blackboard writes beside the files of an attempt."""
        told = BESIDE.fullmatch(name)
        return told is not None and (told["login"], int(told["time"].replace("-", ""))) in there

    others = [name for name in export.left_out if not is_beside(name)]
    return Export("blackboard", export.handed, others)


def _read_time(text: str, form: str) -> datetime | None:
    """A time in a name, which a student may have made up."""
    try:
        return datetime.strptime(text, form)
    except ValueError:
        return None


def _brightspace(folder: Path) -> Export:
    def handed(path: Path) -> Handed | None:
        told = BRIGHTSPACE.fullmatch(path.name)
        if not told:
            return None
        digits = re.sub(r" (\d)(\d\d) ", r" 0\1\2 ", told["time"])  # 9:05 is written 905
        time = _read_time(digits, "%b %d, %Y %I%M %p")
        order = int(time.strftime("%Y%m%d%H%M")) if time else 0
        file = own_name(told["file"] or "")
        return Handed(path, told["name"], key=told["number"], file=file, order=order, time=time)

    return _named(folder, "brightspace", handed)


def _gradescope(folder: Path) -> Export:
    told = _metadata(folder / METADATA)
    found, others = [], []
    for path in sorted(folder.iterdir()):
        about = told.get(path.name)
        if path.name.startswith(".") or path.name == METADATA:
            continue
        if not isinstance(about, dict):
            others.append(path.name)
            continue
        people = tuple(
            tuple(_told(one.get(field)) for field in (":name", ":sid", ":email"))
            for one in _list(about.get(":submitters"))
            if isinstance(one, dict)
        )
        time = about.get(":created_at")
        name = " and ".join(person[0] or person[1] for person in people) or path.name
        time = time if isinstance(time, datetime) and time.tzinfo else None
        found.append(Handed(path, name, key=path.name, time=time, whole=True, people=people))  # type: ignore[arg-type]
    return Export("gradescope", found, others)


def _told(value) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _list(value) -> list:
    return value if isinstance(value, list) else []


def _metadata(path: Path) -> dict:
    """What Gradescope tells of each submission; nothing where there is no such file.

    Raises:
        NotebookError: it is too large, or cannot be read.
    """
    if not path.is_file() or path.is_symlink():
        return {}
    if path.stat().st_size > LARGEST_METADATA:
        raise NotebookError(
            f"{path}: has more than {LARGEST_METADATA // 10**6} MB; export the submissions again"
        )
    import yaml  # jupytext brings it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        told = yaml.load(path.read_bytes(), Loader=loader)  # both are safe
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0][:200] or type(error).__name__
        raise NotebookError(f"{path}: cannot be read ({reason}); export the submissions again") from None
    return told if isinstance(told, dict) else {}


def _folders(folder: Path) -> Export:
    try:
        found = [Handed(entry.path, entry.name, key=entry.name) for entry in handed_in.entries(folder)]
    except NotebookError:
        found = []
    return Export("folders", found, handed_in.left_out(folder))


READERS = {  # in the order in which they are tried
    "gradescope": _gradescope,
    "moodle": _moodle,
    "blackboard": _blackboard,
    "brightspace": _brightspace,
    "canvas": _canvas,
    "folders": _folders,
}


def own_name(file: str) -> str:
    """A file's name without what Canvas, Colab or a browser put around that of a sheet.

    "07-prpn-gates-1.ipynb" and "Copy of 07-prpn-gates (2).ipynb" are "07-prpn-gates.ipynb"; a name that is no
    sheet's stays as it is.
    """
    told = RENAMED.fullmatch(file)
    return f"{told[1]}{told[2]}" if told else file
