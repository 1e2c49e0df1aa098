"""The questions of a sheet that a person marks: what is asked, a model answer, and a rubric of points.

A question is two cells of text in the solution notebook, with its number and their role in their metadata:

    question  ### 7.a Walls by hand, an empty line, **4 points by hand · 20 minutes**, what is asked
    open      **A model answer.** ..., **Rubric.**, and lines like "- 2: names a counterexample."

Students get the first; in place of the second they find a place to write.
"""

import re

from nbformat import NotebookNode

from prpn_course.notebooks import role_of, task_of
from prpn_course.task import Question, points

QUESTION, OPEN = "question", "open"
WRITE_HERE = "*Your answer:*"  # what students find in place of the model answer
HEADING = re.compile(
    r"### (?P<id>\S+) (?P<title>.+)\n\n"
    r"\*\*(?P<points>\d+) points? by hand · (?P<minutes>\d+) minutes\*\*\n\n(?P<text>.+)",
    re.DOTALL,
)
ANSWER = re.compile(
    r"\*\*A model answer\.\*\* (?P<model>.+)\n\n\*\*Rubric\.\*\*\n\n(?P<rubric>- .+)", re.DOTALL
)
LINE = re.compile(r"^- (?P<points>[1-9]\d*): (?P<words>.+)$", re.MULTILINE)


def read(notebook: NotebookNode, stem: str) -> tuple[list[Question], list[str]]:
    """The questions of a solution, and all in which their cells contradict themselves.

    Args:
        notebook: a solution.
        stem: its file name without ".ipynb".
    Returns:
        the questions in the order of the notebook, and the contradictions, each with its place and its cure.
    """
    found: list[Question] = []
    wrong: list[str] = []
    asked: NotebookNode | None = None
    for cell in [*notebook.cells, NotebookNode(metadata={})]:  # a question may stand last, without an answer
        if role_of(cell) == OPEN:
            try:
                found.append(_question(asked, cell, f"{int(stem[:2])}.{chr(ord('a') + len(found))}"))
            except ValueError as error:
                wrong.append(str(error))
        elif asked is not None:
            wrong.append(f"cell {asked.id}: asks, but no cell with the role {OPEN!r} follows it; write one")
        asked = cell if role_of(cell) == QUESTION else None
    return found, wrong


def _question(asked: NotebookNode | None, answer: NotebookNode, name: str) -> Question:
    """The question of two cells.

    Raises:
        ValueError: they contradict each other, or themselves.
    """
    if asked is None:
        raise ValueError(f"cell {answer.id}: a model answer stands behind a cell with the role {QUESTION!r}")
    if {task_of(asked), task_of(answer)} != {name}:
        raise ValueError(
            f"cell {asked.id}: give it and the model answer the task {name!r}, as the next letter"
        )
    heading = HEADING.fullmatch(asked.source)
    if not heading or heading["id"] != name:
        raise ValueError(
            f"cell {asked.id}: must begin with '### {name} ', its title, an empty line, and "
            "'**4 points by hand · 20 minutes**'; then an empty line and what is asked"
        )
    told = ANSWER.fullmatch(answer.source)
    lines = LINE.findall(told["rubric"]) if told else []
    if not told or len(lines) != len(told["rubric"].splitlines()):
        raise ValueError(
            f"cell {answer.id}: must be '**A model answer.** ...', '**Rubric.**' and a list of lines like "
            "'- 2: names a counterexample.', each paragraph behind an empty line"
        )
    rubric = tuple((int(number), words) for number, words in lines)
    worth = int(heading["points"])
    if sum(number for number, _ in rubric) != worth:
        raise ValueError(f"cell {answer.id}: the lines of its rubric do not add up to {points(worth)}")
    return Question(
        name, heading["title"], worth, int(heading["minutes"]), heading["text"], told["model"], rubric
    )
