"""Tasks 15.1 and 15.6: the chance of one tree, and the best of all."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.grammar_15.laws import (
    AT_HOME,
    LOWER,
    SENTENCE,
    UPPER,
    alone,
    anything,
    apart,
    films,
    labelled,
    lean,
    nothing,
)

tree_chance = task("15.1", section="One sentence by hand", tolerance=1e-6)


@tree_chance.cases
def _(draw):
    """Trees as lists, with a grammar: those of the chapter, random ones, a single word."""
    yield UPPER, *films()
    yield LOWER, *films()
    yield AT_HOME, *films()
    yield [0, [0, [0, 0], [0, 0]], [0, 0]], *alone()
    pairs, writes = torch.zeros(2, 2, 2, dtype=torch.float32), real([[0.5, 0.0], [0.25, 0.25]])
    pairs[0, 0, 1], pairs[0, 1, 0], pairs[1, 1, 1] = 0.125, 0.375, 0.5
    yield [0, [1, 1], [0, 0]], pairs, writes
    yield [0, [0, [0, 0], [1, 1]], [1, [1, 0], [1, 1]]], pairs, writes
    yield [0, [1, 1], [1, 0]], pairs, writes  # by a rule of chance 0
    for n in (2, 3, 3):
        yield labelled(draw, draw.tree(n), 2, 2), *anything(draw, 2, 2)
    yield [1, 1], pairs, writes


tree_chance.wrong("forgets the left tree", " * tree_chance(left, pairs, writes)", "",
    "Three factors: the rule, the left tree and the right tree.")
tree_chance.wrong("forgets the right tree", " * tree_chance(right, pairs, writes)", "",
    "The right tree has to be grown as well: a third factor.")
tree_chance.wrong("forgets the rule at the top of each tree", "return rule * tree", "return tree",
    "That the symbol becomes these two symbols has a chance as well.")
tree_chance.wrong("adds the chances", "rule * tree_chance(left, pairs, writes) * tree",
    "rule + tree_chance(left, pairs, writes) + tree",
    "All rules of the tree must be chosen: how do the chances of independent choices go together?")
tree_chance.wrong("exchanges the two children in the rule",
    "left[0], right[0]", "right[0], left[0]",
    "pairs[A, B, C]: B is the symbol on the left.")
tree_chance.wrong("puts the parent behind its children",
    "symbol, left[0], right[0]", "left[0], right[0], symbol",
    "pairs[A, B, C]: the first place is that of the symbol that is replaced.")
tree_chance.wrong("takes the rule of the top of the tree twice",
    "rule = ", "rule = pairs[symbol, left[0], right[0]] * ",
    "Each node of the tree brings one rule.")
tree_chance.wrong("adds up the two parts",
    "tree_chance(left, pairs, writes) * tree_chance(right, pairs, writes)",
    "(tree_chance(left, pairs, writes) + tree_chance(right, pairs, writes))",
    "Both parts must be grown: their chances multiply.")
tree_chance.wrong("divides by the chance of all rules with two symbols",
    "pairs[symbol, left[0], right[0]]", "pairs[symbol, left[0], right[0]] / pairs[symbol].sum()",
    "The chances of a symbol, with its words, sum to 1 already.")
tree_chance.wrong("gives the logarithm",
    lambda tree, pairs, writes: tree_chance(tree, pairs, writes).log(),
    "A chance lies between 0 and 1. Is the logarithm asked for?")


best_tree = task("15.6", section="One sentence by hand", axes="k, j", tolerance=0)

MAX = "max(ways)"


def no_tie(draw, N, P, V, n):
    """A random sentence and grammar, drawn again until one tree is clearly the best.

    Trees that use the same rules as often share their chance: (X X) X and X (X X).
    """
    while True:
        words, (pairs, writes) = draw.whole(0, V, n), apart(draw, N, P, V)
        *_, second, best = sorted(best_of(shape, words, pairs, writes)[0].item() for shape in shapes(0, n))
        if best > 1.01 * second:
            return words, pairs, writes


def shapes(start, end):
    """All binary trees over the words start .. end-1, as nested pairs of their numbers."""
    if end - start == 1:
        return [start]
    cuts = range(start + 1, end)
    return [(a, b) for cut in cuts for a in shapes(start, cut) for b in shapes(cut, end)]


def best_of(shape, words, pairs, writes):
    """The chance of the best symbols for a tree of this shape, by the symbol at its top, (S,)."""
    if isinstance(shape, int):
        return writes[:, words[shape]]
    left, right = (best_of(part, words, pairs, writes) for part in shape)
    return (pairs * left[:, None] * right).flatten(1).amax(1)


def two_ways(best_left: float):
    """A grammar in which the left-branching tree of w w w has the chance `best_left` times a constant."""
    pairs, writes = nothing(3, 1)
    pairs[0, 1, 2], pairs[0, 2, 1] = best_left, 1 - best_left  # symbol 1 grows two words, symbol 2 one
    pairs[1, 2, 2] = 1.0
    writes[2, 0] = 1.0
    return pairs, writes


@best_tree.cases
def _(draw):
    """A sentence (n,) with a grammar: the chapter's, greedy and best apart, random ones, two words."""
    yield torch.tensor(SENTENCE), *films()
    yield torch.tensor([0, 0, 0]), *two_ways(0.75)
    yield torch.tensor([0, 0, 0]), *two_ways(0.25)
    yield torch.tensor([0, 1, 2, 3]), *several()
    yield torch.tensor([0, 0, 0, 0]), *steep()
    yield torch.tensor(SENTENCE), *lean(0.6, 0.05, 0.35)  # both parts of the best tree have parts
    yield torch.tensor([0, 0, 0]), *last_becomes_two()
    yield torch.tensor([0, 0, 0]), *rarer_behind()
    for N, P, V, n in ((2, 2, 3, 4), (3, 2, 4, 5), (2, 3, 4, 5)):
        yield no_tie(draw, N, P, V, n)
    yield torch.tensor([0, 1]), *anything(draw, 2, 2)


def several():
    """Over a b c d, a (b c d) has two trees of 3/20 each, (a b c) d a single one of 4/20: the best."""
    pairs, writes = nothing(10, 4)
    S, M, N, X, Y, Z, a, b, c, d = range(10)
    pairs[S, a, M] = pairs[S, N, d] = 0.5
    pairs[M, X, d], pairs[M, b, Y], pairs[M, d, d] = 0.3, 0.3, 0.4
    pairs[N, Z, c], pairs[N, d, d] = 0.4, 0.6
    pairs[X, b, c] = pairs[Y, c, d] = pairs[Z, a, b] = 1
    writes[[a, b, c, d], [0, 1, 2, 3]] = 1
    return pairs, writes


def last_becomes_two():
    """Symbol 0 becomes 1 2, and the last symbol two of the words."""
    pairs, writes = torch.zeros(3, 3, 3, dtype=torch.float32), real([[0.0], [1.0], [0.5]])
    pairs[0, 1, 2], pairs[2, 1, 1] = 1.0, 0.5
    return pairs, writes


def rarer_behind():
    """Both trees of w w w have the same rules of pairs, but the left-branching one ends in a rarer word."""
    pairs, writes = nothing(4, 1)
    S, TWO, OFTEN, SELDOM = range(4)
    pairs[S, OFTEN, TWO] = pairs[S, TWO, SELDOM] = 0.5
    pairs[TWO, OFTEN, OFTEN] = 1.0
    writes[OFTEN, 0], writes[SELDOM, 0] = 0.75, 0.25
    return pairs, writes


def steep():
    """Only symbol 0 and a word: 0 becomes 0 1 or 1 0, and 1 a word, so that chains compete."""
    pairs, writes = torch.zeros(2, 2, 2, dtype=torch.float32), real([[0.25], [1.0]])
    pairs[0, 0, 1], pairs[0, 1, 0] = 0.5, 0.25
    return pairs, writes


best_tree.wrong("looks for the least probable tree", MAX, "min(ways)", "Keep the highest worth.")
best_tree.wrong("forgets what the left part is worth", " * left[B]", "",
    "Three factors: the rule, the value of B on the left, the value of C on the right.")
best_tree.wrong("forgets what the right part is worth", " * right[C]", "",
    "The right part must be grown as well: a third factor, the value of C there.")
best_tree.wrong("forgets the chance of the rule", "rules[A][B][C]", "(rules[A][B][C] > 0)",
    "Possible is not probable: the chance of the rule is a factor.")
best_tree.wrong("keeps the sum of all ways as the value",
    "value[start, end][A], *choice[start, end, A] = max(ways)",
    "value[start, end][A], *choice[start, end, A] = sum(way[0] for way in ways), *max(ways)[1:]",
    "A box holds the chance of its best tree, not of all its trees together.")
best_tree.wrong("adds the three factors",
    "rules[A][B][C] * left[B] * right[C]", "rules[A][B][C] + left[B] + right[C]",
    "The chance of a tree is a product of its rules.")
best_tree.wrong("never tries the last cut of a span",
    "range(start + 1, end)", "range(start + 1, max(end - 1, start + 2))",
    "A span can be cut before each of the words start + 1 .. end - 1; range leaves out its second number.")
best_tree.wrong("never tries the first cut of a span",
    "range(start + 1, end)", "range(min(start + 2, end - 1), end)",
    "A span can be cut before each of the words start + 1 .. end - 1.")
best_tree.wrong("exchanges the two children in the rule", "rules[A][B][C]", "rules[A][C][B]",
    "pairs[A, B, C]: B is the symbol on the left.")
best_tree.wrong("takes the value of B on the right and of C on the left",
    "left[B] * right[C]", "left[C] * right[B]",
    "In A -> B C the symbol B grows the words before the cut, and C those behind it.")
best_tree.wrong("writes down the last way above 0, not the best one",
    "value[start, end][A], *choice[start, end, A] = max(ways)",
    "value[start, end][A], choice[start, end, A] = max(ways)[0], max((w[0] > 0, *w[1:]) for w in ways)[1:]",
    "Only a way that is better than the best so far may take its place, in `value` and in `choice`.")
best_tree.wrong("takes the best symbol of each part, whatever the rule",
    "rules[A][B][C] * left[B] * right[C]", "rules[A][B][C] * max(left) * max(right)",
    "The left part must be grown by B and the right part by C.")
best_tree.wrong("joins one symbol with itself alone", "for C in range(S)", "for C in [B]",
    "B and C may be two different symbols.")
