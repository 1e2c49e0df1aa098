"""The siblings of the core tasks of chapter 13. Their texts and solutions stand in solutions/siblings."""

from torch import Tensor

from prpn_course.tasks.sibling import Sibling, logarithm, turned


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


SIBLINGS = {
    "13.1": {
        "b": Sibling(
            "A remark and a record, as logarithms",
            "log_joint",
            "(words, prior, shares, writes)",
            out=logarithm,
            without=("gives logarithms",),
            words={"their chances multiply": "their chances multiply, before any logarithm"},
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
