"""How good is a model on examples with known answers? Accuracy of a classifier, perplexity of any model.

A model is read as in training: `read` turns an example into numbers, `collate` joins them to a batch.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from prpn_edu.losses import NO_LABEL
from prpn_edu.modes import evaluating


def read(model: Any, examples: Sequence, name: str = "the set") -> list:
    """The examples as numbers.

    Args:
        model: brings `read`, and may bring `check`, which raises ValueError for an example that has no known
            answer.
        examples: what the model takes.
        name: of the set, for the messages.
    Raises:
        ValueError: no example, or one without an answer, with its place.
    """
    if len(examples) == 0:
        raise ValueError(f"{name} is empty: give it at least one example")
    check = getattr(model, "check", None)
    for k, example in enumerate(examples):
        try:
            if check is not None:
                check(example)
        except ValueError as error:
            raise ValueError(f"example {k} of {name}: {error}") from None
    return [model.read(example) for example in examples]


def score(model: Any, examples: Sequence) -> float:
    """The number to choose a model by, higher is better.

    Args:
        model: one whose `measure` is "accuracy" is judged by its `accuracy`, any other by its
            `mean_loss`, with a minus.
        examples: what the model takes.
    """
    if getattr(model, "measure", "loss") == "accuracy":
        return accuracy(model, examples)
    return -mean_loss(model, examples)


@torch.no_grad()
def accuracy(model: Any, examples: Sequence, all_nodes: bool = False, batch_size: int = 256) -> float:
    """The share of examples that get their label, in [0, 1]; dropout is off.

    Args:
        model: a classifier: `logits(batch)` scores the classes, the batch has `labels`.
        examples: trees with labels.
        all_nodes: count every labelled node of a tree. Most nodes are neutral, so this is a much higher
            number than the accuracy of sentences: never set one beside the other.
        batch_size: B; makes no difference to the answer.
    """
    right = total = 0
    for batch in _batches(model, examples, batch_size):
        scores = model.node_logits(batch) if all_nodes else model.logits(batch)
        labels = batch.node_labels if all_nodes else batch.labels
        known = labels != NO_LABEL
        right += int((scores.argmax(-1) == labels)[known].sum())
        total += int(known.sum())
    return right / total


@torch.no_grad()
def mean_loss(model: Any, examples: Sequence, batch_size: int = 256) -> float:
    """The loss of one label or word, in nats, over all examples; dropout is off.

    Args:
        model: `loss(batch)` gives a `losses.Sum`.
        examples: what the model takes.
        batch_size: B; makes no difference to the answer but in its last digits.
    """
    total, count = 0.0, 0
    for batch in _batches(model, examples, batch_size):
        loss = model.loss(batch)
        total += loss.total.item()
        count += loss.count
    return total / count


def perplexity(model: Any, examples: Sequence, batch_size: int = 256) -> float:
    """exp of the mean loss: among how many equally likely words the model would be as unsure as it is."""
    return math.exp(mean_loss(model, examples, batch_size))


def _batches(model: Any, examples: Sequence, batch_size: int) -> Iterator[Any]:
    """The examples in their order as batches, the model in evaluation mode until the last is done."""
    items = read(model, examples)
    with evaluating(model):
        for start in range(0, len(items), batch_size):
            yield model.collate(items[start : start + batch_size])
