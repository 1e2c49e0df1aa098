"""The commands of a class: their options, and what they print. Each imports what it needs when it runs."""

import argparse
import os
from pathlib import Path

from prpn_course.task import NotebookError, several

OK = 0


def add(commands) -> None:
    """Add the commands to those of `prpn-edu`."""
    grade = commands.add_parser("grade", help="grade a class: one folder a student")
    _add_class(grade)
    _add_counted(grade)
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
    _add_trust(grade)
    grade.set_defaults(run=_grade)

    collect = commands.add_parser(
        "collect", help="write a class as notebooks that pytest --nbval turns into a verdict a check"
    )
    _add_class(collect)
    collect.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write them")
    collect.add_argument("--seed", type=int, help="of the inputs (a new one, which is printed)")
    _add_trust(collect)
    collect.set_defaults(run=_collect)

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
    _add_solutions(repository)
    repository.set_defaults(run=_repository)

    siblings = commands.add_parser("siblings", help="make a sheet anew, with other tasks, from a secret seed")
    siblings.add_argument(
        "--sheet", nargs="+", default=["all"], metavar="N", help="which sheets, by number: 7, or 6 7 (all)"
    )
    siblings.add_argument("--seed", required=True, metavar="SECRET", help="any words; write them down")
    siblings.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="where to write the sheets"
    )
    _add_solutions(siblings)
    siblings.set_defaults(run=_siblings)

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

    adjust = commands.add_parser("adjust", help="put marks that you gave by hand into a report")
    _add_graded(adjust, by_hand=True)
    adjust.set_defaults(run=_adjust)

    marks = commands.add_parser("marks", help="write the marks as the learning platform takes them")
    _add_graded(marks)
    marks.add_argument("--out", type=Path, required=True, metavar="FILE.csv", help="where to write them")
    marks.add_argument(
        "--into",
        type=Path,
        metavar="FILE.csv",
        help="Moodle's worksheet or Canvas's gradebook, to be filled in",
    )
    marks.add_argument("--column", metavar="TITLE", help="Canvas: the title of the assignment")
    marks.add_argument("--scale", action="store_true", help="convert where the platform has another maximum")
    marks.set_defaults(run=_marks)

    feedback = commands.add_parser("feedback", help="pack the feedback as the learning platform takes it")
    _add_graded(feedback)
    feedback.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="where to write it")
    feedback.set_defaults(run=_feedback)

    term = commands.add_parser("term", help="join the marks of several sheets, a line a person")
    term.add_argument(
        "tables", type=Path, nargs="+", metavar="MARKS.csv", help="of `prpn-edu marks` without --into"
    )
    term.add_argument("--out", type=Path, required=True, metavar="FILE.csv", help="where to write the table")
    term.set_defaults(run=_term)

    similar = commands.add_parser("similar", help="name pairs of answers that somebody should look at")
    similar.add_argument("submissions", type=Path, help="as for `prpn-edu grade`")
    similar.add_argument("--sheet", nargs=1, required=True, metavar="N", help="which sheet, by its number")
    similar.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write the page")
    _add_solutions(similar)
    _add_trust(similar)
    similar.set_defaults(run=_similar)


def _add_class(parser: argparse.ArgumentParser) -> None:
    """What `grade` and `collect` both ask of a class."""
    parser.add_argument(
        "submissions", type=Path, help="a folder with a folder, archive or notebook for each student"
    )
    parser.add_argument(
        "--sheet", nargs="+", metavar="N", help="which sheets, by number: 7, or 6 7, or all of them: all"
    )
    _add_solutions(parser)
    parser.add_argument(
        "--timeout", type=float, default=30, metavar="S", help="seconds that a cell or a check may take (30)"
    )


def _add_solutions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--solutions", type=Path, default=Path("solutions"), metavar="FOLDER", help="(solutions)"
    )


def _add_counted(parser: argparse.ArgumentParser) -> None:
    """Which tasks of a sheet are set."""
    parser.add_argument("--core", action="store_true", help="only the tasks of the class core count")
    parser.add_argument("--tasks", nargs="+", metavar="ID", help="only these tasks count: 7.1 7.2")
    parser.add_argument("--without", nargs="+", metavar="ID", help="these tasks do not count: 7.7")


def _named_counted(options) -> str:
    """The options by which some tasks were set, as they are typed."""
    told = ["--core"] if options.core else []
    for name, ids in (("--tasks", options.tasks), ("--without", options.without)):
        told += [name, *ids] if ids else []
    return " ".join(told)


def _add_handed_out(parser: argparse.ArgumentParser) -> None:
    """What is handed out, and which of it is set."""
    parser.add_argument(
        "--sheet", nargs="+", default=["all"], metavar="N", help="which sheets, by number: 7, or 6 7 (all)"
    )
    parser.add_argument(
        "--exercises", type=Path, default=Path("exercises"), metavar="FOLDER", help="(exercises)"
    )
    _add_counted(parser)
    parser.add_argument(
        "--questions", nargs="+", metavar="ID", help="open questions that are set, as the sheet says; or none"
    )
    parser.add_argument(
        "--book",
        default="",
        metavar="ADDRESS",
        help="where students find the book, for sheets and START-HERE",
    )


def _add_trust(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trust-students", action="store_true", help="go on without a sandbox where there is none"
    )


def _add_graded(command: argparse.ArgumentParser, by_hand: bool = False) -> None:
    """What `adjust`, `marks` and `feedback` ask: the folders of the commands before them, and the rules."""
    for name, maker in (("received", "receive"), ("report", "grade")):
        wrote = f"the folder that `prpn-edu {maker}` wrote"
        command.add_argument(name, type=Path, metavar=name.upper(), help=wrote)
    command.add_argument(
        "--rules",
        type=Path,
        required=by_hand,
        metavar="FILE.toml",
        help="when it was due, what lateness costs, marks by hand",
    )


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


def _given(options):
    """The list of the class, and the marks by its rules."""
    from prpn_class.classroom import by_hand, listing, marks, rules

    listed, agreed = listing.read(options.received), rules.read(options.rules)
    if options.rules is None and any(place.time or place.late for place in listed.places):
        print("No --rules: nothing counts as late here. Give `marks` and `feedback` the same.")
    by_hand.in_report(listed, options.report, agreed)
    return listed, marks.marks(listed, options.received, options.report, agreed)


def _adjust(options) -> int:
    from prpn_class.classroom import by_hand, listing, rules
    from prpn_class.grading.pages import one_line

    listed = listing.read(options.received)
    changed, marked = by_hand.adjust(listed, options.report, rules.read(options.rules))
    for line in (*changed, *marked):
        print(one_line(line))
    counted = f"{several(len(changed), 'mark')} of tasks, {several(len(marked), 'question')}"
    print(f"By hand in {options.report}: {counted}")
    return OK


def _marks(options) -> int:
    from prpn_class.classroom import by_hand, marks, roster, tables
    from prpn_class.grading.pages import one_line
    from prpn_edu import files

    listed, given = _given(options)
    if options.into is None:
        filled = tables.Filled(marks.as_csv(given), tables.ungraded(given), [])
    elif options.column:
        filled = tables.canvas(roster.read(options.into), given, options.column, options.scale)
    else:
        filled = tables.moodle(roster.read(options.into), given, options.scale)
    files.write_text(options.out, filled.text)
    for one in given:
        if one.late:
            print(one_line(f"late: {one.who}: {one.late}"))
        if one.remark:
            print(one_line(f"look: {one.who}: {one.remark}"))
    for line in by_hand.unmarked(options.report):
        print(f"no mark yet, and so 0: {one_line(line)}")
    for line in filled.missed:
        print(f"not filled in: {one_line(line)}")
    for line in filled.lowered:
        print(f"lower than it was: {one_line(line)}")
    print(f"Filled into {options.out}: {several(len(given) - len(filled.missed), 'mark')}.")
    print(f"No mark was given to those who handed in nothing: {len(listed.absent)}.")
    return OK


def _feedback(options) -> int:
    from prpn_class.classroom import by_hand
    from prpn_class.classroom.give_back import give_back
    from prpn_class.grading.pages import one_line
    from prpn_edu import files

    listed, given = _given(options)
    content, missed = give_back(listed, options.report, given)
    files.write_bytes(options.out, content)
    for name in missed:
        print(f"not in it, give it back by hand: {name}")
    for line in by_hand.unmarked(options.report):
        print(f"no mark yet, and the page says so: {one_line(line)}")
    print(f"The feedback of {len(listed.places) - len(missed)} for {listed.platform} is {options.out}")
    return OK


def _term(options) -> int:
    from prpn_class.classroom.term import term
    from prpn_edu import files

    files.write_text(options.out, term(options.tables))
    print(f"The marks of {several(len(options.tables), 'sheet')} are in {options.out}")
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
