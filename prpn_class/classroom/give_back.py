"""Feedback for a whole class, packed as each platform takes it back.

The pages are those of the report. Where lateness cost points, a line says so.
"""

import json
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

import nbformat

from prpn_class.classroom.listing import ClassList, Place
from prpn_class.classroom.marks import Mark
from prpn_class.classroom.units import free
from prpn_class.grading import reports
from prpn_class.handout.wheel import archive
from prpn_course import notebooks
from prpn_course.task import NotebookError

MOODLE_KEY = re.compile(r"[^_/\\]*_\d+")
CANVAS_FILE = re.compile(r"[^/\\]+?_\d+_\d+_[^/\\]*\.(ipynb|zip)", re.IGNORECASE)
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Page:
    """The feedback of one student or group.

    Attributes:
        place: whose it is.
        html, markdown: the page.
        line: what lateness cost, "" for nothing.
        mark: what counts, None for one who was not graded.
    """

    place: Place
    html: str
    markdown: str
    line: str
    mark: float | None


def give_back(listed: ClassList, report: Path, given: list[Mark]) -> tuple[bytes, list[str]]:
    """Pack the feedback for the platform that the submissions came from.

    Args:
        listed: who handed in.
        report: of the grader.
        given: the marks.
    Returns:
        a zip file, and whose feedback it cannot hold.
    Raises:
        NotebookError: the report has no page for somebody.
    """
    pages = [_page(place, report, given) for place in listed.places]
    contents: dict[str, bytes] = {}
    missed: list[str] = []
    for page in pages:
        shared = page.place.accounts  # one of them may be another's, who borrowed the name
        found = {} if shared else PACKERS[listed.platform](page, report)
        contents |= found
        if not found:
            missed.append(page.place.name)
    if listed.platform == "gradescope":
        for name in ("setup.sh", "run_autograder"):
            contents[name] = (HERE / f"gradescope_{name.removesuffix('.sh')}.txt").read_bytes()
    return archive(contents), missed


def _page(place: Place, report: Path, given: list[Mark]) -> Page:
    mark = next(one for one in given if one.place == place.name)
    folder = report / reports.FEEDBACK
    try:
        html, markdown = ((folder / f"{place.name}.{end}").read_text("utf-8") for end in ("html", "md"))
    except OSError:
        raise NotebookError(
            f"{folder}: has no page for {place.name}; grade what was received again"
        ) from None
    line = f"Handed in {mark.late}." if mark.late else ""
    if line:
        html = html.replace("</h1>", f"</h1>\n<p><strong>{escape(line)}</strong></p>", 1)
        heading, _, rest = markdown.partition("\n")
        markdown = f"{heading}\n\n**{line}**\n{rest}"
    return Page(place, html, markdown, line, mark.mark)


def _for_moodle(page: Page, report: Path) -> dict[str, bytes]:
    """A folder a student, known by the participant's number: "Upload multiple feedback files in a zip"."""
    folders = [
        f"{free(person.name, set()).replace('_', ' ')}_{person.number}"
        for person in page.place.people
        if person.number
    ]
    alone = len(page.place.people) <= 1
    keys = [upload.key for upload in page.place.uploads if alone and MOODLE_KEY.fullmatch(upload.key)]
    return {
        f"{folder}_assignfeedback_file/feedback.html": page.html.encode() for folder in (keys[-1:] or folders)
    }


def _for_canvas(page: Page, report: Path) -> dict[str, bytes]:
    """A notebook or an archive, under the name of the student's in the export: for "Upload submissions".

    Canvas shows it under the student's own name for the file, so it is to be of the same kind.
    """
    names = [upload.file for upload in page.place.uploads if CANVAS_FILE.fullmatch(upload.file)]
    cells = [nbformat.v4.new_markdown_cell(page.markdown, id="feedback")]
    kinds = {
        ".ipynb": notebooks.dumps(nbformat.v4.new_notebook(cells=cells)).encode(),
        ".zip": archive({"feedback.html": page.html.encode()}),
    }
    names.sort(key=lambda name: name.lower().endswith(".ipynb"))
    return {name: kinds[Path(name).suffix.lower()] for name in names[-1:]}


def _for_gradescope(page: Page, report: Path) -> dict[str, bytes]:
    """The results by the number of the submission, for an autograder that only looks them up.

    There are none for one who was not graded: it would show a 0.

    Raises:
        NotebookError: the report holds none.
    """
    if page.mark is None:
        return {}
    path = report / reports.GRADESCOPE / page.place.name / "results.json"
    try:
        results = json.loads(path.read_text("utf-8"))
    except OSError:
        where = path.relative_to(report)
        raise NotebookError(f"{report}: holds no {where}; grade again with --gradescope") from None
    results["score"] = page.mark
    results["output"] = "\n".join(text for text in (page.line, results["output"]) if text)
    found = {}
    for upload in page.place.uploads:
        number = re.fullmatch(r"submission_(\d+)", upload.key)
        if number:
            found[f"results/{number[1]}.json"] = json.dumps(results, indent=1).encode()
    return found


def _for_folders(page: Page, report: Path) -> dict[str, bytes]:
    """A folder a student."""
    return {f"{page.place.name}/feedback.html": page.html.encode()}


PACKERS = {
    "moodle": _for_moodle,
    "canvas": _for_canvas,
    "gradescope": _for_gradescope,
    **dict.fromkeys(("blackboard", "brightspace", "folders"), _for_folders),
}
