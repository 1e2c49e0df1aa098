"""Train ON-LSTMs on the toy treebank, and record what their levels keep and which trees their walls make.

    python -m experiments.toy_ordered [--seeds 0 1 ... 9]

writes `results/toy-ordered.json`, the numbers of chapter 16 that come from the toy treebank. No tree is seen
in training; the epoch is the one with the lowest perplexity on the development set, and the test set is read
once, at the end. Sizes and sentences were fixed before these runs.
"""

import argparse
import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor

from experiments.ordered import by_place
from experiments.parsing import distances
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.toy_prpn import nats_of, trees_of
from prpn_book.figures import bracketed
from prpn_edu import data, evaluation, training
from prpn_edu.evaluation import baselines
from prpn_edu.latent import LstmLm, OnLstm, split
from prpn_edu.latent.ordered.lstm import OrderedLstm
from prpn_edu.latent.ordered.master import cumax, meet
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.modes import evaluating

COMMAND = "python -m experiments.toy_ordered"
SETTINGS: dict[str, Any] = {"embedding": 64, "hidden": 64, "chunk": 8, "init_range": 0.1}
PLAIN = {name: value for name, value in SETTINGS.items() if name != "chunk"}
TRAINING: dict[str, Any] = {"epochs": 8, "batch_size": 32, "lr": 4e-3, "betas": (0.0, 0.999), "clip": 1.0}
EXAMPLES = {
    "the film was dull but the actor was funny": "(((the film) (was dull)) (but ((the actor) (was funny))))",
    "the director 's friend liked the film": "((((the director) 's) friend) (liked (the film)))",
}
SHOWN = 8  # neurons of the plain LSTM


def f1(made: Sequence[Tree], gold: Sequence[Tree]) -> float:
    """Sentence F1 x 100 without the root."""
    return percent(evaluation.unlabeled_f1(made, gold).f1)


@torch.no_grad()
def cell_gates(layer: OrderedLstm, x: Tensor) -> tuple[Tensor, Tensor]:
    """The gates of the cell, f^ and i^, (B, T, m, C) each, of a layer that reads x (B, T, E)."""
    h, _ = layer(x)
    before = F.linear(x, layer.W, layer.b) + F.pad(h, (0, 0, 1, 0))[:, :-1] @ layer.R.T  # (B, T, 2m + 4H)
    master, rest = before.split([2 * layer.levels, 4 * layer.hidden], -1)
    f_master, behind = cumax(master.unflatten(-1, (2, -1))).unbind(-2)  # (B, T, m)
    i, f, *_ = rest.unflatten(-1, (4, layer.levels, layer.chunk)).unbind(-3)  # (B, T, m, C)
    return meet(f.sigmoid(), i.sigmoid(), f_master, 1 - behind)


@torch.no_grad()
def kept_by_level(model: OnLstm, sentences: Sequence[Sequence[str]]) -> list[float]:
    """The mean forget gate of the cell in the tree's layer, level by level, over all words."""
    kept = []
    with evaluating(model):
        for words in sentences:
            x = model.enter(model.collate([model.read(words)]))
            for layer in model.layers[: model.config.tree_layer - 1]:
                x, _ = layer(x)
            layer = model.layers[model.config.tree_layer - 1]
            assert isinstance(layer, OrderedLstm)
            kept.append(cell_gates(layer, x)[0][0, 1:].mean(-1))  # (n, m)
    return [round(value, 4) for value in torch.cat(kept).mean(0).tolist()]


@torch.no_grad()
def harm_of_erasing(
    model: OnLstm, sentences: Sequence[Sequence[str]], word: int = 4, later: int = 5
) -> list[list[float]]:
    """Empty one level of the tree's layer once, and see which of the next guesses suffer.

    Args:
        model: it is left as it was.
        sentences: those that are too short are left out.
        word: the level is emptied when so many words have been read.
        later: how many guesses are followed; the first is made one word after the level was emptied.
    Returns:
        for each level, nats a guess more than without, the mean over the sentences.
    """
    layer = model.layers[model.config.tree_layer - 1]
    assert isinstance(layer, OrderedLstm)
    batch = model.collate([model.read(words) for words in sentences if len(words) >= word + later + 1])
    places = batch.real.new_zeros(batch.real.shape)
    places[:, word + 1 : word + later + 1] = True

    def nats(level: int | None) -> Tensor:
        seen = 0

        def step(read: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            nonlocal seen
            h, c, f_master = OrderedLstm.step(layer, read, h, c)
            if seen == word and level is not None:
                c = c.index_fill(1, torch.tensor(level), 0.0)
            seen += 1
            return h, c, f_master

        layer.step = step  # type: ignore[method-assign]
        losses = F.cross_entropy(model.logits(batch), batch.targets, reduction="none")  # (N,)
        return losses[places[batch.real]].view(-1, later).mean(0)

    with evaluating(model):
        try:
            whole = nats(None)
            harm = [nats(level) - whole for level in range(layer.levels)]
        finally:
            del layer.step
    return [[round(x, 4) for x in row.tolist()] for row in harm]


def trees_told(model: OnLstm, gold: Sequence[Tree]) -> dict[str, Any]:
    """F1 of both decoders and of the place alone, overlap with right-branching, spread of the walls."""
    sentences = [tree.leaves() for tree in gold]
    made, d = trees_of(model, sentences), distances(model, sentences)
    place = by_place(d)
    places = [split.split(place[: len(words)], words) for words in sentences]
    return {
        "f1": {name: f1(parsed, gold) for name, parsed in made.items()},
        "place_alone": f1(places, gold),
        "overlap_right": f1(made["split"], [baselines.right(words) for words in sentences]),
        "sd_of_walls": float(f"{torch.cat(d).std().item():.2g}"),
    }


def examples(model: OnLstm) -> dict[str, Any]:
    """What a model makes of the example sentences: walls, master forget gates, and both trees."""
    seen = {}
    for sentence in EXAMPLES:
        words = sentence.split()
        made = trees_of(model, [words])
        seen[sentence] = {
            "walls": [round(x, 3) for x in distances(model, [words])[0].tolist()],
            "gates": [[round(x, 3) for x in row] for row in model.forget_gates(words).tolist()],
            **{name: bracketed(trees[0]) for name, trees in made.items()},
        }
    return seen


def run(seed: int, parts: dict[str, list[Tree]]) -> dict[str, Any]:
    """Train one ON-LSTM and record it; `parts` holds the trees of "train", "dev" and "test"."""
    sentences = {name: [tree.leaves() for tree in trees] for name, trees in parts.items()}
    torch.manual_seed(seed)
    model = OnLstm(build_vocabulary(sentences["train"]), **SETTINGS)
    untrained = trees_told(model, parts["test"])
    untrained["kept_by_level"] = kept_by_level(model, sentences["test"])
    clock = Clock()
    history = training.fit(model, sentences["train"], sentences["dev"], seed=seed, progress=False, **TRAINING)
    seconds = clock.cpu()
    tokens = sum(len(words) + 1 for words in sentences["test"])
    return {
        "seed": seed,
        "cpu_seconds": seconds,
        "dev_perplexity": round(math.exp(-history.best.dev), 3),
        "perplexity": round(math.exp(math.fsum(nats_of(model, sentences["test"])) / tokens), 3),
        "untrained": untrained,
        **trees_told(model, parts["test"]),
        "kept_by_level": kept_by_level(model, sentences["test"]),
        "harm_of_erasing": harm_of_erasing(model, sentences["test"]),
        "examples": examples(model),
    }


@torch.no_grad()
def lstm_forget_gates(model: LstmLm, words: Sequence[str]) -> Tensor:
    """The forget gate of each neuron of the first layer at each word, (n, H)."""
    lstm = model.layers[0]
    assert isinstance(lstm, torch.nn.LSTM)
    with evaluating(model):
        x = model.table[model.collate([model.read(words)]).ids]  # (1, T, E)
        h = F.pad(lstm(x)[0], (0, 0, 1, 0))[0, :-1]  # (T, H)
        from_word, from_state, *biases = lstm.parameters()
        four = x[0] @ from_word.T + h @ from_state.T + sum(biases)  # (T, 4H)  of i, f, g and o
    return four.chunk(4, -1)[1][1:].sigmoid()


def plain(parts: dict[str, list[Tree]]) -> dict[str, Any]:
    """An LSTM of the same width: forget gates on the first example; in how many pairs of neurons the upper
    one keeps less: in the order of the weights, and sorted by what they keep on other sentences."""
    sentences = {name: [tree.leaves() for tree in trees] for name, trees in parts.items()}
    torch.manual_seed(0)
    model = LstmLm(build_vocabulary(sentences["train"]), **PLAIN)
    training.fit(model, sentences["train"], sentences["dev"], seed=0, progress=False, **TRAINING)
    for_order, seen = (
        torch.cat([lstm_forget_gates(model, words) for words in part])
        for part in (sentences["test"][100:200], sentences["test"][:100])
    )
    first = lstm_forget_gates(model, next(iter(EXAMPLES)).split())[:, :SHOWN]
    return {
        "gates": [[round(x, 3) for x in row] for row in first.tolist()],
        "upper_keeps_less": {
            "as printed": inversions(seen),
            "sorted": inversions(seen[:, for_order.mean(0).argsort()]),
        },
    }


def inversions(gates: Tensor) -> float:
    """Of all pairs of neurons at all words, gates (n, H), the per cent in which the upper one keeps less."""
    lower, upper = torch.triu_indices(gates.size(1), gates.size(1), 1)
    return percent((gates[:, upper] < gates[:, lower]).double().mean().item())


def record(seeds: Sequence[int]) -> dict[str, Any]:
    """All runs, one after another."""
    clock = Clock()
    parts = {name: data.toy(name) for name in ("train", "dev", "test")}
    gold = parts["test"]
    runs = []
    for seed in seeds:
        runs.append(run(seed, parts))
        print({name: value for name, value in runs[-1].items() if name != "examples"}, flush=True)
    chance = []
    for draw in range(20):
        generator = torch.Generator().manual_seed(draw)
        chance.append(f1([baselines.random_scores(tree.leaves(), generator) for tree in gold], gold))
    return {
        "what": "ON-LSTMs on the toy treebank; F1: sentence, without the root, x 100",
        **provenance(f"{COMMAND} --seeds {' '.join(map(str, seeds))}", list(seeds), clock),
        "settings": SETTINGS,
        "training": TRAINING,
        "chosen_on": "dev",
        "gold": EXAMPLES,
        "right_branching": f1([baselines.right(tree.leaves()) for tree in gold], gold),
        "chance_through_split": round(statistics.fmean(chance), 2),
        "lstm": plain(parts),
        "runs": runs,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[*range(10)], help="a training for each")
    parser.add_argument("--out", type=Path, default=Path("results/toy-ordered.json"), help="where to write")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    results = record(options.seeds)
    write(options.out, results)
    print(f"written to {options.out} after {results['wall_seconds']} s")


if __name__ == "__main__":
    main()
