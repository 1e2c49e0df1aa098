"""The second step of the first page: a remark whose brackets and words one drags, with what two models say.

    ```{prpn-hero} good but not funny
    ```

The models are those that come with the library: a Tree-LSTM, whose answer follows words and brackets, and a
bag of words, whose answer follows neither. Both answer every order and every tree when the book is built, so
that the page needs no Python; hero.js draws.
"""

import json
from html import escape
from itertools import permutations

from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book.explore.votes import CLASSES
from prpn_book.sphinx.fresh import depend_on_library
from prpn_book.views import tree_lstm, votes
from prpn_edu import shipped


def answers(words: list[str]) -> dict[str, dict[str, str]]:
    """Return what the Tree-LSTM says of every order of some words under every tree.

    Returns:
        the order, its words with a space between them, to heights of its gaps, "132", the highest cut first,
        to a digit for each node from left to right: word, gap, word ..., each a place in `votes.CLASSES`.
    """
    tree_lstm.install(shipped.tree_lstm())
    heights = list(permutations(range(1, len(words))))
    return {
        " ".join(order): {
            "".join(map(str, cuts)): "".join(
                map(str, tree_lstm.explore(" ".join(order), list(cuts), 0)["labels"])
            )
            for cuts in heights
        }
        for order in permutations(words)
    }


def bag(words: list[str]) -> str:
    """Return what the bag of words says of them, in any order."""
    votes.install(shipped.votes())
    return CLASSES[votes.explore(" ".join(words), 0, 0)["winner"]]


def without_scripts(words: list[str], bagged: str) -> str:
    """Return the same as a table: the trees over the words as they stand, and what is said of each."""
    found = [tree_lstm.explore(" ".join(words), list(cuts), 0) for cuts in permutations(range(1, len(words)))]
    said = {one["tree"]: CLASSES[one["labels"][one["root"] - 1]] for one in found}
    rows = "".join(
        f"<tr><th scope='row'>{escape(tree)}</th><td>{word}</td></tr>" for tree, word in said.items()
    )
    head = "<tr><th>brackets</th><th>a Tree-LSTM says</th></tr>"
    table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
    return f"<noscript>{table}<p>A bag of these words says: {bagged}.</p></noscript>"


class Hero(Directive):
    """The picture of the given words."""

    required_arguments, final_argument_whitespace = 1, True

    def run(self) -> list[nodes.Node]:
        """Ask both models, and let the page be read again when the library changes."""
        env, words = self.state.document.settings.env, self.arguments[0].split()
        if not 2 <= len(set(words)) == len(words) <= 5:
            raise self.error("the picture needs 2 to 5 different words")
        depend_on_library(env)
        bagged, static = bag(words), "../" * env.docname.count("/") + "_static/"
        told = {"words": words, "classes": CLASSES, "said": answers(words), "bag": bagged}
        return [
            nodes.raw(
                "",
                f'<link rel="stylesheet" href="{static}hero.css">'
                f'<div class="prpn-hero">{without_scripts(words, bagged)}'
                f'<script type="application/json">{json.dumps(told)}</script></div>'
                f'<script defer src="{static}hero.js"></script>',
                format="html",
            )
        ]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-hero", Hero)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
