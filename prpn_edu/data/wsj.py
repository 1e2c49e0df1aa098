"""The 3914 Wall Street Journal trees of the Penn Treebank in NLTK, filtered as parsers are tested on them.

Unsupervised parsing is scored on words only, so what a reader does not say must go: traces, punctuation and
the currency signs, by the list of 36 word tags in the published PRPN code (Shen et al., ICLR 2018). Words are
lower-cased and each run of digits becomes `N`. Nodes left without a word vanish, and a node left with one
child gives way to it.
"""

import re
import zipfile
from pathlib import Path

from nltk import Tree

from prpn_edu.data import brackets, fetch
from prpn_edu.data.brackets import TreebankError

SIZE = 3914
_PENN_WORD_TAGS = (
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH "
    "VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB"
)
WORD_TAGS = frozenset(_PENN_WORD_TAGS.split())
PUNCTUATION_TAGS = frozenset([",", ".", ":", "``", "''", "-LRB-", "-RRB-"])
CURRENCY_TAGS = frozenset(["$", "#"])
PARTS = ("train", "held-out")

_MEMBER = re.compile(r"treebank/combined/wsj_(\d{4})\.mrg")
_DIGITS = re.compile("[0-9]+")


def wsj(
    max_words: int | None = None,
    *,
    keep_punctuation: bool = False,
    keep_currency: bool = False,
    part: str | None = None,
    path: str | Path | None = None,
) -> list[Tree]:
    """The trees of the sample, filtered for unsupervised parsing, in the order of the newspaper files.

    Args:
        max_words: leave out sentences with more words than this; counted after filtering, as in "WSJ10".
        keep_punctuation: keep punctuation marks as words. Together with `keep_currency` only traces are
            removed.
        keep_currency: keep ``$`` and ``#`` as words.
        part: "held-out", the 20 newspaper files whose number ends in 9; "train", the others; None, all. The
            sample has no division of its own. Whole files: the sentences of an article share its words.
        path: a treebank.zip of your own; by default NLTK's, found or downloaded by `fetch.fetch("wsj")`.
    Returns:
        list of trees without unary chains: each node has two or more children, or is a tag over one word.
        Of a collapsed chain the topmost label stays, except above a word, where the tag stays.
    Raises:
        ValueError: `max_words` is not a positive number, or another `part`.
        TreebankError: a malformed tree, or not the 3914 trees of the sample.
        fetch.DataNotFoundError, fetch.ChecksumError: the file is nowhere to be had, or is not itself.
    """
    if max_words is not None and max_words < 1:
        raise ValueError(f"max_words must be 1 or more, not {max_words!r}")
    if part not in (None, *PARTS):
        raise ValueError(f"part must be None, {' or '.join(map(repr, PARTS))}, not {part!r}")
    tags = WORD_TAGS
    if keep_punctuation:
        tags |= PUNCTUATION_TAGS
    if keep_currency:
        tags |= CURRENCY_TAGS
    path = Path(path) if path is not None else fetch.fetch("wsj")
    filtered = (_keep_words(tree, tags) for number, tree in _read(path) if part in (None, part_of(number)))
    kept = [tree for tree in filtered if tree is not None]
    return [tree for tree in kept if max_words is None or len(tree.leaves()) <= max_words]


def part_of(number: int) -> str:
    """Which part the newspaper file wsj_<number> belongs to: every tenth file is held out."""
    return "held-out" if number % 10 == 9 else "train"


def _read(path: Path) -> list[tuple[int, Tree]]:
    """All trees of the archive, unfiltered, each with the number of its file."""
    trees: list[tuple[int, Tree]] = []
    try:
        with zipfile.ZipFile(path) as archive:
            for match in filter(None, map(_MEMBER.fullmatch, sorted(archive.namelist()))):
                place = f"{path}/{match[0]}"
                text = brackets.decode(archive.read(match[0]), place)
                trees += [(int(match[1]), tree) for tree in brackets.read_trees(text, brackets.PTB, place)]
    except zipfile.BadZipFile as error:
        raise TreebankError("not a zip archive", "Fetch the original: prpn-edu data wsj", path) from error
    if len(trees) != SIZE:
        raise TreebankError(
            f"{len(trees)} trees, NLTK's sample has {SIZE}", "Fetch the original: prpn-edu data wsj", path
        )
    return trees


def _keep_words(tree: Tree, tags: frozenset[str]) -> Tree | None:
    """The tree over the words whose tag is in `tags`, unary chains collapsed; None if no word is left."""
    if isinstance(tree[0], str):
        return Tree(tree.label(), [_DIGITS.sub("N", tree[0].lower())]) if tree.label() in tags else None
    children = [kept for child in tree if (kept := _keep_words(child, tags)) is not None]
    if not children:
        return None
    if len(children) > 1:
        return Tree(tree.label(), children)
    (only,) = children
    return only if isinstance(only[0], str) else Tree(tree.label(), list(only))
