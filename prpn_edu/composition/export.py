"""A small `BinaryTreeLstm` as a table of numbers that plain loops can run: `prpn_book.views.tree_lstm`.

`prpn_edu.packing` makes a short text of the table. Letters: V words, C classes, E embedding, H hidden.
"""

from prpn_edu.composition.tree_lstm import BinaryTreeLstm
from prpn_edu.packing import Table, listed


def tables(model: BinaryTreeLstm) -> Table:
    """The weights by the names that the loops know them by, as lists of floats.

    Raises:
        TypeError: another model than a binary Tree-LSTM.
    """
    if not isinstance(model, BinaryTreeLstm):
        raise TypeError(f"the loop runs a BinaryTreeLstm only, not a {type(model).__name__}")
    cell = model.cell
    gates: Table = {}
    for name, U, b in zip(("u", "o", "i", "f_l", "f_r"), cell.U.chunk(5), cell.bias().chunk(5), strict=True):
        U_l, U_r = U.chunk(2, 1)  # (H, H) each
        gates[name] = {"U_l": listed(U_l), "U_r": listed(U_r), "b": listed(b)}
    for name, W in zip("uoi", cell.W.chunk(3), strict=True):
        gates[name]["W"] = listed(W)  # (H, E)
    return {
        "words": list(model.vocabulary.words),
        "names": list(model.names),
        "table": listed(model.table),  # (V, E)
        "gates": gates,
        "out": listed(model.out.weight),  # (C, H)
        "out_bias": listed(model.out.bias),  # (C,)
    }
