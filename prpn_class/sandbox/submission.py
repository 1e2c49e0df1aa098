"""What is left of a notebook that was handed in, and what it is known by."""

from msgspec import Struct


class Own(Struct, frozen=True):
    """One code cell of the student's own.

    Attributes:
        source: without nbval's markers.
        task: the task that the cell answers, None for a helper.
    """

    source: str
    task: str | None = None


class Submission(Struct):
    """The student's own cells, in the student's order.

    Attributes:
        events: `Own` cells, and the id of a task where the student's notebook has its check.
        remarks: what was noticed on the way, for the feedback.
        below: the earlier tasks on which the answer to a task rests, by its id.
        written: what was written to each question that a person marks, by its id.
    """

    events: list[Own | str] = []
    remarks: list[str] = []
    below: dict[str, list[str]] = {}
    written: dict[str, str] = {}

    @property
    def own(self) -> list[Own]:
        """The cells without the places of the checks."""
        return [event for event in self.events if isinstance(event, Own)]

    def answers(self, task_id: str) -> list[Own]:
        """The cells that answer a task."""
        return [cell for cell in self.own if cell.task == task_id]


class Released(Struct, frozen=True):
    """A sheet as it was handed out, as far as its cells can be known again by it.

    Attributes:
        stem: the notebook's file name without ".ipynb".
        functions: from a task's id to the function that answers it, in the order of the sheet.
        answer_ids: from the id of an answer cell to its task.
        sources: of the code cells, `normalised`.
        prose: of the cells of text, `normalised`, with the question that each asks, or "".
        places: from the id of a cell of text to the question that is answered there.
    """

    stem: str
    functions: dict[str, str]
    answer_ids: dict[str, str]
    sources: frozenset[str]
    prose: dict[str, str] = {}
    places: dict[str, str] = {}
