"""One training loop for every model of the course.

A model brings what `training.protocol.Trainable` says. The loop brings seeds, batches, history, early
stopping and the best weights, and can go on where it was stopped. It knows a training and a development set;
the test set never enters.
"""

import copy
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from prpn_edu.evaluation import scores
from prpn_edu.losses import Sum
from prpn_edu.training import checkpoint as checkpoints
from prpn_edu.training.history import Epoch, History
from prpn_edu.training.protocol import Trainable

KEEP = ("best", "last")  # whose weights a training leaves
_POOL = 50  # so many batches are sorted by size together: little waste, and still little order


@dataclass(frozen=True)
class TrainingConfig:
    """The settings of a training.

    Attributes:
        epochs: passes over the training set at most.
        batch_size: B.
        lr: Adam's step size.
        clip: greatest norm of the gradient.
        weight_decay: how strongly weights are pulled to 0; a table with sparse gradients is left alone.
        betas: how slowly Adam forgets earlier gradients, and their squares; (0, 0.999) is without momentum.
        patience: stop after so many epochs without a better score on the development set; None never stops
            early.
        keep: "best" leaves the weights of the best epoch, "last" those of the last one: for a number of
            epochs that was fixed beforehand, the development set then only watches.
        seed: for the order of the examples and for dropout. The weights before training are the model's own:
            call `torch.manual_seed` before making the model.
    """

    epochs: int = 10
    batch_size: int = 25
    lr: float = 2e-3
    clip: float | None = None
    weight_decay: float = 0.0
    betas: tuple[float, float] = (0.9, 0.999)
    patience: int | None = None
    keep: str = "best"
    seed: int = 0

    def __post_init__(self):
        for name in ("epochs", "batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.keep not in KEEP:
            raise ValueError(f"keep must be one of {', '.join(KEEP)}, not {self.keep!r}")
        object.__setattr__(self, "betas", tuple(map(float, self.betas)))  # torch takes no integer 0

    def decisive(self) -> dict[str, Any]:
        """What a training that is stopped must go on with: how long it takes may still be changed."""
        return {name: x for name, x in asdict(self).items() if name not in ("epochs", "patience")}


def fit(
    model: Trainable,
    train: Sequence,
    dev: Sequence,
    *,
    loss: Callable[[Any], Sum] | None = None,
    score: Callable[[Any, Sequence], float] = scores.score,
    checkpoint: Path | str | None = None,
    progress: bool | None = None,
    **settings: Any,
) -> History:
    """Train with Adam, and leave the model with its best weights, or its last, in evaluation mode.

        fit(model, train, dev)
        fit(model, train, dev, epochs=3, lr=5e-3)

    Args:
        model: changed in place, on the device where it is.
        train: examples to learn from.
        dev: examples to choose the epoch by; never the test set.
        loss: of a batch; None takes the model's own. A tree model learns from the label of every node, not
            of the root alone, by its `node_loss`.
        score: what to choose the epoch by, higher is better; by default the accuracy of a classifier, and of
            any other model the mean loss, with a minus.
        checkpoint: a file to go on from, should it exist, and to write after each epoch. A training that was
            killed and called again in the same way gives the same weights, bit for bit.
        progress: show a bar; None shows it only in a terminal.
        settings: those of `TrainingConfig`.
    Returns:
        the history; `history.best` is the epoch that was kept, unless the last one was asked for.
    Raises:
        ValueError: an empty set, an example without a label, epochs or batch_size below 1, clip together with
            sparse gradients, another `keep`, betas outside [0, 1).
        FloatingPointError: the loss is not a number any more.
        CheckpointError: a checkpoint of another training.
    """
    how, loss = TrainingConfig(**settings), loss or model.loss
    if how.clip is not None and getattr(model, "sparse", False):
        raise ValueError("clip needs the whole gradient: make the model with sparse=False, or leave clip out")
    examples = scores.read(model, train, "train")
    if len(dev) == 0:
        raise ValueError("dev is empty: without it there is nothing to choose the best epoch by")
    optimisers = make_optimisers(model, how.lr, how.weight_decay, how.betas)
    place = next(model.parameters()).device
    state = checkpoints.State(model, optimisers, random.Random(how.seed), place, History(how.seed), {})
    known = {"model": type(model).__name__, "loss": getattr(loss, "__name__", repr(loss)), **how.decisive()}
    known |= {"train": len(train), "steps": sum(map(model.size, examples)), "dev": len(dev)}
    file = None if checkpoint is None else Path(checkpoint)
    with _own_random_numbers(how.seed, place):
        if file is not None and file.exists():
            checkpoints.restore(file, state, known)
        done = len(state.history.epochs)
        began = time.process_time() - (state.history.epochs[-1].cpu_seconds if done else 0.0)
        hidden = None if progress is None else not progress
        numbers = range(done + 1, how.epochs + 1)
        for number in tqdm(numbers, unit="epoch", initial=done, total=how.epochs, disable=hidden):
            if state.history.is_over(how.epochs, how.patience):
                break
            model.train()
            rows = batches(model, examples, how.batch_size, state.order)
            mean = _one_pass(model, loss, rows, optimisers, how.clip)
            dev_score = score(model, dev)
            state.history.epochs.append(Epoch(number, mean, dev_score, time.process_time() - began))
            if how.keep == "last" or state.history.best.number == number:
                state.best = copy.deepcopy(model.state_dict())  # state_dict() alone would go on changing
            if file is not None:
                checkpoints.save(file, state, known)
    model.load_state_dict(state.best)
    model.eval()
    return state.history


@contextmanager
def _own_random_numbers(seed: int, device: torch.device) -> Iterator[None]:
    """Random numbers that begin at the seed; the caller's own stay as they were.

    Only the generators in use are seeded: `torch.manual_seed` would reach those of all devices, now or, where
    a device sleeps, when it wakes.
    """
    devices = [device] if device.type == "cuda" else []
    with torch.random.fork_rng(devices=devices):
        torch.default_generator.manual_seed(seed)
        if devices:
            with torch.cuda.device(device):
                torch.cuda.manual_seed(seed)
        yield


def batches(model: Trainable, items: Sequence, batch_size: int, order: random.Random) -> Iterator[Any]:
    """The items in random order, batched with others of about their size, as batches of the model."""
    items = list(items)
    order.shuffle(items)
    rows: list[list] = []
    for start in range(0, len(items), _POOL * batch_size):
        pool = sorted(items[start : start + _POOL * batch_size], key=model.size)
        rows.extend(pool[k : k + batch_size] for k in range(0, len(pool), batch_size))
    order.shuffle(rows)
    return (model.collate(row) for row in rows)


def _one_pass(
    model: Trainable,
    loss_of: Callable[[Any], Sum],
    rows: Iterable[Any],
    optimisers: Sequence[torch.optim.Optimizer],
    clip: float | None,
) -> float:
    """One step for each batch, down its mean loss; returns that of all batches."""
    total, count = 0.0, 0
    for number, batch in enumerate(rows, 1):
        loss = loss_of(batch)
        if not torch.isfinite(loss.total):
            raise FloatingPointError(
                f"the loss of batch {number} is {loss.total.item()}: try a smaller lr, or clip=5"
            )
        for optimiser in optimisers:
            optimiser.zero_grad()
        loss.mean.backward()
        if clip is not None:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        for optimiser in optimisers:
            optimiser.step()
        total += loss.total.item()
        count += loss.count
    return total / count


def make_optimisers(
    model: Trainable, lr: float, weight_decay: float = 0.0, betas: tuple[float, float] = (0.9, 0.999)
) -> list[torch.optim.Optimizer]:
    """Adam, and SparseAdam for a table with sparse gradients: it touches only the rows that occur."""
    table = getattr(model, "table", None) if getattr(model, "sparse", False) else None
    dense = [p for p in model.parameters() if p.requires_grad and p is not table]
    optimisers: list[torch.optim.Optimizer] = []
    if dense:
        optimisers.append(torch.optim.Adam(dense, lr=lr, betas=betas, weight_decay=weight_decay))
    if table is not None and table.requires_grad:
        optimisers.append(torch.optim.SparseAdam([table], lr=lr, betas=betas))
    return optimisers
