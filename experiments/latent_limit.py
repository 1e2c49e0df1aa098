"""Sum over the limit, or average the gates? The same network trained both ways, on toy remarks and real ones.

    python -m experiments.latent_limit toy      writes results/latent-limit-toy.json
    python -m experiments.latent_limit wsj      writes results/latent-limit-wsj.json

the numbers of chapter 12. For one seed all ways begin with the same weights, read the same batches in the
same order and drop the same entries; each trains for a number of epochs that was fixed beforehand, and its
last weights are measured. Gold trees are read at the end, to score. Only numbers are stored. Each file is
written anew after each seed; with --keep FOLDER the runs that are done are read back after a stop.
"""

import argparse
import json
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments import parsing, toy_gates
from experiments.provenance import Clock, need_folder, percent, provenance, write
from prpn_edu import data, training, trees
from prpn_edu.data import fetch
from prpn_edu.data.entropy import toy_entropy
from prpn_edu.latent import LatentLimitLm
from prpn_edu.latent.prpn import SUFFIXES, build_vocabulary

COMMAND = "python -m experiments.latent_limit"
WAYS: dict[str, dict[str, Any]] = {
    "gates": {"average": "gates"},
    "chances": {"average": "chances"},
    "logs": {"average": "logs"},
    "gates, frozen": {"average": "gates", "frozen": True},
    "chances, frozen": {"average": "chances", "frozen": True},
    "gates, longer": {"average": "gates"},
}
LONGER = 2  # times as many epochs: about the processor time of "chances" on the toy treebank
BASELINES = ("left", "right", "random_scores", "random_split")


@dataclass(frozen=True)
class Trial:
    """One of the two treebanks, and how the models are trained on it.

    Attributes:
        what: one line for the file.
        ways: keys of `WAYS`.
        settings: of the model.
        fit: of `training.fit`.
        train, watched, test: the trees to learn from, to watch, and to measure perplexity on.
        parsed: those to measure trees on.
        more: what else the file says.
    """

    what: str
    ways: tuple[str, ...]
    settings: dict[str, Any]
    fit: dict[str, Any]
    min_count: int
    train: list[Tree]
    watched: list[Tree]
    test: list[Tree]
    parsed: list[Tree]
    more: dict[str, Any]


def toy() -> Trial:
    """Six ways on the toy treebank."""
    train, dev, test = (data.toy(name) for name in ("train", "dev", "test"))
    return Trial(
        what="LatentLimitLm on the toy treebank: perplexity, law of the limit, F1 of the scores' trees",
        ways=tuple(WAYS),
        settings={"embedding": 32, "features": 64, "dropout": 0.1, "window": 15},
        fit={"epochs": 10, "batch_size": 32, "lr": 5e-3, "keep": "last"},
        min_count=1,
        train=train,
        watched=dev,
        test=test,
        parsed=test,
        more={"grammar_perplexity": round(toy_entropy("test").perplexity(), 3)},
    )


def wsj() -> Trial:
    """Two ways on the Wall Street Journal sample; trees of all sentences of up to 10 words."""
    corpus = parsing.Corpus.load()
    return Trial(
        what="LatentLimitLm on the Penn Treebank sample of NLTK: held-out perplexity of words and </s>, law "
        "of the limit, F1 of the scores' trees on all sentences of up to 10 words",
        ways=("gates", "chances"),
        settings={"embedding": 64, "features": 128, "dropout": 0.2, "window": 7, "suffixes": SUFFIXES},
        fit={
            "epochs": 10, "batch_size": 32, "lr": 2e-3, "betas": (0.0, 0.999), "weight_decay": 1e-6,
            "clip": 1.0, "keep": "last",
        },
        min_count=5,
        train=corpus.train,
        watched=corpus.held_out,
        test=corpus.held_out,
        parsed=corpus.gold(10),
        more={"data": fetch.SOURCES["wsj"].files},
    )  # fmt: skip


def make(trial: Trial, way: str, seed: int) -> LatentLimitLm:
    """The model before training; the seed decides its weights, the same for every way."""
    vocabulary = build_vocabulary(
        trial.train, min_count=trial.min_count, suffixes=trial.settings.get("suffixes", ())
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return LatentLimitLm(vocabulary, **trial.settings, **WAYS[way])


def run(trial: Trial, way: str, seed: int) -> dict[str, Any]:
    """Train one model and measure it.

    Returns:
        "stored": what is written down; "nats" of each test sentence; "f1" of each parsed one, by decoder.
    """
    model = make(trial, way, seed)
    began = limits_of(model, trial.test)
    fit = dict(trial.fit)
    if way.endswith("longer"):
        fit["epochs"] *= LONGER
    history = training.fit(model, trial.train, trial.watched, seed=seed, progress=False, **fit)
    nats = toy_gates.remark_nats(model, trial.test)
    scores = parsing.distances(model, trial.parsed)
    made = toy_gates.decoded(scores, trial.parsed)
    f1 = {name: toy_gates.each_f1(guesses, trial.parsed) for name, guesses in made.items()}
    stored = {
        "seed": seed,
        "perplexity": round(math.exp(math.fsum(nats) / toy_gates.steps(trial.test)), 3),
        "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
        "loss_by_epoch": [round(epoch.loss, 4) for epoch in history.epochs],
        "watched_perplexity_by_epoch": [round(math.exp(-epoch.dev), 3) for epoch in history.epochs],
        "limits_before_training": began,
        "limits": limits_of(model, trial.test),
        **toy_gates.described(scores, made),
        **{f"f1_{name}": percent(statistics.fmean(each)) for name, each in f1.items()},
    }
    if way == "chances":
        stored["perplexity_of_its_gates"] = round(perplexity_of_gates(model, trial), 3)
    return {"stored": stored, "nats": nats, "f1": f1}


@torch.no_grad()
def limits_of(model: LatentLimitLm, sentences: Sequence[Tree]) -> dict[str, float]:
    """What the laws are like: means over the steps t >= 2, which have a choice.

    Returns:
        the law's entropy in bits, and that of a fair choice; its largest chance; the mean of t - l; and how
        many bits the next word tells about the limit.
    """
    rows = []
    for tree in sentences:
        before, after = (law.double() for law in model.limits(tree))
        t = torch.arange(len(before), dtype=torch.float64)
        gain = (after * (after.clamp(min=1e-30) / before.clamp(min=1e-30)).log2()).sum(-1)
        entropy = -(before * before.clamp(min=1e-30).log2()).sum(-1)
        choices = t.clamp(min=1, max=model.config.window).log2()
        reach = (before * (t.unsqueeze(-1) - t)).sum(-1)
        rows.append(torch.stack([entropy, choices, before.amax(-1), reach, gain], -1)[2:])
    means = torch.cat(rows).mean(0).tolist()
    names = ("entropy_bits", "entropy_of_a_fair_choice_bits", "largest", "reach", "word_tells_bits")
    return {name: round(value, 4) for name, value in zip(names, means, strict=True)}


def perplexity_of_gates(model: LatentLimitLm, trial: Trial) -> float:
    """That of the same weights with the gates averaged: what the approximation costs this model."""
    other = LatentLimitLm(model.vocabulary, **trial.settings, average="gates")
    other.load_state_dict(model.state_dict())
    other.eval()
    return math.exp(math.fsum(toy_gates.remark_nats(other, trial.test)) / toy_gates.steps(trial.test))


def summary(trial: Trial, name: str, runs: dict[str, list[dict]], seeds: Sequence[int], clock: Clock) -> dict:
    """What the file holds for the seeds so far."""
    a_word = len(trial.test) / toy_gates.steps(trial.test)  # from a mean over sentences to one over words
    nats = {way: [one["nats"] for one in rows] for way, rows in runs.items()}
    pairs = [("chances", way) for way in trial.ways if way != "chances"]
    if "gates, frozen" in trial.ways:
        pairs += [("chances, frozen", "gates, frozen"), ("gates", "gates, frozen")]
    chance = {kind: toy_gates.baseline(kind, trial.parsed, seeds) for kind in BASELINES}
    f1s = {}
    for decoder in toy_gates.DECODERS:
        ours = {way: [one["f1"][decoder] for one in rows] for way, rows in runs.items()}
        others = chance | {way: rows for way, rows in ours.items() if way != "chances"}
        f1s[decoder] = {
            f"{way} - {other}": toy_gates.compare(ours[way], rows, 100)
            for way in ("chances", "gates")
            for other, rows in others.items()
            if way != other
        }
    model = make(trial, "chances", 0)
    return {
        "what": trial.what,
        **provenance(f"{COMMAND} {name} --seeds {' '.join(map(str, seeds))}", list(seeds), clock),
        "cpu_seconds_of_training": round(
            sum(one["stored"]["cpu_seconds"] for rows in runs.values() for one in rows), 1
        ),
        **trial.more,
        "ways": {way: WAYS[way] for way in trial.ways},
        "law": model.config.law,
        "model": trial.settings,
        "training": trial.fit,
        "longer": LONGER,
        "weights": sum(p.numel() for p in model.parameters()),
        "vocabulary": len(model.vocabulary),
        "sentences": {"train": len(trial.train), "test": len(trial.test), "parsed": len(trial.parsed)},
        "words_a_sentence": round(statistics.fmean(len(trees.words(tree)) for tree in trial.test), 2),
        "nats_a_word": {f"{a} - {b}": toy_gates.compare(nats[a], nats[b], a_word) for a, b in pairs},
        "f1_minus": f1s,
        "baselines": {kind: [percent(statistics.fmean(x)) for x in rows] for kind, rows in chance.items()},
        "runs": {way: [one["stored"] for one in rows] for way, rows in runs.items()},
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Train from one seed after another; print a line for each model."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("on", choices=("toy", "wsj"), help="the treebank")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    parser.add_argument("--keep", type=Path, help="a folder for the runs that are done")
    given = parser.parse_args(argv)
    need_folder(parser, given.out)
    torch.set_num_threads(1)
    clock, trial = Clock(), {"toy": toy, "wsj": wsj}[given.on]()
    runs: dict[str, list[dict]] = {way: [] for way in trial.ways}
    for count, seed in enumerate(given.seeds, 1):
        for way, done in runs.items():
            kept = None if given.keep is None else given.keep / f"{given.on}, {way}, {seed}.json"
            if kept is not None and kept.exists():
                done.append(json.loads(kept.read_text("utf-8")))
            else:
                done.append(run(trial, way, seed))
            if kept is not None:
                write(kept, done[-1])
            told = ("perplexity", "cpu_seconds", "f1_split", "f1_between", "limits")
            print(way, seed, {key: done[-1]["stored"][key] for key in told}, flush=True)
        content = summary(trial, given.on, runs, given.seeds[:count], clock)
        write(given.out / f"latent-limit-{given.on}.json", content)


if __name__ == "__main__":
    main()
