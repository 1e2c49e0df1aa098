"""The teachers: PRPNs with tape, which read a text and score its words, at five stages of their training.

A teacher is trained an epoch at a time with a checkpoint, so that a training that was stopped goes on. When
it is done its scores are kept, and nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import torch
from torch import Tensor

from prpn_edu import evaluation, files, training
from prpn_edu.data import Vocabulary
from prpn_edu.latent import Prpn
from prpn_edu.latent.prpn import ATTENTION_ONLY
from prpn_edu.modes import evaluating
from prpn_edu.training.checkpoint import history

STAGES = (0, 1, 2, 4, 8)  # epochs
EPOCHS = STAGES[-1]
MODEL: dict[str, Any] = ATTENTION_ONLY | {"recurrent": True}
TRAINING: dict[str, Any] = {
    "batch_size": 32,
    "lr": 2e-3,
    "betas": (0.0, 0.999),
    "weight_decay": 1e-6,
    "clip": 1.0,
    "keep": "last",
}
_WATCHED, _MOST_WATCHED = 50, 200  # one sentence of so many is set aside, and so many at most
_BATCH = 256

Tell: TypeAlias = Callable[[int, int, float], None]


@dataclass(frozen=True)
class Lessons:
    """What the teachers read.

    Attributes:
        sentences: all of the text, as `plain.form` writes their words; each one is scored.
        read: the places of those that are learnt from.
        vocabulary: of a teacher.
        suffixes: the endings that it has entries for.
        model: other settings of a `Prpn`.
    """

    sentences: Sequence[Sequence[str]]
    read: Sequence[int]
    vocabulary: Vocabulary
    suffixes: tuple[str, ...]
    model: dict[str, Any] = field(default_factory=lambda: dict(MODEL))

    def untrained(self, seed: int) -> Prpn:
        """A teacher before it has read anything."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return Prpn(self.vocabulary, **self.model | {"suffixes": self.suffixes}).eval()

    def parts(self) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
        """What is learnt from, and a few sentences whose perplexity is watched and decides nothing."""
        watched = list(self.read[::_WATCHED][:_MOST_WATCHED])
        aside = set(watched)
        learnt = [self.sentences[k] for k in self.read if k not in aside]
        return learnt, [self.sentences[k] for k in watched]


@dataclass(frozen=True)
class Teacher:
    """What a trained PRPN leaves.

    Attributes:
        seed: of its weights, order and dropout.
        scores: (S, N), at each of the `STAGES` one for each of the N words of all sentences.
        perplexity: of the sentences that are watched, after the last epoch.
        cpu_seconds: of its training.
    """

    seed: int
    scores: Tensor
    perplexity: float
    cpu_seconds: float


def teach(seed: int, lessons: Lessons, folder: Path, tell: Tell | None = None) -> Teacher:
    """Train one teacher, go on with its training, or read it back if it is done.

    Args:
        seed: of the weights, the order and the dropout.
        lessons: what it reads.
        folder: for its checkpoint and its scores; of these lessons only.
        tell: called after each epoch with the seed, the epoch, and its CPU seconds so far.
    """
    kept, checkpoint = _files(seed, folder)
    model = lessons.untrained(seed)
    state: dict[str, Any] = {"scores": scores_of(model, lessons.sentences)[None]}
    if kept.is_file():
        state = torch.load(kept, weights_only=True)
    learnt, watched = lessons.parts()
    for epoch in range(1, EPOCHS + 1):
        if len(state["scores"]) == len(STAGES):
            break
        told = training.fit(
            model, learnt, watched, seed=seed, epochs=epoch, checkpoint=checkpoint, progress=False, **TRAINING
        )
        if len(told.epochs) > epoch:
            continue  # an earlier call was here already
        if epoch == STAGES[len(state["scores"])]:
            scores = scores_of(model, lessons.sentences)[None]
            state["scores"] = torch.cat([state["scores"], scores])
            state["cpu_seconds"] = round(told.epochs[-1].cpu_seconds, 1)
            state["perplexity"] = round(evaluation.perplexity(model, watched), 2)
            with files.new_file(kept) as part:
                torch.save(state, part)
        if tell is not None:
            tell(seed, epoch, told.epochs[-1].cpu_seconds)
    checkpoint.unlink(missing_ok=True)
    return Teacher(seed, **state)


def done(seed: int, folder: Path) -> int:
    """How many epochs of a teacher's training an earlier call has done in the folder."""
    kept, checkpoint = _files(seed, folder)
    if checkpoint.is_file():
        return len(history(checkpoint).epochs)
    return EPOCHS if kept.is_file() else 0


def _files(seed: int, folder: Path) -> tuple[Path, Path]:
    """Where a teacher's scores are kept, and its training until it is over."""
    return folder / f"teacher-{seed}.pt", folder / f"training-{seed}.pt"


@torch.no_grad()
def scores_of(model: Prpn, sentences: Sequence[Sequence[str]]) -> Tensor:
    """The scores d of the words of all sentences in a row, (N,)."""
    out = []
    with evaluating(model):
        for start in range(0, len(sentences), _BATCH):
            batch = model.collate([model.read(words) for words in sentences[start : start + _BATCH]])
            d, _ = model.scores(batch)
            out.append(d[:, 1:][batch.real[:, 1:]])
    return torch.cat(out)
