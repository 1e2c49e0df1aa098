"""What the chapter on evaluating parsers draws: counted spans, random trees, baselines in each convention."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, permutations, product

import torch
from matplotlib.figure import Figure
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import evaluation, trees
from prpn_edu.evaluation import baselines
from prpn_edu.latent.split import split, split_between

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
SHAPES = {"left": trees.left, "right": trees.right, "balanced": trees.balanced}
Corpora = Mapping[str, dict]


def _wrong(guess: Tree, gold: Tree) -> set[tuple[int, int]]:
    return trees.spans(guess) - trees.spans(gold)


def _judged(
    guesses: Sequence[Tree], gold: Sequence[Tree], titles: Sequence[str], caption: str, across: int = 0
) -> Picture:
    """Guessed trees, each with the brackets crossed that its gold tree does not have."""
    marked = [_wrong(*pair) for pair in zip(guesses, gold, strict=True)]
    return figures.draw_trees(guesses, titles, marked=marked, caption=caption, across=across)


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


def two_choices(exact: Mapping[tuple[str, bool], Fraction]) -> Picture:
    """F1 by average (sentence, corpus) and by whether the root counts."""
    return figures.matrix(
        [[float(exact[average, root]) for root in (False, True)] for average in ("sentence", "corpus")],
        ["a vote a sentence", "a vote a span"],
        ["root left out", "root counted"],
        "Two choices, four numbers: sentence F1 above, corpus F1 below.",
        digits=3,
        concept="tree",
        least=150,
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


def three_shapes(gold: Tree) -> Picture:
    """Trees that nobody learnt, with their F1 on one sentence."""
    guesses = {shape: make(gold.leaves()) for shape, make in SHAPES.items()}
    counts = evaluation.matches(list(guesses.values()), [gold] * len(guesses))
    titles = [
        f"{shape}: F1 = {Fraction(2 * m.hits, m.predicted + m.gold)}"
        for shape, m in zip(guesses, counts, strict=True)
    ]
    told = "Three trees that nobody learnt. Marked ✗: brackets that {} does not have. F1 without the root."
    drawn = list(guesses.values())
    return _judged(drawn, [gold] * len(drawn), titles, told.format(figures.bracketed(gold)))


def best_trees(gold: Tree) -> Picture:
    """The binary trees that come closest to a gold tree with a flat node, without the root."""
    found: dict[Fraction, list[Tree]] = {}
    for tree in trees.binary_trees(gold.leaves()):
        (m,) = evaluation.matches([tree], [gold])
        found.setdefault(Fraction(2 * m.hits, m.predicted + m.gold), []).append(tree)
    best = max(found)
    told = (
        f"The {len(found[best])} binary trees with F1 = {best}: each must make "
        "one bracket that the flat gold tree does not have."
    )
    return _judged(found[best], [gold] * len(found[best]), (), told)


def two_ways_with_ties(gold: Sequence[Tree]) -> Picture:
    """Constant scores, their ties broken in two ways, against two sets of trees."""
    sentences = [tree.leaves() for tree in gold]
    draw = torch.Generator().manual_seed(0)
    made = {
        "first of equals": [split(torch.zeros(len(words)), words) for words in sentences],
        "ties by chance": [baselines.random_scores(words, draw) for words in sentences],
    }
    truths = {"against gold": gold, "against right-branching": list(map(trees.right, sentences))}
    points = {
        told: {how: (f1 := _percent(guesses, truth), f1, f1) for how, guesses in made.items()}
        for told, truth in truths.items()
    }
    told = f"Constant scores on {len(gold)} remarks of the toy treebank, the ties broken in two ways."
    return figures.dots(points, "sentence F1 without the root, x 100", told)


def _percent(guesses: Sequence[Tree], gold: Sequence[Tree]) -> float:
    return 100 * evaluation.unlabeled_f1(guesses, gold).f1


def rotations(row: str) -> Picture:
    """The height of the pile along a row of S and R, run twice, and where the legal rotation begins."""
    heights = [0, *accumulate(1 if action == "S" else -1 for action in 2 * row)]
    n = len(row)
    begin = max(k for k in range(n) if heights[k] == min(heights[:n]))
    with figures.style():
        fig = Figure(figsize=(5.2, 2.2))
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


def all_draws(words: Sequence[str]) -> dict[str, list[Tree]]:
    """Equally likely trees over some words under three laws: all trees, orders of cuts, orders of scores."""
    n = len(words)
    return {
        "uniform": list(trees.binary_trees(words)),
        "random cuts": [split_between(d, words) for d in permutations(range(n - 1))],
        "scores + SPLIT": [split(d, words) for d in permutations(range(n))],
    }


def mean_pairs(words: Sequence[str]) -> dict[str, Fraction]:
    """The mean number of two-word brackets in a tree over some words, under each law."""
    return {
        name: Fraction(sum(end - start == 2 for tree in made for start, end in trees.spans(tree)), len(made))
        for name, made in all_draws(words).items()
    }


def three_laws(words: Sequence[str]) -> Picture:
    """The chance of each tree over four words under each law of random trees."""
    shapes = list(trees.binary_trees(words))
    names = [figures.bracketed(tree) for tree in shapes]
    laws = {
        name: [Fraction(made.count(tree), len(made)) for tree in shapes]
        for name, made in all_draws(words).items()
    }
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


def five_trees(words: Sequence[str]) -> Picture:
    """The trees over four words, each with the chance that SPLIT makes it of random scores."""
    made = all_draws(words)["scores + SPLIT"]
    shapes = sorted(trees.binary_trees(words), key=lambda tree: (-made.count(tree), figures.bracketed(tree)))
    titles = [str(Fraction(made.count(tree), len(made))) for tree in shapes]
    told = "The five trees over four words, and how likely SPLIT makes each of random scores."
    return figures.draw_trees(shapes, titles, caption=told)


def toy_baselines(gold: Sequence[Tree], seeds: int = 5) -> Picture:
    """Baselines on the toy treebank; of chance the mean, the lowest and the highest seed."""
    sentences = [tree.leaves() for tree in gold]
    kinds: dict[str, Callable] = {
        "uniform": baselines.random,
        "random cuts": baselines.random_split,
        "scores + SPLIT": baselines.random_scores,
        "SPLIT, mirrored": lambda words, draw: trees.mirrored(baselines.random_scores(words[::-1], draw)),
    }
    points = {}
    for name, draw_one in kinds.items():
        draws = [torch.Generator().manual_seed(seed) for seed in range(seeds)]
        points[name] = records.extremes(
            [_percent([draw_one(x, draw) for x in sentences], gold) for draw in draws]
        )
    for shape, make in SHAPES.items():
        points[shape] = (f1 := _percent(list(map(make, sentences)), gold), f1, f1)
    told = (
        f"Baselines on {len(gold)} remarks of the toy treebank; of chance the mean, lowest and highest of "
        f"{seeds} seeds."
    )
    return figures.dots({"F1": points}, "sentence F1 without the root, x 100", told)


def two_word_brackets(rules: Mapping[str, Callable[[int], Fraction]]) -> Picture:
    """The mean number of brackets of two words under each law of random trees, by the number of words."""
    lengths = range(3, 11)
    lines = {name: [float(rule(n)) for n in lengths] for name, rule in rules.items()}
    told = "The mean number of brackets of two words, by the three rules."
    return figures.curves(lines, lengths, ("words", "two-word brackets"), told, digits=3)


def full_stop(plain: Tree, stopped: Tree) -> Picture:
    """What a full stop does to right- and left-branching trees."""
    guesses, gold, titles = [], [], []
    for shape in ("right", "left"):
        for told, truth in (("without", plain), ("with", stopped)):
            guesses.append(SHAPES[shape](truth.leaves()))
            gold.append(truth)
            (m,) = evaluation.matches(guesses[-1:], [truth])
            titles.append(f"{shape}, {told}: F1 = {Fraction(2 * m.hits, m.predicted + m.gold)}")
    told = "Right- and left-branching trees without and with the full stop. F1 without the root."
    return _judged(guesses, gold, titles, told, across=2)


def recorded(corpora: Corpora, method: str, convention: str, corpus: str = SHORT) -> tuple:
    """The recorded F1 x 100 of a baseline, and its standard deviation over seeds or None."""
    scores = corpora[corpus]["methods"][method]["scores"][CONVENTIONS[convention]]
    return scores["f1"], scores["f1_sd"]


def _one_sd(corpora: Corpora, method: str, convention: str) -> tuple[float, float, float]:
    f1, sd = recorded(corpora, method, convention)
    return f1, f1 - (sd or 0), f1 + (sd or 0)


def all_methods(corpora: Corpora, shown: Sequence[str] = ()) -> Picture:
    """The baselines, all or those named, in every convention, on short sentences of the WSJ sample."""
    methods = corpora[SHORT]["methods"]
    told = (
        f"Parsers that learnt nothing, in four conventions, on sentences of {SHORT}; "
        f"of chance the mean of {methods['random']['seeds']} draws, its bar one standard deviation."
    )
    shown = shown or [method for method in methods if method != "balanced, short half right"]
    scores = {c: {CHANCE.get(m, m): _one_sd(corpora, m, c) for m in shown} for c in CONVENTIONS}
    return figures.dots(scores, "unlabelled F1 x 100", told)


def in_each_convention(corpora: Corpora) -> Table:
    """The numbers of `all_methods`."""
    methods = corpora[SHORT]["methods"]
    rows = [
        [CHANCE.get(m, m), *(records.sd_text(*recorded(corpora, m, c)) for c in CONVENTIONS)] for m in methods
    ]
    told = f"WSJ sample, {SHORT}: F1 x 100, mean ± sd of {methods['random']['seeds']} seeds"
    return Table(["method", *CONVENTIONS], rows, told)


def without_gifts(corpora: Corpora) -> Table:
    """F1 with and without the sentences of one or two words, in which nothing can be wrong."""
    sentences, gifts = (corpora[SHORT][key] for key in ("sentences", "one_or_two_words"))
    rows = []
    for method in corpora[SHORT]["methods"]:
        f1, _ = recorded(corpora, method, "sentence")
        without = (sentences * f1 - 100 * gifts) / (sentences - gifts)
        rows.append([CHANCE.get(method, method), rounded(f1, 1), rounded(without, 1)])
    told = f"WSJ sample, {SHORT}: sentence F1 without the root, x 100"
    return Table(["method", f"all {sentences}", "three words or more"], rows, told)


def by_sentences(corpora: Corpora) -> Table:
    """Every baseline on every set of sentences."""
    rows = [
        [CHANCE.get(m, m), *(records.sd_text(*recorded(corpora, m, "sentence", name)) for name in SETS)]
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


def printed_and_measured(
    corpora: Corpora, printed: Mapping[str, float], program: Mapping[str, float]
) -> Picture:
    """Table 2 of the note, the same baselines in two conventions, and what PRPN's program is said to give.

    The colours of the conventions are those of `all_methods`.
    """
    rows = [*printed]
    scales: dict[str, dict[str, tuple[float, float, float] | None]] = {
        "printed in Table 2": {m: (f1, f1, f1) for m, f1 in printed.items()}
    }
    looks = [(6, 4)]  # grey: of no known convention
    for convention in ("corpus + root", "sentence"):
        nobody = corpora[SHORT]["methods"]
        scales[f"{convention}: our sample"] = {
            m: _one_sd(corpora, m, convention) if m in nobody else None for m in rows
        }
        looks.append(([*CONVENTIONS].index(convention),) * 2)
    scales["sentence: PRPN's program"] = {
        m: (program[m], program[m], program[m]) if m in program else None for m in rows
    }
    looks.append((0, 1))
    told = (
        "Table 2 beside two ways of counting, in the colours of the picture before. PRPN's 66.4 stands "
        "twice: as printed, and as we believe that it was counted."
    )
    return figures.dots(scales, "unlabelled F1 x 100", told, looks=looks)


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
