"""What the chapter on decoders draws: scores as trees, and laws of trees."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters.gates import two_trees as two_trees
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent import split


def walls_of(tree: Tree, first: float | None = None) -> list[float]:
    """One number a word, made from the tree; the first is the highest of all, or `first`."""
    inner = trees.distances(tree)
    return [max(inner, default=0) + 1 if first is None else first, *inner]


def split_of_walls(tree: Tree) -> Tree:
    """What SPLIT makes of the walls of a tree, with 0 for the first word."""
    return split.split(walls_of(tree, first=0), trees.words(tree))


def handed_back(tree: Tree) -> Picture:
    """A tree beside what SPLIT makes of its walls."""
    walls = " ".join(f"{wall:g}" for wall in walls_of(tree, first=0))
    titles = ["the tree of the remark", f"SPLIT, from {walls}"]
    told = "The right numbers, and a wrong tree. Dashed: brackets that the other tree does not have."
    return two_trees([tree, split_of_walls(tree)], titles, told, "fig-09-failure")


def how_many_come_back(some: Sequence[Tree]) -> Table:
    """How many trees each rule gives back from their walls."""
    rules = {
        "SPLIT": split_of_walls,
        "cut between the words": lambda tree: split.split_between(trees.distances(tree), trees.words(tree)),
    }
    rows = [
        [name, f"{sum(trees.spans(rule(tree)) == trees.spans(tree) for tree in some)} of {len(some)}"]
        for name, rule in rules.items()
    ]
    return Table(["rule", "trees that come back"], rows)


def wide_trees(words: Sequence[str]) -> list[Tree]:
    """Every tree over the words in which each node has two parts or more; a single word is its own tree."""
    return [Tree(trees.LABEL, parts) for parts in _several(words)] if len(words) > 1 else list(words)


def _several(words: Sequence[str]) -> list[list]:
    """Every row of two or more such trees over the words."""
    return [
        [first, *others]
        for cut in range(1, len(words))
        for first in wide_trees(words[:cut])
        for others in [*([tree] for tree in wide_trees(words[cut:])), *_several(words[cut:])]
    ]


def where_it_begins() -> Picture:
    """The scores 3, 1, 2 by both rules: the smallest bracket of the words 1 and 2."""
    words = ["x_0", "x_1", "x_2"]
    return two_trees(
        [split.split_between([1, 2], words), split.split([3, 1, 2], words)],
        ["cut: it begins at 0", "SPLIT: it begins at 1"],
        "Dashed: the smallest bracket that holds the words 1 and 2.",
        "fig-09-counter",
        marked=[{(0, 3)}, {(1, 3)}],
    )


def quiz_trees() -> Picture:
    """The options of the quiz's first question."""
    options = (
        "(X (X a b) (X (X c d) e))",
        "(X (X a (X b c)) (X d (X e f)))",
        "(X a (X (X b c) (X (X d e) f)))",
    )
    told = "Three trees for the first question."
    return figures.draw_trees(list(map(Tree.fromstring, options)), list("ABC"), caption=told)


def walls_and_tree(walls: Sequence[float], words: Sequence[str], caption: str, label: str) -> Picture:
    """Numbers as walls, with the tree that is cut between the words."""
    return figures.skyline(walls, words, caption, show=("bars", "tree", "numbers"), digits=0, label=label)


def two_laws(d: Tensor) -> Picture:
    """One choice in proportion to the scores, by softmax, and in proportion to their exponentials."""
    rows = {
        "d / sum of d": (d / d.sum()).tolist(),
        "softmax of d": d.softmax(-1).tolist(),
        "e^d / sum of e^d": (d.exp() / d.exp().sum()).tolist(),
    }
    told = "Two laws for one choice. The third row is the first with d replaced by its exponential."
    return figures.gate_bars(rows, [f"d = {x:g}" for x in d.tolist()], told, digits=3, label="fig-09-choice")


def drawn_trees(names: Sequence[str], drawn: Mapping[str, int], chances: Sequence[float]) -> Picture:
    """How often each tree was drawn, beside its exact chance."""
    count = sum(drawn.values())
    rows = [[drawn[name] / count, chance] for name, chance in zip(names, chances, strict=True)]
    told = "The five trees over four words, drawn from the scores 1, 2, 4, 3."
    columns = [f"share of {count}", "exact chance"]
    return figures.matrix(rows, names, columns, told, digits=3, concept="tree", label="fig-09-drawn")


def exact_chances(exact: Mapping[str, Fraction], names: Sequence[str], chances: Sequence[float]) -> Table:
    """The chance of each tree as a fraction, and whether the library's chances agree."""
    agree = sum(abs(exact[name] - p) < 1e-6 for name, p in zip(names, chances, strict=True))
    rows = [[name, str(exact[name]), rounded(exact[name], 4)] for name in names]
    told = f"Exact chances under the scores 1, 2, 4, 3; the library agrees on {agree} of {len(names)}."
    return Table(["tree", "chance", ""], rows, told)


def never_made(tree: Tree) -> Picture:
    """The smallest tree that no scores make by SPLIT."""
    told = "The pattern: a left part of two words, and a right part that begins with two. No scores give it."
    return figures.draw_tree(tree, told, marked={(2, 4)}, label="fig-09-never")


def counted_three_ways(
    by_ranking: Mapping[int, int], by_pattern: Mapping[int, int], makeable: Sequence[int]
) -> Table:
    """Trees that SPLIT can make, counted three ways, and all binary trees, for 2 to 11 words."""
    rows = []
    for n in range(2, 12):
        counts = (by_ranking.get(n, ""), by_pattern.get(n, ""), makeable[n], binary_trees(n))
        rows.append([str(n), *map(str, counts), rounded(100 * makeable[n] / binary_trees(n), 1)])
    heads = ["words", "all rankings", "no pattern", "recursion", "binary trees", "%"]
    told = "Trees that SPLIT can make, counted three ways where that is quick, and all binary trees."
    return Table(heads, rows, told, label="tab-09-count")


def binary_trees(n: int) -> int:
    """How many binary trees stand over n words: Catalan's number."""
    return math.comb(2 * n - 2, n - 1) // n


def share_of_trees(makeable: Sequence[int]) -> Picture:
    """The share of all binary trees that each rule can make, by the number of words."""
    lengths = [2, 5, 10, 15, 20, 25, 30, 35, 40]
    lines = {
        "SPLIT": [makeable[n] / binary_trees(n) for n in lengths],
        "cut between the words": [1.0 for _ in lengths],
    }
    told = "How much of all binary trees each rule can make"
    axes = ("words", "share of all binary trees")
    return figures.curves(lines, lengths, axes, told, digits=4, label="fig-09-share")


def chance_of_chains(right: Sequence[Fraction]) -> Picture:
    """The chance of the right- and of the left-branching tree under meaningless scores.

    Args:
        right: from n to SPLIT's chance of the right-branching tree over n words.
    """
    ns = range(3, len(right))
    lines = {
        "SPLIT, right": [float(right[n]) for n in ns],
        "SPLIT, left": [2 / math.factorial(n) for n in ns],
        "cut, right or left": [1 / math.factorial(n - 1) for n in ns],
        "uniform, any": [1 / binary_trees(n) for n in ns],
    }
    told = "Chance of the right- and of the left-branching tree when the scores mean nothing"
    return figures.curves(lines, ns, ("words", "probability"), told, log=True, label="fig-09-lean")


def hook_formula(shapes: Sequence[Tree], hooks: Callable[[Tree], int]) -> Picture:
    """The trees over four words, each with its rankings of three walls."""
    told = "The five trees over four words, with the rankings of three walls that give each."
    titles = [f"{hooks(tree)} of 6" for tree in shapes]
    return figures.draw_trees(shapes, titles, caption=told, label="fig-09-hook")


def all_rankings(found: Mapping[int, tuple[int, int, int]]) -> Table:
    """Trees that rankings of the walls make, for how many the hook formula is right, and the commonest."""
    rows = []
    for n, (made, right, most) in found.items():
        rows.append([str(n), *(f"{count} of {binary_trees(n)}" for count in (made, right)), str(most)])
    heads = ["words", "trees made", "hook formula right", "most orders of one tree"]
    return Table(heads, rows, "All orders of the walls.")


def two_cases(tree: Tree, limits: Sequence[int]) -> Picture:
    """The two cases of the proof that limits know the tree."""
    told = (
        "Case (a): 'films', word 4, is no first child; its sibling begins at 'very', 2. Case (b): 'very' is "
        "the first word of a phrase, and of a larger one; what stands beside that is 'loved', 1."
    )
    return figures.ranges(limits, tree.leaves(), told, tree=tree, t=4, label="fig-09-cases")


def edges_found(found: Mapping[int, tuple[int, int, int]], bell: Sequence[int]) -> Table:
    """For how many rankings the nearest higher score is the edge of the smallest bracket at every step.

    Args:
        found: from n to SPLIT's rankings, SPLIT's single steps, and the cut's rankings.
        bell: Bell's numbers.
    """
    rows = []
    for n, (by_split, steps, by_cut) in found.items():
        total = math.factorial(n)
        share = rounded(100 * steps / ((n - 1) * total), 1)
        rows.append([str(n), str(bell[n]), f"{by_split} of {total}", share, f"{by_cut} of {total}"])
    told = "Rankings for which the nearest higher score is the edge of the smallest bracket at every step."
    heads = ["words", "Bell number", "SPLIT: whole rankings", "% of steps", "cut between"]
    return Table(heads, rows, told, label="tab-09-bell")


def ties(walls: Sequence[float], strict: Sequence, loose: Sequence, edges: Sequence) -> Table:
    """Limits by both rules for ties beside the edges of the smallest brackets."""
    rows = [
        ["number", *(f"{x:g}" for x in walls)],
        ["limit, strictly higher", *map(str, strict)],
        ["limit, higher or equal", *map(str, loose)],
        ["edge of the smallest bracket", *map(str, edges)],
    ]
    heads = ["", *(f"t = {t}" for t in range(1, len(walls) + 1))]
    return Table(heads, rows, "Ties say that a node has more than two children, if the rule is strict.")


def greedy_and_best(greedy: Tree, best: Tree, law: Mapping[str, Fraction]) -> Picture:
    """The tree of the best ranking beside the most probable tree."""
    made = {"greedy": greedy, "most probable": best}
    titles = [f"{title}: {law[figures.bracketed(tree)]}" for title, tree in made.items()]
    told = "Scores 2, 3, 4: the tree of the best ranking, and the best tree."
    return figures.draw_trees(list(made.values()), titles, caption=told, label="fig-09-greedy")


def how_often_greedy(hits: Mapping[int, float], draws: int) -> Picture:
    """How often SPLIT's tree is the most probable one, by the number of words."""
    lines = {"SPLIT's tree is the most probable one": list(hits.values())}
    told = f"How often greedy is best, scores uniform between 0 and 1, {draws} lists for each length"
    return figures.curves(lines, list(hits), ("words", "share of score lists"), told, label="fig-09-best")
