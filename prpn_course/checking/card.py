"""The look of a check in a notebook: a card that follows light and dark and needs no script.

    ✗ 7.3 Breaking the stick                     0 of 2 points
    Right in 0 of 8 cases. The smallest that is not:
    alpha     [0.4000, 0.4500, 0.6000, 0.5500]
    expected  [0.1485, 0.1815, 0.2200, 0.4500]   entries that differ are marked
    came      [0.4000, 0.4500, 0.6000, 0.5500]
    Likely mistake, hint, a link to the section
    7.1 ✓ 7.2 ✓ 7.3 ✗ 7.4 ○ ...                  2 of 7 tasks, 3 of 15 points

Whatever an answer said is shown as text, and no card has more than `LARGEST` bytes.
"""

import functools
import re
from dataclasses import dataclass
from html import escape
from importlib import resources
from pathlib import Path

from prpn_book import address, palette
from prpn_course.checking import progress
from prpn_course.checking.judge import Report
from prpn_course.checking.shown import MARK, UNMARK, Shown
from prpn_course.task import Sheet, Task, points

LARGEST = 6_000  # bytes of a card: it is stored in the notebook with every run
CUTS = (2_000, 800, 300, 100, 30)  # characters of one value or line; the first that is small enough
TALLEST = 8  # lines of a value that is not folded away
SIGNS = {"right": "✓", "part": "◐", "wrong": "✗", "open": "○"}
COLOURS = ("attention", "gate", "error", "limit", "ink", "paper", "rule")
LABELLED = re.compile(r"(Likely mistake|Hint|Points): (.*)", re.DOTALL)
REREAD = "Reread: "
OPEN = "Write your lines in place of the line that raises NotYet, then run the cell and its check."


@dataclass(frozen=True)
class Card:
    """What a reader sees of a check; `str` gives it as text for terminals.

    Attributes:
        task, sheet: which task, of which sheet.
        state: one of `SIGNS`.
        worth: the points, in words.
        text: all of it as plain text.
        opening, shown, said: as in `Report`.
    """

    task: Task
    sheet: Sheet
    state: str
    worth: str
    text: str
    opening: tuple[str, ...] = ()
    shown: Shown | None = None
    said: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__  # what IPython stores as text/plain

    def _repr_html_(self) -> str:
        cards = (self._html(most) for most in CUTS)
        small = (card for card in cards if len(card.encode()) <= LARGEST)
        return next(small, f"<pre>{escape(self.text[: CUTS[0]])}</pre>")

    def _html(self, most: int) -> str:
        """The card with every value and line cut to some characters."""
        title = escape(f"{self.task.id} {self.task.title}")
        body = [_paragraph(line, most, self) for line in self.opening]
        if self.shown:
            body.append(_case(self.shown, most))
        body += [_paragraph(line, most, self) for line in self.said]
        return (
            f'<div class="prpn-check prpn-{self.state}"><style>{style()}</style>\n'
            f'<p class="head"><b aria-hidden="true">{SIGNS[self.state]}</b> <strong>{title}</strong> '
            f"<span>{escape(self.worth)}</span></p>\n{''.join(body)}{_pips(self.sheet)}</div>"
        )


def card(report: Report, sheet: Sheet) -> Card:
    """The card of a report."""
    worth = f"{report.earned} of {points(report.task.points)}"
    rest = (report.opening, report.shown, report.said)
    return Card(report.task, sheet, progress.state(report), worth, str(report), *rest)


def invitation(task: Task, sheet: Sheet, waiting: bool = False) -> Card:
    """The card of a task that is still open.

    Args:
        task, sheet: which task.
        waiting: the cell is none of the task's own, but calls its function.
    """
    worth = f"still open, {points(task.points)}"
    line = f"This cell waits for task {task.id}. {OPEN}" if waiting else OPEN
    return Card(task, sheet, "open", worth, f"{task.id} {task.title}: {worth}.\n{line}", (line,))


def chapter_page(sheet: Sheet, task: Task) -> str:
    """Where the section of a task lies: beside the exercises in a checkout, else in the book on the web."""
    chapter = address.chapter(task.page or sheet.stem)
    beside = Path("..") / f"{chapter}.ipynb"
    if beside.is_file():
        return f"{beside.as_posix()}#{task.section.replace(' ', '-')}"
    anchor = re.sub("[^a-z0-9]+", "-", task.section.lower()).strip("-")
    return f"{address.book()}{chapter}.html#{anchor}"


@functools.cache
def style() -> str:
    """Return the rules of a card, with the colours that they use.

    JupyterLab lays code on a ground of its own: the rule against it names the card twice, to be stronger.
    """
    own = resources.files("prpn_course.checking").joinpath("card.css").read_text("utf-8")
    return re.sub(r"\s*\n\s*", "", palette.css(COLOURS) + own)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} …"


def _text(text: str, most: int) -> str:
    """Text as HTML: what stands between backticks as code, what differs marked."""
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(_cut(text, most), quote=False))
    marked = re.sub(f"{MARK}([^{MARK}{UNMARK}]*){UNMARK}", r"<mark>\1</mark>", safe)
    return marked.replace(MARK, "").replace(UNMARK, "")


def _paragraph(line: str, most: int, card: Card) -> str:
    """A line of a report, with its label set off and its section linked."""
    if line.startswith(REREAD):
        place = chapter_page(card.sheet, card.task)
        words = _text(line.removeprefix(REREAD).removesuffix("."), most)
        return f'<p><b>Reread</b> <a href="{escape(place)}">{words}</a></p>\n'
    label = LABELLED.fullmatch(line)
    if label:
        return f"<p><b>{label[1]}</b> {_text(label[2], most)}</p>\n"
    return f"<p>{_text(line, most)}</p>\n"


def _case(shown: Shown, most: int) -> str:
    """The inputs, what was expected and what came, as a table of two columns."""
    rows = [*shown.inputs, ("expected", shown.expected), ("came", shown.came)]
    if shown.where:
        rows.append(("in the line", shown.where))
    if shown.place:
        rows.append(("differs first", f"at {shown.place}"))
    if shown.printed:
        rows.append(("it printed", "\n".join(shown.printed)))
    cells = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{_value(value, most)}</td></tr>\n'
        for name, value in rows
    )
    return f'<div class="case"><table>{cells}</table></div>\n'


def _value(value: str, most: int) -> str:
    """A value, folded away where it is long."""
    rows = value.count("\n") + 1
    shown = f"<pre>{_text(value, most)}</pre>"
    return shown if rows <= TALLEST else f"<details><summary>{rows} lines</summary>{shown}</details>"


def _pips(sheet: Sheet) -> str:
    """Every task of the sheet with its state, and the sum."""
    pips = " ".join(f'<i class="{state}">{name} {SIGNS[state]}</i>' for name, state in progress.states(sheet))
    return f'<p class="sheet">{pips} <span>{progress.summary(sheet)}</span></p>'
