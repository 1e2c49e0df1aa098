"""Tasks 5.7 and 5.8: the brackets of one height in one step, and a whole tree without a stack."""

import torch

from prpn_course.builder import task
from prpn_course.tasks.shift_reduce_05.programs import LECTURE, LEFT, MIXED, machine, transitions
from prpn_course.tasks.shift_reduce_05.sentences import join, matrices


@task("5.7", section="By depth: no stack at all", axes="m, h")
def join_level(below, A, B, pair=lambda below: (below[0::2], below[1::2]), squash=torch.tanh):
    """The states of the parents (m, H); `pair` finds the left and the right children."""
    left, right = pair(below)
    return squash(left @ A.T + right @ B.T)


@join_level.cases
def _(draw):
    """The states (2m, H) of one level, siblings side by side, and matrices A and B (H, H)."""
    yield from (matrices(draw, (2 * m,), size) for m, size in ((3, 2), (1, 2), (2, 3), (5, 4)))


join_level.wrong(
    "joins the first half of the level with the second half", pair=lambda below: below.chunk(2)
).hint("Siblings stand side by side: rows 0 and 1 have one parent, rows 2 and 3 the next.")
join_level.wrong(
    "exchanges the left and the right child", pair=lambda below: (below[1::2], below[0::2])
).hint("The left child stands before the right one: which rows does A meet?")
join_level.wrong("multiplies from the wrong side", lambda below, A, B: join_level(below, A.T, B.T)).hint(
    "In A left the rows of A meet the state. With states as rows that needs a transpose."
)
join_level.wrong("leaves out the tanh", squash=lambda sums: sums).hint(
    "The contract has a tanh round the sum."
)
join_level.wrong(
    "joins every row with its neighbour, so that rows are used twice",
    pair=lambda below: (below[:-1], below[1:]),
).hint("A node has one parent. From 2m rows come m, not 2m - 1.")
join_level.wrong(
    "joins the outermost rows first, as brackets that enclose each other",
    pair=lambda below: (below.chunk(2)[0], below.flip(0).chunk(2)[0]),
).hint("Within one level no bracket encloses another. Siblings are neighbours.")
join_level.wrong(
    "adds the children before the matrices", pair=lambda below: (below[0::2] + below[1::2],) * 2
).hint("A is for the left child alone and B for the right one. The sum does not know which was which.")


@task("5.8", section="By depth: no stack at all", axes="h")
def compose_levels(x, children, height, A, B, seen=lambda states, heights, level: states, root=-1):
    """Row `root` of the table; `seen` is what a level sees of the table, whose rows have these heights."""
    T, heights = len(x), torch.cat([height.new_zeros(len(x)), height])
    states = torch.cat([x, x.new_zeros(len(children), x.size(1))])  # (2T - 1, H)
    for level in range(1, int(height.max()) + 1):
        now = height == level
        left, right = seen(states, heights, level)[children[now]].unbind(1)
        states[T:][now] = join(left, right, A, B)
    return states[root]


def children_and_heights(tree):
    """Of the brackets, (T - 1, 2) and (T - 1,), in the order in which the machine makes them."""
    actions, children, heights = transitions(tree), [], []
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


def as_listed(x, children, height, A, B):
    """A mistake: one bracket after the other, whatever the heights."""
    table = [*x, *x.new_zeros(len(children), x.size(1))]
    for k, (left, right) in enumerate(children.tolist()):
        table[len(x) + k] = join(table[left], table[right], A, B)
    return table[-1]


@compose_levels.cases
def _(draw):
    """Words (T, H), children (T - 1, 2) and height (T - 1,) of the brackets, A and B: small trees, random."""
    trees = (MIXED, LECTURE, LEFT, MIXED, draw.tree(6), draw.tree(9), LECTURE, ("good", "film"))
    for k, (tree, size) in enumerate(zip(trees, (2, 2, 2, 2, 3, 3, 2, 3), strict=True)):
        children, height = (relisted if k in (3, 6) else tuple)(children_and_heights(tree))
        x, A, B = matrices(draw, (len(children) + 1,), size)
        yield x, children, height, A, B


compose_levels.wrong(
    "reads children that are not there yet",
    lambda x, children, height, A, B: compose_levels(x, children, torch.ones_like(height), A, B),
).hint(
    "A bracket over brackets found zeros. All brackets at once, or the highest first? Height "
    "counts from the words up: fill level 1, and only then read for level 2."
)
compose_levels.wrong(
    "looks for both children one level below",
    seen=lambda states, heights, level: states * (heights == level - 1)[:, None],
).hint(
    "One child lies one level below, the other may be anywhere further down, a word even. "
    "`children` says where in the table; do not go by the height."
)
compose_levels.wrong("joins the brackets as they are listed", as_listed).hint(
    "Their order is free but for the root's. Go by the height: everything lower first."
)
compose_levels.wrong(
    "multiplies from the wrong side", lambda *case: compose_levels(*case[:3], *map(torch.t, case[3:]))
).hint("In A left the rows of A meet the state. With states as rows that needs a transpose.")
compose_levels.wrong("never fills the row of the root", lambda x, *rest: 0 * x[0]).hint(
    "The last row is still 0. Is the root's level reached? `range` leaves out its end. Bracket k goes into "
    "row T + k, not row k. `table[T:][k] = ...` and `table[rows][k] = ...` with a list or tensor of rows "
    "write into a copy: name the row once, `table[T + k] = ...`."
)
compose_levels.wrong("returns row 0 of the table", root=0).hint(
    "Row 0 is the first word. The root is made last: which row is it?"
)
compose_levels.wrong(
    "returns the state of the first bracket", lambda x, *rest: compose_levels(x, *rest, root=len(x))
).hint("Row T is the bracket that was written down first. The root was written down last.")
compose_levels.wrong(
    "exchanges the left and the right child",
    lambda x, children, *rest: compose_levels(x, children.flip(1), *rest),
).hint("Column 0 of `children` is the left child, and A belongs to it.")
compose_levels.wrong(
    "counts the brackets from row T + 1",
    lambda x, children, *rest: compose_levels(x, (children + 1) % (2 * len(x) - 1), *rest),
).hint(
    "T words have the rows 0 to T - 1, so bracket 0 has row T. The numbers in `children` are rows "
    "as they stand."
)
