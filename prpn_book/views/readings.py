"""Two places to look at: the guess under each, the guesses added up, and what the next word tells.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.attention import softmax
from prpn_edu.loops.marginal import mixture, posterior

SCORES = [[1, -1, 0.5], [-1, 1, 0.5]]  # of three words under each of two limits, times `sure`


def explore(words, prior, sure, word, average):
    """What an explorer shows.

    Args:
        words: three words that may come next.
        prior: the chance of the first limit, from 0 to 1.
        sure: how far apart the scores of the words are, 0 or more.
        word: the place of the word that came, 0 to 2.
        average: whether the guess from averaged scores is asked for, too.
    Returns:
        "first", "second": the chances of the words under each limit; "sum": their mixture; "once": the
        softmax of the mean scores, None if it is not asked for; "law", "chance", "after": of the two limits,
        before the word, of the word, and after it.
    """
    law = [prior, 1 - prior]
    scores = [[sure * x for x in row] for row in SCORES]
    first, second = [softmax(row) for row in scores]
    chance = [first[word], second[word]]
    return {
        "first": first,
        "second": second,
        "sum": mixture(law, [first, second]),
        "once": softmax(mixture(law, scores)) if average else None,
        "law": law,
        "chance": chance,
        "after": posterior(law, chance),
    }
