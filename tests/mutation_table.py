"""The table of mutants on the page for authors: `tests/mutants.py` writes the rows of what it tried."""

from pathlib import Path

PAGE = Path(__file__).parents[1] / "book" / "teach" / "writing-tasks.md"
BEGIN = "% The table begins here: written by tests/mutants.py.\n"
END = "% The table ends here.\n"
HEAD = ("sheet", "mutants", "refused", "equivalent", "pass")


def read() -> dict[str, tuple[int, ...]]:
    """From a sheet's number to what the page says of its mutants: all, refused, equivalent, passing."""
    rows = [line.strip("| ").split(" | ") for line in _parts()[1].splitlines() if line.startswith("| ")]
    return {sheet: tuple(map(int, numbers)) for sheet, *numbers in rows if sheet.isdigit()}


def write(found: dict[str, tuple[int, ...]]) -> None:
    """Put the rows of some sheets into the page; those of the others stay."""
    rows = [HEAD, ("---",) * len(HEAD), *((sheet, *row) for sheet, row in sorted((read() | found).items()))]
    lines = "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)
    before, _, after = _parts()
    PAGE.write_text(before + "\n" + lines + "\n" + after, encoding="utf-8")


def _parts() -> tuple[str, str, str]:
    """The page up to its table, the table, and what follows; the two marks are not in the table."""
    before, begin, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    table, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE.name} must hold these two lines:\n{BEGIN}{END}")
    return before + begin, table, end + after
