"""The commands before a sheet is worked on: hand it out, or draw it anew."""

import argparse
from pathlib import Path

from prpn_class.commands.options import OK, add_counted, add_solutions


def add(commands) -> None:
    """Add the commands of handing out."""
    handout = commands.add_parser("handout", help="make the zip file that students get, without solutions")
    handout.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="where to write it")
    _add_handed_out(handout)
    handout.add_argument(
        "--url", default="", metavar="ADDRESS", help="where students will find the zip file on the web, if so"
    )
    handout.set_defaults(run=_handout)

    repository = commands.add_parser("repository", help="make a repository to begin with, workflows included")
    repository.add_argument("whose", choices=["students", "staff"], help="without solutions, or with them")
    repository.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder to make")
    _add_handed_out(repository)
    add_solutions(repository)
    repository.set_defaults(run=_repository)

    siblings = commands.add_parser("siblings", help="make a sheet anew, with other tasks, from a secret seed")
    siblings.add_argument(
        "--sheet", nargs="+", default=["all"], metavar="N", help="which sheets, by number: 7, or 6 7 (all)"
    )
    siblings.add_argument("--seed", required=True, metavar="SECRET", help="any words; write them down")
    siblings.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="where to write the sheets"
    )
    add_solutions(siblings)
    siblings.set_defaults(run=_siblings)


def _add_handed_out(parser: argparse.ArgumentParser) -> None:
    """What is handed out, and which of it is set."""
    parser.add_argument(
        "--sheet", nargs="+", default=["all"], metavar="N", help="which sheets, by number: 7, or 6 7 (all)"
    )
    parser.add_argument(
        "--exercises", type=Path, default=Path("exercises"), metavar="FOLDER", help="(exercises)"
    )
    add_counted(parser)
    parser.add_argument(
        "--questions", nargs="+", metavar="ID", help="open questions that are set, as the sheet says; or none"
    )
    parser.add_argument(
        "--book",
        default="",
        metavar="ADDRESS",
        help="where students find the book, for sheets and START-HERE",
    )


def _named_counted(options) -> str:
    """The options by which some tasks were set, as they are typed."""
    told = ["--core"] if options.core else []
    for name, ids in (("--tasks", options.tasks), ("--without", options.without)):
        told += [name, *ids] if ids else []
    return " ".join(told)


def _handout(options) -> int:
    from prpn_class.classroom import sheets
    from prpn_class.handout.archive import handout
    from prpn_course.task import points
    from prpn_course.tasks import find_sheet

    chosen = sheets.choose(options.sheet, options.exercises)
    counts = sheets.counted(chosen, options.core, options.tasks, options.without)
    questions = sheets.questions(chosen, options.questions)
    for name in handout(options.out, chosen, options.url, counts, options.book, questions):
        print(name)
    for path in chosen:
        sheet = find_sheet(path.stem)
        set_ = [task for task in sheet.tasks if counts is None or task.id in counts]
        asked = f"; {', '.join(found)} by hand" if (found := sheets.asked(path, questions)) else ""
        print(f"{path.stem} has {points(sum(task.points for task in set_))}{asked}")
    print(f"The handout is {options.out}. It holds no solutions. Try it on a machine like your students'.")
    if counts is not None:
        print(f"Not all tasks are set: give `prpn-edu grade` the same {_named_counted(options)}.")
    return OK


def _repository(options) -> int:
    from prpn_class.classroom import sheets
    from prpn_class.handout import repository

    if options.whose == "staff":
        made = repository.staff(options.out, sheets.choose(options.sheet, options.solutions))
    else:
        chosen = sheets.choose(options.sheet, options.exercises)
        counts = sheets.counted(chosen, options.core, options.tasks, options.without)
        questions = sheets.questions(chosen, options.questions)
        made = repository.students(options.out, chosen, counts, options.book, questions)
    for name in made:
        print(name)
    held = "solutions: keep it private" if options.whose == "staff" else "no solutions"
    print(f"The repository is {options.out}. It holds {held}. Next: git init, git add, git commit, a push.")
    return OK


def _siblings(options) -> int:
    from prpn_class.classroom import sheets
    from prpn_class.handout.siblings import make

    for solution in sheets.choose(options.sheet, options.solutions):
        names = make(solution, options.seed, options.out)
        print(f"{solution.stem}: {', '.join(names)}")
    print(f"Hand out with --exercises {options.out / 'exercises'},")
    print(f"and grade with --solutions {options.out / 'solutions'}. Write the seed down; publish neither.")
    return OK
