"""How far EM from random chances comes on the toy treebank when it goes on: 35 passes, not 17.

    python -m experiments.toy_grammar_longer [--seeds 1 2] [--jobs 2]

writes `results/toy-grammar-longer.json`. Grammars, seeds and the first 17 passes are those of "EM, random"
in `results/toy-grammar.json`; only the number of passes over all sentences differs. After each of the noted
passes the grammar is scored on the test set as it is. Which passes are noted was fixed when test scores of
both seeds had been seen; there was time for two seeds and 35 passes.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import torch

from experiments.provenance import Clock, need_folder, provenance, write
from experiments.toy_grammar import PASSES, SYMBOLS, Text, f1_of
from prpn_edu import evaluation
from prpn_edu.latent.grammar import Grammar, em_step

COMMAND = "python -m experiments.toy_grammar_longer"
NOTED = (17, 25, 35)  # passes after which a grammar is scored


def run(seed: int) -> dict[str, Any]:
    """One grammar, scored on the test set after some of its passes."""
    torch.set_num_threads(1)
    text = Text()
    grammar = Grammar.random(text.classes.vocabulary, **SYMBOLS, seed=seed)
    noted: list[dict[str, Any]] = []
    for k in range(1, NOTED[-1] + 1):
        em_step(grammar, text.short if k <= PASSES[0] else text.train)
        if k in NOTED:
            perplexity = round(evaluation.perplexity(grammar, text.test), 2)
            f1 = f1_of(grammar.best_trees(text.test), text.gold)
            noted.append({"pass": k, "test_perplexity": perplexity, "f1": f1})
            print(seed, noted[-1], flush=True)
    return {"seed": seed, "noted": noted}


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything and write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2], help="of the start")
    parser.add_argument("--jobs", type=int, default=1, help="how many grammars are trained at once")
    parser.add_argument(
        "--out", type=Path, default=Path("results/toy-grammar-longer.json"), help="where to write"
    )
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    clock = Clock()
    with ProcessPoolExecutor(options.jobs) as pool:
        runs = list(pool.map(run, options.seeds))
    torch.set_num_threads(1)
    write(
        options.out,
        {
            "what": "EM from random chances on the toy treebank, more passes than in toy-grammar.json: "
            "perplexity of words and ends of sentences, and unlabelled F1 x 100 (sentence, no root) of trees "
            "of minimum risk, on test",
            **provenance(f"{COMMAND} --seeds {' '.join(map(str, options.seeds))}", options.seeds, clock),
            "settings": {"symbols": SYMBOLS, "em_passes": [PASSES[0], NOTED[-1] - PASSES[0]]},
            "runs": runs,
        },
    )


if __name__ == "__main__":
    main()
