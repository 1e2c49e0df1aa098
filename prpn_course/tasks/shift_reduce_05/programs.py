"""Tasks 5.1, 5.2 and 5.3: a tree as a program of shifts and reductions, and back to its brackets."""

import torch

from prpn_course.builder import task

SHIFT, REDUCE, PAD = 0, 1, 2
LECTURE = ("I", ("loved", ("this", "movie")))
MIXED = (("the", "film"), ("was", ("very", "good")))
LEFT = ((("not", "bad"), "but"), "slow")


def parts_first(left, right):
    """The actions of a bracket, from those of its two parts."""
    return [*left, *right, REDUCE]


def program(tree, put=parts_first):
    """The transitions of a tree as a list."""
    return [SHIFT] if isinstance(tree, str) else put(*(program(part, put) for part in tree))


@task("5.1", section="From a tree to its transitions", axes="k", in_page=True)
def transitions(tree, put=parts_first):
    """`put` makes the actions of a bracket of those of its two parts."""
    return torch.tensor(program(tree, put))


@transitions.cases
def _(draw):
    """Trees as nested pairs: two words, the chapter's, random ones, a single word."""
    yield from (("good", "film"), LECTURE, LEFT, MIXED, *map(draw.tree, (3, 6, 9)), "film")


transitions.wrong("shifts all words first and reduces at the end", lambda tree: sorted(program(tree))).hint(
    "That is the right-branching tree, whatever came in. A bracket is joined as soon as its two parts are "
    "there."
)
transitions.wrong("puts REDUCE before its two parts", put=lambda left, right: [REDUCE, *left, *right]).hint(
    "REDUCE joins what lies on the stack. When do the two parts lie there?"
)
transitions.wrong("puts REDUCE between its two parts", put=lambda left, right: [*left, REDUCE, *right]).hint(
    "Between the parts only the left one is on the stack: there is nothing yet to join it with."
)
transitions.wrong(
    "does the right part before the left part", put=lambda left, right: [*right, *left, REDUCE]
).hint("SHIFT takes the words from left to right. Which part holds the first words?")
transitions.wrong(
    "forgets the REDUCE of the whole sentence", lambda tree: program(tree)[:-1] or [SHIFT]
).hint("Count: n words need n - 1 REDUCEs. Which bracket is still open at the end?")
transitions.wrong("exchanges the numbers of SHIFT and REDUCE", lambda tree: 1 - transitions(tree)).hint(
    "0 is SHIFT and 1 is REDUCE, so every list begins with 0."
)


@task("5.2", section="From a tree to its transitions", axes="k")
def stack_heights(actions, changes=(1, -1, 0)):
    """`changes` says by how much SHIFT, REDUCE and PAD change the height."""
    return torch.tensor(changes)[actions].cumsum(0)


@stack_heights.cases
def _(draw):
    """Programs (K,) of 0, 1 and 2: the chapter's, one with padding, random ones, a single word."""
    yield from map(torch.tensor, (program(LECTURE), [*program(MIXED), PAD, PAD]))
    yield from (torch.tensor([*program(draw.tree(n)), *[PAD] * n]) for n in (3, 5, 8))
    yield torch.tensor([SHIFT])


stack_heights.wrong("lets REDUCE take two parts off and put nothing back", changes=(1, -2, 0)).hint(
    "Two parts go, and one node comes. How much lower is the stack?"
)
stack_heights.wrong("exchanges SHIFT and REDUCE", changes=(-1, 1, 0)).hint("0 is SHIFT, and makes it higher.")
stack_heights.wrong("forgets that a REDUCE lowers the stack", changes=(1, 0, 0)).hint(
    "Two parts become one. At the end of a sentence the stack must hold one part alone."
)
stack_heights.wrong("counts PAD as a REDUCE", changes=(1, -1, -1)).hint(
    "A finished sentence waits: PAD leaves its stack as it is."
)
stack_heights.wrong("counts PAD as a SHIFT", changes=(1, -1, 1)).hint(
    "PAD is no word. It puts nothing on the stack."
)
stack_heights.wrong(
    "gives the height before each action, not after it",
    lambda actions: torch.cat([torch.zeros(1), stack_heights(actions)[:-1]]),
).hint("After the first SHIFT the stack holds one part: which entry says so?")
stack_heights.wrong(
    "gives the change of the height, not the height", lambda actions: torch.tensor([1, -1, 0])[actions]
).hint("Each entry needs all the actions before it as well: add them up.")


def newest(stack):
    """Take the left and the right child off the stack: what was put on last is the right one."""
    right, left = stack.pop(), stack.pop()
    return left, right


def newest_first(stack):
    """A mistake: take what comes off first for the left child."""
    return stack.pop(), stack.pop()


def oldest(stack):
    """A mistake: take both children from the bottom of the stack."""
    return stack.pop(0), stack.pop(0)


def machine(words, actions, node, take=newest):
    """The stack when the program has ended; `node` joins the two parts that are taken off."""
    buffer, stack = list(words)[::-1], []
    for action in actions.tolist():
        if action == SHIFT:
            stack.append(buffer.pop())
        elif action == REDUCE:
            stack.append(node(*take(stack)))
    return stack


def over(left, right):
    """The bracket over two brackets that stand side by side."""
    return left[0], right[1]


@task("5.3", section="From a tree to its transitions", axes="reduce, end")
def spans(actions, take=newest, tell=over, put=over):
    """What `tell` says of each two parts that are joined, in order; `put` makes what goes on the stack."""
    told = []

    def node(left, right):
        told.append(tell(left, right))
        return put(left, right)

    machine([(t, t + 1) for t in range((len(actions) + 1) // 2)], actions, node, take)
    return torch.tensor(told)


@spans.cases
def _(draw):
    """Programs (2n - 1,) of 0 and 1, n >= 2: the chapter's trees, random ones, two words."""
    trees = (LECTURE, MIXED, LEFT, *map(draw.tree, (3, 6, 9)), ("good", "film"))
    yield from map(transitions, trees)


spans.wrong("takes the first part that comes off the stack for the left one", take=newest_first).hint(
    "What was put on last lies on top. Which part was put on last, the left or the right one?"
)
spans.wrong(
    "counts the last word of a bracket instead of the word after it",
    lambda actions: spans(actions) - torch.tensor([0, 1]),
).hint("Spans end just before their second number: two words at 0 and 1 make (0, 2).")
spans.wrong(
    "counts the last word instead of the word after it in brackets, but not in words",
    tell=lambda left, right: (left[0], right[1] - 1),
    put=lambda left, right: (left[0], right[1] - 1),
).hint("A word is (i, i + 1). The node over two parts takes its end from the right one as it is.")
spans.wrong("sorts the brackets", lambda actions: torch.tensor(sorted(spans(actions).tolist()))).hint(
    "The right brackets in another order: list each when it is made."
)
spans.wrong("counts the words from 1", lambda actions: spans(actions) + 1).hint(
    "The word at position i is the span (i, i + 1), and the first word is at position 0."
)
spans.wrong("joins the two oldest parts of the stack instead of the two newest", take=oldest).hint(
    "A stack gives back what was put on last. Do not take from its bottom."
)
spans.wrong("lists the brackets from the root down", lambda actions: spans(actions).flip(0)).hint(
    "List each bracket when it is made. Which one is made last?"
)
spans.wrong(
    "gives the right part in place of the bracket over both parts", tell=lambda left, right: right
).hint("The new bracket begins where its left part begins.")
