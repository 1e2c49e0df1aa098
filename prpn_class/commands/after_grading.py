"""The commands behind a report: marks by hand, marks for a platform, feedback, the term."""

import argparse
from pathlib import Path

from prpn_class.commands.options import OK
from prpn_course.task import several


def add(commands) -> None:
    """Add the commands of what follows grading."""
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
