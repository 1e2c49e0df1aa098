"""Conditional copy: each word comes from the vocabulary or is copied from a field, by a pointer summed out.

    p(x_t | before, z) = p(0 | before) p(x_t | before) + sum_f p(f | before) 1[z_f = x_t]

Wiseman et al. (2017) compute both chances with a recurrent network that has read everything before, and need
to know in training where a word may have been copied from. Here the pointer is summed out in training too,
and "before" is the last word alone, a name counting as one word, so that each step of EM is a count. Letters:
N words of all remarks together, F fields, K words that may stand before, V words of the vocabulary.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from prpn_edu.data.toy_credits import FIELDS, Credit

START, END, NAME = "<s>", "</s>", "<name>"


class Steps(NamedTuple):
    """Remarks as predictions, one for each word and one for each end."""

    before: Tensor  # (N,)
    word: Tensor  # (N,)  V where the vocabulary lacks it
    fits: Tensor  # (N, F)  whether the field holds this word
    remark: Tensor  # (N,)  the number of the remark


class CopyModel:
    """Tables p(pointer | before) and p(word | before).

    Args:
        vocabulary: the words, without names unless `looks` is "nowhere".
        names: what counts as a name before the next word.
        looks: "chooses" learns a pointer for each word before; "anywhere" learns how often to copy, but
            points at every field alike; "nowhere" never copies.
        smoothing: counts added to each entry.
    Raises:
        ValueError: `looks` is none of these.
    """

    def __init__(
        self,
        vocabulary: Sequence[str],
        names: Sequence[str],
        looks: str = "chooses",
        smoothing: float = 0.1,
    ):
        if looks not in ("chooses", "anywhere", "nowhere"):
            raise ValueError(f"looks must be 'chooses', 'anywhere' or 'nowhere', not {looks!r}")
        self.looks, self.smoothing, self.names = looks, smoothing, frozenset(names)
        self.words = {word: v for v, word in enumerate([*dict.fromkeys(vocabulary), END])}
        self.contexts = {c: k for k, c in enumerate([START, NAME, *(w for w in self.words if w != END)])}
        size = len(self.contexts)
        self.pointer = torch.full((size, 1 + len(FIELDS)), 1 / (1 + len(FIELDS))).double()  # (K, 1 + F)
        if looks == "nowhere":
            self.pointer = torch.eye(1 + len(FIELDS)).double()[0].repeat(size, 1)
        self.chances = torch.full((size, len(self.words)), 1 / len(self.words)).double()  # (K, V)

    def read(self, remarks: Sequence[Credit]) -> Steps:
        """Cut remarks into predictions.

        Raises:
            ValueError: a word that is neither in the vocabulary nor in the record, or follows no known word.
        """
        rows = []
        for number, remark in enumerate(remarks):
            last = START
            for word in (*remark.words, END):
                fits = [value == word for value in remark.record]
                if word not in self.words and not any(fits):
                    raise ValueError(
                        f"remark {number}: {word!r} stands neither in the vocabulary nor in the record"
                    )
                rows.append((self.contexts[last], self.words.get(word, len(self.words)), fits, number))
                last = NAME if word in self.names else word
        return Steps(*(torch.tensor(column) for column in zip(*rows, strict=True)))

    def parts(self, steps: Steps) -> Tensor:
        """p(pointer, word | before, z): the vocabulary first, then each field, (N, 1 + F)."""
        lacking = torch.zeros(len(self.chances), 1, dtype=torch.float64)
        written = torch.cat([self.chances, lacking], -1)[steps.before, steps.word]  # (N,)
        return self.pointer[steps.before] * torch.cat([written[:, None], steps.fits.double()], -1)

    def log_prob(self, steps: Steps) -> Tensor:
        """log p(x | z) of each remark with its end, the pointers summed out, (B,)."""
        logs = self.parts(steps).sum(-1).log()  # (N,)
        return torch.zeros(int(steps.remark[-1]) + 1, dtype=torch.float64).index_add(0, steps.remark, logs)

    def pointers(self, steps: Steps) -> Tensor:
        """p(pointer | x, z) of each word: where it probably came from, (N, 1 + F)."""
        parts = self.parts(steps)
        return parts / parts.sum(-1, keepdim=True)

    def em_step(self, steps: Steps) -> None:
        """Count with the pointers' chances as weights, and divide."""
        weights = self.pointers(steps)  # (N, 1 + F)
        pointer = torch.zeros_like(self.pointer).index_add(0, steps.before, weights)
        chances = torch.zeros(len(self.chances), len(self.words) + 1, dtype=torch.float64)
        chances.index_put_((steps.before, steps.word), weights[:, 0], accumulate=True)
        chances = chances[:, :-1]
        if self.looks == "anywhere":
            pointer[:, 1:] = pointer[:, 1:].mean(-1, keepdim=True)
        if self.looks != "nowhere":
            self.pointer = self._divided(pointer)
        self.chances = self._divided(chances)

    def _divided(self, counts: Tensor) -> Tensor:
        counts = counts + self.smoothing
        return counts / counts.sum(-1, keepdim=True)
