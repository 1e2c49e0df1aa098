"""The parser that comes with the library: a PRPN that learnt from plain text, and never saw a bracket.

Its weights lie in the package; it runs as the plain loop of `loops.prpn`, and needs no torch.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from prpn_edu import shipped
from prpn_edu.errors import UsageError
from prpn_edu.loops import prpn
from prpn_edu.loops.gates import split
from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.packed import read

if TYPE_CHECKING:
    from nltk import Tree

LABEL = "X"


@cache
def model() -> dict[str, Any]:
    """The weights as `loops.prpn.run` takes them, the "words" that it knows, and "about" its training."""
    return read(shipped.prpn())


def scores(sentence: str) -> tuple[list[str], list[float]]:
    """The words of a sentence, and how strongly each begins a new phrase.

    Args:
        sentence: as one types it, up to 20 words.
    Returns:
        n words, in small letters as the treebank writes them, and their n scores in [0, 1].
    Raises:
        UsageError: no word, or too many.
    Source: Shen et al. (2018), Neural Language Modeling by Jointly Learning Syntax and Lexicon, (11), (12).
    """
    wrong = problem(sentence, prpn.MOST)
    if wrong:
        raise UsageError(f"{sentence!r}: {wrong}")
    words = tokens(sentence)
    return words, prpn.run(model(), words, len(words))["d"][1:]


def parse(sentence: str) -> "Tree":
    """The binary tree that the shipped PRPN, which reads by attention alone, gives a sentence.

    It has read film remarks of a few hundred words (the toy treebank); words it does not know are all the
    same to it. To train one of your own: `prpn_edu.Prpn`.

    Args:
        sentence: as one types it, up to 20 words.
    Returns:
        a tree whose leaves are the words; every inner node is called "X". One word is a tree of its own.
    Raises:
        UsageError: no word, or too many.
    """
    from nltk import Tree  # here, so that a terminal needs nothing but Python for the scores

    def tree(part: Any) -> Any:
        return part if isinstance(part, str) else Tree(LABEL, [tree(child) for child in part])

    words, d = scores(sentence)
    return tree(split(d, words)) if len(words) > 1 else Tree(LABEL, words)
