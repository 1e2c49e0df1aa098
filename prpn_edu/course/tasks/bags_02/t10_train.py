"""Task 2.10: the training loop, with vectors that learn or stay frozen."""

import numpy as np
import torch
from torch.nn import functional

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, normal, numbers_below, seeded


def cases(seed: int) -> list[tuple]:
    """vectors (V, E), W (C, E), bags (B, V), labels (B,), rate, steps, freeze: one step, several, frozen."""
    generator = seeded(seed)
    out = []
    for V, E, C, B, steps, freeze in (
        (3, 2, 2, 2, 1, False),
        (3, 2, 2, 2, 1, True),
        (4, 2, 3, 3, 3, False),
        (5, 3, 4, 2, 4, True),
    ):
        bags = numbers_below(generator, 3, B, V).float()
        bags[:, 0] += 1  # no sentence is empty
        y = numbers_below(generator, C, B)
        out.append((normal(generator, V, E), normal(generator, C, E), bags, y, 0.5, steps, freeze))
    return out


def _mean_loss(o, y):
    return functional.cross_entropy(o, y)


def _train(vectors, W, bags, y, rate, steps, freeze, loss=_mean_loss, keep=0.0, turns=False):
    """Plain gradient steps; `keep` is the share of the old gradient that stays, `turns` moves W last."""
    with torch.enable_grad():
        parts = [vectors.clone(), W.clone()]
        old = [torch.zeros_like(part) for part in parts]
        for _ in range(steps):
            learning = [1] if freeze else [0, 1]
            for group in [[k] for k in learning] if turns else [learning]:
                for k in group:
                    parts[k] = parts[k].detach().requires_grad_()
                slopes = torch.autograd.grad(loss(bags @ parts[0] @ parts[1].T, y), [parts[k] for k in group])
                for k, slope in zip(group, slopes, strict=True):
                    old[k] = keep * old[k] + slope
                    parts[k] = parts[k].detach() - rate * old[k]
    return torch.cat([part.detach() for part in parts])


def _one_by_one(vectors, W, bags, y, rate, steps, freeze):
    for _ in range(steps):
        for b in range(len(y)):
            parts = _train(vectors, W, bags[b : b + 1], y[b : b + 1], rate, 1, freeze)
            vectors, W = parts[: len(vectors)], parts[len(vectors) :]
    return torch.cat([vectors, W])


def _always(freeze):
    return lambda vectors, W, bags, y, rate, steps, _: _train(vectors, W, bags, y, rate, steps, freeze)


def _changed(**changes):
    return lambda *case: _train(*case, **changes)


def _by_optimiser(vectors, W, bags, y, rate, steps, freeze):
    table = torch.nn.Embedding.from_pretrained(vectors.clone(), freeze=freeze)
    layer = torch.nn.Parameter(W.clone())
    optimiser = torch.optim.SGD([*table.parameters(), layer], lr=rate)
    for _ in range(steps):
        optimiser.zero_grad()
        functional.cross_entropy(functional.linear(bags @ table.weight, layer), y).backward()
        optimiser.step()
    return torch.cat([table.weight, layer])


def _by_hand(vectors, W, bags, y, rate, steps, freeze):
    v, w, x = vectors.numpy().astype(float), W.numpy().astype(float), bags.numpy()
    for _ in range(steps):
        powers = np.exp(x @ v @ w.T)
        blame = powers / powers.sum(1, keepdims=True) - np.eye(len(w))[y.numpy()]
        blame /= len(y)
        v, w = v - (0 if freeze else rate) * (x.T @ blame @ w), w - rate * (blame.T @ x @ v)
    return np.concatenate([v, w])


def _by_clearing(vectors, W, bags, y, rate, steps, freeze):
    vectors, W = vectors.double().requires_grad_(not freeze), W.double().requires_grad_()
    for _ in range(steps):
        logs = (bags.double() @ vectors @ W.T).log_softmax(1)
        (-logs[torch.arange(len(y)), y].sum() / len(y)).backward()
        with torch.no_grad():
            for part in (vectors, W):
                if part.grad is not None:
                    part -= rate * part.grad
                    part.grad = None
    return [*vectors, *W]


TASK = Task(
    id="2.10",
    title="The training loop",
    function="train",
    signature="(vectors, W, bags, y, rate, steps, freeze)",
    points=3,
    minutes=15,
    difficulty="hard",
    section="The training loop",
    axes=("row", "e"),
    reference=_train,
    cases=cases,
    misconceptions=(
        Misconception(
            "never sets the gradients back to zero",
            _changed(keep=1.0),
            "backward() ADDS to what is in .grad. Before each backward the old gradient must go.",
        ),
        Misconception(
            "adds the gradients of the sentences and does not divide by their number",
            _changed(loss=lambda o, y: functional.cross_entropy(o, y, reduction="sum")),
            "One backward() for each sentence adds up. The loss is the mean over the batch.",
        ),
        Misconception(
            "takes a softmax before the cross-entropy, which takes one itself",
            _changed(loss=lambda o, y: functional.cross_entropy(o.softmax(1), y)),
            "Give `cross_entropy` the scores. Twice softmax means small steps, and no error message.",
        ),
        Misconception(
            "moves the frozen vectors too",
            _always(False),
            "Frozen means bit for bit the same after training. What is handed to the optimiser when "
            "`freeze` is True?",
        ),
        Misconception(
            "never moves the vectors",
            _always(True),
            "`Embedding.from_pretrained` freezes unless it is told otherwise, and a clone may not require a "
            "gradient. Where `freeze` is False, the vectors learn.",
        ),
        Misconception(
            "goes uphill",
            lambda vectors, W, bags, y, rate, steps, freeze: _train(
                vectors, W, bags, y, -rate, steps, freeze
            ),
            "The gradient points to where the loss grows. Step against it.",
        ),
        Misconception(
            "takes one step for each sentence",
            _one_by_one,
            "All B sentences are one batch here: one gradient, one step.",
        ),
        Misconception(
            "moves the vectors first and asks for the gradient of W afterwards",
            _changed(turns=True),
            "Both gradients belong to the same moment. Compute them together, then move both.",
        ),
    ),
    equivalents=(_by_optimiser, _by_hand, _by_clearing),
    answer_modules=ANSWERS,
    tolerance=1e-4,
)
