"""Tasks 9.3 and 9.4: the distances of a tree, and the brackets that SPLIT cannot make."""

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


tree_distances = task("9.3", section="Numbers for any tree you want", axes="k", tolerance=0)


@tree_distances.cases
def _(draw):
    """Brackets (m, 2) in order: three words, out of SPLIT's reach, chains, wide nodes, random, two words."""
    yield from map(rows, ([(0, 3), (0, 2)], NEVER, LEFT, RIGHT, WIDE, [(0, 4)]))
    yield rows([(0, 5), (0, 3), (3, 5)])  # of the two parts the shorter one does not lie in the longer
    yield rows([(0, 8), (0, 3), (1, 3), (3, 8), (3, 7), (5, 7)])
    yield from (drawn(draw, n) for n in (5, 7, 10))
    yield rows([(0, 2)])


tree_distances.wrong("counts from the root downwards: the depth, not the height",
    "1 + max(below, default=0)", "sum(s <= start and end <= e for s, e in shortest_first)",
    "The root must have the largest number, so that it is cut first.")
tree_distances.wrong("counts from the root downwards, from 0",
    "1 + max(below, default=0)", "sum(s <= start and end <= e for s, e in shortest_first) - 1",
    "The root must have the largest number, so that it is cut first: count upwards from the words.")
tree_distances.wrong("looks only for brackets that begin later and end earlier",
    "start <= s and e <= end", "start < s and e < end",
    "A part may begin where its bracket begins, or end where it ends: ((a b) c) holds (a b).")
tree_distances.wrong("adds up the heights of all brackets inside", "max(below, default=0)", "sum(below)",
    "Only the highest part counts: a bracket stands one above it.")
tree_distances.wrong("gives a height to one gap of a bracket alone",
    "out[gap] = heights[start, end]", "out[gap] = heights[start, end]\n                break",
    "A node of three parts has two gaps of its own: fill all gaps that have no number yet.")
tree_distances.wrong("climbs along the first parts alone",
    "start <= s and e <= end", "start == s and e <= end",
    "The highest part need not be the first: look at all brackets inside.")
tree_distances.wrong("climbs along the last parts alone",
    "start <= s and e <= end", "start <= s and e == end",
    "The highest part need not be the last: look at all brackets inside.")
tree_distances.wrong("takes the number of words in the bracket for its height",
    "1 + max(below, default=0)", "end - start",
    "A height counts brackets on the way down to a word, the longest such way.")
tree_distances.wrong("takes the number of gaps in the bracket for its height",
    "1 + max(below, default=0)", "end - start - 1",
    "A height counts brackets on the way down, not words. ((a b) (c d)) has the height 2.")
tree_distances.wrong("counts all brackets inside, or adds up the heights of the parts",
    "max(below, default=0)", "len(below)",
    "Two brackets side by side do not stand on each other: only the higher one counts.")
tree_distances.wrong("takes the lowest part instead of the highest",
    "heights = {}", "heights, tops = {}, [0] * n",
    "max(below, default=0)",
    "min(tops[start:end])\n        tops[start:end] = [heights[start, end]] * (end - start)",
    "A bracket stands one above its *highest* part. Else it could lie below one of its own parts.")
tree_distances.wrong("takes the largest bracket that holds both words", "if out[gap] == 0", "if True",
    "The whole sentence holds every two neighbours. Which is the smallest bracket that does?")
tree_distances.wrong("takes a bracket that ends between the two words",
    "range(start, end - 1)", "range(start, min(end, n - 1))",
    "It must hold word k + 1 as well. Ends are exclusive: k + 1 < end.")
tree_distances.wrong("takes a bracket that begins between the two words",
    "range(start, end - 1)", "range(max(start - 1, 0), end - 1)",
    "It must hold word k as well, not only word k + 1.")
tree_distances.wrong("starts at height 0 for a bracket of two words",
    "torch.tensor(out)", "torch.tensor(out) - 1",
    "A word has the height 0; a bracket over words stands one above them.")
tree_distances.wrong("gives a single word the height 1", "torch.tensor(out)", "torch.tensor(out) + 1",
    "A word has the height 0, so a bracket of two words has the height 1.")
tree_distances.wrong("adds a number for the first word", "(out)", "([0, *out])",
    "n words have n - 1 gaps: entry 0 belongs to words 0 and 1.")


out_of_reach = task("9.4", section="The trees that SPLIT cannot make", axes="k", tolerance=0)


@out_of_reach.cases
def _(draw):
    """Brackets (n - 1, 2) of binary trees of up to five words: the smallest out of reach, others in reach."""
    yield from map(rows, (NEVER, [(0, 4), (0, 2), (2, 4)], LEFT, RIGHT, [(0, 4), (1, 4), (1, 3)]))
    yield rows([(0, 5), (0, 3), (1, 3), (3, 5)])  # ((a (b c)) (d e)): in reach
    yield rows([(0, 5), (1, 5), (2, 5), (2, 4)])  # (a (b ((c d) e))): each left part is one word
    yield from (drawn(draw, n) for n in (5, 5, 4))
    yield rows([(0, 2)])


@out_of_reach.part("larger ones")
def _(draw):
    """The pattern at any node, and near misses of it; random trees."""
    yield rows([(0, 6), (0, 3), (0, 2), (3, 6), (3, 5)])  # (((a b) c) ((d e) f))
    yield rows([(0, 6), (1, 6), (1, 3), (3, 6), (3, 5)])  # (a ((b c) ((d e) f))): not at the root
    yield rows([(0, 7), (0, 2), (2, 7), (2, 6), (2, 5), (2, 4)])  # deep on the left of the right part
    yield rows([(0, 6), (0, 2), (2, 6), (3, 6), (4, 6)])  # a bracket in the right part, but not at its front
    yield rows([(0, 6), (0, 2), (2, 6), (3, 6), (3, 5)])  # ((a b) (c ((d e) f))): the same, not at its end
    yield rows([(0, 8), (0, 4), (0, 2), (2, 4), (4, 8), (4, 6), (6, 8)])
    yield from (drawn(draw, n) for n in (6, 9, 12))


out_of_reach.wrong("looks at the right part alone", "cut - start > 1 and ", "",
    "(a ((b c) d)) can be made: choose a first. What must the left part be like?")
out_of_reach.wrong("marks a bracket that has one of the two, and not both", "and front", "or front",
    "SPLIT fails only where both come together: a left part of two words or more AND such a right part.")
out_of_reach.wrong("looks whether both parts have two words or more", "and front", "and end - cut > 1",
    "((a b) (c d)) can be made: choose c first. What does the right part begin with?")
out_of_reach.wrong("looks for a bracket anywhere inside the right part",
    "s == cut and e < end", "cut <= s and e <= end and (s, e) != (cut, end)",
    "((a b) (c (d e))) can be made: c is chosen. Only what the right part *begins* with matters.")
out_of_reach.wrong("mirrors the pattern: a left part that ends with a bracket",
    "s == cut and e < end", "s > start and e == cut", "cut - start > 1", "end - cut > 1",
    "SPLIT puts the chosen word at the front of the right part. Which part must begin with one word?")
out_of_reach.wrong("asks for three words on the left", "> 1", "> 2",
    "The smallest case has five words: two on the left, three on the right.")
out_of_reach.wrong("marks the whole sentence only", "and front", "and front and [start, end] == spans[0]",
    "The pattern may sit at any node.")
out_of_reach.wrong("marks every bracket of a tree that has the pattern somewhere",
    "(marks)", "([max(marks)] * len(marks))",
    "Entry k is about bracket k alone: its own left and right part.")
out_of_reach.wrong("marks a bracket for the pattern of one inside it",
    "(marks)", "([int(any(m and a <= s and e <= b for m, (s, e) in zip(marks, spans))) for a, b in spans])",
    "Entry k is about bracket k alone: its own left and right part. Brackets inside it have their own entry.")
out_of_reach.wrong("marks what can be made", "torch.tensor(marks)", "1 - torch.tensor(marks)",
    "1 stands for the pattern: a bracket that SPLIT cannot make.")
out_of_reach.wrong("takes the shortest bracket at the front for the left part", "max(", "min(",
    "Several brackets may begin where yours does. The left part is the longest of them that is shorter.")
