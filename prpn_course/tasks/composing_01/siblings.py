"""The siblings of the core tasks of chapter 1. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import Sibling, turned


def rows_times(result: Tensor, first: float, second: float) -> Tensor:
    """Two rows, each times a number. What has no two rows by mistake stays as it is."""
    return result * torch.tensor([[first], [second]]) if result.dim() > 1 else result


def without_oneself(table: Tensor, *_) -> Tensor:
    """Zeros where a word meets itself."""
    return table - table.diag().diag()


def shares(table: Tensor, *_) -> Tensor:
    """Each row divided by its sum; a row of zeros stays."""
    return table / table.sum(1, keepdim=True).clamp(min=1)


SIBLINGS = {
    "1.1": {
        "b": Sibling(
            "A mean and a product",
            "mean_and_product",
            "(u, v)",
            out=lambda result, *_: rows_times(result, 0.5, 1),
            without=("takes the mean",),
            words={"Row 0 is the sum": "Row 0 is the mean"},
            own=(
                Misconception(
                    "halves the second word alone",
                    lambda right, u, v: torch.stack([u + v / 2, u * v]),
                    "Division goes before addition. What needs brackets?",
                ),
            ),
        ),
        "c": Sibling(
            "Two mixtures, one of them weighed",
            "weighed_mixtures",
            "(u, v, alpha)",
            given=lambda u, v: (u, v, 2.0 if len(u) % 2 else 0.5),
            into=lambda u, v, alpha: (alpha * u, v),
            out=lambda result, u, v, alpha: rows_times(result, 1, 1 / alpha),
            without=("takes the mean",),
            own=(
                Misconception(
                    "weighs both words",
                    lambda right, u, v, alpha: torch.stack([alpha * (u + v), u * v]),
                    "The weight is that of the first word alone.",
                ),
                Misconception(
                    "weighs the product, too",
                    lambda right, u, v, alpha: torch.stack([alpha * u + v, alpha * u * v]),
                    "The product has no weight.",
                ),
            ),
        ),
    },
    "1.2": {
        "b": Sibling(
            "Two adjectives act on nouns",
            "apply_both",
            "(A, B, nouns)",
            given=lambda A, nouns: (A, A.flip(0) + 1, nouns),
            into=lambda A, B, nouns: (A @ B, nouns),
            without=("uses the diagonal", "applies the matrix twice"),
            own=(
                Misconception(
                    "lets A act alone",
                    lambda right, A, B, nouns: nouns @ A.T,
                    "B acts first, on the noun itself; A acts on what comes of it.",
                ),
                Misconception(
                    "lets B act alone",
                    lambda right, A, B, nouns: nouns @ B.T,
                    "B acts first; A has to act on what comes of it.",
                ),
                Misconception(
                    "multiplies with both matrices as they lie, n B A",
                    lambda right, A, B, nouns: nouns @ B @ A,
                    "The rows of a matrix should meet the nouns: which way round must both lie?",
                ),
            ),
        ),
        "c": Sibling(
            "What an adjective changes",
            "change",
            "(A, nouns)",
            out=lambda result, A, nouns: result - nouns,
            without=("adds the noun",),
        ),
    },
    "1.3": {
        "b": Sibling(
            "Counting the company of others",
            "count_others",
            "(words, V)",
            out=without_oneself,
            without=("counts each word", "never lets two equal"),
            own=(
                Misconception(
                    "counts all pairs, of equal words as well",
                    lambda right, words, V: torch.outer(*2 * [torch.bincount(words, minlength=V).float()]),
                    "A word is never its own company: what must be different of the two places?",
                ),
            ),
        ),
        "c": Sibling(
            "Shares of company",
            "company_shares",
            "(words, V)",
            out=shares,
            without=("writes each pair twice",),
            own=(
                Misconception(
                    "divides a row of zeros by 0",
                    lambda right, *case: right(*case) / right(*case).sum(1, keepdim=True),
                    "A word without company has the total 0. Make it 1 before you divide.",
                ),
            ),
        ),
    },
    "1.5": {
        "b": Sibling(
            "Learning the matrix for rows",
            "fit_row_adjective",
            "(nouns, phrases, ridge)",
            out=turned,
            axes=("k", "i"),
            without=("returns the transpose",),
        ),
        "c": Sibling(
            "Learning the matrix from a mean",
            "fit_mean_adjective",
            "(nouns, phrases, ridge)",
            given=lambda nouns, phrases, ridge: (nouns, phrases, ridge / len(nouns)),
            into=lambda nouns, phrases, ridge: (nouns, phrases, ridge * len(nouns)),
            without=("takes the mean over the nouns", "takes the square"),
            own=(
                Misconception(
                    "divides the penalty's weight by the number of nouns",
                    lambda right, nouns, phrases, ridge: right(nouns, phrases, ridge / len(nouns) ** 2),
                    "Multiply the whole loss by J. What is the weight of the penalty then?",
                ),
            ),
        ),
    },
}
