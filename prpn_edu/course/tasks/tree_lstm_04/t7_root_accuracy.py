"""Task 4.7: accuracy at the roots, not at all nodes."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, seeded


def cases(seed: int) -> list[tuple]:
    """Guesses and labels of all nodes (N,), nodes of each tree (B,): small, random, a single tree."""
    generator = seeded(seed)
    out = [
        (
            torch.tensor([2, 3, 1, 2, 2, 3, 2, 4]),
            torch.tensor([2, 3, 3, 2, 2, 3, 2, 4]),
            torch.tensor([3, 5]),
        )
    ]
    for words in ((2, 4, 3, 5), (6, 2, 2, 3, 4), (3, 3, 5)):
        sizes = 2 * torch.tensor(words) - 1
        labels = torch.randint(0, 5, (int(sizes.sum()),), generator=generator)
        right = torch.rand(len(labels), generator=generator) < 0.6
        last = sizes.cumsum(0) - 1
        right[last] = torch.arange(len(words)) % 2 == 0  # some roots are right, and some are not
        right[last - 1] = True
        right[last - sizes + 1] = torch.arange(len(words)) > 0
        out.append((torch.where(right, labels, (labels + 1) % 5), labels, sizes))
    return [*out, (torch.tensor([2, 1, 0]), torch.tensor([3, 1, 0]), torch.tensor([3]))]


def _at(guesses, labels, places):
    return (guesses[places] == labels[places]).double().mean()


def _last(sizes):
    return sizes.cumsum(0) - 1


def _right(guesses, labels, sizes):
    return _at(guesses, labels, _last(sizes))


def _mean_of_trees(guesses, labels, sizes):
    right = (guesses == labels).double().split(sizes.tolist())
    return torch.stack([part.mean() for part in right]).mean()


def _whole_trees(guesses, labels, sizes):
    right = (guesses == labels).split(sizes.tolist())
    return sum(bool(part.all()) for part in right) / len(sizes)


def _by_splitting(guesses, labels, sizes):
    parts = zip(guesses.split(sizes.tolist()), labels.split(sizes.tolist()), strict=True)
    return sum(float(a[-1] == b[-1]) for a, b in parts) / len(sizes)


def _by_walking(guesses, labels, sizes):
    place, right = 0, 0
    for size in sizes.tolist():
        place += size
        right += int(guesses[place - 1]) == int(labels[place - 1])
    return right / len(sizes)


def _by_numpy(guesses, labels, sizes):
    ends = np.cumsum(sizes.numpy()) - 1
    return np.mean(guesses.numpy()[ends] == labels.numpy()[ends])


TASK = Task(
    id="4.7",
    title="The accuracy that counts",
    function="root_accuracy",
    signature="(guesses, labels, sizes)",
    points=1,
    minutes=10,
    difficulty="easy",
    section="A sentiment at every node",
    axes=(),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "counts all nodes",
            lambda guesses, labels, sizes: (guesses == labels).double().mean(),
            "Most nodes are single words without an opinion, and those are easy. On SST such a number lies "
            "near 80 % where the sentences are at 50 %.",
        ),
        Misconception(
            "takes the first node of each tree for its root",
            lambda guesses, labels, sizes: _at(guesses, labels, _last(sizes) - sizes + 1),
            "The children come first: node 0 of a tree is its first word. Where is the root?",
        ),
        Misconception(
            "takes the node before the root",
            lambda guesses, labels, sizes: _at(guesses, labels, _last(sizes) - 1),
            "After trees of 3 and 5 nodes the sums of the sizes are 3 and 8. At which places are the roots?",
        ),
        Misconception(
            "takes the mean over the nodes of each tree, and then over the trees",
            _mean_of_trees,
            "Now each sentence counts the same, but within it still every node does.",
        ),
        Misconception(
            "asks for whole trees without a mistake",
            _whole_trees,
            "A sentence is right if its root is, whatever its other nodes say.",
        ),
        Misconception(
            "gives the number of right roots, not their share",
            lambda guesses, labels, sizes: _right(guesses, labels, sizes) * len(sizes),
            "Divide by the number of trees.",
        ),
        Misconception(
            "divides the right roots by the number of all nodes",
            lambda guesses, labels, sizes: _right(guesses, labels, sizes) * len(sizes) / len(labels),
            "There are as many roots as trees.",
        ),
    ),
    equivalents=(_by_splitting, _by_walking, _by_numpy),
    answer_modules=(*ANSWERS, "prpn_edu.evaluation", "prpn_edu.training"),
)
