"""A grammar as a short table of text, a letter a rule: `prpn_edu.loops.pcfg` reads it, also in a browser.

A chance becomes the nearest power of a step. A rule below the last of the powers is left out: all that are
left out of a parent share one chance. Of a word the symbols that may well write it are kept.
"""

import torch
from torch import Tensor

from prpn_edu.latent.grammar.pcfg import Pcfg
from prpn_edu.loops.pcfg import FORMAT, LEVELS, NONE, VERSION
from prpn_edu.packing import Table

STEP = 0.86  # 0.86 ** 63 is 7.5e-5
LEAST = 3e-3  # of the chance with which the likeliest symbol writes a word: below, another is left out


@torch.no_grad()
def table(grammar: Pcfg) -> Table:
    """The rules, as JSON holds them.

    Args:
        grammar: the first N of its symbols become two symbols, the other P a word; P is 64 at most.
    Raises:
        ValueError: a symbol that does both, or too many of them.
    """
    root, pairs, words = (part.double().cpu() for part in grammar.rules())
    first, symbols = len(pairs), len(root)
    if first + len(words) != symbols or len(words) > len(LEVELS):
        raise ValueError(
            f"{first} symbols become two, {len(words)} a word, {symbols} in all: the file needs each to do "
            f"one of both, and {len(LEVELS)} at most to become a word"
        )
    pairs = pairs.flatten(1)  # (N, S S)
    levels = _levels(pairs)
    out = levels >= len(LEVELS)
    rest = (pairs * out).sum(1) / out.sum(1).clamp(min=1)
    return {
        "format": FORMAT,
        "version": VERSION,
        "symbols": symbols,
        "step": STEP,
        "root": [float(f"{x:.3g}") for x in root[:first].tolist()],
        "rest": [float(f"{max(x, 1e-12):.3g}") for x in rest.tolist()],
        "pairs": ["".join(LEVELS[k] if k < len(LEVELS) else NONE for k in row) for row in levels.tolist()],
        "words": " ".join(_word(column) for column in words.T),
    }


def _word(column: Tensor) -> str:
    """The symbols that may write a word, the likeliest first, each with its level beside that one's: (P,)."""
    if column.max() == 0:  # <pad>, <s>, </s>: any symbol, alike
        column = torch.ones_like(column)
    top = column.max()
    kept = [k for k in (-column).argsort(stable=True).tolist() if column[k] >= LEAST * top]
    return "".join(LEVELS[k] + LEVELS[min(len(LEVELS) - 1, int(_levels(column[k] / top)))] for k in kept)


def _levels(chances: Tensor) -> Tensor:
    """The power of the step that is nearest, in the logarithm; of 0, one that has no letter."""
    steps = chances.log() / torch.tensor(STEP, dtype=torch.float64).log()
    return steps.clamp(max=len(LEVELS)).round().long()
