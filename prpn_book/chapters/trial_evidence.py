"""The evidence behind the trial of PRPN: conventions, intervals, votes, controls, costs, unseen sentences."""

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.chapters.parsers import CONVENTIONS
from prpn_book.chapters.trial import FORMS, NAMES, USUAL, Gap, Recorded
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu.loops.transitions import brackets

CONTROLS = ["all open", "frozen", "shuffled", "adjacent"]
QUESTIONS = {  # of each control, and what its cost answers
    "all open": ("Does hiding help?", "yes"),
    "frozen": ("Must places be learnt?", "yes"),
    "shuffled": ("Do right places help?", "yes"),
    "adjacent": ("Is the nearest enough?", "no"),
}


def two_measures(wsj: Recorded, form: str) -> tuple[list[float], list[float]]:
    """Held-out perplexity and F1 of the sixteen seeds of a form."""
    perplexity = wsj.perplexity(FORMS[form])
    perplexity += [run["held_out_perplexity"] for run in wsj.more[NAMES[FORMS[form]]]]
    return perplexity, wsj.all_f1(form)


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's: the correlation of the places of two lists of numbers, none twice."""
    places = [[sorted(values).index(x) for x in values] for values in (first, second)]
    return statistics.correlation(*places)


def better_model_better_trees(wsj: Recorded) -> Picture:
    """The seeds of both forms, by perplexity and by F1."""
    points = {form: list(zip(*two_measures(wsj, form), strict=True)) for form in FORMS}
    with figures.style():
        fig = Figure(figsize=(figures.WIDTH, 3.0))
        ax = fig.subplots()
        for (form, pairs), mark, color in zip(points.items(), "os", (0, 1), strict=True):
            ax.plot(
                *zip(*pairs, strict=True),
                mark,
                markersize=5,
                alpha=0.8,
                color=figures.COLOURS[color],
                label=form,
            )
        ax.set_xlabel("held-out perplexity, lower is better")
        ax.set_ylabel("sentence F1 × 100")
        ax.legend()
    told = ["A point a seed: perplexity and F1."]
    told += [
        f"{form}: " + "; ".join(f"{x:.1f}, {y:.1f}" for x, y in sorted(pairs))
        for form, pairs in points.items()
    ]
    caption = "Sixteen seeds of each form: does the better language model have the better trees?"
    return figures.show(fig, "\n".join(told), caption, "fig-11-perplexity")


def two_parsers(remarks: Sequence[Tree], f1: Mapping[str, Sequence[float]]) -> Picture:
    """The F1 of two parsers on some remarks, each with its gold brackets, and the difference."""
    values = [[a, b, a - b] for a, b in zip(*f1.values(), strict=True)]
    rows = [f"{number} {brackets(tree)}" for number, tree in enumerate(remarks, 1)]
    told = "The F1 of two parsers on four remarks, without the root."
    return figures.matrix(values, rows, [*f1, "difference"], told, digits=3)


def all_means(means: Sequence[float], left_out: int) -> Picture:
    """How often each mean of a bootstrap comes; those that are left out at both ends are set off.

    Args:
        means: of all draws, sorted.
        left_out: how many at each end.
    """
    parts: dict[str, tuple[Sequence[float], dict[str, Any]]] = {
        "kept: the interval": (means[left_out:-left_out], {"color": figures.COLOURS[3]}),
        "left out": (  # hollow
            [*means[:left_out], *means[-left_out:]],
            {"facecolor": "none", "edgecolor": figures.COLOURS[6], "linewidth": 1.2},
        ),
    }
    told = [f"The means of all {len(means)} draws: how often each comes."]
    below: Counter[float] = Counter()
    with figures.style():
        fig = Figure(figsize=(figures.WIDTH, 2.4))
        ax = fig.subplots()
        for name, (part, look) in parts.items():
            often = Counter(part)
            ax.bar(
                [float(mean) for mean in often],
                list(often.values()),
                0.006,
                bottom=[below[mean] for mean in often],
                label=name,
                **look,
            )
            below += often
            told.append(f"{name}: " + ", ".join(f"{rounded(m, 3)} x {n}" for m, n in sorted(often.items())))
        ax.axvline(0, color=figures.COLOURS[6], linestyle="--", linewidth=1)
        ax.set_xlabel("mean difference of a draw")
        ax.set_ylabel("draws")
        fig.legend(loc="outside upper left", ncols=2)
    caption = f"All {len(means)} means; {left_out} left out at each end."
    return figures.show(fig, "\n".join(told), caption, "fig-11-means")


def more_remarks(intervals: Mapping[str, Gap]) -> Picture:
    """One difference with the intervals that few and many remarks give."""
    axis = "difference in sentence F1 x 100, with its 95 % interval"
    told = "The same difference, with four remarks and with four hundred."
    return _against_zero({"right minus balanced": intervals}, axis, told)


def _against_zero(
    rows: Mapping[str, Mapping[str, Gap]], axis: str, caption: str, zero: str = "no difference"
) -> Picture:
    return figures.dots(rows, axis, caption, {zero: 0}, limits=None)


def pairs_torn_apart(paired: Gap, torn: Gap) -> Picture:
    """The interval of a paired difference, and that of the same numbers in another order."""
    axis = "PRPN minus right-branching, sentence F1 x 100"
    told = "The interval on the 555 sentences, and the same numbers with the pairs torn apart."
    return _against_zero({"mean of ten seeds": {"paired": paired, "torn apart": torn}}, axis, told)


def conventions_table(wsj: Recorded) -> Table:
    """PRPN and what learnt nothing, in each convention."""
    rows = []
    for name, c in CONVENTIONS.items():
        learnt = [records.mean_text(wsj.f1(form, c)) for form in FORMS.values()]
        untrained = records.mean_text([run["untrained"][c] for run in wsj.runs["PRPN"]])
        others = [
            records.sd_text(wsj.unlearnt(m, c), None) for m in ("random scores", "right", "upper bound")
        ]
        rows.append([name, *learnt, untrained, *others])
    heads = ["convention", *FORMS, "untrained", "chance", "right", "upper bound"]
    told = f"WSJ sample, up to 10 words: F1 x 100, mean ± sd of {len(wsj.runs['PRPN'])} seeds"
    return Table(heads, rows, told)


def verdict(wsj: Recorded) -> Table:
    """Both forms minus right-branching: the mean, and its intervals over seeds and over sentences."""
    rows = []
    for form in FORMS:
        gaps = [
            records.over_seeds([f1 - wsj.unlearnt("right") for f1 in wsj.all_f1(form)]),
            wsj.minus_right(form),
        ]
        ends = [" to ".join(rounded(x, 1, longer=True) for x in gap[1:]) for gap in gaps]
        rows.append([form, rounded(gaps[0][0], 1), *ends])
    heads = ["", "mean", "over seeds", "over sentences"]
    return Table(heads, rows, "Minus right-branching, F1 x 100: 95 % intervals", label="tab-11-verdict")


def account(wsj: Recorded) -> Table:
    """What the seeds of both forms say about right-branching, a line each."""
    lines = [_account(wsj, form) for form in FORMS]
    rows = [[line, *(each[line] for each in lines)] for line in lines[0]]
    return Table(["newspaper, sentence F1 x 100, no root", *FORMS], rows, "Both forms beside right-branching")


def _account(wsj: Recorded, form: str) -> dict[str, str]:
    values, long = wsj.all_f1(form), wsj.f1(FORMS[form], length="40") + wsj.of_more(form, length="40")
    right, right_long = wsj.unlearnt("right"), wsj.rivals["up_to"]["40"]["sentence_f1"]["right"]
    bar = 100 * statistics.fmean(right_long)
    return {
        "seeds 1 to 10": records.mean_text(wsj.f1(FORMS[form])),
        "seeds 11 to 16": records.mean_text(wsj.of_more(form)),
        "mean of all, 95 % over seeds": records.interval_text(records.over_seeds(values)),
        f"seeds above it ({rounded(right, 1)})": f"{sum(x > right for x in values)} of {len(values)}",
        "mean minus right-branching, 95 % over sentences": records.interval_text(wsj.minus_right(form)),
        f"up to 40 words (right-branching {rounded(bar, 1)})": records.mean_text(long),
        "seeds above it there": f"{sum(x > bar for x in long)} of {len(long)}",
    }


def votes(wsj: Recorded) -> Picture:
    """Groups of seeds, on average and by voting, minus right-branching."""
    means, voted = {}, {}
    for row, (name, group) in wsj.votes().items():
        means[row] = records.difference(wsj.over_seeds(name, group["voters"]), wsj.right)
        voted[row] = records.difference(group["sentence_f1"], wsj.right)
    axis = "minus right-branching, sentence F1 x 100, 95 % intervals"
    told = "The mean of some parsers, and the one parser that they make by voting."
    looks = [(3, 3), (2, 2)]  # means are purple, as elsewhere
    both = {"mean of the voters": means, "votes": voted}
    return figures.dots(both, axis, told, {"right-branching": 0}, limits=None, looks=looks)


def votes_table(wsj: Recorded) -> Table:
    """The F1 of voters, of their votes, and the votes' overlap with right-branching."""
    lines = {
        name: (statistics.fmean(group["f1_of_the_voters"]), group["f1"][USUAL], group["overlap_right"])
        for name, (_, group) in wsj.votes().items()
    }
    for voters, each in wsj.votes_of_chance().items():
        chance = wsj.unlearnt("random scores")
        lines[f"chance, {voters} voters"] = (chance, each["f1"], each["overlap_right"])
    rows = [[name, *(rounded(x, 1, longer=True) for x in line)] for name, line in lines.items()]
    heads = ["voters", "their mean F1", "F1 of the votes", "overlap with right-branching"]
    return Table(heads, rows, "Votes, sentences of up to 10 words: F1 x 100, without the root")


def costs(wsj: Recorded, names: Sequence[str], caption: str) -> Picture:
    """What each exchange costs: the change of perplexity in %, with its interval over seeds."""
    rows = {name: _cost(wsj, name) for name in names}
    axis = "change of the held-out perplexity in %"
    return _against_zero({"minus PRPN": rows}, axis, caption, "PRPN")


def _cost(wsj: Recorded, name: str) -> Gap:
    logs = records.over_seeds([math.log(ratio) for ratio in wsj.perplexity_ratios(name)])
    mean, low, high = (100 * math.expm1(x) for x in logs)
    return mean, low, high


def answers(wsj: Recorded) -> Table:
    """What each control asks, and the answer with its cost."""
    rows = [
        [name, question, f"{answer}, {rounded(_cost(wsj, name)[0], 1)} %"]
        for name, (question, answer) in QUESTIONS.items()
    ]
    return Table(["gates", "question", "answer"], rows, "Four answers, and costs.", label="tab-11-gates")


def controls_minus_prpn(wsj: Recorded) -> Picture:
    """The F1 of each control minus PRPN's, with its interval over the sentences."""
    rows = {}
    for name in CONTROLS:
        seeds = {run["seed"] for run in wsj.runs[name]}
        rows[name] = records.difference(wsj.over_seeds(name, seeds), wsj.over_seeds("PRPN", seeds))
    axis = "difference in sentence F1 x 100, 95 % over sentences"
    told = "The trees of each control beside those of PRPN."
    return _against_zero({"minus PRPN": rows}, axis, told, "PRPN")


def all_models(wsj: Recorded) -> Table:
    """Every model that was trained: size, perplexities, F1, time."""
    rows = []
    for name, runs in wsj.runs.items():
        seconds = wsj.files[name]["together"]["cpu_seconds_of_training"]["mean"]
        rows.append(
            [
                name,
                str(len(runs)),
                f"{wsj.files[name]['weights']:,}",
                records.mean_text([run["train_perplexity"] for run in runs]),
                records.mean_text(wsj.perplexity(name)),
                records.mean_text(wsj.f1(name)) if "f1" in runs[0] else "no scores",
                rounded(seconds, 0, longer=True),
            ]
        )
    heads = ["model", "seeds", "weights", "training", "held-out", "sentence F1", "CPU-s"]
    told = (
        "All that was trained: perplexity and F1, mean ± sd over seeds; "
        "F1 on sentences of up to 10 words, without the root"
    )
    return Table(heads, rows, told)


def overlaps(wsj: Recorded) -> Table:
    """How much of each form's trees is right-branching, and how much the seeds agree."""
    by_chance = wsj.rivals["up_to"]["10"]["overlap_right"]["random scores"]
    rows = [
        [
            form,
            records.mean_text([run["overlap_right"] for run in wsj.runs[name]]),
            records.mean_text([run["agreement"] for run in wsj.runs[name]]),
            records.mean_text(wsj.minus_chance(form)),
            records.mean_text(wsj.minus_chance(form, "unbiased")),
        ]
        for form, name in FORMS.items()
    ]
    rows.append(["chance through SPLIT", rounded(by_chance, 1), "", "0", "0"])
    rows.append(["gold trees", rounded(wsj.unlearnt("right"), 1), "", "", ""])
    heads = [
        "",
        "overlap with right-branching",
        "with other seeds",
        "above chance, SPLIT",
        "above chance, cuts",
    ]
    return Table(heads, rows, "Is it a baseline in disguise? F1 x 100, newspaper, up to 10 words")


def unseen(wsj: Recorded) -> Table:
    """Up to 40 words: the lead over right-branching on sentences it was trained on, and on others."""
    right, held_out = (
        wsj.rivals["up_to"]["40"]["sentence_f1"]["right"],
        wsj.files["PRPN"]["sentences"]["held_out_40"],
    )
    rows = []
    for form, name in FORMS.items():
        own = wsj.files[name]["sentence_f1_40_mean_over_seeds"]["biased"]
        parts = {"trained on": slice(None, -held_out), "held out": slice(-held_out, None)}
        gaps = [records.interval_text(records.difference(own[part], right[part])) for part in parts.values()]
        rows.append([form, *gaps])
    heads = ["minus right-branching", f"{len(right) - held_out} sentences trained on", f"{held_out} held out"]
    return Table(heads, rows, "Sentences of up to 40 words: F1 x 100, ten seeds, 95 % over sentences")


def toy_gates() -> Table:
    """Six sources of gates on the toy treebank: perplexity and F1."""
    found = records.read("toy-gates")
    rows = []
    for way, runs in found["runs"].items():
        f1 = [[run[key] for run in runs] for key in ("f1_split", "f1_between") if key in runs[0]]
        texts = [records.mean_text(values) for values in f1] or ["", ""]
        rows.append(
            [
                f"*{way}*: {found['ways'][way]}".replace("*", ""),
                records.mean_text([run["perplexity"] for run in runs]),
                *texts,
            ]
        )
    heads = ["source of the gates", "perplexity", "F1, SPLIT", "F1, cuts"]
    told = f"Toy treebank, five seeds each; the grammar itself has {rounded(found['grammar_perplexity'], 1)}"
    return Table(heads, rows, told)


def toy_open() -> Table:
    """PRPN with tape on the toy treebank, with its gates and with all gates open."""
    found = records.read("toy-prpn")
    rows = []
    for name, runs in found["runs"].items():
        cells = [
            [run["perplexity"] for run in runs],
            *([run["f1"][rule] for run in runs] for rule in ("split", "between")),
        ]
        rows.append(
            [
                {"gates": "PRPN with tape", "no gates": "all gates open"}[name],
                *map(records.extremes_text, cells),
            ]
        )
    heads = ["", "perplexity", "F1, SPLIT", "F1, cuts"]
    return Table(heads, rows, "Toy treebank, eight epochs, five seeds: mean (lowest to highest)")
