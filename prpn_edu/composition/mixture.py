"""Mixtures: a phrase vector from two word vectors, coordinate by coordinate.

All functions take any leading dimensions; the last axis holds the E coordinates.
`prpn_edu.loops.composition` holds the same ideas as plain loops.
"""

import torch
import torch.nn.functional as F
from torch import Tensor


def additive(u: Tensor, v: Tensor, a: float = 1.0, b: float = 1.0) -> Tensor:
    """The weighted sum p = a u + b v.

    With a = b it is symmetric, and a = b = 1/2 only halves the length of the plain sum.

    Args:
        u: (..., E), the first word.
        v: (..., E), the second word.
        a: the weight of the first word.
        b: the weight of the second word.
    Returns:
        (..., E).
    Raises:
        ValueError: vectors of different sizes.

    Source: Mitchell and Lapata (2010).
    """
    _check_sizes(u, v)
    return a * u + b * v


def multiplicative(u: Tensor, v: Tensor) -> Tensor:
    """The product of the coordinates, p_i = u_i v_i: what both words have is strengthened, all else is lost.

    Args:
        u: (..., E), the first word.
        v: (..., E), the second word.
    Returns:
        (..., E); symmetric.
    Raises:
        ValueError: vectors of different sizes.

    Source: Mitchell and Lapata (2010).
    """
    _check_sizes(u, v)
    return u * v


def dilation(u: Tensor, v: Tensor, stretch: float = 2.0) -> Tensor:
    """Stretch v along the direction of u: p = (u.u) v + (stretch - 1) (u.v) u. Not symmetric.

    Args:
        u: (..., E), the modifier.
        v: (..., E), what is modified.
        stretch: how much longer the part of v along u becomes; 1 leaves the direction of v as it is.
    Returns:
        (..., E), to be compared by direction: the formula multiplies all of v by u.u.
    Raises:
        ValueError: vectors of different sizes.

    Source: Mitchell and Lapata (2010).
    """
    _check_sizes(u, v)
    along = (u * v).sum(-1, keepdim=True)  # (..., 1)
    length = (u * u).sum(-1, keepdim=True)  # (..., 1)
    return length * v + (stretch - 1) * along * u


def fit_weights(u: Tensor, v: Tensor, phrases: Tensor) -> tuple[float, float]:
    """The a and b with the smallest squared error ``sum |p - a u - b v|^2``.

    Args:
        u: (J, E) or (E,), the first words; one word for all phrases is repeated.
        v: (J, E), the second words.
        phrases: (J, E), the vectors observed for the phrases.
    Returns:
        a and b; the shortest such pair if u and v are collinear.
    Raises:
        ValueError: vectors of different sizes, or another number of phrases than of words.
    """
    _check_sizes(u, v)
    if v.shape != phrases.shape:
        raise ValueError(f"words of shape {tuple(v.shape)} for phrases of shape {tuple(phrases.shape)}")
    words = torch.stack([u.expand_as(v).reshape(-1), v.reshape(-1)], 1)  # (J E, 2)
    a, b = (torch.linalg.pinv(words) @ phrases.reshape(-1)).tolist()
    return a, b


def cosine(u: Tensor, v: Tensor) -> Tensor:
    """The cosine of the angle between u and v: 1 for the same direction, 0 for nothing in common.

    Args:
        u: (..., E); broadcasts against v.
        v: (..., E).
    Returns:
        (...), in [-1, 1]; 0 where one of the two is the zero vector.
    Raises:
        ValueError: vectors of different sizes.
    """
    _check_sizes(u, v)
    return F.cosine_similarity(u, v, dim=-1)


def _check_sizes(u: Tensor, v: Tensor) -> None:
    if u.shape[-1:] != v.shape[-1:] or u.dim() == 0:
        raise ValueError(
            "two words of one space have equally many coordinates, "
            f"not shapes {tuple(u.shape)} and {tuple(v.shape)}"
        )
