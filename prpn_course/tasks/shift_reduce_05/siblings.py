"""The siblings of the core tasks of chapter 5. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import OF_LENGTHS, Sibling, inclusive, last_first, lengths

LETTERS = "SRP"  # SHIFT, REDUCE, PAD
STEPS = torch.tensor([1, -1, 0])
OPENED = {
    "REDUCE": "OPEN",
    "REDUCEs": "OPENs",
    "shifts all words first and reduces at the end": "opens all brackets first, then writes the words",
    "That is the right-branching tree": "That is the left-branching tree",
    "A bracket is joined as soon as its two parts are there": "A bracket opens where its first word comes",
    "Between the parts only the left one is on the stack: there is nothing yet to join it with": (
        "The right part begins there. Where does the bracket over both parts begin"
    ),
    "The words are shifted, and nothing is ever joined. What comes after both parts of a bracket": (
        "The words are there, and no bracket ever opens. What comes before both parts of a bracket"
    ),
    "SHIFT takes the words from left to right. Which": "The words come from left to right. Which",
    "Which bracket is still open at the end": "Which bracket was never opened",
}


def mirrored(tree):
    """A tree with left and right exchanged at every node; twice is not at all."""
    return tree if isinstance(tree, str) else tuple(mirrored(part) for part in reversed(tree))


def spelt(actions: Tensor) -> tuple[str]:
    """A program as a word."""
    return ("".join(LETTERS[action] for action in actions.tolist()),)


def numbered(program: str) -> tuple[Tensor]:
    """And back."""
    return (torch.tensor([LETTERS.index(letter) for letter in program]),)


def made(word: Callable[[int], tuple], join: Callable[[tuple, tuple], tuple]) -> Callable:
    """A mistake: what the machine makes of words and joins, on its stack and in its list."""

    def brackets(right: Callable, actions: Tensor) -> Tensor:
        stack: list[tuple] = []
        found, words = [], 0
        for action in actions.tolist():
            if action:
                second, first = stack.pop(), stack.pop()
                stack.append(join(first, second))
                found.append(stack[-1])
            else:
                stack.append(word(words))
                words += 1
        return torch.tensor(found)

    return brackets


SIBLINGS = {
    "5.1": {
        "b": Sibling(
            "From a tree to its transitions, from the right",
            "right_transitions",
            "(tree)",
            given=lambda tree: (mirrored(tree),),
            into=lambda tree: (mirrored(tree),),
            without=("does the right part", "shifts all words"),
            words={"only the left one": "only the right one"},
        ),
        "c": Sibling(
            "From a tree to its openings",
            "openings",
            "(tree)",
            into=lambda tree: (mirrored(tree),),
            out=last_first,
            without=("puts REDUCE before", "exchanges the numbers"),
            words=OPENED,
        ),
    },
    "5.2": {
        "b": Sibling(
            "The height of the stack, from a word",
            "heights_of_word",
            "(program)",
            given=spelt,
            into=numbered,
            words={"0 is SHIFT": "S is SHIFT"},
        ),
        "c": Sibling(
            "The height of the stack, from steps",
            "heights_of_steps",
            "(steps)",
            given=lambda actions: (STEPS[actions],),
            into=lambda steps: (torch.tensor([2, 0, 1])[steps],),
            without=("lets REDUCE take two",),
            words={"0 is SHIFT": "1 is SHIFT"},
        ),
    },
    "5.3": {
        "b": Sibling(
            "The first and the last word of each bracket",
            "first_and_last",
            "(actions)",
            out=inclusive,
            without=("counts the last word",),
            words={"(i, i + 1)": "(i, i)"},
            own=(
                Misconception(
                    "goes one word further with each bracket",
                    made(lambda i: (i, i), lambda left, right: (left[0], right[1] + 1)),
                    "The bracket ends with the last word of its right part: nothing is added.",
                ),
            ),
        ),
        "c": Sibling(
            "The start and the length of each bracket",
            "starts_and_lengths",
            "(actions)",
            out=lengths,
            without=("counts the last word",),
            words={"(i, i + 1)": "(i, 1)"},
            own=(
                Misconception(
                    "takes the length of the right part for that of both",
                    made(lambda i: (i, 1), lambda left, right: (left[0], right[1])),
                    "The bracket has all words of both parts.",
                ),
                Misconception(
                    "gives the end of a bracket where its length is asked for",
                    made(lambda i: (i, 1), lambda left, right: (left[0], right[0] + right[1])),
                    "The second number says how many words there are, not where they end.",
                ),
                Misconception(
                    "begins the bracket where its right part begins",
                    made(lambda i: (i, 1), lambda left, right: (right[0], left[1] + right[1])),
                    "What comes off the stack first is the right part. Where does the left one begin?",
                ),
                Misconception(
                    "counts one word more with each bracket",
                    made(lambda i: (i, 1), lambda left, right: (left[0], left[1] + right[1] + 1)),
                    "The bracket has the words of both parts, and no other.",
                ),
                *OF_LENGTHS,
            ),
        ),
    },
    "5.4": {
        "b": Sibling(
            "One sentence through the machine, from a buffer",
            "compose_buffer",
            "(buffer, actions, A, B)",
            given=lambda x, actions, A, B: (x.flip(0), actions, A, B),
            into=lambda buffer, actions, A, B: (buffer.flip(0), actions, A, B),
            without=("takes the words from the end", "turns the vectors"),
        ),
        "c": Sibling(
            "One sentence through the machine, with one matrix",
            "compose_joined",
            "(x, actions, U)",
            given=lambda x, actions, A, B: (x, actions, torch.cat([A, B], 1)),
            into=lambda x, actions, U: (x, actions, *U.chunk(2, dim=1)),
            without=("multiplies from", "uses A for both"),
            words={"A left + B right": "U [left; right]"},
        ),
    },
}
