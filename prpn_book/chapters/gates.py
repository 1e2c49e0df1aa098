"""What the chapter on PRPN's gates draws: walls and sticks, and the numbers of the note's three figures."""

from collections.abc import Mapping, Sequence

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.figures import Film, Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent import gates, pairwise
from prpn_edu.loops import gates as gate_loops


def plain_and_limited(raw: Sequence, limited: Sequence, words: Sequence[str]) -> Picture:
    """The attention at 'shone' without a limit, and no further back than its limit."""
    rows = {"attention, no limit": raw, "attention, limit 4": limited}
    return figures.gate_bars(rows, words[: len(raw)], "Attention at the word 'shone'.", label="fig-07-plain")


def line_of_sight(d: Sequence, words: Sequence[str], t: int) -> Picture:
    """What step t sees over the walls of the note's Figure 2."""
    told = f"The scores of the note's Figure 2 as walls. Step {t} looks left."
    show = ("bars", "sight", "arcs", "numbers")
    return figures.skyline(d, words, told, t=t, show=show, label="fig-07-sight")


def walls_and_tree(walls: Sequence[float], words: Sequence[str], caption: str, label: str = "") -> Picture:
    """Walls, the ranges beneath them, and the tree that is cut between the words."""
    return figures.skyline(walls, words, caption, show=("bars", "arcs", "tree"), label=label)


def sinking_water(walls: Sequence[float], words: Sequence[str], t: int, levels: Sequence[float]) -> Film:
    """The theorem's proof: walls that show above the water cut the sentence, until it reaches wall t."""
    told = f"Walls above the water cut the sentence; the dashed line is what step {t} sees."
    show = ("bars", "sight", "numbers")
    frames = {
        f"water at {level}": [figures.skyline(walls, words, told, t=t, show=show, digits=1, water=level)]
        for level in levels
    }
    return Film(frames, f"The water sinks to wall {t}.", start=f"water at {levels[0]}")


def two_trees(
    made: Sequence[Tree],
    titles: Sequence[str],
    caption: str,
    label: str,
    marked: Sequence[set] | None = None,
) -> Picture:
    """Two trees of the same words; the `marked` brackets, or those that the other lacks, are dashed."""
    first, second = map(trees.spans, made)
    marked = marked or [first - second, second - first]
    return figures.draw_trees(
        made, titles, labels=False, marked=marked, caption=caption, label=label, cross=False
    )


def breaking_a_stick(alpha: Sequence, words: Sequence[str]) -> Picture:
    """The stick of step 4, broken from right to left."""
    told = (
        "Breaking the stick at step 4, from right to left. "
        "What breaks off at k is p(l_4 = k); what remains on arrival, the number on top, is the gate."
    )
    return figures.stick(alpha, words[: len(alpha)], told, digits=4, label="fig-07-stick")


def walks(alpha: Sequence, stops: Sequence[int], words: Sequence[str]) -> Picture:
    """The distribution of the limit, the share of walks that stopped at each position, and the gates."""
    rows = {
        "p(l_4 = k)": gate_loops.limit_distribution(alpha),
        f"share of {sum(stops)} walks": [n / sum(stops) for n in stops],
        "g, running sum": gate_loops.expected_gates(alpha),
    }
    told = (
        "The distribution of the limit, what a thousand walks made of it, "
        "and its running sum from the left: the gates."
    )
    return figures.gate_bars(rows, words[: len(alpha)], told, digits=4, label="fig-07-walks")


def denominators(as_printed: Sequence, soft: Sequence) -> Table:
    """Soft attention divided by the printed sum and by the right one."""
    rows = [
        [name, *(rounded(x, 4) for x in (*s, sum(s)))]
        for name, s in (("sum of g", as_printed), ("sum of g s~", soft))
    ]
    told = "Soft attention of Figure 2 with the two denominators."
    return Table(["divided by", "0", "1", "2", "3", "sum"], rows, told)


def ramps(**taus: float) -> Picture:
    """The chance to go on in each form, by how far d_t lies above d_j."""
    steps = [k / 10 for k in range(-10, 11)]
    lines = {
        f"{form}, τ = {tau}": [gate_loops.alphas([0.0, x], 1, tau, form)[0] for x in steps]
        for form, tau in taus.items()
    }
    told = "The chance to go on past wall j"
    return figures.curves(lines, steps, ("how far wall t is above wall j", "chance to go on"), told)


def limits_by_tau(d: Sequence, t: int, **taus: Sequence) -> Picture:
    """The distribution of the limit of step t in each form, from flat to sharp."""
    laws = {
        f"{form}, τ = {float(tau):g}": gate_loops.limit_distribution(gate_loops.alphas(d, t, tau, form))
        for form in taus
        for tau in taus[form]
    }
    return figures.matrix(
        [list(map(float, law)) for law in laws.values()],
        list(laws),
        [f"p(l = {k})" for k in range(t)],
        "The distribution of the limit on Figure 2's scores.",
        digits=4,
        concept="limit",
    )


def gates_by_tau(d: Sequence, t: int, taus: Sequence) -> Picture:
    """The expected gates of step t in the paper's form, from flat to sharp."""
    rows = [gate_loops.expected_gates(gate_loops.alphas(d, t, tau)) for tau in taus]
    return figures.matrix(
        [list(map(float, row)) for row in rows],
        [f"τ = {tau}" for tau in taus],
        [f"g_{i}" for i in range(t)],
        f"The expected gates of step {t} on Figure 2's scores, from flat to sharp.",
        digits=4,
        concept="gate",
    )


def learning_walls(
    told: Mapping[int, tuple[Sequence, Sequence, Sequence]], updates: Sequence[int], words: Sequence[str]
) -> Film:
    """Walls, gates and attention of step 4 after some updates."""
    show = ("bars", "sight", "tree", "numbers")
    frames = {}
    for update in updates:
        d, g, s = told[update]
        frames[f"update {update}"] = [
            figures.skyline(d, words, "The walls and their tree.", t=4, show=show, scale=(0.0, 0.7)),
            figures.gate_bars({"gates": g, "soft attention": s}, words[:4], "Gates and attention of step 4."),
        ]
    return Film(frames, "Walls that learn to show position 3.", start="update 0")


def two_attentions(soft: Sequence, average: Sequence, apart: float, words: Sequence[str]) -> Picture:
    """The attention of the expected gates beside the expected attention."""
    rows = {"s(E[g]), soft attention": soft, "E[s(g)], expected attention": average}
    weight = f"{rounded(apart, 3)} of the weight must move from one to the other."
    told = f"Two attentions on the numbers of Figure 2; {weight}"
    return figures.gate_bars(rows, words[: len(soft)], told, digits=4, label="fig-07-trap")


def through_the_walls(raw: Sequence, g: Sequence, s: Sequence, words: Sequence[str]) -> Picture:
    """The attention at 'shone' without gates, its soft gates, and what passes them."""
    rows = {"raw attention": raw, "soft gates": g, "soft attention": s}
    told = f"Attention at the word 'shone', τ = 1. The film is left with {100 * s[1]:.0f} %."
    return figures.gate_bars(rows, words[: len(raw)], told, label="fig-07-back")


def pairs(wins: Sequence, words: Sequence[str]) -> Picture:
    """The note's Figure 3: the stick of step 4 when coins compare in pairs."""
    told = "The note's Figure 3: the stick of step 4 when coins compare in pairs."
    going_on = [1 - p for p in wins]
    return figures.stick(going_on, words[: len(wins)], told, digits=4, label="fig-07-pairs")


def note_numbers(d: Sequence, raw: Sequence, wins: Sequence) -> Table:
    """Every number of the note's three figures, as printed, exact by the loops, computed by the library."""
    t = len(raw)
    alpha, hard = gate_loops.alphas(d, t), gate_loops.hard_gates(1, t)
    soft = gate_loops.expected_gates(alpha)
    law, law_3 = (gate_loops.limit_distribution(a) for a in (alpha, [1 - p for p in wins]))
    t_d, t_raw = torch.tensor([float(x) for x in d]), torch.tensor([*map(float, raw), 0.0])
    t_alpha, t_wins = gates.alphas(t_d), pairwise.bradley_terry(t_d)
    t_soft, t_hard = gates.expected_gates(t_alpha), gates.hard_gates(gates.nearest_higher(t_d))
    hard_attention = gate_loops.gated_attention(raw, hard), gates.gated_attention(t_raw, t_hard)
    soft_attention = gate_loops.gated_attention(raw, soft), gates.gated_attention(t_raw, t_soft)
    blocks = {
        "1: gates, l_4 = 1": ("0 1 1 1", hard, t_hard),
        "1 and 2: hard attn, l_4 = 1": ("0 .17 .5 .33", *hard_attention),
        "2: alpha": ("- .45 .6 .55", alpha, t_alpha),
        "2: p(l_4)": (".1485 .1815 .22 .45", law, gates.limit_distribution(t_alpha)),
        "2: cdf": (".1485 .33 .55 1", soft, t_soft),
        "2: soft attn": (".13 .07 .36 .43", *soft_attention),
        "3: p(alpha = 1)": ("- 6/11 3/8 4/9", wins, t_wins),
        "3: p(l_4)": (".16 .19 .21 .45", law_3, pairwise.limit_distribution(t_wins)),
    }
    rows = [
        (f"{name}, i = {i}", printed, exact[i], computed[t, i].item())
        for name, (row, exact, computed) in blocks.items()
        for i, printed in enumerate(row.split())
        if printed != "-"
    ]
    told = "The note's Figures 1 to 3, every number, under the right limit."
    return figures.check_table(rows, told, label="tab-07-check")
