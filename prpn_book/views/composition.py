"""What the explorer of an adjective shows: a matrix, three nouns, and what is learnt from some of them.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.composition import apply, ridge

DOG, CAT = [1, 5], [4, 0]  # of the lecture: how often each is said to run, and to bark


def explore(matrix, noun, seen, ridge_weight):
    """What an explorer shows of an adjective and three nouns: dog, cat and one more, in two coordinates.

    Args:
        matrix: of the adjective, two rows of two numbers.
        noun: the third noun.
        seen: how many of the three a learner has seen with their phrases.
        ridge_weight: the learner's penalty, >= 0.
    Returns:
        "nouns"; "made", what the matrix makes of each; "learnt", the matrix that `ridge` finds from those
        that were seen, None where many fit; "guesses", what it makes of each; "missed", the distance from its
        guess to the truth for each.
    """
    nouns = [DOG, CAT, noun]
    made = [apply(matrix, n) for n in nouns]
    try:
        learnt = ridge(nouns[:seen], made[:seen], ridge_weight)
    except ValueError:
        learnt = None
    guesses = [apply(learnt, n) for n in nouns] if learnt else []
    return {
        "nouns": nouns,
        "made": made,
        "learnt": learnt,
        "guesses": guesses,
        "missed": [sum((a - b) ** 2 for a, b in zip(*pair)) ** 0.5 for pair in zip(made, guesses)],
    }
