"""What the chapter on a limit one can sum over draws: laws of a limit, and what summing over it changed."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from statistics import fmean

from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded

Law = Sequence[float]  # or fractions, which are drawn as well


def three_laws(
    before: Sequence[Fraction],
    words: Sequence[str],
    by_pairs: Callable[..., Law],
    by_ranking: Callable[..., Law],
    by_ramp: Callable[..., Law],
) -> figures.Film:
    """Three laws of one limit while the score of its step grows: the chapter's first picture."""
    frames = {}
    for own in (Fraction(k, 100) for k in (12, 32, 50, 68, 90)):
        d, t = [*before, own], len(before)
        laws = {
            "p(l) by comparing in pairs": by_pairs(d, t),
            "p(l) by one ranking": by_ranking(d, t),
            "p(l) by the paper's ramp": by_ramp(d, t),
        }
        frames[f"score {float(own):g}"] = [figures.gate_bars(laws, words)]
    return figures.Film(
        frames,
        "Three laws of the limit of step 4; the scores before it are .7, .6, .3, .4.",
        start="score 0.5",
    )


def two_places(
    guesses: Sequence[Sequence[float]], mixed: Sequence[float], once: Sequence[float]
) -> figures.Picture:
    """Guesses under two limits, averaged after the softmax and before it."""
    return figures.gate_bars(
        {
            "guess under the first limit": guesses[0],
            "guess under the second limit": guesses[1],
            "guess both times, then average": mixed,
            "average first, then guess": once,
        },
        ["he", "it", "so"],
        "Two limits, two places for the average.",
        label="fig-12-nobody",
        numbered=False,
    )


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


def last_row_of_figure_3(exact: Sequence[Fraction], computed: Tensor) -> figures.Table:
    """The last row of the note's Figure 3 beside the exact law."""
    printed = [".16", ".19", ".21", ".45"]
    rows = zip(printed, exact, computed.tolist(), strict=True)
    return figures.check_table(
        [(f"p(l_4 = {k})", *row) for k, row in enumerate(rows)], "The last row of the note's Figure 3."
    )


def seven_laws(laws: Mapping[str, Law]) -> figures.Picture:
    """Several laws of one limit as rows of a matrix."""
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


def pairs_and_ranking(laws: Sequence[Law], gates: Sequence[Law], words: Sequence[str]) -> figures.Picture:
    """The law and the gates by pairs, and those by one ranking."""
    return figures.gate_bars(
        {
            "p(l_4) by pairs": laws[0],
            "p(l_4) by one ranking": laws[1],
            "E[g], gates by pairs": gates[0],
            "E[g], gates by one ranking": gates[1],
        },
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


def how_far(moved: Mapping[str, Tensor], steps: Sequence[int]) -> figures.Picture:
    """How far two laws are from that of one ranking, step by step."""
    return figures.curves(
        {name: share.tolist() for name, share in moved.items()},
        steps,
        ("step t", "share to be moved"),
        "How far two laws of the limit are from that of one ranking, mean over 400 lists of scores",
        label="fig-12-apart",
    )


def terms() -> figures.Picture:
    """How many terms the exact sum has, list by list and step by step."""
    lengths = [2, 4, 6, 8, 10, 12, 15, 20]
    return figures.curves(
        {
            "lists of limits, n!": [float(math.factorial(n)) for n in lengths],
            "guesses, step by step": [n * (n + 1) / 2 for n in lengths],
        },
        lengths,
        ("words n", "terms"),
        "What the exact sum costs, list by list and step by step",
        digits=1,
        log=True,
        label="fig-12-terms",
    )


def three_averages(lines: Mapping[str, Sequence[float]], shares: Sequence[float]) -> figures.Picture:
    """The logarithm of one word's chance by three averages."""
    return figures.curves(
        lines,
        shares,
        ("p of the first limit", "log chance of 'he'"),
        "Three averages of one word's logarithm",
        label="fig-12-jensen",
    )


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


def limits(prior: Tensor, posterior: Tensor, words: Sequence[str]) -> list[figures.Picture]:
    """One moment of the film of limits: the law before each next word, and how the word changes it."""
    before, change = (
        [
            [round(p, 2) if k < step else None for k, p in enumerate(row)]
            for step, row in enumerate(law.tolist())
        ]
        for law in (prior, posterior - prior)
    )
    moments = [("p(l), before the next word", before, "limit", 1.0)]
    moments.append(("after the next word, minus before", change, "", 0.1))
    return [
        figures.matrix(rows, words, words, title, axes=("step t", "limit k"), concept=concept, top=top)
        for title, rows, concept, top in moments
    ]


def of_seeds(found: dict, way: str, number: Callable[[dict], float]) -> list[float]:
    """A number of each recorded run that was trained in this way."""
    return [number(run) for run in found["runs"][way]]


def _by_way(found: dict, number: Callable[[dict], float]) -> dict[str, tuple[float, float, float]]:
    return {way: records.extremes(of_seeds(found, way, number)) for way in found["ways"]}


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
    rows = []
    for pair, gap in found["nats_a_word"].items():
        mean, low, high = (
            rounded(100 * math.expm1(x), 1, longer=True) for x in (gap["difference"], *gap["interval"])
        )
        below = sum(x < 0 for x in gap["seeds"])
        name = pair.replace(" - ", " against ")
        rows.append([name, mean, f"{low} to {high}", f"{below} of {len(gap['seeds'])}"])
    captions = {
        "toy": "Below 0: the first is the better language model. 95 % intervals over the same remarks.",
        "wsj": "Below 0: the sum is the better language model. 95 % interval over the same held-out "
        "sentences.",
    }
    heads = ["", "perplexity, %", "interval", "seeds below 0"]
    return figures.Table(heads, rows, captions[of], label=f"tab-12-{of}-nats")


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
    for pair in pairs:
        cells = [f"{pair}-branching" if pair.endswith("right") else pair]
        for decoder, chance in (("split", "random_scores"), ("between", "random_split")):
            gap = found["f1_minus"][decoder][pair.replace("random", chance)]
            above = sum(x > 0 for x in gap["seeds"])
            cells.append(f"{records.interval_text((gap['difference'], *gap['interval']))}, {above}")
        rows.append([cells[0].replace(" - ", ", "), *cells[1:]])
    captions = {
        "toy": "Points of F1 over the same remarks, 95 % intervals, and how many of five seeds lie above 0. "
        "Random: scores through SPLIT, or walls that are cut.",
        "wsj": "Points of F1 over the same sentences of up to ten words, 95 % intervals, and how many seeds "
        "lie above 0.",
    }
    heads = ["first minus second", "SPLIT", "cut between"]
    return figures.Table(heads, rows, captions[of], label=f"tab-12-{of}-f1")


def crossing(words: Sequence[str]) -> figures.Picture:
    """One draw of a limit for each step, where two ranges cross."""
    return figures.ranges(
        [0, 0, 0, 1, 0],
        words,
        "One draw for each step of the note's sentence: the dashed ranges cross.",
        label="fig-12-cross",
    )
