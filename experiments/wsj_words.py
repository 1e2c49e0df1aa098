"""What six more PRPNs of each form know: their trees of sentences of our own, and how much of it is words.

    python -m experiments.wsj_words [--seeds 11 12 13] [--keep FOLDER]

writes `results/wsj-words.json`. PRPN by attention alone and PRPN with tape are trained as in
`experiments.wsj`, from six fresh seeds. Each is scored twice: by its own scores, and by
a list of words, in which every entry of the vocabulary always has the same score, its mean over the training
files. Gold trees are read at the end, to score. Stored are numbers, and trees of sentences of our own.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments import parsing
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, provenance, write
from experiments.word_counts import in_random_order
from experiments.word_lists import by_word
from experiments.wsj import spread
from experiments.wsj_recipes import RECIPES, TRAINING
from prpn_book.figures import bracketed
from prpn_edu import evaluation, training
from prpn_edu.data import fetch
from prpn_edu.latent import Prpn

COMMAND = "python -m experiments.wsj_words"
FORMS = ("prpn", "tape")
OURS = (  # written for this, with the brackets that we would draw
    "((the film) (with (its songs))) (was dull)",
    "(the company) (will (sell (its (old plants))))",
    "((the president) (of (the bank))) (said (prices fell))",
    "she (said (she (would (buy (the house)))))",
    "(investors (sold (their shares))) (after ((the market) fell))",
    "we (expect ((the price) (to (rise (next year)))))",
)


def gold(brackets: str) -> Tree:
    """A tree with "X" at each bracket, and one around all."""
    return Tree.fromstring(f"(X {brackets.replace('(', '(X ')})")


def trained(form: str, corpus: Corpus, seed: int, keep: Path | None) -> tuple[Prpn, float]:
    """A model after ten epochs, and its seconds of processor time."""
    model = RECIPES[form].make(corpus.train, seed)
    checkpoint = None if keep is None else keep / f"{form}-{seed}.pt"
    history = training.fit(
        model, corpus.train, corpus.held_out, seed=seed, checkpoint=checkpoint, progress=False, **TRAINING
    )
    return model, history.epochs[-1].cpu_seconds


def measured(model: Prpn, corpus: Corpus) -> dict[str, Any]:
    """F1 of the model's own scores and of its list of words, in all conventions and by both decoders."""
    sentences = corpus.train + corpus.held_out
    scores = parsing.distances(model, sentences)
    lists = by_word(scores, [model.read(tree) for tree in sentences], len(corpus.train))
    lists = in_random_order(lists, 0)  # a word that stands twice has the same number twice
    out: dict[str, Any] = {}
    for source, made in (("scores", scores), ("word list", lists)):
        out[source] = {}
        for length in (10, 40):
            short = [k for k, tree in enumerate(sentences) if len(tree.leaves()) <= length]
            gold_trees, d = [sentences[k] for k in short], [made[k] for k in short]
            found = {name: parsing.parse(d, gold_trees, name) for name in parsing.DECODERS}
            out[source][str(length)] = {
                name: parsing.conventions(guess, gold_trees) for name, guess in found.items()
            }
            if length == 10:
                out[source]["sentence_f1_10"] = parsing.by_sentence(found["biased"], gold_trees)
    return out


def run(form: str, corpus: Corpus, seed: int, keep: Path | None) -> dict[str, Any]:
    """Train one model, measure it, and let it read our sentences."""
    model, seconds = trained(form, corpus, seed, keep)
    ours = [gold(brackets) for brackets in OURS]
    found = [model.parse(tree.leaves()) for tree in ours]
    return {
        "seed": seed,
        "cpu_seconds": round(seconds, 1),
        "held_out_perplexity": round(evaluation.perplexity(model, corpus.held_out), 2),
        **measured(model, corpus),
        "trees": [bracketed(tree) for tree in found],
        "our_f1": parsing.by_sentence(found, ours),
    }


def together(runs: Sequence[dict]) -> dict[str, Any]:
    """Means and standard deviations over the seeds, of sentence F1 without the root."""
    usual, out = "sentence, no root", {}
    for source in ("scores", "word list"):
        for length in ("10", "40"):
            for decoder in parsing.DECODERS:
                values = [run[source][length][decoder][usual] for run in runs]
                out[f"{source}, {length}, {decoder}"] = spread(values)
    return out


def main(argv: Sequence[str] | None = None) -> None:
    """Train everything; the file is written anew after each seed."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[*range(11, 17)], help="two trainings each")
    parser.add_argument("--keep", type=Path, help="a folder for the trained models")
    parser.add_argument("--out", type=Path, default=Path("results/wsj-words.json"), help="where to write")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    clock, corpus = Clock(), Corpus.load()
    vocabulary, ours = RECIPES["tape"].make(corpus.train, 0).vocabulary, [gold(text) for text in OURS]
    runs: dict[str, list[dict]] = {form: [] for form in FORMS}
    for seed in options.seeds:
        for form in FORMS:
            runs[form].append(run(form, corpus, seed, options.keep))
            last = {name: runs[form][-1][name]["10"]["biased"] for name in ("scores", "word list")}
            print(form, seed, last, runs[form][-1]["trees"], flush=True)
        content = {
            "what": "Unlabelled F1 x 100 on the Penn Treebank sample of NLTK, up to 10 and up to 40 words, "
            "of PRPN's scores and of the mean score of each word; and trees of sentences of our own",
            **provenance(
                f"{COMMAND} --seeds {' '.join(str(each['seed']) for each in runs['tape'])}",
                [each["seed"] for each in runs["tape"]],
                clock,
            ),
            "cpu_seconds": round(sum(each["cpu_seconds"] for row in runs.values() for each in row), 1),
            "data": fetch.SOURCES["wsj"].files,
            "training": TRAINING,
            "ours": [bracketed(tree) for tree in ours],
            "unknown": [[word for word in tree.leaves() if word not in vocabulary] for tree in ours],
            "together": {form: together(row) for form, row in runs.items()},
            "runs": runs,
        }
        write(options.out, content)


if __name__ == "__main__":
    main()
