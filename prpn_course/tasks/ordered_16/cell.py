"""Tasks 16.1 to 16.3: the soft step, the gates of the cell, one step of an ON-LSTM."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

GATES = "cell_gates(f.sigmoid().reshape(m, -1), i.sigmoid().reshape(m, -1), a, e)"  # the solution of 16.3

cumax = task("16.1", section="A soft step", axes="t, k", in_page=True)


@cumax.cases
def _(draw):
    """Scores (T, m): thirds and fifths by hand, random ones, one word, one level."""
    yield torch.log(real([[1, 1, 2], [3, 1, 1]]))
    yield real([[0, 0, 0, 0], [3, 0, -3, 0]])
    yield from (draw.normal(*shape) for shape in ((3, 5), (5, 2), (1, 4), (2, 7)))
    yield 3 * draw.normal(4, 3)
    yield real([[100, 101, 99]])  # e^100 is infinite for a float
    yield real([[2], [-1]])


cumax.wrong("gives the softmax itself", ".cumsum(dim=1)", "",
    "A softmax is the chance to stop at a level. You want the chance to stop there or below: a running sum.")
cumax.wrong("adds up from the highest level down",
    "chances.cumsum(dim=1)", "chances.flip(1).cumsum(dim=1).flip(1)",
    "The step rises: its last entry is 1, not its first.")
cumax.wrong("leaves out the level itself", "cumsum(dim=1)", "cumsum(dim=1) - chances",
    "P(stop <= k) holds the chance of k itself. The last entry must be 1.")
cumax.wrong("takes 1 minus the running sum", "return chances", "return 1 - chances",
    "That is the form of the master input gate. The soft step rises.")
cumax.wrong("adds up over the words instead of over the levels", "cumsum(dim=1)", "cumsum(dim=0)",
    "Each row is a word. The sum runs along the row, over the levels.")
cumax.wrong("goes along the words in both steps", "dim=1", "dim=0",
    "Each row is a word: softmax and running sum both go along the row, `dim=1`.", times=2)
cumax.wrong("takes the softmax over the words", "z, dim=1", "z, dim=0",
    "Each word chooses among levels: its row sums to 1, not the column.")
cumax.wrong("adds up the scores before the softmax",
    "torch.softmax(z, dim=1)", "z.cumsum(dim=1)", "chances.cumsum(dim=1)", "torch.softmax(chances, dim=1)",
    "Softmax first, running sum second.")
cumax.wrong("forgets the softmax", "torch.softmax(z, dim=1)", "z",
    "Scores are no chances: the softmax makes them so.")
cumax.wrong("forgets to divide by the sum", "torch.softmax(z, dim=1)", "z.exp()",
    "e to the score is positive, but the chances of a word must sum to 1.")
cumax.wrong("divides e to the score by the sum, which is inf / inf for large scores",
    "torch.softmax(z, dim=1)", "z.exp() / z.exp().sum(dim=1, keepdim=True)",
    "e^100 is infinite for a float. `torch.softmax` subtracts the largest score of the row first.")
cumax.wrong("takes a sigmoid instead of a softmax", "torch.softmax(z, dim=1)", "z.sigmoid()",
    "Sigmoids of different levels do not sum to 1.")
cumax.wrong("multiplies the chances up to the level", "cumsum(dim=1)", "cumprod(dim=1)",
    "To stop at one level OR a lower one: chances of either add up.")
cumax.wrong("divides running sums of sigmoids by their last",
    "torch.softmax(z, dim=1)", "z.sigmoid() / z.sigmoid().sum(1, keepdim=True)",
    "The chances of a softmax are e to the score over the sum of these; a sigmoid is something else.")
cumax.wrong("takes the mean of the chances so far",
    "chances.cumsum(dim=1)", "chances.cumsum(dim=1) / torch.arange(1, z.size(1) + 1)",
    "Nothing is divided: the last entry of a row is 1.")
cumax.wrong("takes the greatest chance so far instead of the sum", "cumsum(dim=1)", "cummax(dim=1).values",
    "The name is short for cumulative softmax: chances are added up.")


cell_gates = task("16.2", section="Two master gates and their overlap", axes="gate, k, neuron")


@cell_gates.cases
def _(draw):
    """Ordinary gates (m, C) and scores (m,): by hand, random ones, sharp ones, one neuron a level."""
    yield (
        real([[0.5, 0.2], [0.5, 0.8], [0.1, 0.4]]),
        real([[0.5, 0.6], [0.25, 0.1], [0.3, 0.9]]),
        *map(torch.log, (real([1, 1, 2]), real([1, 2, 1]))),
    )
    for m, C in ((4, 3), (2, 5), (5, 2)):
        yield draw.uniform(m, C), draw.uniform(m, C), draw.normal(m), draw.normal(m)
    yield draw.uniform(4, 2), draw.uniform(4, 2), real([0, 50, 0, 0]), real([0, 0, 0, 50])
    yield draw.uniform(3, 1), draw.uniform(3, 1), draw.normal(3), draw.normal(3)


cell_gates.wrong("lets the input gate rise as well", "1 - torch", "torch",
    "A word writes to the low levels: i~ = 1 - cumax falls to 0.")
cell_gates.wrong("lets the forget gate fall as well", "f_master = ", "f_master = 1 - ",
    "f~ = cumax: what is high is kept, so it rises to 1.")
cell_gates.wrong("lets the forget gate fall and the input gate rise",
    "f_master = ", "f_master = 1 - ", "i_master = 1 - ", "i_master = ",
    "The two are exchanged: f~ = cumax rises, i~ = 1 - cumax falls.")
cell_gates.wrong("makes each master gate from the scores of the other",
    "z_forget, dim", "z_input, dim", "z_input, dim", "z_forget, dim",
    "z_forget belongs to f~, z_input to i~.")
cell_gates.wrong("uses the ordinary gates in the overlap and nothing outside",
    " + f_master - w", "", " + i_master - w", "",
    "Outside the overlap the master gate itself decides: there is a second term, f~ - w.")
cell_gates.wrong("multiplies ordinary and master gate",
    "f * w + f_master - w", "f * f_master", "i * w + i_master - w", "i * i_master",
    "Where only f~ is open, the memory is kept whole, whatever f says.")
cell_gates.wrong("uses the master gates alone",
    "f * w + f_master - w", "f_master.expand_as(f)", "i * w + i_master - w", "i_master.expand_as(i)",
    "In the overlap the ordinary gates decide, as in an LSTM.")
cell_gates.wrong("adds the whole master gate", "f_master - w", "f_master", "i_master - w", "i_master",
    "What lies in the overlap is counted twice: subtract w from the master gate.")
cell_gates.wrong("takes the larger of the two terms, not their sum",
    "f * w + f_master - w", "torch.maximum(f * w, f_master - w)",
    "i * w + i_master - w", "torch.maximum(i * w, i_master - w)",
    "Both terms count: what is inside the overlap and what is outside.")
cell_gates.wrong("uses the ordinary gate outside the overlap, too",
    "f * w +", "f +", "i * w +", "i +",
    "The ordinary gate decides in the overlap alone: it is multiplied by w.")
cell_gates.wrong("fills up with 1 - w", "f_master - w", "1 - w", "i_master - w", "1 - w",
    "Outside the overlap it is the master gate that decides, and it can be 0.")
cell_gates.wrong("takes the overlap of the ordinary gates", "f_master * i_master", "f * i",
    "The overlap is that of the master gates: w = f~ i~.")
cell_gates.wrong("takes the smaller master gate as the overlap",
    "f_master * i_master", "torch.minimum(f_master, i_master)",
    "w is a product. For hard steps it is the same as the smaller one, for soft ones it is not.")
cell_gates.wrong("takes the sum of the master gates as the overlap",
    "f_master * i_master", "f_master + i_master",
    "Both must be open: w = f~ i~.")
cell_gates.wrong("forgets the overlap: w is 1 everywhere", "f_master * i_master", "1",
    "That is an ordinary LSTM plus f~ - 1. w = f~ i~.")
cell_gates.wrong("exchanges the ordinary gates", "f * w", "i * w", "i * w", "f * w",
    "f belongs to f^, i to i^.")
cell_gates.wrong("gives each ordinary gate the master gate of the other",
    "f_master - w", "i_master - w", "i_master - w", "f_master - w",
    "f^ = f w + (f~ - w): f goes with f~, i with i~.")
cell_gates.wrong("subtracts what lies outside the overlap",
    "+ f_master - w", "- f_master + w", "+ i_master - w", "- i_master + w",
    "What is outside the overlap is added: f w + (f~ - w).")
cell_gates.wrong("uses the overlap in the first row only", "i * w + i_master - w", "i * i_master",
    "Both rows have the same form: i^ = i w + (i~ - w).")
cell_gates.wrong("takes a sigmoid of the ordinary gates",
    "f * w", "f.sigmoid() * w", "i * w", "i.sigmoid() * w",
    "f and i are gates already, in [0, 1].")
cell_gates.wrong("returns the input gate first", "[keep, let_in]", "[let_in, keep]",
    "Row 0 is f^, row 1 is i^.")


on_lstm_step = task("16.3", section="Two master gates and their overlap", axes="row, neuron")


@on_lstm_step.cases
def _(draw):
    """A word (E,), a state (H,) twice, weights, m levels: by hand, random ones, levels of one to three."""
    by_hand = real([50, 0, 0, 50, 0, 0, 0, 0, 0.5, -0.5, 50, 50])  # wipe none, write level 0: it is shared
    c = real([0.5, 1])
    none = real([0] * 12)
    yield real([1]), none[:2], c, by_hand[:, None], none.new_zeros(12, 2), none, 2
    for E, m, C in ((2, 2, 2), (3, 3, 2), (2, 4, 1), (4, 2, 3)):
        H = m * C
        shapes = ((E,), (H,), (H,), (2 * m + 4 * H, E), (2 * m + 4 * H, H), (2 * m + 4 * H,))
        yield *draw.normals(*shapes), m


on_lstm_step.wrong("gives neighbouring neurons the entries of different levels",
    "f.sigmoid().reshape(m, -1)", "f.sigmoid().reshape(-1, m).T", "keep.flatten()", "keep.T.flatten()",
    "i.sigmoid().reshape(m, -1)", "i.sigmoid().reshape(-1, m).T", "let_in.flatten()", "let_in.T.flatten()",
    "The first C neurons are level 0, the next C level 1: `repeat_interleave`, not `repeat`.")
on_lstm_step.wrong("lets the master input gate rise",
    "keep, let_in = " + GATES,
    "rise, up = (z.softmax(0).cumsum(0).repeat_interleave(H // m) for z in (a, e))\n"
    "    keep, let_in = rise - rise * up * (-f).sigmoid(), up - rise * up * (-i).sigmoid()",
    "i~ = 1 - cumax: the last level is not written.")
on_lstm_step.wrong("uses the ordinary gates alone, as an LSTM", GATES, "f.sigmoid(), i.sigmoid()",
    "The master gates are missing: f^ = f w + (f~ - w), and i^ likewise.")
on_lstm_step.wrong("uses the master gates alone",
    "f.sigmoid()", "torch.ones(H)", "i.sigmoid()", "torch.ones(H)",
    "In the overlap w = f~ i~ the ordinary gates decide.")
on_lstm_step.wrong("multiplies ordinary and master gates",
    GATES, "torch.stack([f, i]).sigmoid() * cell_gates(*torch.ones(2, m, H // m), a, e).flatten(1)",
    "Outside the overlap the ordinary gates have no say: f^ = f w + (f~ - w).")
on_lstm_step.wrong("exchanges the rows of i and f", "i, f, g, o =", "f, i, g, o =",
    "The rows come in the order f~, i~, i, f, g, o.")
on_lstm_step.wrong("exchanges the rows of g and o", "g, o =", "o, g =",
    "The last H rows are the output gate's, the H before them the new content's.")
on_lstm_step.wrong("exchanges the rows of the master gates", "a, e, i, f", "e, a, i, f",
    "The first m rows belong to the forget gate f~, the next m to i~.")
on_lstm_step.wrong("takes a sigmoid of the new content", "g.tanh()", "g.sigmoid()",
    "The content g may be negative: tanh.")
on_lstm_step.wrong("leaves out the tanh of the new content", "g.tanh()", "g", "The content is tanh(g).")
on_lstm_step.wrong("leaves out the sigmoid of the output gate", "o.sigmoid()", "o",
    "o is a gate: h = sigmoid(o) tanh(c).")
on_lstm_step.wrong("takes a tanh of the output gate", "o.sigmoid()", "o.tanh()",
    "Gates are sigmoids, in [0, 1].")
on_lstm_step.wrong("leaves out the sigmoid of the gates i and f", "f.sigmoid()", "f", "i.sigmoid()", "i",
    "The ordinary gates are sigmoid(i) and sigmoid(f).")
on_lstm_step.wrong("keeps with the input gate and writes with the forget gate",
    "keep, let_in =", "let_in, keep =",
    "f^ meets the old memory, i^ the new content: c' = f^ c + i^ g.")
on_lstm_step.wrong("leaves out the tanh of the memory", "memory.tanh()", "memory", "h = o tanh(c).")
on_lstm_step.wrong("leaves the last output out", " + R @ h", "", "All gates see h too: W x + R h + b.")
on_lstm_step.wrong("leaves the bias out", " + b", "", "All gates have a bias: W x + R h + b.")
on_lstm_step.wrong("shows the old memory instead of the new one", "memory.tanh()", "c.tanh()",
    "First the new memory, then the output from it.")
on_lstm_step.wrong("forgets the old memory altogether", "keep.flatten() * c + ", "",
    "The new memory is f^ c + i^ g.")
on_lstm_step.wrong("returns the memory first",
    "[o.sigmoid() * memory.tanh(), memory]", "[memory, o.sigmoid() * memory.tanh()]",
    "Row 0 is h, row 1 is c.")
on_lstm_step.entries("the memory", 1)
on_lstm_step.entries("the output", 0)
