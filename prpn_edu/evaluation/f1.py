"""Unlabelled F1: how many spans two trees share.

First count, then average. Both steps have a choice in them that papers often leave unsaid, so a score carries
its choices with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk import Tree

from prpn_edu import trees

AVERAGES = ("sentence", "corpus")


@dataclass(frozen=True)
class Match:
    """The spans of one sentence, counted: in both trees, in the predicted tree, in the gold tree."""

    hits: int
    predicted: int
    gold: int

    @property
    def precision(self) -> float:
        """The share of predicted spans that are gold; without any, 1 if gold has none either, else 0."""
        return self.hits / self.predicted if self.predicted else float(self.gold == 0)

    @property
    def recall(self) -> float:
        """The share of gold spans that are predicted; 1 where there is no gold span."""
        return self.hits / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean 2PR / (P + R) = 2 hits / (predicted + gold); 1 where neither has a span."""
        total = self.predicted + self.gold
        return 2 * self.hits / total if total else 1.0


@dataclass(frozen=True)
class Score:
    """Precision, recall and F1, each in [0, 1], and the convention they were taken in.

    With average "sentence" each is a mean over sentences; f1 is then the mean of the F1s, not the harmonic
    mean of the two means.
    """

    precision: float
    recall: float
    f1: float
    average: str
    keep_root: bool
    sentences: int


def unlabeled_f1(
    predicted: Sequence[Tree], gold: Sequence[Tree], average: str = "sentence", keep_root: bool = False
) -> Score:
    """Compare predicted trees with gold trees by their spans, whatever the labels.

    Args:
        predicted: N trees.
        gold: N trees over the same words, with nodes of any number of children.
        average: "sentence" is the mean of the N sentences' scores; "corpus" adds up the counts of all
            sentences and scores once.
        keep_root: whether the span over the whole sentence counts. Every tree has it, so it is a point that
            nobody can miss.
    Returns:
        a `Score`. The default convention is that of the PRPN and ON-LSTM code; ("corpus", True) is that of
        EVALB without labels.
    Raises:
        ValueError: an unknown average, no sentence, lists of different length, or trees over different words,
            with the index of the sentence.
    Source: Shen et al. (2018), test_phrase_grammar.py ("sentence"); Collins (1997), evalb ("corpus").
    """
    return score(matches(predicted, gold, keep_root), average, keep_root)


def matches(predicted: Sequence[Tree], gold: Sequence[Tree], keep_root: bool = False) -> list[Match]:
    """The counts of each sentence, before any average is taken. Arguments and errors as in `unlabeled_f1`."""
    if isinstance(predicted, Tree) or isinstance(gold, Tree):
        raise TypeError("expected two lists of trees, got a single tree. Put it in a list.")
    if len(predicted) != len(gold):
        raise ValueError(f"{len(predicted)} predicted trees, {len(gold)} gold trees: they must be as many")
    out = []
    for index, (guess, truth) in enumerate(zip(predicted, gold, strict=True)):
        length = _check_words(index, trees.words(guess), trees.words(truth))
        a, b = trees.spans(guess), trees.spans(truth)
        if not keep_root:
            a.discard((0, length))
            b.discard((0, length))
        out.append(Match(len(a & b), len(a), len(b)))
    return out


def score(counts: Sequence[Match], average: str, keep_root: bool) -> Score:
    """Average the counts of sentences in one of the two ways of `unlabeled_f1`."""
    if average not in AVERAGES:
        raise ValueError(f"average must be 'sentence' or 'corpus', not {average!r}")
    if not counts:
        raise ValueError("there is no sentence to score")
    if average == "corpus":
        rows = [Match(*(sum(getattr(m, part) for m in counts) for part in ("hits", "predicted", "gold")))]
    else:
        rows = list(counts)
    precision, recall, f1 = (
        sum(getattr(m, part) for m in rows) / len(rows) for part in ("precision", "recall", "f1")
    )
    return Score(precision, recall, f1, average, keep_root, len(counts))


def _check_words(index: int, guess: list[str], truth: list[str]) -> int:
    """The number of words, when both trees stand over the same ones."""
    if len(guess) != len(truth):
        raise ValueError(
            f"sentence {index}: {len(guess)} words in the predicted tree, {len(truth)} in the gold tree"
        )
    for k, (a, b) in enumerate(zip(guess, truth, strict=True)):
        if a != b:
            raise ValueError(
                f"sentence {index}, word {k}: {a!r} predicted, {b!r} gold; are both lists in order?"
            )
    return len(truth)
