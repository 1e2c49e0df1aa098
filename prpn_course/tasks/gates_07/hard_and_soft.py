"""Tasks 7.1 and 7.4: gates that are open from a limit on, and their expectation over the limits."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.gates_07.limits import FIGURE_SCORES
from prpn_edu.latent import gates

hard_gates = task("7.1", section="A limit and its gates", axes="t, i")


@hard_gates.cases
def _(draw):
    """Limits (T,) with 0 <= l_t < t and l_0 = 0: Figure 1's first, then random ones, then a single word."""
    yield torch.tensor([0, 0, 1, 1, 1])
    for length in (2, 3, 6, 8):
        ceiling = torch.arange(length).clamp(min=1)  # (T,)  l_t < t
        yield (draw.uniform(length) * ceiling).long()
    yield torch.tensor([0])


hard_gates.wrong("leaves the limit itself out", "limit[t] <= i", "limit[t] < i",
    "The limit is the first position that may be seen, not the last one that may not: what is the gate at i "
    "= l_t?")
hard_gates.wrong("lets step t look at itself", "i < t", "i <= t",
    "A step looks back. Which is the last position before t?")
hard_gates.wrong("lets step t look into the future", " and i < t", "",
    "The gate has two ends. You have the left one; what closes it on the right?")
hard_gates.wrong("opens the gates before the limit instead of after it", "limit[t] <= i", "i <= limit[t]",
    "A limit near t means a short memory: the open positions are those between the limit and t.")
hard_gates.wrong("opens what should be closed, and the other way round", "return g", "return 1 - g",
    "1 means open: position i may be seen.")
hard_gates.wrong("exchanges the step t and the position i", "return g", "return g.T",
    "Rows are steps, columns are positions: the entry is [t, i], and what lies above the diagonal is 0.")
hard_gates.wrong("opens every gate, as `or` between the two conditions does", "and", "or",
    "Every i meets one of the two conditions. A gate is open where both hold at once.")
hard_gates.wrong("opens the whole past whatever the limit, as `limit[i]` in place of `limit[t]` does",
    "limit[t]", "limit[i]",
    "Does your condition use limit[t] at all? The limit belongs to the step that looks back.")
hard_gates.wrong("opens what lies before the limit", "limit[t] <= i and i < t", "i < limit[t]",
    "That is what is closed.")
hard_gates.wrong("opens the last l_t positions", "limit[t] <= i", "t - limit[t] <= i",
    "The limit is a position, not a length.")


expected_gates = task(
    "7.4", section="The expected gate is a running product", axes="t, i", in_page="Practise"
)


@expected_gates.cases
def _(draw):
    """Matrices (T, T), 0 on and above the diagonal: Figure 2's, random ones."""
    yield gates.alphas(real(FIGURE_SCORES))
    yield real([[0, 0, 0, 0], [0.5, 0, 0, 0], [0.25, 0.5, 0, 0], [0.75, 0.5, 0.25, 0]])
    yield from (draw.uniform(T, T, low=0.2, high=0.9).tril(-1) for T in (2, 3, 6))


@expected_gates.part("exact zeros and ones")
def _(draw):
    """The same with walls, and a single step."""
    hard = draw.uniform(5, 5, low=-0.5, high=1.5).clamp(0, 1).tril(-1)
    hard[4, 2] = 0.0  # a wall inside the last row, whatever the seed
    yield hard
    yield real([[0]])


def divided(alpha):
    """The whole product over the part up to i: 0/0 where a wall stands."""
    from_left = alpha.masked_fill(torch.ones_like(alpha).triu().bool(), 1.0)
    from_left[:, 0] = 1.0
    from_left = from_left.cumprod(-1)
    return (from_left[:, -1:] / from_left).tril(-1)


def down_a_column(alpha):
    """A mistake: the entry [t, i] is the product of alpha[j, i], j between i and t."""
    T = len(alpha)
    g = [[alpha[i + 1 : t, i].prod() if i < t else 0 for i in range(T)] for t in range(T)]
    return torch.tensor(g)


expected_gates.wrong("begins the product at i instead of i + 1",
    "= 1.0", "= alpha[t, t - 1]", "* alpha[t, i + 1]", "* alpha[t, i]",
    "Position i is inside the limit even if the search stops at i. So alpha_i does not matter for g_i.")
expected_gates.wrong("multiplies by alpha_i where the search passes i + 1",
    "* alpha[t, i + 1]", "* alpha[t, i]",
    "To reach i the search passes i + 1, not i.")
expected_gates.wrong("adds up the chances in place of multiplying them",
    lambda alpha: torch.stack([alpha[:, i + 1 :].sum(1) for i in range(len(alpha))], 1).tril(-1),
    "The search must go on past one position AND the next: chances of both multiply.")
expected_gates.wrong("takes the least chance, not the product",
    "expected[t, i + 1] * alpha[t, i + 1]", "min(expected[t, i + 1], alpha[t, i + 1])",
    "Each wall takes its own part away: multiply all of the chances.")
expected_gates.wrong("multiplies down a column in place of along a row",
    down_a_column,
    "One step looks past several positions: t stays, j moves. That is alpha[t, j], along the row.")
expected_gates.wrong("skips the chance at i + 1",
    "expected[t, i + 1] * alpha[t, i + 1]", "alpha[t, i + 2 : t].prod()",
    "Which position lies just before i, seen from t? The search must go on past it.")
expected_gates.wrong("takes one chance alone, alpha_{i+1}", "expected[t, i + 1] * ", "",
    "Multiply *all* walls between i and t, not the next one alone.")
expected_gates.wrong("begins at t = 0, where column t - 1 is the last one", "range(1, T)", "range(T)",
    "Index -1 is the last column, and step 0 has no past: begin at t = 1.")
expected_gates.wrong("starts the product with 1 at i = t and goes on with alpha_i",
    "range(1, T)", "range(T)", "t - 1] = 1.0", "t] = 1.0",
    "range(t - 1)", "range(t)", "* alpha[t, i + 1]", "* alpha[t, i]",
    "Step t does not see itself. Start the product with 1 at t - 1, before alpha_i comes in.")
expected_gates.wrong("starts the product with 1 at i = t and goes on with alpha_{i+1}",
    "range(1, T)", "range(T)", "t - 1] = 1.0", "t] = 1.0", "range(t - 1)", "range(t)",
    "Step t does not see itself. Start the product with 1 at t - 1, before alpha_{i+1} comes in.")
expected_gates.wrong("gives 0 everywhere, as a product does that runs on to j = t, where the matrix holds 0",
    torch.zeros_like,
    "Is what you compute stored? If it is: the zeros at j >= t are only there to fill the matrix. In a "
    "product, what stands for nothing is 1.")
expected_gates.wrong("multiplies from the left, from j = 0 up to i", lambda alpha: alpha.cumprod(-1).tril(-1),
    "The search comes from t: to reach i it must go on past the positions between i and t.")
expected_gates.wrong("gives p(l_t = i) and not P(l_t <= i)", gates.limit_distribution,
    "The gate at i is open for every limit up to i, not for the limit i alone: add up.")
expected_gates.wrong("adds up p(l_t) from the wrong end: P(l_t >= i)",
    lambda alpha: gates.limit_distribution(alpha).flip(-1).cumsum(-1).flip(-1).tril(-1),
    "A gate can only be more open as i comes nearer to t. Which is the surest position of all?")
expected_gates.wrong("takes alpha[t, i] itself for the gate", lambda alpha: alpha,
    "alpha is one coin. To reach i the search must go on past every position between i and t.")
expected_gates.wrong("ends the product before j = t - 1",
    "* alpha[t, i + 1]", "* (alpha[t, i + 1] if i < t - 2 else 1)",
    "The search goes past t - 1 first, so alpha[t, t-1] is in the product of every earlier gate.")
expected_gates.wrong("leaves the gate at i = t open", "return expected", "return expected + torch.eye(T)",
    "A step does not look at itself: its last open position is t - 1.")
expected_gates.wrong("multiplies the chances to stop", "* alpha[t, i + 1]", "* (1 - alpha[t, i + 1])",
    "The gate at i stays open while the search goes on. alpha is the chance to go on.")
expected_gates.wrong("leaves the gates at i >= t open",
    "return expected", "return expected + torch.ones(T, T).triu()",
    "An empty product is 1, so these entries need a mask: step t sees nothing at i >= t.")
expected_gates.wrong("divides one product by another, which fails where an alpha is 0", divided,
    "It is a neat trick, until 0/0. Multiply from the right instead; then nothing needs dividing.")
