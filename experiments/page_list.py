"""Make the list of words that a reader drags in chapter 11, and the remarks whose trees it changes.

    python -m experiments.page_list

writes `prpn_edu/loops/word_list.json`. The text is the toy treebank, which is ours to give away. The list is
what the PRPN that comes with the package (`experiments.page_prpn`) leaves behind: the mean score of each word
over the training remarks. To SPLIT only the order of the numbers means anything, so they are stored as places
in this order, from 0 to 1. The remarks are a thousand of the training remarks, none longer than that PRPN
reads: no reader should choose by the test remarks.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments.provenance import percent
from experiments.word_counts import in_random_order
from experiments.word_lists import by_word
from prpn_edu import data, evaluation, files, parser, shipped, trees
from prpn_edu.latent import split
from prpn_edu.loops.prpn import MOST

COMMAND = "python -m experiments.page_list"
REMARKS = 1000


def places(numbers: Sequence[float]) -> list[float]:
    """Numbers of V words as places in their order, from 0 to 1; equal ones in an order by chance."""
    (ranks,) = in_random_order([torch.tensor(numbers)], 0)
    return [round(rank / (len(numbers) - 1), 4) for rank in ranks.tolist()]


def own_scores(tree: Tree) -> Tensor:
    """The shipped PRPN's scores of the n words, (n,)."""
    return torch.tensor(parser.scores(" ".join(tree.leaves()))[1])


def learnt(remarks: Sequence[Tree], words: Sequence[str]) -> list[float]:
    """The mean score that the shipped PRPN gives each of V words."""
    number = {word: k for k, word in enumerate(words)}
    scores = [own_scores(tree) for tree in remarks]
    ids = [torch.tensor([number[word] for word in tree.leaves()]) for tree in remarks]
    alone = torch.arange(len(words))  # a sentence of every word, to read the list by
    return by_word([*scores, torch.zeros(len(words))], [*ids, alone], len(remarks))[-1].tolist()


def packed(remarks: Sequence[Tree], count: int) -> dict[str, Any]:
    """The list and the remarks as `prpn_book.views.word_list.install` takes them.

    Args:
        remarks: the training remarks.
        count: how many of them are kept to be parsed.
    """
    words = sorted({word for tree in remarks for word in tree.leaves()})
    kept = remarks[:count]
    number = {word: k for k, word in enumerate(words)}
    return {
        "words": words,
        "numbers": places(learnt(remarks, words)),
        "remarks": [[number[word] for word in tree.leaves()] for tree in kept],
        "spans": [sorted(map(list, inner(tree))) for tree in kept],
        "about": {
            "text": f"{len(remarks)} remarks of the course's toy treebank",
            "own_scores": f1(
                [torch.tensor(parser.scores(" ".join(tree.leaves()))[1]) for tree in kept], kept
            ),
            "command": COMMAND,
        },
    }


def inner(tree: Tree) -> set[tuple[int, int]]:
    """The brackets that F1 counts: two words or more, and not all of them."""
    return {(start, end) for start, end in trees.spans(tree) if end - start < len(tree.leaves())}


def f1(scores: Sequence[Tensor], gold: Sequence[Tree]) -> float:
    """Sentence F1 x 100 without the root, through SPLIT."""
    found = [split.split(d, tree.leaves()) for d, tree in zip(scores, gold, strict=True)]
    return percent(evaluation.unlabeled_f1(found, gold).f1)


def main(argv: Sequence[str] | None = None) -> None:
    """Write the list."""
    options = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    options.add_argument("--out", type=Path, default=shipped.WORD_LIST, help="where to write")
    out = options.parse_args(argv).out
    torch.set_num_threads(1)
    remarks = [tree for tree in data.toy("train") if len(tree.leaves()) <= MOST]
    files.write_text(out, json.dumps(packed(remarks, REMARKS), separators=(",", ":")))


if __name__ == "__main__":
    main()
