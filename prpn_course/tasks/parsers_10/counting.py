"""Tasks 10.1 and 10.2: the spans of a tree, and their score."""

import torch

from prpn_course.builder import task

PLAIN = (("the", "critic"), ("liked", ("the", "film")))
CRITIC = (("the", "old", "critic"), ("liked", ("the", "film")))  # a phrase of three words, left flat
MIDDLE = ("we", ("did", "not"), "laugh")
LONE = (("films",), ("end", "badly"))  # a phrase of one word
STACKED = ((("good", "films"),), (("end",), "badly"))  # two nodes over the same words as well


def nodes(tree, start=0):
    """Every node and every word as (start, end, parts), parts before their parent."""
    if isinstance(tree, str):
        return [(start, start + 1, 0)]
    found, end = [], start
    for part in tree:
        found += nodes(part, end)
        end = found[-1][1]
    return [*found, (start, end, len(tree))]


def flat_tree(draw, n):
    """A random tree over n words with nodes of two or more parts: a binary one with some nodes dissolved."""

    def dissolve(tree):
        if isinstance(tree, str):
            return tree
        parts = []
        for part in map(dissolve, tree):
            parts += part if not isinstance(part, str) and draw.whole(0, 2) else [part]
        return tuple(parts)

    return dissolve(draw.tree(n))


def longer_than_a_word(start, end, parts):
    """Whether a node is a span at all."""
    return end - start > 1


def bounds_of(start, end, parts):
    """What is told of a span: where it begins, and the place behind its last word."""
    return start, end


@task("10.1", section="A score by hand", axes="k, side")
def spans(tree, keep=longer_than_a_word, tell=bounds_of, gather=lambda told: sorted(set(told))):
    """`keep` chooses nodes, `tell` says what each of them claims, `gather` makes the list."""
    return torch.tensor(gather(tell(*node) for node in nodes(tree) if keep(*node)))


@spans.cases
def _(draw):
    """Trees as nested tuples over two or more words: the chapter's, flat and stacked ones, random ones."""
    yield from (PLAIN, CRITIC, MIDDLE, STACKED, *(flat_tree(draw, n) for n in (4, 6, 9)), ("good", "film"))


spans.wrong(
    "gives the last word of a span in place of the place behind it",
    tell=lambda start, end, parts: (start, end - 1),
).hint("As in a Python slice, the end is the first place that no longer belongs to the span.")
spans.wrong("takes single words for spans", keep=lambda start, end, parts: True).hint(
    "Every tree has the single words. Which spans does that leave?"
)
spans.wrong("keeps a phrase that holds one word", keep=lambda start, end, parts: parts > 0).hint(
    "A node over one word claims no more than the word does. Look at the length of the span, not at its node."
)
spans.wrong(
    "leaves out the whole sentence",
    lambda tree: spans(tree, gather=lambda told: sorted(set(told) - {(0, nodes(tree)[-1][1])})),
).hint("The root is a node like the others. Here it stays in; whoever scores decides about it.")
spans.wrong("lists a span twice where two nodes stand over the same words", gather=sorted).hint(
    "Two nodes over the same words make one claim. What kind of collection holds each thing once?"
)
spans.wrong("keeps spans of more than two words only", keep=lambda start, end, parts: end - start > 2).hint(
    "Two words make a phrase. From how many words on is end - start a span's length?"
)
spans.wrong("begins to count at 1", tell=lambda start, end, parts: (start + 1, end + 1)).hint(
    "The first word has place 0."
)
spans.wrong(
    "gives the length of a span in place of its end", tell=lambda start, end, parts: (start, end - start)
).hint("The second number is a place in the sentence, counted from its first word.")
spans.wrong(
    "lists the spans in the order in which they end, not sorted",
    gather=lambda told: list(dict.fromkeys(told)),
).hint("The right spans, in the order of the walk. The contract asks for a sorted list.")


def pieces(P, G, hit=lambda P, G: len(set(P) & set(G))):
    """Hits, predicted and gold spans."""
    return hit(P, G), len(P), len(G)


def share(h, whole, without):
    """h of the whole, and what stands for it where there is no whole."""
    return h / whole if whole else float(without)


def harmonic(h, p, g):
    """F1 from the counts."""
    return share(2 * h, p + g, 1)


@task("10.2", section="A score by hand", axes="k", in_page=True)
def scores(
    P,
    G,
    count=pieces,
    precision=lambda h, p, g: share(h, p, g == 0),
    recall=lambda h, p, g: share(h, g, 1),
    f1=harmonic,
):
    """Three numbers made of three counts."""
    counts = count(P, G)
    return torch.tensor([precision(*counts), recall(*counts), f1(*counts)], dtype=torch.float64)


@scores.cases
def _(draw):
    """Predicted and gold spans, each once, in any order: the chapter's, random ones, one or both empty."""
    yield ((1, 6), (2, 6), (3, 6), (4, 6)), ((0, 3), (3, 6), (4, 6))
    yield ((0, 2), (3, 5), (0, 4)), ((3, 5), (0, 3), (0, 2), (1, 4))
    every = [(start, end) for end in range(2, 6) for start in range(end - 1)]  # of five words
    for predicted, gold in ((4, 3), (3, 6)):
        P, G = draw.order(10)[:predicted].tolist(), draw.order(10)[:gold].tolist()
        yield tuple(every[k] for k in P), tuple(every[k] for k in G)
    yield from ((((0, 2),), ((0, 3),)), ((), ((0, 2),)), (((0, 2),), ()), ((), ()))


scores.wrong(
    "exchanges precision and recall",
    lambda P, G: scores(P, G)[[1, 0, 2]],
).hint("Precision divides by what was claimed, recall by what was there to be found.")
scores.wrong(
    "takes the plain mean of precision and recall for F1",
    lambda P, G: torch.cat([scores(P, G)[:2], scores(P, G)[:2].mean()[None]]),
).hint(
    "One right claim, a hundred gold spans: precision 1, recall .01. Is that half as good as a perfect parse?"
)
scores.wrong(
    "divides the hits by all spans that are in one tree or in both", f1=lambda h, p, g: share(h, p + g - h, 1)
).hint("That is the Jaccard index. In F1 the hits count twice, and so do they below the line.")
scores.wrong("leaves out the factor 2 of F1", f1=lambda h, p, g: share(h, p + g, 1)).hint(
    "Two equal trees must score 1. What do yours score?"
)
scores.wrong(
    "gives 0 where there is nothing to find and nothing claimed",
    precision=lambda h, p, g: share(h, p, 0),
    recall=lambda h, p, g: share(h, g, p > 0),
    f1=lambda h, p, g: share(2 * h, p + g, 0),
).hint("Nothing was to be found and nothing claimed: who made a mistake?")
scores.wrong(
    "gives precision 0 where there is nothing to find and nothing claimed",
    precision=lambda h, p, g: share(h, p, 0),
).hint("Nothing was to be found and nothing claimed: all three numbers are 1.")
scores.wrong(
    "gives F1 0 where there is nothing to find and nothing claimed", f1=lambda h, p, g: share(2 * h, p + g, 0)
).hint("With nothing to find and nothing claimed the F1 is 1, as precision and recall are.")
scores.wrong(
    "divides by 0 where a tree has no span",
    precision=lambda h, p, g: h / p,
    recall=lambda h, p, g: h / g,
    f1=lambda h, p, g: 2 * h / (p + g),
).hint("A sentence of two words has no span but the whole one. Look at the lengths before you divide.")
scores.wrong("gives precision 1 whenever nothing is claimed", precision=lambda h, p, g: share(h, p, 1)).hint(
    "There was a span to find, and the parser kept silent. The contract gives it precision 0."
)
scores.wrong(
    "gives recall 0 whenever there is nothing to find", recall=lambda h, p, g: share(h, g, p == 0)
).hint("All of nothing was found: the contract says 1. It is the precision that suffers.")
scores.wrong(
    "divides 0 by 0 where no span is right",
    f1=lambda h, p, g: 2 * (h / p) * (h / g) / (h / p + h / g) if p and g else float(p == g),
).hint(
    "With no hit, precision and recall are 0 and their sum too. The form with 2h on top needs no such case."
)
scores.wrong(
    "compares the two lists place by place",
    count=lambda P, G: pieces(P, G, lambda P, G: sum(a == b for a, b in zip(P, G, strict=False))),
).hint("The lists come in any order. A span is a hit wherever in the other list it stands.")
scores.wrong(
    "takes a span for a hit when its start is right",
    count=lambda P, G: pieces(P, G, lambda P, G: sum(a[0] in {b[0] for b in G} for a in P)),
).hint("Both ends must agree: (0, 2) and (0, 3) are different claims.")
scores.wrong(
    "takes a span for a hit when its end is right",
    count=lambda P, G: pieces(P, G, lambda P, G: sum(a[1] in {b[1] for b in G} for a in P)),
).hint("Both ends must agree: (1, 5) and (3, 5) are different claims.")
