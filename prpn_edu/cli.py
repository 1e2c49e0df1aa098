"""The command `prpn-edu`.

The library brings `parse`, `induce` and `data`. Packages that stand on it add their own commands: each names
a function under the entry point `prpn_edu.commands`, which is given argparse's object for subcommands.

Exit status: 0 when all went well; 1 when a notebook has not earned full marks, or the doctor found something;
2 when the command or what it was given could not be used; 130 when it was interrupted.
"""

import argparse
import io
import sys
from importlib.metadata import entry_points
from pathlib import Path

from prpn_edu.errors import UsageError
from prpn_edu.printable import printable

OK, NOT_YET, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
GROUP = "prpn_edu.commands"


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return the exit status.

    The tools are imported by the commands that use them, so that the others run where those are not
    installed.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that it does not know ends nothing
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    try:
        return options.run(options)
    except (UsageError, ModuleNotFoundError, OSError) as error:
        print(f"prpn-edu: {printable(str(error))}", file=sys.stderr)  # it may name a student's file
        return UNUSABLE
    except KeyboardInterrupt:
        print("prpn-edu: interrupted", file=sys.stderr)
        return INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands that are installed."""
    found = argparse.ArgumentParser(prog="prpn-edu", description="The tools of the prpn_edu course.")
    commands = found.add_subparsers(required=True, metavar="COMMAND")
    add(commands)
    for point in sorted(entry_points(group=GROUP)):
        point.load()(commands)
    return found


def add(commands) -> None:
    """Add the library's own commands."""
    parse = commands.add_parser("parse", help="print the tree and the scores that a PRPN gives a sentence")
    parse.add_argument("sentence", nargs="+", help="some words, in quotes or not")
    parse.add_argument(
        "--model", type=Path, metavar="FOLDER", help="a model that Prpn.save wrote (the one of the course)"
    )
    parse.set_defaults(run=_parse)

    induce = commands.add_parser("induce", help="learn to parse from a text of your own")
    induce.add_argument("text", help="plain text in UTF-8, some thousand sentences of any language")
    induce.add_argument("--out", required=True, metavar="FOLDER", help="for trees, page and report")
    for name, default, what in (
        ("--seeds", 5, "PRPNs that learn"),
        ("--minutes", 10, "of processor time that they may take"),
        ("--longest", 20, "words of the longest sentence that is learnt from"),
    ):
        told = f"{what} ({default})"
        induce.add_argument(name, type=_positive, default=default, metavar="N", help=told)
    induce.add_argument("--lines", action="store_true", help="each line is a sentence")
    induce.add_argument("--characters", action="store_true", help="each character is a word")
    induce.set_defaults(run=_induce)

    data = commands.add_parser("data", help="fetch a real treebank, checksummed")
    data.add_argument("name", choices=["sst", "wsj"])
    data.set_defaults(run=_data)


def _parse(options) -> int:
    from prpn_edu.terminal import report

    print(report(" ".join(options.sentence), options.model))
    return OK


def _induce(options) -> int:
    from prpn_edu.induction import command

    return command.run(options)


def _positive(text: str) -> int:
    """A number above 0; argparse says what was expected instead."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _data(options) -> int:
    from prpn_edu.data.fetch import ChecksumError, fetch

    try:
        print(fetch(options.name))
    except ChecksumError as error:
        raise UsageError(str(error)) from None
    return OK


if __name__ == "__main__":
    sys.exit(main())
