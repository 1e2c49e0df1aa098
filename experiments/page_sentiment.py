"""Train the Tree-LSTM that comes with the package, small enough for a page of the book.

    python -m experiments.page_sentiment

writes `prpn_edu/loops/tree_lstm.json`, the weights, and `results/toy-page-sentiment.json`, what they are
worth: with the treebank's trees, and with trees that know nothing. The text is the toy treebank, which is
ours to give away. One model for each seed; the one with the highest development accuracy is shipped.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.page_prpn import write_both
from experiments.provenance import Clock, percent, provenance
from experiments.recipes import fit
from prpn_book.views import tree_lstm as loop
from prpn_edu import data, evaluation, packing, shipped, trees
from prpn_edu.composition import BinaryTreeLstm, export
from prpn_edu.data import Vocabulary
from prpn_edu.data.vocab import UNKNOWN
from prpn_edu.loops.gates import split_between
from prpn_edu.loops.packed import read

COMMAND = "python -m experiments.page_sentiment"
REMARKS, BLANKED = 30_000, 0.02
SETTINGS: dict[str, Any] = {"embedding": 24, "hidden": 32, "dropout": 0.1, "input_dropout": 0.1}
TRAINING: dict[str, Any] = {"epochs": 6, "batch_size": 25, "lr": 4e-3, "all_nodes": True}
BRACKETED: dict[str, Callable[[Tree], Tree]] = {  # how a remark of the test set is read
    "treebank": lambda tree: tree,
    "balanced": lambda tree: trees.rebracketed(tree, trees.balanced),
    "right": lambda tree: trees.rebracketed(tree, trees.right),
    "left": lambda tree: trees.rebracketed(tree, trees.left),
}


def blanked(remarks: Sequence[Tree], share: float, seed: int) -> list[Tree]:
    """The trees with a share of their words unknown: the model learns to read past words it never saw."""
    draw = random.Random(seed).random

    def copy(node: Tree | str) -> Tree | str:
        if isinstance(node, str):
            return UNKNOWN if draw() < share else node
        return Tree(node.label(), [copy(part) for part in node])

    return [Tree(tree.label(), list(copy(tree))) for tree in remarks]


def train(seed: int, remarks: Sequence[Tree], dev: Sequence[Tree]) -> BinaryTreeLstm:
    """One model, with the weights of its best epoch on the development remarks."""
    torch.manual_seed(seed)
    model = BinaryTreeLstm(Vocabulary.build(remarks), **SETTINGS)
    fit(model, blanked(remarks, BLANKED, seed), dev, seed=seed, progress=False, **TRAINING)
    return model


@torch.no_grad()
def right(model: BinaryTreeLstm, remarks: Sequence[Tree]) -> torch.Tensor:
    """1 where the model's most probable class is that of the root, else 0: (B,)."""
    gold = torch.tensor([int(tree.label()) for tree in remarks])
    return (model(list(remarks)).argmax(1) == gold).double()


def lost_by_packing(model: BinaryTreeLstm, packed: packing.Table, remarks: Sequence[Tree]) -> dict[str, Any]:
    """How far the page's answers are from the model's: the chances at the root, and which classes change."""
    small = read(packed)
    small["cell"] = loop.cell_weights(small)
    furthest, same = 0.0, 0
    for tree in remarks:
        every, root = loop.states(small, split_between(trees.distances(tree), tree.leaves()), {})
        told, full = loop.chances(small, every[root][0]), model.predict(tree)
        furthest = max(furthest, *(abs(a - b) for a, b in zip(told, full.probabilities, strict=True)))
        same += told.index(max(told)) == full.label
    return {
        "remarks": len(remarks),
        "largest_difference_of_chances": round(furthest, 4),
        "same_class": same,
    }


def record(seeds: Sequence[int]) -> tuple[dict[str, Any], packing.Table]:
    """Train one model a seed; return what the results file holds, and the packed weights of the best."""
    clock = Clock()
    remarks, dev, test = data.toy("train", REMARKS), data.toy("dev"), data.toy("test")
    models = {seed: train(seed, remarks, dev) for seed in seeds}
    marks = {
        seed: {name: right(model, list(map(make, test))) for name, make in BRACKETED.items()}
        for seed, model in models.items()
    }
    on_dev = {seed: percent(right(model, dev).mean().item()) for seed, model in models.items()}
    measured = {
        seed: {"dev": on_dev[seed], **{name: percent(one.mean().item()) for name, one in row.items()}}
        for seed, row in marks.items()
    }
    shares = {name: torch.stack([marks[seed][name] for seed in seeds]).mean(0) for name in BRACKETED}  # (B,)
    best = max(seeds, key=lambda seed: on_dev[seed])
    about = {
        "text": f"{REMARKS} remarks of the course's toy treebank, a label at every node",
        "right": {name: measured[best][name] for name in BRACKETED},
        "command": COMMAND,
    }
    packed = packing.pack(export.tables(models[best])) | {"about": about}
    results = {
        "what": "Tree-LSTM for the page, on the toy treebank: roots right in %, by the tree that it is given",
        **provenance(COMMAND, list(seeds), clock),
        "remarks": {"train": REMARKS, "dev": len(dev), "test": len(test)},
        "settings": SETTINGS,
        "training": TRAINING | {"blanked": BLANKED},
        "chosen_on": "dev",
        "models": {str(seed): row for seed, row in measured.items()},
        "change_with_other_trees": {
            name: [percent(x) for x in evaluation.paired_interval(shares[name], shares["treebank"])]
            for name in list(BRACKETED)[1:]
        },
        "shipped": {"seed": best, "parameters": sum(p.numel() for p in models[best].parameters())}
        | lost_by_packing(models[best], packed, test[:200]),
    }
    return results, packed


def main(argv: Sequence[str] | None = None) -> None:
    """Write both files."""
    about = __doc__.partition("\n")[0]
    write_both(record, COMMAND, about, Path("results/toy-page-sentiment.json"), shipped.TREE_LSTM, argv)


if __name__ == "__main__":
    main()
