"""What the chapter on distributions over trees draws: charts, draws, decoders and rival laws."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import torch
from matplotlib.figure import Figure
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent import chart as charts
from prpn_edu.latent import pairwise as comparing
from prpn_edu.latent import permutations as matrices
from prpn_edu.latent import split
from prpn_edu.latent.structures import (
    BetweenTrees,
    LimitTrees,
    NoisyTrees,
    SplitTrees,
    TreeDistribution,
    noise,
)
from prpn_edu.loops import laws


def five_trees(shapes: Sequence[Tree], chances: Sequence[Fraction], greedy: Tree) -> figures.Picture:
    """All trees of four words with their chances, the greedy one named."""
    return figures.draw_trees(
        shapes,
        [f"{p}, greedy" if tree == greedy else str(p) for tree, p in zip(shapes, chances, strict=True)],
        caption="The five trees of the scores 2, 3, 4 with their chances, the most probable one first.",
        label="fig-14-five",
    )


def chart(chances: Sequence[Sequence[float]], words: Sequence[str], tree: Tree) -> figures.Picture:
    """The chapter's master figure: the chance of each span, and over it the most probable tree."""
    return figures.span_chart(
        chances,
        words,
        "The chart of the scores 2, 3, 4, and over it the most probable tree. "
        "Each square is the chance of the span below it; framed: the tree's.",
        tree=tree,
        label="fig-14-chart",
    )


def against_all_trees(generator: torch.Generator) -> figures.Table:
    """The table of closed forms against the list of all trees, by the number of words."""
    rows = []
    for n in range(2, 7):
        d = torch.randint(1, 20, (n - 1,), generator=generator).double()
        exact, law = [Fraction(int(x)) for x in d], BetweenTrees(d)
        every = law.enumerate_support()
        p = [laws.tree_chance(exact, tree) for tree in every]
        spans = [(a, b) for a in range(n) for b in range(a + 2, n + 1)]
        right = sum(
            sum(q for tree, q in zip(every, p, strict=True) if span in trees.spans(tree))
            == laws.span_chance(exact, *span)
            for span in spans
        )
        apart = max(abs(a - float(b)) for a, b in zip(law.log_prob(every).exp().tolist(), p, strict=True))
        agrees = "yes" if apart < 1e-12 else "no"
        rows.append([n, len(every), sum(p), f"{right} of {len(spans)}", agrees])
    return figures.Table(
        ["words", "trees", "sum of eq. (8)", "spans right", "library agrees"],
        rows,
        "Random whole scores, as fractions: closed forms against the list of all trees.",
    )


def mirrored(marginals: Tensor, words: Sequence[str]) -> figures.Picture:
    """The charts of a batch of two laws, the scores of one those of the other read backwards."""
    return figures.span_charts(
        dict(zip(["scores 2, 3, 4", "scores 4, 3, 2"], marginals, strict=True)),
        words,
        "A batch of two laws: the mirror image of the scores gives the mirror image of the chart.",
    )


def law_of_rankings(d: Sequence[Fraction]) -> dict[str, Fraction]:
    """The chance of each tree when all gaps are ranked, (9): a sum over all rankings."""
    law: dict[str, Fraction] = defaultdict(Fraction)
    for order in permutations(range(len(d))):
        height = [-order.index(k) for k in range(len(d))]
        tree = figures.bracketed(split.split_between(height, "abcdefg"[: len(d) + 1]))
        law[tree] += laws.ranking_chance(d, order)
    return dict(law)


def law_of_choices(d: Sequence[Fraction]) -> dict[str, Fraction]:
    """The chance of each tree when each part chooses its cut, (8)."""
    every = trees.binary_trees(list("abcdefg"[: len(d) + 1]))
    return {figures.bracketed(tree): laws.tree_chance(d, tree) for tree in every}


def drawn(law: TreeDistribution, shapes: Sequence[Tree], chances: Sequence[Fraction]) -> figures.Picture:
    """How often each of the five trees was drawn, beside its chance."""
    counted = Counter(map(figures.bracketed, law.sample((2000,), torch.Generator().manual_seed(1))))
    return figures.gate_bars(
        {
            "share of 2000 draws": [counted[figures.bracketed(tree)] / 2000 for tree in shapes],
            "exact chance": [float(p) for p in chances],
        },
        [f"tree {k}" for k in range(1, 6)],
        "Greedy trees of noisy scores, beside the exact law; the five trees in their order above. "
        "A share of 2000 draws is off by 0.01 or so.",
        digits=4,
        label="fig-14-drawn",
        numbered=False,
    )


def picks(law: TreeDistribution, named: Mapping[str, Tree]) -> figures.Picture:
    """One chart, and trees picked from it: their chances, and how many spans each has right on average."""
    marginals, worth = law.marginals, {}
    for name, tree in named.items():
        right = sum(marginals[span].item() for span in trees.spans(tree)) - 1  # the whole sentence is sure
        chance = rounded(law.log_prob(tree).exp().item(), 2)
        worth[name] = f"chance {chance}, {rounded(right, 3)} spans right"
    return figures.span_charts(
        {f"{name}\n{numbers}": marginals.tolist() for name, numbers in worth.items()},
        law.words,
        "Two trees from one chart; spans right on average, besides the whole sentence.",
        list(named.values()),
        label="fig-14-picks",
    )


def how_often(recorded: dict) -> figures.Picture:
    """How often the greedy and the safest tree are the most probable one, by the number of words."""
    return figures.curves(
        {
            f"{reading}: {name}": recorded["by"][reading][f"{name}_is_best"]
            for reading in ("cut between the words", "SPLIT")
            for name in ("greedy", "safest")
        },
        recorded["words"],
        ("words", "% of draws"),
        "How often the greedy and the safest tree are the most probable tree",
        label="fig-14-often",
    )


def sharpening(logs: Tensor, words: Sequence[str], greedy: Tree) -> figures.Picture:
    """Entropy and chances of trees while the scores are raised to a power."""
    powers = [0.0, 0.5, 1.0, 2.0, 4.0, 8.0]
    sharper = [BetweenTrees(logits=beta * logs, words=words) for beta in powers]
    return figures.curves(
        {
            "entropy in nats": [one.entropy().item() for one in sharper],
            "chance of the best tree": [one.log_prob(one.mode).exp().item() for one in sharper],
            "chance of the greedy tree": [one.log_prob(greedy).exp().item() for one in sharper],
        },
        powers,
        ("power of the scores 2, 3, 1, 4", ""),
        "From noise to certainty: the law of the same scores raised to a power",
        digits=3,
        label="fig-14-entropy",
    )


def added_up(weights: Mapping[tuple[int, int], int], words: Sequence[str]) -> figures.Picture:
    """The sum over all trees of each stretch, below the weight of the span."""
    n, sums = len(words), {(k, k + 1): 1 for k in range(len(words))}
    for width in range(2, n + 1):
        for a in range(n - width + 1):
            b = a + width
            inside = sum(sums[a, j] * sums[j, b] for j in range(a + 1, b))
            sums[a, b] = weights.get((a, b), 1) * inside
    wide = {span: weights.get(span, 1) for span in sums if span[1] - span[0] > 1}
    return figures.score_chart(
        wide,
        words,
        "The weight of each span, and in brackets the sum over all trees of its words.",
        sums={span: sums[span] for span in wide},
        second="sum over its trees",
        digits=0,
        label="fig-14-sums",
    )


def random_rates(scores: Tensor, gaps: Sequence[str]) -> figures.Picture:
    """Which clock rings first when the rates are Gamma, beside the shares of the scores."""
    torch.manual_seed(12)
    gamma = torch.distributions.Gamma(scores, torch.ones_like(scores)).sample((40_000,))
    times = torch.empty_like(gamma).exponential_() / gamma
    first = torch.bincount(times.argmin(-1), minlength=len(scores)) / 40_000
    return figures.gate_bars(
        {"share of 40000 races": first.tolist(), "d / sum of d": (scores / scores.sum()).tolist()},
        gaps,
        "Who rings first when the rates are random, Gamma(d, 1)? Shares are off by 0.005 or so.",
        label="fig-14-gamma",
        numbered=False,
    )


def ranks(chances: Tensor, gaps: Sequence[str], caption: str, label: str) -> figures.Picture:
    """A matrix of gaps by ranks."""
    names = [str(rank) for rank in range(len(gaps))]
    return figures.matrix(
        chances.tolist(), gaps, names, caption, ("gap", "rank"), concept="limit", label=label
    )


def rounds(ranks_of: Tensor, tau: float) -> int:
    """How often Sinkhorn divides until all rows and columns sum to 1, within a hundredth."""
    for n in range(1, 1000):
        Z = matrices.sinkhorn(ranks_of, tau, n)
        if max((Z.sum(axis) - 1).abs().max() for axis in (0, 1)) < 0.01:
            return n
    raise ArithmeticError(f"not after a thousand rounds at temperature {tau}")


def limit_trees(scores: Tensor, words: Sequence[str]) -> LimitTrees:
    """The law of independent limits by comparisons in pairs, when those that cross are thrown away."""
    walls = torch.cat([torch.ones(1, dtype=torch.float64), scores])  # wall 0 plays no part
    return LimitTrees(comparing.limit_distribution(comparing.bradley_terry(walls)), words)


def crossing_limits(kept: LimitTrees) -> figures.Picture:
    """One draw of limits that cross, and how often they do not."""
    share = rounded(100 * kept.log_agreement.exp().item(), 0)
    return figures.ranges(
        [0, 0, 0, 1, 2],
        kept.words,
        f"Limits drawn one by one may cross. These scores' limits make a tree in {share} draws of 100.",
        label="fig-14-cross",
    )


def agreement(generator: torch.Generator) -> figures.Picture:
    """The chance that limits drawn one by one make a tree, by the number of words."""
    lengths, shares = [3, 5, 8, 12, 16, 20], []
    for n in lengths:
        d = torch.rand(20, n, generator=generator, dtype=torch.float64) + 0.01
        one = LimitTrees(comparing.limit_distribution(comparing.bradley_terry(d)))
        shares.append(one.log_agreement.exp().mean().item())
    return figures.curves(
        {"limits that do not cross": shares},
        lengths,
        ("words", "chance"),
        "Limits drawn independently: the chance that they make a tree (mean of 20 lists of uniform scores)",
        digits=4,
        label="fig-14-agree",
    )


def gradients(estimators: Mapping[str, Mapping[str, float]]) -> figures.Picture:
    """The bias and the spread of six ways to a gradient from one draw."""
    told = ["Gradients from one draw, in lengths of the exact gradient."]
    with figures.style():
        fig = Figure(figsize=(figures.WIDTH, 3.1))
        ax = fig.subplots()
        for row, (name, error) in enumerate(estimators.items()):
            ax.plot([error["bias"]], [row], "o", color=figures.COLOURS[0])
            ax.plot([error["spread"]], [row], "s", color=figures.COLOURS[1])
            bias, unsure, spread = (rounded(error[k], 3) for k in ("bias", "error_of_bias", "spread"))
            told.append(f"{name}: bias {bias} ± {unsure}, spread {spread}")
        ax.set_yticks(range(len(estimators)), list(estimators))
        ax.invert_yaxis()
        ax.set_xscale("log")
        ax.set_xlabel("in lengths of the exact gradient")
    return figures.show(
        fig,
        "\n".join(told),
        "Six ways to a gradient from one draw. Dot: bias, how far off on average. Square: spread, how far "
        "apart.",
        "fig-14-gradients",
    )


def rivals(scores: Tensor, words: Sequence[str]) -> dict[str, TreeDistribution]:
    """Eight laws over trees that make of the same scores what they can, by name."""
    logs, walls = scores.log(), torch.cat([torch.ones(1, dtype=torch.float64), scores])
    return {
        "Plackett-Luce": BetweenTrees(scores, words),
        "through SPLIT": SplitTrees(walls, words),
        "normal, sd 1": NoisyTrees(noise.normal(logs, 1.0), words),
        "Gamma race, 3rd ring": NoisyTrees(noise.gamma_race(scores, 3), words),
        "random Gamma rates": NoisyTrees(noise.gamma_plackett_luce(scores, 1.0), words),
        "normal log-rates, sd 1": NoisyTrees(noise.normal_plackett_luce(logs, 1.0), words),
        "permutation matrix": matrices.permutation_trees(matrices.rank_scores(logs), words),
        "limits, none crossing": limit_trees(scores, words),
    }


def ten_laws(
    members: Mapping[str, TreeDistribution], law: BetweenTrees, generator: torch.Generator
) -> figures.Picture:
    """The same scores under eight laws and two that are known from draws of `law`, a chart each."""
    found = {name: member.marginals.detach() for name, member in members.items()}
    X, n = matrices.rank_scores(law.logits), len(law.words)
    hard = torch.zeros(n, n + 1, dtype=torch.float64)
    for _ in range(400):
        shaken = X - torch.empty_like(X).exponential_(generator=generator).log()
        order = matrices.best_permutation(shaken)
        for span in trees.spans(split.split_between([-order.index(k) for k in range(n - 1)], law.words)):
            hard[span] += 1 / 400
    found["Gumbel noise on matrix"] = hard
    soft = [law.relaxed(1.0, generator).marginals for _ in range(400)]
    found["Gumbel-softmax, mean"] = torch.stack(soft).mean(0)
    return figures.span_charts(
        {name: marginals.tolist() for name, marginals in found.items()},
        law.words,
        "The scores 2, 3, 1, 4 under ten laws. The last two are means of 400 draws, off by up to 0.05.",
        label="fig-14-all",
    )


def costs(members: Mapping[str, TreeDistribution], recorded: dict) -> figures.Table:
    """The table of laws: entropy, best tree, and what a chart costs."""
    kinds = {
        "Plackett-Luce": ("Plackett-Luce, closed form", "n²"),
        "through SPLIT": ("Plackett-Luce through SPLIT", "n²"),
        "normal, sd 1": ("independent scores, integrals", "801 n²"),
        "Gamma race, 3rd ring": ("independent scores, integrals", "801 n²"),
        "permutation matrix": ("random permutation, all orders", "n!"),
        "limits, none crossing": ("categorical limits, chart", "n³"),
        "Gumbel-softmax": ("one Gumbel-softmax draw", "a draw"),
        "Sinkhorn": ("Sinkhorn, 20 rounds", "a draw"),
    }
    rows = []
    for name, (key, steps) in kinds.items():
        law = members.get(name)
        said = [rounded(law.entropy().item(), 2), figures.bracketed(law.mode)] if law else ["", ""]
        rows.append([name, *said, steps, *(_milliseconds(recorded["seconds"][key][k]) for k in (0, 3))])
    lengths = recorded["words"]
    return figures.Table(
        ["law", "nats", "best tree", "steps", f"{lengths[0]} words", f"{lengths[3]} words"],
        rows,
        "What each says of the same scores, and what its chart costs: steps, and milliseconds, recorded.",
        label="tab-14-all",
    )


def _milliseconds(seconds: float | None) -> str:
    return "refused" if seconds is None else rounded(1000 * seconds, 1, longer=True)


def real_sentences(recorded: dict) -> figures.Picture:
    """F1 of the safest tree by sharpness, for learned and for shuffled scores."""
    series = {}
    for reading, decoders in recorded["leads"].items():
        short = "SPLIT" if reading == "SPLIT" else "cut"
        series[f"{short}, learned"] = [row["mean"] for row in decoders["safest"]]
        series[f"{short}, shuffled"] = [row["shuffled_mean"] for row in decoders["safest"]]
    series["right-branching"] = [recorded["right_branching"]] * len(recorded["betas"])
    split_greedy, cut_greedy, shuffled_split, shuffled_cut = (
        rounded(recorded[kind][reading], 1)
        for kind in ("greedy", "greedy_shuffled")
        for reading in ("SPLIT", "cut between the words")
    )
    return figures.curves(
        series,
        [math.log2(beta) for beta in recorded["betas"]],
        ("log₂ β: sharpness, doubled at each step", "F1 × 100"),
        "The safest tree: F1 by sharpness, with learned scores and with the same scores shuffled in each "
        f"sentence, mean of ten models. Greedy trees have {split_greedy} by SPLIT and {cut_greedy} by the "
        f"cut, shuffled {shuffled_split} and {shuffled_cut}",
        label="fig-14-real",
    )


def lean(recorded: dict) -> figures.Picture:
    """F1 through SPLIT of greedy trees, and of safest trees without scores and with them."""
    blunt = recorded["leads"]["SPLIT"]["safest"][recorded["betas"].index(0.25)]
    rows = {
        "greedy, learned scores": recorded["greedy"]["SPLIT"],
        "safest, all scores equal": recorded["no_scores"]["SPLIT"],
        "safest, learned scores": blunt["mean"],
        "right-branching": recorded["right_branching"],
    }
    return figures.dots(
        {"F1": {name: (value, value, value) for name, value in rows.items()}},
        "F1 × 100",
        f"Trees of {recorded['sentences']} sentences of the Wall Street Journal, cut as SPLIT cuts; safest "
        "trees with β = 1/4; learned scores: the mean of ten models.",
        limits=(45, 66),
        label="fig-14-lean",
    )


def three_draws() -> figures.Picture:
    """The trees of three words, by the word that SPLIT takes first."""
    return figures.draw_trees(
        [split.split([float(k == first) for k in range(3)], "abc") for first in range(3)],
        [f"takes {word}" for word in "abc"],
        caption="SPLIT takes one of three words, cuts before it and behind it.",
        label="fig-14-three",
    )


def leads(recorded: dict) -> figures.Table:
    """The table of how far safest and most probable trees lie above others, at each sharpness."""
    rows = [
        [
            f"{'SPLIT' if reading == 'SPLIT' else 'cut'}, {decoder.split()[-1]}",
            f"{run['beta']:g}",
            *(_lead(run[f"lead{part}"]) for part in ("", "_less_shuffled", "_over_no_scores")),
        ]
        for reading, decoders in recorded["leads"].items()
        for decoder, runs in decoders.items()
        for run in runs
    ]
    return figures.Table(
        ["tree", "β", "over greedy", "the same, minus that of shuffled scores", "over no scores"],
        rows,
        "How far the F1 of the safest and of the most probable tree lies above others, in points, over "
        f"{recorded['sentences']} sentences, mean of {len(recorded['seeds'])} seeds, with 95 % intervals "
        "over the sentences, and how many seeds lie above 0.",
        label="tab-14-real",
    )


def _lead(gap: dict[str, Any]) -> str:
    return f"{records.interval_text((gap['points'], *gap['interval']))}, {gap['seeds_above']}"


def without_scores() -> figures.Picture:
    """The safest trees of eight words with equal scores, by both readings."""

    def safest(law: TreeDistribution) -> Tree:
        return charts.best_tree(law.marginals, law.words)

    words = list("abcdefgh")
    return figures.draw_trees(
        [
            safest(kind(torch.ones(8 - kind.gaps, dtype=torch.float64), words))
            for kind in (SplitTrees, BetweenTrees)
        ],
        ["SPLIT", "cut between, one of several"],
        caption="The safest trees of equal scores: what the laws prefer without having seen anything.",
        label="fig-14-blank",
    )


def blank_scores(recorded: dict) -> figures.Table:
    """The table of what the safest trees of equal scores have on real sentences."""
    rows = [[reading, rounded(value, 1)] for reading, value in recorded["no_scores"].items()]
    return figures.Table(["safest tree of equal scores", "F1"], rows, "Ties broken at random.")
