"""A record and the remark that it writes, as plain loops: each word points at a field, or at none.

Nothing is imported and nothing rounds: fractions stay exact. The batched form is `prpn_edu.latent.records`;
the tests hold the two together.

A record is a tuple of values, one a field. A table belongs to each pointer: pointer 0 writes glue, pointer f
writes for field f, whose value is record[f - 1]. tables[0] goes from a word to its chance; tables[f] goes
from a value to such a dictionary.
"""


def row(pointer, record, tables):
    """The words that a pointer may write, with their chances."""
    return tables[pointer][record[pointer - 1]] if pointer else tables[0]


def word_chance(word, record, shares, tables):
    """p(word | record), the pointer summed out; shares[f] is the chance of pointer f at every word."""
    total = 0
    for pointer, share in enumerate(shares):
        total += share * row(pointer, record, tables).get(word, 0)
    return total


def joint(words, record, prior, shares, tables):
    """p(words, record): the record's chance, which is prior[record], times that of each word."""
    chance = prior[record]
    for word in words:
        chance *= word_chance(word, record, shares, tables)
    return chance


def marginal(words, prior, shares, tables):
    """p(words), all records summed out."""
    return sum(joint(words, record, prior, shares, tables) for record in prior)


def posterior(words, prior, shares, tables):
    """p(record | words) for every record, as a dictionary; extraction, in one division.

    Raises:
        ValueError: no record can write these words.
    """
    chances = {record: joint(words, record, prior, shares, tables) for record in prior}
    total = sum(chances.values())
    if total == 0:
        raise ValueError("no record can write these words")
    return {record: chance / total for record, chance in chances.items()}


def pointers(words, prior, shares, tables):
    """p(pointer of word t | words), the records summed out: a list of rows, one chance a pointer."""
    weights = posterior(words, prior, shares, tables)
    out = []
    for word in words:
        chances = [0] * len(shares)
        for record, weight in weights.items():
            if weight == 0:
                continue
            whole = word_chance(word, record, shares, tables)
            for pointer, share in enumerate(shares):
                part = share * row(pointer, record, tables).get(word, 0)
                chances[pointer] += weight * part / whole
        out.append(chances)
    return out


def forward(words, record, start, moves, end, tables):
    """p(words | record) where each pointer depends on the one before it: the sum over all ways to point.

    Args:
        words: a list, not empty.
        record: a tuple of values.
        start: start[a] is the chance that the first word is written by pointer a.
        moves: moves[a][b] is the chance that b follows a.
        end: end[a] is the chance that nothing follows a; it and the row of moves sum to 1.
        tables: as in this module's head.
    """
    reached = []
    for a, chance in enumerate(start):
        reached.append(chance * row(a, record, tables).get(words[0], 0))
    for word in words[1:]:
        after = []
        for b in range(len(start)):
            arriving = sum(reached[a] * moves[a][b] for a in range(len(start)))
            after.append(arriving * row(b, record, tables).get(word, 0))
        reached = after
    return sum(chance * last for chance, last in zip(reached, end))


def copy_mixture(word, values, shares, vocabulary):
    """p(word) when it is either taken from the vocabulary or copied from a field, the pointer summed out.

    Args:
        word: any word.
        values: the value of each field.
        shares: shares[0] is the chance of the vocabulary, shares[f] that of copying field f, whose value is
            values[f - 1].
        vocabulary: from a word to its chance; a word that it lacks can only be copied.
    """
    copied = sum(share for share, value in zip(shares[1:], values) if value == word)
    return shares[0] * vocabulary.get(word, 0) + copied
