"""What the explorers of gates and heights show, from the loops of `prpn_edu.loops.gates`.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.gates import (
    alphas,
    crossings,
    disagreement,
    expected_attention,
    expected_gates,
    gated_attention,
    hard_gates,
    limit_distribution,
    nearest_higher,
    spans,
    split,
    split_between,
)


def explore(d, t, tau, form, raw, words):
    """Everything that the gate explorer shows for one state, as a dict of lists.

    "tree" is SPLIT's, "between" is cut between the words, where d_0 plays no part, and "disagree" holds the
    spans that only one of the two has.
    """
    tree, between = split(d, words), split_between(d[1:], words)
    alpha = alphas(d, t, tau, form)
    g = expected_gates(alpha)
    limit = nearest_higher(d, t)
    hard = hard_gates(limit, t)
    return {
        "alpha": alpha,
        "limit_distribution": limit_distribution(alpha),
        "gates": g,
        "soft_attention": gated_attention(raw[:t], g),
        "expected_attention": expected_attention(raw[:t], alpha),
        "limit": limit,
        "hard_gates": hard,
        "hard_attention": gated_attention(raw[:t], hard),
        "tree": tree,
        "between": between,
        "disagree": disagreement(tree, between),
    }


def skyline(d, t, words):
    """Everything that the skyline shows: how far each word sees, and the tree of the same heights.

    Args:
        d: T heights; d[i] stands between word i-1 and word i. d[0] plays no part.
        t: the word that looks back, 1 <= t < T.
        words: T words.
    Returns:
        a dict. "limits": the limit of each word; "limit": that of t. "tree": the sentence cut between the
        words. "crossings": as `crossings` gives them, none for any heights. "first": for each word t >= 1 the
        first word of the smallest bracket on t-1 and t, which is its limit, and 0 for word 0. "ties": the
        words for which it is not the limit; it takes two equal heights.
    """
    size = len(d)
    limits = [nearest_higher(d, i) for i in range(size)]
    tree = split_between(d[1:], words)
    first = [0] + [max([s for s, end in spans(tree) if s < i < end]) for i in range(1, size)]
    return {
        "limits": limits,
        "limit": limits[t],
        "tree": tree,
        "crossings": crossings(limits),
        "first": first,
        "ties": [i for i in range(1, size) if first[i] != limits[i]],
    }


def decoders(d, t, words):
    """What `skyline` gives, and beside its tree the one of SPLIT from the same numbers.

    Args:
        d, t, words: as in `skyline`; SPLIT reads d[0] too.
    Returns:
        the dict of `skyline`; with it "split", SPLIT's tree, and "differ", the spans that only one tree has.
    """
    view = skyline(d, t, words)
    tree = split(d, words)
    view.update({"split": tree, "differ": disagreement(tree, view["tree"])})
    return view
