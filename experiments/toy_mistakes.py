"""Train a binary Tree-LSTM with six common mistakes in its node, and write down what each costs.

    python -m experiments.toy_mistakes

writes `results/toy-mistakes.json`: for the right node and for each mistake the test answers of three seeds,
the 95 % paired interval of its accuracy minus that of the right node, over remarks and seeds, and how far its
node lies from the right one, on two children that differ and on two equal ones. All start from the same
weights, seed by seed, read the same batches with the labels of all phrases, and stop after the same epoch.
"""

from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor, nn

from experiments.provenance import Clock, provenance, write
from prpn_edu import data
from prpn_edu.composition import forest
from prpn_edu.composition.tree_lstm import BinaryCell
from prpn_edu.evaluation import paired_interval

COMMAND = "python -m experiments.toy_mistakes"
MISTAKES = (
    "children exchanged",
    "one forget gate for both children",
    "each gate with the other child's memory",
    "memory of the right child dropped",
    "forget gates applied to h, not to c",
    "no input gate",
)
SIZE, HIDDEN, SEEDS = 2000, 32, (0, 1, 2)
TRAINING = {"epochs": 4, "batch_size": 50, "lr": 1e-2}


def node(cell: BinaryCell, h: Tensor, c: Tensor, wrong: str = "") -> Tensor:
    """The states (n, 2H) of n nodes over children (n, 2, H), h before c, with one mistake or none."""
    if wrong == "children exchanged":
        h, c = h.flip(1), c.flip(1)
    gate = cell.gates(h)
    i, f_l, f_r = gate["i"], gate["f_l"], gate["f_r"]
    if wrong == "one forget gate for both children":
        f_r = f_l
    if wrong == "each gate with the other child's memory":
        f_l, f_r = f_r, f_l
    if wrong == "memory of the right child dropped":
        f_r = torch.zeros_like(f_r)
    if wrong == "no input gate":
        i = torch.ones_like(i)
    below = h if wrong == "forget gates applied to h, not to c" else c
    memory = i * gate["u"] + f_l * below[:, 0] + f_r * below[:, 1]
    return torch.cat([gate["o"] * memory.tanh(), memory], 1)


def distance(wrong: str, equal: bool) -> float:
    """The largest difference to the right node, on two random children, or on one child twice."""
    torch.manual_seed(1)
    cell = BinaryCell(embedding=4, hidden=4)
    h, c = torch.randn(1, 2, 4), torch.randn(1, 2, 4)
    if equal:
        h, c = h[:, :1].expand(1, 2, 4), c[:, :1].expand(1, 2, 4)
    with torch.no_grad():
        return (node(cell, h, c) - node(cell, h, c, wrong)).abs().max().item()


class Reader(nn.Module):
    """A binary Tree-LSTM whose node may be mistaken: scores (N, 5) of a batch's nodes, the roots first."""

    def __init__(self, vocabulary: data.Vocabulary, hidden: int, wrong: str = ""):
        super().__init__()
        self.table, self.cell = nn.Embedding(len(vocabulary), hidden), BinaryCell(hidden, hidden)
        self.classes, self.wrong, self.vocabulary = nn.Linear(hidden, 5), wrong, vocabulary

    def read(self, remarks: list[Tree]) -> forest.Forest:
        """Number the nodes of some remarks by depth."""
        return forest.grow([forest.encode(tree, self.vocabulary, classes=5) for tree in remarks])

    def forward(self, batch: forest.Forest) -> Tensor:
        """Compose from the deepest level up."""
        B, H = len(batch.labels), self.classes.in_features
        words = torch.cat(self.cell.leaf(self.table(batch.words)), 1)  # (L, 2H)  h and c
        states = torch.zeros(len(batch.node_labels), 2 * H).index_copy(0, batch.leaves, words)
        for first, end in reversed(batch.levels):
            below = states[B + 2 * first : B + 2 * end].view(-1, 2, 2 * H)
            above = node(self.cell, below[..., :H], below[..., H:], self.wrong)  # (n, 2H)
            states = states.index_copy(0, batch.inner[first:end], above)
        return self.classes(states[:, :H])


def trained(wrong: str, remarks: list[Tree], seed: int, epochs: int) -> Reader:
    """Train a reader; the batches depend on the seed alone."""
    torch.manual_seed(seed)
    model = Reader(data.Vocabulary.build(remarks), HIDDEN, wrong)
    optimiser = torch.optim.Adam(model.parameters(), lr=TRAINING["lr"])
    for _ in range(epochs):
        for chosen in torch.randperm(len(remarks)).split(int(TRAINING["batch_size"])):
            batch = model.read([remarks[k] for k in chosen.tolist()])
            optimiser.zero_grad()
            nn.functional.cross_entropy(model(batch), batch.node_labels).backward()
            optimiser.step()
    return model


@torch.no_grad()
def answers(model: Reader, remarks: list[Tree]) -> str:
    """The label of each remark, one digit each."""
    scores = model(model.read(remarks))[: len(remarks)]
    return "".join(map(str, scores.argmax(1).tolist()))


def main() -> None:
    """Train every reader and write the results."""
    torch.set_num_threads(1)
    clock = Clock()
    train, test = data.toy("train", SIZE), data.toy("test")
    gold = "".join(tree.label() for tree in test)
    told, right = {}, {}
    for name in ("", *MISTAKES):
        told[name] = [answers(trained(name, train, seed, int(TRAINING["epochs"])), test) for seed in SEEDS]
        right[name] = torch.tensor([[a == b for a, b in zip(each, gold, strict=True)] for each in told[name]])
        print(name or "none", right[name].double().mean(1).tolist(), flush=True)
    models: dict[str, Any] = {"none": {"answers": told[""]}}
    for name in MISTAKES:
        models[name] = {
            "answers": told[name],
            "minus_the_right_node": list(paired_interval(right[name], right[""])),
            "node": {"different": distance(name, equal=False), "equal": distance(name, equal=True)},
        }
    found = {
        "what": "Test answers of binary Tree-LSTMs with a mistake in the node, toy treebank; all labels",
        **provenance(COMMAND, SEEDS, clock),
        "train": SIZE,
        "training": TRAINING,
        "gold": gold,
        "models": models,
    }
    write(Path(__file__).parents[1] / "results/toy-mistakes.json", found)


if __name__ == "__main__":
    main()
