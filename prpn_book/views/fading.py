"""What is left of a word after the words that follow, in a recurrent network and in the memory of an LSTM.

Nothing is imported but other loops. Letters: R the matrix of a network with two units, r its spectral radius,
k the entry beside the diagonal, f a forget gate.
"""

from prpn_edu.loops.lstm import sigmoid, times

PATIENCE = 999  # words


def size(vector):
    """The length of a vector."""
    return sum(x * x for x in vector) ** 0.5


def powers(R, start, steps):
    """The lengths of start, R start, R R start, ...: steps + 1 numbers."""
    sizes, state = [size(start)], start
    for _ in range(steps):
        state = times(R, state)
        sizes.append(size(state))
    return sizes


def half_life(sizes):
    """After how many words no more than half of the first size is left, for good; None if it never is.

    "For good" counts as far as the sizes go, so their last ones should have found their way.
    """
    above = [n for n, left in enumerate(sizes) if 2 * left > sizes[0]]
    return None if above[-1] == len(sizes) - 1 else above[-1] + 1


def explore(words, radius, beside, bias):
    """What an explorer shows: what is left of the first word, in both.

    Args:
        words: two words or more.
        radius: the number on both places of the diagonal of R, 0 or more.
        beside: the entry of R to the right of the diagonal.
        bias: of the forget gate, when nothing else speaks to it.
    Returns:
        "network": the sizes after each word of what the first word put into the second unit; "memory": the
        powers of the forget gate; "gate": itself; "halves": the half-life of both, None from 999 words on.
    """
    R, f, later = [[radius, beside], [0, radius]], sigmoid(bias), len(words) - 1
    network = powers(R, [0, 1], PATIENCE) if radius < 1 else powers(R, [0, 1], later)
    memory = [f**n for n in range(PATIENCE + 1)]
    return {
        "network": network[: later + 1],
        "memory": memory[: later + 1],
        "gate": f,
        "halves": [half_life(network) if radius < 1 else None, half_life(memory)],
    }
