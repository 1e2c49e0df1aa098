"""The words that a language model knows: frequent ones, and classes that stand for the rest."""

from collections.abc import Iterable, Sequence

from nltk import Tree

from prpn_edu.data import Vocabulary

START, END = "<s>", "</s>"
NUMBER = "<N>"
# Endings that tell a good deal about an English word; with them the parser sees more than <unk>.
SUFFIXES = ("ing", "ed", "ly", "s", "er", "al", "ion", "ble", "ous", "ive", "ent", "ment", "an", "y")
_STEM = 3  # letters at least before a suffix


def build_vocabulary(
    sentences: Iterable[Sequence[str] | Tree], min_count: int = 1, suffixes: Sequence[str] = ()
) -> Vocabulary:
    """A vocabulary with <s> and </s>.

    Args:
        sentences: the training sentences only.
        min_count: words that occur less often are left out.
        suffixes: endings, such as `SUFFIXES`, each with an entry like `<-ing>` that stands for the rare words
            that end so; with them comes `<N>`, for rare words with digits, which `data.wsj` writes as N.
    """
    classes = (NUMBER, *map(_entry, suffixes)) if suffixes else ()
    return Vocabulary.build(sentences, min_count, extra_specials=(START, END, *classes))


def known_form(word: str, vocabulary: Vocabulary, suffixes: Sequence[str]) -> str:
    """The word itself if it is known, else its class, by the longest of the suffixes; else the word."""
    if not suffixes or word in vocabulary:
        return word
    if "N" in word:
        return NUMBER
    endings = [s for s in suffixes if word.endswith(s) and len(word) >= len(s) + _STEM]
    return _entry(max(endings, key=len)) if endings else word


def _entry(suffix: str) -> str:
    return f"<-{suffix}>"
