"""A bag of words that a reader tries: the votes of a sentence's words, their sum, and steps of training.

Nothing is imported but other loops. The votes that come with the course are made by `experiments.page_votes`.

Letters: T words, five classes, o holds one score for each class.
"""

from prpn_edu.loops.bags import argmax, cross_entropy, softmax
from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.packed import UNKNOWN
from prpn_edu.loops.packed import read as unpacked

MOST = 10  # words
RATE = 0.1  # how far one step of training goes
SHIPPED: dict = {}  # the votes that come with the course, once `install` has read them


def install(packed):
    """Read the votes that `explore` answers from; returns the number of words that have some."""
    SHIPPED.update(unpacked(packed))
    return len(SHIPPED["words"])


def gradient(chances, gold):
    """Of the cross-entropy, at the scores: what was said, minus what was right."""
    return [p - 1 if k == gold else p for k, p in enumerate(chances)]


def step(votes, ids, bias, gold):
    """One step against the gradient on one sentence: new votes of its words, and a new bias.

    Args:
        votes: {word number: its five votes}.
        ids: T word numbers.
        bias: five numbers.
        gold: the right class.
    """
    away = [RATE * g for g in gradient(softmax(scores(votes, ids, bias)), gold)]
    for number in ids:  # a word that occurs twice is moved twice
        votes = {k: less(row, away) if k == number else row for k, row in votes.items()}
    return votes, less(bias, away)


def less(row, away):
    """The row minus another, entry by entry."""
    return [a - b for a, b in zip(row, away)]


def scores(votes, ids, bias):
    """b + sum_t of the votes of word t: five numbers."""
    return [sum(column) for column in zip(bias, *[votes[number] for number in ids])]


def explore(text, gold, steps):
    """Everything that the explorer shows of one line, after some steps of training on this line alone.

    Args:
        text: a sentence of at most MOST words, as a reader types it.
        gold: what a reader says is right, 0 .. 4.
        steps: of training, 0 or more.
    Returns:
        "problem": "", or what is wrong with the text, and then nothing else. Else "words"; "unknown": the
        places of words without votes of their own; "votes": five numbers a word; "bias"; "scores"; "chances";
        "gradient"; "loss", in nats; "winner", the class with the highest score.
    """
    wrong = problem(text, MOST)
    if wrong:
        return {"problem": wrong}
    words, number = tokens(text), SHIPPED["number"]
    ids = [number.get(word, number[UNKNOWN]) for word in words]
    votes, bias = {k: SHIPPED["votes"][k] for k in ids}, SHIPPED["bias"]
    for _ in range(steps):
        votes, bias = step(votes, ids, bias, gold)
    o = scores(votes, ids, bias)
    chances = softmax(o)
    return {
        "problem": "",
        "words": words,
        "unknown": [t for t, word in enumerate(words) if word not in number],
        "votes": [votes[k] for k in ids],
        "bias": bias,
        "scores": o,
        "chances": chances,
        "gradient": gradient(chances, gold),
        "loss": cross_entropy(o, gold),
        "winner": argmax(o),
    }
