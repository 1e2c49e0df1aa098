"""What comes with the package ready-made.

Learnt from the toy treebank: a PRPN (`experiments.page_prpn`), a Tree-LSTM (`experiments.page_sentiment`), an
LSTM (`experiments.page_lstm`), span tables that PRPNs taught (`experiments.page_spans`), a bag of words
(`experiments.page_votes`), and lists of words with a number each (`experiments.page_list`). Learnt from
American presidents' speeches: tables and a grammar (`experiments.english`, `experiments.english_grammar`).
"""

import json
from pathlib import Path
from typing import Any

LOOPS = Path(__file__).parent / "loops"
NAMES = ("prpn", "tree_lstm", "lstm", "spans", "votes", "word_list", "english")
PRPN, TREE_LSTM, LSTM, SPANS, VOTES, WORD_LIST, ENGLISH = (LOOPS / f"{name}.json" for name in NAMES)


def prpn() -> dict[str, Any]:
    """The PRPN's weights, packed, as `prpn_book.views.prpn.install` takes them."""
    return json.loads(PRPN.read_text("utf8"))


def tree_lstm() -> dict[str, Any]:
    """The Tree-LSTM's weights, packed, as `prpn_book.views.tree_lstm.install` takes them."""
    return json.loads(TREE_LSTM.read_text("utf8"))


def lstm() -> dict[str, Any]:
    """The LSTM's weights, packed, as `prpn_book.views.memory.install` takes them."""
    return json.loads(LSTM.read_text("utf8"))


def spans() -> dict[str, Any]:
    """Four tables and the class of each word, packed, as `prpn_book.views.spans.install` takes them."""
    return json.loads(SPANS.read_text("utf8"))


def votes() -> dict[str, Any]:
    """The votes of a bag of words, packed, as `prpn_book.views.votes.install` takes them."""
    return json.loads(VOTES.read_text("utf8"))


def word_list() -> dict[str, Any]:
    """Lists of words and a thousand remarks, as `prpn_book.views.word_list.install` takes them."""
    return json.loads(WORD_LIST.read_text("utf8"))


def english() -> dict[str, Any]:
    """The machine of real English and its grammar, as `prpn_book.views.english.install` takes them."""
    return json.loads(ENGLISH.read_text("utf8"))
