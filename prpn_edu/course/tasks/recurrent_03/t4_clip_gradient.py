"""Task 3.4: clipping a gradient by its norm."""

import math

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """Gradients (N,) and thresholds: (3, 4) too long and short enough, random ones, zeros."""
    generator = seeded(seed)
    out = [(real([3.0, 4.0]), 2.0), (real([3.0, 4.0]), 10.0), (real([0.3, -0.4]), 1.0)]
    out += [(5 * normal(generator, n), 0.5) for n in (3, 6)]
    return [*out, (normal(generator, 4), 100.0), (real([0.0, 0.0]), 1.0)]


def _right(gradient, threshold):
    norm = gradient.norm()
    return gradient * (threshold / norm) if norm > threshold else gradient.clone()


def _scaled(gradient, threshold, size):
    return gradient * threshold / size if size > threshold else gradient.clone()


def _by_factor(gradient, threshold):
    norm = torch.linalg.vector_norm(gradient.double())
    return gradient * torch.clamp(threshold / norm.clamp(min=1e-30), max=1.0)


def _by_torch(gradient, threshold):
    parameter = torch.nn.Parameter(torch.zeros_like(gradient))
    parameter.grad = gradient.clone()
    torch.nn.utils.clip_grad_norm_([parameter], threshold)
    return parameter.grad


def _by_loops(gradient, threshold):
    values = gradient.tolist()
    norm = math.sqrt(sum(value * value for value in values))
    return [value * threshold / max(norm, threshold) for value in values]


def _by_numpy(gradient, threshold):
    values = gradient.numpy()
    return values / max(1.0, np.linalg.norm(values) / threshold)


TASK = Task(
    id="3.4",
    title="Clipping",
    function="clip_gradient",
    signature="(gradient, threshold)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="How long does a word last?",
    axes=("n",),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "clips every entry by itself",
            lambda gradient, threshold: gradient.clamp(-threshold, threshold),
            "That turns the gradient into another direction. Scale all entries by one factor.",
        ),
        Misconception(
            "scales a short gradient up to the threshold",
            lambda gradient, threshold: gradient * threshold / gradient.norm(),
            "A gradient that is short enough must stay as it is. And what would become of zeros?",
        ),
        Misconception(
            "scales to length 1 and not to the threshold",
            lambda gradient, threshold: (
                _scaled(gradient, threshold, gradient.norm()) / threshold
                if gradient.norm() > threshold
                else gradient.clone()
            ),
            "The result of a gradient that was too long must have the length of the threshold.",
        ),
        Misconception(
            "compares and divides by the square of the norm",
            lambda gradient, threshold: _scaled(gradient, threshold, gradient.square().sum()),
            "The length of (3, 4) is 5 and not 25.",
        ),
        Misconception(
            "measures the length by the sum of the absolute values",
            lambda gradient, threshold: _scaled(gradient, threshold, gradient.abs().sum()),
            "The length of (3, 4) is 5 and not 7: take the Euclidean norm.",
        ),
        Misconception(
            "measures the length by the largest entry",
            lambda gradient, threshold: _scaled(gradient, threshold, gradient.abs().max()),
            "The length of (3, 4) is 5 and not 4: take the Euclidean norm.",
        ),
        Misconception(
            "throws a long gradient away",
            lambda gradient, threshold: _right(gradient, threshold) * (gradient.norm() <= threshold),
            "Its direction is still good. Shorten it, and keep it.",
        ),
    ),
    equivalents=(_by_factor, _by_torch, _by_loops, _by_numpy),
    answer_modules=ANSWERS,
)
