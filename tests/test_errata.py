"""The errata ledger, recomputed: every entry by its check, in exact fractions or by brute force.

A check is called with three texts of its entry, `printed`, `right` and `why`, and looks in them for the
numbers that it computes: the ledger cannot state another result than the check finds.
"""

import importlib.util
import itertools
import json
import math
import re
from fractions import Fraction as F
from pathlib import Path

import pytest
import torch

from prpn_edu.composition.tree_lstm import BinaryCell
from prpn_edu.data.sst import SIZES
from prpn_edu.loops import gates, lstm, ordered, transitions

ROOT = Path(__file__).parents[1]
HERE = ROOT / "book" / "appendix"
LEDGER = json.loads((HERE / "errata.json").read_text(encoding="utf-8"))
RECORDED = json.loads((ROOT / "results" / "wsj-baselines.json").read_text(encoding="utf-8"))
ENTRIES = {entry["id"]: entry for entry in LEDGER["entries"]}
KINDS = {"slip", "claim", "convention", "naming", "clarification", "simplification", "rounding"}

# Figure 2 of the note.
t = 4
raw = [F(4, 10), F(1, 10), F(3, 10), F(2, 10)]
d = [F(7, 10), F(6, 10), F(3, 10), F(4, 10), F(5, 10)]
alpha = gates.alphas(d, t)
p = gates.limit_distribution(alpha)
g = gates.expected_gates(alpha)
attention = {limit: gates.gated_attention(raw, gates.hard_gates(limit, t)) for limit in range(t)}


def states(text, *values):
    """Assert that each value stands in the text, in this order."""
    for value in map(str, values):
        assert value in text, f"{value} is not in {text!r}"
        text = text.split(value, 1)[1]


def short(x, digits=2):
    """A number as the note prints it: .17, .5"""
    return f"{float(x):.{digits}f}".removeprefix("0").rstrip("0")


# Checks: the note


def figure_1_gates(printed, right, why):
    states(printed, "l_4 = 2", "0 1 1 1")
    states(right, "l_4 = 1", *gates.hard_gates(1, t), "l_4 = 2", *gates.hard_gates(2, t))
    assert gates.hard_gates(1, t) == [0, 1, 1, 1] != gates.hard_gates(2, t)


def figure_1_attention(printed, right, why):
    states(printed, "l_4 = 2", 0, *map(short, attention[1][1:]))
    states(right, "l_4 = 1", *attention[1], "l_4 = 2", *attention[2])


def figure_2_hard_attention(printed, right, why):
    states(printed, "l_4 = 2", 0, *map(short, attention[1][1:]))
    limit = gates.nearest_higher(d, t)
    states(right, f"l_4 = {limit}")
    nearest = [i for i in range(t) if d[i] > d[t]][-1]
    states(why, f"word {t} ({short(d[t])})", f"word {nearest} ({short(d[nearest])})")
    assert nearest == limit


def figure_2_soft_attention(printed, right, why):
    s = gates.gated_attention(raw, g)
    states(right, short(s[3]), s[3])
    assert short(s[3]) != printed
    states(why, s[3], short(s[3], 4), short(sum(F(short(x)) for x in s[:3]) + F(printed)))


def figure_2_label(printed, right, why):
    mean = sum(k * p_k for k, p_k in enumerate(p))
    states(why, mean, f"{float(mean):.2f}")
    assert mean.denominator > 1
    states(right, "s(\\mathbb E[g])")
    assert [short(x) for x in gates.gated_attention(raw, g)] == [".13", ".07", ".36", ".44"]


def equation_6(printed, right, why):
    true = [sum(p[k] * attention[k][i] for k in range(t)) for i in range(t)]
    assert true == gates.expected_attention(raw, alpha) and sum(true) == 1
    distance = sum(abs(a - b) for a, b in zip(true, gates.gated_attention(raw, g), strict=True)) / 2
    states(right, *(short(x, 4) for x in true), short(distance, 3))


def equation_7_is_not_figure_2(printed, right, why):
    assert alpha[1:] == [F(45, 100), F(6, 10), F(55, 100)]
    states(why, "\\alpha_2 = 1", short(alpha[2]))
    for tau in [F(1, 1000), F(1, 10), F(2, 11), F(1), F(10), F(1000)]:
        assert gates.alphas(d, t, tau, form="code")[2] == 1 != alpha[2]
        for x in [F(n, 10) for n in range(-30, 31)]:  # (7) as printed is the form that the ledger names
            printed_7 = (min(max(2 * x / tau + 1, -1), 1) + 1) / 2
            assert printed_7 == min(max(1 + x / tau, 0), 1)


def figure_3(printed, right, why):
    stop = [d[i] / (d[t] + d[i]) for i in range(t)]
    law = gates.limit_distribution([1 - x for x in stop])
    assert law[3] == F(4, 9) and short(law[3]) == ".44"
    states(printed, law[3], "0.45")
    states(right, law[3], "0" + short(law[3]))
    row = F(".16") + F(".19") + F(".21") + F(".45")
    states(why, float(row), ".45", stop[2], law[2], short(law[2]))
    assert short(law[2]) == short((1 - F("0.45")) * stop[2])


def trees_of_choices(lo, hi):
    """Every tree in which each part chooses a word: (word, left tree, right tree) or None."""
    if lo == hi:
        return [None]
    return [
        (i, left, right)
        for i in range(lo, hi)
        for left in trees_of_choices(lo, i)
        for right in trees_of_choices(i + 1, hi)
    ]


def words_below(tree):
    return [] if tree is None else [tree[0], *words_below(tree[1]), *words_below(tree[2])]


def choice_probability(tree, scores):
    """Equation (8), read with i in place of t."""
    if tree is None:
        return F(1)
    here = F(scores[tree[0]]) / sum(scores[i] for i in words_below(tree))
    return here * choice_probability(tree[1], scores) * choice_probability(tree[2], scores)


def ranking_probability(order, scores):
    """Equation (9)."""
    out, rest = F(1), list(order)
    for i in order:
        out *= F(scores[i]) / sum(scores[j] for j in rest)
        rest.remove(i)
    return out


def tree_of(order, lo, hi):
    """The tree that cuts each part at the word that the ranking names first."""
    inside = [i for i in order if lo <= i < hi]
    return (inside[0], tree_of(order, lo, inside[0]), tree_of(order, inside[0] + 1, hi)) if inside else None


def equation_8_sums_to_one(printed, right, why):
    states(printed, "_{<t}")
    states(right, "tree", "_{<i}", "_{>i}")
    for n in range(1, 7):
        assert sum(choice_probability(tree, [3, 1, 4, 1, 5, 9]) for tree in trees_of_choices(0, n)) == 1


def empty_maximum(printed, right, why):
    stop = [d[i] / (d[t] + d[i]) for i in range(t)]
    draws = itertools.product([0, 1], repeat=t)
    empty = sum(
        math.prod(q if a else 1 - q for a, q in zip(x, stop, strict=True)) for x in draws if not any(x)
    )
    states(why, empty, short(empty, 3))
    states(right, "\\alpha_0 := 1")


def leaves(tree):
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, list) else [tree]


def split_between(scores, words):
    """Cut before the word with the highest score, the first one apart."""
    if len(words) == 1:
        return words[0]
    i = max(range(1, len(words)), key=scores.__getitem__)
    return [split_between(scores[:i], words[:i]), split_between(scores[i:], words[i:])]


def tree_limits(tree):
    """(a), (b): for each word, the first leaf of the left sibling of the largest part that starts with it."""
    if not isinstance(tree, list):
        return {}
    left, right = tree
    return tree_limits(left) | tree_limits(right) | {leaves(right)[0]: leaves(left)[0]}


def limits_as_printed(tree):
    """(a), (b) word by word: a word is missing where its parent is itself a left child."""
    if not isinstance(tree, list):
        return {}
    left, right = tree
    found = limits_as_printed(left) | limits_as_printed(right)
    first = right if not isinstance(right, list) else right[0]  # (a) its sibling; (b) its parent's sibling
    return found if isinstance(first, list) else found | {first: leaves(left)[0]}


def agreement(n, decode, limits_of=tree_limits):
    """How many words of how many, over all rankings of n words, obey (a) or (b)."""
    hits = 0
    for scores in itertools.permutations(range(n)):
        limits = limits_of(decode(scores, list(range(n))))
        hits += sum(limits.get(i) == gates.nearest_higher(scores, i) for i in range(1, n))
    return hits, math.factorial(n) * (n - 1)


def nearest_higher_and_the_tree(printed, right, why):
    for n in (3, 5):
        states(right, "{}/{} of the words in a sentence of {}".format(*agreement(n, gates.split), n))
    for n in range(2, 7):
        assert len(set(agreement(n, split_between))) == 1
    scores = (3, 1, 2)
    assert gates.split(scores, [0, 1, 2]) == [0, [1, 2]] and gates.nearest_higher(scores, 2) == 0
    if "Scores" in why:
        strict = [agreement(n, split_between, limits_as_printed) for n in (4, 5)]
        states(why, scores, "x_0\\,(x_1\\,x_2)", *("{}/{}".format(*counts) for counts in strict))
        assert 1 not in limits_as_printed([0, [[1, 2], 3]])


def softmax_or_proportional(printed, right, why):
    soft = torch.tensor([float(x) for x in d], dtype=torch.float64).softmax(0)
    states(why, short(soft[0]), short(d[0] / sum(d)))
    logs = torch.tensor([math.log(x) for x in d], dtype=torch.float64).softmax(0)
    assert torch.allclose(logs, torch.tensor([float(x / sum(d)) for x in d], dtype=torch.float64))


def greedy_tree(printed, right, why):
    scores = (2, 3, 4)
    law = {tree: choice_probability(tree, scores) for tree in trees_of_choices(0, 3)}
    order = sorted(range(3), key=lambda i: -scores[i])
    greedy, best = tree_of(order, 0, 3), max(law, key=law.get)
    states(why, scores, law[greedy], law[best])
    assert best == tree_of([1, 0, 2], 0, 3)
    rankings = itertools.permutations(range(3))
    assert max(rankings, key=lambda x: ranking_probability(x, scores)) == tuple(order)
    # So it is for the brackets that SPLIT leaves: the other one of its two trees is likelier.
    right_branching = sum(law[tree] for tree in law if tree[0] < 2)
    assert gates.split(scores, [0, 1, 2]) == [[0, 1], 2] and right_branching == F(5, 9)


def equations_8_and_9_agree(printed, right, why):
    for scores in ([1, 2, 3, 4], [5, 1, 1, 7], [2, 3, 4, 1, 6]):
        n = len(scores)
        law = dict.fromkeys(trees_of_choices(0, n), 0)
        for order in itertools.permutations(range(n)):
            law[tree_of(order, 0, n)] += ranking_probability(order, scores)
        assert all(law[tree] == choice_probability(tree, scores) for tree in law)


def comparisons_under_one_ranking(printed, right, why):
    law = [F(0)] * t
    for order in itertools.permutations(range(t + 1)):
        rank = [-order.index(i) for i in range(t + 1)]  # the word named first is the highest
        law[gates.nearest_higher(rank, t)] += ranking_probability(order, d)
    states(right, "d_t / \\sum_{j=i+1}^{t} d_j", *law)
    for i in range(t):
        assert sum(law[: i + 1]) == d[t] / sum(d[i + 1 :])
    assert law[:3] != gates.limit_distribution([d[t] / (d[t] + d[i]) for i in range(t)])[:3]


def equally_tractable(printed, right, why):
    stop = [d[i] / (d[t] + d[i]) for i in range(t)]
    states(why, f"$t = {t}$")
    for go_on in (alpha, [1 - x for x in stop]):
        law = [F(0)] * t
        for passes in itertools.product([True, False], repeat=t - 1):  # of words 1, 2, 3; word 0 always stops
            weight = math.prod(a if x else 1 - a for a, x in zip(go_on[1:], passes, strict=True))
            law[max((i for i in range(1, t) if not passes[i - 1]), default=0)] += weight
        assert law == gates.limit_distribution(go_on) and sum(law) == 1


def address_of_the_paper(printed, right, why):
    bibliography = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    address = re.search(r"`(.*?)`", right)[1]
    assert address in bibliography and re.search(r"`(.*?)`", printed)[1] not in bibliography


def dirichlet_process(printed, right, why):
    states(printed, "Beta}(1, \\alpha)", "(1 - b_i)")
    states(right, "Beta}(1, \\alpha)", "b_i", "(1 - b_j)")
    mean = F(1, 1 + 2)  # of Beta(1, 2), the first piece
    states(why, "alpha = 2", mean, 1 - mean)


# Checks: parsing scores, on the recorded run


def f1(corpus, method, convention):
    return RECORDED["corpora"][corpus]["methods"][method]["scores"][convention]["f1"]


def table_2_mixes_two_scales(printed, right, why):
    whole = [f1("up to 10 words", method, "corpus, root") for method in ("right", "upper bound")]
    bare = [f1("up to 10 words", method, "sentence, no root") for method in ("right", "upper bound")]
    states(why, *(f"{x:.1f}" for x in (whole[0], bare[0], whole[1], bare[1])))


def right_branching_on_all_lengths(printed, right, why):
    bare = f1("all lengths", "right", "sentence, no root")
    states(right, f"{bare:.1f}")
    assert bare > 38.1
    punctuated = "all lengths, with punctuation"
    binary = punctuated + ", gold made binary"
    spoilt = [f1(punctuated, "right", "sentence, no root"), f1(binary, "right", "sentence, root")]
    states(why, 21.3, *(f"{x:.1f}" for x in spoilt))
    for corpus in (punctuated, binary):
        methods = RECORDED["corpora"][corpus]["methods"]
        baselines = [method for method in methods if method != "upper bound"]
        assert all(score["f1"] < 21.3 for m in baselines for score in methods[m]["scores"].values())


def below_right_branching(printed, right, why):
    conventions = ("sentence, no root", "corpus, no root", "corpus, root", "sentence, root")
    scores = [f1("up to 10 words", "right", convention) for convention in conventions]
    states(why, *(f"{x:.1f}" for x in scores), RECORDED["corpora"]["up to 10 words"]["sentences"])
    assert min(scores) > 50 + 2


def depth_of_soft_steps(printed, right, why):
    m = 3
    hard = {ordered.distance([0] * k + [1] * (m - k)) for k in range(m)}
    assert len(hard) == m
    soft = [
        ordered.distance(ordered.cumax([0, 0, k / 10])) for k in range(9)
    ]  # one wall higher than the other
    assert len(set(soft)) == 9 and soft == sorted(soft)
    tree, depth = gates.split(soft, list("abcdefghi")), 0
    while isinstance(tree, list):
        tree, depth = max(tree, key=lambda part: str(part).count("[")), depth + 1
    assert depth == 8


def table_counts_whole_sentences(printed, right, why):
    table = {"left": 28.7, "random": 34.7, "right": 61.7, "upper bound": 88.1}
    scores = {c: [f1("up to 10 words", m, f"corpus, {c}") for m in table] for c in ("root", "no root")}
    states(why, *table.values(), *(f"{x:.1f}" for x in scores["root"] + scores["no root"]))
    assert all(abs(a - b) < 2 for a, b in zip(scores["root"], table.values(), strict=True))
    assert all(abs(a - b) > 2 for a, b in zip(scores["no root"], table.values(), strict=True))


# Checks: the earlier note, the paper, the blog


def sum_from_one(printed, right, why):
    states(printed, "i=1")
    states(right, "i=0")
    lost = 1 - sum(gates.gated_attention(raw, g)[1:])
    states(why, lost)


def sum_of_the_other_normaliser(printed, right, why):
    total = sum(g_i * s_i / sum(g) for g_i, s_i in zip(g, raw, strict=True))
    assert total == F(4574, 20285) and short(total, 3) == ".225"
    assert sum(gates.gated_attention(raw, g)) == 1
    assert str(total) in why or "E6" in why
    states(ENTRIES["E6"]["why"], total)
    states(right, "g_i \\tilde s_i", "\\sum_j g_j \\tilde s_j")


def hard_sigmoid(printed, right, why):
    x = F(-1, 10)
    torch_form = x / 6 + F(1, 2)
    states(why, "x/6 + 1/2", torch_form, (x + 1) / 2, x)
    theirs = torch.nn.functional.hardsigmoid(torch.tensor(float(x), dtype=torch.float64))
    assert float(theirs) == pytest.approx(float(torch_form), abs=1e-12)
    assert (x + 1) / 2 == gates.alphas([d[1], d[t]], 1)[0]


def closed_gates(printed, right, why):
    limit = 2
    opened = set(range(limit, t))
    assert "0 < i" in printed and opened | set(range(1, limit)) == {1, 2, 3}
    assert "0 \\le i" in right and opened | set(range(limit)) == set(range(t))


def grid(length, steps=4):
    """All vectors of this length over 0, 1/steps, ..., 1."""
    return itertools.product([F(n, steps) for n in range(steps + 1)], repeat=length)


def stick_sums_to_one(printed, right, why):
    for length in range(1, 5):
        assert all(sum(gates.limit_distribution(a)) == 1 for a in grid(length))


def telescoping(printed, right, why):
    for a in grid(4):
        law = gates.limit_distribution(a)
        for i in range(4):
            assert sum(law[: i + 1]) == math.prod(a[i + 1 :])
    states(right, "\\prod_{j=i+1}^{t-1}")


def shifted_comparison(printed, right, why):
    states(printed, "d_{j+1}")
    for scores in grid(3):
        shifted = [(scores[2] - scores[j + 1] + 1) / 2 for j in range(2)]
        assert shifted[-1] == F(1, 2)
    assert alpha[t - 1] != F(1, 2)


def tau_zero(printed, right, why):
    laws = {tuple(gates.expected_gates(gates.alphas(scores, 3, 0))) for scores in grid(4, steps=3)}
    assert laws == {(F(1, 4), F(1, 2), 1)}


def gates_are_not_a_density(printed, right, why):
    states(why, sum(g))
    assert sum(g) != 1 == sum(p)


def ties(printed, right, why):
    assert gates.alphas([F(1, 2), F(1, 2)], 1, 10**9) == [F(right.split()[0])]
    assert gates.alphas([F(1, 2), F(1, 2)], 1, F(1, 10**9), form="code") == [1]


def sharp_form(printed, right, why):
    for scores in grid(2):
        sign = (scores[1] > scores[0]) - (scores[1] < scores[0])
        assert gates.alphas(scores, 1, 10**9) == [F(sign + 1, 2)]


def ranges_never_cross(printed, right, why):
    n = 5
    states(why, f"${n}^{n}$")
    for scores in itertools.product(range(n), repeat=n):
        limit = [gates.nearest_higher(scores, i) for i in range(n)]
        assert not any(limit[v] < limit[i] < v < i for i in range(n) for v in range(i))


# Checks: the lecture


def softmax_row(printed, right, why):
    row = torch.tensor([-0.1, 0.1, 0.1, 2.4, 0.2], dtype=torch.float64).softmax(0).tolist()
    shown = [f"{x:.4f}" for x in row]
    states(printed, *shown)
    states(right, float(sum(map(F, shown))))


def powers_of_one_half(printed, right, why):
    states(right, f"{0.5**10:.1e}", f"{0.5**20:.1e}", "1e-3", "1e-6")
    assert [f"{0.5**n:.0e}" for n in (5, 10, 15, 20)] == ["3e-02", "1e-03", "3e-05", "1e-06"]
    states(printed, "9e-4", "9e-7")
    states(why, ".03", "3e-5")


def bag_of_words(printed, right, why):
    vectors = (
        [0, 1, 1, 1, 0],
        [0, 1, 1, 2, 1],
        [0, 1, 0, 0, 0],
        [9, 5, 1, 0, 0],
    )  # tenths: this movie is stupid
    total = [sum(column) for column in zip(*vectors, strict=True)]
    assert total == [9, 8, 3, 3, 1]
    states(right, f"argmax {total.index(max(total))}")
    assert str(total.index(max(total))) not in printed


def power(R, n):
    """The n-th power of a square matrix, exactly."""
    out = [[F(i == j) for j in range(len(R))] for i in range(len(R))]
    for _ in range(n):
        out = [
            [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*R, strict=True)]
            for row in out
        ]
    return out


def entry_of_r(printed, right, why):
    states(printed, "0.5")
    half = F(1, 2)
    same = [[half] * 3] * 3
    above = [[half, F(4)], [F(0), half]]
    states(why, half, 3, "above", int(power(same, 20)[0][0]), "2 by 2", half, 4, "below", 0.001)
    assert {x for row in power(same, 20) for x in row} == {F(3, 2) ** 20 / 3}
    assert max(x for row in power(above, 20) for x in row) < F(1, 1000)
    assert F(3, 2) ** 20 / 3 > 1108


def argmax_is_flat(printed, right, why):
    row = [F(-1, 10), F(1, 10), F(1, 10), F(24, 10), F(2, 10)]
    best, second = sorted(row)[:-3:-1]
    room = (best - second) / 2
    states(why, row.index(best), float(room))
    nearly = room - F(1, 10**9)
    for signs in itertools.product([-1, 0, 1], repeat=5):
        moved = [x + sign * nearly for x, sign in zip(row, signs, strict=True)]
        assert moved.index(max(moved)) == row.index(best)
    meeting = [x + (-room if x == best else room) for x in row]
    assert sorted(meeting)[-1] == sorted(meeting)[-2], "and no further"


def one_unit(**weights):
    """The gates of a Child-Sum cell with one unit and no input: {name: (U, b)}, zeros where none is named."""
    return {name: ([[0.0]], [[U]], [b]) for name in "ifou" for U, b in [weights.get(name, (0.0, 0.0))]}


def memories_are_gated(printed, right, why):
    children = [([0.0], [1.0]), ([0.0], [3.0])]
    _, memory = lstm.child_sum_cell(one_unit(), None, children)
    states(why, "1/2", "1 and 3", f"give {memory[0]:g}", f"gives {sum(c[0] for _, c in children):g}")
    # One gate for each child: a child that shouts is forgotten, and its sibling is not.
    children = [([20.0], [1.0]), ([0.0], [3.0])]
    _, memory = lstm.child_sum_cell(one_unit(f=(-5.0, 9.0)), None, children)
    assert memory[0] == pytest.approx(3, abs=1e-3)
    states(right, "f_{jk} \\odot c_k")


def forget_gates_notice(cell):
    """[k][l]: whether the forget gate of child k depends on the output of child l."""
    hidden = cell.b_f.numel()
    h = torch.zeros(2, hidden, dtype=torch.float64)
    matrix = torch.autograd.functional.jacobian(lambda h: _forget(cell, h), h)  # (2, H, 2, H)
    return [[bool(matrix[k, :, part].abs().sum() > 0) for part in range(2)] for k in range(2)]


def _forget(cell, h):
    gate = cell.gates(h[None])
    return torch.cat([gate["f_l"], gate["f_r"]])  # (2, H)


def matrices_of_forget_gates(printed, right, why):
    hidden = 3
    cell = BinaryCell(2, hidden).double()
    forget = cell.U[3 * hidden :].view(2, hidden, 2, hidden)  # [k, :, l]: gate k, child l
    blocks = [(k, part) for k in range(2) for part in range(2) if forget[k, :, part].abs().sum() > 0]
    states(right, f"{len(blocks)} for $N = 2$")
    assert forget_gates_notice(cell) == [[True, True], [True, True]]
    with torch.no_grad():  # one matrix for each k: the siblings are out of sight
        forget[0, :, 1] = 0
        forget[1, :, 0] = 0
    assert forget_gates_notice(cell) == [[True, False], [False, True]]


def n_ary_chain(chain, sentence):
    """The N-ary cell with one child: the binary one whose right child is empty."""
    hidden = len(chain["i"][2])
    nothing, none = [[0.0] * hidden for _ in range(hidden)], ([0.0] * hidden, [0.0] * hidden)
    names = {"i": "i", "f_l": "f", "f_r": "f", "o": "o", "u": "g"}
    weights = {new: (chain[old][0], chain[old][1], nothing, chain[old][2]) for new, old in names.items()}
    state = none
    for x in sentence:
        state = lstm.binary_cell(weights, x, [state, none])
    return state[0]


def chain_as_special_case(printed, right, why):
    E, H, generator = 2, 3, torch.Generator().manual_seed(0)

    def draw(*shape):
        return torch.randn(*shape, generator=generator, dtype=torch.float64).tolist()

    chain = {name: (draw(H, E), draw(H, H), draw(H)) for name in "ifgo"}
    child_sum = {name.replace("g", "u"): weights for name, weights in chain.items()}
    sentence = draw(5, E)
    outputs, last = lstm.lstm(chain, sentence)
    state = None
    for x, expected in zip(sentence, outputs, strict=True):
        state = lstm.child_sum_cell(child_sum, x, [state] if state else [])
        assert state[0] == pytest.approx(expected, abs=1e-12)
    assert state[1] == pytest.approx(last, abs=1e-12)
    assert n_ary_chain(chain, sentence) == pytest.approx(outputs[-1], abs=1e-12)
    leaves = sentence[-1]
    for x in reversed(sentence[:-1]):
        leaves = (x, leaves)
    at_the_leaves, _ = lstm.tree(lstm.child_sum_cell, child_sum, leaves)
    assert at_the_leaves != pytest.approx(outputs[-1], abs=1e-2)


def right_child_first(printed, right, why):
    states(printed, "pop top 2")
    actions = transitions.transitions(transitions.parse("(8 (5 2))"))
    numbers = [8, 5, 2]
    first, second = (
        transitions.run(actions, numbers, join) for join in (lambda a, b: a - b, lambda a, b: b - a)
    )
    states(why, "(8\\;(5\\;2))", first, second)


def where_the_padding_goes(printed, right, why):
    words, pads = ["It", "was", "boring"], ["*PAD*"]
    assert list(reversed(words + pads)).pop() == "It" and (list(reversed(words)) + pads).pop() == "*PAD*"
    states(printed, pads[0], words[-1])
    states(right, "pop()", "pad first")
    states(why, pads[0], words[0])


def slope_of_the_sigmoid(printed, right, why):
    assert torch.nn.RNN(1, 1).nonlinearity == "tanh"
    z = torch.linspace(-9, 9, 1801, dtype=torch.float64, requires_grad=True)  # 0 is one of them
    slopes = [torch.autograd.grad(f(z).sum(), z)[0].max().item() for f in (torch.sigmoid, torch.tanh)]
    assert slopes == pytest.approx([1 / 4, 1], abs=1e-12)
    states(why, F(slopes[0]), int(slopes[1]), "a quarter")


def size_of_the_treebank(printed, right, why):
    *parts, total = map(int, re.findall(r"\d{3,}", right))
    assert parts == list(SIZES.values()) and sum(parts) == total
    assert round(total, -3) == 12_000
    states(printed, "12K")


def balanced_trees_do_as_well(printed, right, why):
    names = ("tree-lstm-tuned", "tree-lstm-balanced-tuned")
    runs = [json.loads((ROOT / f"results/sst-{x}.json").read_text(encoding="utf-8")) for x in names]
    assert runs[0]["training"] == runs[1]["training"] and not runs[0]["training"]["all_nodes"]
    parsed, balanced = (run["test"]["mean"] for run in runs)
    error = 100 * math.sqrt(0.43 * 0.57 / SIZES["test"])
    states(why, f"{parsed:.1f}", f"{balanced:.1f}", len(runs[0]["seeds"]), f"{error:.1f}")
    assert abs(parsed - balanced) < error


# The ledger


@pytest.mark.parametrize("entry", LEDGER["entries"], ids=lambda entry: entry["id"])
def test_entry(entry):
    if entry["check"] is None:
        assert entry["textual"].strip(), "an entry without a check must say why it has none"
    elif entry["check"].isidentifier():
        globals()[entry["check"]](entry["printed"], entry["right"], entry["why"])
    else:
        names = {"F": F, "gates": gates, "raw": raw, "d": d, "t": t}
        assert eval(entry["check"], names) is True


def test_ledger_is_well_formed():
    assert len(ENTRIES) == len(LEDGER["entries"]), "two entries share an id"
    for entry in LEDGER["entries"]:
        fields = {"id", "source", "kind", "place", "printed", "right", "why", "check"}
        assert set(entry) == fields | ({"textual"} if entry["check"] is None else set())
        assert entry["id"][0] == LEDGER["sources"][entry["source"]]["letter"]
        assert entry["kind"] in KINDS
        assert all(entry[field].strip() for field in ("place", "printed", "right", "why"))


def test_every_function_that_takes_three_texts_is_named_in_the_ledger():
    def is_check(x):
        return (
            callable(x)
            and getattr(x, "__code__", None)
            and x.__code__.co_varnames[:3] == ("printed", "right", "why")
        )

    assert {name for name, x in globals().items() if is_check(x)} <= {e["check"] for e in LEDGER["entries"]}


def test_page_is_made_from_the_ledger():
    spec = importlib.util.spec_from_file_location("errata", HERE / "errata.py")
    errata = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(errata)
    text = (HERE / "errata.md").read_text(encoding="utf-8")
    assert errata.page(LEDGER, text) == text, "run: python book/appendix/errata.py"
    with pytest.raises(ValueError, match="once each"):
        errata.page(LEDGER, text.replace(errata.END, ""))
