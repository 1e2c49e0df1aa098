"""Ask trained language models: the film with its songs, is or are?

    python -m experiments.agreement [--seeds 0 1 2] [--only LSTM] [--keep FOLDER]

writes `results/agreement.json`. The models of `KINDS` read the toy treebank's training remarks, all by one
recipe, that of `experiments.toy_lm`. Then each is given `BEGINNINGS` of remarks, and asked for the chances of
the four forms of "be"; of those with a plural between, the treebank has none. No tree is seen in training.
The epoch is the one with the lowest perplexity on the development remarks; the test remarks are read once, at
the end. Models that have scores are also measured as parsers there: by their own scores, and by the mean
score of each word, which knows nothing of the sentence.

Another kind of model is one more entry of `KINDS`: how it is trained, and how it guesses. The grammar that
wrote the remarks is there already, as the answer that all others are measured by.
"""

import argparse
import json
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.toy_lm import FORMS, PREFIXES, SIZES, TRAINING
from experiments.word_counts import in_random_order
from experiments.word_lists import by_word
from prpn_edu import data, evaluation, files, training
from prpn_edu.data.entropy import SentenceProbability
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_words import CLASSES
from prpn_edu.evaluation import baselines
from prpn_edu.latent import LstmLm, Prpn
from prpn_edu.latent.language_model import LanguageModel, ScoredLanguageModel
from prpn_edu.latent.prpn import ATTENTION_ONLY
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.modes import evaluating

COMMAND = "python -m experiments.agreement"
SINGULAR, PLURAL = FORMS[:2], FORMS[2:]
BEGINNINGS: dict[str, tuple[list[list[str]], list[str]]] = {  # and the forms that may follow
    "a singular": ([["the", work] for work in CLASSES["WorkNoun"]], SINGULAR),
    "a plural": ([[owner, part] for owner, part in product(("the", "its"), CLASSES["PartNoun"])], PLURAL),
    "a singular, a plural between": (PREFIXES, SINGULAR),
}
PRPN: dict[str, Any] = {**ATTENTION_ONLY, **SIZES, "features": 128, "suffixes": ()}
OPEN = {"tau": math.inf}  # a divisor in the code's form: no difference of scores counts, every gate is open
Splits = dict[str, list[Tree]]


@dataclass(frozen=True)
class Kind:
    """A kind of model.

    Attributes:
        differs: what it is, in words.
        train: from the splits and a seed to a model.
        chances: from a model and N beginnings of one length to the chances (N, 4) of `FORMS`.
        most: of how many seeds it is trained at most; 1 if the seed changes nothing.
    """

    differs: str
    train: Callable[[Splits, int], Any]
    chances: Callable[[Any, Sequence[Sequence[str]]], Tensor]
    most: int = 10


def trained(make: type[LanguageModel], **settings: Any) -> Callable[[Splits, int], LanguageModel]:
    """How a network is trained: from the settings to a function of the splits and the seed."""

    def train(splits: Splits, seed: int) -> LanguageModel:
        torch.manual_seed(seed)
        model = make(build_vocabulary(splits["train"]), **settings)
        training.fit(model, splits["train"], splits["dev"], seed=seed, progress=False, **TRAINING)
        return model

    return train


@torch.no_grad()
def of_network(model: LanguageModel, beginnings: Sequence[Sequence[str]]) -> Tensor:
    """What a network expects after its last word: (N, 4)."""
    batch = model.collate([model.read(words) for words in beginnings])
    with evaluating(model):
        p = model(batch).softmax(-1).view(len(beginnings), -1, len(model.vocabulary))  # (N, T, V)
    return p[:, -1, model.vocabulary.encode(FORMS)]


def of_grammar(law: SentenceProbability, beginnings: Sequence[Sequence[str]]) -> Tensor:
    """The chance of each form, given the beginning: that of all remarks that go on so, (N, 4)."""
    rows = [
        [2 ** (law.log2_prefix([*words, form]) - law.log2_prefix(words)) for form in FORMS]
        for words in beginnings
    ]
    return torch.tensor(rows)


KINDS: dict[str, Kind] = {
    "LSTM": Kind("the LSTM of results/toy-lm.json", trained(LstmLm, **SIZES), of_network),
    "PRPN, attention only": Kind("PRPN that reads by attention alone", trained(Prpn, **PRPN), of_network),
    "PRPN with tape": Kind(
        "PRPN that reads with the LSTM and its tape", trained(Prpn, **PRPN | {"recurrent": True}), of_network
    ),
    "attention only, gates open": Kind(
        "PRPN by attention alone, all of its gates open", trained(Prpn, **PRPN | OPEN), of_network, most=5
    ),
    "the remarks' own grammar": Kind(
        "the grammar that wrote the remarks", lambda *_: SentenceProbability(GRAMMAR), of_grammar, most=1
    ),
}


def asked(kind: Kind, model: Any) -> dict[str, Any]:
    """What a model answers: of the forms of "be", how much goes to those that may follow.

    Returns:
        for each set of beginnings "share", the mean over them of the right forms' share, and "right", in how
        many per cent of the beginnings that share is above a half.
    """
    out = {}
    for name, (beginnings, right) in BEGINNINGS.items():
        p = kind.chances(model, beginnings)  # (N, 4)
        share = p[:, [FORMS.index(form) for form in right]].sum(-1) / p.sum(-1)  # (N,)
        out[name] = {
            "share": round(share.mean().item(), 4),
            "right": percent((share > 0.5).double().mean().item()),
        }
    return out


def parsed(model: ScoredLanguageModel, splits: Splits) -> dict[str, Any]:
    """F1 on the test remarks by both decoders: of the model's scores, and of a list of words."""
    test, remarks = splits["test"], splits["train"] + splits["test"]
    scores = parsing.distances(model, remarks)
    lists = by_word(scores, [model.read(tree) for tree in remarks], len(splits["train"]))
    lists = in_random_order(lists, 0)  # a word that stands twice has the same number twice
    found: dict[str, Any] = {}
    for source, made in (("scores", scores), ("word list", lists)):
        trees = {name: parsing.parse(made[-len(test) :], test, name) for name in parsing.DECODERS}
        found[source] = {name: parsing.conventions(guess, test) for name, guess in trees.items()}
        if source == "scores":
            right = [baselines.right(tree.leaves()) for tree in test]
            found["overlap_right"] = parsing.overlap(trees["biased"], right)
            found["sentence_f1"] = {name: parsing.by_sentence(guess, test) for name, guess in trees.items()}
    return found


def run(kind: Kind, splits: Splits, seed: int) -> dict[str, Any]:
    """Train one model from one seed, ask it, and measure it on the test remarks."""
    clock = Clock()
    model = kind.train(splits, seed)
    record: dict[str, Any] = {"seed": seed, "cpu_seconds": clock.cpu(), "agreement": asked(kind, model)}
    if isinstance(model, LanguageModel):
        record["test_perplexity"] = round(evaluation.perplexity(model, splits["test"]), 4)
    if isinstance(model, ScoredLanguageModel):
        record["f1"] = parsed(model, splits)
    return record


def kept(folder: Path | None, name: str, splits: Splits, seed: int) -> dict[str, Any]:
    """What `run` gives, from the folder if it was done before."""
    file = None if folder is None else folder / f"{name.replace(' ', '-')}-{seed}.json"
    if file is not None and file.exists():
        return json.loads(file.read_text(encoding="utf-8"))
    record = run(KINDS[name], splits, seed)
    print(name, seed, record["agreement"], flush=True)
    if file is not None:
        files.write_text(file, json.dumps(record))
    return record


def together(runs: Sequence[dict]) -> dict[str, Any]:
    """The mean and the standard deviation over seeds (n - 1; None for one) of the answers."""
    out = {}
    for name, measure in product(BEGINNINGS, ("share", "right")):
        values = [run["agreement"][name][measure] for run in runs]
        sd = round(statistics.stdev(values), 4) if len(values) > 1 else None
        out[f"{name}, {measure}"] = {"mean": round(statistics.fmean(values), 4), "sd": sd}
    return out


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write one file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[*range(10)], help="one training for each")
    parser.add_argument("--only", nargs="+", choices=KINDS, help="train these alone, and write no results")
    parser.add_argument("--keep", type=Path, help="a folder for finished trainings, to go on from")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    splits = {split: data.toy(split) for split in ("train", "dev", "test")}
    runs = {
        name: [kept(options.keep, name, splits, seed) for seed in options.seeds[: KINDS[name].most]]
        for name in options.only or KINDS
    }
    if options.only:
        return
    clock = Clock()
    write(
        options.out / "agreement.json",
        {
            "what": "The share of the right forms of 'be' after beginnings of remarks, toy treebank, and the "
            "test remarks' perplexity and unlabelled F1 x 100 of the same models",
            **provenance(f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}", options.seeds, clock),
            "cpu_seconds": round(sum(run["cpu_seconds"] for row in runs.values() for run in row), 1),
            "training": TRAINING,
            "chosen_on": "dev",
            "beginnings": {name: len(beginnings) for name, (beginnings, _) in BEGINNINGS.items()},
            "example": {name: " ".join(beginnings[0]) for name, (beginnings, _) in BEGINNINGS.items()},
            "models": {
                name: {"differs": KINDS[name].differs, **together(row), "runs": row}
                for name, row in runs.items()
            },
        },
    )


if __name__ == "__main__":
    main()
