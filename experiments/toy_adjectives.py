"""Learn the adjectives of the toy treebank as matrices, and test them on nouns that were left out.

    python -m experiments.toy_adjectives

writes `results/toy-adjectives.json`: how many remarks and words are new, what company the words keep, the
trials, and the vectors of a few adjectives, from which a reader of chapter 1 learns one. For each adjective
the penalty is the one that is best for the other adjectives.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments.provenance import Clock, need_folder, provenance, write
from experiments.toy_company import ADJECTIVES, EVERY, NOUNS, Company
from prpn_edu import data
from prpn_edu.composition import lexical_function, mixture
from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.data.toy_words import CLASSES, MEANINGS

COMMAND = "python -m experiments.toy_adjectives"
REMARKS = 40_000
SHIPPED = ("frothy", "harrowing", "hilarious", "long", "playful", "silly", "witty")
SIZES = (2, 5, 10, 15, 20, 25, 28)


def novelty(trees: Sequence[Tree], step: int = 1000) -> list[list[int]]:
    """Rows of [heard, new remarks, remarks, new words, words] for each further `step` remarks."""
    remarks: set[tuple[str, ...]] = set()
    words: set[str] = set()
    rows = []
    for start in range(0, len(trees), step):
        told = [tuple(tree.leaves()) for tree in trees[start : start + step]]
        spoken = list(chain(*told))
        new = sum(remark not in remarks for remark in told), sum(word not in words for word in spoken)
        rows.append([start, new[0], len(told), new[1], len(spoken)])
        remarks.update(told)
        words.update(spoken)
    return rows


def hits(trials: Sequence[dict[str, Any]]) -> int:
    """How many labels are right."""
    return sum(a == b for one in trials for a, b in zip(one["answers"], one["right"], strict=True))


def flat(vectors: Tensor) -> list[list[float]]:
    """The two directions in which these vectors differ most, (n, 2), their signs fixed."""
    centred = vectors - vectors.mean(0)
    _, _, Vh = torch.linalg.svd(centred, full_matrices=False)
    places = centred @ Vh[:2].T  # (n, 2)
    largest = places.gather(0, places.abs().argmax(0, keepdim=True))
    return digits(places * largest.sign(), 5)


def digits(numbers: Tensor, many: int = 3) -> Any:
    """Decimals, as a file of results keeps them."""
    return (numbers * 10**many).round().div(10**many).tolist()


def nearest_of(vectors: Tensor, many: int) -> list[list[int]]:
    """For each vector the places of the `many` nearest others."""
    near = mixture.cosine(vectors[:, None], vectors).fill_diagonal_(-2)
    return near.argsort(1, descending=True)[:, :many].tolist()


def words_and_company(company: Company) -> dict[str, Any]:
    """What the two kinds of contexts know of nouns."""
    works = list(CLASSES["WorkNoun"])
    genres = [("unknown", "light", "grave")[MEANINGS[word].genre or 0] for word in works]
    spaces = {
        "plain": lambda words: company.plain_space.place(company.plain.rows(words)),
        "phrase": lambda words: company.space.place(company.counts.rows(words)),
    }
    nearest = {name: nearest_of(place(NOUNS), 3) for name, place in spaces.items()}
    kin = {name: nearest_of(place(works), 1) for name, place in spaces.items()}
    return {
        "shapes": {"plain": list(company.plain.table.shape), "phrase": list(company.counts.table.shape)},
        "zeros": round((company.counts.table == 0).double().mean().item(), 3),
        "nearest": {
            noun: {name: [NOUNS[j] for j in near[k]] for name, near in nearest.items()}
            for k, noun in enumerate(NOUNS)
        },
        "works": {"names": works, "genres": genres}
        | {name: flat(place(works)) for name, place in spaces.items()},
        "same_genre": {
            name: sum(genres[k] == genres[j] for k, (j,) in enumerate(near)) for name, near in kin.items()
        },
    }


def held_out(company: Company) -> dict[str, Any]:
    """The trials on nouns that were left out, and the penalty that the others pick for each adjective.

    Under "moody" the hits of the matrix that most of them pick, and how many nouns there are, by adjective;
    under "apart" all hits on moody phrases once more, where no noun keeps what was counted in the phrase.
    """
    trials = {
        name: {adjective: company.trial(predict, adjective) for adjective in EVERY}
        for name, predict in company.competitors().items()
    }
    score = {
        name: {adjective: hits([one]) for adjective, one in made.items()} for name, made in trials.items()
    }

    def best_for_others(adjective: str) -> str:
        matrices = [name for name in trials if "ridge" in name]
        return max(matrices, key=lambda name: sum(score[name].values()) - score[name][adjective])

    picked = Counter(map(best_for_others, EVERY))
    summary: dict[str, Any] = {}
    for name, made in trials.items():
        summary[name] = {}
        for group, adjectives in ADJECTIVES.items():
            some = [made[a] for a in adjectives]
            summary[name][group] = {
                "hits": hits(some),
                "of": sum(len(one["right"]) for one in some),
                "cosine": round(fmean(chain(*(one["cosines"] for one in some))), 6),
                "answers": "".join(one["answers"] for one in some),
                "right": "".join(one["right"] for one in some),
            }
    silly = {
        name: {key: made["silly"][key] for key in ("near", "answers", "right")}
        for name, made in trials.items()
    }
    apart = {
        name: hits([company.trial(predict, a, apart=True) for a in ADJECTIVES["moody"]])
        for name, predict in company.competitors().items()
    }
    matrix = picked.most_common(1)[0][0]
    moody = {a: [score[matrix][a], len(trials[matrix][a]["right"])] for a in ADJECTIVES["moody"]}
    return {"picked": dict(picked), "trials": summary, "silly": silly, "moody": moody, "apart": apart}


def more_nouns(company: Company, draws: int = 5) -> dict[str, Any]:
    """The errors on fitted and on new nouns as nouns are added, and the size of one matrix.

    Under "heard" how often the phrases of these adjectives were heard: the median, and the share of those at
    most nine; under "worse than silence" how many adjectives have an error above 1 at the end.
    """
    complete = [a for a in EVERY if len(company.examples(a)[0]) == len(NOUNS)]
    made = {a: company.examples(a)[1:] for a in complete}
    names = [f"ridge {ridge:g}, {kind}" for ridge in (0.0, 1.0) for kind in ("fitted nouns", "new nouns")]
    lines: dict[str, list[float]] = {name: [] for name in (*names, "mean phrase, new nouns")}
    for size in SIZES:
        found: dict[str, list[float]] = {name: [] for name in lines}
        for n, p in made.values():
            for draw in range(draws):
                order = torch.randperm(len(n), generator=torch.Generator().manual_seed(draw))
                used, test = order[:size], order[-2:]
                guesses = {"mean phrase, new nouns": (p[used].mean(0).expand(2, -1), p[test])}
                for ridge in (0.0, 1.0):
                    A = LexicalFunction.fit(n[used], p[used], ridge)
                    guesses[f"ridge {ridge:g}, fitted nouns"] = A(n[used]), p[used]
                    guesses[f"ridge {ridge:g}, new nouns"] = A(n[test]), p[test]
                for name, pair in guesses.items():
                    found[name].append(lexical_function.relative_error(*pair))
        for name, errors in found.items():
            lines[name].append(round(fmean(errors), 6))
    at_the_end = found["ridge 0, new nouns"]  # `draws` of each adjective in turn
    worse = sum(fmean(at_the_end[k : k + draws]) > 1 for k in range(0, len(at_the_end), draws))
    heard = sorted(company.heard[phrase] for phrase in company.heard if phrase.split()[0] in complete)
    n, p = made[complete[0]]
    norms = {
        f"ridge {ridge:g}": [
            round(LexicalFunction.fit(n[:size], p[:size], ridge).matrix.norm().item(), 5) for size in SIZES
        ]
        for ridge in (0.0, 1.0)
    }
    return {
        "adjectives": len(complete),
        "nouns": list(SIZES),
        "errors": lines,
        "heard": [heard[len(heard) // 2], round(sum(times <= 9 for times in heard) / len(heard), 2)],
        "worse than silence": worse,
        "norms": norms,
        "of": complete[0],
    }


def shipped(company: Company) -> dict[str, Any]:
    """The examples of a few adjectives, for a reader to learn one of them."""
    found = {adjective: company.examples(adjective) for adjective in SHIPPED}
    return {
        adjective: {
            "nouns": known,
            "labels": "".join(company.label[f"{adjective} {noun}"] for noun in known),
            "n": digits(n),
            "p": digits(p),
        }
        for adjective, (known, n, p) in found.items()
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the record."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=Path("results/toy-adjectives.json"), help="where to write"
    )
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    clock = Clock()
    trees = data.toy("train", REMARKS)
    company = Company(trees)
    times = sorted(company.heard.values())
    content = {
        "remarks": REMARKS,
        "novelty": novelty(trees),
        "longest": " ".join(max(trees, key=lambda tree: len(tree.leaves())).leaves()),
        "company": words_and_company(company),
        "phrases": {"number": len(times), "median": times[len(times) // 2], "most": times[-1]}
        | {"fewest nouns": min(len(company.examples(a)[0]) for a in EVERY), "adjectives": len(EVERY)},
        **held_out(company),
        "learning": more_nouns(company),
        "examples": shipped(company),
    }
    what = "Adjectives of the toy treebank as matrices: company, trials on nouns that were left out"
    write(options.out, {"what": what, **provenance(COMMAND, [], clock), **content})


if __name__ == "__main__":
    main()
