"""A training in a file: stopped at any moment, even killed, it goes on as if nothing had happened.

The file is written after each epoch, whole or not at all. It is read with `weights_only=True`: nothing that
is loaded can run code.
"""

import pickle
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from prpn_edu import files
from prpn_edu.training.history import Epoch, History
from prpn_edu.training.protocol import Trainable


class CheckpointError(ValueError):
    """A file that this training cannot go on from; the message names the file and the cure."""


@dataclass
class State:
    """All that changes while a model is trained.

    Attributes:
        model: its weights.
        optimisers: their moments.
        order: the source of the order of the examples.
        device: whose random numbers the dropout takes, beside those of the processor.
        history: the epochs so far.
        best: the weights after the best of them.
    """

    model: Trainable
    optimisers: list[torch.optim.Optimizer]
    order: random.Random
    device: torch.device
    history: History
    best: dict[str, torch.Tensor]


def save(path: Path, state: State, settings: dict[str, Any]) -> None:
    """Write the state, whole or not at all.

    Args:
        path: the file.
        state: what to write.
        settings: what the training was called with; `restore` takes no others.
    """
    content = {
        "settings": settings,
        "model": state.model.state_dict(),
        "best": state.best,
        "optimisers": [optimiser.state_dict() for optimiser in state.optimisers],
        "order": state.order.getstate(),
        "random": torch.get_rng_state(),
        "random_cuda": torch.cuda.get_rng_state(state.device) if state.device.type == "cuda" else None,
        "history": asdict(state.history),
    }
    with files.new_file(path) as part:
        torch.save(content, part)


def restore(path: Path, state: State, settings: dict[str, Any]) -> None:
    """Bring the state to where the file was written.

    Args:
        path: a file that `save` wrote.
        state: changed in place, and so are torch's own random numbers.
        settings: what the training is called with now.
    Raises:
        CheckpointError: the file is damaged, or holds a training with other settings or of another model.
    """
    content = _content(path)
    before = content["settings"]
    for name in settings:
        if before.get(name) != settings[name]:
            raise CheckpointError(
                f"{path} holds a training with {name}={before.get(name)!r}, this one has "
                f"{name}={settings[name]!r}; remove the file to begin anew, or name another one"
            )
    try:
        state.model.load_state_dict(content["model"])
        for optimiser, moments in zip(state.optimisers, content["optimisers"], strict=True):
            optimiser.load_state_dict(moments)
    except (RuntimeError, ValueError, KeyError) as error:
        reason = str(error).partition("\n")[0]
        raise CheckpointError(f"{path} holds another model ({reason}); name another file") from error
    state.best = content["best"]
    state.order.setstate(content["order"])
    state.history = _history(content)
    torch.set_rng_state(content["random"])
    if state.device.type == "cuda" and content["random_cuda"] is not None:
        torch.cuda.set_rng_state(content["random_cuda"], state.device)


def history(path: Path) -> History:
    """What is told of a training in its file. Raises CheckpointError: as in `restore`, of a damaged file."""
    return _history(_content(path))


def _content(path: Path) -> dict[str, Any]:
    """What a file holds."""
    try:
        content = torch.load(path, weights_only=True, map_location="cpu")
        settings = {"loss": "loss", **content["settings"]}  # earlier versions did not write it
    except (OSError, RuntimeError, EOFError, KeyError, TypeError, pickle.UnpicklingError) as error:
        reason = str(error).partition("\n")[0]
        raise CheckpointError(
            f"{path} is damaged or no checkpoint ({reason}); remove it to begin anew"
        ) from error
    return content | {"settings": settings}


def _history(content: dict[str, Any]) -> History:
    told = content["history"]
    return History(told["seed"], [Epoch(**epoch) for epoch in told["epochs"]])
