"""Tasks 4.1 to 4.5: the plain node, the leaf, and the two cells with a forget gate for each child.

Gates are stacked in the order i, o, u, f. A state is a pair of vectors, stacked: row 0 is h, row 1 is c.
"""

import torch

from prpn_course.builder import task

ROWS = "Row 0 is the output h, row 1 the memory c."
CONTENT = "u is what could come in, and it may be negative: it goes through tanh."
SHOWN = "h = o tanh(c): the memory is squashed before it is shown."
COMES_IN = "What comes in is i times u."


def plain(value):
    """What a forgotten squashing does."""
    return value


@task("4.1", section="From recursive networks to cells with gates", axes="h")
def recursive_node(left, right, U_l, U_r, b, squash=torch.tanh):
    """A node over two children."""
    return squash(U_l @ left + U_r @ right + b)


@recursive_node.cases
def _(draw):
    """Outputs of two children (H,), their matrices (H, H), a bias (H,): random, and two equal children."""
    cases = [draw.normals((H,), (H,), (H, H), (H, H), (H,)) for H in (2, 1, 3, 5)]
    yield from cases
    left, _, *weights = cases[2]
    yield left, left, *weights


recursive_node.wrong(
    "gives each child the matrix of its sibling",
    lambda left, right, *weights: recursive_node(right, left, *weights),
).hint("U_l meets the left child. On two equal children the mistake cannot be seen.")
recursive_node.wrong("leaves out the bias", lambda *case: recursive_node(*case[:-1], 0 * case[-1])).hint(
    "With two children of zeros, what should come out?"
)
recursive_node.wrong("takes a sigmoid in place of the tanh", squash=torch.sigmoid).hint(
    "A node may be negative. The sigmoid belongs to gates, and this node has none."
)
recursive_node.wrong("leaves the tanh out", squash=lambda node: node).hint(
    "Without it a whole tree is one linear map: a bag of words with position weights."
)
recursive_node.wrong(
    "adds the bias after the tanh", lambda *case: recursive_node(*case[:-1], 0 * case[-1]) + case[-1]
).hint("Your numbers can leave the interval from -1 to 1. What belongs inside the brackets?")
recursive_node.wrong(
    "squashes each child on its own and adds afterwards",
    lambda left, right, U_l, U_r, b: torch.tanh(U_l @ left) + torch.tanh(U_r @ right + b),
).hint("Both children meet inside one tanh: add first, squash once.")
recursive_node.wrong(
    "multiplies from the wrong side",
    lambda left, right, U_l, U_r, b: recursive_node(left, right, U_l.T, U_r.T, b),
).hint("U left is `U_l @ left`: entry k is row k of the matrix times the vector.")


@task("4.2", section="The Child-Sum cell", axes="h or c, entry")
def leaf(
    x,
    W,
    b,
    order=(0, 1, 2),
    let_in=torch.sigmoid,
    bend=torch.tanh,
    show=lambda o, c, u: o.sigmoid() * c.tanh(),
):
    """The state of a word; `order` says which block of W is which of i, o, u."""
    blocks = (W @ x + b).chunk(3)
    i, o, u = (blocks[k] for k in order)
    c = let_in(i) * bend(u)
    return torch.stack([show(o, c, u), c])  # (2, H)


@leaf.cases
def _(draw):
    """A word vector (E,), weights W (3H, E) and b (3H,) of the gates i, o, u."""
    yield from (draw.normals((E,), (3 * H, E), (3 * H,)) for E, H in ((2, 2), (3, 1), (1, 3), (4, 5)))


leaf.wrong("leaves out the input gate", let_in=torch.ones_like).hint(
    "The memory is what the gate i lets in of u."
)
leaf.wrong("takes a sigmoid for u", bend=torch.sigmoid).hint(CONTENT)
leaf.wrong("shows the memory without its tanh", show=lambda o, c, u: o.sigmoid() * c).hint(SHOWN)
leaf.wrong("shows u in place of the memory", show=lambda o, c, u: o.sigmoid() * u.tanh()).hint(
    "h shows the memory c, that is, what i has let in of u."
)
leaf.wrong("squashes none of the three", let_in=plain, bend=plain, show=lambda o, c, u: o * c.tanh()).hint(
    "As yet i, o and u are sums: two become shares between 0 and 1, the third goes through tanh."
)
leaf.wrong("exchanges h and c", lambda *case: leaf(*case).flip(0)).hint(ROWS)
leaf.wrong("exchanges o and u", order=(0, 2, 1)).hint(
    "The last of the three blocks is the content, and not a gate: i, o, u."
)
leaf.wrong("exchanges the gates i and o", order=(1, 0, 2)).hint(
    "The rows of W are stacked in the order i, o, u."
)


@task("4.3", section="The Child-Sum cell", axes="k, entry")
def forget_gates(h, U_f, b_f, squash=torch.sigmoid):
    """A gate (H,) for each child."""
    return squash(h @ U_f.T + b_f)


@forget_gates.cases
def _(draw):
    """Outputs of K children (K, H), U_f (H, H), b_f (H,): three children, two, five, one."""
    yield from (draw.normals((K, H), (H, H), (H,)) for K, H in ((3, 2), (2, 3), (5, 4), (1, 3)))


forget_gates.wrong(
    "computes every gate from the sum of the children",
    lambda h, U_f, b_f: forget_gates(h.sum(0, keepdim=True).expand_as(h), U_f, b_f),
).hint("Then all children are kept or forgotten together. The gate of child k looks at h_k.")
forget_gates.wrong(
    "uses the gate of the first child for all of them",
    lambda h, U_f, b_f: forget_gates(h[:1].expand_as(h), U_f, b_f),
).hint("Each row needs its own child: row k belongs to h_k.")
forget_gates.wrong(
    "lets each gate look at all the other children",
    lambda h, U_f, b_f: forget_gates(h.sum(0, keepdim=True) - h, U_f, b_f),
).hint("That would be a gate of the siblings. In the Child-Sum cell a child speaks for itself.")
forget_gates.wrong(
    "makes the gates of the children sum to 1, as a softmax does", squash=lambda before: before.softmax(0)
).hint("The gates are independent: a node may keep all of its children, or none.")
forget_gates.wrong("multiplies from the wrong side", lambda h, U_f, b_f: forget_gates(h, U_f.T, b_f)).hint(
    "U_f h_k has ROW j of the matrix times the child. With children as rows that needs a transpose."
)
forget_gates.wrong("takes a tanh in place of the sigmoid", squash=torch.tanh).hint(
    "A gate is a share between 0 and 1; a tanh may be negative."
)
forget_gates.wrong("squashes nothing", squash=plain).hint("A gate is a share between 0 and 1.")
forget_gates.wrong(
    "multiplies U_f with the children as columns", lambda h, U_f, b_f: torch.sigmoid(U_f @ h.T + b_f)
).hint(
    "The children are now columns, and the bias meets them instead of the entries: turn the product round."
)
forget_gates.wrong("leaves out the bias", lambda h, U_f, b_f: forget_gates(h, U_f, 0 * b_f)).hint(
    "The bias decides what is kept when the children say nothing."
)


@task("4.4", section="The Child-Sum cell", axes="h or c, entry")
def child_sum(
    h,
    c,
    U,
    b,
    U_f,
    b_f,
    mix=lambda h: h.sum(0),
    seen=lambda h: h,
    memory=lambda i, u, f, h, c: i * u + (f * c).sum(0),
    bend=torch.tanh,
    show=torch.tanh,
):
    """The gates i, o, u look at the children's `mix` (H,), the forget gates at what is `seen` (K, H)."""
    i, o, u = (U @ mix(h) + b).chunk(3)
    f = torch.sigmoid(seen(h) @ U_f.T + b_f)  # (K, H)
    new = memory(i.sigmoid(), bend(u), f, h, c)
    return torch.stack([o.sigmoid() * show(new), new])  # (2, H)


@child_sum.cases
def _(draw):
    """States of K children (K, H) each, U (3H, H), b (3H,), U_f (H, H), b_f (H,): two children, one, more."""
    for K, H in ((2, 2), (1, 2), (3, 4), (5, 2)):
        yield draw.normals((K, H), (K, H), (3 * H, H), (3 * H,), (H, H), (H,))


child_sum.wrong(
    "computes the forget gates from the sum of the children", seen=lambda h: h.sum(0, keepdim=True)
).hint("With one child you are right, with two you are not: f_k looks at h_k.")
child_sum.wrong(
    "sums the memories first and forgets them together",
    memory=lambda i, u, f, h, c: i * u + f.mean(0) * c.sum(0),
).hint("Multiply each memory with its own gate, then add.")
child_sum.wrong("adds the memories without forgetting", memory=lambda i, u, f, h, c: i * u + c.sum(0)).hint(
    "So the slide says, but its equations do not: each memory meets its forget gate."
)
child_sum.wrong(
    "applies the forget gates to the outputs, not to the memories",
    memory=lambda i, u, f, h, c: i * u + (f * h).sum(0),
).hint("What is kept or forgotten is the memory c_k.")
child_sum.wrong("takes the mean of the children in place of their sum", mix=lambda h: h.mean(0)).hint(
    "The cell is called Child-Sum: its gates i, o and u see the sum of the outputs."
)
child_sum.wrong("adds the children along the wrong axis", mix=lambda h: h.sum(1)).hint(
    "Row k is child k. The sum over the children runs down the rows, and has H entries."
)
child_sum.wrong(
    "multiplies the sum of the gates with the sum of the memories",
    memory=lambda i, u, f, h, c: i * u + f.sum(0) * c.sum(0),
).hint("Multiply each memory with its own gate, then add once.")
child_sum.wrong("leaves out the input gate", memory=lambda i, u, f, h, c: u + (f * c).sum(0)).hint(COMES_IN)
child_sum.wrong("keeps, and lets nothing in", memory=lambda i, u, f, h, c: (f * c).sum(0)).hint(
    "The new memory is what is kept, and what comes in besides: i times u."
)
child_sum.wrong("takes a sigmoid for u", bend=torch.sigmoid).hint(CONTENT)
child_sum.wrong("shows the memory without its tanh", show=plain).hint(SHOWN)
child_sum.wrong("exchanges h and c", lambda *case: child_sum(*case).flip(0)).hint(ROWS)


@task("4.5", section="Which forget gate for which child?", axes="n, h or c, entry")
def binary(
    h,
    c,
    U,
    b,
    order=(0, 1, 2, 3, 4),
    memory=lambda i, u, f_l, f_r, c_l, c_r: i * u + f_l * c_l + f_r * c_r,
    show=torch.tanh,
    bend=torch.tanh,
):
    """The cell for n nodes; `order` says which block of U and b is which of i, o, u, f_l, f_r."""
    blocks = (h.flatten(1) @ U.T + b).chunk(5, 1)
    i, o, u, f_l, f_r = (blocks[k] for k in order)
    new = memory(i.sigmoid(), bend(u), f_l.sigmoid(), f_r.sigmoid(), c[:, 0], c[:, 1])
    return torch.stack([o.sigmoid() * show(new), new], 1)  # (n, 2, H)


@binary.cases
def _(draw):
    """States of two children of n nodes, (n, 2, H) each, U (5H, 2H), b (5H,); the last has equal children."""
    cases = [
        draw.normals((n, 2, H), (n, 2, H), (5 * H, 2 * H), (5 * H,)) for n, H in ((1, 2), (3, 2), (4, 6))
    ]
    yield from cases
    h, c, U, b = cases[1]
    yield h[:, :1].repeat(1, 2, 1), c[:, :1].repeat(1, 2, 1), U, b


binary.wrong("exchanges the children", lambda h, c, U, b: binary(h.flip(1), c.flip(1), U, b)).hint(
    "The first H columns of U meet the left child, and f_l belongs to its memory."
)
binary.wrong(
    "puts the output of the right child before that of the left",
    lambda h, c, U, b: binary(h.flip(1), c, U, b),
).hint("The product is with [h_l, h_r]: the first H columns of U meet the left output.")
binary.wrong(
    "multiplies each forget gate with the memory of the other child",
    lambda h, c, U, b: binary(h, c.flip(1), U, b),
).hint("Both gates see both outputs, but f_l keeps or forgets the left memory.")
binary.wrong(
    "applies the forget gates to the outputs, not to the memories", lambda h, c, U, b: binary(h, h, U, b)
).hint("What is kept or forgotten is the memory, c. The outputs h have done their work in the gates.")
binary.wrong(
    "uses one forget gate for both children",
    memory=lambda i, u, f_l, f_r, c_l, c_r: i * u + f_l * (c_l + c_r),
).hint("There are five blocks in U: the last two are f_l and f_r.")
binary.wrong(
    "drops the memory of the right child", memory=lambda i, u, f_l, f_r, c_l, c_r: i * u + f_l * c_l
).hint("The node has two children, and each hands up a memory.")
binary.wrong(
    "leaves out the input gate", memory=lambda i, u, f_l, f_r, c_l, c_r: u + f_l * c_l + f_r * c_r
).hint(COMES_IN)
binary.wrong(
    "lets the two forget gates share what is to be kept, f_r = 1 - f_l",
    memory=lambda i, u, f_l, f_r, c_l, c_r: i * u + f_l * c_l + (1 - f_l) * c_r,
).hint("The gates are independent: a node may keep both memories, or none.")
binary.wrong("shows the memory without its tanh", show=plain).hint(SHOWN)
binary.wrong("takes a sigmoid for u", bend=torch.sigmoid).hint(CONTENT)
binary.wrong("exchanges h and c", lambda *case: binary(*case).flip(1)).hint(
    "[:, 0] is the output h, [:, 1] the memory c."
)
binary.wrong("leaves out the bias", lambda h, c, U, b: binary(h, c, U, 0 * b)).hint(
    "Each of the five gates has a bias: b, behind the product."
)
binary.wrong("reads the blocks in the order u, o, i, f_l, f_r", order=(2, 1, 0, 3, 4)).hint(
    "The blocks here are i, o, u, f_l, f_r; the library has another order."
)
binary.wrong("reads the blocks in the order i, f_l, f_r, o, u", order=(0, 3, 4, 1, 2)).hint(
    "The contract stacks the gates as i, o, u, f_l, f_r."
)
