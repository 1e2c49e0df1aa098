"""Tree-LSTMs as numbers that plain loops can run: `prpn_edu.loops.lstm` and `prpn_edu.loops.tree_lstm`.

`prpn_edu.packing` makes a short text of the table. Letters: V words, C classes, E embedding, H hidden.
"""

import torch
from torch import Tensor

from prpn_edu.composition.tree_lstm import BinaryCell, BinaryTreeLstm, ChildSumCell, TreeCell
from prpn_edu.packing import Table, listed


def loop_weights(cell: TreeCell) -> dict[str, tuple[list, ...]]:
    """The gates as `lstm.binary_cell` takes them, (W, U_l, U_r, b), or `lstm.child_sum_cell`, (W, U, b)."""
    U: dict[str, tuple[Tensor, ...]]
    W, b = (dict(zip("uoi", part.chunk(3), strict=True)) for part in (cell.W, cell.b))
    if isinstance(cell, ChildSumCell):
        U = {name: (rows,) for name, rows in zip("uoif", (*cell.U.chunk(3), cell.U_f), strict=True)}
    else:
        assert isinstance(cell, BinaryCell)
        names = ("u", "o", "i", "f_l", "f_r")
        U = {name: rows.chunk(2, 1) for name, rows in zip(names, cell.U.chunk(5), strict=True)}
    no_word = torch.zeros_like(W["u"])  # a forget gate reads no word
    return {
        name: tuple(map(listed, (W.get(name, no_word), *matrices, b.get(name, cell.b_f))))
        for name, matrices in U.items()
    }


def tables(model: BinaryTreeLstm) -> Table:
    """The weights by the names that the loops know them by, as lists of floats.

    Raises:
        TypeError: another model than a binary Tree-LSTM.
    """
    if not isinstance(model, BinaryTreeLstm):
        raise TypeError(f"the loop runs a BinaryTreeLstm only, not a {type(model).__name__}")
    gates: Table = {}
    for name, (W, U_l, U_r, b) in loop_weights(model.cell).items():
        word = {} if name.startswith("f") else {"W": W}
        gates[name] = {"U_l": U_l, "U_r": U_r, "b": b, **word}
    return {
        "words": list(model.vocabulary.words),
        "names": list(model.names),
        "table": listed(model.table),  # (V, E)
        "gates": gates,
        "out": listed(model.out.weight),  # (C, H)
        "out_bias": listed(model.out.bias),  # (C,)
    }
