"""Task 13.6: attention that writes behind one master gate and forgets behind another."""

import torch
from torch import Tensor

from prpn_course.builder import task
from prpn_course.draw import Draw, real


def weights(
    q: Tensor,
    k: Tensor,
    ahead: int = 1,
    root: float | None = None,
    over: int = -1,
    closed: float = float("-inf"),
    clean: bool = True,
) -> Tensor:
    """Attention (T, T) of each word to itself and the words before it."""
    hidden = torch.ones(len(q), len(k), dtype=torch.bool).triu(ahead)
    fit = (q @ k.T / (k.size(1) ** 0.5 if root is None else root)).masked_fill(hidden, closed)
    return torch.softmax(fit, over).nan_to_num() if clean else torch.softmax(fit, over)


@task("13.6", section="The same idea without recurrence", axes="t, unit")
def ordered_attention(
    q,
    k,
    v,
    forget,
    write,
    attend=weights,
    spread=lambda gate, chunk: gate.repeat_interleave(chunk, -1),
    written=lambda v, write, forget: v * write,
    left=lambda seen, forget, write: seen * forget,
):
    """Attention to the `written` values, and what is `left` of the sum."""
    chunk = v.size(1) // forget.size(1)
    forget, write = spread(forget, chunk), spread(write, chunk)
    return left(attend(q, k) @ written(v, write, forget), forget, write)


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


ordered_attention.wrong(
    "looks at later words, too", attend=lambda q, k: weights(q, k, ahead=len(q) + 1)
).hint("The sum runs over j <= t: later words get no weight.")
ordered_attention.wrong("does not look at the word itself", attend=lambda q, k: weights(q, k, ahead=0)).hint(
    "j <= t: word t is among them."
)
ordered_attention.wrong(
    "hides the word itself as well, so that the first word sees nothing",
    attend=lambda q, k: weights(q, k, ahead=0, clean=False),
).hint("`triu(1)` marks later words, `triu(0)` the word itself too: then row 0 is a softmax of nothing, nan.")
ordered_attention.wrong("looks one word ahead", attend=lambda q, k: weights(q, k, ahead=2)).hint(
    "The sum runs over j <= t: `triu(1)` marks all later words."
)
ordered_attention.wrong(
    "hides the earlier words, not the later ones",
    attend=lambda q, k: weights(q.flip(0), k.flip(0)).flip(0, 1),
).hint("Row t, column j: later words have j > t, above the diagonal. That is `triu`, not `tril`.")
ordered_attention.wrong(
    "sets products at later words to 0", attend=lambda q, k: weights(q, k, closed=0.0)
).hint("A product of 0 still has weight: e to the 0 is 1. Minus infinity has none.")
ordered_attention.wrong(
    "divides by the root after the softmax",
    attend=lambda q, k: weights(q, k, root=1) / k.size(1) ** 0.5,
).hint("Products are divided before the softmax, so that weights sum to 1.")
ordered_attention.wrong(
    "closes later words after the softmax and does not divide again",
    attend=lambda q, k: weights(q, k, ahead=len(q) + 1).tril(),
).hint("The weights of a step must sum to 1: mask the products before the softmax.")
ordered_attention.wrong("forgets the square root", attend=lambda q, k: weights(q, k, root=1)).hint(
    "Products are divided by the root of E, the length of a key."
)
ordered_attention.wrong(
    "divides by E instead of its root", attend=lambda q, k: weights(q, k, root=k.size(1))
).hint("The root of E.")
ordered_attention.wrong(
    "takes the root of H instead of E",
    lambda q, k, v, forget, write: ordered_attention(
        q, k, v, forget, write, attend=lambda q, k: weights(q, k, root=v.size(1) ** 0.5)
    ),
).hint("What is summed in q . k are E products. How long a value is makes no difference.")
ordered_attention.wrong("takes the softmax over the steps", attend=lambda q, k: weights(q, k, over=0)).hint(
    "Each step, a row, has weights that sum to 1."
)
ordered_attention.wrong("exchanges queries and keys", attend=lambda q, k: weights(k, q)).hint(
    "Row t is q_t with every k_j: q @ k.T."
)
ordered_attention.wrong(
    "gives neighbouring neurons the entries of different levels",
    spread=lambda gate, chunk: gate.repeat(1, chunk),
).hint("The first C neurons are level 0: `repeat_interleave`, not `repeat`.")
ordered_attention.wrong(
    "lets the reader's input gate decide, not the writer's",
    written=lambda v, write, forget: v,
    left=lambda seen, forget, write: seen * forget * write,
).hint("i~_j belongs to the word j that is written: multiply the values before the sum.")
ordered_attention.wrong(
    "lets the writer's forget gate decide, not the reader's",
    written=lambda v, write, forget: v * write * forget,
    left=lambda seen, forget, write: seen,
).hint("f~_t belongs to step t: it comes after the sum.")
ordered_attention.wrong(
    "exchanges the two gates", lambda q, k, v, forget, write: ordered_attention(q, k, v, write, forget)
).hint("The input gate meets the values, the forget gate the sum.")
ordered_attention.wrong(
    "forgets both gates", written=lambda v, write, forget: v, left=lambda seen, forget, write: seen
).hint("This is plain attention: multiply the values by i~_j, the sum by f~_t.")
ordered_attention.wrong("forgets the forget gate", left=lambda seen, forget, write: seen).hint(
    "After the sum, f~_t closes the low levels."
)
ordered_attention.wrong("forgets the input gate", written=lambda v, write, forget: v).hint(
    "Each value is multiplied by the input gate of its word."
)
