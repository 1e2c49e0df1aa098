"""Guessing the next word, as plain loops: counts of pairs, a bigram model, chances and perplexity.

Nothing is imported and nothing rounds: counts and a smoothing that are `fractions.Fraction` give exact
fractions. A sentence is a list of words; the models see it between START and END.
"""

START, END = "<s>", "</s>"


def pairs(sentence):
    """The word before and the word to guess, for every word of a sentence and for its end."""
    return list(zip([START] + list(sentence), list(sentence) + [END]))


def bigram_counts(sentences):
    """How often each word followed each other one: {before: {word: count}}."""
    counts = {}
    for sentence in sentences:
        for before, word in pairs(sentence):
            row = counts.setdefault(before, {})
            row[word] = row.get(word, 0) + 1
    return counts


def bigram(counts, before, word, size, smoothing=0):
    """p(word | before): how often it came, among all that came after the same word.

    Args:
        counts: from `bigram_counts`.
        before, word: START may stand before, END may follow.
        size: how many things may follow, the words and END.
        smoothing: added to every count, so that nothing is impossible.
    Returns:
        the chance; without smoothing 0 after a word that was never seen.
    """
    row = counts.get(before, {})
    total = sum(row.values()) + smoothing * size
    return (row.get(word, 0) + smoothing) / total if total else 0


def product(chances):
    """p(sentence) = p(x_1) p(x_2 | x_1) ...: the chain rule."""
    p = 1
    for chance in chances:
        p = p * chance
    return p


def perplexity(chances):
    """Among how many equally likely words one would be as unsure: the geometric mean of 1 / p.

    Args:
        chances: that of each word, all above 0.
    Returns:
        a float, 1 or more.
    Raises:
        ValueError: no word, or one that was thought impossible.
    """
    if not chances:
        raise ValueError("no words: a mean over nothing is not defined")
    if min(chances) <= 0:
        raise ValueError(f"word {chances.index(min(chances))} has the chance 0: the perplexity is infinite")
    return product([float(p) ** (-1 / len(chances)) for p in chances])
