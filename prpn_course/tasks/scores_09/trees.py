"""Tasks 9.3 and 9.4: the distances of a tree, and the brackets that SPLIT cannot make."""

import torch

from prpn_course.builder import task
from prpn_course.tasks.scores_09.brackets import rows

NEVER = [(0, 5), (0, 2), (2, 5), (2, 4)]  # ((a b) ((c d) e)), the smallest tree that SPLIT cannot make
LEFT = [(0, 4), (0, 3), (0, 2)]
RIGHT = [(0, 4), (1, 4), (2, 4)]
WIDE = [(0, 7), (2, 7), (3, 7)]  # (x0 x1 (x2 (x3 x4 x5 x6)))


def spans_of(tree, start=0):
    """The brackets of nested pairs or longer tuples, and where the tree ends."""
    if isinstance(tree, str):
        return [], start + 1
    found, end = [], start
    for part in tree:
        below, end = spans_of(part, end)
        found += below
    return [(start, end), *found], end


def drawn(draw, n):
    """The brackets of a random binary tree over n words."""
    return rows(spans_of(draw.tree(n))[0])


def within(a, b):
    """Whether bracket a lies inside bracket b and is another one."""
    return a != b and b[0] <= a[0] and a[1] <= b[1]


def height(span, spans, over=max):
    """1 + the `over` of the heights of the brackets just inside; 1 where all parts are words."""
    below = [s for s in spans if within(s, span)]
    top = [s for s in below if not any(within(s, other) for other in below)]
    words = span[1] - span[0] - sum(end - start for start, end in top)
    return 1 + over([height(s, spans, over) for s in top] + [0] * bool(words or not top))


def smallest(spans, t, holds=lambda start, end, t: start < t < end):
    """The shortest of the brackets that hold t-1 and t."""
    return min((s for s in spans if holds(*s, t)), key=lambda s: s[1] - s[0])


@task("9.3", section="Numbers for any tree you want", axes="k", tolerance=0)
def tree_distances(spans, value=height, pick=smallest, holds=lambda start, end, t: start < t < end, shift=0):
    """The `value` of the bracket that `pick` finds for each two neighbours, plus `shift`."""
    spans = [tuple(span) for span in spans.tolist()]
    n = max(end for _, end in spans)
    return torch.tensor([value(pick(spans, t, holds), spans) + shift for t in range(1, n)])


@tree_distances.cases
def _(draw):
    """Brackets (m, 2) in order: three words, out of SPLIT's reach, chains, wide nodes, random, two words."""
    yield from map(rows, ([(0, 3), (0, 2)], NEVER, LEFT, RIGHT, WIDE, [(0, 4)]))
    yield rows([(0, 5), (0, 3), (3, 5)])  # of the two parts the shorter one does not lie in the longer
    yield rows([(0, 8), (0, 3), (1, 3), (3, 8), (3, 7), (5, 7)])
    yield from (drawn(draw, n) for n in (5, 7, 10))
    yield rows([(0, 2)])


def depth(span, spans):
    """How many brackets hold it, itself included."""
    return 1 + sum(within(span, other) for other in spans)


def largest(spans, t, holds):
    """The longest of the brackets that hold t-1 and t."""
    return max((s for s in spans if holds(*s, t)), key=lambda s: s[1] - s[0])


tree_distances.wrong("counts from the root downwards: the depth, not the height", value=depth).hint(
    "The root must have the largest number, so that it is cut first."
)
tree_distances.wrong(
    "takes the number of words in the bracket for its height", value=lambda span, spans: span[1] - span[0]
).hint("A height counts brackets on the way down to a word, the longest such way.")
tree_distances.wrong(
    "takes the number of gaps in the bracket for its height", value=lambda span, spans: span[1] - span[0] - 1
).hint("A height counts brackets on the way down, not words. ((a b) (c d)) has the height 2.")
tree_distances.wrong(
    "counts all brackets inside, or adds up the heights of the parts",
    value=lambda span, spans: 1 + sum(within(s, span) for s in spans),
).hint("Two brackets side by side do not stand on each other: only the higher one counts.")
tree_distances.wrong(
    "takes the lowest part instead of the highest", value=lambda span, spans: height(span, spans, min)
).hint("A bracket stands one above its *highest* part. Else it could lie below one of its own parts.")
tree_distances.wrong("takes the largest bracket that holds both words", pick=largest).hint(
    "The whole sentence holds every two neighbours. Which is the smallest bracket that does?"
)
tree_distances.wrong(
    "takes a bracket that ends between the two words", holds=lambda start, end, t: start < t <= end
).hint("It must hold word k + 1 as well. Ends are exclusive: k + 1 < end.")
tree_distances.wrong(
    "takes a bracket that begins between the two words", holds=lambda start, end, t: start <= t < end
).hint("It must hold word k as well, not only word k + 1.")
tree_distances.wrong("starts at height 0 for a bracket of two words", shift=-1).hint(
    "A word has the height 0; a bracket over words stands one above them."
)
tree_distances.wrong("gives a single word the height 1", shift=1).hint(
    "A word has the height 0, so a bracket of two words has the height 1."
)
tree_distances.wrong(
    "adds a number for the first word", lambda spans: [0, *tree_distances(spans).tolist()]
).hint("n words have n - 1 gaps: entry 0 belongs to words 0 and 1.")


def parts(span, spans):
    """Where the right part of a binary bracket begins, and the brackets inside the span."""
    inner = [s for s in spans if within(s, span)]
    return max((end for start, end in inner if start == span[0]), default=span[0] + 1), inner


def begins_with_two(cut, start, end, inner):
    """The right part begins with a bracket, and is not that bracket itself."""
    return any(s[0] == cut and s[1] < end for s in inner)


def pattern(cut, start, end, inner):
    """Two words or more on the left, and a right part that begins with two or more."""
    return cut - start > 1 and begins_with_two(cut, start, end, inner)


def anywhere(cut, start, end, inner):
    """Two words or more on the left, and a bracket somewhere inside the right part."""
    return cut - start > 1 and any(cut <= s[0] and s != (cut, end) for s in inner)


def root_alone(spans):
    """The right entry for the whole sentence, and 0 for all others."""
    out = out_of_reach(spans)
    return torch.cat([out[:1], 0 * out[1:]])


def shortest_left(span, spans):
    """As `parts`, with the shortest bracket at the front taken for the left part."""
    inner = parts(span, spans)[1]
    return min((end for start, end in inner if start == span[0]), default=span[0] + 1), inner


@task("9.4", section="The trees that SPLIT cannot make", axes="k", tolerance=0)
def out_of_reach(spans, bad=pattern, find=parts):
    """`bad` judges a bracket by where its right part begins, which `find` finds."""
    spans = [tuple(span) for span in spans.tolist()]
    out = []
    for span in spans:
        cut, inner = find(span, spans)
        out.append(int(bad(cut, *span, inner)))
    return torch.tensor(out)


@out_of_reach.cases
def _(draw):
    """Brackets (n - 1, 2) of binary trees: the smallest out of reach, others in reach, the pattern deeper."""
    yield from map(rows, (NEVER, [(0, 4), (0, 2), (2, 4)], LEFT, RIGHT, [(0, 4), (1, 4), (1, 3)]))
    yield rows([(0, 5), (0, 3), (1, 3), (3, 5)])  # ((a (b c)) (d e)): in reach
    yield rows([(0, 5), (1, 5), (2, 5), (2, 4)])  # (a (b ((c d) e))): each left part is one word
    yield rows([(0, 6), (0, 3), (0, 2), (3, 6), (3, 5)])  # (((a b) c) ((d e) f))
    yield rows([(0, 6), (1, 6), (1, 3), (3, 6), (3, 5)])  # (a ((b c) ((d e) f))): not at the root
    yield rows([(0, 7), (0, 2), (2, 7), (2, 6), (2, 5), (2, 4)])  # deep on the left of the right part
    yield rows([(0, 6), (0, 2), (2, 6), (3, 6), (4, 6)])  # a bracket in the right part, but not at its front
    yield rows([(0, 6), (0, 2), (2, 6), (3, 6), (3, 5)])  # ((a b) (c ((d e) f))): the same, not at its end
    yield rows([(0, 8), (0, 4), (0, 2), (2, 4), (4, 8), (4, 6), (6, 8)])
    yield from (drawn(draw, n) for n in (6, 9, 12))
    yield rows([(0, 2)])


out_of_reach.wrong("looks at the right part alone", bad=begins_with_two).hint(
    "(a ((b c) d)) can be made: choose a first. What must the left part be like?"
)
out_of_reach.wrong(
    "looks whether both parts have two words or more",
    bad=lambda cut, start, end, inner: cut - start > 1 and end - cut > 1,
).hint("((a b) (c d)) can be made: choose c first. What does the right part begin with?")
out_of_reach.wrong("looks for a bracket anywhere inside the right part", bad=anywhere).hint(
    "((a b) (c (d e))) can be made: c is chosen. Only what the right part *begins* with matters."
)
out_of_reach.wrong(
    "mirrors the pattern: a left part that ends with a bracket",
    bad=lambda cut, start, end, inner: end - cut > 1 and any(s[1] == cut and s[0] > start for s in inner),
).hint("SPLIT puts the chosen word at the front of the right part. Which part must begin with one word?")
out_of_reach.wrong(
    "asks for three words on the left",
    bad=lambda cut, start, end, inner: cut - start > 2 and pattern(cut, start, end, inner),
).hint("The smallest case has five words: two on the left, three on the right.")
out_of_reach.wrong("marks the whole sentence only", root_alone).hint("The pattern may sit at any node.")
out_of_reach.wrong(
    "marks every bracket of a tree that has the pattern somewhere",
    lambda spans: out_of_reach(spans).max().expand(len(spans)),
).hint("Entry k is about bracket k alone: its own left and right part.")
out_of_reach.wrong("marks what can be made", lambda spans: 1 - out_of_reach(spans)).hint(
    "1 stands for the pattern: a bracket that SPLIT cannot make."
)
out_of_reach.wrong("takes the shortest bracket at the front for the left part", find=shortest_left).hint(
    "Several brackets may begin where yours does. The left part is the longest of them that is shorter."
)
