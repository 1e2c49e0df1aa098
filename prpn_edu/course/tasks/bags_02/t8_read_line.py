"""Task 2.8: from a line of the treebank to the numbers of its words."""

import re

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, numbers_below, seeded

STARS = "8\xa01\\/2"  # one word of the real treebank, with a no-break space in it
TRAIN = ("(3 (2 the) (3 (3 good) (2 film)))", "(1 (2 It) (1 (1 not) (3 good)))")
WORDS = ("the", "plot", "it", "was", "3", "10", "slow", "Slow", "stars", STARS)


def cases(seed: int) -> list[tuple]:
    """Training lines and a line: known words, two unknown ones, words of digits, a no-break space, random."""
    generator = seeded(seed)
    out = [
        (TRAIN, "(2 (2 the) (2 film))"),
        (TRAIN, "(1 (2 (2 a) (2 dull)) (2 film))"),
        (("(2 (2 3) (2 stars))", "(3 (2 10) (2 stars))"), "(2 (2 10) (2 (2 3) (2 stars)))"),
        ((f"(3 (2 {STARS}) (2 stars))",), f"(2 (2 stars) (2 {STARS}))"),
        (TRAIN, "(2 (2 it) (1 not))"),
    ]
    for length in (3, 5):
        train = tuple(_line(generator, length) for _ in range(2))
        out.append((train, _line(generator, length)))
    return out


def _line(generator, length):
    line = f"(2 {WORDS[int(numbers_below(generator, len(WORDS)))]})"
    for number in numbers_below(generator, len(WORDS), length - 1).tolist():
        line = f"({number % 5} {line} (2 {WORDS[number]}))"
    return line


def _words(line):
    return [token.rstrip(")") for token in line.split(" ") if token[0] != "("]


def _tokens(line, *white):
    """What lies between brackets and spaces, labels and words alike."""
    return [t for t in line.replace("(", " ").replace(")", " ").split(*white) if t]


def _encode(train, line, words=_words, first=2, number=None):
    known = dict.fromkeys(word for text in train for word in words(text))
    numbers = {word: first + k for k, word in enumerate(known)}
    number = number or (lambda numbers, word: numbers.get(word, 0))
    return [number(numbers, word) for word in words(line)]


def _at_any_white_space(line):
    return [piece for word in _words(line) for piece in word.split()]


def _no_labels(line):
    return [token for token in _tokens(line, " ") if token not in set("01234")]


def _by_alphabet(train, line):
    known = sorted({word for text in train for word in _words(text)})
    return [known.index(word) + 2 if word in known else 0 for word in _words(line)]


def _by_expression(train, line):
    pattern = re.compile(r"\([0-4] ([^()]+)\)")
    known = ["<unk>", "<pad>"]
    for text in train:
        known += [word for word in dict.fromkeys(pattern.findall(text)) if word not in known]
    return torch.tensor([known.index(w) if w in known else 0 for w in pattern.findall(line)])


def _by_letters(train, line):
    def words(text):
        out, place = [], 0
        while ")" in text[place:]:
            end = text.index(")", place)
            start = text.rindex("(", 0, end)
            if start >= place:
                out.append(text[start + 3 : end])
            place = end + 1
        return out

    numbers = {}
    for word in [word for text in train for word in words(text)]:
        if word not in numbers:
            numbers[word] = len(numbers) + 2
    return [float(numbers[word]) if word in numbers else 0.0 for word in words(line)]


def _by_pairs(train, line):
    def words(text):
        opened = text.replace(")", "").split("(")
        return [part[2:].rstrip(" ") for part in opened if part[2:].rstrip(" ")]

    return _encode(train, line, words)


TASK = Task(
    id="2.8",
    title="From a line to numbers",
    function="read_line",
    signature="(train, line)",
    points=3,
    minutes=15,
    difficulty="medium",
    section="Words into numbers",
    axes=("t",),
    reference=lambda train, line: torch.tensor(_encode(train, line)),
    cases=cases,
    misconceptions=(
        Misconception(
            "gives words that were never trained on numbers of their own",
            lambda train, line: _encode((*train, line), line),
            "The vocabulary has grown: it was built from the new line too, or a `setdefault` let it in. A "
            "model has no row for such a word. It must become <unk>, number 0.",
        ),
        Misconception(
            "cuts words at a no-break space",
            lambda train, line: _encode(train, line, _at_any_white_space),
            'split() without an argument cuts at every kind of white space. Words end at a plain " " only.',
        ),
        Misconception(
            "takes words that are digits for labels",
            lambda train, line: _encode(train, line, _no_labels),
            "In (2 3) the 2 is a label and the 3 is a word. A label is what comes right after an opening "
            "bracket.",
        ),
        Misconception(
            "takes the labels for words",
            lambda train, line: _encode(train, line, lambda text: _tokens(text, " ")),
            "A digit right after an opening bracket is a label. The model must not see it.",
        ),
        Misconception(
            "counts from 0, where <unk> and <pad> stand",
            lambda train, line: _encode(train, line, first=0),
            "Numbers 0 and 1 are taken: the first word of the training lines has the number 2.",
        ),
        Misconception(
            "makes padding of unknown words",
            lambda train, line: _encode(train, line, number=lambda numbers, word: numbers.get(word, 1)),
            "Padding is where there is no word. An unknown word is a word: number 0.",
        ),
        Misconception(
            "leaves unknown words out",
            lambda train, line: [number for number in _encode(train, line) if number],
            "Every word has an entry, known or not, or the sentence no longer fits its tree.",
        ),
        Misconception(
            "makes all letters small",
            lambda train, line: _encode([text.lower() for text in train], line.lower()),
            'Here "It" and "it" are two words. Small letters are a choice, and the contract has not made it.',
        ),
        Misconception(
            "numbers the words by the alphabet",
            _by_alphabet,
            "The first word that appears has the number 2, the next new one 3. A `set` forgets that order; "
            "the keys of a dict keep it.",
        ),
    ),
    equivalents=(_by_expression, _by_letters, _by_pairs),
    answer_modules=(*ANSWERS, "prpn_edu.data"),
)
