"""A small `Prpn` as a table of numbers that plain loops can run: `prpn_edu.loops.prpn`, also in a browser.

Matrices become whole numbers from -127 to 127, each row with a scale of its own: a byte a weight, and no
entry is wrong by more than half of its row's scale. Vectors stay as they are, to six digits.
Letters: V words, E embedding and hidden, F features, L words looked back.
"""

from typing import Any

import torch
from torch import Tensor

from prpn_edu.latent.prpn.model import Prpn

Table = dict[str, Any]  # of numbers, lists and tables: what JSON can hold


def tables(model: Prpn) -> Table:
    """The weights by the names that `loops.prpn` knows them by, as lists of floats.

    Batch normalisation is folded into the convolution, and each half of the features keeps its own score.

    Raises:
        ValueError: a model that the loop cannot run; the message names the setting.
    """
    c = model.config
    wanted = {"recurrent": False, "layers": 1, "window": None, "norm": "layer", "tied": True, "suffixes": ()}
    for name, value in wanted.items():
        if getattr(c, name) != value:
            raise ValueError(f"the loop runs a Prpn with {name}={value!r} only, not {getattr(c, name)!r}")
    if c.hidden != c.embedding:
        raise ValueError(f"the loop needs hidden = embedding, not {c.hidden} and {c.embedding}")
    now, ahead = (_score(model, half) for half in (0, 1))
    (reader,), predictor = list(model.readers), model.predictor
    return {
        "words": list(model.vocabulary.words),
        "lookback": c.lookback,
        "tau": c.tau,
        "form": c.form,
        "table": _listed(model.table),  # (V, E)
        "out_bias": _listed(model.out.bias),  # (V,)
        "now": now,
        "next": ahead,
        "reader": _attention(reader),
        "predictor": _attention(predictor),
    }


def _score(model: Prpn, half: int) -> Table:
    """The convolution and the score of one half of the features; the oldest word comes first in a row."""
    parser: Any = model.parser
    size = parser.norm.num_features // 2
    kept = slice(half * size, (half + 1) * size)
    gain = parser.norm.weight / (parser.norm.running_var + parser.norm.eps).sqrt()  # (F,)
    weight = (parser.convolution.weight * gain[:, None, None]).transpose(1, 2).flatten(1)  # (F, (L + 1) E)
    bias = (parser.convolution.bias - parser.norm.running_mean) * gain + parser.norm.bias  # (F,)
    return {
        "convolution": _listed(weight[kept]),
        "convolution_bias": _listed(bias[kept]),
        "score": _listed(parser.scores.weight[half, :, 0]),
        "score_bias": _listed(parser.scores.bias[half]),
    }


def _attention(part: Any) -> Table:
    """The key, the mixing layer and the normalisation of the reading or of the predict network."""
    return {
        "key": _listed(part.key.weight),
        "key_bias": _listed(part.key.bias),
        "mix": _listed(part.mix.weight),
        "mix_bias": _listed(part.mix.bias),
        "gain": _listed(part.norm.weight),
        "bias": _listed(part.norm.bias),
    }


def _listed(weights: Tensor) -> Any:
    return weights.detach().double().tolist()


def pack(table: Table) -> Table:
    """The same table with every matrix as bytes in hexadecimal, and other numbers to six digits."""
    return {name: _packed(value) for name, value in table.items()}


def _packed(value: Any) -> Any:
    if isinstance(value, dict):
        return pack(value)
    if isinstance(value, list) and isinstance(value[0], list):
        return _quantised(torch.tensor(value, dtype=torch.float64))
    if isinstance(value, list) and isinstance(value[0], float):
        return [float(f"{x:.6g}") for x in value]
    return value


def _quantised(matrix: Tensor) -> Table:
    """Rows of bytes, two's complement: (R, C) becomes R scales and R lines of 2C hexadecimal digits."""
    scales = matrix.abs().amax(1).clamp(min=1e-9) / 127  # (R,)
    scales = torch.tensor([float(f"{x:.6g}") for x in scales.tolist()], dtype=torch.float64)
    codes = (matrix / scales[:, None]).round().clamp(-127, 127).to(torch.int8)  # (R, C)
    return {"scales": scales.tolist(), "codes": [row.numpy().tobytes().hex() for row in codes]}
