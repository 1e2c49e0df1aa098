"""Tasks 4.6 and 4.7: a cell at every node of a tree, and what counts as a right tree."""

import torch

from prpn_course.builder import task

compose_tree = task("4.6", section="From one node to a tree", axes="h")


@compose_tree.cases
def _(draw):
    """Word vectors (T, H), a tree of word positions as nested pairs, matrices U_l and U_r (H, H)."""
    trees = [(0, (1, 2)), ((0, 1), 2), ((0, 1), (2, (3, 4))), 0, *(draw.tree(n, int) for n in (6, 9))]
    for k, tree in enumerate(trees):
        H = 2 if k < 2 else 3
        x, U_l, U_r = draw.normals((len(positions(tree)), H), (H, H), (H, H))
        yield x, tree, U_l, U_r


def positions(tree):
    """The words of a tree, from left to right."""
    return [tree] if isinstance(tree, int) else [*positions(tree[0]), *positions(tree[1])]


def right_branching(words):
    """(w (w (w w)))."""
    return words[0] if len(words) == 1 else (words[0], right_branching(words[1:]))


def left_branching(words):
    """(((w w) w) w)."""
    return words[0] if len(words) == 1 else (left_branching(words[:-1]), words[-1])


def squashed_once(x, tree, U_l, U_r):
    """The tanh of what comes up to the root without one."""

    def state(tree):
        return x[tree] if isinstance(tree, int) else U_l @ state(tree[0]) + U_r @ state(tree[1])

    return x[tree] if isinstance(tree, int) else torch.tanh(state(tree))


compose_tree.wrong("reads every tree as a chain from the right, (w (w (w w)))",
    lambda x, tree, U_l, U_r: compose_tree(x, right_branching(positions(tree)), U_l, U_r),
    "The left part may be a tree of its own. Call the function for both parts.")
compose_tree.wrong("reads every tree as a chain from the left, (((w w) w) w)",
    lambda x, tree, U_l, U_r: compose_tree(x, left_branching(positions(tree)), U_l, U_r),
    "The right part may be a tree of its own. Call the function for both parts.")
compose_tree.wrong("exchanges left and right at every node",
    "U_l @ left + U_r @ right", "U_r @ left + U_l @ right",
    "U_l meets the state of the left part.")
compose_tree.wrong("multiplies from the wrong side", "U_l @ left + U_r @ right", "left @ U_l + right @ U_r",
    "`U_l @ left`: entry k is row k of the matrix times the vector. `left @ U_l` uses the columns.")
compose_tree.wrong("has no tanh", "torch.tanh", "",
    "Every node over two parts squashes the sum before it hands it up.")
compose_tree.wrong("squashes the words as well", "x[tree]", "torch.tanh(x[tree])",
    "In this task a word is its own state. Only a node over two parts has a tanh.")
compose_tree.wrong("leaves out the tanh between the levels and takes it once at the root", squashed_once,
    "Every node squashes what it hands up, not the root alone.")
compose_tree.wrong("counts the words from the end of the sentence", "x[tree]", "x[-1 - tree]",
    "Position 0 is row 0 of x, the first word.")


root_accuracy = task("4.7", section="A sentiment at every node")


@root_accuracy.cases
def _(draw):
    """Guesses and labels of all nodes (N,), nodes of each tree (B,): small, random, a single tree."""
    small = ([2, 3, 1, 2, 2, 3, 2, 4], [2, 3, 3, 2, 2, 3, 2, 4], [3, 5])
    yield tuple(map(torch.tensor, small))
    for words in ((2, 4, 3, 5), (6, 2, 2, 3, 4), (3, 3, 5)):
        sizes = 2 * torch.tensor(words) - 1
        labels = draw.whole(0, 5, int(sizes.sum()))
        right = draw.uniform(len(labels)) < 0.6
        last = sizes.cumsum(0) - 1
        right[last] = torch.arange(len(words)) % 2 == 0  # some roots are right, and some are not
        right[last - 1] = True
        right[last - sizes + 1] = torch.arange(len(words)) > 0
        yield torch.where(right, labels, (labels + 1) % 5), labels, sizes
    yield torch.tensor([2, 1, 0]), torch.tensor([3, 1, 0]), torch.tensor([3])


def trees_of(guesses, labels, sizes):
    """For each tree, which of its nodes are right."""
    return (guesses == labels).split(sizes.tolist())


root_accuracy.wrong("counts all nodes", "guesses[ends] == labels[ends]", "guesses == labels",
    "Most nodes are single words without an opinion, and those are easy. On SST such a number lies near 80 "
    "% where the sentences are at 50 %.")
root_accuracy.wrong("takes the first node of each tree for its root", "- 1", "- sizes",
    "The children come first: node 0 of a tree is its first word. Where is the root?")
root_accuracy.wrong("counts the places from the start of each tree", "sizes.cumsum(0) - 1", "sizes - 1",
    "The places count from the start of the whole row.")
root_accuracy.wrong("takes the node before the root", "- 1", "- 2",
    "After trees of 3 and 5 nodes the sums of the sizes are 3 and 8. At which places are the roots?")
root_accuracy.wrong("takes the mean over the nodes of each tree, and then over the trees",
    lambda *case: torch.stack([right.double().mean() for right in trees_of(*case)]).mean(),
    "Now each sentence counts the same, but within it still every node does.")
root_accuracy.wrong("asks for whole trees without a mistake",
    lambda *case: torch.stack([right.all() for right in trees_of(*case)]).double().mean(),
    "A sentence is right if its root is, whatever its other nodes say.")
root_accuracy.wrong("gives the number of right roots, not their share", "mean()", "sum()",
    "Divide by the number of trees.")
root_accuracy.wrong("divides the right roots by the number of all nodes", "mean()", "sum() / len(labels)",
    "There are as many roots as trees.")
