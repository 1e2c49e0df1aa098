"""What the chapter on evaluating parsers draws: counted spans, random trees, baselines in each convention."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, product

from matplotlib.figure import Figure
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.chapters.decoders import binary_trees
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import evaluation, trees

CONVENTIONS = {  # as written in our tables: as recorded
    "sentence": "sentence, no root",
    "sentence + root": "sentence, root",
    "corpus": "corpus, no root",
    "corpus + root": "corpus, root",
}
SHORT = "up to 10 words"
SETS = {  # as recorded: as written in our tables
    SHORT: "up to 10",
    "up to 40 words": "up to 40",
    "all lengths": "all",
    "all lengths, with punctuation": "all, punct.",
    "all lengths, with punctuation, gold made binary": "punct., binary gold",
}
CHANCE = {"random": "uniform", "random split": "random cuts", "random scores": "scores + SPLIT"}
Corpora = Mapping[str, dict]


def _wrong(guess: Tree, gold: Tree) -> set[tuple[int, int]]:
    return trees.spans(guess) - trees.spans(gold)


def _judged(guesses: Sequence[Tree], gold: Sequence[Tree], titles: Sequence[str], caption: str) -> Picture:
    """Guessed trees, each with the brackets crossed that its gold tree does not have."""
    marked = [_wrong(*pair) for pair in zip(guesses, gold, strict=True)]
    return figures.draw_trees(guesses, titles, marked=marked, caption=caption)


def lazy_parser(gold: Tree, guess: Tree, caption: str, label: str = "") -> Picture:
    """A gold tree beside a guess, whose wrong brackets are crossed."""
    f1 = rounded(evaluation.unlabeled_f1([guess], [gold]).f1, 2)
    return figures.draw_trees(
        [gold, guess],
        ["a linguist's tree", f"a lazy parser's: F1 = {f1}"],
        marked=[set(), _wrong(guess, gold)],
        caption=caption,
        label=label,
    )


def root_left_out(guess: Collection, gold: Collection, words: Sequence[str]) -> Picture:
    """The spans of two trees, without the whole sentence."""
    told = "Every span of the two trees, without the whole sentence."
    return figures.span_bars(set(guess), set(gold), words, told, keep_root=False)


def root_counted(
    guess: Collection, gold: Collection, words: Sequence[str], scores: Sequence[Fraction]
) -> Picture:
    """The spans of two trees with the whole sentence, and precision, recall and F1 of them."""
    precision, recall, f1 = scores
    told = f"The whole sentence counted: precision {precision}, recall {recall}, F1 {f1} = {rounded(f1, 3)}."
    return figures.span_bars(set(guess), set(gold), words, told)


def two_sentences(predicted: Sequence[Tree], gold: Sequence[Tree]) -> Picture:
    """The lazy parser's trees, with the counts of each."""
    titles = [
        f"h = {m.hits}, |P| = {m.predicted}, |G| = {m.gold}" for m in evaluation.matches(predicted, gold)
    ]
    return _judged(predicted, gold, titles, "The lazy parser on two sentences; counts without the root.")


def two_choices(exact: Mapping[tuple[str, bool], Fraction]) -> Picture:
    """F1 by average (sentence, corpus) and by whether the root counts."""
    return figures.matrix(
        [[float(exact[average, root]) for root in (False, True)] for average in ("sentence", "corpus")],
        ["a vote a sentence", "a vote a span"],
        ["root left out", "root counted"],
        "Two choices, four numbers: sentence F1 above, corpus F1 below.",
        digits=3,
        concept="tree",
    )


def four_conventions(
    exact: Mapping[tuple[str, bool], Fraction], predicted: Sequence[Tree], gold: Sequence[Tree]
) -> Table:
    """The four scores as fractions beside the library's."""
    rows = []
    for (average, root), score in exact.items():
        library = evaluation.unlabeled_f1(predicted, gold, average, root).f1
        rows.append([f"{average}{' + root' * root}", str(score), rounded(score, 3), rounded(library, 3)])
    told = "The same four scores as fractions, and by the library"
    return Table(["convention", "exact", "loop", "library"], rows, told)


def three_shapes(guesses: Mapping[str, Tree], gold: Tree) -> Picture:
    """Trees that nobody learnt, with their F1 on one sentence."""
    counts = evaluation.matches(list(guesses.values()), [gold] * len(guesses))
    titles = [
        f"{shape}: F1 = {Fraction(2 * m.hits, m.predicted + m.gold)}"
        for shape, m in zip(guesses, counts, strict=True)
    ]
    told = "Three trees that nobody learnt. Crossed: what {} does not have. F1 without the root."
    drawn = list(guesses.values())
    return _judged(drawn, [gold] * len(drawn), titles, told.format(figures.bracketed(gold)))


def best_trees(top: Sequence[Tree], gold: Tree, best: Fraction) -> Picture:
    """The binary trees that come closest to a gold tree with a flat node."""
    told = (
        f"The {len(top)} binary trees with F1 = {best}: each must make "
        "one bracket that the flat gold tree does not have."
    )
    return _judged(top, [gold] * len(top), (), told)


def position_only(constant: Tree, falling: Tree, rising: Tree, gold: Tree) -> Picture:
    """SPLIT's trees for scores that only count the positions."""
    titles = ["constant scores", "falling scores", "rising scores"]
    told = "SPLIT on scores that know nothing but the position."
    return _judged([constant, falling, rising], [gold] * 3, titles, told)


def two_ways_with_ties(f1: Mapping[str, Mapping[str, float]]) -> Picture:
    """Constant scores, their ties broken in two ways, against two sets of trees."""
    points = {name: {parser: (x, x, x) for parser, x in row.items()} for name, row in f1.items()}
    told = "Constant scores on the toy treebank, the ties broken in two ways."
    return figures.dots(points, "sentence F1 without the root, x 100", told)


def rotations(row: str) -> Picture:
    """The height of the pile along a row of S and R, run twice, and where the legal rotation begins."""
    heights = [0, *accumulate(1 if action == "S" else -1 for action in 2 * row)]
    n = len(row)
    begin = max(k for k in range(n) if heights[k] == min(heights[:n]))
    with figures.style():
        fig = Figure(figsize=(5.6, 2.2))
        ax = fig.subplots()
        ax.plot(range(n + 1), heights[: n + 1], "o-", color=figures.COLOURS[0], label="the row")
        ax.plot(range(n, 2 * n + 1), heights[n:], "s--", color=figures.COLOURS[1], label="the row again")
        ax.plot(begin, heights[begin], "o", ms=15, mfc="none", mec="black", label="begin here")
        ax.axhline(heights[begin], color="grey", lw=0.8)
        ax.set_xticks(range(2 * n + 1), ["", *2 * row])
        ax.set_ylabel("height")
        ax.legend()
    told = (
        f"Line chart: the height of the pile along {row}, twice: {heights}. Behind action {begin} "
        "it lies lowest for the last time in the row; from there on it stays above."
    )
    turned = row[begin:] + row[:begin]
    caption = f"Of the seven rotations of {row} only {turned} can be run; it begins at the circle"
    return figures.show(fig, told, caption)


def three_laws(laws: Mapping[str, Sequence[Fraction]], names: Sequence[str]) -> Picture:
    """The chance of each tree over four words under each law of random trees."""
    with figures.style():
        fig = Figure(figsize=(5.6, 2.6))
        ax = fig.subplots()
        for number, (name, chances) in enumerate(laws.items()):
            places = [k + 0.27 * (number - 1) for k in range(len(names))]
            ax.bar(
                places,
                list(map(float, chances)),
                0.25,
                label=name,
                color=figures.COLOURS[number],
                hatch=figures.MARKS[number],
                edgecolor="white",
            )
        ax.set_xticks(range(len(names)), names)
        ax.set_ylabel("probability")
        ax.legend()
    told = ["Bar chart: the chance of each of the five trees over four words under three laws."]
    for name, chances in laws.items():
        told.append(f"{name}: " + ", ".join(f"{tree} {p}" for tree, p in zip(names, chances, strict=True)))
    return figures.show(fig, "\n".join(told), "Three laws on the five trees over four words")


def reached_by_split(missing: Mapping[int, Sequence[Tree]]) -> Table:
    """How many binary trees SPLIT reaches, and the one that is missing where it is one."""
    rows = []
    for n, lost in missing.items():
        every, alone = binary_trees(n), figures.bracketed(lost[0]) if len(lost) == 1 else ""
        rows.append([str(n), str(every), str(every - len(lost)), alone])
    heads = ["words", "binary trees", "SPLIT reaches", "the one missing"]
    return Table(heads, rows, "All rankings of the scores tried")


def never_reached(tree: Tree) -> Picture:
    """The one tree over five words that SPLIT never makes."""
    told = (
        "The one tree over five words that no scores give: after a left part of "
        "two words, SPLIT's right part always begins with a single word."
    )
    return figures.draw_tree(tree, told)


def toy_baselines(f1: Mapping[str, Sequence[float]]) -> Picture:
    """Baselines on the toy treebank; of chance the mean, the lowest and the highest seed."""
    points = {name: records.extremes(values) for name, values in f1.items()}
    told = (
        "Baselines on 200 remarks of the toy treebank; of chance the mean, lowest and highest of five seeds."
    )
    return figures.dots({"F1": points}, "sentence F1 without the root, x 100", told)


def two_word_brackets(rules: Mapping[str, Callable[[int], Fraction]]) -> Picture:
    """The mean number of brackets of two words under each law of random trees, by the number of words."""
    lengths = range(3, 11)
    lines = {name: [float(rule(n)) for n in lengths] for name, rule in rules.items()}
    told = "The mean number of brackets of two words, by the three rules."
    return figures.curves(lines, lengths, ("words", "two-word brackets"), told, digits=3)


def full_stop(guesses: Sequence[Tree], gold: Sequence[Tree]) -> Picture:
    """What a full stop does to right- and left-branching trees."""
    titles = []
    for m in evaluation.matches(guesses, gold):
        f1 = Fraction(2 * m.hits, m.predicted + m.gold)
        titles.append(f"h = {m.hits}, |P| = {m.predicted}, |G| = {m.gold}: F1 = {f1}")
    told = "Right-branching without and with the full stop, and left-branching with it; the root not counted."
    return _judged(guesses, gold, titles, told)


def recorded(corpora: Corpora, method: str, convention: str, corpus: str = SHORT) -> tuple:
    """The recorded F1 x 100 of a baseline, and its standard deviation over seeds or None."""
    scores = corpora[corpus]["methods"][method]["scores"][CONVENTIONS[convention]]
    return scores["f1"], scores["f1_sd"]


def _one_sd(corpora: Corpora, method: str, convention: str) -> tuple[float, float, float]:
    f1, sd = recorded(corpora, method, convention)
    return f1, f1 - (sd or 0), f1 + (sd or 0)


def eight_methods(corpora: Corpora) -> Picture:
    """Every baseline in every convention, on short sentences of the WSJ sample."""
    methods = corpora[SHORT]["methods"]
    told = (
        f"Eight methods in four conventions, sentences of {SHORT}; "
        f"of chance the mean ± sd of {methods['random']['seeds']} seeds."
    )
    scores = {c: {method: _one_sd(corpora, method, c) for method in methods} for c in CONVENTIONS}
    return figures.dots(scores, "unlabelled F1 x 100", told)


def in_each_convention(corpora: Corpora) -> Table:
    """The numbers of `eight_methods`."""
    methods = corpora[SHORT]["methods"]
    rows = [[m, *(records.sd_text(*recorded(corpora, m, c)) for c in CONVENTIONS)] for m in methods]
    told = f"WSJ sample, {SHORT}: F1 x 100, mean ± sd of {methods['random']['seeds']} seeds"
    return Table(["method", *CONVENTIONS], rows, told)


def without_gifts(corpora: Corpora) -> Table:
    """F1 with and without the sentences of one or two words, in which nothing can be wrong."""
    sentences, gifts = (corpora[SHORT][key] for key in ("sentences", "one_or_two_words"))
    rows = []
    for method in corpora[SHORT]["methods"]:
        f1, _ = recorded(corpora, method, "sentence")
        without = (sentences * f1 - 100 * gifts) / (sentences - gifts)
        rows.append([method, rounded(f1, 1), rounded(without, 1)])
    told = f"WSJ sample, {SHORT}: sentence F1 without the root, x 100"
    return Table(["method", f"all {sentences}", "three words or more"], rows, told)


def by_sentences(corpora: Corpora) -> Table:
    """Every baseline on every set of sentences."""
    rows = [
        [m, *(records.sd_text(*recorded(corpora, m, "sentence", name)) for name in SETS)]
        for m in corpora[SHORT]["methods"]
    ]
    return Table(["method", *SETS.values()], rows, "WSJ sample: sentence F1 without the root, x 100")


def nearest(corpora: Corpora, caption: str, printed: Mapping[str, float], sets: Sequence[str]) -> Table:
    """The four readings of printed baselines that come nearest to what was measured.

    Args:
        corpora: the recorded baselines.
        caption: what printed the numbers.
        printed: from a baseline to its printed F1 x 100; "random" may be any kind of chance.
        sets: the sets of sentences that may be meant.
    """
    found = []
    for name, convention, chance in product(sets, CONVENTIONS, CHANCE):
        methods = [chance if method == "random" else method for method in printed]
        f1 = [recorded(corpora, method, convention, name)[0] for method in methods]
        gap = max(abs(x - wanted) for x, wanted in zip(f1, printed.values(), strict=True))
        where = convention if len(sets) == 1 else f"{SETS[name]}: {convention}"
        found.append((gap, [where, CHANCE[chance], *(rounded(x, 1) for x in (*f1, gap))]))
    found.sort(key=lambda reading: reading[0])
    rows = [["printed", "", *map(str, printed.values()), ""], *(row for _, row in found[:4])]
    heads = ["convention", "chance", *printed, "largest gap"]
    return Table(heads, rows, f"{caption}: the nearest 4 of {len(found)} readings")


def printed_and_measured(corpora: Corpora, printed: Mapping[str, float]) -> Picture:
    """Table 2 of the note beside the same baselines in two conventions."""
    scales = {"printed in Table 2": {m: (f1,) * 3 for m, f1 in printed.items()}}
    for convention in ("corpus + root", "sentence"):
        scales[f"measured: {convention}"] = {m: _one_sd(corpora, m, convention) for m in printed}
    told = "The four printed baselines, on the scale that fits and on that of PRPN's program."
    return figures.dots(scales, "unlabelled F1 x 100", told)


def between_conventions(corpora: Corpora) -> Picture:
    """What right-branching gains by a change of convention."""
    f1 = {c: recorded(corpora, "right", c)[0] for c in CONVENTIONS}
    told = "Right-branching: the score of the row minus the score of the column."
    gaps = [[f1[a] - f1[b] for b in CONVENTIONS] for a in CONVENTIONS]
    return figures.grid(gaps, list(CONVENTIONS), list(CONVENTIONS), told)


def right_in_every_count(corpora: Corpora) -> Picture:
    """The F1 of right-branching for every set of sentences and every convention."""
    return figures.matrix(
        [[recorded(corpora, "right", c, name)[0] for c in CONVENTIONS] for name in SETS],
        list(SETS.values()),
        list(CONVENTIONS),
        "One parser that has learnt nothing: F1 x 100 of right-branching, in every count.",
        ("sentences", "convention"),
        digits=1,
        concept="tree",
        top=100,
    )
