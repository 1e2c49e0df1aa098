"""What laws over trees cost, how often the greedy tree is not the best one, and what a better decoder gains.

    python -m experiments.tree_laws --keep FOLDER

writes `results/tree-laws.json`, the recorded numbers of chapter 14. FOLDER holds the ten trained PRPNs of
`python -m experiments.wsj --only prpn --keep FOLDER`; they are read, not trained. Their gates compare scores
but come with no law over trees, so a law is put on top: log-scores are beta times d over the spread of d, and
every beta is recorded. Gold trees are read at the end, to score. No sentence is stored.
"""

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing
from experiments.parsing import Corpus
from experiments.provenance import Clock, percent, provenance, write
from experiments.tree_law_costs import costs
from prpn_edu import trees
from prpn_edu.evaluation import baselines, paired_interval
from prpn_edu.latent import Prpn, chart
from prpn_edu.latent.structures import BetweenTrees, SplitTrees

RESULTS = Path(__file__).parents[1] / "results"
COMMAND = "python -m experiments.tree_laws --keep FOLDER"
READINGS = {"SPLIT": SplitTrees, "cut between the words": BetweenTrees}
DECODERS = {"SPLIT": "biased", "cut between the words": "unbiased"}
WORDS, DRAWS = (3, 4, 5, 6, 8, 10, 12, 16), 2000
BETAS = (0.25, 0.5, 1.0, 2.0, 4.0)
TAUS = (0.1, 0.3, 1.0, 3.0)
ESTIMATES = 20_000


def greedy_and_best() -> dict[str, Any]:
    """Uniform scores: how often the greedy tree, and the one of least risk, is the most probable."""
    generator = torch.Generator().manual_seed(12)
    out: dict[str, Any] = {"scores": "uniform on (0, 1)", "draws": DRAWS, "words": list(WORDS), "by": {}}
    for name, kind in READINGS.items():
        rows: dict[str, list[float]] = {"greedy_is_best": [], "safest_is_best": [], "log_gap": []}
        for n in WORDS:
            greedy_same, safest_same, gaps = [], [], []
            d = torch.rand(DRAWS, n - kind.gaps, generator=generator, dtype=torch.float64) + 1e-9
            for law, marginals in zip(kind(d).members(), kind(d).marginals, strict=True):
                best, greedy = law.mode, law.decode(law.logits)
                greedy_same.append(best == greedy)
                safest_same.append(best == chart.best_tree(marginals, law.words))
                gaps.append((law.log_prob(best) - law.log_prob(greedy)).item())
            rows["greedy_is_best"].append(percent(statistics.fmean(greedy_same)))
            rows["safest_is_best"].append(percent(statistics.fmean(safest_same)))
            rows["log_gap"].append(round(statistics.fmean(gaps), 3))
        out["by"][name] = rows
    return out


def gradients() -> dict[str, Any]:
    """One draw a step: how far its gradient of the expected number of right spans lies from the exact one."""
    logits = torch.tensor([1.0, 3.0, 2.0, 0.5, 4.0], dtype=torch.float64).log().requires_grad_()
    words = [f"x{i}" for i in range(6)]
    gold = Tree.fromstring("(X (X x0 x1) (X (X x2 (X x3 x4)) x5))")
    wanted = torch.zeros(6, 7, dtype=torch.float64)
    for start, end in trees.spans(gold):
        wanted[start, end] = 1
    value = (BetweenTrees(words=words, logits=logits).marginals * wanted).sum()
    (exact,) = torch.autograd.grad(value, logits)
    generator = torch.Generator().manual_seed(0)
    many = logits.detach().expand(ESTIMATES, -1).clone().requires_grad_()
    law = BetweenTrees(words=words, logits=many)
    drawn = law.sample(generator=generator)
    right = torch.tensor([len(trees.spans(t) & trees.spans(gold)) for t in drawn], dtype=torch.float64)
    (scores,) = torch.autograd.grad(law.log_prob(drawn).sum(), many)
    found = {
        "score function": right[:, None] * scores,
        "score function less the mean": (right - value.detach())[:, None] * scores,
    }
    for tau in TAUS:
        soft = law.relaxed(tau, generator)
        (slope,) = torch.autograd.grad((soft.marginals * wanted).sum(), many)
        found[f"Gumbel-softmax, tau {tau:g}"] = slope
    return {
        "scores": logits.detach().exp().tolist(),
        "gold": trees.transitions(gold),
        "value": round(value.item(), 4),
        "exact": [round(x, 4) for x in exact.tolist()],
        "draws": ESTIMATES,
        "estimators": {name: _error(each, exact) for name, each in found.items()},
    }


def _error(each: Tensor, exact: Tensor) -> dict[str, float]:
    """Length of the bias, its standard error, and the spread of one draw; each over the exact length."""
    unit = exact.norm().item()
    spread = each.var(0).sum().sqrt().item()
    return {
        "bias": round((each.mean(0) - exact).norm().item() / unit, 3),
        "error_of_bias": round(spread / len(each) ** 0.5 / unit, 3),
        "spread": round(spread / unit, 3),
    }


def real_sentences(keep: Path) -> dict[str, Any]:
    """The ten trained PRPNs: the greedy tree against the most probable and the safest, at every beta.

    The control has the same scores in another order within each sentence: what a decoder gains there it owes
    to the law's own leaning, not to what the scores know. "No scores" is that leaning alone: the safest tree
    of equal scores, with just enough noise to break ties.
    """
    corpus = Corpus.load()
    gold = corpus.gold(10)
    recorded = json.loads((RESULTS / "wsj-prpn.json").read_text("utf8"))
    right = parsing.by_sentence([baselines.right(trees.words(tree)) for tree in gold], gold)
    f1: dict[str, dict[str, list[list[float]]]] = {name: {} for name in READINGS}
    for run in recorded["runs"]:
        model = Prpn.load(keep / "prpn" / str(run["seed"]))
        scores = parsing.distances(model, gold)
        spread = parsing.spread_of(scores)["sd_in_sentence"]
        generator = torch.Generator().manual_seed(run["seed"])
        shuffled = [d[torch.randperm(len(d), generator=generator)] for d in scores]
        blank = [1e-4 * torch.randn(len(d), generator=generator, dtype=torch.float64) for d in scores]
        for name in READINGS:
            table = f1[name].setdefault("no scores", [])
            table.append(parsing.by_sentence(_decoded(name, blank, gold)["safest"], gold))
            for source, rows in (("learned", scores), ("shuffled", shuffled)):
                greedy = parsing.parse(rows, gold, DECODERS[name])
                values = parsing.by_sentence(greedy, gold)
                if source == "learned" and values != run["sentence_f1_10"][DECODERS[name]]:
                    raise ValueError(f"the model of seed {run['seed']} in {keep} is not the recorded one")
                f1[name].setdefault(f"{source}, greedy", []).append(values)
                for beta in BETAS:
                    logits = [beta * d.double() / spread for d in rows]
                    for decoder, found in _decoded(name, logits, gold).items():
                        key = f"{source}, {decoder}, beta {beta:g}"
                        f1[name].setdefault(key, []).append(parsing.by_sentence(found, gold))
        print(f"seed {run['seed']} done", flush=True)
    return {
        "sentences": len(gold),
        "seeds": [run["seed"] for run in recorded["runs"]],
        "betas": list(BETAS),
        "greedy": {name: _mean(table["learned, greedy"]) for name, table in f1.items()},
        "greedy_shuffled": {name: _mean(table["shuffled, greedy"]) for name, table in f1.items()},
        "no_scores": {name: _mean(table["no scores"]) for name, table in f1.items()},
        "right_branching": percent(statistics.fmean(right)),
        "leads": {name: _leads(table, right) for name, table in f1.items()},
    }


def _leads(table: dict[str, list[list[float]]], right: list[float]) -> dict[str, list[dict[str, Any]]]:
    """For each decoder and beta: its mean, its lead over greedy, that lead less the control's, over right."""
    out: dict[str, list[dict[str, Any]]] = {}
    for decoder in ("most probable", "safest"):
        for beta in BETAS:
            lead = {
                source: _minus(table[f"{source}, {decoder}, beta {beta:g}"], table[f"{source}, greedy"])
                for source in ("learned", "shuffled")
            }
            made = table[f"learned, {decoder}, beta {beta:g}"]
            row = {
                "beta": beta,
                "mean": _mean(made),
                "shuffled_mean": _mean(table[f"shuffled, {decoder}, beta {beta:g}"]),
                "lead": _said(lead["learned"]),
                "shuffled_lead": _said(lead["shuffled"]),
                "lead_less_shuffled": _said(_minus(lead["learned"], lead["shuffled"])),
                "lead_over_no_scores": _said(_minus(made, table["no scores"])),
                "lead_over_right_branching": _said(_minus(made, [right] * len(made))),
            }
            out.setdefault(decoder, []).append(row)
    return out


def _minus(first: list[list[float]], second: list[list[float]]) -> list[list[float]]:
    return [[x - y for x, y in zip(a, b, strict=True)] for a, b in zip(first, second, strict=True)]


def _mean(runs: list[list[float]]) -> float:
    return percent(statistics.fmean(map(statistics.fmean, runs)))


def _said(gaps: list[list[float]]) -> dict[str, Any]:
    """A difference of F1 in points: mean, interval over the sentences, number of seeds above 0."""
    by_sentence = [statistics.fmean(column) for column in zip(*gaps, strict=True)]
    low, high = paired_interval(by_sentence, [0.0] * len(by_sentence))
    above = sum(statistics.fmean(gap) > 0 for gap in gaps)
    return {"points": _mean(gaps), "interval": [percent(low), percent(high)], "seeds_above": above}


def _decoded(name: str, logits: list[Tensor], gold: list[Tree]) -> dict[str, list[Tree]]:
    """The most probable and the safest tree of every sentence."""
    kind = READINGS[name]
    best: list[Tree] = []
    safest: list[Tree] = []
    for row, tree in zip(logits, gold, strict=True):
        words = trees.words(tree)
        if len(words) < 3:
            best.append(trees.right(words))
            safest.append(trees.right(words))
            continue
        law = kind(words=words, logits=row[kind.gaps :] if kind.gaps else row)
        best.append(law.mode)
        safest.append(chart.best_tree(law.marginals, words))
    return {"most probable": best, "safest": safest}


def main() -> None:
    """Run everything and write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True)
    given = parser.parse_args()
    torch.set_num_threads(1)
    clock = Clock()
    parts = {
        "greedy_and_best": greedy_and_best(),
        "gradients": gradients(),
        "costs": costs(),
        "real_sentences": real_sentences(given.keep),
    }
    what = "Laws over trees: greedy, most probable and safest trees, gradients, and what each law costs"
    seeds = {"uniform scores": 12, "gradients": 0, "PRPN": parts["real_sentences"]["seeds"]}
    write(RESULTS / "tree-laws.json", {"what": what, **provenance(COMMAND, seeds, clock), **parts})


if __name__ == "__main__":
    main()
