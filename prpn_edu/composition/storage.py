"""A trained model in a folder: `weights.pt`, `vocabulary.json` and `settings.json`.

Weights are read with `weights_only=True`, everything else is JSON: nothing that is loaded can run code.
"""

import json
import os
import pickle
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from prpn_edu.data import Vocabulary

WEIGHTS, VOCABULARY, SETTINGS = "weights.pt", "vocabulary.json", "settings.json"


class StorageError(ValueError):
    """A folder that holds no model that can be read; the message names the file and the cure."""


def save(model: Any, folder: str | Path) -> None:
    """Write a model into a folder, whole or not at all; an earlier model there is replaced.

    Raises:
        StorageError: the folder holds other things, which would be lost.
    """
    folder = Path(folder)
    if folder.exists() and not (folder / SETTINGS).is_file() and (folder.is_file() or any(folder.iterdir())):
        raise StorageError(f"{folder} exists and is no saved model; choose another folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        new, old = Path(scratch) / "new", Path(scratch) / "old"
        new.mkdir()
        torch.save(model.state_dict(), new / WEIGHTS)
        model.vocabulary.save(new / VOCABULARY)
        content = {"class": type(model).__name__, "prpn_edu": version("prpn_edu"), "settings": model.settings}
        (new / SETTINGS).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        _swap(new, folder, old)


def load(kind: type, folder: str | Path) -> Any:
    """Read a model of the class `kind` back, in evaluation mode.

    Raises:
        StorageError: a file is missing or damaged, or the folder holds a model of another class.
    """
    folder = Path(folder)
    for name in (SETTINGS, VOCABULARY, WEIGHTS):
        if not (folder / name).is_file():
            raise StorageError(f"{folder / name} is missing; a model is saved with model.save(folder)")
    try:
        content = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        name, settings = content["class"], content["settings"]
    except (ValueError, KeyError, TypeError) as error:
        raise StorageError(f"{folder / SETTINGS} is damaged ({error}); save the model again") from error
    if name != kind.__name__:
        raise StorageError(f"{folder} holds a model of class {name}; read it with {name}.load(folder)")
    try:
        vocabulary = Vocabulary.load(folder / VOCABULARY)
    except ValueError as error:
        raise StorageError(f"{folder / VOCABULARY} is damaged ({error}); save the model again") from error
    try:
        model = kind(vocabulary, **settings)
        model.load_state_dict(torch.load(folder / WEIGHTS, weights_only=True, map_location="cpu"))
    except (RuntimeError, TypeError, ValueError, EOFError, pickle.UnpicklingError) as error:
        reason = str(error).partition("\n")[0]
        raise StorageError(
            f"{folder / WEIGHTS} does not fit {SETTINGS} and {VOCABULARY} beside it, or is damaged: "
            f"{reason}. Save the model again"
        ) from error
    return model.eval()


def _swap(new: Path, folder: Path, old: Path) -> None:
    """Put `new` where `folder` is; should that fail, what was there comes back."""
    if not folder.exists():
        os.replace(new, folder)
        return
    os.replace(folder, old)
    try:
        os.replace(new, folder)
    except OSError:
        os.replace(old, folder)
        raise
