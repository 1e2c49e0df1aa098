"""Train language models on the toy treebank and write down how close they come to its entropy.

    python -m experiments.toy_lm [--seeds 0 1 2 3 4]

writes `results/toy-lm.json`: a bigram model, an LSTM, an LSTM whose memory attends over its own past, and a
plain LSTM that is wider, so that it has nearly as many weights as the one that attends. The epoch and the
smoothing of the bigram are chosen on the development set; the test set is read once, at the end.
"""

import argparse
import math
import statistics
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.provenance import Clock, provenance, write
from prpn_edu import data, evaluation, training
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
    "lstm-wider": {**SIZES, "hidden": 68},
    "attending": {**SIZES, "attends": True},
}
TRAINING: dict[str, Any] = {"epochs": 20, "patience": 3, "batch_size": 25, "lr": 5e-3}
SMOOTHINGS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
PREFIXES = [
    ["the", work, "with", "its", part] for work, part in product(CLASSES["WorkNoun"], CLASSES["PartNoun"])
]
BITS = 1 / math.log(2)


def bigram_bits(train: Sequence[Tree], test: Sequence[Tree], size: int, smoothing: float) -> list[float]:
    """-log2 p of each test sentence."""
    counts = language.bigram_counts(tree.leaves() for tree in train)
    return [
        -sum(
            math.log2(language.bigram(counts, *pair, size, smoothing))
            for pair in language.pairs(tree.leaves())
        )
        for tree in test
    ]


def perplexity(bits: Sequence[float], test: Sequence[Tree]) -> float:
    """Of all words and ends, from the bits of the sentences."""
    return 2 ** (sum(bits) / sum(len(tree.leaves()) + 1 for tree in test))


def singular(model: LstmLm) -> float:
    """After "the film with its songs" and its like: the share of "is" and "was" among the forms of "be"."""
    forms = torch.tensor(model.vocabulary.encode(["is", "was", "are", "were"]))
    batch = model.collate([model.read(words) for words in PREFIXES])
    with torch.no_grad():
        p = model(batch).softmax(-1).view(len(PREFIXES), -1, len(model.vocabulary))[:, -1, forms]  # (N, 4)
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
    history = training.fit(model, splits["train"], splits["dev"], seed=seed, **TRAINING)
    bits = [row.sum().item() * BITS for row in model.surprisals(splits["test"])]
    record = {
        "seed": seed,
        "test_perplexity": round(evaluation.perplexity(model, splits["test"]), 3),
        "best_epoch": history.best.number,
        "dev_perplexity_by_epoch": [round(math.exp(-epoch.dev), 3) for epoch in history.epochs],
        "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
        "singular": round(singular(model), 4),
    }
    if model.config.attends:
        record["attention"] = look_back(model, splits["test"])
    return record, bits


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean over seeds for each sentence."""
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def summary(runs: Sequence[dict]) -> dict[str, Any]:
    """Mean and standard deviation over seeds (n - 1; None for one seed) of the test perplexity."""
    values = [one["test_perplexity"] for one in runs]
    sd = round(statistics.stdev(values), 3) if len(values) > 1 else None
    return {"test_perplexity": {"mean": round(statistics.fmean(values), 3), "sd": sd}}


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write one file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4], help="one training for each")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    clock = Clock()
    splits = {split: data.toy(split) for split in ("train", "dev", "test")}
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
        "true grammar": {"test_perplexity": {"mean": round(perplexity(floor, splits["test"]), 3)}},
        "bigram": {
            "test_perplexity": {"mean": round(perplexity(bits["bigram"], splits["test"]), 3)},
            "smoothing": smoothing,
        },
    }
    for name, settings in MODELS.items():
        runs, rows = [], []
        for seed in options.seeds:
            record, row = run(name, splits, seed)
            runs.append(record)
            rows.append(row)
            print(name, record, flush=True)
        bits[name] = mean(rows)
        weights = sum(weight.numel() for weight in LstmLm(vocabulary, **settings).parameters())
        models[name] = {**summary(runs), "weights": weights, "settings": settings, "runs": runs}
    gaps = {
        f"{first} - {second}": [round(x, 3) for x in evaluation.paired_interval(bits[first], bits[second])]
        for first, second in (
            ("bigram", "lstm"),
            ("attending", "lstm"),
            ("attending", "lstm-wider"),
            ("lstm", "lstm-wider"),
            ("lstm", "true grammar"),
        )
    }
    write(
        options.out / "toy-lm.json",
        {
            "what": "Perplexity of words and ends of sentences, toy treebank; 95 % paired intervals of the "
            "difference in bits a sentence, bootstrap over test sentences, each the mean over the seeds",
            **provenance(f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}", options.seeds, clock),
            "training": TRAINING,
            "chosen_on": "dev",
            "bits_per_sentence": {name: round(statistics.fmean(row), 3) for name, row in bits.items()},
            "difference_in_bits_per_sentence": gaps,
            "models": models,
        },
    )


if __name__ == "__main__":
    main()
