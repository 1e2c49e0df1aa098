"""Tasks 13.4 and 13.5: the blocks of ordered neurons, and what the place of a word alone would give."""

from itertools import pairwise

import torch
from torch import Tensor

from prpn_course.builder import task
from prpn_course.draw import real

WIPED = (0, 0, 1, 3, 1, 0, 2)  # the chapter's figure


def starts(wipes: list[int], level: int) -> list[int]:
    """Where the blocks of a level begin: at word 0, and at each later word that wipes it."""
    return [0, *(t for t in range(1, len(wipes)) if wipes[t] > level)]


def in_order(spans) -> Tensor:
    """Brackets (p, 2), by start; of equal start the longer first. Of none, what the frame makes of none."""
    return torch.tensor(sorted(spans, key=lambda span: (span[0], -span[1])))


@task("13.4", section="Why the blocks nest", axes="p, e", tolerance=0)
def blocks(
    wipes, begin=starts, levels=lambda wipes: range(max(wipes) + 1), end=0, least=2, once=set, put=in_order
):
    """The spans between neighbouring starts, of all `levels`, that have `least` words."""
    wipes = wipes.tolist()
    found = []
    for level in levels(wipes):
        places = [*begin(wipes, level), len(wipes)]
        found += [(a, b + end) for a, b in pairwise(places) if b - a >= least]
    return put(once(found))


@blocks.cases
def _(draw):
    """Wipes (T,), whole numbers: three words, the chapter's, none at all, a large first one, random ones."""
    for wipes in ([0, 0, 1], WIPED, [0, 0, 0], [3, 0, 1, 0], [0, 2, 1, 1], [1, 0], [0, 0, 2, 0, 1, 0]):
        yield torch.tensor(wipes)
    yield from (draw.whole(0, 4, T) for T in (5, 8, 11))


blocks.wrong(
    "lets a word wipe one level more than it does",
    begin=lambda w, level: [0, *(t for t in range(1, len(w)) if w[t] >= max(level, 1))],
).hint("Level l is wiped if wipes[t] > l, not >=. Or do your levels stop below max(wipes)?")
blocks.wrong(
    "lets a word wipe one level less than it does",
    begin=lambda wipes, level: starts(wipes, level + 1),
    levels=lambda wipes: range(max(wipes) + 1),
).hint("Level 0 is the lowest: a word that wipes 1 wipes it.")
blocks.wrong("draws the blocks of the lowest level only", levels=lambda wipes: range(1)).hint(
    "Each level has blocks. Go through all of them, up to one that nobody wipes."
)
blocks.wrong("stops below the level that nobody wipes", levels=lambda wipes: range(max(wipes))).hint(
    "At a level that no word wipes there is one block, the whole sentence. Do you reach max(wipes) itself, "
    "and is a level wiped only where wipes[t] > l, not where the two are equal?"
)
blocks.wrong(
    "begins the new block behind the word that wipes",
    begin=lambda wipes, level: [0, *(t + 1 for t in range(1, len(wipes) - 1) if wipes[t] > level)],
).hint("The wall stands before the word: it wipes first, then writes. The new block begins with it.")
blocks.wrong("writes the last word, not the place behind it", end=-1).hint(
    "Ends are exclusive, as in a slice."
)
blocks.wrong("lists blocks of one word", least=1).hint("A bracket has two words or more.")
blocks.wrong("lists a block once for each level that has it", once=list).hint(
    "Blocks of two levels may be the same words. List each pair once: a set does that."
)
blocks.wrong("forgets the last block of a level", lambda wipes: unfinished(wipes.tolist())).hint(
    "The last block of a level ends with the sentence, where nobody wipes."
)
blocks.wrong("forgets the first block of a level", begin=lambda wipes, level: starts(wipes, level)[1:]).hint(
    "The first block begins at word 0, whether or not it is wiped there."
)
blocks.wrong(
    "begins at word 0 only where it is wiped",
    begin=lambda wipes, level: [t for t in range(len(wipes)) if wipes[t] > level],
).hint("The first block of a level begins at word 0, whether or not it is wiped there.")
blocks.wrong(
    "wipes only the level that the number names",
    begin=lambda wipes, level: [0, *(t for t in range(1, len(wipes)) if wipes[t] == level + 1)],
).hint("Who wipes a level wipes all below it: that is the order.")
blocks.wrong("leaves out blocks of two words", least=3).hint("Two words are enough: end - start > 1.")
blocks.wrong("leaves out the lowest level", levels=lambda wipes: range(1, max(wipes) + 1)).hint(
    "Levels count from 0, and level 0 has blocks, too."
)
blocks.wrong(
    "begins a block where the level is not wiped",
    begin=lambda wipes, level: [0, *(t for t in range(1, len(wipes)) if wipes[t] <= level)],
).hint("A new block begins with a word that wipes the level: wipes[t] > l.")
blocks.wrong(
    "begins a block behind every word that wipes, the first one too",
    begin=lambda wipes, level: [0, *(t + 1 for t in range(len(wipes) - 1) if wipes[t] > level)],
).hint("The wall stands before the word: the new block begins with it. Word 0 has no wall to its left.")
blocks.wrong(
    "takes the number that a word wipes for the one level that it wipes",
    begin=lambda wipes, level: [0, *(t for t in range(1, len(wipes)) if wipes[t] == level)],
).hint("A word that wipes 2 wipes the levels 0 and 1: compare with >.")
blocks.wrong(
    "lists brackets of equal start with the shorter first", put=lambda s: torch.tensor(sorted(s))
).hint("The brackets are right. The frame's last line puts them in order.")
blocks.wrong(
    "lists long brackets first, wherever they start",
    put=lambda s: torch.tensor(sorted(s, key=lambda span: (span[0] - span[1], span[0]))),
).hint("The brackets are right. Sort by start first, by length where starts are equal.")
blocks.wrong(
    "lets a block end behind the first word of the next", lambda wipes: overrun(wipes.tolist())
).hint("Neighbouring blocks share no word: one ends where the next begins.")


def overrun(wipes: list[int]) -> Tensor:
    """Blocks that hold the first word of the next one, too."""
    T, levels = len(wipes), range(max(wipes) + 1)
    spans = {(a, min(b + 1, T)) for level in levels for a, b in pairwise([*starts(wipes, level), T])}
    return in_order(span for span in spans if span[1] - span[0] > 1)


def unfinished(wipes: list[int]) -> Tensor:
    """The blocks without those that reach the end of the sentence."""
    spans = {span for level in range(max(wipes) + 1) for span in pairwise(starts(wipes, level))}
    return in_order(span for span in spans if span[1] - span[0] > 1)


@task("13.5", section="What most readers believe", axes="i")
def mean_walls(
    d, lengths, real_words=lambda place, lengths: place < lengths[:, None], count=lambda real: real.sum(0)
):
    """The mean over the sentences that reach a place."""
    inside = real_words(torch.arange(d.size(1)), lengths)  # (N, T)
    return (d * inside).sum(0) / count(inside)


@mean_walls.cases
def _(draw):
    """Walls (N, T) and lengths (N,), whose largest is T: by hand, random, equal lengths, one sentence."""
    yield real([[0.5, 0.1, 0.9], [0.3, 0.7, 0.9]]), torch.tensor([3, 2])
    for N, T in ((4, 3), (3, 5), (6, 4)):
        lengths = torch.cat([draw.whole(1, T, N - 2), torch.tensor([T, 1])])
        yield draw.uniform(N, T, low=0.1), lengths[draw.order(N)]
    yield draw.uniform(3, 2), torch.tensor([2, 2, 2])
    yield draw.uniform(1, 4), torch.tensor([4])


mean_walls.wrong(
    "takes what stands behind the end of a sentence for walls",
    real_words=lambda place, lengths: place < lengths.max() + 0 * lengths[:, None],
).hint("Row n has lengths[n] walls. The entries behind them mean nothing.")
mean_walls.wrong("divides by the number of all sentences", count=lambda real: len(real)).hint(
    "A short sentence does not reach a late place: divide by how many do."
)
mean_walls.wrong(
    "takes the mean of each sentence",
    lambda d, lengths: (d * (torch.arange(d.size(1)) < lengths[:, None])).sum(1) / lengths,
).hint("One number for each place, (T,): the mean runs over the sentences.")
mean_walls.wrong(
    "stops one word before the end", real_words=lambda place, lengths: place < lengths[:, None] - 1
).hint("Words count from 0: a sentence of 3 words has the places 0, 1 and 2.")
mean_walls.wrong(
    "goes on one word behind the end", real_words=lambda place, lengths: place <= lengths[:, None]
).hint("Words count from 0: a sentence of 2 words has no place 2.")
mean_walls.wrong("gives sums, not means", count=lambda real: 1).hint(
    "Divide by the number of sentences that reach the place."
)
mean_walls.wrong("leaves the first word out", lambda d, lengths: mean_walls(d, lengths).roll(-1)).hint(
    "Entry 0 is the mean wall of the first words."
)
mean_walls.wrong(
    "counts the places from the end of the sentence",
    lambda d, lengths: mean_walls(
        torch.stack(
            [torch.cat([row[:n].flip(0), row[n:]]) for row, n in zip(d, lengths.tolist(), strict=True)]
        ),
        lengths,
    ),
).hint("Place 0 is the first word of every sentence.")
mean_walls.wrong(
    "takes one mean of all walls",
    lambda d, lengths: (
        d[torch.arange(d.size(1)) < lengths[:, None]].mean().expand(d.size(1)) + torch.zeros(d.size(1))
    ),
).hint("One mean for each place: the first words have one, the second words another.")
mean_walls.wrong(
    "takes the median", lambda d, lengths: torch.stack([d[lengths > i, i].median() for i in range(d.size(1))])
).hint("The mean is asked for.")
