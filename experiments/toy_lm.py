"""Train language models on the toy treebank and write down how close they come to its entropy.

    python -m experiments.toy_lm [--seeds 0 1 2 3 4] [--keep FOLDER [--only attending]]

writes `results/toy-lm.json`: a bigram model, an LSTM, and an LSTM whose memory attends over its own past. The
last two differ in the look back and in the weights of its question, and in nothing else. The epoch and the
smoothing of the bigram are chosen on the development set; the test set is read once, at the end. With --keep
each training leaves its record in a folder and is not done again; --only trains some of the models and writes
no results, so that several processes can share the work.
"""

import argparse
import json
import math
import statistics
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.provenance import Clock, provenance, write
from prpn_edu import data, evaluation, files, training
from prpn_edu.data.entropy import SentenceProbability
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_words import CLASSES
from prpn_edu.latent import LstmLm
from prpn_edu.latent.words import START, build_vocabulary
from prpn_edu.loops import language
from prpn_edu.loops.limits import limits

COMMAND = "python -m experiments.toy_lm"
SIZES = {"embedding": 64, "hidden": 64, "init_range": 0.1, "dropout": 0.2}
MODELS: dict[str, dict[str, Any]] = {
    "lstm": SIZES,
    "attending": {**SIZES, "attends": True},
}
TRAINING: dict[str, Any] = {"epochs": 20, "patience": 3, "batch_size": 25, "lr": 5e-3}
SMOOTHINGS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
PREFIXES = [
    ["the", work, "with", "its", part] for work, part in product(CLASSES["WorkNoun"], CLASSES["PartNoun"])
]
EXAMPLE = (
    "the film with its songs was dull"  # after the fifth word, one noun is plural and the subject is not
)
FORMS = ["is", "was", "are", "were"]
BITS = 1 / math.log(2)


def bigram_bits(train: Sequence[Tree], test: Sequence[Tree], size: int, smoothing: float) -> list[float]:
    """-log2 p of each test sentence."""
    counts = language.bigram_counts(tree.leaves() for tree in train)
    return [
        -math.fsum(
            math.log2(language.bigram(counts, before, word, size, smoothing))
            for before, word in language.pairs(tree.leaves())
        )
        for tree in test
    ]


def perplexity(bits: Sequence[float], test: Sequence[Tree]) -> float:
    """Of all words and ends, from the bits of the sentences."""
    return 2 ** (sum(bits) / sum(len(tree.leaves()) + 1 for tree in test))


def forms_of_be(model: LstmLm, prefixes: Sequence[Sequence[str]]) -> torch.Tensor:
    """The chances (N, 4) of `FORMS` after each of N prefixes of one length."""
    batch = model.collate([model.read(words) for words in prefixes])
    with torch.no_grad():
        p = model(batch).softmax(-1).view(len(prefixes), -1, len(model.vocabulary))  # (N, T, V)
    return p[:, -1, model.vocabulary.encode(FORMS)]


def singular(model: LstmLm) -> float:
    """After "the film with its songs" and its like: the share of "is" and "was" among the forms of "be"."""
    p = forms_of_be(model, PREFIXES)
    return (p[:, :2].sum(-1) / p.sum(-1)).mean().item()


def look_back(model: LstmLm, trees: Sequence[Tree]) -> dict[str, float]:
    """Where attention falls, at the steps whose limit leaves a word out: shares of it, and if it were even.

    The limit is that of the sentence's true tree. Memory 0 is <s>, so word i is memory i + 1.
    """
    seen = {"start": 0.0, "beyond the limit": 0.0, "inside": 0.0, "even: beyond": 0.0, "even: inside": 0.0}
    steps = 0
    for tree in trees:
        attention = model.attention(tree)
        for t, limit in enumerate(limits(nested(tree))):
            if limit == 0:
                continue
            row = attention[t + 1]
            seen["start"] += row[0].item()
            seen["beyond the limit"] += row[1 : limit + 1].sum().item()
            seen["inside"] += row[limit + 1 : t + 1].sum().item()
            seen["even: beyond"] += limit / (t + 1)
            seen["even: inside"] += (t - limit) / (t + 1)
            steps += 1
    return {name: round(total / steps, 4) for name, total in seen.items()} | {"steps": steps}


def nested(tree: Tree) -> Any:
    """The tree as nested lists, labels and nodes over one part left out."""
    if not isinstance(tree, Tree):
        return tree
    parts = [nested(child) for child in tree]
    return parts[0] if len(parts) == 1 else parts


def run(name: str, splits: dict[str, list[Tree]], seed: int) -> tuple[dict, list[float]]:
    """Train one model from one seed: what is recorded of it, and its bits for each test sentence."""
    torch.manual_seed(seed)
    model = LstmLm(build_vocabulary(splits["train"]), **MODELS[name])
    clock = Clock()
    history = training.fit(model, splits["train"], splits["dev"], seed=seed, **TRAINING)
    bits = [row.sum().item() * BITS for row in model.surprisals(splits["test"])]
    after_songs = forms_of_be(model, [EXAMPLE.split()[:5]])[0].tolist()
    record: dict[str, Any] = {
        "seed": seed,
        "test_perplexity": round(evaluation.perplexity(model, splits["test"]), 4),
        "best_epoch": history.best.number,
        "dev_perplexity_by_epoch": [round(math.exp(-epoch.dev), 3) for epoch in history.epochs],
        "cpu_seconds": clock.cpu(),
        "wall_seconds": clock.wall(),
        "singular": round(singular(model), 4),
        "after the example's songs": {form: round(p, 4) for form, p in zip(FORMS, after_songs, strict=True)},
    }
    if model.config.attends:
        rows = model.attention(EXAMPLE).tolist()
        record["example's attention"] = [[round(s, 3) for s in row] for row in rows]
        record["attention"] = look_back(model, splits["test"])
    return record, bits


def kept(
    folder: Path | None, name: str, splits: dict[str, list[Tree]], seed: int
) -> tuple[dict, list[float]]:
    """What `run` gives, from the folder if it was done before."""
    file = None if folder is None else folder / f"{name}-{seed}.json"
    if file is not None and file.exists():
        record, bits = json.loads(file.read_text(encoding="utf-8"))
        return record, bits
    record, bits = run(name, splits, seed)
    print(name, record, flush=True)
    if file is not None:
        files.write_text(file, json.dumps([record, bits]))
    return record, bits


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean over seeds for each sentence."""
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def summary(runs: Sequence[dict]) -> dict[str, Any]:
    """Mean and standard deviation over seeds (n - 1; None for one seed) of the test perplexity."""
    values = [one["test_perplexity"] for one in runs]
    sd = round(statistics.stdev(values), 4) if len(values) > 1 else None
    return {"test_perplexity": {"mean": round(statistics.fmean(values), 4), "sd": sd}}


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write one file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4], help="one training for each")
    parser.add_argument("--only", nargs="+", choices=MODELS, help="train these alone, and write no results")
    parser.add_argument("--keep", type=Path, help="a folder for finished trainings, to go on from")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    splits = {split: data.toy(split) for split in ("train", "dev", "test")}
    results = {
        name: [kept(options.keep, name, splits, seed) for seed in options.seeds]
        for name in options.only or MODELS
    }
    if options.only:
        return
    clock = Clock()
    vocabulary = build_vocabulary(splits["train"])
    size = len(vocabulary) - len((START, "<unk>", "<pad>"))  # what may follow a word
    grammar = SentenceProbability(GRAMMAR)
    floor = [-grammar.log2_both(tree.leaves())[0] for tree in splits["test"]]
    smoothing = min(
        SMOOTHINGS,
        key=lambda k: perplexity(bigram_bits(splits["train"], splits["dev"], size, k), splits["dev"]),
    )
    bits = {"true grammar": floor, "bigram": bigram_bits(splits["train"], splits["test"], size, smoothing)}
    models: dict[str, Any] = {
        "true grammar": {"test_perplexity": {"mean": round(perplexity(floor, splits["test"]), 4)}},
        "bigram": {
            "test_perplexity": {"mean": round(perplexity(bits["bigram"], splits["test"]), 4)},
            "smoothing": smoothing,
        },
    }
    for name, settings in MODELS.items():
        runs = [record for record, _ in results[name]]
        bits[name] = mean([row for _, row in results[name]])
        weights = sum(weight.numel() for weight in LstmLm(vocabulary, **settings).parameters())
        models[name] = {**summary(runs), "weights": weights, "settings": settings, "runs": runs}
    gaps = {
        f"{first} - {second}": [round(x, 4) for x in evaluation.paired_interval(bits[first], bits[second])]
        for first, second in (
            ("bigram", "lstm"),
            ("attending", "lstm"),
            ("lstm", "true grammar"),
        )
    }
    write(
        options.out / "toy-lm.json",
        {
            "what": "Perplexity of words and ends of sentences, toy treebank; 95 % paired intervals of the "
            "difference in bits a sentence, bootstrap over test sentences, each the mean over the seeds",
            **provenance(f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}", options.seeds, clock),
            **{
                unit: round(sum(record[unit] for row in results.values() for record, _ in row), 1)
                for unit in ("wall_seconds", "cpu_seconds")  # of the trainings, wherever they were done
            },
            "training": TRAINING,
            "chosen_on": "dev",
            "example": EXAMPLE,
            "bits_per_sentence": {name: round(statistics.fmean(row), 4) for name, row in bits.items()},
            "difference_in_bits_per_sentence": gaps,
            "models": models,
        },
    )


if __name__ == "__main__":
    main()
