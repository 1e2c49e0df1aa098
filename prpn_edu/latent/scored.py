"""Language models that give each word a score, and so each sentence a tree.

Letters: B sentences of n words, T = n + 1 positions, the first of which is <s>.
"""

from collections.abc import Sequence

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent import split
from prpn_edu.latent.language_model import Batch, LanguageModel, words_of
from prpn_edu.modes import evaluating


class ScoredLanguageModel(LanguageModel):
    """A base class: a model adds its layers, its `Config`, `logits` and `scores`."""

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d (B, T), where position 0 is <s>, and what else the model makes its scores with."""
        raise NotImplementedError

    @torch.no_grad()
    def distances(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The scores d of a sentence's words, (n,): high where a new, larger phrase begins."""
        with evaluating(self):  # dropout off
            return self.scores(self.collate([self.read(example)]))[0][0, 1:]

    def parse(self, example: str | Sequence[str] | Tree) -> Tree:
        """The tree that SPLIT makes of the scores: see `split.split`, which leans to the right.

        Args:
            example: a sentence as a string (words between spaces), a list of words, or a tree whose words are
                taken.
        Raises:
            ValueError: a sentence without words.
        """
        return split.split(self.distances(example), words_of(example))
