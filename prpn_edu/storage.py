"""A trained model in a folder: `weights.pt`, `vocabulary.json` and `settings.json`.

One way to save and load for every model that keeps its settings in a frozen dataclass. Weights are read with
`weights_only=True`, everything else is JSON: nothing that is loaded can run code.
"""

import json
import pickle
from collections.abc import Mapping
from dataclasses import asdict, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Self

import torch

from prpn_edu import files
from prpn_edu.data import Vocabulary

WEIGHTS, VOCABULARY, SETTINGS = "weights.pt", "vocabulary.json", "settings.json"


class StorageError(ValueError):
    """A folder that holds no model that can be read; the message names the file and the cure."""


class Stored:
    """A base class for models: gives `save` and `load`.

    Attributes:
        Config: the dataclass of the settings; `load` calls the constructor with the vocabulary and these.
        RETIRED: settings of earlier versions that are gone, each with the value that says what the model
            does now: `load` passes over them.
        config: the settings of this model.
        vocabulary: the words it knows.
    """

    Config: ClassVar[type]
    RETIRED: ClassVar[Mapping[str, Any]] = {}
    config: Any
    vocabulary: Vocabulary

    def save(self, folder: str | Path) -> None:
        """Write weights, vocabulary and settings into a folder, whole or not at all."""
        save(self, folder)

    @classmethod
    def load(cls, folder: str | Path) -> Self:
        """Read a model that `save` wrote. Raises storage.StorageError, naming the file and the cure."""
        return load(cls, folder)


def save(model: Any, folder: str | Path) -> None:
    """Write a model into a folder, whole or not at all; an earlier model there is replaced.

    Raises:
        StorageError: the folder holds other things, which would be lost.
    """
    folder = Path(folder)
    if not files.is_free(folder, SETTINGS):
        raise StorageError(f"{folder} exists and is no saved model; choose another folder")
    content = {
        "class": type(model).__name__,
        "prpn_edu": version("prpn_edu"),
        "settings": asdict(model.config),
    }
    with files.new_folder(folder) as new:
        torch.save(model.state_dict(), new / WEIGHTS)
        model.vocabulary.save(new / VOCABULARY)
        (new / SETTINGS).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def load(kind: Any, folder: str | Path) -> Any:
    """Read a model of the class `kind` back, in evaluation mode.

    Raises:
        StorageError: a file is missing or damaged, or the folder holds a model of another class or of a
            version with other settings.
    """
    folder = Path(folder)
    for name in (SETTINGS, VOCABULARY, WEIGHTS):
        if not (folder / name).is_file():
            raise StorageError(f"{folder / name} is missing; a model is saved with model.save(folder)")
    try:
        content = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        name, settings = content["class"], dict(content["settings"])
    except (ValueError, KeyError, TypeError) as error:
        raise StorageError(f"{folder / SETTINGS} is damaged ({error}); save the model again") from error
    if name != kind.__name__:
        raise StorageError(f"{folder} holds a model of class {name}; read it with {name}.load(folder)")
    settings = {key: value for key, value in settings.items() if (key, value) not in kind.RETIRED.items()}
    unknown = sorted(settings.keys() - {field.name for field in fields(kind.Config)})
    if unknown:
        raise StorageError(
            f"{folder / SETTINGS} was written by prpn_edu {content.get('prpn_edu')} with "
            f"{', '.join(unknown)}, which {name} does not know here; train and save the model again, or read "
            "it with that version"
        )
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
