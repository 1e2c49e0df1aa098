"""Task 16.6: attention that writes behind one master gate and forgets behind another."""

from torch import Tensor

from prpn_course.builder import task
from prpn_course.draw import Draw, real

ordered_attention = task("16.6", section="What they score on real sentences", axes="t, neuron")


def gates(draw: Draw, T: int, m: int) -> tuple[Tensor, Tensor]:
    """f~, which rises to 1, and i~, which falls to 0."""
    return draw.simplex(T, m).cumsum(-1), 1 - draw.simplex(T, m).cumsum(-1)


@ordered_attention.cases
def _(draw):
    """Queries, keys (T, E), values (T, H), gates (T, m): by hand, random ones, one word, single neurons."""
    even = real([[0], [0]])
    values = real([[1, 2, 3, 4], [5, 6, 7, 8]])
    yield even, even, values, real([[0.5, 1], [0.25, 1]]), real([[0.5, 0], [1, 0.5]])
    for T, E, m, C in ((3, 2, 2, 2), (5, 3, 3, 2), (4, 4, 2, 3), (6, 1, 4, 1), (1, 2, 2, 2)):
        q, k, v = draw.normals((T, E), (T, E), (T, m * C))
        yield q, k, v, *gates(draw, T, m)


ordered_attention.wrong("looks at later words, too", ".masked_fill(later, -torch.inf)", "",
    "The sum runs over j <= t: later words get no weight.")
ordered_attention.wrong("does not look at the word itself", "triu(1)", "triu(0)", "a @", "a.nan_to_num() @",
    "j <= t: word t is among them.")
ordered_attention.wrong("hides the word itself as well, so that the first word sees nothing",
    "triu(1)", "triu(0)",
    "`triu(1)` marks later words, `triu(0)` the word itself too: then row 0 is a softmax of nothing, nan.")
ordered_attention.wrong("looks one word ahead", "triu(1)", "triu(2)",
    "The sum runs over j <= t: `triu(1)` marks all later words.")
ordered_attention.wrong("hides the earlier words, not the later ones", "triu(1)", "tril(-1)",
    "Row t, column j: later words have j > t, above the diagonal. That is `triu`, not `tril`.")
ordered_attention.wrong("sets products at later words to 0", "-torch.inf", "0.0",
    "A product of 0 still has weight: e to the 0 is 1. Minus infinity has none.")
ordered_attention.wrong("divides by the root after the softmax",
    " / k.size(1) ** 0.5", "", "a @", "a / k.size(1) ** 0.5 @",
    "Products are divided before the softmax, so that weights sum to 1.")
ordered_attention.wrong("closes later words after the softmax and does not divide again",
    ".masked_fill(later, -torch.inf)", "", "a @", "a.tril() @",
    "The weights of a step must sum to 1: mask the products before the softmax.")
ordered_attention.wrong("forgets the square root", " / k.size(1) ** 0.5", "",
    "Products are divided by the root of E, the length of a key.")
ordered_attention.wrong("divides by E instead of its root", " ** 0.5", "", "The root of E.")
ordered_attention.wrong("takes the root of H instead of E", "k.size(1)", "v.size(1)",
    "What is summed in q . k are E products. How long a value is makes no difference.")
ordered_attention.wrong("takes the softmax over the steps", "inf), dim=1", "inf), dim=0",
    "Each step, a row, has weights that sum to 1.")
ordered_attention.wrong("exchanges queries and keys", "q @ k.T", "k @ q.T",
    "Row t is q_t with every k_j: q @ k.T.")
ordered_attention.wrong("gives neighbouring neurons the entries of different levels",
    "repeat_interleave(C, dim=1)", "repeat(1, C)",
    "The first C neurons are level 0: `repeat_interleave`, not `repeat`.", times=2)
ordered_attention.wrong("lets the reader's input gate decide, not the writer's",
    "v * write.repeat_interleave(C, dim=1)", "v", "seen * forget", "seen * (forget * write)",
    "i~_j belongs to the word j that is written: multiply the values before the sum.")
ordered_attention.wrong("lets the writer's forget gate decide, not the reader's",
    "v * write", "v * (write * forget)", " * forget.repeat_interleave(C, dim=1)", "",
    "f~_t belongs to step t: it comes after the sum.")
ordered_attention.wrong("exchanges the two gates", "v * write", "v * forget", "seen * forget", "seen * write",
    "The input gate meets the values, the forget gate the sum.")
ordered_attention.wrong("forgets both gates",
    " * write.repeat_interleave(C, dim=1)", "", " * forget.repeat_interleave(C, dim=1)", "",
    "This is plain attention: multiply the values by i~_j, the sum by f~_t.")
ordered_attention.wrong("forgets the forget gate", " * forget.repeat_interleave(C, dim=1)", "",
    "After the sum, f~_t closes the low levels.")
ordered_attention.wrong("forgets the input gate", " * write.repeat_interleave(C, dim=1)", "",
    "Each value is multiplied by the input gate of its word.")
