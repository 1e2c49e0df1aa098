"""A machine that learnt to parse from a plain text, as `page.json` holds it, and its trees as plain loops.

The file is made by `prpn_edu.induce`. At each of some stages of its training there are four tables of spans
and a wall for each word: how strongly a new phrase begins with it. Words come as `prpn_edu.data.plain.form`
writes them. The file of real English holds a grammar besides (`experiments.english_grammar`). Nothing is
imported but other loops.

Letters: n words; V entries of the list of words; S stages; K classes, the end of a sentence is class K.
"""

from prpn_edu.loops import pcfg
from prpn_edu.loops.gates import split
from prpn_edu.loops.packed import UNKNOWN, read_matrix
from prpn_edu.loops.spans import PAIRS, best_tree, shares

FORMAT, VERSION = "prpn-edu page", 1
NUMBER, ANY_NUMBER = "N", "<N>"  # a word with a digit, and how it reads where no number is known
STEM = 3  # letters at least before an ending


def stage_of(page, stage=-1):
    """One stage of the machine, the last if none is named, as the other functions take it.

    Raises:
        ValueError: another file, or one of a later version.
    """
    if not isinstance(page, dict) or page.get("format") != FORMAT:
        raise ValueError("this is no page.json of prpn-edu induce")
    if page["version"] != VERSION:
        raise ValueError("another version of page.json than " + str(VERSION) + ": " + str(page["version"]))
    tables, grammar = page["stages"][stage]["tables"], page.get("grammar")
    return {
        "words": page["words"],
        "number": {word: k for k, word in enumerate(page["words"])},
        "endings": page["endings"],
        "classes": page["classes"],
        "tables": [read_matrix(tables[a + ", " + b]) for a, b in PAIRS],
        "walls": read_matrix(page["walls"])[stage],
        "grammar": None if grammar is None else pcfg.read(grammar),
    }


def entry(model, form, known=None):
    """The number of the entry that a word reads as: itself, a number, an ending, or unknown.

    Args:
        model: of `stage_of`.
        form: the word.
        known: how many entries, frequent words first, are known; others read as rare words do. None: all.
    """
    number = model["number"]
    if form in number and (known is None or number[form] < known):
        return number[form]
    if form == NUMBER and ANY_NUMBER in number:
        return number[ANY_NUMBER]
    found = [e for e in model["endings"] if form.endswith(e) and len(form) >= len(e) + STEM]
    return number["<-" + max(found, key=len) + ">"] if found else number[UNKNOWN]


def classes(model, forms):
    """The classes of n words with the end of a sentence on both sides, n + 2 numbers 0 .. K."""
    end = len(model["tables"][0]) - 1
    return [end] + [model["classes"][entry(model, form)] for form in forms] + [end]


def scores(model, forms):
    """n rows of n + 1 numbers: what the four tables say of each span of two words or more, added up."""
    numbers, n = classes(model, forms), len(forms)
    out = [[0.0] * (n + 1) for _ in forms]
    for start in range(len(forms) - 1):
        for end in range(start + 2, n + 1):
            for share in shares(model["tables"], numbers, start, end):
                out[start][end] += share
    return out


def walls(model, forms):
    """How strongly a new phrase begins with each word, n numbers; 0 is the mean of the text."""
    return [model["walls"][entry(model, form)] for form in forms]


def tree(model, forms, words):
    """The machine's tree, nested lists over the words."""
    return best_tree(scores(model, forms), words)[0]


def entries(model, forms):
    """The entries that n words read as where the grammar reads them: it knows the first ones of the list."""
    known = len(model["grammar"]["words"])
    return [entry(model, form, known) for form in forms]


def chances(model, forms):
    """The chance of each span by the grammar, which the model must have, n rows of n + 1 numbers."""
    return pcfg.span_chances(model["grammar"], entries(model, forms))


def last_tree(model, forms, words):
    """The tree that the machine ends with: by its grammar, where it has one, else by its tables."""
    if model["grammar"] is None:
        return tree(model, forms, words)
    return best_tree(chances(model, forms), words)[0]


def tree_of_walls(model, forms, words):
    """The tree of SPLIT, which the highest wall cuts first."""
    return split(walls(model, forms), words)
