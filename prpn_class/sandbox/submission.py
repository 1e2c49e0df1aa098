"""What is left of a notebook that was handed in, and what it is known by."""

from msgspec import Struct


class Own(Struct, frozen=True, tag=True):
    """One code cell of the student's own.

    Attributes:
        source: without nbval's markers.
        tasks: the tasks that the cell answers, none for a helper.
        is_part: whether it is what the student's cells need of a cell of the sheet's.
    """

    source: str
    tasks: tuple[str, ...] = ()
    is_part: bool = False


class Asked(Struct, frozen=True, tag=True):
    """The place of a check of the student's own.

    Attributes:
        task: the task.
        answer: what was passed for its function, as an expression; "" where that is the function's name.
    """

    task: str
    answer: str = ""


class Submission(Struct):
    """The student's own cells, in the student's order.

    Attributes:
        events: the cells, and where the student's notebook has its checks.
        remarks: what was noticed on the way, for the feedback.
        below: the earlier tasks on which the answer to a task rests, by its id.
        written: what was written to each question that a person marks, by its id.
    """

    events: list[Own | Asked] = []
    remarks: list[str] = []
    below: dict[str, list[str]] = {}
    written: dict[str, str] = {}

    @property
    def own(self) -> list[Own]:
        """The cells without the places of the checks."""
        return [event for event in self.events if isinstance(event, Own)]

    def answers(self, task_id: str) -> list[Own]:
        """The cells that answer a task."""
        return [cell for cell in self.own if task_id in cell.tasks]

    @property
    def checks(self) -> list[Asked]:
        """The places of the checks."""
        return [event for event in self.events if isinstance(event, Asked)]

    def asked(self, task_id: str) -> str:
        """What the last check of a task was passed, "" for nothing but the name of its function."""
        passed = [one.answer for one in self.checks if one.task == task_id]
        return passed[-1] if passed else ""


class Released(Struct, frozen=True):
    """A sheet as it was handed out, as far as its cells can be known again by it.

    Attributes:
        stem: the notebook's file name without ".ipynb".
        functions: from a task's id to the function that answers it, in the order of the sheet.
        answer_ids: from the id of an answer cell to its task.
        sources: of the code cells, `normalised`.
        given: those of them that are run before the student's, `normalised`.
        experiments: the others but for stubs and checks, `normalised`.
        prose: of the cells of text as any handout has them, `normalised`, with the question that each asks,
            or "".
        places: from the id of a cell of text to the question that is answered there.
        published: of a sheet that was drawn anew, the functions that only the published one asks for.
    """

    stem: str
    functions: dict[str, str]
    answer_ids: dict[str, str]
    sources: frozenset[str]
    prose: dict[str, str] = {}
    places: dict[str, str] = {}
    published: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    experiments: frozenset[str] = frozenset()
