"""Tasks 6.3, 6.4 and 6.5: attention over the past, the limits of a tree, and which limits are a tree's."""

from itertools import pairwise

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def past(scores):
    """-inf where i >= t."""
    T = scores.size(-1)
    return scores.masked_fill(torch.ones(T, T).triu().bool(), float("-inf"))


@task("6.3", section="One memory, or all of them", axes="b, t, k")
def look_back(keys, h, root=lambda H: H**0.5, seen=past, weigh=lambda scores: scores.softmax(-1), gives=None):
    """Averages of the memories that are `seen`; zeros where there is none."""
    s = weigh(seen(keys @ h.transpose(1, 2) / root(h.size(-1))))  # (B, T, T)
    return s.nan_to_num(0.0) @ (h if gives is None else gives)


@look_back.cases
def _(draw):
    """Keys and memories, (B, T, H): the chapter's three memories, two, random ones, one word."""
    h = real([[[0, 1], [1, 0], [1, 1], [5, 5]]])
    yield real([[0, 0], [0, 0], [0, 0], [4, 2]]).log().nan_to_num(0.0, 0.0, 0.0)[None] * 2**0.5, h
    yield real([[[1], [2]]]), real([[[3], [4]]])  # step 1 has h_0 alone to look at
    yield from (draw.normals((B, T, H), (B, T, H)) for B, T, H in ((2, 3, 4), (3, 5, 2), (1, 6, 3)))
    yield draw.normal(2, 1, 3), draw.normal(2, 1, 3)


look_back.wrong("does not divide by the root of H", root=lambda H: 1.0).hint(
    "Long vectors have large products. The contract divides by the square root of H."
)
look_back.wrong("divides by H and not by its root", root=lambda H: H).hint("The square root of H, not H.")
look_back.wrong(
    "lets a step look at itself",
    seen=lambda scores: scores.masked_fill(torch.ones_like(scores).triu(1).bool(), float("-inf")),
).hint("Memory t is not there yet when step t looks. The last one that is there is t - 1.")
look_back.wrong("looks into the future as well", seen=lambda scores: scores).hint(
    "Row t may hold weight at i < t alone. Close the rest before the softmax."
)
look_back.wrong(
    "looks into the future instead of the past",
    seen=lambda scores: scores.masked_fill(torch.ones_like(scores).tril().bool(), float("-inf")),
).hint("Rows are the steps that look, columns the memories: which triangle lies in the past?")
look_back.wrong(
    "closes the future after the softmax, so that the weights no longer sum to 1",
    seen=lambda scores: scores,
    weigh=lambda scores: scores.softmax(-1).tril(-1),
).hint("The softmax has given weight to the future already. Put -inf there before it.")
look_back.wrong(
    "puts 0 in place of minus infinity before the softmax", seen=lambda scores: scores.tril(-1)
).hint("A softmax makes a weight of 0 too: e^0 is 1. What does it make 0 of?")
look_back.wrong(
    "takes the softmax over the steps instead of the memories", weigh=lambda scores: scores.softmax(1)
).hint("Each step shares out its own weight 1: along a row, the last axis.")
look_back.wrong(
    "does not take a softmax", weigh=lambda scores: scores.masked_fill(scores == -torch.inf, 0)
).hint("Scores may be negative and of any size. Weights are positive and sum to 1.")
look_back.wrong(
    "weighs all memories alike",
    weigh=lambda scores: torch.zeros_like(scores).masked_fill(scores == -torch.inf, -torch.inf).softmax(-1),
).hint("The question must count: what fits it better weighs more.")
look_back.wrong(
    "takes the best memory alone",
    weigh=lambda scores: torch.zeros_like(scores).scatter(-1, scores.argmax(-1, keepdim=True), 1.0).tril(-1),
).hint("Soft attention is an average of all of them.")
look_back.wrong(
    "goes on from the last memory, as an LSTM does", lambda keys, h: torch.cat([0 * h[:, :1], h[:, :-1]], 1)
).hint("Here the step goes on from an average of all earlier states.")
look_back.wrong(
    "divides by the root of the number of words",
    lambda keys, h: look_back(keys * (h.size(2) / h.size(1)) ** 0.5, h),
).hint("What is summed in h_i . k_t are H products: the root is that of H, not of T.")
look_back.wrong("asks with the key of the step before", lambda keys, h: look_back(keys.roll(1, 1), h)).hint(
    "Step t looks at memories up to t - 1, but the question is its own: k_t."
)
look_back.wrong(
    "exchanges keys and states in the products", lambda keys, h: look_back(h, keys, gives=h)
).hint("Row t belongs to the key of step t, column i to state i: h_i . k_t, not h_t . k_i.")
look_back.wrong(
    "starts from h_0 at step 0", lambda keys, h: torch.cat([h[:, :1], look_back(keys, h)[:, 1:]], 1)
).hint("At step 0 nothing has been read. Its average is zeros; h_0 is what it will make of word 0.")
look_back.wrong(
    "writes its averages over the states that it still looks at",
    lambda keys, h: torch.cat([0 * h[:, :1], h[:, :1].expand_as(h[:, 1:])], 1),
).hint("Then all that is left to average is h_0. Store the averages apart, and read from `h` alone.")
look_back.wrong("comes to 0 at every step", lambda keys, h: 0 * h).hint(
    "Either nothing was stored, or it averages its own results, which begin with the zeros of step 0."
)
look_back.wrong(
    "divides 0 by 0 at the first step",
    lambda keys, h: past(keys @ h.transpose(1, 2) / h.size(-1) ** 0.5).softmax(-1) @ h,
).hint("Before step 0 there is no memory, and a softmax of nothing is nan. The contract asks for zeros.")


def first_of_phrase(start, begin, before, first):
    """The limit of the word with which a later part of a phrase begins: where the phrase begins."""
    return start


def limits_of(tree, start, rule, above):
    """The limits of a tree's words; `rule` gives that of the first word of each part but the first."""
    if isinstance(tree, str):
        return [above]
    out, before = [], start
    for number, part in enumerate(tree):
        begin = start + len(out)
        limit = above if number == 0 else rule(start, begin, before, isinstance(part, str))
        out, before = out + limits_of(part, begin, rule, limit), begin
    return out


@task("6.4", section="The limit", axes="t", tolerance=0)
def limits(tree, rule=first_of_phrase):
    """Where the smallest phrase with the words t - 1 and t begins."""
    return torch.tensor(limits_of(tree, 0, rule, 0))


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


def climbing(tree, climb):
    """The limits by paths: for each word, the places on the way down to it; `climb` reads them."""
    words = []

    def down(node, path):
        if isinstance(node, str):
            words.append(path)
            return
        first = len(words)
        for number, part in enumerate(node):
            down(part, [*path, (first, number, len(words))])

    down(tree, [])
    return torch.tensor([climb(path, t) if t else 0 for t, path in enumerate(words)])


def by_parts(tree, start):
    """A mistake: a part begins as many places on as there were parts, not words."""
    if isinstance(tree, str):
        return [start]
    inner = [by_parts(part, start + number) for number, part in enumerate(tree)]
    return [entry for part in inner for entry in (start, *part[1:])]


limits.wrong(
    "never climbs: it gives the first word of the word's own phrase",
    lambda tree: climbing(tree, lambda path, t: path[-1][0]),
).hint("For the first word of a phrase that is the word itself. It must look back to something: climb.")
limits.wrong(
    "climbs one step at most, as the note's condition (b) says",
    lambda tree: climbing(
        tree, lambda path, t: path[-1][0] if path[-1][1] or len(path) == 1 else path[-2][0]
    ),
).hint("The first word of a phrase may be the first word of a larger one as well. Climb until it is not.")
limits.wrong(
    "stops at the nearest sibling, not at the first one", rule=lambda start, begin, before, first: before
).hint("In a phrase of three parts the third may look at the first as well.")
limits.wrong(
    "lets every word see its neighbour alone", rule=lambda start, begin, before, first: begin - 1
).hint("Those are the limits of the right-branching tree. Which phrase holds both t - 1 and t?")
limits.wrong(
    "leaves each word its own place, as it came from inside",
    lambda tree: torch.arange(len(limits(tree))),
).hint("The first word of each part but the first gets this phrase's start. Was that entry overwritten?")
limits.wrong("moves on by parts, not by words", lambda tree: torch.tensor(by_parts(tree, 0))).hint(
    "A part may hold several words. Where the next one begins, all words so far count."
)
limits.wrong("lets every word see everything", rule=lambda start, begin, before, first: 0).hint(
    "Those are the limits of a flat phrase. The smallest phrase with t - 1 and t may begin later."
)
limits.wrong(
    "gives the first word after the limit",
    rule=lambda start, begin, before, first: min(start + 1, begin - 1),
).hint("The first word of the phrase may still be seen: it is the limit itself.")
limits.wrong(
    "counts how many words may be seen", lambda tree: torch.arange(len(limits(tree))) - limits(tree)
).hint("A limit is a position, counted from the start of the sentence.")
limits.wrong("counts from 1", lambda tree: limits(tree) + 1).hint("Positions count from 0.")
limits.wrong(
    "counts from 1, but for entry 0", lambda tree: limits(tree) + (torch.arange(len(limits(tree))) > 0)
).hint("Positions count from 0, so that many words beside the first have the limit 0.")
limits.wrong("gives the limits from right to left", lambda tree: limits(tree).flip(0)).hint(
    "Entry t belongs to word t."
)
limits.wrong("leaves out word 0", lambda tree: limits(tree)[1:]).hint(
    "Word 0 looks at nothing, but it has an entry: 0."
)


def crossed(l_v, l_n, v):
    """Whether the later step sees into the range of the earlier one, but not to its start."""
    return (l_v < l_n) & (l_n < v)


@task("6.5", section="Which lists of limits are trees?", axes="list", tolerance=0)
def is_tree(limits, cross=crossed, pairs=lambda v, n: v < n):
    """1 where no two of the `pairs` of steps `cross`, else 0; (L,)."""
    step = torch.arange(limits.size(1))
    v, n = step[:, None], step[None, :]  # (T, 1), (1, T)
    found = cross(limits[:, :, None], limits[:, None, :], v) & pairs(v, n)  # (L, T, T)
    return 1 - found.flatten(1).any(1).long()


@is_tree.cases
def _(draw):
    """Lists of limits (L, T): all of four words, by hand, random ones, one word."""
    four = [[0, 0, a, b] for a in range(2) for b in range(3)]
    yield torch.tensor(four)
    yield torch.tensor([[0, 0, 0, 2, 0, 3], [0, 0, 1, 1, 2, 0], [0, 0, 1, 0, 3, 1], [0, 0, 0, 2, 2, 2]])
    yield torch.tensor([[0, 0, 0, 2, 1], [0, 0, 1, 2, 1], [0, 0, 1, 2, 3], [0, 0, 0, 0, 2], [0, 0, 0, 1, 3]])
    ceiling = torch.arange(7).clamp(min=1)
    yield torch.cat(
        [
            (draw.uniform(6, 7) * ceiling).long(),
            torch.tensor([limits_of(draw.tree(7), 0, first_of_phrase, 0)]),
        ]
    )
    yield torch.tensor([[0], [0]])


def crossings_of(limits):
    """A mistake: how many pairs cross."""
    step = torch.arange(limits.size(1))
    v, n = step[:, None], step[None, :]
    return (crossed(limits[:, :, None], limits[:, None, :], v) & (v < n)).sum((1, 2))


is_tree.wrong(
    "takes ranges that touch or lie apart for ranges that cross",
    cross=lambda l_v, l_n, v: (l_v < l_n) & (l_n <= v),
).hint("The range of v ends at v - 1. One that begins at v or later lies beside it, and does not cross it.")
is_tree.wrong(
    "takes ranges with a common start, or one that holds the other, for ranges that cross",
    cross=lambda l_v, l_n, v: (l_v <= l_n) & (l_n < v),
).hint(
    "Two ranges that begin at one word, or of which the later begins first, lie one in the other, as "
    "brackets do."
)
is_tree.wrong("compares neighbouring steps alone", pairs=lambda v, n: n == v + 1).hint(
    "A step can cross one that lies further back. Look at all pairs v < n."
)
is_tree.wrong("takes nested ranges for crossing ones", cross=lambda l_v, l_n, v: (l_n < l_v) & (v >= 0)).hint(
    "l_n < l_v says that the later range holds the earlier one: that is nesting."
)
is_tree.wrong("says 1 where two steps cross", lambda limits: 1 - is_tree(limits)).hint(
    "1 means that there is a tree."
)
is_tree.wrong(
    "gives one answer for all lists", lambda limits: is_tree(limits).min().expand(len(limits))
).hint("Each row is a list of its own.")
is_tree.wrong("looks at the first four words alone", pairs=lambda v, n: (v < n) & (n < 4)).hint(
    "The loop over n goes up to the last word."
)
is_tree.wrong("says 1 whatever comes", lambda limits: torch.ones(len(limits), dtype=torch.long)).hint(
    "Of the six lists of four words one is no tree: 0, 0, 0, 1. Is a crossing ever found there?"
)
is_tree.wrong("never looks at the last step", pairs=lambda v, n: (v < n) & (n < n.max())).hint(
    "The last word has a limit as well: n goes up to T - 1."
)
is_tree.wrong("counts the pairs that cross", crossings_of).hint(
    "The answer to a list is 1 or 0: no crossing at all, or some."
)
