"""Where parsers meet gold trees: every one on the same sentences, and each against right-branching."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from nltk import Tree

from experiments import parsing
from experiments.parsing import Corpus
from prpn_edu import evaluation, trees

RIGHT = "right-branching"
LENGTHS = (10, 20, 40)


class Bench:
    """Measures parsers and remembers how each did on every sentence.

    Args:
        corpus: sentences of up to 40 words; the training files' come first.

    Attributes:
        gold: all of them.
        rows: by method and length, one row for each parser that was measured: the F1 of each sentence.
    """

    def __init__(self, corpus: Corpus):
        self.gold = corpus.train + corpus.held_out
        self._held_out = [False] * len(corpus.train) + [True] * len(corpus.held_out)
        self._sizes = [len(trees.words(tree)) for tree in self.gold]
        self.rows: dict[tuple[str, int], list[list[float]]] = {}

    def upto(self, length: int, found: Sequence[Tree] | None = None, train_only: bool = False) -> list[Tree]:
        """Of trees over all sentences, by default the gold ones, those of up to so many words."""
        rows = zip(self.gold if found is None else found, self._sizes, self._held_out, strict=True)
        return [tree for tree, size, held_out in rows if size <= length and not (train_only and held_out)]

    def measure(self, method: str, found: Sequence[Tree], lengths: Sequence[int] = (10,)) -> dict[str, Any]:
        """F1 in all conventions, by length.

        Args:
            method: the name to remember the sentences by.
            found: trees over all sentences, or over those of up to max(lengths) words.
            lengths: the tests, by the words of the longest sentence.
        Returns:
            {"10": {"sentence, no root": ...}, "held-out 10": those of the held-out files alone, ...}.
        """
        longest = max(lengths)
        sizes = [size for size in self._sizes if size <= longest]
        if len(found) == len(self.gold):
            found = self.upto(longest, found)
        gold = self.upto(longest)
        out = {}
        for length in lengths:
            places = [k for k, size in enumerate(sizes) if size <= length]
            guess, truth = [found[k] for k in places], [gold[k] for k in places]
            out[str(length)] = parsing.conventions(guess, truth)
            self.rows.setdefault((method, length), []).append(parsing.by_sentence(guess, truth))
            first = len(places) - self.held_out(length)
            out[f"held-out {length}"] = parsing.conventions(guess[first:], truth[first:])
        return out

    def held_out(self, length: int) -> int:
        """How many sentences of up to so many words the held-out files have: the last ones of each row."""
        return len(self.upto(length)) - len(self.upto(length, train_only=True))

    def means(self, length: int) -> dict[str, list[float]]:
        """The F1 of each sentence, in [0, 1], by method: the mean over the parsers of that name."""
        return {
            method: [round(fmean(values), 4) for values in zip(*rows, strict=True)]
            for (method, size), rows in self.rows.items()
            if size == length
        }

    def against_right(self) -> list[dict[str, Any]]:
        """Every method minus right-branching, in points of sentence F1, with 95 % paired intervals.

        The interval is over sentences, for the parsers that were trained: it does not say what other seeds
        would give. `each` holds one line for each parser, where there are two.
        """
        out = []
        for (method, length), rows in self.rows.items():
            if method == RIGHT:
                continue
            (right,) = self.rows[RIGHT, length]
            mean = [fmean(values) for values in zip(*rows, strict=True)]
            line = {"method": method, "parsers": len(rows), "up_to_words": length} | _gap(mean, right)
            out.append(line | ({"each": [_gap(row, right) for row in rows]} if len(rows) == 2 else {}))
        return out


def _gap(row: Sequence[float], right: Sequence[float]) -> dict[str, Any]:
    low, high = evaluation.paired_interval(row, right)
    gap = fmean(row) - fmean(right)
    return {"points": round(100 * gap, 2), "interval": [round(100 * low, 2), round(100 * high, 2)]}
