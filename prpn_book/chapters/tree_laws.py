"""What the chapter on distributions over trees draws: charts, draws, decoders and rival laws."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from matplotlib.figure import Figure
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent.structures import TreeDistribution


def five_trees(shapes: Sequence[Tree], chances: Sequence[Fraction], greedy: Tree) -> figures.Picture:
    """All trees of four words with their chances, the greedy one named."""
    return figures.draw_trees(
        shapes,
        [f"{p} greedy" if tree == greedy else str(p) for tree, p in zip(shapes, chances, strict=True)],
        caption="The five trees of the scores 2, 3, 4. The greedy one is not the likeliest.",
        label="fig-14-five",
        across=2,
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


def against_all_trees(rows: Sequence[Sequence[object]]) -> figures.Table:
    """The table of closed forms against the list of all trees, by the number of words."""
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


def drawn(shares: Sequence[float], chances: Sequence[Fraction]) -> figures.Picture:
    """How often each of the five trees was drawn, beside its chance."""
    return figures.gate_bars(
        {"share of 2000 draws": shares, "exact chance": [float(p) for p in chances]},
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
        worth[name] = f"{rounded(law.log_prob(tree).exp().item(), 2)}, {rounded(right, 3)}"
    return figures.span_charts(
        {f"{name}: {numbers}": marginals.tolist() for name, numbers in worth.items()},
        law.words,
        "One chart, the scores 2, 3, 1, 4 and three picks: chance of the tree, and spans expected right "
        "besides the whole sentence.",
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


def sharpening(lines: Mapping[str, Sequence[float]], powers: Sequence[float]) -> figures.Picture:
    """Entropy and chances of trees while the scores are raised to a power."""
    return figures.curves(
        lines,
        powers,
        ("power of the scores 2, 3, 1, 4", ""),
        "From noise to certainty: the law of the same scores raised to a power",
        digits=3,
        label="fig-14-entropy",
    )


def random_rates(first: Sequence[float], shares: Sequence[float], gaps: Sequence[str]) -> figures.Picture:
    """Which clock rings first when the rates are Gamma, beside the shares of the scores."""
    return figures.gate_bars(
        {"share of 40000 races": first, "d / sum of d": shares},
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


def agreement(shares: Sequence[float], lengths: Sequence[int]) -> figures.Picture:
    """The chance that limits drawn one by one make a tree, by the number of words."""
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
        fig = Figure(figsize=(5.6, 3.1))
        ax = fig.subplots()
        for row, (name, error) in enumerate(estimators.items()):
            ax.plot([error["bias"]], [row], "o", color=figures.COLOURS[0])
            ax.plot([error["spread"]], [row], "s", color=figures.COLOURS[1])
            bias, unsure, spread = (rounded(error[k], 3) for k in ("bias", "error_of_bias", "spread"))
            told.append(f"{name}: bias {bias} ± {unsure}, spread {spread}")
        ax.set_yticks(range(len(estimators)), list(estimators))
        ax.invert_yaxis()
        ax.set_xscale("log")
        ax.set_xlabel("in lengths of the exact gradient (dot: bias, square: spread)")
    return figures.show(
        fig,
        "\n".join(told),
        "Six ways to a gradient from one draw. Dot: bias, how far off on average. Square: spread, how far "
        "apart.",
        "fig-14-gradients",
    )


def ten_laws(charts: Mapping[str, Tensor], words: Sequence[str]) -> figures.Picture:
    """The same scores under ten laws, a chart each."""
    return figures.span_charts(
        {name: marginals.tolist() for name, marginals in charts.items()},
        words,
        "The scores 2, 3, 1, 4 under ten laws. The last two are means of 400 draws, off by up to 0.05.",
        across=3,
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
    split, cut, shuffled_split, shuffled_cut = (
        rounded(recorded[kind][reading], 1)
        for kind in ("greedy", "greedy_shuffled")
        for reading in ("SPLIT", "cut between the words")
    )
    return figures.curves(
        series,
        [math.log2(beta) for beta in recorded["betas"]],
        ("log₂ β: sharpness, doubled at each step", "F1 × 100"),
        "The safest tree: F1 by sharpness, with learned scores and with the same scores shuffled in each "
        f"sentence. Greedy trees have {split} by SPLIT and {cut} by the cut, shuffled {shuffled_split} and "
        f"{shuffled_cut}",
        label="fig-14-real",
    )


def leads(recorded: dict) -> figures.Table:
    """The table of the safest tree's lead over others, at three sharpnesses."""
    return _leads(
        recorded,
        _in_chapter,
        f"How far the F1 of the safest tree lies above others, in points, over {recorded['sentences']} "
        f"sentences, mean of {len(recorded['seeds'])} seeds, with 95 % intervals over the sentences, and how "
        "many seeds lie above 0. The other rows are folded below.",
        "tab-14-real",
    )


def other_leads(recorded: dict) -> figures.Table:
    """The table of all leads that `leads` leaves out."""
    caption = "The other rows: the most probable tree, and the safest at β = 1/2 and 2."
    return _leads(recorded, lambda decoder, beta: not _in_chapter(decoder, beta), caption)


def _in_chapter(decoder: str, beta: float) -> bool:
    return decoder == "safest" and beta in (0.25, 1, 4)


def _leads(
    recorded: dict, wanted: Callable[[str, float], bool], caption: str, label: str = ""
) -> figures.Table:
    rows = [
        [
            f"{'SPLIT' if reading == 'SPLIT' else 'cut'}, {decoder.split()[-1]}",
            f"{run['beta']:g}",
            *(_lead(run[f"lead{part}"]) for part in ("", "_less_shuffled", "_over_no_scores")),
        ]
        for reading, decoders in recorded["leads"].items()
        for decoder, runs in decoders.items()
        for run in runs
        if wanted(decoder, run["beta"])
    ]
    heads = ["tree", "β", "over greedy", "the same, minus that of shuffled scores", "over no scores"]
    return figures.Table(heads, rows, caption, label=label)


def _lead(gap: dict[str, Any]) -> str:
    return f"{records.interval_text((gap['points'], *gap['interval']))}, {gap['seeds_above']}"


def without_scores(found: Sequence[Tree]) -> figures.Picture:
    """The safest trees of equal scores, by both readings."""
    return figures.draw_trees(
        found,
        ["SPLIT", "cut between the words (one of several)"],
        caption="The safest trees of equal scores: what the laws prefer without having seen anything.",
        label="fig-14-blank",
    )
