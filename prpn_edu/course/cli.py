"""The command `prpn-edu`.

Exit status: 0 when all went well; 1 when a notebook has not earned full marks, or the doctor found something;
2 when the command or what it was given could not be used; 130 when it was interrupted.
"""

import argparse
import os
import sys
from pathlib import Path

from prpn_edu.course import quick
from prpn_edu.course.classroom import commands as classroom
from prpn_edu.course.printable import printable
from prpn_edu.course.task import NotebookError

OK, NOT_YET, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return the exit status.

    The tools are imported by the commands that use them, so that the others run where those are not
    installed.
    """
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except (NotebookError, ModuleNotFoundError, OSError) as error:
        print(f"prpn-edu: {printable(str(error))}", file=sys.stderr)  # it may name a student's file
        return UNUSABLE
    except KeyboardInterrupt:
        print("prpn-edu: interrupted", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="prpn-edu", description="The tools of the prpn_edu course.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    release = commands.add_parser("release", help="make the exercises from the solutions")
    release.add_argument("solutions", type=Path, help="a folder of solutions, or one of them")
    release.add_argument("exercises", type=Path, help="the folder to write to")
    release.set_defaults(run=_release)

    check = commands.add_parser("check", help="run your notebook and show your points")
    check.add_argument("notebook", type=Path)
    check.add_argument(
        "--timeout", type=int, default=60, metavar="S", help="seconds that a cell may take (60)"
    )
    check.set_defaults(run=_check)

    grade = commands.add_parser("grade", help="grade a class: one folder a student")
    _add_class(grade)
    grade.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write the report")
    grade.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="submissions at a time (one for each core)",
    )
    grade.add_argument(
        "--scheduler", metavar="ADDRESS", help="grade on the workers of this Dask scheduler, tcp://host:port"
    )
    grade.add_argument(
        "--seed", type=int, help="of the inputs, to repeat a run (a secret one, which the overview names)"
    )
    grade.add_argument("--gradescope", action="store_true", help="also write a results.json for each student")
    grade.add_argument(
        "--trust-students", action="store_true", help="grade without a sandbox where there is none"
    )
    grade.set_defaults(run=_grade)

    collect = commands.add_parser(
        "collect", help="write a class as notebooks that pytest --nbval turns into a verdict a check"
    )
    _add_class(collect)
    collect.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write them")
    collect.add_argument("--seed", type=int, help="of the inputs (a new one, which is printed)")
    collect.add_argument(
        "--trust-students", action="store_true", help="read submissions without a sandbox where there is none"
    )
    collect.set_defaults(run=_collect)
    classroom.add(commands)

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

    data = commands.add_parser("data", help="fetch a real treebank, checksummed")
    data.add_argument("name", choices=["sst", "wsj"])
    data.set_defaults(run=_data)

    parse = commands.add_parser("parse", help="print the tree and the scores that a PRPN gives a sentence")
    parse.add_argument("sentence", nargs="+", help="some words, in quotes or not")
    parse.add_argument(
        "--model", type=Path, metavar="FOLDER", help="a model that Prpn.save wrote (the one of the course)"
    )
    parse.set_defaults(run=_parse)

    doctor = commands.add_parser("doctor", help="say what is installed, what is missing, and the cure")
    doctor.set_defaults(run=_doctor)
    return parser


def _add_class(parser: argparse.ArgumentParser) -> None:
    """What `grade` and `collect` both ask of a class."""
    parser.add_argument(
        "submissions", type=Path, help="a folder with a folder, archive or notebook for each student"
    )
    parser.add_argument(
        "--sheet", nargs="+", metavar="N", help="which sheets, by number: 7, or 6 7, or all of them: all"
    )
    parser.add_argument(
        "--solutions", type=Path, default=Path("solutions"), metavar="FOLDER", help="(solutions)"
    )
    parser.add_argument(
        "--timeout", type=float, default=30, metavar="S", help="seconds that a cell or a check may take (30)"
    )


def _release(options) -> int:
    from prpn_edu.course.authoring import facts

    facts.write([options.solutions])  # first: the tasks read them when they are imported
    from prpn_edu.course.authoring.release import release

    for path in release(options.solutions, options.exercises):
        print(f"released {path}")
    return OK


def _check(options) -> int:
    with quick.imports():
        from prpn_edu.course.checking.student import report

    text, earned, sheet = report(options.notebook, options.timeout)
    print(text)
    return OK if earned == sheet.points else NOT_YET


def _grade(options) -> int:
    with quick.imports():
        from prpn_edu.course.classroom import sheets
        from prpn_edu.course.grading import collect
        from prpn_edu.course.sandbox import starters

        chosen = sheets.choose(options.sheet, options.solutions)
        if options.submissions.is_dir() and not options.scheduler:
            number = min(options.workers, len(collect.entries(options.submissions)))
            starters.begin(number, (options.submissions, options.out, *chosen))
        from prpn_edu.course.grading.grade import grade
        from prpn_edu.course.sandbox.jail import Limits

    grade(
        options.submissions,
        options.out,
        chosen,
        limits=Limits(step=options.timeout, wall=5 * options.timeout),
        workers=options.workers,
        trust=options.trust_students,
        seed=options.seed,
        gradescope=options.gradescope,
        scheduler=options.scheduler,
        tell=print,
    )
    print(f"The report is in {options.out}")
    return OK


def _collect(options) -> int:
    with quick.imports():
        from prpn_edu.course.classroom import sheets
        from prpn_edu.course.nbval import folder
        from prpn_edu.course.sandbox.jail import Limits

    seed = folder.write(
        options.submissions,
        options.out,
        sheets.choose(options.sheet, options.solutions),
        limits=Limits(step=options.timeout, wall=5 * options.timeout),
        trust=options.trust_students,
        seed=options.seed,
        tell=print,
    )
    print(f"Seed of the inputs: {seed}. The verdicts: pytest --nbval {options.out} --junitxml=verdicts.xml")
    return OK


def _refresh(options) -> int:
    from prpn_edu.course.authoring import facts
    from prpn_edu.course.authoring.pairs import Side
    from prpn_edu.course.authoring.refresh import find, refresh

    take = Side[options.take.upper()] if options.take else None
    facts.write(options.paths, take)  # first: the checks in the notebooks read them
    changed = refresh(options.paths, options.timeout, options.edited, take)
    for path in find(options.paths):
        why = f" ({changed[path].value})" if changed.get(path, Side.BOTH) is not Side.BOTH else ""
        print(f"{'changed  ' if path in changed else 'unchanged'} {path}{why}")
    return OK


def _data(options) -> int:
    from prpn_edu.data.fetch import ChecksumError, fetch

    try:
        print(fetch(options.name))
    except ChecksumError as error:
        raise NotebookError(str(error)) from None
    return OK


def _parse(options) -> int:
    from prpn_edu.course.parse import report

    print(report(" ".join(options.sentence), options.model))
    return OK


def _doctor(options) -> int:
    from prpn_edu.course.doctor import examine

    findings = examine()
    for finding in findings:
        print(f"{'!!' if finding.ill else 'ok'} {finding.text}")
    return NOT_YET if any(finding.ill for finding in findings) else OK


if __name__ == "__main__":
    sys.exit(main())
