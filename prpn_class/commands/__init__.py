"""The commands of a class: their options, and what they print. Each imports what it needs when it runs."""

from prpn_class.commands import after_grading, grading, handing_out


def add(commands) -> None:
    """Add the commands to those of `prpn-edu`."""
    for some in (handing_out, grading, after_grading):
        some.add(commands)
