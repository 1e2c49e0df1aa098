"""Task 13.6: the pointer of a copied word."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

copied_from = task("13.6", section="What the note asked, and what is still open", axes="t, f")


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


copied_from.wrong("does not divide by the chance of the word", " / parts.sum()", "",
    "Each row must sum to 1: divide the parts of a word by their sum.")
copied_from.wrong("divides each pointer by its sum over the words",
    " / parts.sum()", "", "return torch.stack(rows)", "return torch.stack(rows) / torch.stack(rows).sum(0)",
    "Each word was written by exactly one pointer: rows sum to 1.")
copied_from.wrong("takes a softmax of the parts", "parts / parts.sum()", "parts.softmax(0)",
    "The parts are chances: divide by their sum. A softmax gives something to a pointer that cannot be it.")
copied_from.wrong("takes the shares as if the last column were the vocabulary's",
    "torch.cat([written[None], (values == word).float()])",
    "torch.cat([(values == word).float(), written[None]])",
    "Column 0 of the shares is the vocabulary's, column f that of field f - 1.")
copied_from.wrong("leaves the vocabulary's share out",
    "rows.append", "parts[0] = written\n        rows.append",
    "Pointer 0 has a share as the others have.")
copied_from.wrong("chooses the likeliest pointer",
    "parts / parts.sum()", "(torch.arange(len(parts)) == parts.argmax()).float()",
    "A posterior is asked for, not a choice: every pointer that could have written the word keeps a part.")
copied_from.wrong("returns the shares", "torch.stack(rows)", "shares.clone()",
    "The word is known now. A pointer at a field that does not hold it has chance 0.")
copied_from.wrong("lets the vocabulary write every word with chance 1",
    "vocabulary[t, word]", "torch.tensor(1.0)",
    "Pointer 0 writes this word with the chance that stands in the vocabulary's row.")
copied_from.wrong("copies a word only if the vocabulary lacks it",
    "(values == word).float()", "(values == word).float() * (word >= V)",
    "A known word can be copied as well. Both ways count.")
copied_from.wrong("leaves the shares out", "shares[t] * ", "",
    "Each pointer's part is its share times the chance that it writes the word.")
copied_from.wrong("takes the last word of the vocabulary for a name that it lacks",
    "word < V", "word < V - 1",
    "The vocabulary has the words 0 to V - 1, the last one too: `word < V`.")
copied_from.wrong("lets only a field write a word that stands in one",
    "word < V", "word < V and word not in values",
    "The vocabulary can write it, too. Both ways count.")
copied_from.wrong("asks the vocabulary for names that it lacks",
    lambda words, values, shares, vocabulary: vocabulary[range(len(words)), words],
    "A word of V or more has no column in the vocabulary: pointer 0 writes it with chance 0.")
copied_from.wrong("copies from the first field that fits",
    "(values == word).float()", "(values == word) * ((values == word).cumsum(0) == 1)",
    "Two fields may hold the same word. Both could be the source.")
copied_from.wrong("shares a copied word out equally among the fields that fit",
    "rows.append",
    "fits = (values == word).float()\n"
    "        parts[1:] = parts[1:].sum() * fits / fits.sum().clamp(1)\n        rows.append",
    "Fields that fit keep the ratio of their shares.")
copied_from.wrong("divides a field's chance by how many fields fit",
    "(values == word).float()", "(values == word) / (values == word).sum().clamp(1)",
    "A pointer at a field writes the field's word for certain, whatever the others hold.")
copied_from.wrong("reads every word's chance in row 0 of the vocabulary",
    "vocabulary[t, word]", "vocabulary[0, word]",
    "Row t of the vocabulary belongs to word t.")
copied_from.wrong("takes row 0 of the shares for every word", "shares[t]", "shares[0]",
    "Row t of the shares belongs to word t.")
copied_from.wrong("looks for copies alone", "vocabulary[t, word] if word < V else ", "",
    "Column 0 is the vocabulary: a word that it holds may come from there.")
copied_from.wrong("puts the vocabulary last", "torch.stack(rows)", "torch.stack(rows).roll(-1, 1)",
    "Column 0 is the vocabulary, column f the field f - 1.")
