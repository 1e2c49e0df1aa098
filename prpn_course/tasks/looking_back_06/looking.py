"""Tasks 6.3, 6.4 and 6.5: attention over the past, the limits of a tree, and which limits are a tree's."""

from itertools import pairwise

import torch

from prpn_course.builder import task
from prpn_course.draw import real

look_back = task("6.3", section="One memory, or all of them", axes="b, t, k")


@look_back.cases
def _(draw):
    """Keys and memories, (1, T, H): the chapter's three memories, two, random ones."""
    h = real([[[0, 1], [1, 0], [1, 1], [5, 5]]])
    yield real([[0, 0], [0, 0], [0, 0], [4, 2]]).log().nan_to_num(0.0, 0.0, 0.0)[None] * 2**0.5, h
    yield real([[[1], [2]]]), real([[[3], [4]]])  # step 1 has h_0 alone to look at
    yield from (draw.normals((1, T, H), (1, T, H)) for T, H in ((3, 4), (6, 3)))


@look_back.part("a batch")
def _(draw):
    """Several sentences, (B, T, H); the last ones have one word."""
    for shape in ((2, 3, 2), (2, 3, 4), (3, 5, 2), (2, 1, 3)):
        yield draw.normals(shape, shape)


def weighed(weights, first=1):
    """A mistake: averages of all memories, with `weights` (B, T, T) of their scores; `first` times step 0."""

    def averages(keys, h):
        found = weights(keys @ h.transpose(1, 2) / h.size(-1) ** 0.5).nan_to_num(0.0) @ h
        return torch.cat([first * found[:, :1], found[:, 1:]], 1)

    return averages


look_back.wrong("does not divide by the root of H", " / H**0.5", "",
    "Long vectors have large products. The contract divides by the square root of H.")
look_back.wrong("divides by H and not by its root", "H**0.5", "H", "The square root of H, not H.")
look_back.wrong("lets a step look at itself",
    weighed(lambda s: (s + torch.full_like(s, -torch.inf).triu(1)).softmax(-1)),
    "Memory t is not there yet when step t looks. The last one that is there is t - 1.")
look_back.wrong("looks into the future as well", weighed(lambda s: s.softmax(-1)),
    "Row t may hold weight at i < t alone. Close the rest before the softmax.")
look_back.wrong("looks into the future instead of the past",
    weighed(lambda s: (s + torch.full_like(s, -torch.inf).tril()).softmax(-1)),
    "Rows are the steps that look, columns the memories: which triangle lies in the past?")
look_back.wrong("closes the future after the softmax, so that the weights no longer sum to 1",
    weighed(lambda s: s.softmax(-1).tril(-1)),
    "The softmax has given weight to the future already. Put -inf there before it.")
look_back.wrong("puts 0 in place of minus infinity before the softmax",
    weighed(lambda s: s.tril(-1).softmax(-1)),
    "A softmax makes a weight of 0 too: e^0 is 1. What does it make 0 of?")
look_back.wrong("puts 0 in place of minus infinity before the softmax, but for step 0",
    weighed(lambda s: s.tril(-1).softmax(-1), first=0),
    "A softmax makes a weight of 0 too: e^0 is 1. What stands at i >= t must be -inf before it.")
look_back.wrong("looks into the future as well, but for step 0", weighed(lambda s: s.softmax(-1), first=0),
    "Step t may look at i < t alone. Take the memories h[:, :t], or close the rest before the softmax.")
look_back.wrong("lets a step look at itself, but for step 0",
    weighed(lambda s: (s + torch.full_like(s, -torch.inf).triu(1)).softmax(-1), first=0),
    "The memories of step t end with t - 1: h[:, :t], and not h[:, : t + 1].")
look_back.wrong("takes the softmax over the steps instead of the memories",
    weighed(lambda s: (s + torch.full_like(s, -torch.inf).triu()).softmax(1)),
    "Each step shares out its own weight 1: along a row, the last axis.")
look_back.wrong("does not take a softmax", "torch.softmax(scores, dim=1)", "scores",
    "Scores may be negative and of any size. Weights are positive and sum to 1.")
look_back.wrong("weighs all memories alike", "torch.softmax(scores, dim=1)", "torch.full_like(scores, 1 / t)",
    "The question must count: what fits it better weighs more.")
look_back.wrong("takes the best memory alone",
    "torch.softmax(scores, dim=1)", "torch.zeros(B, t).scatter(1, scores.argmax(1, keepdim=True), 1.0)",
    "Soft attention is an average of all of them.")
look_back.wrong("goes on from the last memory, as an LSTM does",
    lambda keys, h: torch.cat([0 * h[:, :1], h[:, :-1]], 1),
    "Here the step goes on from an average of all earlier states.")
look_back.wrong("divides by the root of the number of words", "H**0.5", "T**0.5",
    "What is summed in h_i . k_t are H products: the root is that of H, not of T.")
look_back.wrong("asks with the key of the step before", "t : t + 1", "t - 1 : t",
    "Step t looks at memories up to t - 1, but the question is its own: k_t.")
look_back.wrong("exchanges keys and states in the products", "h[:, :t] * keys[", "keys[:, :t] * h[",
    "Row t belongs to the key of step t, column i to state i: h_i . k_t, not h_t . k_i.")
look_back.wrong("starts from h_0 at step 0", "torch.zeros(B, H)", "h[:, 0]",
    "At step 0 nothing has been read. Its average is zeros; h_0 is what it will make of word 0.")
look_back.wrong("writes its averages over the states that it still looks at",
    lambda keys, h: torch.cat([0 * h[:, :1], h[:, :1].expand_as(h[:, 1:])], 1),
    "Then all that is left to average is h_0. Store the averages apart, and read from `h` alone.")
look_back.wrong("comes to 0 at every step", lambda keys, h: 0 * h,
    "Either nothing was stored, or it averages its own results, which begin with the zeros of step 0.")
look_back.wrong("divides 0 by 0 at the first step", "torch.zeros(B, H)", "torch.zeros(B, H) / 0",
    "Before step 0 there is no memory, and a softmax of nothing is nan. The contract asks for zeros.")


limits = task("6.4", section="The limit", axes="t", tolerance=0, in_page=True)


def many(draw, n, first=0):
    """A tree over n words whose nodes have two parts or more."""
    if n == 1:
        return f"w{first}"
    cuts = sorted({int(cut) for cut in draw.whole(1, n, 3)})
    ends = [0, *cuts, n]
    return tuple(many(draw, b - a, first + a) for a, b in pairwise(ends))


@limits.cases
def _(draw):
    """Trees as nested tuples: two phrases, the blog's, one where one climbs twice, random ones, a word."""
    yield (("the", "film"), ("was", ("very", "good")))
    yield ("x0", "x1", ("x2", ("x3", "x4", "x5", "x6")))
    yield (("a", "b"), ((("c", "d"), "e", ("f", "g", "h")), "i"))
    yield from (many(draw, n) for n in (4, 7, 10))
    yield draw.tree(6)
    yield "w0"


limits.wrong("never climbs: it gives the first word of the word's own phrase",
    "[start, *inside[1:]]", "[start] if isinstance(part, str) else inside",
    "For the first word of a phrase that is the word itself. It must look back to something: climb.")
limits.wrong("climbs one step at most, as the note's condition (b) says",
    "[start, *", "[start if isinstance(part, str) or isinstance(part[0], str) else inside[0], *",
    "The first word of a phrase may be the first word of a larger one as well. Climb until it is not.")
limits.wrong("stops at the nearest sibling, not at the first one",
    "found = []", "found, before = [], start",
    "[start, *inside[1:]]", "[before, *inside[1:]]\n            before = start + len(found) - len(inside)",
    "In a phrase of three parts the third may look at the first as well.")
limits.wrong("lets every word see its neighbour alone", "[start, *", "[start + max(0, len(found) - 1), *",
    "Those are the limits of the right-branching tree. Which phrase holds both t - 1 and t?")
limits.wrong("leaves each word its own place, as it came from inside", "[start, *inside[1:]]", "inside",
    "The first word of each part but the first gets this phrase's start. Was that entry overwritten?")
limits.wrong("moves on by parts, not by words",
    "for part in tree", "for number, part in enumerate(tree)", "start + len(found)", "start + number",
    "A part may hold several words. Where the next one begins, all words so far count.")
limits.wrong("lets every word see everything", "[start, *", "[0, *",
    "Those are the limits of a flat phrase. The smallest phrase with t - 1 and t may begin later.")
limits.wrong("gives the first word after the limit",
    "[start, *", "[start + min(1, max(0, len(found) - 1)), *",
    "The first word of the phrase may still be seen: it is the limit itself.")
limits.wrong("counts how many words may be seen", lambda tree: torch.arange(len(limits(tree))) - limits(tree),
    "A limit is a position, counted from the start of the sentence.")
limits.wrong("counts from 1", "walk(tree, 0)", "walk(tree, 1)", "Positions count from 0.")
limits.wrong("counts from 1, but for entry 0", "walk(tree, 0)", "[0, *walk(tree, 1)[1:]]",
    "Positions count from 0, so that many words beside the first have the limit 0.")
limits.wrong("gives the limits from right to left", "walk(tree, 0)", "walk(tree, 0)[::-1]",
    "Entry t belongs to word t.")
limits.wrong("leaves out word 0", "walk(tree, 0))", "walk(tree, 0))[1:]",
    "Word 0 looks at nothing, but it has an entry: 0.")


is_tree = task(
    "6.5", section="Which lists of limits are trees?", axes="list", tolerance=0, in_page=True
)


@is_tree.cases
def _(draw):
    """Lists of limits (L, T): all of four words, by hand, random ones, one word."""
    four = [[0, 0, a, b] for a in range(2) for b in range(3)]
    yield torch.tensor(four)
    yield torch.tensor([[0, 0, 0, 2, 0, 3], [0, 0, 1, 1, 2, 0], [0, 0, 1, 0, 3, 1], [0, 0, 0, 2, 2, 2]])
    yield torch.tensor([[0, 0, 0, 2, 1], [0, 0, 1, 2, 1], [0, 0, 1, 2, 3], [0, 0, 0, 0, 2], [0, 0, 0, 1, 3]])
    ceiling = torch.arange(7).clamp(min=1)
    yield torch.cat([(draw.uniform(6, 7) * ceiling).long(), limits(draw.tree(7))[None]])
    yield torch.tensor([[0], [0]])


is_tree.wrong("takes ranges that touch or lie apart for ranges that cross", "< u for", "<= u for",
    "The range of u ends at u - 1. One that begins at u or later lies beside it, and does not cross it.")
is_tree.wrong("takes ranges with a common start, or one that holds the other, for ranges that cross",
    "row[u] <", "row[u] <=",
    "Two ranges that begin at one word, or of which the later begins first, lie one in the other, as "
    "brackets do.")
is_tree.wrong("compares neighbouring steps alone", "range(v)", "[v - 1]",
    "A step can cross one that lies further back. Look at all pairs u < v.")
is_tree.wrong("takes nested ranges for crossing ones", "row[u] < row[v] < u", "row[v] < row[u]",
    "l_v < l_u says that the later range holds the earlier one: that is nesting.")
is_tree.wrong("says 1 where two steps cross", "0 if crossing else 1", "1 if crossing else 0",
    "1 means that there is a tree.")
is_tree.wrong("gives one answer for all lists",
    "torch.tensor(answers)", "torch.tensor([min(answers)] * len(answers))",
    "Each row is a list of its own.")
is_tree.wrong("looks at the first four words alone", "range(len(row))", "range(min(4, len(row)))",
    "The loop over v goes up to the last word.")
is_tree.wrong("says 1 whatever comes", "0 if crossing else 1", "1",
    "Of the six lists of four words one is no tree: 0, 0, 0, 1. Is a crossing ever found there?")
is_tree.wrong("never looks at the last step", "range(len(row))", "range(len(row) - 1)",
    "The last word has a limit as well: v goes up to T - 1.")
is_tree.wrong("counts the pairs that cross", "any", "sum", "0 if crossing else 1", "crossing",
    "The answer to a list is 1 or 0: no crossing at all, or some.")
