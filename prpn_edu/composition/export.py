"""LSTMs as numbers for plain loops: `loops.lstm`, and the views `tree_lstm` and `memory` of the explorers.

`prpn_edu.packing` makes a short text of the table. Letters: V words, C classes, E embedding, H hidden.
"""

import torch
from torch import Tensor

from prpn_edu.composition.recurrent import Lstm
from prpn_edu.composition.tree_lstm import BinaryCell, BinaryTreeLstm, ChildSumCell
from prpn_edu.packing import Table, listed


def loop_weights(cell: BinaryCell | ChildSumCell) -> dict[str, tuple[list, ...]]:
    """The gates as `lstm.binary_cell` takes them, (W, U_l, U_r, b), or `lstm.child_sum_cell`, (W, U, b)."""
    U: dict[str, tuple[Tensor, ...]]
    W, b = (dict(zip("uoi", part.chunk(3), strict=True)) for part in (cell.W, cell.b))
    if isinstance(cell, ChildSumCell):
        U = {name: (rows,) for name, rows in zip("uoif", (*cell.U.chunk(3), cell.U_f), strict=True)}
    else:
        names = ("u", "o", "i", "f_l", "f_r")
        U = {name: rows.chunk(2, 1) for name, rows in zip(names, cell.U.chunk(5), strict=True)}
    no_word = torch.zeros_like(W["u"])  # a forget gate reads no word
    return {
        name: tuple(map(listed, (W.get(name, no_word), *matrices, b.get(name, cell.b_f))))
        for name, matrices in U.items()
    }


def tables(model: BinaryTreeLstm | Lstm) -> Table:
    """The weights by the names that the loops know them by, as lists of floats.

    Raises:
        TypeError: another model than a binary Tree-LSTM or an LSTM.
    """
    if not isinstance(model, BinaryTreeLstm | Lstm):
        raise TypeError(f"the loops run a BinaryTreeLstm or an Lstm only, not a {type(model).__name__}")
    return {
        "words": list(model.vocabulary.words),
        "names": list(model.names),
        "table": listed(model.table),  # (V, E)
        "gates": _tree_gates(model) if isinstance(model, BinaryTreeLstm) else _chain_gates(model),
        "out": listed(model.out.weight),  # (C, H)
        "out_bias": listed(model.out.bias),  # (C,)
    }


def _chain_gates(model: Lstm) -> Table:
    cell = model.cell
    parts = zip("ifgo", cell.W.chunk(4), cell.R.chunk(4), cell.b.chunk(4), strict=True)
    return {name: {"W": listed(W), "R": listed(R), "b": listed(b)} for name, W, R, b in parts}


def _tree_gates(model: BinaryTreeLstm) -> Table:
    gates: Table = {}
    for name, (W, U_l, U_r, b) in loop_weights(model.cell).items():
        word = {} if name.startswith("f") else {"W": W}
        gates[name] = {"U_l": U_l, "U_r": U_r, "b": b, **word}
    return gates
