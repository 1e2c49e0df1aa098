"""Lexical functions: a noun is a vector, an adjective is a matrix, and the phrase is their product.

The matrix of an adjective is learnt from phrases that were observed: least squares with a ridge penalty. The
plain loops are `prpn_edu.loops.composition`.

Source: Baroni and Zamparelli (2010).
"""

from typing import Self

import torch
from torch import Tensor

from prpn_edu.composition.mixture import cosine


class LexicalFunction:
    """The matrix of one adjective.

    Attributes:
        matrix: (E, E), row: coordinate of the phrase, column: coordinate of the noun.
    """

    def __init__(self, matrix: Tensor):
        if matrix.dim() != 2:
            raise ValueError(
                f"an adjective is a matrix, with two axes, not a tensor of shape {tuple(matrix.shape)}"
            )
        self.matrix = matrix

    def __call__(self, nouns: Tensor) -> Tensor:
        """The phrases p = A n for nouns (..., E), one in each row: (..., E)."""
        if nouns.shape[-1] != self.matrix.shape[1]:
            raise ValueError(
                f"the matrix takes nouns with {self.matrix.shape[1]} coordinates, "
                f"these have shape {tuple(nouns.shape)}"
            )
        return nouns @ self.matrix.T  # the nouns are rows here, columns in the equation

    @classmethod
    def fit(cls, nouns: Tensor, phrases: Tensor, ridge: float = 0.0) -> Self:
        """The matrix A with the smallest ``sum_j |p_j - A n_j|^2 + ridge |A|^2``.

        Args:
            nouns: (J, E), the nouns that were seen with the adjective.
            phrases: (J, E), phrases[j] is the vector observed for the adjective with nouns[j].
            ridge: weight of the penalty, >= 0. With 0 and fewer nouns than dimensions many matrices fit the
                phrases exactly; the one with the smallest ``|A|`` is taken.
        Raises:
            ValueError: no noun, not one phrase for each noun, or a negative penalty.

        Source: the lecture, "Learning adjective matrices". Baroni and Zamparelli (2010) use partial least
        squares where we use a penalty.
        """
        _check_examples(nouns, phrases, ridge)
        U, s, Vh = torch.linalg.svd(nouns, full_matrices=False)
        # A direction that no noun has, up to rounding, must not be divided by.
        noise = s.max() * max(nouns.shape) * torch.finfo(s.dtype).eps
        shrunk = torch.where(s > noise, s / (s * s + ridge), 0.0)  # (R,)
        X = Vh.T @ (shrunk[:, None] * (U.T @ phrases))  # (E, E)  N X = P, nearly
        return cls(X.T)


def leave_one_out(nouns: Tensor, phrases: Tensor, ridge: float = 0.0) -> Tensor:
    """Predict each phrase with a matrix that has seen all nouns but this one.

    Args:
        nouns: (J, E), J >= 2.
        phrases: (J, E).
        ridge: weight of the penalty, >= 0.
    Returns:
        (J, E), row j from the matrix fitted to the other rows.
    Raises:
        ValueError: fewer than two nouns.
    """
    if len(nouns) < 2:
        raise ValueError(f"to leave one noun out takes two or more, not {len(nouns)}")
    everyone = torch.arange(len(nouns), device=nouns.device)
    predicted = []
    for j, noun in enumerate(nouns):
        others = everyone != j
        predicted.append(LexicalFunction.fit(nouns[others], phrases[others], ridge)(noun))
    return torch.stack(predicted)


def nearest(predicted: Tensor, candidates: Tensor, but: int | None = None) -> int:
    """The row of the candidate with the most similar direction.

    Args:
        predicted: (E,).
        candidates: (K, E).
        but: a row to pass over, such as the observed phrase itself.
    Returns:
        its number; the first one of equals.
    """
    similar = cosine(predicted, candidates)  # (K,)
    if but is not None:
        similar = similar.index_fill(0, torch.tensor([but], device=similar.device), -2.0)
    return int(similar.argmax())


def relative_error(predicted: Tensor, observed: Tensor) -> float:
    """The squared error ``sum |p - o|^2`` as a share of ``sum |o|^2``: 0 is perfect, 1 as bad as silence.

    Raises:
        ValueError: tensors of different shapes, or observations that are all 0.
    """
    if predicted.shape != observed.shape:
        raise ValueError(f"shapes {tuple(predicted.shape)} and {tuple(observed.shape)} differ")
    size = (observed**2).sum().item()
    if size == 0:
        raise ValueError("the observed vectors are all 0, so no error can be set in relation to them")
    return ((predicted - observed) ** 2).sum().item() / size


def _check_examples(nouns: Tensor, phrases: Tensor, ridge: float) -> None:
    if nouns.dim() != 2 or phrases.dim() != 2 or len(nouns) != len(phrases) or len(nouns) == 0:
        raise ValueError(
            "expected one phrase for each noun, as rows of two matrices, "
            f"not shapes {tuple(nouns.shape)} and {tuple(phrases.shape)}"
        )
    if ridge < 0:
        raise ValueError(f"a penalty must be 0 or more, not {ridge}")
