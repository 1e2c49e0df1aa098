"""What was induced: classes of words, tables of spans and walls at five stages of a training, and trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.data import plain
from prpn_edu.induction.teachers import EPOCHS, STAGES, Teacher
from prpn_edu.latent import chart, split
from prpn_edu.latent.language_model import words_of
from prpn_edu.latent.spans import SpanCounts, SpanTables, WordClasses, count_split
from prpn_edu.latent.spans.tables import PAIRS
from prpn_edu.loops import page as loop
from prpn_edu.packing import Table, pack

LARGEST = 200_000  # bytes of a page
_SYNTAX, _REST = 8, 10_000  # bytes of a word's quotes, commas and class, and of all but words and tables


@dataclass(frozen=True)
class Machine:
    """A parser that learnt from nothing but a text.

    Attributes:
        classes: from words, as `plain.form` writes them, to classes.
        stages: S tables, what the teachers taught after each of `STAGES` epochs; the last is the parser.
        walls: (S, V), how strongly a phrase begins with each entry of the vocabulary, see `walls_of`.
        longest: words of the longest sentence that was learnt from.
        unit: of a string, "word" or "character".
        about: numbers on the text and the teachers.
    """

    classes: WordClasses
    stages: tuple[SpanTables, ...]
    walls: Tensor
    longest: int
    unit: str
    about: dict[str, Any]

    def parse(self, sentence: str | Sequence[str] | Tree) -> Tree:
        """The tree of a sentence: a string as one types it, a list of words, or a tree whose words are taken.

        Raises:
            ValueError: a sentence without words.
        """
        return self.parse_all([sentence])[0]

    def parse_all(self, sentences: Sequence[str | Sequence[str] | Tree], stage: int = -1) -> list[Tree]:
        """`parse` of many sentences, faster; also by an earlier stage of the training."""
        rows = [plain.words(s, self.unit) if isinstance(s, str) else words_of(s) for s in sentences]
        tables = self.stages[stage]
        return chart.best_trees([tables.scores([plain.form(word) for word in row]) for row in rows], rows)

    def page(self, examples: Sequence[Sequence[str]] = ()) -> Table:
        """The machine as a page of the book reads it: `loops.page`.

        Args:
            examples: sentences to begin with.
        Returns:
            what JSON holds, less than `LARGEST` bytes: the rarest words are left out if need be.
        Raises:
            ValueError: so many classes that their tables alone are larger.
        """
        known = self._fitting()
        if known == 0:
            raise ValueError(f"tables over {self.classes.size} classes leave no room for words: take 32")
        return {
            "format": loop.FORMAT,
            "version": loop.VERSION,
            "about": self.about,
            "unit": self.unit,
            "longest": self.longest,
            "endings": list(self.classes.suffixes),
            "words": list(self.classes.vocabulary.words[:known]),
            "classes": list(self.classes.classes[:known]),
            "walls": pack({"walls": self.walls[:, :known].tolist()})["walls"],
            "stages": [
                {"share": epoch / EPOCHS, "tables": _packed(tables)}
                for epoch, tables in zip(STAGES, self.stages, strict=True)
            ],
            "examples": [("" if self.unit == "character" else " ").join(words) for words in examples],
        }

    def _fitting(self) -> int:
        """How many words, most frequent first, a page has room for."""
        sizes = [len(word.encode()) + 2 * len(STAGES) + _SYNTAX for word in self.classes.vocabulary.words]
        tables = sum(3 * tables.tables.numel() for tables in self.stages)  # two digits a number, and scales
        return sum(total < LARGEST - _REST - tables for total in accumulate(sizes))


def lessons_of(
    teacher: Teacher, stage: int, sentences: Sequence[Sequence[str]], places: Sequence[int]
) -> list[Tree]:
    """The trees that SPLIT makes of a teacher's scores.

    Args:
        teacher: of all sentences.
        stage: 0 .. S-1.
        sentences: lists of words.
        places: of the sentences whose trees are wanted.
    """
    rows = teacher.scores[stage].split([len(words) for words in sentences])
    return [split.split(rows[k], sentences[k]) for k in places]


def taught(
    teachers: Sequence[Teacher],
    stage: int,
    sentences: Sequence[Sequence[str]],
    places: Sequence[int],
    classes: WordClasses,
) -> SpanTables:
    """The tables that all teachers together teach by SPLIT's trees of some sentences; arguments as above."""
    some = [sentences[k] for k in places]
    counts: list[SpanCounts] = []
    for teacher in teachers:
        rows = teacher.scores[stage].split([len(words) for words in sentences])
        counts.append(count_split(torch.cat([rows[k] for k in places]), some, classes))
    return sum(counts[1:], start=counts[0]).tables()


def walls_of(teachers: Sequence[Teacher], ids: Tensor, entries: int) -> Tensor:
    """How strongly a new phrase begins with each word, by the mean of the teachers, (S, V).

    Of each teacher's scores the mean of the stage is taken, and they are divided by the standard deviation of
    its last stage: what is nearly flat before the training rises with it.

    Args:
        teachers: N scores each at S stages.
        ids: (N,), the entry of each word of the text.
        entries: V; one that the text does not have is at 0.
    """
    out = torch.zeros(len(STAGES), entries, dtype=torch.float64)
    times = torch.bincount(ids, minlength=entries).clamp(min=1)
    for teacher in teachers:
        scores = teacher.scores.double()  # (S, N)
        level = (scores - scores.mean(1, keepdim=True)) / scores[-1].std().clamp(min=1e-9)
        out += torch.stack([torch.bincount(ids, row, entries) for row in level]) / times
    return out / len(teachers)


def _packed(tables: SpanTables) -> Table:
    named = zip(PAIRS, tables.tables.tolist(), strict=True)
    return pack({f"{a}, {b}": table for (a, b), table in named})
