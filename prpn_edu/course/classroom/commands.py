"""The commands of a class: their options, and what they print. Each imports what it needs when it runs."""

from pathlib import Path

OK = 0


def add(commands) -> None:
    """Add the commands to those of `prpn-edu`."""
    handout = commands.add_parser("handout", help="make the zip file that students get, without solutions")
    handout.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="where to write it")
    handout.add_argument(
        "--sheet", nargs="+", default=["all"], metavar="N", help="which sheets, by number: 7, or 6 7 (all)"
    )
    handout.add_argument(
        "--exercises", type=Path, default=Path("exercises"), metavar="FOLDER", help="(exercises)"
    )
    handout.add_argument(
        "--url", default="", metavar="ADDRESS", help="where students will find the zip file on the web, if so"
    )
    handout.set_defaults(run=_handout)


def _handout(options) -> int:
    from prpn_edu.course.classroom import sheets
    from prpn_edu.course.classroom.handout import handout

    for name in handout(options.out, sheets.choose(options.sheet, options.exercises), options.url):
        print(name)
    print(
        f"The handout is {options.out}. It holds no solutions; try it once on a machine like your students'."
    )
    return OK
