"""Quizzes that one answers: an option is a fold with its feedback in the notebook, a radio button on a page.

    **1. The question?**

    <details><summary>An option.</summary>

    Right. The feedback; that of the right option begins with this word.

    </details>

What is said of an option stands in the page as base64, not for secrecy: a reader who looks at the source, or
searches the page, should not read the answer by accident. quiz.js shows it.
"""

import base64
import re

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

FOLD = re.compile(r"<details><summary>(.*?)</summary>|(</details>)", re.S)
QUESTION = re.compile(r"\d+\. ")
RIGHT = re.compile(r"Right[.,:;]")
HOW = "Open the option"  # how the notebook tells the reader to use its folds


class Quiz(nodes.General, nodes.Element):
    """A question with its options."""


class Question(nodes.General, nodes.TextElement):
    """What is asked."""


class Option(nodes.General, nodes.Element):
    """One option; `words` is its HTML, `right` whether it is the one. Its children are what is said of it."""


class Quizzes(SphinxTransform):
    """Turn the folds below "Quiz" into questions."""

    default_priority = 220

    def apply(self, **kwargs):
        """Visit the quiz of a page."""
        for section in list(self.document.findall(nodes.section)):
            if section.next_node(nodes.title).astext() == "Quiz":
                parts = list(section.children)
                section.children = []
                section.extend(grouped(parts, self.env.docname))


def grouped(parts: list[nodes.Node], page: str) -> list[nodes.Node]:
    """Return the parts of a section, those of each question as one.

    Raises:
        ExtensionError: a question has not exactly one right option.
    """
    done, quiz, option = [], None, None
    for part in parts:
        folds = list(FOLD.finditer(part.astext())) if isinstance(part, nodes.raw) else []
        for fold in folds:
            option = None if fold[2] else Option(words=fold[1])
            if option is not None:
                quiz.append(option)
        if folds:
            continue
        if option is not None:
            option["right"] = option.get("right", bool(RIGHT.match(part.astext())))
            option.append(part)
        elif isinstance(part, nodes.paragraph) and QUESTION.match(part.astext()):
            quiz = Quiz("", Question("", "", *part.children), number=len(done))
            done.append(quiz)
        elif not part.astext().startswith(HOW):
            done.append(part)
    for one in done:
        rights = [option["right"] for option in one.children[1:]] if isinstance(one, Quiz) else [True]
        if sum(rights) != 1:
            raise ExtensionError(
                f"{page}, quiz, {one.children[0].astext()!r}: {sum(rights)} options begin with 'Right'; "
                "exactly one must"
            )
    return done


def open_quiz(self, node):
    """Begin a question."""
    self.body.append('<fieldset class="prpn-quiz">')


def close_quiz(self, node):
    """End a question."""
    self.body.append("</fieldset>\n")


def open_question(self, node):
    """Begin what is asked."""
    self.body.append("<legend>")


def close_question(self, node):
    """End what is asked."""
    self.body.append("</legend>")


def open_option(self, node):
    """Write an option, and note where what is said of it begins."""
    radio = f'<input type="radio" name="quiz-{node.parent["number"]}">'
    self.body.append(f'<div class="option"><label>{radio} <span>{node["words"]}</span></label>')
    node["place"] = len(self.body)


def close_option(self, node):
    """Put what is said of it into an attribute."""
    said = ("+" if node["right"] else "-") + "".join(self.body[node["place"] :])
    coded = base64.b64encode(said.encode()).decode()
    self.body[node["place"] :] = [f'<div role="status" data-said="{coded}"></div></div>\n']


def setup(app):
    """Register; called by Sphinx."""
    app.add_node(Quiz, html=(open_quiz, close_quiz))
    app.add_node(Question, html=(open_question, close_question))
    app.add_node(Option, html=(open_option, close_option))
    app.add_transform(Quizzes)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
