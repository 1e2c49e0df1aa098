"""One submission, marked: its files and cells are for the sandbox, its values are compared out here.

The inputs come from this run's secret seed. The student's process has all of them from its first cell on, and
never what should come of them: the reference runs here.
"""

import re
import time
from collections.abc import Collection
from dataclasses import replace

from msgspec import structs
from nbformat import NotebookNode

from prpn_class.grading.handed_in import LateError, read
from prpn_class.grading.plan import Check, given, heard, plan, released
from prpn_class.grading.result import Result, TaskMark
from prpn_class.grading.staff import DRAWN, Staff, to_adjust
from prpn_class.grading.troubles import ABSENT, cell_troubles
from prpn_class.grading.turn import Turn
from prpn_class.grading.verdict import (
    MOST_TOLD,
    NO_ANSWER,
    NOT_REACHED,
    Ended,
    earned_by,
    is_absent,
    is_near,
    judged,
    perhaps,
    unnamed,
    unseen,
    weight,
)
from prpn_class.sandbox import protocol
from prpn_class.sandbox.archives import File, SubmissionError
from prpn_class.sandbox.protocol import Call, Cell, Reply
from prpn_class.sandbox.submission import Own, Submission
from prpn_course.checking.below import below
from prpn_course.checking.chain import told
from prpn_course.checking.judge import Judge, Report
from prpn_course.task import Sheet, Task
from prpn_edu.printable import one_line

EMPTY = "no task has an answer: if there were some, the notebook was not saved before it was handed in"
OUT_OF_TIME = "Not judged on its own: the notebook had used up its time."


class Examiner:
    """One sheet with the inputs of one seed, ready to mark any number of submissions.

    Args:
        sheet: the tasks.
        exercise: the notebook as it was handed out.
        seed: of all inputs; a secret until the marks are out.
        answers: the solution's cells by their tasks, for answers that rest on others which are not right.
        counts: the tasks that count, by their ids; all unless given. The others are judged all the same.
    """

    def __init__(
        self,
        sheet: Sheet,
        exercise: NotebookNode,
        seed: int,
        answers: dict[str, str],
        counts: Collection[str] | None = None,
    ):
        self.sheet, self.exercise, self.released = sheet, exercise, released(exercise, sheet)
        self.answers = answers
        self.given = [one for one in given(exercise) if not DRAWN.search(one)]  # no jail has the tasks
        set_ = {name: one for name, one in answers.items() if counts is None or name in counts}
        self.staff = Staff(sheet, exercise, set_)
        self.below = below(self.released.functions, [*self.given, *answers.values()])
        self.judges = {task.id: Judge(task, sheet, seed) for task in sheet.tasks}
        self.inputs = {name: protocol.pack_cases(judge.cases) for name, judge in self.judges.items()}
        for judge in self.judges.values():
            _ = judge.mistakes  # now: several threads will read them

    def mark(self, files: list[File], turn: Turn) -> Result | tuple[TaskMark, ...]:
        """Mark what a student handed in.

        Args:
            files: that were handed in.
            turn: the time that it has.
        Returns:
            the marks; where this time was not enough to be sure of them, those that are settled.
        Raises:
            WorkerError: the sandbox failed.
        """
        try:
            submission = read(files, self.released, turn)
        except SubmissionError as error:
            is_cut = turn.is_cut and isinstance(error, LateError)
            return turn.settled if is_cut else Result.not_graded(self.sheet, str(error))
        result = self.marks(submission, turn)
        return turn.settled if turn.is_cut else result

    def marks(self, submission: Submission, turn: Turn) -> Result:
        """Mark every task of a submission.

        Raises:
            WorkerError: the sandbox failed.
        """
        steps = plan(submission, self.exercise, self.sheet)
        came, slow = self._run_all(steps, turn) if submission.own else ({}, set[Own]())
        troubles = cell_troubles(steps, came, turn.limits.step)
        self._hear(submission, steps, came, slow, turn)
        marks, right, staff = list[TaskMark](), set[str](), self.staff.remarks(submission)
        settled = {mark.task_id: mark for mark in turn.settled}
        for task in self.sheet.tasks:
            said = self._said(task, submission, steps, came, turn)
            own = [one for one in troubles if task.id in one.tasks and one.explains(str(said))]
            notes = [one.told for one in own][:MOST_TOLD]
            guessed = _guessed(task, steps, came)
            if guessed and earned_by(said) < task.points and not any(guessed in note for note in notes):
                notes.append(f"Your answer {guessed}")
            absent = [guessed] if guessed else [one.told for one in own if one.absent][:1]
            staff += [f"{task.id}: {words}" for words in absent]
            if names := self.staff.candidates(task, _names(task, steps, came), submission, said):
                said = perhaps(said, names)
                staff.append(to_adjust(task, names))
            elif is_near(said):
                staff.append(f"{task.id}: {said}")
            is_done = task.id in settled or earned_by(said) == task.points or is_absent(said)
            absent_below = [] if is_done else self._absent_below(task, submission, right)
            if absent_below and turn.is_over:
                notes.append(OUT_OF_TIME)
            elif absent_below:
                turn.settled = tuple(marks)
                alone = self._alone(task, absent_below, submission, steps, slow, turn)
                said = said if earned_by(said) > earned_by(alone) else alone
                notes.append(told(task, absent_below, right))
            marks.append(settled.get(task.id) or _mark(task, said, notes))
            right |= {task.id} if marks[-1].earned == task.points else set()
        pairs = zip(marks, self.sheet.tasks, strict=True)
        lost = "\n".join(mark.words for mark, task in pairs if mark.earned < task.points)
        empty = all(mark.words == NO_ANSWER for mark in marks)
        helpers = [one.told for one in troubles if lost and not one.tasks and one.explains(lost)]
        other = self.staff.to_student(submission)
        remarks = [
            *submission.remarks,
            *other,
            *([EMPTY] if empty and not other else []),
            *helpers[:MOST_TOLD],
        ]
        return Result(marks, remarks, submission.written, staff)

    def _absent_below(self, task: Task, submission: Submission, right: set[str]) -> list[Task]:
        """The earlier tasks on which an answer rests, and that are not right, or have another name."""
        found = submission.below.get(task.id, [])
        earlier = self.sheet.tasks[: self.sheet.tasks.index(task)]  # whatever a jail says is found
        there = [one for one in earlier if one.id in found]
        return [one for one in there if one.id not in right or not _is_named(one, submission)]

    def _said(
        self,
        task: Task,
        submission: Submission,
        steps: list[Own | Check],
        came: dict[int, Reply | Ended],
        turn: Turn,
    ) -> Report | str:
        """What the checks of a task say of its answer; of several the one that gives most."""
        replies = list[Reply | Ended]()
        for number, step in enumerate(steps):
            if isinstance(step, Check) and step.task is task and number in came:
                reply = came[number]
                reply = structs.replace(reply, step=0) if isinstance(reply, Reply) else reply
                replies += [reply] if reply not in replies else []
        best: Report | str = NOT_REACHED if submission.answers(task.id) else NO_ANSWER
        for reply in replies:
            nothing = best == NO_ANSWER and isinstance(reply, Reply) and reply.missing and not reply.near
            said = best if nothing else judged(self.judges[task.id], reply, turn.limits.step)
            if best in (NO_ANSWER, NOT_REACHED) or weight(said) > weight(best):
                best = said
            if earned_by(best) == task.points:
                break
        return best

    def _alone(
        self,
        task: Task,
        wrong: list[Task],
        submission: Submission,
        steps: list[Own | Check],
        slow: set[Own],
        turn: Turn,
    ) -> Report | str:
        """The same while right answers stand in for wrong ones. What came may be their code: it is hidden."""
        kept = [step for step in steps if isinstance(step, Own) or step.task is task]
        alone = [step if isinstance(step, Own) else replace(step, wrong=tuple(wrong)) for step in kept]
        came, _ = self._run(alone, turn, slow)
        came = {number: unnamed(reply) for number, reply in came.items()}
        said = self._said(task, submission, alone, came, turn)
        return unseen(said) if isinstance(said, Report) else said

    def _hear(
        self,
        submission: Submission,
        steps: list[Own | Check],
        came: dict[int, Reply | Ended],
        slow: set[Own],
        turn: Turn,
    ) -> None:
        """Run the cells once more where they check a task themselves that loses points, and add what came.

        The plan knows neither what stands around such a check, a `with` or a loop, nor all that it passes.
        """
        called = {name for reply in came.values() if isinstance(reply, Reply) for name in reply.heard}
        asked = [task for task in self.sheet.tasks if task.id in called]
        lost = [
            task for task in asked if earned_by(self._said(task, submission, steps, came, turn)) < task.points
        ]
        if lost and not turn.is_over:
            cells = [step for step in steps if isinstance(step, Own)]
            checks = [check for task in lost for check in heard(task)]
            again, _ = self._run([*cells, *checks], turn, slow)
            for number, check in enumerate(checks, len(cells)):
                came |= {len(steps): again[number]} if number in again else {}
                steps.append(check)

    def _run_all(self, steps: list[Own | Check], turn: Turn) -> tuple[dict[int, Reply | Ended], set[Own]]:
        """Run all steps; where late cells use up the time of the whole, once more with these cut short.

        So long experiments cost no answer below them.

        Returns:
            what came of each step, and the cells that were cut short.
        """
        came, used_up = self._run(steps, turn)
        late = {n for n, reply in came.items() if isinstance(reply, Reply) and reply.late}
        slow = {step for n, step in enumerate(steps) if n in late and isinstance(step, Own)}
        if not used_up or not slow:
            return came, set()
        again, _ = self._run(steps, turn, slow)
        kept = {n: reply for n, reply in came.items() if isinstance(reply, Reply) and n not in late}
        return again | kept, slow

    def _run(
        self, steps: list[Own | Check], turn: Turn, slow: Collection[Own] = ()
    ) -> tuple[dict[int, Reply | Ended], bool]:
        """Run all steps. One that ends the process is left out, and the others are run again without it.

        Args:
            slow: cells that are cut short.

        Returns:
            what came of each step, and whether the time of the whole was used up.
        """
        came: dict[int, Reply | Ended] = {}
        left, begun = list(range(len(steps))), time.monotonic()
        while left:
            run = turn.run([self._step(steps[number], slow) for number in left])
            begun += run.waited
            came |= {left[n]: reply for n, reply in run.replies.items()}
            reached = next((n for n in range(len(left)) if n not in run.replies), len(left))
            if reached == len(left):
                break
            ended = left.pop(reached)
            came[ended] = Reply(0, late=True) if run.over == "late" else Ended(run.over)
            if isinstance(steps[ended], Check):  # it would end there too
                left = [number for number in left if steps[number] != steps[ended]]
            if time.monotonic() - begun > turn.limits.wall or turn.is_over:
                return came, True
        return came, False

    def _step(self, step: Own | Check, slow: Collection[Own]) -> Cell | Call:
        if isinstance(step, Own):
            return Cell(step.source, step.is_part or step in slow)
        instead, right = [one.function for one in step.wrong], self._right(step.wrong)
        own = ("", 0) if step.place is None else (step.task.id, step.place)
        return Call(step.answers, self.inputs[step.task.id], instead, right, *own)

    def _right(self, tasks: tuple[Task, ...]) -> str:
        """The solution's cells for some tasks, with all on which they rest."""
        needed = {name for one in tasks for name in (one.id, *self.below[one.id])}
        cells = [source for name, source in self.answers.items() if name in needed]
        return "\n\n".join([*self.given, *cells] if cells else [])


def _is_named(task: Task, submission: Submission) -> bool:
    """Whether some cell seems to define a task's function; if one does all the same, it costs nothing."""
    defines = re.compile(rf"\bdef {task.function}\b|\b{task.function} *=(?!=)")
    return any(defines.search(cell.source) for cell in submission.own)


def _mark(task: Task, said: Report | str, notes: list[str]) -> TaskMark:
    """The mark of one task from what its checks said."""
    if said == NO_ANSWER:
        return TaskMark(task.id, 0, NO_ANSWER)
    words = "\n".join([*notes, str(said)])
    if isinstance(said, str):
        return TaskMark(task.id, 0, words)
    return TaskMark(task.id, said.earned, words, said.misconception.name if said.misconception else "")


def _guessed(task: Task, steps: list[Own | Check], came: dict[int, Reply | Ended]) -> str:
    """What a task's answer asks for and the grader's machine lacks, in words; "" for nothing."""
    guessed = next((reply.guessed for reply in _last_first(task, steps, came) if reply.guessed), "")
    return f"{ABSENT} {one_line(guessed)[:200]}" if guessed else ""


def _names(task: Task, steps: list[Own | Check], came: dict[int, Reply | Ended]) -> list[str]:
    """The names that a jail gives for a function that it did not find."""
    return next((reply.alike for reply in _last_first(task, steps, came) if reply.alike), [])


def _last_first(task: Task, steps: list[Own | Check], came: dict[int, Reply | Ended]) -> list[Reply]:
    """The replies to the checks of a task, the last first."""
    asked = [came.get(n) for n, step in enumerate(steps) if isinstance(step, Check) and step.task is task]
    return [reply for reply in reversed(asked) if isinstance(reply, Reply)]
