"""What the chapter on grammars draws: trees, charts of inside values, steps of EM, peaks, the record."""

from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction

from matplotlib.figure import Figure
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import notation
from prpn_book.figures.chart import chart
from prpn_book.figures.svg import SMALL
from prpn_book.rounding import rounded
from prpn_edu import trees

Span = tuple[int, int]
Rule = tuple[str, tuple[str, ...], Fraction]
WIDE, HIGH, DEEPEST = 88, 42, 0.5  # a word's room, a row of boxes, the most colour behind a number


def same_law(marginals: Tensor, sentences: Sequence[str]) -> figures.Picture:
    """The chart of one list of scores over several sentences: always the same."""
    sheet, told, left = figures.Sheet(), [], 0.0
    for sentence in sentences:
        one, said = chart(marginals.tolist(), sentence.split(), None, 2)
        sheet.add(one, left - one.extent[0], 0, alone=True)
        left += one.extent[2] - one.extent[0] + 40
        told.append(f"{sentence}: {said}")
    caption = "The scores 2, 3, 4 over two sentences. The law of chapter 14 sees no word."
    return figures.picture(sheet, "\n".join([caption, *told]), caption, "fig-15-same")


def tree_of(derivation: tuple) -> Tree:
    """A derivation of the loops as a tree: (symbol, word) or (symbol, left, right)."""
    symbol, *below = derivation
    return Tree(symbol, [part if isinstance(part, str) else tree_of(part) for part in below])


def two_trees(grown: Sequence[tuple], rules: Sequence[Rule]) -> figures.Picture:
    """The trees of a sentence, each with the product of its rules of two children and of its words."""
    titles = []
    for chance, _, used in grown:
        factors = [str(rules[k][2]) for k in used if rules[k][2] != 1]
        titles.append(f"{' · '.join(factors)} = {chance}")
    return figures.draw_trees(
        [tree_of(derivation) for _, derivation, _ in grown],
        titles,
        labels=True,
        caption="Two trees grow the same words. Below each: the product of its rules, those of chance 1 "
        "left out.",
        label="fig-15-trees",
    )


def inside_chart(
    inside: Mapping[tuple[int, int, str], Fraction],
    words: Sequence[str],
    chances: Mapping[Span, Fraction] | None = None,
    caption: str = "",
    label: str = "",
) -> figures.Picture:
    """The master figure: a box for each stretch of words, with its symbols and their inside values.

    Args:
        inside: (start, end, symbol) to the chance that the symbol grows just these words.
        words: n words.
        chances: of each span of two words or more; written below, and the deeper its box the likelier.
        caption, label: of the figure.
    """
    sheet, told = _boxes(inside, words, chances)
    return figures.picture(sheet, "\n".join([*[caption] * bool(caption), *told]), caption, label)


def full_chart(inside, words: Sequence[str], chances: Mapping[Span, Fraction]) -> figures.Picture:
    """The chart of the sentence by hand."""
    caption = "The chart: in each box the inside value of its symbol, and the chance of the span."
    return inside_chart(inside, words, chances, caption, "fig-15-chart")


def two_cuts(inside: Mapping[tuple[int, int, str], Fraction], words: Sequence[str]) -> figures.Picture:
    """The two ways to cut the whole sentence that bring something, each with its two parts."""
    sheet, told, left, n = figures.Sheet(), [], 0.0, len(words)
    for title, cut in (("VP → V NP: 1/4 · 1 · 1/4", 1), ("VP → VP PP: 1/4 · 1/4 · 1/2", 2)):
        parts = {(0, n), (0, cut), (cut, n)}
        one, _ = _boxes({place: v for place, v in inside.items() if place[:2] in parts}, words, wide=68)
        one.text(34 * n, -8, title, kind="bold")
        sheet.add(one, left - one.extent[0], 0, alone=True)
        left += one.extent[2] - one.extent[0] + 40
        values = "; ".join(
            f"{' '.join(words[a:b])} {symbol} {v}" for (a, b, symbol), v in inside.items() if (a, b) in parts
        )
        told.append(f"{title}: {values}")
    caption = (
        "The top box asks two pairs of boxes: rule times left part times right part, and the sum of both."
    )
    return figures.picture(sheet, "\n".join([caption, *told]), caption, "fig-15-cuts")


def film_of_em(
    steps: Sequence[tuple[Mapping[tuple[int, int, str], Fraction], Mapping[Span, Fraction]]],
    words: Sequence[str],
) -> figures.Film:
    """The chart before EM and after each step."""
    frames = {f"step {k}": [inside_chart(inside, words, spans)] for k, (inside, spans) in enumerate(steps)}
    return figures.Film(frames, "EM on one sentence: the chart after each step.", start="step 0")


def _boxes(inside, words: Sequence[str], chances=None, wide: float = WIDE) -> tuple[figures.Sheet, list[str]]:
    """A chart on a sheet of its own, and what it says as text; empty boxes have no value."""
    n, sheet, told = len(words), figures.Sheet(), []
    spans = ((start, start + width) for width in range(1, n + 1) for start in range(n - width + 1))
    for start, end in spans:
        own = [(s, value) for (a, b, s), value in inside.items() if (a, b) == (start, end)]
        stands = [f"{s} {value}" for s, value in own]
        likely = chances.get((start, end)) if chances else None
        second = "" if likely is None else f"span {likely}"
        left, top = wide * (start + end - 1) / 2, HIGH * (n - end + start)
        box = (left + 2, top + 2, wide - 4, HIGH - 4)
        sheet.box(*box, "tree", "fill", DEEPEST * float(likely or 0), 4)
        sheet.box(*box, "tree" if stands else "rule", "outline", corner=4)
        shown = ", ".join(_held(s, value, wide - 4) for s, value in own) or ("0" if chances else "")
        sheet.text(left + wide / 2, top + (18 if second else 26), shown, size=SMALL, kind="bold")
        if likely is not None:
            sheet.text(left + wide / 2, top + 34, _held("span", likely, wide - 4), size=SMALL)
        told.append(f"{' '.join(words[start:end])}: {', '.join([*stands, *[second] * bool(second)]) or 0}")
    for i, word in enumerate(words):
        sheet.text(wide * (i + 0.5), HIGH * n + 16, word, "word")
    return sheet, told


def _held(name: str, value: Fraction, room: float) -> str:
    """A name and its value, rounded where the fraction is wider than the box."""
    exact = f"{name} {value}"
    return exact if notation.width(exact, SMALL) <= room else f"{name} {rounded(value, 4)}"


def growing_list(rows: Sequence[Sequence[object]]) -> figures.Table:
    """The sum over the list of all trees against the chart, by the number of words."""
    return figures.Table(
        ["words", "trees", "their sum", "products in the chart", "top box"],
        rows,
        "X → X X (1/3) or a word (2/3). The chances of all trees, listed and added, beside the top box.",
        label="tab-15-list",
    )


def used_rules(
    rules: Sequence[Rule],
    grown: Sequence[tuple[Fraction, tuple, Sequence[int]]],
    slopes: Tensor,
    symbols: Sequence[str],
) -> figures.Table:
    """Expected counts of the first rules from the list of trees, beside rule x slope.

    Args:
        rules: the first of the grammar, with two children each.
        grown: chance, tree and numbers of the rules of each tree of a sentence.
        slopes: (N, S, S), the derivative of log p by each rule.
        symbols: the names of the S symbols.
    """
    number, total, rows = symbols.index, sum(p for p, *_ in grown), []
    for k, (parent, (left, right), chance) in enumerate(rules):
        count = sum(p * used.count(k) for p, _, used in grown) / total
        slope = slopes[number(parent), number(left), number(right)].item()
        found = rounded(slope, 3), rounded(float(chance) * slope, 3)
        rows.append([f"{parent}\u00a0→\u00a0{left}\u00a0{right}", chance, count, *found])
    return figures.Table(
        ["rule", "chance", "count from the trees", "slope of log p", "chance · slope"],
        rows,
        "Expected counts, twice: from the two trees, and from autodiff.",
        label="tab-15-counts",
    )


def two_peaks(
    chance: Callable[[float, float], float], ways: Sequence[Sequence[tuple[float, float]]]
) -> figures.Picture:
    """p(words) over two rules as a map, with EM's ways from several starts."""
    ticks = [k / 40 for k in range(41)]
    told = ["p(words) over the chances of S → V M, to the right, and M → A N, up."]
    with figures.style():
        fig = Figure(figsize=(4.4, 3.9))
        ax = fig.subplots()
        heights = [[chance(s, m) for s in ticks] for m in ticks]
        grey, low = figures.COLOURS[6], (0.1, 0.3, 0.7, 0.9)
        drawn = ax.contour(ticks, ticks, heights, low, colors=[grey], linewidths=0.7)
        ax.clabel(
            drawn, fontsize=9.5, fmt="%.1f", manual=[(0.02, 0.92), (0.04, 0.72), (0.05, 0.27), (0.02, 0.08)]
        )
        ax.axvline(0.5, color=grey, linewidth=0.7)  # where p = 1/2, two lines that cross
        ax.axhline(0.5, color=grey, linewidth=0.7)
        ax.annotate("0.5", (0.02, 0.515), color=grey, fontsize=9.5)
        ax.plot(0.5, 0.5, marker="x", markersize=9, markeredgewidth=2, color=figures.COLOURS[6], zorder=5)
        told.append("a cross at (0.5, 0.5), where p(words) is 0.5 and EM stands still")
        for way in ways:
            right = way[-1][0] > 0.5
            colour, mark = figures.COLOURS[3 if right else 1], "o" if right else "s"
            ax.plot(
                *zip(*way, strict=True), color=colour, marker=mark, markersize=3.5, linewidth=1.2, zorder=3
            )
            ax.plot(*way[0], marker=mark, markersize=8, color=colour, fillstyle="none", zorder=4)
            points = (f"({', '.join(rounded(x, 2, longer=True) for x in point)})" for point in way)
            told.append(f"to {'saw (old films)' if right else '(saw old) films'}: {', '.join(points)}")
        ax.set_xlabel("chance of S → V M")
        ax.set_ylabel("chance of M → A N")
        ax.set_aspect("equal")
        ax.set_xlim(-0.03, 1.03)
        ax.set_ylim(-0.03, 1.03)
    return figures.show(
        fig,
        "\n".join(told),
        "Two peaks of one height. Lines: where p(words) is the same. Rings: starts of EM; round ways end at "
        "saw (old films), square ones at (saw old) films. At the cross EM stands still.",
        "fig-15-peaks",
    )


def likelihood_and_trees(record: dict) -> figures.Picture:
    """Each run: perplexity to the right, better ones further right, and F1 up; right-branching as a line."""
    told = [f"A line at right-branching {rounded(record['right_branching'], 1, longer=True)}"]
    truth = record["true_grammar"]
    with figures.style():
        fig = Figure(figsize=(5.0, 3.7))
        ax = fig.subplots()
        ax.axhline(record["right_branching"], linestyle="--", linewidth=1.2, color=figures.COLOURS[5])
        ax.annotate("right-branching", (76, record["right_branching"] + 1.5), color=figures.COLOURS[5])
        for k, (name, recipe) in enumerate(record["recipes"].items()):
            spots = [(run["test_perplexity"], run["f1"]) for run in recipe["runs"]]
            ax.plot(*zip(*spots, strict=True), "os^D"[k], color=figures.COLOURS[k], label=name)
            told.append(f"{name}: " + "; ".join(_spot(spot) for spot in spots))
        ax.plot(truth["test_perplexity"], truth["f1"], "*", markersize=9, color=figures.COLOURS[6])
        ax.annotate(
            "the grammar that wrote it",
            (truth["test_perplexity"], truth["f1"]),
            (-8, -3),
            textcoords="offset points",
            ha="right",
        )
        told.append("the grammar that wrote it: " + _spot((truth["test_perplexity"], truth["f1"])))
        prpn = record["beside"]["PRPN, from toy-prpn.json"]
        spot = prpn["test_perplexity"]["mean"], prpn["f1"]["mean"]
        ax.plot(*spot, "X", markersize=7, color=figures.COLOURS[6])
        ax.annotate("PRPN", spot, (7, -4), textcoords="offset points")
        told.append("PRPN, the mean of its seeds: " + _spot(spot))
        ax.set_xscale("log")
        ax.set_xlim(78, 11)
        ax.set_xticks([70, 50, 35, 25, 18, 13], ["70", "50", "35", "25", "18", "13"])
        ax.minorticks_off()
        ax.set_ylim(0, 104)
        ax.set_xlabel("test perplexity: better to the right")
        ax.set_ylabel("test F1 × 100")
        fig.legend(loc="outside upper left", ncols=2, columnspacing=1.2)
    return figures.show(
        fig,
        "perplexity, F1. " + "\n".join(told),
        "Twenty grammars that learnt from the same words, five seeds a recipe: how well they predict words, "
        "and how good their trees are. EM had 17 passes, with splitting 29. Beside them the mean of five "
        "PRPNs.",
        "fig-15-toy",
    )


def _spot(spot: tuple[float, float]) -> str:
    return ", ".join(rounded(x, 1, longer=True) for x in spot)


def toy_table(record: dict) -> figures.Table:
    """Each recipe: perplexity, F1, its worst seed, and how far it lies above right-branching."""
    rows = []
    for name, recipe in record["recipes"].items():
        gap = recipe["minus_right_branching"]
        both = gap["interval_over_sentences_and_seeds"]
        leads = [run["f1"] - record["right_branching"] for run in recipe["runs"]]
        rows.append(
            [
                name,
                records.sd_text(**recipe["test_perplexity"]),
                records.sd_text(**recipe["f1"]),
                rounded(min(run["f1"] for run in recipe["runs"]), 1, longer=True),
                records.interval_text((gap["points"], *both)),
                records.interval_text(records.over_seeds(leads)).split(" ", 1)[1].strip("()"),
            ]
        )
    prpn = record["beside"]["PRPN, from toy-prpn.json"]
    rows.append(
        [
            "PRPN, beside them",
            *(records.sd_text(**prpn[key]) for key in ("test_perplexity", "f1")),
            "",
            "",
            "",
        ]
    )
    return figures.Table(
        ["recipe", "perplexity", "F1", "worst seed", "F1 above right-branching", "by Student's t"],
        rows,
        "Five seeds each, ± their standard deviation; 95 % intervals over sentences and seeds, over seeds.",
        label="tab-15-toy",
    )


def passes(record: dict) -> figures.Picture:
    """F1 on the development set after each pass of EM, for the seeds that were watched."""
    lines = {}
    for name in ("EM, random", "EM, classes"):
        watched = record["recipes"][name]["runs"][0]["passes"]
        for what, key in (("perplexity", "dev_perplexity"), ("F1", "dev_f1")):
            lines[f"{name}: {what}"] = [step[key] for step in watched]
    return figures.curves(
        lines,
        range(1, 18),
        ("pass of EM; from pass 13 on, all sentences", "perplexity, and F1 × 100"),
        "Seed 1 on the development set: in 17 passes the perplexity falls from both starts, and the trees "
        "get better from one",
        digits=2,
        label="fig-15-passes",
    )


def going_on(longer: dict) -> figures.Table:
    """Perplexity and F1 of EM from random chances that went on, after each of the noted passes."""
    columns = [[step["pass"] for step in longer["runs"][0]["noted"]]]
    heads = ["passes"]
    for run in longer["runs"]:
        for what, name in (("test_perplexity", "perplexity"), ("f1", "F1")):
            heads.append(f"seed {run['seed']}: {name}")
            columns.append([rounded(step[what], 1, longer=True) for step in run["noted"]])
    return figures.Table(
        heads,
        [[str(cell) for cell in row] for row in zip(*columns, strict=True)],
        "Two of the random starts went on, test set: words get likelier and trees better.",
        label="tab-15-longer",
    )


def all_runs(record: dict) -> figures.Table:
    """Every run of the record."""
    rows = [
        [
            f"{name}, seed {run['seed']}",
            *(rounded(run[key], 1, longer=True) for key in ("test_perplexity", "f1", "overlap_right")),
            rounded(run["cpu_seconds"], 0, longer=True),
        ]
        for name, recipe in record["recipes"].items()
        for run in recipe["runs"]
    ]
    return figures.Table(
        ["run", "perplexity", "F1", "overlap with right-branching", "CPU s"],
        rows,
        "All runs on the test set, as recorded.",
        label="tab-15-runs",
    )


def parses(found: Mapping[str, Tree], gold: Tree) -> figures.Picture:
    """Trees of one sentence, spans that the gold tree has not marked, and the gold tree."""
    right: Set[Span] = trees.spans(gold)
    return figures.draw_trees(
        [*found.values(), gold],
        [*found, "gold"],
        labels=False,
        marked=[*(trees.spans(tree) - right for tree in found.values()), frozenset()],
        caption="A sentence of the test set that went well with classes. Dashed and crossed: not in the gold "
        "tree.",
        label="fig-15-parses",
    )
