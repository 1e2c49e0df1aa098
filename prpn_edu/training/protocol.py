"""What a model must bring to be trained. It need not know of training: these methods are enough."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from torch import nn

from prpn_edu.losses import Sum


class Trainable(Protocol):
    """Four methods of the model's own, and those that every `torch.nn.Module` has.

    A model may bring more. One whose `measure` is "accuracy" is judged by it, any other by its loss (see
    `evaluation.scores.score`). One that has `check(example)` is asked before training; it raises ValueError
    for an example that it cannot learn from. With `sparse` set, the gradient of its `table` is sparse.
    """

    training: bool

    def read(self, example: Any) -> Any:
        """One example as numbers, made once before training."""

    def collate(self, items: Sequence[Any]) -> Any:
        """What `read` gave for B examples, as one batch on the model's device."""

    def size(self, item: Any) -> int:
        """How many steps the example takes: batches of one size waste no time."""

    def loss(self, batch: Any) -> Sum:
        """The loss in nats, added up, and how many labels or words it was added up over."""

    def parameters(self) -> Iterator[nn.Parameter]:
        """What is trained."""

    def train(self, mode: bool = True) -> Any:
        """Switch dropout on or off."""

    def eval(self) -> Any:
        """Switch dropout off."""

    def state_dict(self) -> dict[str, Any]:
        """All weights."""

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> Any:
        """Take all weights back."""
