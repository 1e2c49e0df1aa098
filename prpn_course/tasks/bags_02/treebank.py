"""Tasks 2.8 and 2.9: a line of the treebank as numbers, and vectors that were learnt elsewhere."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

STARS = "8\xa01\\/2"  # one word of the real treebank, with a no-break space in it
TRAIN = ("(3 (2 the) (3 (3 good) (2 film)))", "(1 (2 It) (1 (1 not) (3 good)))")
WORDS = ("the", "plot", "it", "was", "3", "10", "slow", "Slow", "stars", STARS)
PADDING = "<pad>"


read_line = task("2.8", section="One equation", axes="t")


@read_line.cases
def _(draw):
    """Training lines and a line: known words, two unknown ones, digits, a no-break space, a capital letter,
    a repeated word, one that comes again in another line and under another label, a
    line of one word, random."""
    yield TRAIN, "(2 (2 the) (2 film))"
    yield TRAIN, "(1 (2 (2 a) (2 dull)) (2 film))"
    yield ("(2 (2 3) (2 stars))", "(3 (2 10) (2 stars))"), "(2 (2 10) (2 (2 3) (2 stars)))"
    yield (f"(3 (2 {STARS}) (2 stars))",), f"(2 (2 stars) (2 {STARS}))"
    yield TRAIN, "(2 (2 it) (1 not))"
    yield TRAIN, "(2 (2 It) (1 not))"
    yield ("(1 (2 not) (1 (2 not) (1 bad)))",), "(3 (1 bad) (2 not))"
    yield ("(2 (2 a) (1 bad))", "(2 (3 a) (2 bat))"), "(2 (2 bat) (1 a))"
    yield TRAIN, "(3 good)"
    yield from ((tuple(left_branching(draw, n) for _ in range(2)), left_branching(draw, n)) for n in (3, 5))


def left_branching(draw, length):
    """A random line of the treebank."""
    line = f"(2 {WORDS[int(draw.whole(0, len(WORDS)))]})"
    for number in draw.whole(0, len(WORDS), length - 1).tolist():
        line = f"({number % 5} {line} (2 {WORDS[number]}))"
    return line


read_line.wrong("gives words that were never trained on numbers of their own",
    "in train", "in (*train, line)",
    "The vocabulary has grown: it was built from the new line too, or a `setdefault` let it in. A model has "
    "no row for such a word. It must become <unk>, number 0.")
read_line.wrong("cuts words at a no-break space", 'split(" ")', "split()",
    'split() without an argument cuts at every kind of white space. Words end at a plain " " only.')
read_line.wrong("takes words that are digits for labels",
    'text.split(" ") if bit[0] != "("',
    'text.replace("(", " ").split(" ") if bit.rstrip(")") not in ["", *"01234"]',
    "In (2 3) the 2 is a label and the 3 is a word. A label is what comes right after an opening bracket.")
read_line.wrong("drops words that are digits",
    'if bit[0] != "("', 'if bit[0] != "(" and not bit.rstrip(")").isdigit()',
    "In (2 3) the 3 is a word. A label is what comes right after an opening bracket, nothing else.")
read_line.wrong("drops words that hold anything but letters",
    'if bit[0] != "("', 'if bit[0] != "(" and bit.rstrip(")").isalpha()',
    "A word may be a number, or hold strange signs. Only the brackets and the labels go.")
read_line.wrong("leaves closing brackets at the words", '.rstrip(")")', "",
    "`film)))` and `film)` are one word: take all brackets off its end.")
read_line.wrong("takes the labels for words",
    'text.split(" ") if bit[0] != "("', 'text.replace("(", " ").split(" ") if bit',
    "A digit right after an opening bracket is a label. The model must not see it.")
read_line.wrong("counts from 0, where <unk> and <pad> stand", "2 + len", "len",
    "Numbers 0 and 1 are taken: the first word of the training lines has the number 2.")
read_line.wrong("makes padding of unknown words", "word, 0)", "word, 1)",
    "Padding is where there is no word. An unknown word is a word: number 0.")
read_line.wrong("leaves unknown words out", "words_of(line)]", "words_of(line) if word in places]",
    "Every word has an entry, known or not, or the sentence no longer fits its tree.")
read_line.wrong("makes all letters small", "text.split", "text.lower().split",
    'Here "It" and "it" are two words. Small letters are a choice, and the contract has not made it.')
read_line.wrong("makes the letters of the new line small, and not those of the training lines",
    "words_of(line)", "words_of(line.lower())",
    '"It" is in the training lines, and in the new one. Leave all letters as they are.')
read_line.wrong("lets a word that has come before move the next number on",
    "places = {}", "places, n = {}, 1", "places.setdefault(word, 2 + len(places))",
    "n += 1\n            places.setdefault(word, n)",
    "In `not not bad` only two words are new: 2 and 3. Count the words that you know, not the places.")
read_line.wrong("gives a word a new number each time it comes",
    "places = {}", "places, n = {}, 1", "places.setdefault(word, 2 + len(places))",
    "n += 1\n            places[word] = n",
    "A word keeps the number that it got first. Is it known already?")
read_line.wrong("numbers the words by the alphabet",
    "for text in train:\n        for word in words_of(text):",
    "if True:\n        for word in sorted({word for text in train for word in words_of(text)}):",
    "The first word that appears has the number 2, the next new one 3. A `set` forgets that order; the keys "
    "of a dict keep it.")


arrange = task("2.9", section="All three on the toy treebank", axes="k, e")


@arrange.cases
def _(draw):
    """A vocabulary, the words of a file and their vectors: a word twice, one missing, padding."""
    known = ("<unk>", PADDING, "film", "good")
    yield known, ("good", "film"), real([[1.0, 2.0], [3.0, 4.0]])
    yield known, ("film", "film", "good"), draw.normal(3, 2)
    yield known, ("the", "good", PADDING), draw.normal(3, 2)
    for size in (5, 7):
        names = [f"w{k}" for k in draw.order(size).tolist()[:-1]]
        names = (names[0], names[0], *names[1:], PADDING, "<unk>")
        yield ("<unk>", PADDING, *(f"w{k}" for k in range(size))), names, draw.normal(len(names), 3)


def in_the_files_order(known, names, vectors):
    """The vectors one after another, from row 2 on."""
    table = torch.zeros(len(known), vectors.shape[1], dtype=vectors.dtype)
    found = [k for k, name in enumerate(names) if name in known and name != PADDING][: len(known) - 2]
    table[2 : 2 + len(found)] = vectors[found]
    return table


arrange.wrong("puts the vectors in the order of the file", in_the_files_order,
    "The file has its own order. Row k belongs to the word number k of the vocabulary, wherever it stands "
    "in the file.")
arrange.wrong("loses step where the file has a word twice", "names.index", "list(dict.fromkeys(names)).index",
    "The list of words was made free of copies, the vectors were not: from there on every word has its "
    "neighbour's vector.")
arrange.wrong("takes the last of two vectors for one word",
    "names.index(word)", "len(names) - 1 - names[::-1].index(word)",
    "A dict keeps what was stored last. The contract asks for the first.")
arrange.wrong("gives the padding a vector", "k != 1 and ", "",
    "A sum over a padded sentence must not change. Row 1 stays zero, whatever the file says.")
arrange.wrong("gives words that the file lacks the mean of all vectors",
    " and word in names", "", "vectors[names", "vectors.mean(0) if word not in names else vectors[names",
    "People do that too. Here such a row is zero: the word adds nothing to the sum.")
arrange.wrong("gives the words of the file in place of those of the vocabulary",
    "return table", "return vectors",
    "The result has a row for every word of the vocabulary, and none for other words.")
arrange.wrong("goes through the file, so that a later vector wins and the padding gets one",
    "k != 1 and ", "", "names.index(word)", "len(names) - 1 - names[::-1].index(word)",
    "Go through the vocabulary, leave out word 1, and take the first place of each word in the file.")
