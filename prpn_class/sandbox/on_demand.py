"""What a student's cells need of the sheet's own cells below the first answer, which are not run as a whole.

At home these experiments have run: an answer may use what they import, define or compute.
"""

import ast
from collections.abc import Iterable

from prpn_course.checking.below import Statement, filled, statements


def parts(experiments: Iterable[str], above: Iterable[str], own: Iterable[str]) -> list[str]:
    """Of each experiment those statements that give what the student's cells name, and nothing else gives.

    Args:
        experiments: the sheet's own cells below the first answer.
        above: those above it.
        own: the student's cells.
    """
    written = [one for source in own for one in statements(source)]
    known = [one for source in above for one in statements(source)]
    cells = [statements(source) for source in experiments]
    imported = {name for some in [known, *cells] for one in some for name in one.imported}
    given = [[_given(one, imported) for one in cell] for cell in cells]
    wanted = {name for one in written for name in one.named}
    wanted -= {name for one in [*written, *known] for name in one.defined | one.imported}
    while True:
        kept = [
            [one for one, names in zip(cell, some, strict=True) if names & wanted]
            for cell, some in zip(cells, given, strict=True)
        ]
        more = {name for cell in kept for one in cell for name in one.named} - wanted
        if not more:
            return ["\n".join(one.text for one in cell) for cell in kept]
        wanted |= more


def _given(statement: Statement, imported: set[str]) -> set[str]:
    """The names to which a statement gives a meaning, or what is in them."""
    return statement.defined | statement.imported | (filled(ast.parse(statement.text)) - imported)
