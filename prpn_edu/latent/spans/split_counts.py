"""The spans of SPLIT's trees of a whole text, counted at once and without making a tree.

All words of the text stand in one row, sentence after sentence, and all parts of all sentences that are as
deep as each other are cut at once.

Letters: N words; a part or span (start, end) holds the words start .. end-1 of the row.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from prpn_edu.latent.spans.classes import WordClasses
from prpn_edu.latent.spans.tables import LONGEST, PAIRS, SpanCounts


def split_spans(d: np.ndarray, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The spans of two words or more in the trees that `split.split` makes of each sentence's scores.

    Args:
        d: (N,), scores of the words of all sentences in a row.
        lengths: (B,), words of each sentence, N in all.
    Returns:
        starts and ends, in no order.
    """
    end = np.cumsum(lengths)
    start = end - lengths
    found: list[tuple[np.ndarray, np.ndarray]] = []
    while True:
        start, end = (bounds[end - start > 1] for bounds in (start, end))
        if len(start) == 0:
            break
        cut = _highest(d, start, end)
        inner = cut > start  # else (word, rest) is the part itself
        found += [(start, end), (cut[inner], end[inner])]
        start, end = np.concatenate([start, cut + 1]), np.concatenate([cut, end])
    nothing = (np.empty(0, dtype=int),) * 2
    starts, ends = (np.concatenate(bounds) for bounds in zip(nothing, *found, strict=True))
    return starts[ends - starts > 1], ends[ends - starts > 1]


def count_split(
    scores: Tensor, sentences: Sequence[Sequence[str]], classes: WordClasses, longest: int = LONGEST
) -> SpanCounts:
    """`count_spans` of the trees that SPLIT makes of scores.

    Args:
        scores: (N,), of the words of all sentences in a row.
        sentences: lists of words.
        classes: from words to classes.
        longest: words of the longest span that is counted.
    """
    lengths = np.array([len(words) for words in sentences])
    numbers = np.concatenate([classes.read(words) for words in sentences])  # with an end on both sides
    # Word k of the row is entry k + shift[k] of the numbers.
    shift = 1 + 2 * np.repeat(np.arange(len(lengths)), lengths)
    start, end = split_spans(scores.double().numpy(), lengths)
    short = end - start <= longest
    left = np.arange(len(shift))
    room = np.repeat(np.cumsum(lengths), lengths) - left  # words from here to the sentence's end
    every = [(left[room >= width], width) for width in range(2, longest + 1)]
    inside = _counted(numbers, shift, start[short], end[short], classes.size + 1)
    everywhere = sum(_counted(numbers, shift, some, some + width, classes.size + 1) for some, width in every)
    return SpanCounts(classes, torch.from_numpy(inside), torch.from_numpy(np.asarray(everywhere)))


def _highest(d: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The first of the highest words of each part, where no two parts overlap."""
    sizes = end - start
    begin = np.cumsum(sizes) - sizes
    places = np.repeat(start - begin, sizes) + np.arange(sizes.sum())
    values = d[places]
    best = np.repeat(np.maximum.reduceat(values, begin), sizes)
    return np.minimum.reduceat(np.where(values == best, places, len(d)), begin)


def _counted(
    numbers: np.ndarray, shift: np.ndarray, start: np.ndarray, end: np.ndarray, size: int
) -> np.ndarray:
    """How often each pair of classes stands around these spans, (4, C, C)."""
    first = start + shift[start]
    last = end - 1 + shift[start]
    at = {"before": first - 1, "first": first, "last": last, "after": last + 1}
    rows = [np.bincount(numbers[at[a]] * size + numbers[at[b]], minlength=size * size) for a, b in PAIRS]
    return np.stack(rows).reshape(len(PAIRS), size, size).astype(np.float64)
