"""Trees from a count for each word in the training text: what a parser can have without any network.

    python -m experiments.word_counts

writes `results/word-counts.json`, for the toy treebank and for the Wall Street Journal sample. The numbers of
`COUNTS` take the place of a trained PRPN's scores; both are reported, nothing was tuned. Words are those that
PRPN knows; on the newspaper, where PRPN reads rare words by their suffix, also all words as they stand. Many
words have the same number, and a decoder that takes the first of equals would lean to the right for nothing:
equal numbers are put in a random order. Only numbers are stored, no sentence.
"""

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, provenance, write
from experiments.wsj_recipes import MIN_COUNT
from prpn_edu import data
from prpn_edu.data import fetch
from prpn_edu.latent.language_model import words_of
from prpn_edu.latent.words import START, SUFFIXES, build_vocabulary, known_form

COMMAND = "python -m experiments.word_counts"
ORDERS = range(5)  # seeds of the order of equals


class Counts:
    """How often words occur, how often at the end of a sentence, and how often right after which other.

    Args:
        sentences: the training sentences.
        min_count, suffixes: of the words that are known, as in `build_vocabulary`.
    """

    def __init__(self, sentences: Sequence[Tree], min_count: int, suffixes: Sequence[str]):
        self.vocabulary = build_vocabulary(sentences, min_count, suffixes)
        self.suffixes = suffixes
        rows = [self.read(tree) for tree in sentences]
        self.words = Counter(word for row in rows for word in row)
        self.last = Counter(row[-1] for row in rows)
        self.pairs = Counter(pair for row in rows for pair in pairwise([START, *row]))
        self.starts = len(rows)

    def read(self, tree: Tree) -> list[str]:
        """The words of a sentence as far as they are known."""
        forms = [known_form(word, self.vocabulary, self.suffixes) for word in words_of(tree)]
        return [form if form in self.vocabulary else "<unk>" for form in forms]

    def frequency(self, word: str) -> float:
        """The logarithm of how often the word occurs; of one that never does, as if it occurred once."""
        return math.log(max(1, self.words[word]))

    def ending(self, word: str) -> float:
        """Minus the share of the word's uses that end a sentence."""
        return -self.last[word] / max(1, self.words[word])

    def strangeness(self, before: str, word: str) -> float:
        """Minus the pointwise mutual information of a word and the one before it, in nats.

        A pair that never occurs counts as half a time, a word that never occurs as once.
        """
        often = [self.starts if name == START else max(1, self.words[name]) for name in (before, word)]
        pair = max(0.5, self.pairs[before, word])
        return math.log(often[0] * often[1] / (pair * self.words.total()))

    def scores(self, name: str, sentence: Tree) -> Tensor:
        """What `COUNTS` calls by this name, for each of the n words: (n,)."""
        return torch.tensor(COUNTS[name](self, self.read(sentence)))


COUNTS: dict[str, Callable[[Counts, list[str]], list[float]]] = {
    "how frequent the word is": lambda counts, row: [counts.frequency(word) for word in row],
    "how seldom it ends a sentence": lambda counts, row: [counts.ending(word) for word in row],
    "how strange it is after the word before": lambda counts, row: [
        counts.strangeness(*pair) for pair in pairwise([START, *row])
    ],
}


def in_random_order(scores: Sequence[Tensor], seed: int) -> list[Tensor]:
    """Ranks of the scores of each sentence, N of (n,): equal ones in an order by chance."""
    generator = torch.Generator().manual_seed(seed)
    out = []
    for d in scores:
        shuffled = torch.randperm(len(d), generator=generator)
        ranks = torch.empty(len(d))
        ranks[shuffled[d[shuffled].argsort(stable=True)]] = torch.arange(len(d), dtype=ranks.dtype)
        out.append(ranks)
    return out


def measured(counts: Counts, gold: Sequence[Tree]) -> dict[str, Any]:
    """F1 of the trees of each count, by both decoders, a mean over the orders of equals."""
    out: dict[str, Any] = {}
    for name in COUNTS:
        d = [counts.scores(name, tree) for tree in gold]
        orders = [in_random_order(d, seed) for seed in ORDERS]
        out[name] = {"sentences_with_equals": sum(len(row.unique()) < len(row) for row in d)}
        for decoder in parsing.DECODERS:
            each = [parsing.by_sentence(parsing.parse(ranks, gold, decoder), gold) for ranks in orders]
            means = [statistics.fmean(row) for row in zip(*each, strict=True)]
            out[name][decoder] = {
                "f1": round(100 * statistics.fmean(means), 2),
                "sd_over_orders": round(statistics.stdev(100 * statistics.fmean(row) for row in each), 2),
                "sentence_f1": [round(mean, 4) for mean in means],
            }
    return out


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file and print one line for each count."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/word-counts.json"), help="where to write")
    out = parser.parse_args(argv).out
    need_folder(parser, out.parent)
    torch.set_num_threads(1)
    clock, corpus = Clock(), Corpus.load()
    texts = {
        "toy": measured(Counts(data.toy("train"), 1, ()), data.toy("test")),
        "wsj": measured(Counts(corpus.train, MIN_COUNT, SUFFIXES), corpus.gold(10)),
        "wsj, every word": measured(Counts(corpus.train, 1, ()), corpus.gold(10)),
    }
    content = {
        "what": "Unlabelled sentence F1 x 100 without the root, of trees from one count for each word: test "
        "remarks of the toy treebank; sentences of up to 10 words of NLTK's sample, in the order of "
        "wsj-prpn.json; these again, where every word of the training files has a count of its own",
        **provenance(COMMAND, list(ORDERS), clock),
        "data": fetch.SOURCES["wsj"].files,
        "texts": texts,
    }
    write(out, content)
    for text, found in texts.items():
        for name, each in found.items():
            print(f"{text}: {name}:", {decoder: each[decoder]["f1"] for decoder in parsing.DECODERS})


if __name__ == "__main__":
    main()
