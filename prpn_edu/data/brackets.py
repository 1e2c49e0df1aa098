"""One reader for every bracketed treebank: text in, `nltk.Tree` out, an exact complaint when it is wrong.

`nltk.Tree.fromstring` accepts unary and ternary nodes where a binary tree is promised, and splits tokens at
any Unicode space. Three trees of the Stanford treebank hold a no-break space *inside* a token
(`8\\xa01\\/2`), so a reader that splits there gets one word too many and every later word sits in the wrong
place. This one splits at ASCII white space only, reads the text once from left to right, and never guesses.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nltk import Tree

_TOKEN = re.compile(r"[()]|[^() \t\r\n\f\v]+")  # U+00A0 and its relatives are part of a token


class TreebankError(ValueError):
    """A treebank that cannot be read as what it claims to be: the message says where, why, and what to do."""

    def __init__(
        self, reason: str, cure: str, file: object, line: int | None = None, column: int | None = None
    ):
        self.reason, self.cure, self.file, self.line, self.column = reason, cure, str(file), line, column
        place = "".join(f", {name} {n}" for name, n in (("line", line), ("column", column)) if n is not None)
        super().__init__(f"{file}{place}: {reason}. {cure}")


@dataclass(frozen=True)
class Format:
    """What a treebank promises about its trees.

    Attributes:
        binary: every node above a word has exactly two children.
        labels: the labels that may occur, or None for any.
        wrapped: each tree stands in one more pair of brackets, `( (S ...) )`, without a label; it is dropped.
    """

    binary: bool = False
    labels: frozenset[str] | None = None
    wrapped: bool = False


PLAIN = Format()
SST = Format(binary=True, labels=frozenset("01234"))  # Stanford Sentiment Treebank, one tree a line
PTB = Format(wrapped=True)  # Penn Treebank .mrg files, a tree runs over several lines


@dataclass
class _Node:
    """A bracket that is still open."""

    start: int  # where its "(" stands in the text
    label: str | None
    children: list


def read_tree(text: str, form: Format = PLAIN, file: object = "<string>", line: int = 1) -> Tree:
    """The one tree that `text` holds.

    Args:
        text: a bracketed tree, such as `(3 (2 a) (3 (3 warm) (2 film)))`.
        form: what the tree must satisfy: `PLAIN`, `SST`, `PTB` or your own `Format`.
        file: a name for the error message.
        line: the line of `file` on which `text` begins, for the error message.
    Raises:
        TreebankError: the text is empty, unbalanced, goes on after the tree, or breaks the format.
    """
    trees = _scan(text, form, file, line)
    tree = next(trees, None)
    if tree is None:
        raise TreebankError("empty, a tree was expected here", "Delete the blank line.", file, line)
    if next(trees, None) is not None:
        raise TreebankError(
            "more than one tree",
            "Put each tree on a line of its own, or read it with read_trees.",
            file,
            line,
        )
    return tree


def read_trees(text: str, form: Format = PLAIN, file: object = "<string>") -> list[Tree]:
    """All trees in `text`, however they are spread over lines. Raises TreebankError as `read_tree` does."""
    return list(_scan(text, form, file, 1))


def read_lines(text: str, form: Format = PLAIN, file: object = "<string>") -> list[Tree]:
    """One tree for each line of `text`, so that a broken line is blamed itself and not the next one.

    Raises:
        TreebankError: as `read_tree`; a blank line is an error too, a newline at the very end is not.
    """
    lines = (
        text.removesuffix("\n").split("\n") if text else []
    )  # splitlines() would also split at U+0085 and U+2028
    return [read_tree(line, form, file, number) for number, line in enumerate(lines, start=1)]


def decode(raw: bytes, file: object) -> str:
    """The text of a UTF-8 file, whatever the platform's default encoding; a byte-order mark is dropped.

    Raises:
        TreebankError: the bytes are not UTF-8 (names the line).
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TreebankError("not UTF-8 text", "Save the file as UTF-8.", file, line) from error


def _scan(text: str, form: Format, file: object, first_line: int) -> Iterator[Tree]:
    """Yield each complete tree of `text`; a stack of open brackets, so deep trees need no recursion."""

    def fail(position: int, reason: str, cure: str) -> TreebankError:
        line = first_line + text.count("\n", 0, position)
        column = position - text.rfind(
            "\n", 0, position
        )  # rfind gives -1 on the first line: columns count from 1
        return TreebankError(reason, cure, file, line, column)

    stack: list[_Node] = []
    for match in _TOKEN.finditer(text):
        token, position = match.group(), match.start()
        if token == "(":
            if stack and stack[-1].label is None:
                if not (form.wrapped and len(stack) == 1):
                    raise fail(stack[-1].start, "bracket without a label", 'Write the label right after "(".')
                stack[-1].label = ""
            stack.append(_Node(position, None, []))
        elif token == ")":
            if not stack:
                raise fail(position, 'unbalanced: ")" closes nothing', 'Delete it, or add the missing "(".')
            node = stack.pop()
            problem = _problem(node, form, outermost=not stack)
            if problem:
                raise fail(node.start, *problem)
            # The extra outer bracket of the Penn Treebank holds one tree and says nothing.
            tree = Tree(node.label, node.children) if node.label else node.children[0]
            if stack:
                stack[-1].children.append(tree)
            else:
                yield tree
        elif not stack:
            raise fail(
                position, f"text outside any tree: {token!r}", "Delete it; words stand inside brackets."
            )
        elif stack[-1].label is None:
            stack[-1].label = token  # only the first token after "(" is a label: in (2 3) the word is 3
        else:
            stack[-1].children.append(token)
    if stack:
        cure = f'Add {len(stack)} ")" where the tree ends.'
        raise fail(stack[0].start, f'unbalanced: {len(stack)} "(" never closed', cure)


def _problem(node: _Node, form: Format, outermost: bool) -> tuple[str, str] | None:
    """(reason, cure) if the closed bracket breaks a rule, else None."""
    words = sum(isinstance(child, str) for child in node.children)
    count = len(node.children)
    if node.label is None:
        return "empty brackets", "Delete them, or write a label and a word."
    if node.label == "":
        one = outermost and count == 1 and not words
        fault = f"the outer bracket holds {count} parts where one tree is expected"
        return None if one else (fault, "Give each tree its own outer bracket.")
    if form.labels is not None and node.label not in form.labels:
        return f"label {node.label!r} is not one of {', '.join(sorted(form.labels))}", "Correct the label."
    if count == 0:
        return f"bracket ({node.label}) holds no word", "Write a word after the label."
    if words and count > 1:
        beside = f" beside {count - words} brackets" if count > words else ""
        reason = f"bracket ({node.label} ...) holds {words} words{beside}"
        return reason, "Give each word its own bracket and label."
    if form.binary and not words and count != 2:
        return f"bracket ({node.label} ...) has {count} children, two were expected", "Binarise the tree."
    return None
