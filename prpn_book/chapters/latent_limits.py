"""What the chapter on a limit one can sum over draws: laws of a limit, and what summing over it changed."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from statistics import NormalDist, fmean
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu.data import Vocabulary
from prpn_edu.latent import LatentLimitLm, limit_laws
from prpn_edu.loops import gates, marginal
from prpn_edu.loops.attention import softmax
from prpn_edu.loops.limits import lists_of_limits

Law = Sequence[float]  # or fractions, which are drawn as well


def law_by_pairs(d: Sequence[Any], t: int) -> list[Any]:
    """The law of one limit when positions are compared in pairs: t numbers, exact for fractions."""
    return gates.limit_distribution(marginal.going_on(d, t))


def before_and_after(prior: Law, chances: Law, after: Law) -> figures.Picture:
    """A limit by Bayes' rule, before and after the word that it helped to guess."""
    return figures.gate_bars(
        {
            "p(l = k), before the word": prior,
            "chance of the word, if the limit is k": chances,
            "p(l = k | word), after it": after,
        },
        ["k = 0", "k = 1"],
        "A limit before and after the word that it helped to guess.",
        label="fig-12-bayes",
        numbered=False,
    )


def six_coins(d: Sequence[Fraction], t: int) -> dict[str, list]:
    """The chances to go on past each earlier position, by six rules."""
    return {
        "paper, tau = 1": gates.alphas(d, t),
        "code, tau = 0.4": gates.alphas(d, t, Fraction(4, 10), "code"),
        "pairs, d / (d + d)": marginal.going_on(d, t),
        "pairs, e^d for d": marginal.going_on([math.exp(x) for x in d], t),
        "normal, 5 (d - d)": [NormalDist().cdf(float(5 * (d[t] - x))) for x in d[:t]],
        "fair coins": [Fraction(1, 2)] * t,
    }


def seven_laws(coins: Mapping[str, Law], d: Sequence[Fraction]) -> figures.Picture:
    """The laws of one limit by several coins, and by one ranking, as rows of a matrix."""
    laws = {name: gates.limit_distribution(alpha) for name, alpha in coins.items()}
    laws["one ranking"] = marginal.law_of(marginal.ranking_gates(d, len(d) - 1))
    rows = [[float(p) for p in law] for law in laws.values()]
    return figures.matrix(
        rows,
        list(laws),
        [f"p(l = {k})" for k in range(len(rows[0]))],
        "Seven laws of one limit, from the scores .7, .6, .3, .4 and .5.",
        digits=4,
        concept="limit",
        label="fig-12-laws",
    )


def law_of_random_sticks(values: Sequence[Law]) -> list[float]:
    """The law of a limit whose sticks are drawn, each for itself, from equally likely values."""
    laws = [gates.limit_distribution(list(alpha)) for alpha in product(*values)]
    return [sum(column) / len(laws) for column in zip(*laws, strict=True)]


def pairs_and_ranking(laws: Sequence[Law], words: Sequence[str]) -> figures.Picture:
    """The law of the limit by pairs, and that by one ranking."""
    return figures.gate_bars(
        {"p(l_4) by pairs": laws[0], "p(l_4) by one ranking": laws[1]},
        words,
        "The note's Figure 3, and the law that its story asks for.",
        digits=3,
        label="fig-12-ranking",
    )


def luck(drawn: Sequence[Law], laws: Sequence[Law], words: Sequence[str]) -> figures.Picture:
    """Limits drawn with fresh luck and with one luck, each beside the law that it follows."""
    return figures.gate_bars(
        {
            "p(l) drawn, fresh luck": drawn[0],
            "p(l) by pairs": laws[0],
            "p(l) drawn, one luck": drawn[1],
            "p(l) by one ranking": laws[1],
        },
        words,
        "The same Beta sticks, drawn apart and drawn together, 2,000 walks each.",
        digits=4,
        label="fig-12-luck",
    )


def how_far(generator: torch.Generator) -> figures.Picture:
    """How far two laws are from that of one ranking, step by step, for random scores."""
    steps = [1, 2, 3, 4, 6, 8, 12, 16, 20]
    d = torch.rand(400, 21, generator=generator, dtype=torch.float64) + 0.01
    ranked, pairs, paper = (
        limit_laws.of_gates(limit_laws.expected_gates(d, law)) for law in ("ranking", "pairs", "paper")
    )
    return figures.curves(
        {
            f"ranking and {name}": ((ranked - law).abs().sum(-1).mean(0)[steps] / 2).tolist()
            for name, law in (("pairs", pairs), ("paper", paper))
        },
        steps,
        ("step t", "share to be moved"),
        "How far two laws of the limit are from that of one ranking, mean over 400 lists of scores.",
        label="fig-12-apart",
    )


def rectangle(first: Sequence[float], second: Sequence[float]) -> figures.Picture:
    """The products of two steps, limit by limit: a sum of products by the sides of a rectangle."""
    rows = [[a * b for b in second] + [a * sum(second)] for a in first]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    names = [[f"limit {k}: {rounded(x, 2)}" for k, x in enumerate(step)] for step in (first, second)]
    return figures.matrix(
        [*rows, sums],
        [*names[0], f"sum: {rounded(sum(first), 2)}"],
        [*names[1], f"sum: {rounded(sum(second), 2)}"],
        "Two steps. Beside each limit its chance times its guess; in the squares their products. All six "
        "lists of limits add up to the corner, which is the product of the two sums.",
        axes=("step 2", "step 3"),
        digits=3,
        concept="limit",
    )


def three_averages(at_first: Law, at_second: Law) -> figures.Picture:
    """The loss of the first word by three averages, from the scores under two limits."""
    (first, *_), (second, *_) = softmax(at_first), softmax(at_second)
    shares = [k / 20 for k in range(21)]
    return figures.curves(
        {
            "average over the chances": [-math.log(p * first + (1 - p) * second) for p in shares],
            "over the logarithms": [-p * math.log(first) - (1 - p) * math.log(second) for p in shares],
            "over the gates": [
                -math.log(softmax(marginal.mixture([p, 1 - p], [at_first, at_second]))[0]) for p in shares
            ],
        },
        shares,
        ("p of the look at the actor", "loss of 'he'"),
        "Three averages, three losses of one word.",
        label="fig-12-jensen",
        marks={"0.5": 0.5},
    )


def soft_against_summed(remarks: Sequence[Tree], vocabulary: Vocabulary) -> tuple[int, float, float]:
    """How many words, which share of them soft gates give a higher chance, and what they cost in nats."""
    nats = {}
    for average in ("gates", "chances"):
        torch.manual_seed(0)
        model = LatentLimitLm(vocabulary, average=average, embedding=16, init_range=2.0).eval()
        # from the first step with a choice on
        nats[average] = torch.cat([row[2:] for row in model.surprisals(remarks)])
    higher = (nats["gates"] < nats["chances"] - 1e-6).double().mean().item()
    return len(nats["gates"]), higher, (nats["gates"] - nats["chances"]).mean().item()


def apart(model: LatentLimitLm, remarks: Sequence[Tree]) -> float:
    """The largest difference between a chance of the batched model and that of the loops."""
    largest, weights = 0.0, model.loop_weights()
    for tree in remarks:
        batch = model.collate([model.read(tree)])
        x, d = model.table[batch.ids[0]].tolist(), model.scores(batch)[0][0].tolist()
        guesses = model.logits(batch).softmax(-1)
        for t in range(1, len(x)):
            by_limit = marginal.next_word_by_limit(weights, x, t)
            by_loop = torch.tensor(marginal.mixture(law_by_pairs(d, t), by_limit))
            largest = max(largest, (guesses[t] - by_loop).abs().max().item())
    return largest


def pushes(
    law: Tensor, chances: Tensor, after: Tensor, by_chances: Tensor, by_logs: Tensor
) -> figures.Picture:
    """How two losses push the law of a limit."""
    return figures.matrix(
        [row.tolist() for row in (law, chances, after, by_chances, by_logs)],
        ["law p", "chance q of the word", "after the word, r", "push by chances", "push by logs"],
        [f"k = {k}" for k in range(4)],
        "How two losses push the law of the note's Figure 3, for a word that two limits explain.",
        digits=3,
        label="fig-12-push",
    )


def of_seeds(found: dict, way: str, number: Callable[[dict], float]) -> list[float]:
    """A number of each recorded run that was trained in this way."""
    return [number(run) for run in found["runs"][way]]


def _by_way(found: dict, number: Callable[[dict], float]) -> dict[str, tuple[float, float, float]]:
    return {way: records.extremes(of_seeds(found, way, number)) for way in found["ways"]}


def gains(toy: dict, wsj: dict) -> figures.Picture:
    """What the exact sum gains over soft gates, in both treebanks, with intervals over seeds."""
    gained = {}
    for corpus, found in (("toy treebank", toy), ("real sentences", wsj)):
        nats = found["nats_a_word"]["chances - gates"]["seeds"]
        gained[f"{corpus}: perplexity, %"] = records.over_seeds([100 * math.expm1(-x) for x in nats])
        for decoder, name in (("split", "SPLIT"), ("between", "cut")):
            points = found["f1_minus"][decoder]["chances - gates"]["seeds"]
            gained[f"{corpus}: F1 by {name}, points"] = records.over_seeds(points)
    return figures.dots(
        {"gain": gained},
        "gain of the sum; above 0 the sum is better",
        "The exact sum against soft gates: mean of five seeds, with 95 % intervals over seeds.",
        {"no gain": 0},
        limits=None,
        label="fig-12-gains",
    )


def perplexities(found: dict, of: str) -> figures.Picture:
    """The perplexity of each way to train; `of`: "toy" or "wsj", as for all that was recorded."""
    return figures.dots(
        {"perplexity": _by_way(found, lambda run: run["perplexity"])},
        "perplexity; mean, lowest and highest seed",
        f"1,000 new remarks; the grammar itself has {found['grammar_perplexity']}."
        if of == "toy"
        else "Held-out sentences of the Wall Street Journal.",
        limits=None,
        label=f"fig-12-{of}-ppl",
    )


def perplexity_gaps(found: dict, of: str) -> figures.Table:
    """The table of perplexities, each pair of ways in per cent of the second."""

    def per_cent(x: float) -> float:
        return 100 * math.expm1(x)

    rows = []
    for pair, gap in found["nats_a_word"].items():
        mean, *sentences = map(per_cent, (gap["difference"], *gap["interval"]))
        _, *seeds = records.over_seeds([per_cent(x) for x in gap["seeds"]])
        below = f"{sum(x < 0 for x in gap['seeds'])} of {len(gap['seeds'])}"
        name = pair.replace(" - ", " against ")
        rows.append([name, rounded(mean, 1, longer=True), _to(*sentences), _to(*seeds), below])
    return figures.Table(
        ["", "perplexity, %", "over sentences", "over seeds", "seeds below 0"],
        rows,
        "Below 0: the first is the better language model. 95 % intervals, over the same sentences and over "
        "the seeds.",
        label=f"tab-12-{of}-nats",
    )


def _to(low: float, high: float) -> str:
    return f"{rounded(low, 1, longer=True)} to {rounded(high, 1, longer=True)}"


def summed_and_averaged(toy: dict) -> figures.Table:
    """The table of the sum's own weights, used with the sum and with averaged gates."""
    shown = {"the sum": "perplexity", "soft gates": "perplexity_of_its_gates"}
    rows = [
        [f"used with {name}", rounded(fmean(run[key] for run in toy["runs"]["chances"]), 2)]
        for name, key in shown.items()
    ]
    return figures.Table(["trained by the sum", "perplexity"], rows, "The same weights, used in two ways.")


def price_and_doubt(toy: dict, wsj: dict) -> figures.Table:
    """The table of a training's processor time and of the doubt about a limit, in both treebanks."""
    rows = []
    for corpus, found in (("toy treebank", toy), ("real sentences", wsj)):
        for way in ("gates", "chances"):
            seconds = fmean(of_seeds(found, way, lambda run: run["cpu_seconds"]))
            bits = fmean(of_seeds(found, way, lambda run: run["limits"]["entropy_bits"]))
            rows.append([corpus, way, f"{seconds:.0f}", rounded(bits, 2)])
    caption = (
        f"Seconds of one core for a training, bits of doubt; {wsj['vocabulary']} words in real sentences."
    )
    return figures.Table(["sentences", "average over", "seconds", "bits"], rows, caption)


def entropies(found: dict) -> figures.Picture:
    """How undecided the limits are, beside those of untrained models and fair choices."""
    runs = found["runs"]["gates"]
    fair = fmean(run["limits"]["entropy_of_a_fair_choice_bits"] for run in runs)
    return figures.dots(
        {"entropy": _by_way(found, lambda run: run["limits"]["entropy_bits"])},
        "entropy of the limit, in bits",
        "How undecided the limit is, mean over all steps with a choice; mean, lowest and highest seed.",
        {
            "before training": fmean(run["limits_before_training"]["entropy_bits"] for run in runs),
            "a fair choice": fair,
        },
        limits=(0, fair + 0.2),
        label="fig-12-toy-entropy",
    )


def parses(found: dict, of: str) -> figures.Picture:
    """F1 of the trees of each way, by both decoders, beside chance and right-branching."""
    base = found["baselines"]
    captions = {
        "toy": "Trees of the scores, against the grammar's own.",
        "wsj": "Trees of the scores on all sentences of up to ten words.",
    }
    by_split = _by_way(found, lambda run: run["f1_split"])
    by_cut = _by_way(found, lambda run: run["f1_between"])
    chance = "random scores or walls"
    return figures.dots(
        {
            "SPLIT": by_split | {chance: records.extremes(base["random_scores"])},
            "cut between the words": by_cut | {chance: records.extremes(base["random_split"])},
        },
        "F1 in per cent; mean, lowest and highest seed",
        captions[of],
        {"right-branching": base["right"][0]},
        limits=None,
        label=f"fig-12-{of}-f1",
    )


def parse_gaps(found: dict, of: str) -> figures.Table:
    """The table of differences in F1 between two ways, and to right-branching and chance."""
    pairs = ("chances - gates", "chances - right", "chances - random", "gates - right", "gates - random")
    rows = []
    for decoder, chance, said in (("split", "random_scores", "SPLIT"), ("between", "random_split", "cut")):
        for pair in pairs:
            gap = found["f1_minus"][decoder][pair.replace("random", chance)]
            name = (f"{pair}-branching" if pair.endswith("right") else pair).replace(" - ", ", ")
            mean, *seeds = records.over_seeds(gap["seeds"])
            rows.append([said, name, rounded(mean, 1, longer=True), _to(*gap["interval"]), _to(*seeds)])
    return figures.Table(
        ["decoder", "first minus second", "points", "over sentences", "over seeds"],
        rows,
        "Points of F1, with 95 % intervals over the same sentences and over five seeds. Random: scores "
        "through SPLIT, or walls that are cut.",
        label=f"tab-12-{of}-f1",
    )


def crossing(words: Sequence[str], d: Sequence[Fraction]) -> figures.Picture:
    """One draw of a limit for each step, where two ranges cross, and how often that happens."""
    laws = [[Fraction(1)], *(law_by_pairs(d, t) for t in range(1, len(d)))]
    share = sum(
        math.prod(law[limit] for law, limit in zip(laws, some, strict=True))
        for some in lists_of_limits(len(d))
        if gates.crossings(some)
    )
    return figures.ranges(
        [0, 0, 0, 1, 0],
        words,
        "One draw for each step: the dashed ranges cross. With these scores and comparisons in pairs, "
        f"{rounded(100 * float(share), 0)} draws in 100 hold such a crossing.",
        label="fig-12-cross",
        numbers=True,
    )
