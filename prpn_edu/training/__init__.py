"""One training loop for every model of the course: classifiers and language models."""

from prpn_edu.training.checkpoint import CheckpointError
from prpn_edu.training.fit import TrainingConfig, batches, fit, make_optimisers
from prpn_edu.training.history import Epoch, History
from prpn_edu.training.protocol import Trainable

__all__ = [
    "CheckpointError",
    "Epoch",
    "History",
    "Trainable",
    "TrainingConfig",
    "batches",
    "fit",
    "make_optimisers",
]
