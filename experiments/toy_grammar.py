"""Grammars that learn the toy treebank's trees from its words, or fail to: four ways to begin and to climb.

    python -m experiments.toy_grammar [--seeds 1 2 3 4 5]

writes `results/toy-grammar.json`. All grammars see sentences of up to ten words first, then all. No tree is
seen in training; of the passes over all sentences the one with the lowest perplexity on the development set
is kept, and the test set is read once, at the end. Symbols, passes and step sizes come from earlier runs, in
which test scores were seen; they and the seeds were fixed before these runs, and all of them are reported.
The tree of a sentence is the one of minimum risk.

The recorded runs are older than the form of the inside sum that asks once a word what it makes of the rules:
numbers are added up in another order, and from the last digit on a training by the gradient goes its own way.
"""

import argparse
import copy
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from nltk import Tree

from experiments.parsing import overlap
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.wsj import spread
from prpn_edu import data, evaluation, training, trees
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.latent import chart
from prpn_edu.latent.grammar import Grammar, NeuralGrammar, Pcfg, Rules, em_step
from prpn_edu.latent.spans import WordClasses, learn_classes

COMMAND = "python -m experiments.toy_grammar"
SHORT = 10  # words of the longest sentence that is read at first
SYMBOLS: dict[str, Any] = {"pairs": 20, "words": 40}
PASSES = (12, 5)  # of EM, over the short sentences and over all
SPLITTING = {"pairs": 2, "words": 4, "doublings": 3, "passes_each": 6, "noise": 0.1}
NEURAL: dict[str, Any] = {"batch_size": 32, "lr": 1e-2, "clip": 3.0}
EPOCHS = (12, 3)


class Text:
    """The words of the three parts, and the gold trees to score by.

    Args:
        sizes: so many sentences of "train", "dev" and "test"; all, when None.
    """

    def __init__(self, sizes: Sequence[int] | None = None):
        names = ("train", "dev", "test")
        parts = [data.toy(name, size) for name, size in zip(names, sizes or (None,) * 3, strict=True)]
        self.train, self.dev, self.test = ([trees.words(tree) for tree in part] for part in parts)
        _, self.dev_gold, self.gold = parts
        self.short = [words for words in self.train if len(words) <= SHORT]
        self.classes: WordClasses = learn_classes(self.train, SYMBOLS["words"], min_count=1, suffixes=())


def em_at_random(text: Text, seed: int, watch: bool = False) -> tuple[Grammar, list[dict]]:
    """EM from chances drawn at random."""
    grammar = Grammar.random(text.classes.vocabulary, **SYMBOLS, seed=seed)
    return em(grammar, text, watch, PASSES)


def em_in_classes(text: Text, seed: int, watch: bool = False) -> tuple[Grammar, list[dict]]:
    """The same, but each symbol that writes words begins with a class of words."""
    grammar = Grammar.random(text.classes.vocabulary, **SYMBOLS, seed=seed)
    return em(grammar.begin_in_classes(text.classes, text.train), text, watch, PASSES)


def em_splitting(text: Text, seed: int, watch: bool = False) -> tuple[Grammar, list[dict]]:
    """EM of a small grammar whose symbols are split in two, again and again."""
    s, vocabulary = SPLITTING, text.classes.vocabulary
    grammar = Grammar.random(vocabulary, int(s["pairs"]), int(s["words"]), seed)
    generator = torch.Generator().manual_seed(seed)
    for _ in range(int(s["doublings"])):
        for _ in range(int(s["passes_each"])):
            em_step(grammar, text.short)
        grammar = halved(grammar, s["noise"], generator)
    return em(grammar, text, watch, (int(s["passes_each"]), PASSES[1]))


def neural_in_classes(text: Text, seed: int, watch: bool = False) -> tuple[NeuralGrammar, list[dict]]:
    """Rules made by networks, Adam, and words that begin in classes."""
    torch.manual_seed(seed)
    grammar = NeuralGrammar(text.classes.vocabulary, **SYMBOLS).begin_in_classes(text.classes, text.train)
    log = []
    for sentences, epochs, keep in ((text.short, EPOCHS[0], "last"), (text.train, EPOCHS[1], "best")):
        history = training.fit(
            grammar, sentences, text.dev, seed=seed, epochs=epochs, keep=keep, progress=False, **NEURAL
        )
        log += [
            {
                "read": len(sentences),
                "train_perplexity": round(math.exp(epoch.loss), 2),
                "dev_perplexity": round(math.exp(-epoch.dev), 2),
            }
            for epoch in history.epochs
        ]
    return grammar, log


RECIPES: dict[str, Callable[..., tuple[Pcfg, list[dict]]]] = {
    "EM, random": em_at_random,
    "EM, splitting": em_splitting,
    "EM, classes": em_in_classes,
    "neural, classes": neural_in_classes,
}


def em(grammar: Grammar, text: Text, watch: bool, passes: tuple[int, int]) -> tuple[Grammar, list[dict]]:
    """Passes of EM over the short sentences, then over all; the best of the latter on dev is kept.

    Returns:
        the grammar, and of each pass: sentences read, their perplexity before it, that of dev after it, and
        with `watch` the F1 on dev, which chooses nothing.
    """
    log: list[dict] = []
    best, kept = math.inf, grammar
    for sentences in [text.short] * passes[0] + [text.train] * passes[1]:
        nats = -em_step(grammar, sentences) / sum(len(words) + 1 for words in sentences)
        dev = evaluation.perplexity(grammar, text.dev)
        entry = {"read": len(sentences), "train_perplexity": round(math.exp(nats), 2)}
        log.append(entry | {"dev_perplexity": round(dev, 2)})
        if watch:
            log[-1]["dev_f1"] = f1_of(grammar.best_trees(text.dev), text.dev_gold)
        if sentences is text.train and dev < best:
            best, kept = dev, copy.deepcopy(grammar)
    return kept, log


def halved(grammar: Grammar, noise: float, generator: torch.Generator) -> Grammar:
    """A grammar of twice as many symbols: each becomes two that do nearly the same.

    Args:
        grammar: none of whose symbols has rules of both kinds.
        noise: each chance is multiplied by a number from 1 - noise to 1 + noise.
        generator: of the noise.
    Source: Petrov et al. (2006), Learning accurate, compact, and interpretable tree annotation.
    """
    root, pairs, words = grammar.rules()
    doubled = Rules(
        root.repeat_interleave(2, 0),
        pairs.repeat_interleave(2, 0).repeat_interleave(2, 1).repeat_interleave(2, 2),
        words.repeat_interleave(2, 0),
    )
    shaken = (
        table.detach() * (1 + noise * (2 * torch.rand(table.shape, generator=generator) - 1))
        for table in doubled
    )
    out = Grammar.random(grammar.vocabulary, 2 * len(pairs), 2 * len(words))
    out.set_rules(Rules(*shaken).shares())
    return out


def record(text: Text, seeds: Sequence[int]) -> dict[str, Any]:
    """All recipes from all seeds, and what stands beside them."""
    right = [trees.right(words) for words in text.test]
    known = [match.f1 for match in evaluation.matches(right, text.gold)]
    content: dict[str, Any] = {"right_branching": percent(fmean(known)), "recipes": {}}
    for name, recipe in RECIPES.items():
        runs: list[dict[str, Any]] = []
        rows, chances = [], []
        for seed in seeds:
            clock = Clock()
            grammar, log = recipe(text, seed, watch=seed == seeds[0])
            seconds = clock.cpu()
            chances.append(grammar.all_span_chances(text.test))
            found = chart.best_trees(chances[-1], text.test)
            rows.append([match.f1 for match in evaluation.matches(found, text.gold)])
            runs.append(
                {
                    "seed": seed,
                    "test_perplexity": round(evaluation.perplexity(grammar, text.test), 2),
                    "f1": percent(fmean(rows[-1])),
                    "overlap_right": overlap(found, right),
                    "cpu_seconds": seconds,
                    "passes": log,
                }
            )
            print(name, {k: v for k, v in runs[-1].items() if k != "passes"}, flush=True)
        added = [sum(some[1:], start=some[0]) for some in zip(*chances, strict=True)]
        content["recipes"][name] = {
            "f1": spread([run["f1"] for run in runs]),
            "test_perplexity": spread([run["test_perplexity"] for run in runs]),
            "f1_of_the_span_chances_added": f1_of(chart.best_trees(added, text.test), text.gold),
            "minus_right_branching": gap(rows, known),
            "runs": runs,
        }
    return content


def gap(rows: Sequence[Sequence[float]], known: Sequence[float]) -> dict[str, Any]:
    """How far the mean of some parsers lies above a fixed one, in points, and two 95 % intervals."""
    mean = [fmean(column) for column in zip(*rows, strict=True)]
    over_both = evaluation.paired_interval(torch.tensor(rows), torch.tensor([known] * len(rows)))
    return {
        "points": percent(fmean(mean) - fmean(known)),
        "interval_over_sentences": [percent(end) for end in evaluation.paired_interval(mean, known)],
        "interval_over_sentences_and_seeds": [percent(end) for end in over_both],
    }


def true_grammar(text: Text) -> dict[str, float]:
    """What the grammar that wrote the treebank reaches on the test set, itself untrained."""
    rules = [(r.parent, r.children, r.probability) for some in GRAMMAR.rules.values() for r in some]
    grammar = Grammar.from_rules(rules, GRAMMAR.start)
    perplexity = round(evaluation.perplexity(grammar, text.test, batch_size=16), 2)
    return {"test_perplexity": perplexity, "f1": f1_of(grammar.best_trees(text.test), text.gold)}


def beside(folder: Path) -> dict[str, Any]:
    """The perplexity and F1 of PRPN, and the perplexity of an LSTM, as they are recorded."""
    prpn = json.loads((folder / "toy-prpn.json").read_text("utf-8"))["runs"]["gates"]
    lstm = json.loads((folder / "toy-lm.json").read_text("utf-8"))["models"]["lstm"]
    return {
        "PRPN, from toy-prpn.json": {
            "f1": spread([run["f1"]["split"] for run in prpn]),
            "test_perplexity": spread([run["perplexity"] for run in prpn]),
        },
        "LSTM, from toy-lm.json": {"test_perplexity": lstm["test_perplexity"]},
    }


def f1_of(found: Sequence[Tree], gold: Sequence[Tree]) -> float:
    """Mean F1 of the sentences, in per cent, the root left out."""
    return percent(evaluation.unlabeled_f1(found, gold).f1)


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3, 4, 5], help="of each recipe")
    parser.add_argument("--out", type=Path, default=Path("results/toy-grammar.json"), help="where to write")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    clock, text = Clock(), Text()
    content = record(text, options.seeds)
    content["true_grammar"] = true_grammar(text)
    command = f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}"
    write(
        options.out,
        {
            "what": "Grammars learnt from the words of the toy treebank: perplexity of words and ends of "
            "sentences, and unlabelled F1 x 100 (sentence, no root) of trees of minimum risk, on test",
            **provenance(command, options.seeds, clock),
            "chosen_on": "dev perplexity, among the passes over all sentences",
            "settings": {
                "symbols": SYMBOLS,
                "classes": text.classes.size,
                "short": SHORT,
                "em_passes": PASSES,
                "splitting": SPLITTING,
                "neural": NEURAL,
                "neural_epochs": EPOCHS,
            },
            **content,
            "beside": beside(options.out.parent),
        },
    )


if __name__ == "__main__":
    main()
