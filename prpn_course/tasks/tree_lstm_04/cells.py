"""Tasks 4.1 to 4.5: the plain node, the leaf, and the two cells with a forget gate for each child.

Gates are stacked in the order i, o, u, f. A state is a pair of vectors, stacked: row 0 is h, row 1 is c.
"""

import torch

from prpn_course.builder import task

recursive_node = task("4.1", section="From recursive networks to cells with gates", axes="h")


@recursive_node.cases
def _(draw):
    """Outputs of two children (H,), their matrices (H, H), a bias (H,): random, and two equal children."""
    cases = [draw.normals((H,), (H,), (H, H), (H, H), (H,)) for H in (2, 1, 3, 5)]
    yield from cases
    left, _, *weights = cases[2]
    yield left, left, *weights


recursive_node.wrong("gives each child the matrix of its sibling",
    "U_l @ left + U_r @ right", "U_l @ right + U_r @ left",
    "U_l meets the left child. On two equal children the mistake cannot be seen.")
recursive_node.wrong("leaves out the bias", " + b", "", "With two children of zeros, what should come out?")
recursive_node.wrong("takes a sigmoid in place of the tanh", "torch.tanh", "torch.sigmoid",
    "A node may be negative. The sigmoid belongs to gates, and this node has none.")
recursive_node.wrong("leaves the tanh out", "torch.tanh", "",
    "Without it a whole tree is one linear map: a bag of words with position weights.")
recursive_node.wrong("adds the bias after the tanh", " + b)", ") + b",
    "Your numbers can leave the interval from -1 to 1. What belongs inside the brackets?")
recursive_node.wrong("squashes each child on its own and adds afterwards",
    "U_l @ left + U_r", "U_l @ left) + torch.tanh(U_r",
    "Both children meet inside one tanh: add first, squash once.")
recursive_node.wrong("multiplies from the wrong side", "U_l @ left + U_r @ right", "left @ U_l + right @ U_r",
    "U left is `U_l @ left`: entry k is row k of the matrix times the vector.")


leaf = task("4.2", section="The Child-Sum cell", axes="h or c, entry")


@leaf.cases
def _(draw):
    """A word vector (E,), weights W (3H, E) and b (3H,) of the gates i, o, u."""
    yield from (draw.normals((E,), (3 * H, E), (3 * H,)) for E, H in ((2, 2), (3, 1), (1, 3), (4, 5)))


leaf.wrong("leaves out the input gate", "i * u", "u", "The memory is what the gate i lets in of u.")
leaf.wrong("takes a sigmoid for u", "torch.tanh(u)", "torch.sigmoid(u)",
    "u is what could come in, and it may be negative: it goes through tanh.")
leaf.wrong("shows the memory without its tanh", "torch.tanh(c)", "c",
    "h = o tanh(c): the memory is squashed before it is shown.")
leaf.wrong("shows u in place of the memory", "torch.tanh(c)", "u",
    "h shows the memory c, that is, what i has let in of u.")
leaf.wrong("squashes none of the three", "torch.sigmoid(i), torch.sigmoid(o), torch.tanh(u)", "i, o, u",
    "As yet i, o and u are sums: two become shares between 0 and 1, the third goes through tanh.")
leaf.wrong("exchanges h and c", "[h, c]", "[c, h]", "Row 0 is the output h, row 1 the memory c.")
leaf.wrong("exchanges o and u", "i, o, u = (W", "i, u, o = (W",
    "The last of the three blocks is the content, and not a gate: i, o, u.")
leaf.wrong("exchanges the gates i and o", "i, o, u = (W", "o, i, u = (W",
    "The rows of W are stacked in the order i, o, u.")


forget_gates = task("4.3", section="The Child-Sum cell", axes="k, entry")


@forget_gates.cases
def _(draw):
    """Outputs of K children (K, H), U_f (H, H), b_f (H,): three children, two, five, one."""
    yield from (draw.normals((K, H), (H, H), (H,)) for K, H in ((3, 2), (2, 3), (5, 4), (1, 3)))


forget_gates.wrong("computes every gate from the sum of the children", "U_f @ child", "U_f @ h.sum(0)",
    "Then all children are kept or forgotten together. The gate of child k looks at h_k.")
forget_gates.wrong("uses the gate of the first child for all of them", "U_f @ child", "U_f @ h[0]",
    "Each row needs its own child: row k belongs to h_k.")
forget_gates.wrong("lets each gate look at all the other children", "U_f @ child", "U_f @ (h.sum(0) - child)",
    "That would be a gate of the siblings. In the Child-Sum cell a child speaks for itself.")
forget_gates.wrong("makes the gates of the children sum to 1, as a softmax does",
    "torch.sigmoid", "", "for child in h])", "for child in h]).softmax(0)",
    "The gates are independent: a node may keep all of its children, or none.")
forget_gates.wrong("multiplies from the wrong side", "U_f @ child", "child @ U_f",
    "U_f h_k has ROW j of the matrix times the child. With children as rows that needs a transpose.")
forget_gates.wrong("takes a tanh in place of the sigmoid", "sigmoid", "tanh",
    "A gate is a share between 0 and 1; a tanh may be negative.")
forget_gates.wrong("squashes nothing", "torch.sigmoid", "", "A gate is a share between 0 and 1.")
forget_gates.wrong("multiplies U_f with the children as columns",
    lambda h, U_f, b_f: torch.sigmoid(U_f @ h.T + b_f),
    "The children are now columns, and the bias meets them instead of the entries: turn the product round.")
forget_gates.wrong("leaves out the bias", " + b_f", "",
    "The bias decides what is kept when the children say nothing.")


child_sum = task("4.4", section="The Child-Sum cell", axes="h or c, entry")


@child_sum.cases
def _(draw):
    """States of K children (K, H) each, U (3H, H), b (3H,), U_f (H, H), b_f (H,): two children, one, more."""
    for K, H in ((2, 2), (1, 2), (3, 4), (5, 2)):
        yield draw.normals((K, H), (K, H), (3 * H, H), (3 * H,), (H, H), (H,))


child_sum.wrong("computes the forget gates from the sum of the children",
    "forget_gates(h", "forget_gates(h.sum(0, keepdim=True)",
    "With one child you are right, with two you are not: f_k looks at h_k.")
child_sum.wrong("sums the memories first and forgets them together",
    "(forget_gates(h, U_f, b_f) * c).sum(dim=0)", "forget_gates(h, U_f, b_f).mean(0) * c.sum(0)",
    "Multiply each memory with its own gate, then add.")
child_sum.wrong("adds the memories without forgetting", "forget_gates(h, U_f, b_f) * c", "c",
    "So the slide says, but its equations do not: each memory meets its forget gate.")
child_sum.wrong("applies the forget gates to the outputs, not to the memories", "b_f) * c", "b_f) * h",
    "What is kept or forgotten is the memory c_k.")
child_sum.wrong("takes the mean of the children in place of their sum", "h.sum", "h.mean",
    "The cell is called Child-Sum: its gates i, o and u see the sum of the outputs.")
child_sum.wrong("adds the children along the wrong axis", "h.sum(dim=0)", "h.sum(dim=1)",
    "Row k is child k. The sum over the children runs down the rows, and has H entries.")
child_sum.wrong("multiplies the sum of the gates with the sum of the memories",
    "(forget_gates(h, U_f, b_f) * c).sum(dim=0)", "forget_gates(h, U_f, b_f).sum(0) * c.sum(0)",
    "Multiply each memory with its own gate, then add once.")
child_sum.wrong("leaves out the input gate", "torch.sigmoid(i) * ", "", "What comes in is i times u.")
child_sum.wrong("keeps, and lets nothing in", "torch.sigmoid(i) * torch.tanh(u) + ", "",
    "The new memory is what is kept, and what comes in besides: i times u.")
child_sum.wrong("takes a sigmoid for u", "torch.tanh(u)", "torch.sigmoid(u)",
    "u is what could come in, and it may be negative: it goes through tanh.")
child_sum.wrong("shows the memory without its tanh", "torch.tanh(memory)", "memory",
    "h = o tanh(c): the memory is squashed before it is shown.")
child_sum.wrong("exchanges the gates i and o", "i, o, u", "o, i, u",
    "The rows of U are the input gate, the output gate and the content, in the order of the docstring.")
child_sum.wrong("exchanges h and c", "memory])", "memory]).flip(0)",
    "Row 0 is the output h, row 1 the memory c.")


binary = task("4.5", section="The N-ary cell", axes="n, h or c, entry")


@binary.cases
def _(draw):
    """States of two children of n nodes, (n, 2, H) each, U (5H, 2H), b (5H,); the last has equal children."""
    cases = [
        draw.normals((n, 2, H), (n, 2, H), (5 * H, 2 * H), (5 * H,)) for n, H in ((1, 2), (3, 2), (4, 6))
    ]
    yield from cases
    h, c, U, b = cases[1]
    yield h[:, :1].repeat(1, 2, 1), c[:, :1].repeat(1, 2, 1), U, b


binary.wrong("exchanges the children",
    "h.flatten", "h.flip(1).flatten", "c[:, 0]", "c[:, 1]", "c[:, 1]", "c[:, 0]",
    "The first H columns of U meet the left child, and f_l belongs to its memory.")
binary.wrong("puts the output of the right child before that of the left", "h.flatten", "h.flip(1).flatten",
    "The product is with [h_l, h_r]: the first H columns of U meet the left output.")
binary.wrong("multiplies each forget gate with the memory of the other child",
    "c[:, 0]", "c[:, 1]", "c[:, 1]", "c[:, 0]",
    "Both gates see both outputs, but f_l keeps or forgets the left memory.")
binary.wrong("applies the forget gates to the outputs, not to the memories",
    "c[:, 0]", "h[:, 0]", "c[:, 1]", "h[:, 1]",
    "What is kept or forgotten is the memory, c. The outputs h have done their work in the gates.")
binary.wrong("uses one forget gate for both children", "torch.sigmoid(f_r)", "torch.sigmoid(f_l)",
    "There are five blocks in U: the last two are f_l and f_r.")
binary.wrong("drops the memory of the right child", " + torch.sigmoid(f_r) * c[:, 1]", "",
    "The node has two children, and each hands up a memory.")
binary.wrong("leaves out the input gate", "torch.sigmoid(i) * ", "", "What comes in is i times u.")
binary.wrong("lets the two forget gates share what is to be kept, f_r = 1 - f_l",
    "torch.sigmoid(f_r)", "(1 - torch.sigmoid(f_l))",
    "The gates are independent: a node may keep both memories, or none.")
binary.wrong("shows the memory without its tanh", "torch.tanh(memory)", "memory",
    "h = o tanh(c): the memory is squashed before it is shown.")
binary.wrong("takes a sigmoid for u", "torch.tanh(u)", "torch.sigmoid(u)",
    "u is what could come in, and it may be negative: it goes through tanh.")
binary.wrong("exchanges h and c", "[output, memory]", "[memory, output]",
    "[:, 0] is the output h, [:, 1] the memory c.")
binary.wrong("leaves out the bias", " + b", "", "Each of the five gates has a bias: b, behind the product.")
binary.wrong("reads the blocks in the order u, o, i, f_l, f_r", "i, o, u, f_l, f_r", "u, o, i, f_l, f_r",
    "The blocks here are i, o, u, f_l, f_r; the library has another order.")
binary.wrong("reads the blocks in the order i, f_l, f_r, o, u", "i, o, u, f_l, f_r", "i, f_l, f_r, o, u",
    "The contract stacks the gates as i, o, u, f_l, f_r.")
