"""What a leak would fake: PRPN on the toy treebank, with the true score of the next word in place of a guess.

    python -m experiments.toy_leak [--seeds 0 1 2 3 4]

writes `results/toy-leak.json`, a number of chapter 8. The two models of a seed have the same weights at the
start and read the same batches. They differ in the gates of Predict: those of the leaking model are made with
the score of the very word that is to be guessed. Its perplexity is one that no language model can have.
"""

import math
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import pad

from experiments.provenance import Clock, provenance
from experiments.toy_prpn import SETTINGS, TRAINING, nats_of, train_and_write
from prpn_edu import data, evaluation, training
from prpn_edu.data.entropy import toy_entropy
from prpn_edu.latent.language_model import Batch
from prpn_edu.latent.prpn import Prpn, build_vocabulary, memory_gates

COMMAND = "python -m experiments.toy_leak"


class LeakingPrpn(Prpn):
    """A `Prpn` whose Predict is told the score of the next word; at the last word there is only the guess."""

    def gates(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """As `Prpn.gates`, the second made with d_{t+1} in place of d'_{t+1}."""
        c = self.config
        d, guess = self.scores(batch)  # (B, T) each
        has_next = pad(batch.real[:, 1:], (0, 1))  # (B, T)
        return memory_gates(d, torch.where(has_next, pad(d[:, 1:], (0, 1)), guess), c.tau, c.form, c.window)


MODELS = {"guess": Prpn, "true score": LeakingPrpn}


def train(job: tuple[str, int]) -> tuple[dict[str, Any], list[float]]:
    """One model from one seed: what is recorded of it, and the nats of each test sentence."""
    name, seed = job
    torch.set_num_threads(1)
    parts = {part: [tree.leaves() for tree in data.toy(part)] for part in ("train", "dev", "test")}
    torch.manual_seed(seed)
    model = MODELS[name](build_vocabulary(parts["train"]), **SETTINGS)
    clock = Clock()
    history = training.fit(model, parts["train"], parts["dev"], seed=seed, **TRAINING)
    seconds = clock.cpu()
    nats = nats_of(model, parts["test"])
    recorded = {
        "seed": seed,
        "perplexity": round(math.exp(math.fsum(nats) / tokens(parts["test"])), 2),
        "best_epoch": history.best.number,
        "cpu_seconds": seconds,
    }
    return recorded, nats


def tokens(sentences: Sequence[Sequence[str]]) -> int:
    """How many words are guessed, the ends of the sentences among them."""
    return sum(len(words) + 1 for words in sentences)


def record(seeds: Sequence[int], workers: int = 1) -> dict[str, Any]:
    """All runs, so many at a time, and the gap between the two models."""
    clock = Clock()
    jobs = [(name, seed) for seed in seeds for name in MODELS]
    runs: dict[str, list[dict]] = {name: [] for name in MODELS}
    nats: dict[str, list[list[float]]] = {name: [] for name in MODELS}
    with ProcessPoolExecutor(workers) as pool:
        for (name, _), (recorded, each) in zip(jobs, pool.map(train, jobs), strict=True):
            runs[name].append(recorded)
            nats[name].append(each)
            print(name, recorded, flush=True)
    test = [tree.leaves() for tree in data.toy("test")]
    a_word = len(test) / tokens(test)
    mean = {
        name: [statistics.fmean(column) for column in zip(*rows, strict=True)] for name, rows in nats.items()
    }
    low, high = evaluation.paired_interval(mean["guess"], mean["true score"])
    apart = statistics.fmean(mean["guess"]) - statistics.fmean(mean["true score"])
    seconds = clock.cpu() + math.fsum(run["cpu_seconds"] for rows in runs.values() for run in rows)
    return {
        "what": "perplexity of PRPN on the toy treebank, and of one that sees the score of the next word",
        **provenance(f"{COMMAND} --seeds {' '.join(map(str, seeds))}", list(seeds), clock),
        "cpu_seconds": round(seconds, 1),
        "settings": SETTINGS,
        "training": TRAINING,
        "chosen_on": "dev",
        "perplexity_of_the_grammar": round(toy_entropy("test").perplexity(), 2),
        "nats_a_word_faked": {
            "mean": round(a_word * apart, 4),
            "interval": [round(a_word * low, 4), round(a_word * high, 4)],
        },
        "runs": runs,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write the file."""
    train_and_write(COMMAND, __doc__, record, Path("results/toy-leak.json"), argv)


if __name__ == "__main__":
    main()
