"""Tasks 5.1, 5.2 and 5.3: a tree as a program of shifts and reductions, and back to its brackets."""

import torch

from prpn_course.builder import task

SHIFT, REDUCE, PAD = 0, 1, 2
LECTURE = ("I", ("loved", ("this", "movie")))
MIXED = (("the", "film"), ("was", ("very", "good")))
LEFT = ((("not", "bad"), "but"), "slow")


transitions = task("5.1", section="From a tree to its transitions", axes="k", in_page=True)


@transitions.cases
def _(draw):
    """Trees as nested pairs: two words, the chapter's, random ones, a single word."""
    yield from (("good", "film"), LECTURE, LEFT, MIXED, *map(draw.tree, (3, 6, 9)), "film")


transitions.wrong("forgets the REDUCE that joins the two parts", ", REDUCE]", "]",
    "The words are shifted, and nothing is ever joined. What comes after both parts of a bracket?")
transitions.wrong("shifts all words first and reduces at the end", lambda tree: sorted(transitions(tree)),
    "That is the right-branching tree, whatever came in. A bracket is joined as soon as its two parts are "
    "there.")
transitions.wrong("puts REDUCE before its two parts",
    "*transitions(left), *transitions(right), REDUCE", "REDUCE, *transitions(left), *transitions(right)",
    "REDUCE joins what lies on the stack. When do the two parts lie there?")
transitions.wrong("puts REDUCE between its two parts",
    "*transitions(right), REDUCE", "REDUCE, *transitions(right)",
    "Between the parts only the left one is on the stack: there is nothing yet to join it with.")
transitions.wrong("does the right part before the left part",
    "*transitions(left), *transitions(right)", "*transitions(right), *transitions(left)",
    "SHIFT takes the words from left to right. Which part holds the first words?")
transitions.wrong("forgets the REDUCE of the whole sentence", lambda tree: transitions(tree)[:-1] or [SHIFT],
    "Count: n words need n - 1 REDUCEs. Which bracket is still open at the end?")
transitions.wrong("exchanges the numbers of SHIFT and REDUCE", "[SHIFT]", "[REDUCE]", ", REDUCE]", ", SHIFT]",
    "0 is SHIFT and 1 is REDUCE, so every list begins with 0.")


def program(tree, *padding):
    """The transitions of a tree (2T - 1,), and those that fill them up."""
    return torch.tensor([*transitions(tree), *padding])


stack_heights = task("5.2", section="From a tree to its transitions", axes="k")


@stack_heights.cases
def _(draw):
    """Programs (K,) of 0, 1 and 2: the chapter's, one with padding, random ones, a single word."""
    yield from (program(LECTURE), program(MIXED, PAD, PAD))
    yield from (program(draw.tree(n), *[PAD] * n) for n in (3, 5, 8))
    yield torch.tensor([SHIFT])


stack_heights.wrong("lets REDUCE take two parts off and put nothing back", "height -= 1", "height -= 2",
    "Two parts go, and one node comes. How much lower is the stack?")
stack_heights.wrong("exchanges SHIFT and REDUCE", "== SHIFT", "== REDUCE", "== REDUCE", "== SHIFT",
    "0 is SHIFT, and makes it higher.")
stack_heights.wrong("forgets that a REDUCE lowers the stack", "height -= 1", "pass",
    "Two parts become one. At the end of a sentence the stack must hold one part alone.")
stack_heights.wrong("counts PAD as a REDUCE", "elif action == REDUCE", "else",
    "A finished sentence waits: PAD leaves its stack as it is.")
stack_heights.wrong("counts PAD as a SHIFT", "== SHIFT", "!= REDUCE",
    "PAD is no word. It puts nothing on the stack.")
stack_heights.wrong("gives the height before each action, not after it",
    "torch.tensor(heights)", "torch.tensor([0, *heights[:-1]])",
    "After the first SHIFT the stack holds one part: which entry says so?")
stack_heights.wrong("gives the change of the height, not the height",
    lambda actions: torch.tensor([1, -1, 0])[actions],
    "Each entry needs all the actions before it as well: add them up.")


spans = task("5.3", section="From a tree to its transitions", axes="reduce, end", in_page=True)


@spans.cases
def _(draw):
    """Programs (2n - 1,) of 0 and 1, n >= 2: the chapter's trees, random ones, two words."""
    trees = (LECTURE, MIXED, LEFT, *map(draw.tree, (3, 6, 9)), ("good", "film"))
    yield from map(program, trees)


spans.wrong("takes the first part that comes off the stack for the left one",
    "right = stack", "left = stack", "left = stack", "right = stack",
    "What was put on last lies on top. Which part was put on last, the left or the right one?")
spans.wrong("counts the last word of a bracket instead of the word after it",
    "stack[-1]", "(left[0], right[1] - 1)",
    "Spans end just before their second number: two words at 0 and 1 make (0, 2).")
spans.wrong("counts the last word instead of the word after it in brackets, but not in words",
    "(left[0], right[1])", "(left[0], right[1] - 1)",
    "A word is (i, i + 1). The node over two parts takes its end from the right one as it is.")
spans.wrong("sorts the brackets", "tensor(brackets)", "tensor(sorted(brackets))",
    "The right brackets in another order: list each when it is made.")
spans.wrong("counts the words from 1", "[], [], 0", "[], [], 1",
    "The word at position i is the span (i, i + 1), and the first word is at position 0.")
spans.wrong("joins the two oldest parts of the stack instead of the two newest",
    "right = stack.pop()\n            left = stack.pop()", "left, right = stack.pop(0), stack.pop(0)",
    "A stack gives back what was put on last. Do not take from its bottom.")
spans.wrong("lists the brackets from the root down", "tensor(brackets)", "tensor(brackets[::-1])",
    "List each bracket when it is made. Which one is made last?")
spans.wrong("gives the right part in place of the bracket over both parts", "stack[-1]", "right",
    "The new bracket begins where its left part begins.")


def machine(words, actions, node):
    """The stack when the program has ended; `node` joins the two parts that are taken off."""
    buffer, stack = list(words)[::-1], []
    for action in actions.tolist():
        if action == SHIFT:
            stack.append(buffer.pop())
        elif action == REDUCE:
            right, left = stack.pop(), stack.pop()
            stack.append(node(left, right))
    return stack
