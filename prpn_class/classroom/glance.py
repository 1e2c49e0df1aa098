"""What a glance at the files shows before they are graded. Nothing is unpacked, and no notebook is read."""

from collections import Counter
from pathlib import PurePosixPath

from prpn_class.classroom.exports import own_name
from prpn_class.classroom.units import Unit
from prpn_class.sandbox.archives import File
from prpn_class.sandbox.finding import listed
from prpn_class.sandbox.reading import AGAIN
from prpn_course.tasks import MODULES

NOTEBOOK = ".ipynb"
WIDE = (b"\xff\xfe", b"\xfe\xff")  # so begins JSON in characters of two bytes or four
BLANK = b"\xef\xbb\xbf \t\r\n"
SHEETS = frozenset(f"{stem}{NOTEBOOK}" for stem in MODULES)


def broken(file: File) -> str:
    """Why a notebook cannot be one, "" where it may be: it is empty, or cut off. In the grader's words."""
    name = PurePosixPath(file.name).name
    if file.trouble or not name.lower().endswith(NOTEBOOK) or file.content.startswith(WIDE):
        return ""
    content = file.content.strip(BLANK)
    if not content:
        return f"{name} cannot be read as a notebook, for it is empty; {AGAIN}"
    is_whole = content.startswith(b"{") and content.endswith(b"}")
    return "" if is_whole else f"{name} cannot be read as a notebook; {AGAIN}"


def unlike_the_others(units: list[Unit]) -> None:
    """Note who hands in another sheet than most do, or more notebooks than most, by the files' names."""
    names = [_notebooks(unit) for unit in units]
    sheets = Counter(name for some in names for name in {*some} & SHEETS)
    (usual, number), *_ = [*sheets.most_common(1), ("", 0)]
    (most, _), *_ = [*Counter(len(some) for some in names if some).most_common(1), (1, 0)]
    for unit, some in zip(units, names, strict=True):
        others = sorted({*some} & SHEETS)
        if 2 * number > len(units) and others and usual not in some:
            unit.glance.append(
                f"handed in {', '.join(others)}, and most others {usual}: is it another sheet?"
            )
        if len(some) > most:
            counted = f"{len(some)} notebooks, of which one of a sheet counts"
            unit.glance.append(f"handed in {counted}: {listed(some)}")


def _notebooks(unit: Unit) -> list[str]:
    """The names of the notebooks that count, without what browsers add; no copies that Jupyter keeps."""
    paths = [PurePosixPath(file.name) for file in unit.attempts[-1].files if not file.trouble]
    own = [path for path in paths if ".ipynb_checkpoints" not in path.parts]
    return [own_name(path.name) for path in own if path.suffix.lower() == NOTEBOOK]
