"""Repositories to begin with: one for students, without solutions, and a private one for the staff.

Each holds the library as it is here, and a workflow for GitHub and for GitLab that installs it from there:
nothing in it changes while a class works, and no copy of the course has to be fetched. The other packages
come in the versions that are installed here.
"""

from importlib import metadata
from pathlib import Path

from prpn_class.handout import archive
from prpn_class.handout.wheel import CLASS, LICENCES, NAME, licence_text, wheel
from prpn_course import notebooks
from prpn_course.task import NotebookError
from prpn_edu import files

CI = Path(__file__).parent / "ci"
STUDENTS = {".github/workflows/check.yml": "github-student.yml", ".gitlab-ci.yml": "gitlab-student.yml"}
STAFF = {".github/workflows/grade.yml": "github-staff.yml", ".gitlab-ci.yml": "gitlab-staff.yml"}
IGNORED = ".venv/\nprpn/\n.cache/\n.ipynb_checkpoints/\n__pycache__/\n"
REPORTS = "report*/\n*.csv\n*.zip\n"


def students(
    out: Path,
    sheets: list[Path],
    counts: list[str] | None = None,
    book: str = "",
    questions: list[str] | None = None,
) -> dict[str, bytes]:
    """Write what students begin with: what a handout holds, and the workflows that show their points.

    Args:
        out: the folder to make.
        sheets, counts, book, questions: as for `handout`.
    Returns:
        the files that were written, by their paths inside.
    Raises:
        NotebookError: the folder is taken, or what `handout` says.
    """
    top = f"{archive.TOP}/"
    handed = archive.contents(sheets, counts=counts, book=book, questions=questions)
    contents = {name.removeprefix(top): content for name, content in handed.items()}
    return _write(out, "students.txt", STUDENTS, IGNORED, contents)


def staff(out: Path, solutions: list[Path]) -> dict[str, bytes]:
    """Write what a private repository for grading begins with: solutions, library, class tools, workflows.

    Args:
        out: the folder to make.
        solutions: the notebooks of the sheets.
    Returns:
        the files that were written, by their paths inside.
    Raises:
        NotebookError: the folder is taken, or there is no such notebook.
    """
    contents = {f"{licence}.txt": licence_text(licence) for licence in LICENCES}
    for path in solutions:
        contents[f"solutions/{path.name}"] = notebooks.dumps(notebooks.read(path)).encode()
        contents[f"submissions/{int(path.stem.split('-')[0])}/.gitkeep"] = b""
    for name, content in (wheel(), wheel(CLASS)):
        contents[f"library/{name}"] = content
    return _write(out, "staff.txt", STAFF, IGNORED + REPORTS, contents)


def constraints() -> set[str]:
    """The versions of all packages that are installed here but our own, as lines for pip."""
    installed = {one.name: one.version.partition("+")[0] for one in metadata.distributions()}
    return {f"{name}=={version}\n" for name, version in installed.items() if name not in (NAME, CLASS)}


def _write(
    out: Path, readme: str, workflows: dict[str, str], ignored: str, contents: dict[str, bytes]
) -> dict[str, bytes]:
    """Write a folder whole or not at all."""
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise NotebookError(f"{out}: exists; give --out the name of a folder that is still to be made")
    contents = {"README.md": (CI / readme).read_bytes(), ".gitignore": ignored.encode(), **contents}
    contents["library/constraints.txt"] = "".join(sorted(constraints())).encode()
    contents |= {place: (CI / name).read_bytes() for place, name in workflows.items()}
    with files.new_folder(out) as folder:
        for name, content in contents.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    return contents
