"""How every model of the fair grid is trained: AdamW, a falling rate, averaged weights.

`prpn_edu.training.fit` stays the loop of the course; this one adds what the literature adds.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from experiments.grid_models import scores
from prpn_edu.losses import Sum, cross_entropy
from prpn_edu.training.fit import batches


@dataclass(frozen=True)
class How:
    """A recipe of training.

    Attributes:
        epochs: passes over the training set.
        batch_size: B, sentences; with all phrases, all those of these sentences.
        lr: of the weights; it falls to 0 along a straight line where `falling` is set.
        table_lr: of the word vectors.
        weight_decay: of all weights but the word vectors, AdamW's (taken off in each step, times the rate).
        average: how slowly the weights that are tested forget; 0 tests the weights themselves. After n steps
            never slower than (1 + n) / (10 + n), so that the weights drawn at the start are soon forgotten.
        neighbours: how much the next worse and the next better class count as right too, 1 as much as the
            true one; the three together count 1.
        falling: let the rate fall.
    """

    epochs: int = 8
    batch_size: int = 50
    lr: float = 2e-3
    table_lr: float = 2e-3
    weight_decay: float = 0.0
    average: float = 0.0
    neighbours: float = 0.0
    falling: bool = True


def train(
    model: Any, items: Sequence, dev: Sequence, gold: str, how: How, seed: int, all_phrases: bool
) -> tuple[Any, dict[str, Any]]:
    """Train from one seed.

    Args:
        model: of `grid_models.MODELS`; changed.
        items: what the model has read of the training set.
        dev: what it has read of the development set, to choose the epoch by.
        gold: the classes there, a digit each.
        how: the recipe.
        seed: for the order and the dropout.
        all_phrases: learn from the class of every phrase.
    Returns:
        the model of the best epoch (the first of several), and what happened.
    """
    order, began = random.Random(seed), time.process_time()
    optimiser = _optimiser(model, how)
    steps = how.epochs * -(-len(items) // how.batch_size)
    falling = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: 1 - s / steps if how.falling else 1.0)
    averaged = AveragedModel(model, multi_avg_fn=_forgetting(how.average)) if how.average else None
    shown = averaged.module if averaged else model
    history: dict[str, Any] = {"dev_by_epoch": [], "loss_by_epoch": []}
    best: dict[str, Tensor] = {}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        for _ in range(how.epochs):
            model.train()
            total = count = 0.0
            for batch in batches(model, items, how.batch_size, order):
                loss = loss_of(*scores(model, batch, all_phrases), how.neighbours)
                optimiser.zero_grad()
                loss.mean.backward()
                optimiser.step()
                falling.step()
                if averaged:
                    averaged.update_parameters(model)
                total, count = total + loss.total.item(), count + loss.count
            found = answers_of(shown, dev)
            right = sum(a == b for a, b in zip(found, gold, strict=True))
            if right > max(history["dev_by_epoch"], default=-1):
                best = {name: part.clone() for name, part in shown.state_dict().items()}
            history["dev_by_epoch"].append(right)
            history["loss_by_epoch"].append(round(total / count, 4))
    shown.load_state_dict(best)
    shown.eval()
    by_epoch = history["dev_by_epoch"]
    history["dev_by_epoch"] = [round(100 * right / len(dev), 2) for right in by_epoch]
    history["best_epoch"] = 1 + by_epoch.index(max(by_epoch))
    history["cpu_seconds"] = round(time.process_time() - began, 1)
    return shown, history


@torch.no_grad()
def answers_of(model: Any, items: Sequence[Any]) -> str:
    """The class of each sentence as one digit, in their order; dropout is off."""
    model.eval()
    found = [
        model.logits(model.collate(items[start : start + 256])).argmax(1)
        for start in range(0, len(items), 256)
    ]
    return "".join(str(label) for label in torch.cat(found).tolist())


def loss_of(scores: Tensor, labels: Tensor, neighbours: float) -> Sum:
    """Cross-entropy to the class, or to a distribution over it and its neighbours, added up.

    Args:
        scores: (N, C), unnormalised.
        labels: (N,), every one a class where `neighbours` is not 0.
        neighbours: as in `How`.
    """
    if neighbours == 0:
        return cross_entropy(scores, labels)
    classes = torch.arange(scores.size(1))
    apart = (classes - classes.unsqueeze(1)).abs()  # (C, C)
    share = (apart == 0) + neighbours * (apart == 1)
    share /= share.sum(1, keepdim=True)
    return Sum(F.cross_entropy(scores, share[labels], reduction="sum"), len(labels))


def _forgetting(slowest: float) -> Callable[[Any, Any, Any], None]:
    """How averaged weights follow those of step n."""

    def follow(averaged: Any, weights: Any, n: Any) -> None:
        kept = min(slowest, (1 + int(n)) / (10 + int(n)))
        torch._foreach_lerp_(averaged, weights, 1 - kept)

    return follow


def _optimiser(model: nn.Module, how: How) -> torch.optim.Optimizer:
    rest = [p for name, p in model.named_parameters() if name != "table"]
    groups: list[dict[str, Any]] = [
        {"params": rest, "lr": how.lr, "weight_decay": how.weight_decay},
        {"params": [model.table], "lr": how.table_lr, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, fused=True)
