"""Task 14.6: the pointer of a copied word."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


@task("14.6", section="Copying: a pointer into a given record", axes="t, f")
def copied_from(words, values, shares, vocabulary, fit=None, axis=-1):
    """The parts of each pointer at each word, divided by their sum along `axis`."""
    V = vocabulary.size(1)
    known = words < V
    written = torch.where(known, vocabulary.gather(1, words.clamp_max(V - 1)[:, None])[:, 0], 0.0)  # (T,)
    fits = (words[:, None] == values).float()  # (T, F)
    fits = fit(fits, known) if fit else fits
    parts = shares * torch.cat([written[:, None], fits], 1)  # (T, F + 1)
    return parts / parts.sum(axis, keepdim=True)


@copied_from.cases
def _(draw):
    """Words (T,), values (F,), shares (T, F + 1), vocabulary (T, V): words outside, few, many."""
    shares = real([[0.5, 0.25, 0.125, 0.125], [0.25, 0.5, 0.125, 0.125], [0.125, 0.25, 0.125, 0.5]])
    vocabulary = real([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]])
    yield torch.tensor([0, 3]), torch.tensor([3, 4, 3]), shares[:2], vocabulary
    vocabulary = real([[0.5, 0.5], [0.25, 0.75], [0.5, 0.5]])
    yield torch.tensor([0, 1, 2]), torch.tensor([1, 2, 1]), shares, vocabulary
    yield torch.tensor([0, 1]), torch.tensor([1, 0, 1]), shares[:2], real([[0.25] * 4, [0.5, 0.5, 0, 0]])
    yield torch.tensor([0, 1]), torch.tensor([1, 0, 1]), shares[:2], real([[1], [1]])
    for F, V, T in ((3, 4, 5), (2, 6, 4)):
        values = torch.cat([torch.tensor([1, V + 1]), draw.whole(0, V + 2, F - 2)])
        words = torch.cat([torch.tensor([1, V + 1, 0]), draw.whole(0, V, T - 3)])
        yield words, values, draw.simplex(T, F + 1), draw.simplex(T, V)


def shared_out(fits):
    """Each word's fields that fit, divided by how many fit."""
    return fits / fits.sum(1, keepdim=True).clamp_min(1)


copied_from.wrong("does not divide by the chance of the word", lambda *case: raw_parts(*case)).hint(
    "Each row must sum to 1: divide the parts of a word by their sum."
)
copied_from.wrong("divides each pointer by its sum over the words", axis=0).hint(
    "Each word was written by exactly one pointer: rows sum to 1."
)
copied_from.wrong(
    "chooses the likeliest pointer",
    lambda *case: torch.nn.functional.one_hot(copied_from(*case).argmax(-1), case[2].size(1)).float(),
).hint("A posterior is asked for, not a choice: every pointer that could have written the word keeps a part.")
copied_from.wrong("returns the shares", lambda words, values, shares, vocabulary: shares.clone()).hint(
    "The word is known now. A pointer at a field that does not hold it has chance 0."
)
copied_from.wrong(
    "lets the vocabulary write every word with chance 1",
    lambda *case: copied_from(*case[:3], torch.ones_like(case[3])),
).hint("Pointer 0 writes this word with the chance that stands in the vocabulary's row.")
copied_from.wrong(
    "copies a word only if the vocabulary lacks it", fit=lambda fits, known: fits * ~known[:, None]
).hint("A known word can be copied as well. Both ways count.")
copied_from.wrong(
    "leaves the shares out", lambda *case: copied_from(*case[:2], torch.ones_like(case[2]), case[3])
).hint("Each pointer's part is its share times the chance that it writes the word.")
copied_from.wrong(
    "takes the last word of the vocabulary for a name that it lacks",
    lambda *case: copied_from(*case[:3], case[3] * (torch.arange(case[3].size(1)) < case[3].size(1) - 1)),
).hint("The vocabulary has the words 0 to V - 1, the last one too: `word < V`.")
copied_from.wrong(
    "lets only a field write a word that stands in one",
    lambda *case: copied_from(*case[:3], unless_held(*case)),
).hint("The vocabulary can write it, too. Both ways count.")
copied_from.wrong(
    "asks the vocabulary for names that it lacks",
    lambda words, values, shares, vocabulary: vocabulary[range(len(words)), words],
).hint("A word of V or more has no column in the vocabulary: pointer 0 writes it with chance 0.")
copied_from.wrong(
    "copies from the first field that fits", fit=lambda fits, known: fits * (fits.cumsum(1) == 1)
).hint("Two fields may hold the same word. Both could be the source.")
copied_from.wrong(
    "shares a copied word out equally among the fields that fit",
    lambda words, values, shares, vocabulary: copied_from(
        words, values, levelled(words, values, shares), vocabulary
    ),
).hint("Fields that fit keep the ratio of their shares.")
copied_from.wrong(
    "divides a field's chance by how many fields fit", fit=lambda fits, known: shared_out(fits)
).hint("A pointer at a field writes the field's word for certain, whatever the others hold.")
copied_from.wrong(
    "reads every word's chance in row 0 of the vocabulary",
    lambda *case: copied_from(*case[:3], case[3][:1].expand_as(case[3])),
).hint("Row t of the vocabulary belongs to word t.")
copied_from.wrong(
    "takes row 0 of the shares for every word",
    lambda *case: copied_from(*case[:2], case[2][:1].expand_as(case[2]), case[3]),
).hint("Row t of the shares belongs to word t.")
copied_from.wrong(
    "looks for copies alone", lambda *case: copied_from(*case[:3], torch.zeros_like(case[3]))
).hint("Column 0 is the vocabulary: a word that it holds may come from there.")
copied_from.wrong("puts the vocabulary last", lambda *case: copied_from(*case).roll(-1, 1)).hint(
    "Column 0 is the vocabulary, column f the field f - 1."
)


def unless_held(words, values, _, vocabulary):
    """The vocabulary without the words that stand in a field, at each word."""
    return vocabulary * ~(words[:, None] == values).any(1, keepdim=True)


def raw_parts(words, values, shares, vocabulary):
    """The parts before they are divided."""
    known = torch.cat([vocabulary, torch.zeros(len(words), int(words.max()) + 1)], 1)
    written = known.gather(1, words[:, None])
    return shares * torch.cat([written, (words[:, None] == values).float()], 1)


def levelled(words, values, shares):
    """Shares in which the fields that fit a word have their mean."""
    fits = (words[:, None] == values).float()
    copied = (shares[:, 1:] * fits).sum(1, keepdim=True) * shared_out(fits)
    return torch.cat([shares[:, :1], copied], 1)
