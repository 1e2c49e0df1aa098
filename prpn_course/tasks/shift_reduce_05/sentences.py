"""Tasks 5.4, 5.5, 5.6 and 5.9: one sentence through the machine, a batch of them, and a gradient back."""


import torch
from torch.nn.utils.rnn import pad_sequence

from prpn_course.builder import task
from prpn_course.tasks.shift_reduce_05.programs import (
    LECTURE,
    LEFT,
    MIXED,
    PAD,
    REDUCE,
    machine,
    program,
)


def join(left, right, A, B):
    """tanh(A left + B right), for vectors (H,) or rows of vectors (n, H)."""
    return torch.tanh(left @ A.T + right @ B.T)


def matrices(draw, words, size):
    """Words of shape (*words, size), and matrices A and B (size, size)."""
    return draw.normals((*words, size), (size, size), (size, size))


def sentence(draw, tree, size):
    """Word vectors (T, size), the program (2T - 1,), and A and B."""
    actions = program(tree)
    x, A, B = matrices(draw, ((len(actions) + 1) // 2,), size)
    return x, actions, A, B


compose = task("5.4", section="The right child comes off first", axes="h")


@compose.cases
def _(draw):
    """Word vectors (T, H), a program (2T - 1,), matrices A and B (H, H): small trees first, then one word."""
    trees = (("good", "film"), LEFT, MIXED, draw.tree(6), draw.tree(8), "film")
    yield from (sentence(draw, tree, 2 if k < 3 else 4) for k, tree in enumerate(trees))


compose.wrong("takes the first part that comes off the stack for the left one",
    "second, first", "first, second",
    "The top of the stack is what was finished last. Is that the left or the right child?")
compose.wrong("never joins anything, and returns the last word",
    lambda x, actions, A, B: x[-1],
    "At REDUCE two parts come off the stack, and their node goes back onto it. At the end the root is all "
    "that lies there.")
compose.wrong("takes the words from the end of the sentence", "x.flip(0)", "x",
    "pop() gives the last entry of a list. In which order must the buffer stand, so that the first word "
    "comes first?")
compose.wrong(
    "takes the words from the end of the sentence, and the first part off the stack for the left one",
    "x.flip(0)", "x", "second, first", "first, second",
    "Two mistakes, and in two words each hides the other: the buffer's order, and the children's.")
compose.wrong("turns the vectors round, not the sentence", "x.flip(0)", "x.flip(0, 1)",
    "x is (T, H): which axis are the words?")
compose.wrong("puts a tanh over the words as well", "ahead.pop()", "torch.tanh(ahead.pop())",
    "A word goes onto the stack as it is; a single word is its own root.")
compose.wrong("joins the two oldest parts of the stack instead of the two newest",
    "second, first = stack.pop(), stack.pop()", "first, second = stack.pop(0), stack.pop(0)",
    "Only the top of a stack is in reach. Take both parts from there, and put the node back there.")
compose.wrong("leaves out the tanh", "torch.tanh", "",
    "Without it the whole tree is one linear map. The contract says tanh(A left + B right).")
compose.wrong("multiplies from the wrong side, left A in place of A left",
    "A @ first + B @ second", "first @ A + second @ B",
    "A left is `A @ left`; `left @ A` uses the columns of A where its rows belong.")
compose.wrong("uses A for both children", "B @ second", "A @ second",
    "The left child has the matrix A, the right one the matrix B.")


buffers = task("5.5", section="Many sentences side by side", axes="b, place")


@buffers.cases
def _(draw):
    """Sentences as tuples of word numbers, and the number of the padding, which is no word's."""
    yield ((7, 8, 9), (4, 5)), 1
    yield ((2, 3, 4, 5), (6, 7, 8), (9, 10)), 0
    for sizes in ((5, 2, 3), (1, 4), (6, 6, 2)):
        numbers = draw.order(40)[: sum(sizes)] + 2  # all different: an order can be seen
        yield tuple(tuple(part.tolist()) for part in numbers.split(sizes)), 1
    yield ((3, 4),), 1


buffers.wrong("reverses first and pads afterwards",
    "[pad] * (T - len(words)) + list(words[::-1])", "list(words[::-1]) + [pad] * (T - len(words))",
    "pop() takes from the right end. What would the first SHIFT of a short sentence take?")
buffers.wrong("pads but does not reverse",
    "[pad] * (T - len(words)) + list(words[::-1])", "list(words) + [pad] * (T - len(words))",
    "pop() takes from the right end: the first word must stand there.")
buffers.wrong("pads on the left but does not reverse the words", "[::-1]", "",
    "The padding is safe now, but the first pop() gives the last word.")
buffers.wrong("fills up with 0, whatever `pad` is", "[pad]", "[0]",
    "The number of the padding is an argument: word 0 may be a word.")
buffers.wrong("cuts all sentences to the shortest", "max", "min", "words[::-1]", "words[:T][::-1]",
    "No word may be lost: the rows are as long as the longest sentence.")


compose_batch = task("5.6", section="Many sentences side by side", axes="b, h")


@compose_batch.cases
def _(draw):
    """Word vectors (B, T, H) with noise as padding, programs (B, K) with PAD, matrices A and B (H, H)."""
    chapter = (LECTURE, ("It", ("was", "boring"))), ((("a", "b"), ("c", "d")), ("a", ("b", ("c", "d"))))
    batches = [*chapter, *([*map(draw.tree, sizes)] for sizes in ((5, 2, 7), (1, 4, 3)))]
    for batch, size in zip(batches, (2, 2, 3, 3), strict=True):
        programs = [program(tree) for tree in batch]
        actions = pad_sequence(programs, batch_first=True, padding_value=PAD)  # (B, 2T - 1)
        T = (actions.size(1) + 1) // 2 if size == 2 else actions.size(1)  # longer than any sentence
        x, A, B = matrices(draw, (len(batch), T), size)
        yield x, actions, A, B


def one_stack(x, actions, A, B):
    """A mistake: all machines put their parts on one pile."""
    pile, buffers = [], [list(row.flip(0)) for row in x]
    for now in actions.T.tolist():
        for buffer, action in zip(buffers, now, strict=True):
            if action != PAD:
                pile.append(join(pile.pop(-2), pile.pop(), A, B) if action == REDUCE else buffer.pop())
    return torch.stack(pile)


compose_batch.wrong("shifts at PAD", "== SHIFT", "!= REDUCE",
    "A finished sentence waits: at PAD nothing is taken from the buffer.")
compose_batch.wrong("has one stack for all sentences", one_stack, "Each sentence needs a stack of its own.")
compose_batch.wrong("turns the batch round, and not the rows",
    "list(row.flip(0)) for row in x", "list(row) for row in x.flip(0)",
    "`x.flip(0)` exchanges the sentences of a batch. Turn each row round: `row.flip(0)`.")
compose_batch.wrong("takes the words from the end of the row, where the padding is", "row.flip(0)", "row",
    "The rows of x are padded on the right. Turn each row round before you pop from it.")
compose_batch.wrong("stops all machines when the shortest program ends",
    "actions.T.tolist()", "actions.T.tolist()[: (actions != PAD).sum(1).min()]",
    "The short sentences wait for the long ones, not the other way round: run all K steps.")
compose_batch.wrong("takes the first part that comes off the stack for the left one",
    "right = torch", "left = torch", "left = torch", "right = torch",
    "The right child lies on top of the left one.")
compose_batch.wrong("gives every sentence the transitions of the first one",
    "enumerate(now)", "enumerate([now[0]] * len(now))",
    "Each sentence has a program of its own: row b of actions belongs to row b of x.")


influence = task("5.9", section="All three agree", axes="t, h", tolerance=1e-4)


@influence.cases
def _(draw):
    """Word vectors (T, H), a program (2T - 1,), matrices A and B (H, H): small trees, random, one word."""
    trees = (LEFT, MIXED, draw.tree(5), draw.tree(6), ("good", "film"), "good")
    yield from (sentence(draw, tree, 2) for tree in trees)


def gradient(root):
    """A mistake: the gradient of the sum of another root."""

    def wrong(x, *rest):
        x = x.clone().requires_grad_()
        return torch.autograd.grad(root(x, *rest).sum(), x)[0]

    return wrong


def rooted(node):
    """The root of nodes that are computed otherwise."""
    return lambda x, actions, A, B: machine(x, actions, lambda left, right: node(left, right, A, B))[-1]


def cut(x, actions, A, B):
    """Every part that is no word is detached: only words right under the root get a gradient."""
    parts = machine(x, actions[:-1], lambda left, right: join(left, right, A, B).detach())
    return join(*parts, A, B) if parts else x[0]


influence.wrong("cuts the gradient off at every node", gradient(cut),
    "`.data`, `.detach()`, `.item()` and `torch.tensor(...)` of a state end the chain there. They silence "
    "the complaint about an in-place operation, and the gradient with it. Put new states on the stack "
    "instead of overwriting old ones.")
influence.wrong("lets no gradient through to the words, so that None comes back", "pushed.grad", "x.grad",
    "The words that are shifted must be those that require a gradient, and no `.data` or `.item()` may "
    "stand between them and the root. (Or does the function lack its return?)")
influence.wrong("forgets the slope of the tanh",
    gradient(rooted(lambda left, right, A, B: A @ left + B @ right)),
    "This is the gradient of a root without any tanh. Is there one in your machine?")
influence.wrong("takes the first part that comes off the stack for the left one",
    gradient(rooted(lambda left, right, A, B: join(right, left, A, B))),
    "The right child comes off first. Use your `compose`, if its check is content.")
influence.wrong("asks for the mean of the root, not for its sum", "sum()", "mean()",
    "Everything is too small by a factor H. The contract says sum.")
influence.wrong("asks for the sum of squares", "sum()", "square().sum()",
    "That is the slope of another number, 2 root_k times as large. The contract says sum.")
influence.wrong("asks for the sum of sizes", "sum()", "abs().sum()", "Where an entry is below 0?")
influence.wrong("looks at the largest entry of the root alone", "sum()", "max()",
    "All H entries count: what is their sum?")
influence.wrong("looks at the first entry of the root alone", ".sum()", "[0]",
    "A gradient belongs to one number. Here it is the sum of all H entries of the root.")
influence.wrong("returns the gradients in the order of the buffer, the last word first",
    "pushed.grad", "pushed.grad.flip(0)",
    "Row t belongs to word t. Ask for the gradient of x, not of the buffer turned round.")
