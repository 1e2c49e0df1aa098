"""The commands that read what students handed in: sort it, grade it, compare it."""

import argparse
import os
from pathlib import Path

from prpn_class.commands.options import OK, add_counted, add_solutions, add_trust
from prpn_course.task import NotebookError, several


def add(commands) -> None:
    """Add the commands of grading."""
    receive = commands.add_parser("receive", help="sort what a learning platform exports, for grading")
    receive.add_argument(
        "exports",
        type=Path,
        nargs="+",
        metavar="EXPORT",
        help="unpacked downloads of one assignment, oldest first",
    )
    receive.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to sort it to")
    receive.add_argument(
        "--roster", type=Path, metavar="FILE.csv", help="the class, as the platform exports it"
    )
    receive.add_argument(
        "--from",
        dest="platform",
        choices=["moodle", "canvas", "blackboard", "brightspace", "gradescope", "folders"],
        help="(found out)",
    )
    receive.add_argument("--rules", type=Path, metavar="FILE.toml", help="for its groups")
    receive.set_defaults(run=_receive)

    grade = commands.add_parser("grade", help="grade a class: one folder a student")
    _add_class(grade)
    add_counted(grade)
    grade.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where to write the report (report-07, by its sheets)"
    )
    grade.add_argument(
        "--book", default="", metavar="ADDRESS", help="where students find the book, for the feedback"
    )
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
    grade.add_argument(
        "--patience",
        type=float,
        default=30,
        metavar="MIN",
        help="minutes for those that take long, all together, once the others are graded (30)",
    )
    grade.add_argument("--gradescope", action="store_true", help="also write a results.json for each student")
    add_trust(grade)
    grade.set_defaults(run=_grade)

    collect = commands.add_parser(
        "collect", help="write a class as notebooks that pytest --nbval turns into a verdict a check"
    )
    _add_class(collect)
    collect.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write them")
    collect.add_argument("--seed", type=int, help="of the inputs (a new one, which is printed)")
    add_trust(collect)
    collect.set_defaults(run=_collect)

    similar = commands.add_parser("similar", help="name pairs of answers that somebody should look at")
    similar.add_argument("submissions", type=Path, help="as for `prpn-edu grade`")
    similar.add_argument("--sheet", nargs=1, required=True, metavar="N", help="which sheet, by its number")
    similar.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write the page")
    add_solutions(similar)
    add_trust(similar)
    similar.set_defaults(run=_similar)


def _add_class(parser: argparse.ArgumentParser) -> None:
    """What `grade` and `collect` both ask of a class."""
    parser.add_argument(
        "submissions", type=Path, help="a folder with a folder, archive or notebook for each student"
    )
    parser.add_argument(
        "--sheet", nargs="+", metavar="N", help="which sheets, by number: 7, or 6 7, or all of them: all"
    )
    add_solutions(parser)
    parser.add_argument(
        "--timeout", type=float, default=30, metavar="S", help="seconds that a cell or a check may take (30)"
    )


def _receive(options) -> int:
    from prpn_class.classroom import roster, rules
    from prpn_class.classroom.listing import SUBMISSIONS
    from prpn_class.classroom.receive import EARLIER, receive
    from prpn_class.grading.pages import one_line

    table = roster.read(options.roster) if options.roster else None
    agreed = rules.read(options.rules)
    if agreed.groups and table is None:
        raise NotebookError(
            f"{options.rules}: names groups, whose members are looked up in --roster; give one"
        )
    if table:
        rules.put_in_groups(table, agreed)
    listed = receive(options.exports, options.out, table, options.platform)
    print(f"from {listed.platform}: {len(listed.places)} handed in")
    if table:
        print(f"in the roster: {len(table.people)}; handed in nothing: {len(listed.absent)}")
    for person in listed.absent:
        print(f"  nothing from {one_line(person.name)} ({one_line(person.id)})")
    for place in listed.places:
        for remark in [*place.remarks, *place.glance]:
            print(f"  {place.name}: {one_line(remark)}")
    for name in listed.left_out:
        print(f"  left out, as nobody's: {name}")
    if several_times := sum(place.attempts > 1 for place in listed.places):
        print(f"handed in several times: {several_times}; the last counts, the others are in {EARLIER}/")
    print(f"The list is {options.out}. Grade {options.out / SUBMISSIONS} with `prpn-edu grade`.")
    return OK


def _grade(options) -> int:
    from prpn_class.classroom import sheets
    from prpn_class.grading.grade import grade
    from prpn_class.sandbox.jail import Limits

    chosen = sheets.choose(options.sheet, options.solutions)
    out = options.out or Path(f"report-{'-'.join(path.stem.split('-')[0] for path in chosen)}")
    grade(
        options.submissions,
        out,
        chosen,
        limits=Limits(step=options.timeout, wall=5 * options.timeout),
        workers=options.workers,
        trust=options.trust_students,
        seed=options.seed,
        counts=sheets.counted(chosen, options.core, options.tasks, options.without),
        book=options.book,
        gradescope=options.gradescope,
        scheduler=options.scheduler,
        patience=options.patience,
        tell=print,
    )
    print(f"The report is in {out}")
    return OK


def _collect(options) -> int:
    from prpn_class.classroom import sheets
    from prpn_class.nbval import folder
    from prpn_class.sandbox.jail import Limits

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
    print(
        "pytest runs the answers with your rights, in no sandbox: use a machine that holds nothing of yours."
    )
    return OK


def _similar(options) -> int:
    from prpn_class.classroom import sheets
    from prpn_class.classroom.similar import PAGE, similar
    from prpn_class.grading.pages import one_line

    chosen = sheets.choose(options.sheet, options.solutions)
    if len(chosen) != 1:
        raise NotebookError(
            f"--sheet {' '.join(options.sheet)}: answers are compared sheet by sheet; name one"
        )
    named, unread = similar(options.submissions, chosen[0], options.out, options.trust_students)
    for name in unread:
        print(f"  not read: {one_line(name)}")
    print(f"Named: {several(len(named), 'pair')}. Not read: {len(unread)}.", end=" ")
    print(f"For the staff only: {options.out / PAGE}")
    return OK
