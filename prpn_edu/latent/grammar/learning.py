"""Two ways in which a grammar learns from plain text: EM for tables, and a gradient that a guide may bend.

`training.fit` trains any grammar by the gradient; EM has no step size. Both climb the likelihood of the text
from where they begin, towards a peak nearby, and a likely text is no proof of good trees. A guide says at
first which peak is meant, and then lets go.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from prpn_edu.latent.grammar.inside import Rules, counts_and_log_prob, log_inside
from prpn_edu.latent.grammar.pcfg import Pcfg, Sentence
from prpn_edu.latent.grammar.tables import Grammar
from prpn_edu.latent.language_model import words_of
from prpn_edu.losses import Sum


def em_step(
    grammar: Grammar,
    sentences: Sequence[Sentence],
    smoothing: float = 0.0,
    guide: Callable[[Sequence[str]], Tensor] | None = None,
) -> float:
    """One step of expectation and maximisation, in place.

    Args:
        grammar: its rules become shares of their expected counts; a symbol that was never used keeps its own.
        sentences: plain text, of any lengths.
        smoothing: added to the count of each rule that has a chance above 0. Without it the likelihood of the
            sentences cannot fall.
        guide: from n words to scores of their spans, (n, n + 1), added to the log of every tree that has the
            span: the counts are then those of the trees that grammar and guide together find likely.
    Returns:
        log p(sentences) before the step, in nats; with a guide, the log of its weighted sums over trees.
    Raises:
        ValueError: no sentence, or one that the grammar cannot make.
    Source: Baker (1979); Lari and Young (1990); Dempster, Laird and Rubin (1977).
    """
    if len(sentences) == 0:
        raise ValueError("there is no sentence to learn from")
    rules = Rules(*(table.detach() for table in grammar.rules()))
    counts = Rules(*((table > 0) * smoothing for table in rules))
    reached = 0.0
    for places, ids in grammar.by_length([grammar.read(sentence) for sentence in sentences]):
        scores = guide and torch.stack([guide(words_of(sentences[k])) for k in places]).to(rules.root)
        found, log_probs = counts_and_log_prob(rules, ids, scores)
        if (log_probs == -torch.inf).any():
            raise ValueError(
                f"the grammar cannot make one of the sentences of {ids.size(1)} words: a word that an "
                "earlier step did not see has the chance 0; smoothing keeps it above"
            )
        counts = Rules(*(a + b for a, b in zip(counts, found, strict=True)))
        reached += log_probs.sum().item()
    grammar.set_rules(_maximised(counts, rules))
    return reached


def fit_em(
    grammar: Grammar, sentences: Sequence[Sentence], steps: int, smoothing: float = 0.0
) -> list[float]:
    """Some steps of EM; log p(sentences) before each of them, in nats. Arguments, errors: see `em_step`."""
    return [em_step(grammar, sentences, smoothing) for _ in range(steps)]


def _maximised(counts: Rules, before: Rules) -> Rules:
    """The shares of the counts; the rules of a symbol without counts stay as they were."""
    shares, unused = counts.shares(), counts.totals() == 0
    n, p = len(before.pairs), len(before.words)
    return Rules(
        shares.root,
        torch.where(unused[:n, None, None], before.pairs, shares.pairs),
        torch.where(unused[len(unused) - p :, None], before.words, shares.words),
    )


class Guided(nn.Module):
    """A grammar in training whose spans are weighed by a guide, less and less: `training.fit` takes it.

    In training, weight x the guide's score is added to the log of every tree that has the span, so that what
    the grammar learns from are trees that both find likely. When the weight is 0 it is alone with the text.
    Out of training it is the grammar itself.

    Args:
        grammar: what is trained, in place.
        guide: from n words to the scores of their spans, (n, n + 1), such as `SpanTables.scores`; asked once.
        weights: of the guide, one for each epoch; after the last of them 0.
        steps: batches of an epoch, ceil(sentences / batch size).
    Raises:
        ValueError: steps below 1.
    Source: ours; posterior regularisation (Ganchev et al., 2010) is its relative.
    """

    def __init__(
        self,
        grammar: Pcfg,
        guide: Callable[[Sequence[str]], Tensor],
        weights: Sequence[float],
        steps: int,
    ):
        super().__init__()
        if steps < 1:
            raise ValueError(f"steps must be 1 or more, not {steps}")
        self.grammar, self.guide, self.weights, self.steps = grammar, guide, tuple(weights), steps
        self.register_buffer("done", torch.tensor(0))  # batches so far: a checkpoint remembers it
        self.done: Tensor

    @property
    def weight(self) -> float:
        """Of the guide, for the next batch."""
        epoch = int(self.done) // self.steps
        return self.weights[epoch] if epoch < len(self.weights) else 0.0

    def read(self, example: Sentence) -> tuple[Tensor, Tensor]:
        """The numbers of the words (n,), and the guide's scores of their spans (n, n + 1)."""
        ids = self.grammar.read(example)
        return ids, self.guide(words_of(example)).to(self.grammar.word_scores)

    def size(self, item: tuple[Tensor, Tensor]) -> int:
        """The number of words."""
        return len(item[0])

    def collate(self, items: Sequence[tuple[Tensor, Tensor]]) -> list[tuple[Tensor, Tensor]]:
        """Words (B, n) and scores (B, n, n + 1), one pair for each length."""
        groups = self.grammar.by_length([ids for ids, _ in items])
        return [(ids, torch.stack([items[k][1] for k in places])) for places, ids in groups]

    def loss(self, batch: Sequence[tuple[Tensor, Tensor]]) -> Sum:
        """-log of the sum over trees of p(tree, words) x exp(weight x the guide's scores of its spans).

        In nats, added up over all words and ends of sentences, as `Pcfg.loss`, which it is out of training.
        """
        weight = self.weight if self.training else 0.0
        if weight == 0:
            loss = self.grammar.loss([ids for ids, _ in batch])
        else:
            rules = self.grammar.rules()
            totals = [-log_inside(rules, ids, weight * scores).sum() for ids, scores in batch]
            loss = Sum(torch.stack(totals).sum(), sum(ids.numel() + len(ids) for ids, _ in batch))
        if self.training:
            self.done += 1
        return loss
