"""Ask grammars that learnt from the words alone: the film with its songs, is or are?

    python -m experiments.agreement_grammar [--seeds 1 2 3 4 5]

writes `results/agreement-grammar.json`. The grammars are two recipes of `experiments.toy_grammar`, trained
anew; the question, its beginnings and the measures are those of `experiments.agreement`, and so is the text.
A grammar answers exactly: the chance of a word after a beginning is the share of all sentences with that
beginning that go on with the word. Both recipes were fixed, and their scores as parsers known, before the
question was asked; of its answers none was seen before these runs, and all are reported.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from experiments import toy_grammar
from experiments.agreement import BEGINNINGS, FORMS, Kind, asked, of_grammar, together
from experiments.provenance import Clock, need_folder, provenance, write
from prpn_edu import evaluation
from prpn_edu.data import pcfg
from prpn_edu.data.entropy import SentenceProbability
from prpn_edu.latent.grammar import Pcfg, Rules

COMMAND = "python -m experiments.agreement_grammar"
RECIPES = {"grammar, by EM": "EM, classes", "grammar, rules made by a network": "neural, classes"}
ROOT = "root"


def law_of(grammar: Pcfg) -> SentenceProbability:
    """The chances of sentences and of their beginnings that a learnt grammar gives, without rounding."""
    root, pairs, words = Rules(*(table.detach().double() for table in grammar.rules())).shares()
    names, first_word = [str(k) for k in range(len(root))], len(root) - len(words)
    rules: list[pcfg.Rule] = []
    for parent, table in zip(names, pairs, strict=False):
        rules += [
            pcfg.Rule(parent, (names[a], names[b]), table[a, b].item()) for a, b in table.nonzero().tolist()
        ]
    for parent, row in zip(names[first_word:], words, strict=True):
        rules += [
            pcfg.Rule(parent, (grammar.vocabulary.words[k],), row[k].item())
            for (k,) in row.nonzero().tolist()
        ]
    return SentenceProbability(pcfg.Grammar(ROOT, [*_from_root(root, rules), *rules]))


def _from_root(root: torch.Tensor, rules: Sequence[pcfg.Rule]) -> list[pcfg.Rule]:
    """Rules of a start symbol: it is drawn from the symbols, and does at once what that symbol does."""
    merged: dict[tuple[str, ...], float] = {}
    for rule in rules:
        chance = root[int(rule.parent)].item() * rule.probability
        merged[rule.children] = merged.get(rule.children, 0.0) + chance
    return [pcfg.Rule(ROOT, children, chance) for children, chance in merged.items() if chance > 0]


def run(recipe: str, text: toy_grammar.Text, seed: int) -> dict[str, Any]:
    """Train one grammar from one seed, and ask it."""
    clock = Clock()
    grammar, _ = toy_grammar.RECIPES[recipe](text, seed)
    seconds = clock.cpu()
    kind = Kind("", lambda *_: None, of_grammar)
    return {
        "seed": seed,
        "cpu_seconds": seconds,
        "agreement": asked(kind, law_of(grammar)),
        "test_perplexity": round(evaluation.perplexity(grammar, text.test), 2),
        "f1": toy_grammar.f1_of(grammar.best_trees(text.test), text.gold),
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Train and ask; write one file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3, 4, 5], help="of each recipe")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    clock, text = Clock(), toy_grammar.Text()
    models: dict[str, Any] = {}
    for name, recipe in RECIPES.items():
        runs = []
        for seed in options.seeds:
            runs.append(run(recipe, text, seed))
            print(name, runs[-1], flush=True)
        models[name] = {"recipe": recipe, **together(runs), "runs": runs}
    content = {
        "what": "The share of the right forms of 'be' after beginnings of remarks, toy treebank, by grammars",
        **provenance(f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}", options.seeds, clock),
        "chosen_on": "dev perplexity, among the passes over all sentences",
        "asked": FORMS,
        "beginnings": {name: len(beginnings) for name, (beginnings, _) in BEGINNINGS.items()},
        "models": models,
    }
    write(options.out / "agreement-grammar.json", content)


if __name__ == "__main__":
    main()
