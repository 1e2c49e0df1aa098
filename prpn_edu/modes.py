"""A model read with dropout off, and left in the mode in which it was."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Put a model into evaluation mode for the lines inside, also when one of them raises.

    Raises:
        AttributeError: what is given is no module of torch.
    """
    was_training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(was_training)
