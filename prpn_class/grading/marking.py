"""One submission, marked: its files and cells are for the sandbox, its values are compared out here.

The inputs come from this run's secret seed. The student's process has all of them from its first cell on, and
never what should come of them: the reference runs here.
"""

import time

from nbformat import NotebookNode

from prpn_class.grading.handed_in import read
from prpn_class.grading.plan import Check, given, plan, released
from prpn_class.grading.result import Result, TaskMark
from prpn_class.grading.tokens import identical
from prpn_class.grading.verdict import MOST_TOLD, USED_UP, Ended, beginning, judged
from prpn_class.sandbox import protocol
from prpn_class.sandbox.archives import File, SubmissionError
from prpn_class.sandbox.protocol import Call, Cell, Reply
from prpn_class.sandbox.submission import Own, Submission
from prpn_class.sandbox.worker import Worker
from prpn_course.checking.below import below
from prpn_course.checking.chain import told
from prpn_course.checking.judge import Judge
from prpn_course.task import Sheet, Task

EMPTY = "no task has an answer: if there were some, the notebook was not saved before it was handed in"
COPIED = "identical to the published solution"
OUT_OF_TIME = "Not judged on its own: the notebook had used up its time."


class Examiner:
    """One sheet with the inputs of one seed, ready to mark any number of submissions.

    Args:
        sheet: the tasks.
        exercise: the notebook as it was handed out.
        seed: of all inputs; a secret until the marks are out.
        answers: the solution's cells by their tasks, for answers that rest on others which are not right.
    """

    def __init__(self, sheet: Sheet, exercise: NotebookNode, seed: int, answers: dict[str, str]):
        self.sheet, self.exercise, self.released = sheet, exercise, released(exercise, sheet)
        self.answers = answers
        self.below = below(self.released.functions, answers.values())
        self.judges = {task.id: Judge(task, sheet, seed) for task in sheet.tasks}
        self.inputs = {name: protocol.pack_cases(judge.cases) for name, judge in self.judges.items()}
        for judge in self.judges.values():
            _ = judge.mistakes  # now: several threads will read them

    def mark(self, files: list[File], worker: Worker) -> Result:
        """Mark what a student handed in.

        Raises:
            WorkerError: the sandbox failed.
        """
        try:
            submission = read(files, self.released, worker)
        except SubmissionError as error:
            return Result.not_graded(self.sheet, str(error))
        return self.marks(submission, worker)

    def marks(self, submission: Submission, worker: Worker) -> Result:
        """Mark every task of a submission.

        Raises:
            WorkerError: the sandbox failed.
        """
        end = time.monotonic() + 2 * worker.limits.wall  # it may use up its time again and again
        steps = plan(submission, self.exercise, self.sheet)
        came = self._run(steps, worker) if any(isinstance(step, Check) for step in steps) else {}
        errors: dict[str, list[str]] = {}
        found: dict[str, Reply | Ended | None] = {}
        helpers: list[str] = []
        for number, step in enumerate(steps):
            reply = came.get(number)
            if isinstance(step, Check):
                found[step.task.id] = reply
            elif words := _cell_trouble(reply, worker):
                if step.task:
                    errors.setdefault(step.task, []).append(f"Your cell {words}")
                else:
                    helpers.append(f"Your cell that begins with {beginning(step.source)} {words}")
        marks, right = [], set[str]()
        for task in self.sheet.tasks:
            reply, notes = found.get(task.id), errors.get(task.id, [])[:MOST_TOLD]
            if task.id in found and (wrong := self._wrong_below(task, submission, steps, right)):
                late = time.monotonic() >= end
                reply = None if late else self._alone(task, wrong, steps, worker)
                notes.append(OUT_OF_TIME if reply is None else told(task, wrong))
            marks.append(self._mark(task, submission, reply, notes, worker))
            right |= {task.id} if marks[-1].earned == task.points else set()
        lost = any(mark.earned < task.points for mark, task in zip(marks, self.sheet.tasks, strict=True))
        empty = not any(submission.answers(task.id) for task in self.sheet.tasks)
        remarks = [*submission.remarks, *([EMPTY] if empty else []), *(helpers[:MOST_TOLD] if lost else [])]
        return Result(marks, remarks, submission.written, self._copied(submission))

    def _copied(self, submission: Submission) -> list[str]:
        """In how many tasks the answer is the published solution's."""
        own = {task.id: submission.answers(task.id) for task in self.sheet.tasks}
        same, of = identical({name: cells[-1].source for name, cells in own.items() if cells}, self.answers)
        return [f"{COPIED} in {len(same)} of {of} longer tasks: {', '.join(same)}"] if same else []

    def _wrong_below(
        self, task: Task, submission: Submission, steps: list[Own | Check], right: set[str]
    ) -> list[Task]:
        """The earlier tasks on which an answer rests, and that are not right, or not checked before it."""
        before = {step.task.id for step in steps[: steps.index(Check(task))] if isinstance(step, Check)}
        found = submission.below.get(task.id, [])
        earlier = self.sheet.tasks[: self.sheet.tasks.index(task)]  # whatever a jail says is found
        return [one for one in earlier if one.id in found and one.id not in right & before]

    def _alone(
        self, task: Task, wrong: list[Task], steps: list[Own | Check], worker: Worker
    ) -> Reply | Ended | None:
        """What comes of a task's check while right answers stand in for wrong ones."""
        before = [step for step in steps[: steps.index(Check(task))] if isinstance(step, Own)]
        return self._run([*before, Check(task, tuple(wrong))], worker).get(len(before))

    def _run(self, steps: list[Own | Check], worker: Worker) -> dict[int, Reply | Ended]:
        """Run all steps. One that ends the process is left out, and the others are run again without it."""
        came: dict[int, Reply | Ended] = {}
        left, begun = list(range(len(steps))), time.monotonic()
        while left:
            run = worker.run([self._step(steps[number]) for number in left])
            came |= {left[n]: reply for n, reply in run.replies.items()}
            reached = next((n for n in range(len(left)) if n not in run.replies), len(left))
            if reached == len(left):
                break
            came[left.pop(reached)] = Reply(0, late=True) if run.over == "late" else Ended(run.over)
            if time.monotonic() - begun > worker.limits.wall:
                break
        return came

    def _step(self, step: Own | Check) -> Cell | Call:
        if isinstance(step, Own):
            return Cell(step.source)
        instead = [one.function for one in step.wrong]
        return Call(step.task.function, self.inputs[step.task.id], instead, self._right(step.wrong))

    def _right(self, tasks: tuple[Task, ...]) -> str:
        """The solution's cells for some tasks, with all on which they rest."""
        needed = {name for one in tasks for name in (one.id, *self.below[one.id])}
        cells = [source for name, source in self.answers.items() if name in needed]
        return "\n\n".join([*given(self.exercise), *cells] if cells else [])

    def _mark(
        self,
        task: Task,
        submission: Submission,
        reply: Reply | Ended | None,
        notes: list[str],
        worker: Worker,
    ) -> TaskMark:
        """The mark of one task from what came of its check, None where there was none."""
        if not submission.answers(task.id):
            return TaskMark(task.id, 0, "No answer yet.")
        report = judged(self.judges[task.id], reply, worker.limits.step)
        words = "\n".join([*notes, str(report)])
        if isinstance(report, str):
            return TaskMark(task.id, 0, words)
        name = report.misconception.name if report.misconception else ""
        return TaskMark(task.id, report.earned, words, name)


def _cell_trouble(reply: Reply | Ended | None, worker: Worker) -> str:
    """What a student reads about a cell that did not run to its end."""
    if isinstance(reply, Ended):
        return f"did not end. {USED_UP.get(reply.over, USED_UP['done'])}"
    if reply is not None and reply.late:
        return f"ran for more than {worker.limits.step:g} s and was stopped."
    return f"raised {reply.error}" if reply is not None and reply.error else ""
