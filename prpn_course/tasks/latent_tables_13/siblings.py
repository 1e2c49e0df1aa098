"""The siblings of the core tasks of chapter 13. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from prpn_course.draw import Draw, real
from prpn_course.task import Misconception
from prpn_course.tasks.latent_tables_13.chances import law
from prpn_course.tasks.sibling import OF_LOGARITHMS, Sibling, logarithm, turned


def words_first(words: Tensor, prior: Tensor, shares: Tensor, writes: Tensor) -> tuple[Tensor, ...]:
    """The table of the words with the words as its first axis."""
    return words, prior, shares, writes.permute(2, 0, 1)


def words_last(words: Tensor, prior: Tensor, shares: Tensor, writes: Tensor) -> tuple[Tensor, ...]:
    """And back."""
    return words, prior, shares, writes.permute(1, 2, 0)


def log_prior(words: Tensor, prior: Tensor, *more: Tensor) -> tuple[Tensor, ...]:
    """The prior as logarithms."""
    return words, prior.log(), *more


def prior(words: Tensor, logs: Tensor, *more: Tensor) -> tuple[Tensor, ...]:
    """And back."""
    return words, logs.exp(), *more


def long_remark(draw: Draw) -> Iterator[tuple]:
    """A remark whose chance is 0 in 32 bits."""
    yield draw.whole(0, 6, 80), *law(draw, 3, 3, 6)


def far_below_0(draw: Draw) -> Iterator[tuple]:
    """Logarithms of chances that are 0 in 32 bits."""
    yield real([-150, -151, -torch.inf, -152]), torch.tensor([[0, 0], [0, 1], [1, 0], [2, 1]]), 3


def multiplied(right: Callable, words: Tensor, prior: Tensor, shares: Tensor, writes: Tensor) -> Tensor:
    """The logarithm of a product."""
    return (prior * (shares[:, None] * writes[:, :, words]).sum(1).prod(-1)).log()


def pointers_as_logs(right: Callable, words: Tensor, prior: Tensor, shares: Tensor, writes: Tensor) -> Tensor:
    """Logarithms that are averaged over the pointers."""
    return prior.log() + sum(writes[:, :, word].log() @ shares for word in words)


def chances_first(right: Callable, log_joint: Tensor, *more) -> Tensor:
    """The posterior from chances."""
    chances = log_joint.exp()
    return right((chances / chances.sum()).log(), *more)


def logs_added(right: Callable, log_joint: Tensor, records: Tensor, K: int) -> Tensor:
    """Logarithms of the posterior, added up."""
    table = torch.zeros(records.shape[1], K)
    for f, values in enumerate(records.T):
        table[f].index_add_(0, values, log_joint.log_softmax(0))
    return table


SIBLINGS = {
    "13.1": {
        "b": Sibling(
            "A remark and a record, as logarithms",
            "log_joint",
            "(words, prior, shares, writes)",
            out=logarithm,
            without=("gives logarithms",),
            words={"their chances multiply": "their chances multiply, before any logarithm"},
            tolerance=1e-3,
            own=(
                Misconception(
                    "multiplies first, and takes the logarithm of a product that has become 0",
                    multiplied,
                    "A long remark has a chance that is 0 on a computer. Add logarithms from the start.",
                ),
                Misconception(
                    "takes the logarithms before it adds up the pointers",
                    pointers_as_logs,
                    "The chance of a word is a sum over the pointers. Take the logarithm of the sum.",
                ),
                Misconception(
                    "takes the prior as it is, and not its logarithm",
                    lambda right, words, prior, *more: right(words, prior, *more) - prior.log() + prior,
                    "The prior is a factor of the chance. What is added for it?",
                ),
                *OF_LOGARITHMS,
            ),
            more=long_remark,
            exact=True,
        ),
        "c": Sibling(
            "A remark and a record, a slice a word",
            "joint_of_slices",
            "(words, prior, shares, writes)",
            given=words_first,
            into=words_last,
        ),
    },
    "13.2": {
        "b": Sibling(
            "What the remark says of each field, a column a field",
            "field_columns",
            "(joint, records, K)",
            out=turned,
            axes=("k", "f"),
            without=("exchanges fields",),
            words={"row": "column", "rows": "columns", "columns": "rows"},
        ),
        "c": Sibling(
            "What the remark says of each field, from logarithms",
            "fields_from_logs",
            "(log_joint, records, K)",
            given=lambda joint, *more: (joint.log(), *more),
            into=lambda log_joint, *more: (log_joint.exp(), *more),
            without=("takes the softmax",),
            own=(
                Misconception(
                    "makes chances of the logarithms, which are 0 where these are far below 0",
                    chances_first,
                    "Which function makes chances of logarithms of any size, so that they sum to 1?",
                ),
                Misconception(
                    "adds up logarithms of the posterior",
                    logs_added,
                    "Chances are added up, not their logarithms.",
                ),
            ),
            more=far_below_0,
            exact=True,
        ),
    },
    "13.3": {
        "b": Sibling(
            "All ways to point, moves from columns to rows",
            "forward_from_columns",
            "(words, start, moves, writes)",
            given=lambda words, start, moves, writes: (words, start, moves.T, writes),
            into=lambda words, start, moves, writes: (words, start, moves.T, writes),
            words={
                "moves[a, b] leads": "moves[b, a] leads",
                "A row of moves": "A column of moves",
                "the rows of moves": "the columns of moves",
                "`(row @ moves) * writes[:, word]`": "first the moves, then the word",
            },
        ),
        "c": Sibling(
            "All ways to point, a row a word",
            "forward_by_words",
            "(words, start, moves, writes)",
            given=lambda words, start, moves, writes: (words, start, moves, writes.T),
            into=lambda words, start, moves, writes: (words, start, moves, writes.T),
            words={"writes[:, word]": "writes[word]"},
        ),
    },
    "13.4": {
        "b": Sibling(
            "A step of EM, a slice a word",
            "em_shares_of_slices",
            "(words, prior, shares, writes)",
            given=words_first,
            into=words_last,
        ),
        "c": Sibling(
            "A step of EM, the prior as logarithms",
            "em_shares_log_prior",
            "(words, log_prior, shares, writes)",
            given=log_prior,
            into=prior,
        ),
    },
}
