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
import torch.nn.functional as F
from torch import Tensor

from experiments import toy_grammar
from experiments.agreement import BEGINNINGS, FORMS, Kind, asked, together
from experiments.provenance import Clock, need_folder, provenance, write
from prpn_edu import evaluation
from prpn_edu.latent.grammar import Pcfg, Rules

COMMAND = "python -m experiments.agreement_grammar"
RECIPES = {"grammar, rules made by a network": "neural, classes", "grammar, by EM": "EM, classes"}


@torch.no_grad()
def begun(grammar: Pcfg, ids: Tensor) -> Tensor:
    """The chance that a sentence begins with these words, or is them.

    Args:
        grammar: of S symbols.
        ids: (B, n), numbers of words.
    Returns:
        (B,), in double precision.
    Source: Jelinek and Lafferty (1991).
    """
    root, pairs, words = Rules(*(table.double() for table in grammar.rules())).shares()
    size, n = len(root), ids.size(1)

    def fill(table: Tensor, first: int) -> Tensor:  # symbols without rules of a kind have none of it
        return F.pad(table, (first, size - first - table.size(-1)))

    def joined(left: Sequence[Tensor], right: Sequence[Tensor]) -> Tensor:  # over all cuts and rules, (B, S)
        both = torch.einsum("kbs,kbt->bst", torch.stack(list(left)), torch.stack(list(right)))
        return fill(both.flatten(1) @ pairs.flatten(1).T, 0)

    step = fill(pairs.sum(2).T, 0).T  # (S, S)  the chance that a symbol's first child is another
    corner = torch.linalg.inv(torch.eye(size, dtype=step.dtype) - step)
    inside: dict[tuple[int, int], Tensor] = {}
    for i, column in enumerate(ids.T):
        inside[i, i + 1] = fill(words[:, column].T, size - len(words))  # (B, S)
    for width in range(2, n):
        for i in range(n - width + 1):
            cuts, end = range(i + 1, i + width), i + width
            inside[i, end] = joined([inside[i, k] for k in cuts], [inside[k, end] for k in cuts])
    begins = {n - 1: inside[n - 1, n] @ corner.T}  # by i: the symbol's words begin with words i .. n - 1
    for i in reversed(range(n - 1)):
        cuts = range(i + 1, n)
        begins[i] = joined([inside[i, k] for k in cuts], [begins[k] for k in cuts]) @ corner.T
    return begins[0] @ root


def of_learnt(grammar: Pcfg, beginnings: Sequence[Sequence[str]]) -> Tensor:
    """The chance of each form after a beginning, up to a factor of the beginning: (N, 4)."""
    columns = [torch.stack([grammar.read([*words, form]) for words in beginnings]) for form in FORMS]
    return torch.stack([begun(grammar, ids) for ids in columns], -1)


def run(recipe: str, text: toy_grammar.Text, seed: int) -> dict[str, Any]:
    """Train one grammar from one seed, and ask it."""
    clock = Clock()
    grammar, _ = toy_grammar.RECIPES[recipe](text, seed)
    seconds = clock.cpu()
    kind = Kind(recipe, lambda *_: None, of_learnt)
    return {
        "seed": seed,
        "cpu_seconds": seconds,
        "agreement": asked(kind, grammar),
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
            "what": "The share of the right forms of 'be' after beginnings of toy remarks, learnt grammars",
            **provenance(f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}", options.seeds, clock),
            "chosen_on": "dev perplexity, among the passes over all sentences",
            "asked": FORMS,
            "beginnings": {name: len(beginnings) for name, (beginnings, _) in BEGINNINGS.items()},
            "models": models,
        }
        write(options.out / "agreement-grammar.json", content)


if __name__ == "__main__":
    main()
