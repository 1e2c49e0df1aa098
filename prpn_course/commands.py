"""The commands of a notebook: check one, and make exercises from solutions."""

from pathlib import Path

OK, NOT_YET = 0, 1


def add(commands) -> None:
    """Add the commands to those of `prpn-edu`."""
    check = commands.add_parser("check", help="run your notebook and show your points")
    check.add_argument("notebook", type=Path)
    check.add_argument(
        "--timeout", type=int, default=60, metavar="S", help="seconds that a cell may take (60)"
    )
    check.set_defaults(run=_check)

    release = commands.add_parser("release", help="make the exercises from the solutions")
    release.add_argument("solutions", type=Path, help="a folder of solutions, or one of them")
    release.add_argument("exercises", type=Path, help="the folder to write to")
    release.set_defaults(run=_release)

    refresh = commands.add_parser(
        "refresh", help="run notebooks again, store their outputs, and keep them and their texts in step"
    )
    refresh.add_argument(
        "paths", type=Path, nargs="+", metavar="PATH", help="notebooks, their texts, or folders of them"
    )
    refresh.add_argument(
        "--timeout", type=int, default=600, metavar="S", help="seconds that a cell may take (600)"
    )
    refresh.add_argument(
        "--edited", action="store_true", help="run only notebooks whose code was edited since it was run"
    )
    refresh.add_argument(
        "--take", choices=["text", "notebook"], help="which one to follow where both were edited"
    )
    refresh.set_defaults(run=_refresh)

    doctor = commands.add_parser("doctor", help="say what is installed, what is missing, and the cure")
    doctor.set_defaults(run=_doctor)


def _check(options) -> int:
    from prpn_course.checking.student import report

    text, earned, most = report(options.notebook, options.timeout)
    print(text)
    return OK if earned == most else NOT_YET


def _release(options) -> int:
    from prpn_course.authoring import facts

    facts.write([options.solutions])  # first: the tasks read them when they are imported
    from prpn_course.authoring.release import release

    for path in release(options.solutions, options.exercises):
        print(f"released {path}")
    return OK


def _refresh(options) -> int:
    from prpn_course.authoring import facts
    from prpn_course.authoring.pairs import Side
    from prpn_course.authoring.refresh import find, refresh

    take = Side[options.take.upper()] if options.take else None
    facts.write(options.paths, take)  # first: the checks in the notebooks read them
    changed = refresh(options.paths, options.timeout, options.edited, take)
    for path in find(options.paths):
        why = f" ({changed[path].value})" if changed.get(path, Side.BOTH) is not Side.BOTH else ""
        print(f"{'changed  ' if path in changed else 'unchanged'} {path}{why}")
    return OK


def _doctor(options) -> int:
    from prpn_course.doctor import examine

    findings = examine()
    for finding in findings:
        print(finding)
    return NOT_YET if any(finding.ill for finding in findings) else OK
