"""Options that several commands of a class share."""

import argparse
from pathlib import Path

OK = 0


def add_solutions(parser: argparse.ArgumentParser) -> None:
    """Where the solutions are."""
    parser.add_argument(
        "--solutions", type=Path, default=Path("solutions"), metavar="FOLDER", help="(solutions)"
    )


def add_counted(parser: argparse.ArgumentParser) -> None:
    """Which tasks of a sheet are set."""
    parser.add_argument("--core", action="store_true", help="only the tasks of the class core count")
    parser.add_argument("--tasks", nargs="+", metavar="ID", help="only these tasks count: 7.1 7.2")
    parser.add_argument("--without", nargs="+", metavar="ID", help="these tasks do not count: 7.7")


def add_trust(parser: argparse.ArgumentParser) -> None:
    """What is to be done where there is no sandbox."""
    parser.add_argument(
        "--trust-students", action="store_true", help="go on without a sandbox where there is none"
    )
