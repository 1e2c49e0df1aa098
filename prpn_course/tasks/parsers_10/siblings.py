"""The siblings of the core tasks of chapter 10. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

from prpn_course.tasks.sibling import OF_LENGTHS, Sibling, inclusive, last_first, lengths


def percent(result: Tensor, *_) -> Tensor:
    """Shares as per cent."""
    return 100 * result


SIBLINGS = {
    "10.1": {
        "b": Sibling(
            "The claims of a tree, by first and last words",
            "claims",
            "(tree)",
            out=inclusive,
            without=("gives the last word",),
            words={"in place of its end": "in place of its last word", "end - start": "last - first + 1"},
        ),
        "c": Sibling(
            "The claims of a tree, by starts and lengths",
            "starts_and_lengths",
            "(tree)",
            out=lengths,
            without=("gives the length", "gives the last word"),
            own=OF_LENGTHS,
        ),
    },
    "10.2": {
        "b": Sibling(
            "F1, precision, recall",
            "f1_first",
            "(P, G)",
            out=lambda result, *_: result.roll(1),
        ),
        "c": Sibling(
            "Precision, recall, F1 in per cent",
            "scores_in_percent",
            "(P, G)",
            out=percent,
            words={
                "score 1": "score 100",
                "numbers are 1": "numbers are 100",
                "the F1 is 1": "the F1 is 100",
                "says 1": "says 100",
                "precision 1, recall .01": "precision 100, recall 1",
                "precision 1": "precision 100",
            },
        ),
    },
    "10.3": {
        "b": Sibling(
            "A vote a span, a vote a sentence",
            "corpus_first",
            "(hits, predicted, gold)",
            out=last_first,
            without=("exchanges the two",),
            words={"first average": "second average", "second average": "first average"},
        ),
        "c": Sibling(
            "A vote a sentence, a vote a span, from one table",
            "averages_of_table",
            "(counts)",
            given=lambda *case: (torch.stack(case, 1),),
            into=lambda counts: tuple(counts.unbind(1)),
        ),
    },
}
