"""Looking back at memories, as plain loops over lists: weights from a question, then an average.

Nothing is imported. A vector is a list of numbers. The batched form is `prpn_edu.latent.memory_lstm`; the
tests hold the two together.

Letters: key the question of the step that looks back, h_i a memory, s_i its weight.
"""

EULER = 2.718281828459045


def softmax(scores):
    """Positive weights with sum 1, e^score in proportion; the largest score is taken off first."""
    top = max(scores)
    powers = [EULER ** (score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def fits(key, memories):
    """How each memory fits: h_i . key / sqrt(H)."""
    root = len(key) ** 0.5
    return [sum([a * b for a, b in zip(h, key)]) / root for h in memories]


def attend(key, memories):
    """The weight of each memory: softmax of h_i . key / sqrt(H). No memory, no weight.

    Source: note, section 2.1; the square root is the paper's.
    """
    return softmax(fits(key, memories)) if memories else []


def average(s, memories, size):
    """sum_i s_i h_i, a list of `size` numbers; zeros where there is no memory. Source: note, eq. (2)."""
    out = [0] * size
    for weight, memory in zip(s, memories):
        out = [a + weight * b for a, b in zip(out, memory)]
    return out
