"""A small `Prpn` as a table of numbers that plain loops can run: `prpn_edu.loops.prpn`, also in a browser.

`prpn_edu.packing` makes a short text of the table.
Letters: V words, E embedding and hidden, F features, L words looked back.
"""

from typing import Any

from prpn_edu.latent.prpn import Prpn
from prpn_edu.packing import Table, listed


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
        "table": listed(model.table),  # (V, E)
        "out_bias": listed(model.out.bias),  # (V,)
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
        "convolution": listed(weight[kept]),
        "convolution_bias": listed(bias[kept]),
        "score": listed(parser.scores.weight[half, :, 0]),
        "score_bias": listed(parser.scores.bias[half]),
    }


def _attention(part: Any) -> Table:
    """The key, the mixing layer and the normalisation of the reading or of the predict network."""
    return {
        "key": listed(part.key.weight),
        "key_bias": listed(part.key.bias),
        "mix": listed(part.mix.weight),
        "mix_bias": listed(part.mix.bias),
        "gain": listed(part.norm.weight),
        "bias": listed(part.norm.bias),
    }
