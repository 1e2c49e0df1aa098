"""How fast is a Tree-LSTM composed by depth, beside recursion, shift-reduce, a chain and another package?

One run, one thread, the same trees, the same weights, side by side: forward and backward on random batches,
in processor time.

    python benchmarks/tree_lstm.py [--batches 25 256] [--rounds 9] [--treebank sst]

Prints the median of alternating rounds, in trees per second, and the ratios, each with its lowest and highest
round; exits with 1 when a median is below its bar. The bars are meant for sentences of the length of the
Stanford treebank (`--treebank sst`, the default where it is found); the toy treebank's are shorter. The
package is `pytorch-tree-lstm` 0.1.3, skipped where it is not installed; it knows the Child-Sum cell only, and
is set beside ours of that kind.

What is made once for a tree (its actions, its numbering, the package's evaluation order) is not timed;
joining trees to a batch is. The word vectors do not learn here and lose nothing to dropout, so that the form
by depth computes each distinct word of a batch once.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor

from prpn_edu import data, trees
from prpn_edu.composition import forest, shift_reduce, tree_lstm
from prpn_edu.composition.tree_lstm import BinaryCell, ChildSumCell, TreeCell, recursive

try:
    import treelstm
except ModuleNotFoundError:
    treelstm = None

EMBEDDING, HIDDEN = 300, 150
Step = Callable[[], Tensor]  # gives the outputs at the roots, (B, H)
BARS = {  # (faster, slower, batch): at least so many times
    ("by depth", "recursive", 25): 7,
    ("by depth", "recursive", 256): 7,
    ("by depth", "shift-reduce", 25): 2,
    ("by depth", "shift-reduce", 256): 3,
    ("by depth", "packed nn.LSTM", 256): 1.1,
    ("Child-Sum by depth", "pytorch-tree-lstm", 25): 2,
    ("Child-Sum by depth", "pytorch-tree-lstm", 256): 3,
}


def by_depth(cell: TreeCell, table: Tensor, encoded: list[Tensor]) -> Tensor:
    grown = forest.grow(encoded)
    leaves = tree_lstm.leaf_states(cell, table, grown.words)
    return tree_lstm.by_depth(cell, *leaves, grown)[0][: grown.trees]


def by_stacks(cell: TreeCell, table: Tensor, ids: list[Tensor], actions: list[list[str]]) -> Tensor:
    padded = torch.nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=1)
    return shift_reduce.mini_batch(cell, F.embedding(padded, table), actions)[0]


def by_chain(chain: torch.nn.LSTM, table: Tensor, ids: list[Tensor]) -> Tensor:
    """PyTorch's own LSTM over the same words: no tree, but what a sentence model costs without one."""
    padded = torch.nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=1)
    lengths = torch.tensor([len(row) for row in ids])
    packed = torch.nn.utils.rnn.pack_padded_sequence(
        F.embedding(padded, table), lengths, batch_first=True, enforce_sorted=False
    )
    return chain(packed)[1][0][0]


def by_recursion(cell: TreeCell, table: Tensor, ids: list[Tensor], batch: list[Tree]) -> Tensor:
    xs = (F.embedding(row, table) for row in ids)
    return torch.cat([recursive(cell, x, tree)[0] for x, tree in zip(xs, batch, strict=True)])


def by_package(network, inputs: list[dict]) -> Tensor:
    joined = treelstm.batch_tree_input(inputs)
    parts = (joined[key] for key in ("features", "node_order", "adjacency_list", "edge_order"))
    h, _ = network(*parts)
    return torch.stack([rows[0] for rows in treelstm.unbatch_tree_tensor(h, joined["tree_sizes"])])


def package_network(cell: ChildSumCell):
    """The package's network with our weights."""
    network = treelstm.TreeLSTM(EMBEDDING, HIDDEN)

    def reordered(stacked: Tensor) -> Tensor:  # ours is u, o, i; theirs i, o, u
        u, o, i = stacked.chunk(3)
        return torch.cat([i, o, u])

    with torch.no_grad():
        network.W_iou.weight.copy_(reordered(cell.W))
        network.W_iou.bias.copy_(reordered(cell.b))
        network.U_iou.weight.copy_(reordered(cell.U))
        network.U_f.weight.copy_(cell.U_f)
        network.W_f.bias.copy_(cell.b_f)
    return network


def package_input(tree: Tree, ids: Tensor, table: Tensor) -> dict:
    """One tree for the package: the root is node 0, phrases have zeros for features."""
    features, edges, words = [], [], iter(F.embedding(ids, table))

    def number(node: Tree | str) -> int:
        while isinstance(node, Tree) and len(node) == 1:
            node = node[0]
        own = len(features)
        features.append(next(words) if isinstance(node, str) else torch.zeros(EMBEDDING))
        if isinstance(node, Tree):
            edges.extend([own, number(child)] for child in node)
        return own

    number(tree)
    edges.sort()  # the package wants the children of a node side by side
    node_order, edge_order = treelstm.calculate_evaluation_orders(edges, len(features))
    return {
        "features": torch.stack(features),
        "node_order": torch.from_numpy(node_order),
        "edge_order": torch.from_numpy(edge_order),
        "adjacency_list": torch.tensor(edges),
    }


def contestants(batch: list[Tree], vocabulary: data.Vocabulary, table: Tensor) -> dict[str, Step]:
    """One training step of each form on the batch, up to the outputs at the roots."""
    torch.manual_seed(0)
    binary, child_sum = BinaryCell(EMBEDDING, HIDDEN), ChildSumCell(EMBEDDING, HIDDEN)
    chain = torch.nn.LSTM(EMBEDDING, HIDDEN, batch_first=True)
    ids = [torch.tensor(vocabulary.encode(tree)) for tree in batch]
    encoded = [forest.encode(tree, vocabulary, 5) for tree in batch]
    actions = [trees.transitions(tree) for tree in batch]
    out = {
        "recursive": lambda: by_recursion(binary, table, ids, batch),
        "shift-reduce": lambda: by_stacks(binary, table, ids, actions),
        "by depth": lambda: by_depth(binary, table, encoded),
        "packed nn.LSTM": lambda: by_chain(chain, table, ids),
        "Child-Sum by depth": lambda: by_depth(child_sum, table, encoded),
    }
    if treelstm is not None:
        network = package_network(child_sum)
        inputs = [package_input(tree, row, table) for tree, row in zip(batch, ids, strict=True)]
        out["pytorch-tree-lstm"] = lambda: by_package(network, inputs)
    return out


def check_agreement(forms: dict[str, Step]) -> None:
    for name, reference in (
        ("shift-reduce", "recursive"),
        ("by depth", "recursive"),
        ("pytorch-tree-lstm", "Child-Sum by depth"),
    ):
        if name in forms:
            assert torch.allclose(forms[name](), forms[reference](), atol=1e-5), f"{name} disagrees"


def seconds(step: Step, weights: Tensor) -> float:
    """Processor time of forward and backward."""
    began = time.process_time()
    (step() * weights).sum().backward()
    return time.process_time() - began


def measure(treebank: list[Tree], size: int, rounds: int) -> dict[str, list[float]]:
    """Trees per second of each form, one entry a round; each round has another random batch."""
    vocabulary = data.Vocabulary.build(treebank)
    generator = torch.Generator().manual_seed(0)
    table = torch.randn(len(vocabulary), EMBEDDING, generator=generator)
    draw, speeds = random.Random(0), {}
    for turn in range(rounds + 1):
        batch = draw.sample(treebank, size)
        forms = contestants(batch, vocabulary, table)
        if turn == 0:
            check_agreement(forms)
        for name, step in forms.items():
            taken = seconds(step, torch.randn(size, HIDDEN, generator=generator))
            if turn > 0:  # the first round only warms up
                speeds.setdefault(name, []).append(size / taken)
    return speeds


def treebank(name: str | None) -> tuple[list[Tree], str]:
    """The trees that were asked for, else real ones where they are found; and their name."""
    if name != "toy":
        try:
            return data.sst("train"), "sst"
        except data.DataNotFoundError:
            if name == "sst":
                raise
            print("the Stanford treebank is not on this machine: the toy treebank instead, without bars")
    return data.toy("train"), "toy"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--batches", type=int, nargs="+", default=[25, 256])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--treebank", choices=["sst", "toy"])
    options = parser.parse_args()

    torch.set_num_threads(1)
    chosen, name = treebank(options.treebank)
    if treelstm is None:
        print("pytorch-tree-lstm is not installed: skipped")
    below = False
    for size in options.batches:
        speeds = measure(chosen, size, options.rounds)
        print(f"{name}, B={size}, E={EMBEDDING}, H={HIDDEN}, median of {options.rounds}, one thread")
        for form, rounds in speeds.items():
            print(f"  {form:20}{statistics.median(rounds):8.0f} trees/s")
        for (fast, slow, at), bar in BARS.items():
            if at == size and slow in speeds:
                ratios = [a / b for a, b in zip(speeds[fast], speeds[slow], strict=True)]
                ratio = statistics.median(ratios)
                below |= name == "sst" and ratio < bar
                spread = f"{min(ratios):.1f} to {max(ratios):.1f}"
                print(f"  {fast} / {slow}: {ratio:.1f}, rounds {spread} (bar {bar})")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
