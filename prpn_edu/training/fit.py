"""One training loop for every model of the course.

A model brings what `training.protocol.Trainable` says. The loop brings seeds, batches, history, early
stopping and the best weights, and can go on where it was stopped. It knows a training and a development set;
the test set never enters.
"""

import copy
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from prpn_edu.evaluation import scores
from prpn_edu.training import checkpoint as checkpoints
from prpn_edu.training.history import Epoch, History
from prpn_edu.training.protocol import Trainable

KEEP = ("best", "last")  # whose weights a training leaves
_POOL = 50  # so many batches are sorted by size together: little waste, and still little order


def fit(
    model: Trainable,
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
    betas: tuple[float, float] = (0.9, 0.999),
    keep: str = "best",
    patience: int | None = None,
    score: Callable[[Any, Sequence], float] | None = None,
    progress: bool | None = None,
    device: torch.device | str | None = None,
    checkpoint: Path | str | None = None,
) -> History:
    """Train with Adam, and leave the model with its best weights, or its last, in evaluation mode.

    Args:
        model: changed in place.
        train: examples to learn from.
        dev: examples to choose the epoch by; never the test set.
        seed: for the order of the examples and for dropout. The weights before training are the model's own:
            call `torch.manual_seed` before making the model.
        epochs: passes over `train` at most.
        batch_size: B.
        lr: Adam's step size.
        all_nodes: for tree models, learn from the label of every node and not only of the root.
        weight_decay: how strongly weights are pulled to 0; a table with sparse gradients is left alone.
        clip: greatest norm of the gradient.
        betas: how slowly Adam forgets earlier gradients, and their squares; (0, 0.999) is without momentum.
        keep: "best" leaves the weights of the best epoch on `dev`, "last" those of the last one: for a number
            of epochs that was fixed beforehand, `dev` then only watches.
        patience: stop after so many epochs without a better score on `dev`; None never stops early.
        score: what to choose the epoch by, higher is better. When None, the accuracy of a classifier, and of
            any other model the mean loss, with a minus.
        progress: show a bar; None shows it only in a terminal.
        device: where to train, such as "cuda"; None leaves the model where it is.
        checkpoint: a file to go on from, should it exist, and to write after each epoch. A training that was
            killed and called again in the same way gives the same weights, bit for bit.
    Returns:
        the history; `history.best` is the epoch that was kept, unless the last one was asked for.
    Raises:
        ValueError: an empty set, an example without a label, epochs or batch_size below 1, clip together with
            sparse gradients, another `keep`, betas outside [0, 1).
        FloatingPointError: the loss is not a number any more.
        CheckpointError: a checkpoint of another training.
    """
    for name, number in (("epochs", epochs), ("batch_size", batch_size)):
        if number < 1:
            raise ValueError(f"{name} must be 1 or more, not {number}")
    if keep not in KEEP:
        raise ValueError(f"keep must be one of {', '.join(KEEP)}, not {keep!r}")
    if clip is not None and getattr(model, "sparse", False):
        raise ValueError("clip needs the whole gradient: make the model with sparse=False, or leave clip out")
    if device is not None:
        model.to(torch.device(device))
    examples = scores.read(model, train, "train")
    if len(dev) == 0:
        raise ValueError("dev is empty: without it there is nothing to choose the best epoch by")
    score = score or (scores.accuracy if hasattr(model, "classes") else _minus_mean_loss)
    optimisers, place = make_optimisers(model, lr, weight_decay, betas), next(model.parameters()).device
    state = checkpoints.State(model, optimisers, random.Random(seed), place, History(seed), {})
    settings = {"model": type(model).__name__, "seed": seed, "batch_size": batch_size, "lr": lr}
    settings |= {"all_nodes": all_nodes, "weight_decay": weight_decay, "clip": clip}
    settings |= {"betas": tuple(map(float, betas)), "keep": keep}
    settings |= {"train": len(train), "steps": sum(map(model.size, examples)), "dev": len(dev)}
    file = None if checkpoint is None else Path(checkpoint)
    with _own_random_numbers(seed, place):
        if file is not None and file.exists():
            checkpoints.restore(file, state, settings)
        done = len(state.history.epochs)
        began = time.process_time() - (state.history.epochs[-1].cpu_seconds if done else 0.0)
        hidden = None if progress is None else not progress
        for number in tqdm(
            range(done + 1, epochs + 1), unit="epoch", initial=done, total=epochs, disable=hidden
        ):
            if state.history.is_over(epochs, patience):
                break
            model.train()
            loss = _one_pass(
                model, batches(model, examples, batch_size, state.order), optimisers, all_nodes, clip
            )
            dev_score = score(model, dev)
            state.history.epochs.append(Epoch(number, loss, dev_score, time.process_time() - began))
            if keep == "last" or state.history.best.number == number:
                state.best = copy.deepcopy(model.state_dict())  # state_dict() alone would go on changing
            if file is not None:
                checkpoints.save(file, state, settings)
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


def _minus_mean_loss(model: Any, examples: Sequence) -> float:
    return -scores.mean_loss(model, examples)


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
    model: Any, rows: Iterator, optimisers: list[torch.optim.Optimizer], all_nodes: bool, clip: float | None
) -> float:
    """One step for each batch, down its mean loss; returns that of all batches."""
    total, count = 0.0, 0
    for number, batch in enumerate(rows, 1):
        loss = model.loss(batch, all_nodes=True) if all_nodes else model.loss(batch)
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
    both = float(betas[0]), float(betas[1])  # torch takes no integer 0
    if dense:
        optimisers.append(torch.optim.Adam(dense, lr=lr, betas=both, weight_decay=weight_decay))
    if table is not None and table.requires_grad:
        optimisers.append(torch.optim.SparseAdam([table], lr=lr, betas=both))
    return optimisers
