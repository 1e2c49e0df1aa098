"""Tasks 16.4 and 16.5: the blocks of ordered neurons, and what the place of a word alone would give."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

WIPED = (0, 0, 1, 3, 1, 0, 2)  # the chapter's figure

blocks = task("16.4", section="Why the blocks nest", axes="block, place", tolerance=0)


@blocks.cases
def _(draw):
    """Wipes (T,), whole numbers: three words, the chapter's, none at all, a large first one, random ones."""
    for wipes in ([0, 0, 1], WIPED, [0, 0, 0], [3, 0, 1, 0], [0, 2, 1, 1], [1, 0], [0, 0, 2, 0, 1, 0]):
        yield torch.tensor(wipes)
    yield torch.tensor([0, 5])  # more levels than words
    yield from (draw.whole(0, 4, T) for T in (5, 8, 11))


blocks.wrong("lets a word wipe one level more than it does", "> level", ">= max(level, 1)",
    "Level l is wiped if wipes[t] > l, not >=. Or do your levels stop below max(wipes)?")
blocks.wrong("lets a word wipe one level less than it does", "> level", "> level + 1",
    "Level 0 is the lowest: a word that wipes 1 wipes it.")
blocks.wrong("draws the blocks of the lowest level only", "max(wipes) + 1", "1",
    "Each level has blocks. Go through all of them, up to one that nobody wipes.")
blocks.wrong("stops below the level that nobody wipes", "max(wipes) + 1", "max(wipes)",
    "At a level that no word wipes there is one block, the whole sentence. Do you reach max(wipes) itself, "
    "and is a level wiped only where wipes[t] > l, not where the two are equal?")
blocks.wrong("goes through as many levels as there are words", "max(wipes) + 1", "T",
    "How many levels there are depends on the wipes: up to max(wipes), which may be more than T.")
blocks.wrong("begins the new block behind the word that wipes",
    "[t for t in range(1, T)", "[t + 1 for t in range(1, T - 1)",
    "The wall stands before the word: it wipes first, then writes. The new block begins with it.")
blocks.wrong("writes the last word, not the place behind it", "begins[k + 1]))", "begins[k + 1] - 1))",
    "Ends are exclusive, as in a slice.")
blocks.wrong("lists blocks of one word", "> 1:", "> 0:", "A bracket has two words or more.")
blocks.wrong("lists a block once for each level that has it", "set()", "[]", "found.add", "found.append",
    "Blocks of two levels may be the same words. List each pair once: a set does that.")
blocks.wrong("forgets the last block of a level", " + [T]", "",
    "The last block of a level ends with the sentence, where nobody wipes.")
blocks.wrong("forgets the first block of a level", "[0] + ", "",
    "The first block begins at word 0, whether or not it is wiped there.")
blocks.wrong("begins at word 0 only where it is wiped",
    "[0] + [t for t in range(1, T)", "[t for t in range(T)",
    "The first block of a level begins at word 0, whether or not it is wiped there.")
blocks.wrong("wipes only the level that the number names", "> level", "== level + 1",
    "Who wipes a level wipes all below it: that is the order.")
blocks.wrong("leaves out blocks of two words", "> 1:", "> 2:", "Two words are enough: end - start > 1.")
blocks.wrong("leaves out the lowest level", "range(max", "range(1, max",
    "Levels count from 0, and level 0 has blocks, too.")
blocks.wrong("begins a block where the level is not wiped", "> level", "<= level",
    "A new block begins with a word that wipes the level: wipes[t] > l.")
blocks.wrong("begins a block behind every word that wipes, the first one too",
    "[t for t in range(1, T)", "[t + 1 for t in range(T - 1)",
    "The wall stands before the word: the new block begins with it. Word 0 has no wall to its left.")
blocks.wrong("takes the number that a word wipes for the one level that it wipes", "> level", "== level",
    "A word that wipes 2 wipes the levels 0 and 1: compare with >.")
blocks.wrong("lists brackets of equal start with the shorter first", "-pair[1]", "pair[1]",
    "The brackets are right. The frame's last line puts them in order.")
blocks.wrong("lists long brackets first, wherever they start",
    "(pair[0], -pair[1])", "(pair[0] - pair[1], pair[0])",
    "The brackets are right. Sort by start first, by length where starts are equal.")
blocks.wrong("lets a block end behind the first word of the next",
    "if begins[k + 1]", "if min(begins[k + 1] + 1, T)", "begins[k + 1]))", "min(begins[k + 1] + 1, T)))",
    "Neighbouring blocks share no word: one ends where the next begins.")


mean_walls = task("16.5", section="What most readers believe", axes="i")


@mean_walls.cases
def _(draw):
    """Walls (N, T) and lengths (N,), whose largest is T: by hand, random, equal lengths, one sentence."""
    yield real([[0.5, 0.1, 0.9], [0.3, 0.7, 0.9]]), torch.tensor([3, 2])
    yield real([[0.5, 0, 0.9], [0.25, 0.5, 0]]), torch.tensor([3, 2])  # a wall may be 0
    for N, T in ((4, 3), (3, 5), (6, 4)):
        lengths = torch.cat([draw.whole(1, T, N - 2), torch.tensor([T, 1])])
        yield draw.uniform(N, T, low=0.1), lengths[draw.order(N)]
    yield draw.uniform(3, 2), torch.tensor([2, 2, 2])
    yield draw.uniform(1, 4), torch.tensor([4])


mean_walls.wrong("takes what stands behind the end of a sentence for walls", "[lengths > i]", "",
    "Row n has lengths[n] walls. The entries behind them mean nothing.")
mean_walls.wrong("takes a wall of 0 for padding", "lengths > i]", "(lengths > i) & (d[:, i] != 0)]",
    "A wall may be 0. Where a sentence ends is said by `lengths`, not by what stands in the rectangle.")
mean_walls.wrong("divides by the number of all sentences", ".mean()", ".sum() / len(d)",
    "A short sentence does not reach a late place: divide by how many do.")
mean_walls.wrong("takes the mean of each sentence",
    "d[lengths > i][:, i].mean() for i in places", "row[:n].mean() for row, n in zip(d, lengths)",
    "One number for each place, (T,): the mean runs over the sentences.")
mean_walls.wrong("stops one word before the end", "lengths > i", "lengths - 1 > i",
    "Words count from 0: a sentence of 3 words has the places 0, 1 and 2.")
mean_walls.wrong("goes on one word behind the end", "lengths > i", "lengths >= i",
    "Words count from 0: a sentence of 2 words has no place 2.")
mean_walls.wrong("gives sums, not means", "mean()", "sum()",
    "Divide by the number of sentences that reach the place.")
mean_walls.wrong("leaves the first word out", "in places])", "in places]).roll(-1)",
    "Entry 0 is the mean wall of the first words.")
mean_walls.wrong("counts the places from the end of the sentence",
    "d[lengths > i][:, i]", "d[lengths > i, lengths[lengths > i] - 1 - i]",
    "Place 0 is the first word of every sentence.")
mean_walls.wrong("takes one mean of all walls",
    "d[lengths > i][:, i]", "d[torch.arange(d.size(1)) < lengths[:, None]]",
    "One mean for each place: the first words have one, the second words another.")
mean_walls.wrong("takes the highest wall at each place", "mean()", "max()",
    "Every sentence that reaches the place has a say: a mean.")
mean_walls.wrong("takes the median", "mean()", "median()", "The mean is asked for.")
