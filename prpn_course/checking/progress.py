"""How far a sheet is: what each of its tasks earned when its check last ran in this session."""

from prpn_course.checking.judge import Report
from prpn_course.task import Sheet, points

_reports: dict[str, Report] = {}  # by the task's id
_best: dict[str, Report] = {}


def note(report: Report) -> None:
    """Keep what a check said; a later check of the same task replaces it, but for the best."""
    name = report.task.id
    _reports[name] = report
    _best[name] = report if name not in _best or report.earned >= _best[name].earned else _best[name]


def best(task_id: str) -> Report | None:
    """What that check of a task said which gave most, None before the first."""
    return _best.get(task_id)


def state(report: Report) -> str:
    """Whether all points are earned, "right", some of them, "part", or none, "wrong"."""
    return "right" if report.full else "part" if report.earned else "wrong"


def states(sheet: Sheet) -> list[tuple[str, str]]:
    """Each task with "right", "part", "wrong" or, where no check has judged it yet, "open"."""
    known = {task.id: _reports.get(task.id) for task in sheet.tasks}
    return [(name, state(report) if report else "open") for name, report in known.items()]


def summary(sheet: Sheet) -> str:
    """The same in figures, "4 of 6 tasks, 11 of 16 points"."""
    done = [_reports[task.id] for task in sheet.tasks if task.id in _reports]
    right, earned = sum(report.full for report in done), sum(report.earned for report in done)
    return f"{right} of {len(sheet.tasks)} tasks, {earned} of {points(sheet.points)}"
