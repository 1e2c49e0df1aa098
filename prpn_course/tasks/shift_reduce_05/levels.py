"""Tasks 5.7 and 5.8: the brackets of one height in one step, and a whole tree without a stack."""

import torch

from prpn_course.builder import task
from prpn_course.tasks.shift_reduce_05.programs import LECTURE, LEFT, MIXED, machine, program
from prpn_course.tasks.shift_reduce_05.sentences import matrices

join_level = task("5.7", section="By depth: no stack at all", axes="m, h")


@join_level.cases
def _(draw):
    """The states (2m, H) of one level, siblings side by side, and matrices A and B (H, H)."""
    yield from (matrices(draw, (2 * m,), size) for m, size in ((3, 2), (1, 2), (2, 3), (5, 4)))


join_level.wrong("joins the first half of the level with the second half",
    "below.view(-1, 2, below.size(1))", "torch.stack(below.chunk(2), 1)",
    "Siblings stand side by side: rows 0 and 1 have one parent, rows 2 and 3 the next.")
join_level.wrong("exchanges the left and the right child",
    "pairs[:, 0]", "pairs[:, 1]", "pairs[:, 1]", "pairs[:, 0]",
    "The left child stands before the right one: which rows does A meet?")
join_level.wrong("joins the rows k and k + 1",
    lambda below, A, B: torch.tanh(below[:-1] @ A.T + below[1:] @ B.T)[: len(below) // 2],
    "A row has one parent. The children of bracket k are the rows 2k and 2k + 1.")
join_level.wrong("multiplies from the wrong side", "A.T", "A", "B.T", "B",
    "In A left the rows of A meet the state. With states as rows that needs a transpose.")
join_level.wrong("leaves out the tanh", "torch.tanh", "", "The contract has a tanh round the sum.")
join_level.wrong("joins every row with its neighbour, so that rows are used twice",
    "below.view(-1, 2, below.size(1))", "torch.stack([below[:-1], below[1:]], 1)",
    "A node has one parent. From 2m rows come m, not 2m - 1.")
join_level.wrong("joins the outermost rows first, as brackets that enclose each other",
    "below.view(-1, 2, below.size(1))", "torch.stack([below, below.flip(0)], 1)[: len(below) // 2]",
    "Within one level no bracket encloses another. Siblings are neighbours.")
join_level.wrong("adds the children before the matrices",
    "pairs[:, 0]", "pairs.sum(1)", "pairs[:, 1]", "pairs.sum(1)",
    "A is for the left child alone and B for the right one. The sum does not know which was which.")


compose_levels = task("5.8", section="By depth: no stack at all", axes="h")


def children_and_heights(tree):
    """Of the brackets, (T - 1, 2) and (T - 1,), in the order in which the machine makes them."""
    actions, children, heights = program(tree), [], []
    T = (len(actions) + 1) // 2

    def node(left, right):
        """Parts are told by their row in the table and their height."""
        children.append([left[0], right[0]])
        heights.append(1 + max(left[1], right[1]))
        return T + len(children) - 1, heights[-1]

    machine([(t, 0) for t in range(T)], actions, node)
    return torch.tensor(children), torch.tensor(heights)


def relisted(brackets):
    """The same brackets in the opposite order, but for the root, which stays the last."""
    (children, height), T = brackets, len(brackets[0]) + 1
    order = torch.tensor([*reversed(range(T - 2)), T - 2])
    rows = torch.cat([torch.arange(T), T + order])  # the order is its own inverse
    return rows[children[order]], height[order]


@compose_levels.cases
def _(draw):
    """Words (T, H), children (T - 1, 2) and height (T - 1,) of the brackets, A and B: small trees, random."""
    trees = (MIXED, LECTURE, LEFT, MIXED, draw.tree(6), draw.tree(9), LECTURE, ("good", "film"))
    for k, (tree, size) in enumerate(zip(trees, (2, 2, 2, 2, 3, 3, 2, 3), strict=True)):
        children, height = (relisted if k in (3, 6) else tuple)(children_and_heights(tree))
        x, A, B = matrices(draw, (len(children) + 1,), size)
        yield x, children, height, A, B


compose_levels.wrong("reads children that are not there yet",
    "range(1, int(height.max()) + 1)", "[1]", "height == level", "height > 0",
    "A bracket over brackets found zeros. All brackets at once, or the highest first? Height counts from "
    "the words up: fill level 1, and only then read for level 2.")
compose_levels.wrong("looks for both children one level below",
    "table[children", "(table * (torch.cat([torch.zeros(T), height]) == level - 1)[:, None])[children",
    "One child lies one level below, the other may be anywhere further down, a word even. `children` says "
    "where in the table; do not go by the height.")
compose_levels.wrong("joins the brackets as they are listed",
    "level in range(1, int(height.max()) + 1)", "k in range(T - 1)",
    "        k = torch.nonzero(height == level)[:, 0]\n", "",
    "Their order is free but for the root's. Go by the height: everything lower first.")
compose_levels.wrong("multiplies from the wrong side", "A.T", "A", "B.T", "B",
    "In A left the rows of A meet the state. With states as rows that needs a transpose.")
compose_levels.wrong("never fills the row of the root", "int(height.max()) + 1", "int(height.max())",
    "The last row is still 0. Is the root's level reached? `range` leaves out its end. Bracket k goes into "
    "row T + k, not row k. `table[T:][k] = ...` and `table[rows][k] = ...` with a list or tensor of rows "
    "write into a copy: name the row once, `table[T + k] = ...`.")
compose_levels.wrong("returns row 0 of the table", "table[-1]", "table[0]",
    "Row 0 is the first word. The root is made last: which row is it?")
compose_levels.wrong("returns the state of the first bracket", "table[-1]", "table[T]",
    "Row T is the bracket that was written down first. The root was written down last.")
compose_levels.wrong("exchanges the left and the right child", "lefts, rights", "rights, lefts",
    "Column 0 of `children` is the left child, and A belongs to it.")
compose_levels.wrong("counts the brackets from row T + 1", "children[k]", "((children[k] + 1) % (2 * T - 1))",
    "T words have the rows 0 to T - 1, so bracket 0 has row T. The numbers in `children` are rows as they "
    "stand.")
