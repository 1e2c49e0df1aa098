"""From sentences to a parser: words are counted, PRPNs read, and their trees teach tables of spans."""

import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from itertools import repeat
from pathlib import Path

import torch

from prpn_edu import files
from prpn_edu.errors import UsageError
from prpn_edu.induction.machine import Machine, taught, walls_of
from prpn_edu.induction.teachers import STAGES, Teacher, Tell, teach
from prpn_edu.induction.text import LONGEST, Text
from prpn_edu.latent.spans import WordClasses
from prpn_edu.latent.words import known_form

SEEDS, CLASSES = 5, 32
_PLAN = "text.json"


def induce(
    sentences: Iterable[str | Sequence[str]],
    *,
    seeds: int | Sequence[int] = SEEDS,
    longest: int = LONGEST,
    most: int | None = None,
    classes: int = CLASSES,
    endings: Sequence[str] | None = None,
    unit: str = "word",
    folder: str | Path | None = None,
    tell: Tell | None = None,
    run: Callable[..., Iterable[Teacher]] = map,
) -> Machine:
    """A parser for the language of a text, from nothing but the text.

        machine = prpn_edu.induce(prpn_edu.data.plain.sentences(open("novel.txt").read()))
        machine.parse("the old man gave her a book")

    Some PRPNs learn to guess the next word of the sentences. Their trees teach four tables over classes of
    words, and these parse. See chapter 17 of the book, *Above right-branching*.

    Args:
        sentences: strings, which are cut into words, or lists of words; of one language.
        seeds: how many PRPNs, or their seeds.
        longest: words of the longest sentence that is learnt from.
        most: sentences that the PRPNs read at most; of more, as many are drawn. Time grows with them.
        classes: of words.
        endings: what rare words go by, such as `latent.words.SUFFIXES` of English. None: the PRPNs take rare
            words for one, the tables know them by the endings that many words have.
        unit: of strings, "word", or "character" for a text without spaces.
        folder: for the trainings: what an earlier call on the same text began goes on.
        tell: called after each epoch with the seed, the epoch and its CPU seconds so far.
        run: `map`, or that of an executor, such as `client.get_executor().map` of Dask for several machines;
            `tell` is then not called.
    Returns:
        the parser.
    Raises:
        UsageError: too few sentences, or a folder of another text; the message says what to do.
        ValueError: one string in place of sentences, or an argument out of range.
    """
    text = Text.of(sentences, unit, longest, most, endings)
    return machine_of(text, teachers_of(text, seeds, folder, tell, run), classes, unit)


def teachers_of(
    text: Text,
    seeds: int | Sequence[int],
    folder: str | Path | None = None,
    tell: Tell | None = None,
    run: Callable[..., Iterable[Teacher]] = map,
) -> list[Teacher]:
    """The trained PRPNs; arguments and errors as in `induce`."""
    numbers = list(range(1, seeds + 1)) if isinstance(seeds, int) else list(seeds)
    if not numbers:
        raise ValueError("seeds must be 1 PRPN or more")
    with tempfile.TemporaryDirectory() if folder is None else nullcontext(folder) as place:
        path = Path(place).resolve()
        _claim(path, text.mark())
        told = [repeat(tell)] if run is map else []
        return list(run(teach, numbers, repeat(text.lessons), repeat(path), *told))


def machine_of(
    text: Text, teachers: Sequence[Teacher], classes: int | WordClasses = CLASSES, unit: str = "word"
) -> Machine:
    """What the teachers teach together, over so many classes of words, or over given ones."""
    known = text.classes(classes) if isinstance(classes, int) else classes
    stages = tuple(taught(teachers, s, text.forms, text.places, known) for s in range(len(STAGES)))
    words, suffixes = known.vocabulary, known.suffixes
    ids = words.encode([known_form(word, words, suffixes) for row in text.forms for word in row])
    about = {
        "sentences": len(text.sentences),
        "words": sum(map(len, text.sentences)),
        "learnt_from": len(text.drawn),
        "models": len(teachers),
    }
    return Machine(
        known, stages, walls_of(teachers, torch.tensor(ids), len(words)), text.longest, unit, about
    )


def _claim(folder: Path, mark: str) -> None:
    """Take the folder for this text. Raises UsageError if it is another's."""
    plan = folder / _PLAN
    if plan.is_file():
        if json.loads(plan.read_text(encoding="utf-8")) != {"text": mark}:
            raise UsageError(
                f"{folder} holds trainings on another text, or with other settings: name another folder, or "
                "remove this one"
            )
    elif folder.is_dir() and any(folder.iterdir()):
        raise UsageError(f"{folder} holds other files: name a folder that is new or empty")
    files.write_text(plan, json.dumps({"text": mark}) + "\n")
