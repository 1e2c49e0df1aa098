"""What happened in a training, pass by pass."""

from dataclasses import dataclass, field


@dataclass
class Epoch:
    """One pass over the training set.

    Attributes:
        number: counted from 1.
        loss: mean training loss of a label or word, in nats, while the weights were changing.
        dev: the score on the development set.
        cpu_seconds: processor time since the training began, interruptions left out.
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

    def is_over(self, epochs: int, patience: int | None) -> bool:
        """Whether so many epochs are done, or `patience` of them in a row brought nothing better."""
        done = len(self.epochs)
        return done >= epochs or (patience is not None and done > 0 and done - self.best.number >= patience)
