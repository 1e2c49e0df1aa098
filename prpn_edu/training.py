"""One training loop for every model of the course.

A model brings `read` (one example to numbers), `collate` (numbers to a batch), `size` (steps an example
takes) and `loss(batch)`. The loop brings seeds, batches, history, early stopping and the best weights. It
knows a training and a development set; the test set never enters.
"""

import copy
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import torch
from nltk import Tree
from torch import nn
from tqdm import tqdm

from prpn_edu.composition.classifier import Classifier
from prpn_edu.composition.examples import NO_LABEL

_POOL = 50  # so many batches are sorted by size together: little waste, and still little order


@dataclass
class Epoch:
    """One pass over the training set.

    Attributes:
        number: counted from 1.
        loss: mean training loss, in nats.
        dev: the score on the development set.
        cpu_seconds: processor time since the training began.
    """

    number: int
    loss: float
    dev: float
    cpu_seconds: float


@dataclass
class History:
    """What happened in a training.

    Attributes:
        seed: what the order of the batches and the dropout came from.
        epochs: one entry for each pass.
        best: the epoch whose weights the model now has: the first of the best on the development set.
    """

    seed: int
    epochs: list[Epoch] = field(default_factory=list)

    @property
    def best(self) -> Epoch:
        """The first of the epochs with the best score on the development set."""
        return max(self.epochs, key=lambda epoch: epoch.dev)


def fit(
    model: nn.Module,
    train: Sequence,
    dev: Sequence,
    *,
    seed: int = 0,
    epochs: int = 10,
    batch_size: int = 25,
    lr: float = 1e-3,
    all_nodes: bool = False,
    weight_decay: float = 0.0,
    clip: float | None = None,
    patience: int | None = None,
    score: Callable[[nn.Module, Sequence], float] | None = None,
    progress: bool | None = None,
) -> History:
    """Train with Adam, and leave the model with its best weights, in evaluation mode.

    Args:
        model: changed in place.
        train: examples with labels.
        dev: examples to choose the epoch by; never the test set.
        seed: for the order of the examples and for dropout. The weights before training are the model's own:
            call `torch.manual_seed` before making the model.
        epochs: passes over `train` at most.
        batch_size: B.
        lr: Adam's step size.
        all_nodes: for tree models, learn from the label of every node and not only of the root.
        weight_decay: how strongly weights are pulled to 0; a table with sparse gradients is left alone.
        clip: greatest norm of the gradient.
        patience: stop after so many epochs without a better score on `dev`; None never stops early.
        score: what to choose the epoch by, higher is better; `accuracy` when None.
        progress: show a bar; None shows it only in a terminal.
    Returns:
        the history; `history.best` is the epoch that was kept.
    Raises:
        ValueError: an empty set, an example without a label, epochs or batch_size below 1, clip together with
            sparse gradients.
        FloatingPointError: the loss is not a number any more.
    """
    for name, number in (("epochs", epochs), ("batch_size", batch_size)):
        if number < 1:
            raise ValueError(f"{name} must be 1 or more, not {number}")
    if clip is not None and getattr(model, "sparse", False):
        raise ValueError("clip needs the whole gradient: make the model with sparse=False, or leave clip out")
    score, examples = score or accuracy, _read(model, train, "train")
    if len(dev) == 0:
        raise ValueError("dev is empty: without it there is nothing to choose the best epoch by")
    history, best, began = History(seed), None, time.process_time()
    order, optimisers = random.Random(seed), make_optimisers(model, lr, weight_decay)
    with torch.random.fork_rng(devices=[]):  # the caller's own random numbers stay as they were
        torch.manual_seed(seed)
        for number in tqdm(
            range(1, epochs + 1), unit="epoch", disable=None if progress is None else not progress
        ):
            model.train()
            loss = _one_pass(model, batches(model, examples, batch_size, order), optimisers, all_nodes, clip)
            dev_score = score(model, dev)
            history.epochs.append(Epoch(number, loss, dev_score, time.process_time() - began))
            if history.best.number == number:
                best = copy.deepcopy(model.state_dict())  # state_dict() alone would go on changing
            elif patience is not None and number - history.best.number >= patience:
                break
    model.load_state_dict(best)
    model.eval()
    return history


def batches(model: nn.Module, items: Sequence, batch_size: int, order: random.Random) -> Iterator:
    """The items in random order, batched with others of about their size, as batches of the model."""
    items = list(items)
    order.shuffle(items)
    rows = []
    for start in range(0, len(items), _POOL * batch_size):
        pool = sorted(items[start : start + _POOL * batch_size], key=model.size)
        rows.extend(pool[k : k + batch_size] for k in range(0, len(pool), batch_size))
    order.shuffle(rows)
    return (model.collate(row) for row in rows)


@torch.no_grad()
def accuracy(model: nn.Module, examples: Sequence, all_nodes: bool = False, batch_size: int = 256) -> float:
    """The share of examples that get their label, in [0, 1]; dropout is off.

    Args:
        model: a classifier.
        examples: trees with labels.
        all_nodes: count every labelled node of a tree. Most nodes are neutral, so this is a much higher
            number than the accuracy of sentences: never set one beside the other.
        batch_size: B; makes no difference to the answer.
    """
    was_training = model.training
    model.eval()
    items, right, total = _read(model, examples, "the set"), 0, 0
    for start in range(0, len(items), batch_size):
        batch = model.collate(items[start : start + batch_size])
        scores = model.node_logits(batch) if all_nodes else model.logits(batch)
        labels = batch.node_labels if all_nodes else batch.labels
        known = labels != NO_LABEL
        right += int((scores.argmax(-1) == labels)[known].sum())
        total += int(known.sum())
    model.train(was_training)
    return right / total


def phrases(trees: Sequence[Tree]) -> list[Tree]:
    """Every phrase of every tree as an example of its own: phrase labels for models without trees."""
    return [node for tree in trees for node in tree.subtrees()]


def _read(model: nn.Module, examples: Sequence, name: str) -> list:
    """The examples as numbers; raises ValueError when there are none, or when a classifier gets no label."""
    if len(examples) == 0:
        raise ValueError(f"{name} is empty: give it at least one example")
    for k, example in enumerate(examples if isinstance(model, Classifier) else ()):
        if not (isinstance(example, Tree) and str(example.label()).isdecimal()):
            raise ValueError(
                f"example {k} of {name} has no label: expected a tree with a class at its root, "
                f"got {example!r:.60}"
            )
    return [model.read(example) for example in examples]


def _one_pass(model, rows: Iterator, optimisers: list, all_nodes: bool, clip: float | None) -> float:
    """One step for each batch; returns the mean loss."""
    losses = []
    for batch in rows:
        loss = model.loss(batch, all_nodes=True) if all_nodes else model.loss(batch)
        if not torch.isfinite(loss):
            raise FloatingPointError(
                f"the loss of batch {len(losses) + 1} is {loss.item()}: try a smaller lr, or clip=5"
            )
        for optimiser in optimisers:
            optimiser.zero_grad()
        loss.backward()
        if clip is not None:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        for optimiser in optimisers:
            optimiser.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def make_optimisers(model: nn.Module, lr: float, weight_decay: float = 0.0) -> list[torch.optim.Optimizer]:
    """Adam, and SparseAdam for a table with sparse gradients: it touches only the rows that occur."""
    table = getattr(model, "table", None) if getattr(model, "sparse", False) else None
    dense = [p for p in model.parameters() if p.requires_grad and p is not table]
    optimisers: list[torch.optim.Optimizer] = []
    if dense:
        optimisers.append(torch.optim.Adam(dense, lr=lr, weight_decay=weight_decay))
    if table is not None and table.requires_grad:
        optimisers.append(torch.optim.SparseAdam([table], lr=lr))
    return optimisers
