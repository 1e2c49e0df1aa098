"""What `prpn_edu.induce` makes of the toy treebank, plain, in a cipher, and without spaces between words.

    python -m experiments.induced [--keep FOLDER]

writes `results/induced.json`. In the cipher each word is another, made of random letters; without spaces each
word is one Chinese character, and the text is given as characters. The trees must be as good: nothing that
learns looks into a word. Seeds and settings are those of the command. Gold brackets score at the end.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.wsj import spread
from prpn_edu import data, evaluation, trees
from prpn_edu.data import plain
from prpn_edu.induction import Text, machine_of, teachers_of
from prpn_edu.induction.machine import taught
from prpn_edu.latent import chart

COMMAND = "python -m experiments.induced"
SEEDS, SENTENCES = (1, 2, 3, 4, 5), 1500
TEXTS = ("plain", "cipher", "characters")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FIRST = 0x4E00  # of the Chinese characters


def written(name: str, rows: Sequence[Sequence[str]]) -> str:
    """The sentences as one of `TEXTS`, a line each."""
    kinds = sorted({word for row in rows for word in row})
    draw = random.Random(0)
    draw.shuffle(kinds)
    if name == "plain":
        return "\n".join(" ".join(row) for row in rows)
    if name == "cipher":
        code = {word: "".join(draw.choices(_LETTERS, k=7)) for word in kinds}
        return "\n".join(" ".join(code[word] for word in row) for row in rows)
    sign = {word: chr(_FIRST + number) for number, word in enumerate(kinds)}
    return "\n".join("".join(sign[word] for word in row) for row in rows)


def measured(name: str, train: Sequence[Tree], test: Sequence[Tree], keep: Path | None) -> dict[str, Any]:
    """F1 of the tables of each seed alone, and of all."""
    gold = [*train, *test]
    unit = "character" if name == "characters" else "word"
    rows = plain.lines(written(name, [trees.words(tree) for tree in gold]), unit)
    text = Text.of(rows[: len(train)], unit)
    teachers = teachers_of(text, SEEDS, keep and keep / name)
    machine = machine_of(text, teachers, unit=unit)
    words = [trees.words(tree) for tree in test]
    forms = [[plain.form(word) for word in row] for row in rows[len(train) :]]

    def f1(tables) -> float:
        found = chart.best_trees([tables.scores(row) for row in forms], words)
        return percent(evaluation.unlabeled_f1(found, test).f1)

    alone = [f1(taught([t], -1, text.forms, text.places, machine.classes)) for t in teachers]
    out = {"one teacher": alone, "spread": spread(alone), "five teachers": f1(machine.stages[-1])}
    print(name, out, flush=True)
    return out


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    parser.add_argument("--keep", type=Path, help="a folder for the trainings, to go on from")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    clock = Clock()
    train, test = data.toy("train", size=SENTENCES), data.toy("test")
    right = [trees.right(trees.words(tree)) for tree in test]
    write(
        options.out / "induced.json",
        {
            "what": "Unlabelled F1 x 100 (sentence, no root) on the toy treebank's test sentences, of tables "
            "that learnt from its training sentences as they are, in a cipher, and without spaces",
            "right_branching": percent(evaluation.unlabeled_f1(right, test).f1),
            "texts": {name: measured(name, train, test, options.keep) for name in TEXTS},
            "sentences": {"train": len(train), "test": len(test)},
            **provenance(COMMAND, list(SEEDS), clock),
        },
    )


if __name__ == "__main__":
    main()
