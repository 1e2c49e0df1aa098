"""Train PRPN on the toy treebank, with its gates and with all gates open, and watch one training.

    python -m experiments.toy_prpn [--seeds 0 1 2 3 4]

writes `results/toy-prpn.json`, the snapshots of chapter 8 and numbers of chapter 11. The two models of a seed
differ in their gates: without gates every step sees its whole window, so nothing teaches the parsing network.
No tree is seen in training; the epoch is the one with the lowest perplexity on the development set, and the
test set is read once, at the end.

The recorded runs are older than today's dropout, which drops other numbers: a training from the same seed now
goes its own way.
"""

import argparse
import math
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch.nn.functional import cross_entropy

from experiments.parsing import distances, in_batches
from experiments.provenance import Clock, need_folder, percent, provenance, write
from prpn_book.figures import bracketed
from prpn_edu import data, evaluation, training
from prpn_edu.data.entropy import toy_entropy
from prpn_edu.evaluation import baselines
from prpn_edu.latent import split
from prpn_edu.latent.language_model import ScoredLanguageModel
from prpn_edu.latent.look import look
from prpn_edu.latent.prpn import Prpn, build_vocabulary

COMMAND = "python -m experiments.toy_prpn"
SETTINGS: dict[str, Any] = {"embedding": 32, "hidden": 64, "layers": 1, "norm": "layer", "init_range": 0.1}
OPEN = {"tau": math.inf}  # a divisor in the code's form: no difference of scores counts, every alpha is 1
CONDITIONS: dict[str, dict[str, Any]] = {"gates": SETTINGS, "no gates": SETTINGS | OPEN}
TRAINING: dict[str, Any] = {"epochs": 8, "batch_size": 64, "lr": 5e-3}
WATCHED = 53  # of the test split: a noun phrase of four words before a verb phrase of two
STEPS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 400)


class Watcher:
    """Looks at one sentence before chosen steps of a training.

    Args:
        model: what is trained; each batch that it reads in training counts as a step.
        sentence: the words to look at.
        steps: before which steps, counted from 0.
    """

    def __init__(self, model: Prpn, sentence: Sequence[str], steps: Sequence[int]):
        self.model, self.sentence, self.steps = model, sentence, frozenset(steps)
        self.step, self.seen = 0, list[dict]()
        model.parser.register_forward_pre_hook(self._before)

    def _before(self, *_: Any) -> None:
        if not self.model.training:
            return
        if self.step in self.steps:
            self.seen.append({"step": self.step} | snapshot(self.model, self.sentence))
        self.step += 1


def snapshot(model: Prpn, sentence: Sequence[str]) -> dict[str, Any]:
    """Scores, gates and attention on one sentence, rounded; `<s>` is position 0."""
    seen = look(model, sentence)
    tables = {"gates": seen.gate, "attention": seen.attention[0], "gates_next": seen.gate_next}
    return {
        "d": _rounded(seen.d),
        "d_next": _rounded(seen.d_next),
        **{name: [_rounded(row[:t]) for t, row in enumerate(table)] for name, table in tables.items()},
    }


def run(model: Prpn, seed: int, parts: dict[str, list[Tree]], watch: bool = False) -> tuple[dict, dict]:
    """Train one model and score it on the test set.

    Args:
        model: fresh.
        seed: of the order of the batches and of dropout.
        parts: the trees of "train", "dev" and "test".
        watch: store snapshots of the watched sentence.
    Returns:
        what is recorded of the run, and for the intervals one number for each test sentence: "nats", summed
        over its words and its end, and the F1 of "split" and of "between".
    """
    sentences = {name: [tree.leaves() for tree in trees] for name, trees in parts.items()}
    watched = parts["test"][WATCHED].leaves()
    watcher = Watcher(model, watched, STEPS if watch else ())
    before = trees_of(model, sentences["test"])
    clock = Clock()
    history = training.fit(model, sentences["train"], sentences["dev"], seed=seed, **TRAINING)
    seconds = clock.cpu()
    nats = nats_of(model, sentences["test"])
    tokens = sum(len(words) + 1 for words in sentences["test"])
    after = trees_of(model, sentences["test"])
    f1 = {
        name: [match.f1 for match in evaluation.matches(made, parts["test"])] for name, made in after.items()
    }
    right = [baselines.right(words) for words in sentences["test"]]
    scores = distances(model, sentences["test"])
    recorded = {
        "seed": seed,
        "perplexity": round(math.exp(math.fsum(nats) / tokens), 2),
        "dev_perplexity_by_epoch": [round(math.exp(-epoch.dev), 2) for epoch in history.epochs],
        "best_epoch": history.best.number,
        "f1": {name: percent(statistics.fmean(values)) for name, values in f1.items()},
        "f1_before_training": {
            name: percent(evaluation.unlabeled_f1(made, parts["test"]).f1) for name, made in before.items()
        },
        "f1_with_right_branching": percent(evaluation.unlabeled_f1(after["split"], right).f1),
        "spread_of_scores": round(torch.cat(scores).std().item(), 4),
        "sentences_with_equal_scores": sum(len(d.unique()) < len(d) for d in scores),
        "cpu_seconds": seconds,
    }
    if watch:
        recorded["snapshots"] = [
            *watcher.seen,
            {"step": watcher.step, "kept": True} | snapshot(model, watched),
        ]
    return recorded, {"nats": nats, **f1}


@torch.no_grad()
def nats_of(model: ScoredLanguageModel, sentences: Sequence[list[str]]) -> list[float]:
    """-log p of each sentence, its end included."""
    out: list[float] = []
    for batch in in_batches(model, sentences):
        losses = cross_entropy(model.logits(batch), batch.targets, reduction="none")  # (N,)
        out += [part.sum().item() for part in losses.split(batch.real.sum(-1).tolist())]
    return out


def trees_of(model: ScoredLanguageModel, sentences: Sequence[list[str]]) -> dict[str, list[Tree]]:
    """Two trees of each sentence from one list of scores: by SPLIT, and cut between the words."""
    d = distances(model, sentences)
    return {
        "split": [split.split(scores, words) for scores, words in zip(d, sentences, strict=True)],
        "between": [
            split.split_between(scores[1:], words) if len(words) > 1 else split.split(scores, words)
            for scores, words in zip(d, sentences, strict=True)
        ],
    }


def references(gold: list[Tree], draws: int = 20) -> dict[str, list[float]]:
    """F1 of each sentence by trees that nobody learnt; those by chance are means over `draws`."""
    sentences = [tree.leaves() for tree in gold]
    fixed = {"right": baselines.right, "left": baselines.left, "balanced": baselines.balanced}
    chance = {"random scores": baselines.random_scores, "random split": baselines.random_split}

    def f1(made: list[Tree]) -> list[float]:
        return [match.f1 for match in evaluation.matches(made, gold)]

    table = {name: f1([method(words) for words in sentences]) for name, method in fixed.items()}
    for name, draw in chance.items():
        runs = []
        for seed in range(draws):
            generator = torch.Generator().manual_seed(seed)
            runs.append(f1([draw(words, generator) for words in sentences]))
        table[name] = _means(runs)
    return table


def train(job: tuple[str, int, bool]) -> tuple[dict, dict]:
    """One run of a condition from a seed, watched or not: `run` on a fresh model and all data."""
    condition, seed, watch = job
    torch.set_num_threads(1)
    parts = {name: data.toy(name) for name in ("train", "dev", "test")}
    torch.manual_seed(seed)
    model = Prpn(build_vocabulary(parts["train"]), **CONDITIONS[condition])
    return run(model, seed, parts, watch)


def record(seeds: Sequence[int], workers: int = 1) -> dict[str, Any]:
    """All runs, so many at a time, and what they say side by side."""
    clock = Clock()
    parts = {name: data.toy(name) for name in ("train", "dev", "test")}
    jobs = [(name, seed, name == "gates" and seed == seeds[0]) for seed in seeds for name in CONDITIONS]
    runs: dict[str, list[dict]] = {name: [] for name in CONDITIONS}
    each: dict[str, list[dict]] = {name: [] for name in CONDITIONS}
    with ProcessPoolExecutor(workers) as pool:
        for (name, _, _), (recorded, values) in zip(jobs, pool.map(train, jobs), strict=True):
            runs[name].append(recorded)
            each[name].append(values)
            print(name, {k: v for k, v in recorded.items() if k != "snapshots"}, flush=True)
    known = references(parts["test"])
    mean = {
        name: {part: _means([values[part] for values in rows]) for part in ("nats", "split", "between")}
        for name, rows in each.items()
    }
    words = statistics.fmean(len(tree.leaves()) + 1 for tree in parts["test"])  # with the end of the sentence
    gates, no_gates = mean["gates"], mean["no gates"]
    pairs = {
        "SPLIT, PRPN over random scores": (gates["split"], known["random scores"], 100),
        "SPLIT, PRPN over right-branching": (gates["split"], known["right"], 100),
        "between, PRPN over random split": (gates["between"], known["random split"], 100),
        "between, PRPN over right-branching": (gates["between"], known["right"], 100),
        "nats a word, no gates over gates": (no_gates["nats"], gates["nats"], 1 / words),
    }
    return {
        "what": "PRPN on the toy treebank: perplexity, and sentence F1 x 100 without the root, unlabelled",
        **provenance(f"{COMMAND} --seeds {' '.join(map(str, seeds))}", list(seeds), clock),
        "cpu_seconds": round(
            clock.cpu() + sum(run["cpu_seconds"] for row in runs.values() for run in row), 1
        ),
        "settings": SETTINGS,
        "no_gates": {name: str(value) for name, value in OPEN.items()},  # JSON knows no infinity
        "training": TRAINING,
        "chosen_on": "dev",
        "perplexity_of_the_grammar": {
            name: round(toy_entropy(name).perplexity(), 2) for name in ("dev", "test")
        },
        "f1_nobody_learnt": {name: percent(statistics.fmean(values)) for name, values in known.items()},
        "gaps": {name: _gap(first, second, unit) for name, (first, second, unit) in pairs.items()},
        "watched": {"sentence": parts["test"][WATCHED].leaves(), "gold": bracketed(parts["test"][WATCHED])},
        "runs": runs,
    }


def _gap(first: Sequence[float], second: Sequence[float], unit: float) -> dict[str, Any]:
    """The mean difference of two scores on the same sentences, times `unit`, and its 95 % interval."""
    low, high = evaluation.paired_interval(first, second)
    apart = statistics.fmean(first) - statistics.fmean(second)
    return {"mean": round(unit * apart, 4), "interval": [round(unit * low, 4), round(unit * high, 4)]}


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def _rounded(values: torch.Tensor) -> list[float]:
    return [round(value, 4) for value in values.tolist()]


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write the file."""
    train_and_write(COMMAND, __doc__, record, Path("results/toy-prpn.json"), argv)


def train_and_write(
    command: str,
    what: str,
    record: Callable[[Sequence[int], int], dict[str, Any]],
    out: Path,
    argv: Sequence[str] | None,
) -> None:
    """A command that trains two models a seed, several trainings at a time, and writes one file.

    Args:
        command: its name, as one types it.
        what: says in its first line what is trained.
        record: takes the seeds and how many trainings to run at a time, gives what is to be written.
        out: where to write, unless `--out` says otherwise.
        argv: what was typed behind the name; None takes what the shell gave.
    """
    parser = argparse.ArgumentParser(prog=command, description=what.partition("\n")[0])
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4], help="two trainings for each"
    )
    parser.add_argument("--workers", type=int, default=1, help="so many trainings at a time")
    parser.add_argument("--out", type=Path, default=out, help="where to write")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    results = record(options.seeds, options.workers)
    write(options.out, results)
    print(f"written to {options.out} after {results['wall_seconds']} s")


if __name__ == "__main__":
    main()
