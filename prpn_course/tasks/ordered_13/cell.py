"""Tasks 13.1 to 13.3: the soft step, the gates of the cell, one step of an ON-LSTM."""

import torch
from torch import Tensor

from prpn_course.builder import task
from prpn_course.draw import real


def step(z: Tensor) -> Tensor:
    """The running sum of the softmax over the last axis."""
    return torch.softmax(z, -1).cumsum(-1)


@task("13.1", section="A soft step", axes="t, k")
def cumax(z, share=lambda z: torch.softmax(z, -1), add=lambda p: p.cumsum(-1)):
    """`add` up the `share` of each level."""
    return add(share(z))


@cumax.cases
def _(draw):
    """Scores (T, m): thirds and fifths by hand, random ones, one word, one level."""
    yield torch.log(real([[1, 1, 2], [3, 1, 1]]))
    yield from (draw.normal(*shape) for shape in ((3, 5), (5, 2), (1, 4), (2, 7)))
    yield 3 * draw.normal(4, 3)
    yield real([[2], [-1]])


cumax.wrong("gives the softmax itself", add=lambda p: p).hint(
    "A softmax is the chance to stop at a level. You want the chance to stop there or below: a running sum."
)
cumax.wrong("adds up from the highest level down", add=lambda p: p.flip(-1).cumsum(-1).flip(-1)).hint(
    "The step rises: its last entry is 1, not its first."
)
cumax.wrong("leaves out the level itself", add=lambda p: p.cumsum(-1) - p).hint(
    "P(stop <= k) holds the chance of k itself. The last entry must be 1."
)
cumax.wrong("takes 1 minus the running sum", add=lambda p: 1 - p.cumsum(-1)).hint(
    "That is the form of the master input gate. The soft step rises."
)
cumax.wrong("adds up over the words instead of over the levels", add=lambda p: p.cumsum(0)).hint(
    "Each row is a word. The sum runs along the row, over the levels."
)
cumax.wrong("goes along the words in both steps", lambda z: cumax(z.T).T).hint(
    "Each row is a word: softmax and running sum both go along the row, `dim=1`."
)
cumax.wrong("takes the softmax over the words", share=lambda z: torch.softmax(z, 0)).hint(
    "Each word chooses among levels: its row sums to 1, not the column."
)
cumax.wrong(
    "adds up the scores before the softmax", share=lambda z: z.cumsum(-1), add=lambda z: torch.softmax(z, -1)
).hint("Softmax first, running sum second.")
cumax.wrong("forgets the softmax", share=lambda z: z).hint(
    "Scores are no chances: the softmax makes them so."
)
cumax.wrong("forgets to divide by the sum", share=torch.exp).hint(
    "e to the score is positive, but the chances of a word must sum to 1."
)
cumax.wrong("takes a sigmoid instead of a softmax", share=torch.sigmoid).hint(
    "Sigmoids of different levels do not sum to 1."
)
cumax.wrong("takes the greatest chance so far instead of the sum", add=lambda p: p.cummax(-1).values).hint(
    "The name is short for cumulative softmax: chances are added up."
)


def overlap(f_master: Tensor, i_master: Tensor) -> Tensor:
    """Where both master gates are open."""
    return f_master * i_master


def outside(gate: Tensor, master: Tensor, w: Tensor) -> Tensor:
    """The ordinary gate in the overlap, the master gate elsewhere."""
    return gate * w + (master - w)


@task("13.2", section="Two master gates and their overlap", axes="gate, k, unit")
def cell_gates(
    f,
    i,
    z_forget,
    z_input,
    forget=step,
    write=lambda z: 1 - step(z),
    both=overlap,
    mix=outside,
):
    """The ordinary gates where `both` master gates are open, see `outside`."""
    f_master, i_master = forget(z_forget)[:, None], write(z_input)[:, None]  # (m, 1)
    w = both(f_master, i_master)
    return torch.stack([mix(f, f_master, w), mix(i, i_master, w)])


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


cell_gates.wrong("lets the input gate rise as well", write=step).hint(
    "A word writes to the low levels: i~ = 1 - cumax falls to 0."
)
cell_gates.wrong("lets the forget gate fall as well", forget=lambda z: 1 - step(z)).hint(
    "f~ = cumax: what is high is kept, so it rises to 1."
)
cell_gates.wrong(
    "lets the forget gate fall and the input gate rise", forget=lambda z: 1 - step(z), write=step
).hint("The two are exchanged: f~ = cumax rises, i~ = 1 - cumax falls.")
cell_gates.wrong(
    "makes each master gate from the scores of the other",
    lambda f, i, z_forget, z_input: cell_gates(f, i, z_input, z_forget),
).hint("z_forget belongs to f~, z_input to i~.")
cell_gates.wrong(
    "uses the ordinary gates in the overlap and nothing outside", mix=lambda gate, master, w: gate * w
).hint("Outside the overlap the master gate itself decides: there is a second term, f~ - w.")
cell_gates.wrong("multiplies ordinary and master gate", mix=lambda gate, master, w: gate * master).hint(
    "Where only f~ is open, the memory is kept whole, whatever f says."
)
cell_gates.wrong("uses the master gates alone", mix=lambda gate, master, w: master + 0 * gate).hint(
    "In the overlap the ordinary gates decide, as in an LSTM."
)
cell_gates.wrong("adds the whole master gate", mix=lambda gate, master, w: gate * w + master).hint(
    "What lies in the overlap is counted twice: subtract w from the master gate."
)
cell_gates.wrong("fills up with 1 - w", mix=lambda gate, master, w: gate * w + (1 - w)).hint(
    "Outside the overlap it is the master gate that decides, and it can be 0."
)
cell_gates.wrong("takes the smaller master gate as the overlap", both=torch.minimum).hint(
    "w is a product. For hard steps it is the same as the smaller one, for soft ones it is not."
)
cell_gates.wrong("takes the sum of the master gates as the overlap", both=torch.add).hint(
    "Both must be open: w = f~ i~."
)
cell_gates.wrong("forgets the overlap: w is 1 everywhere", both=lambda a, b: torch.ones_like(a)).hint(
    "That is an ordinary LSTM plus f~ - 1. w = f~ i~."
)
cell_gates.wrong(
    "exchanges the ordinary gates", lambda f, i, z_forget, z_input: cell_gates(i, f, z_forget, z_input)
).hint("f belongs to f^, i to i^.")
cell_gates.wrong(
    "gives each ordinary gate the master gate of the other",
    lambda f, i, z_forget, z_input: cell_gates(i, f, z_forget, z_input).flip(0),
).hint("f^ = f w + (f~ - w): f goes with f~, i with i~.")
cell_gates.wrong(
    "subtracts what lies outside the overlap", mix=lambda gate, master, w: gate * w - (master - w)
).hint("What is outside the overlap is added: f w + (f~ - w).")
cell_gates.wrong(
    "uses the overlap in the first row only",
    lambda *case: torch.stack([cell_gates(*case)[0], cell_gates(*case, mix=lambda gate, m, w: gate * m)[1]]),
).hint("Both rows have the same form: i^ = i w + (i~ - w).")
cell_gates.wrong(
    "takes a sigmoid of the ordinary gates", mix=lambda gate, master, w: outside(gate.sigmoid(), master, w)
).hint("f and i are gates already, in [0, 1].")
cell_gates.wrong("returns the input gate first", lambda *case: cell_gates(*case).flip(0)).hint(
    "Row 0 is f^, row 1 is i^."
)


def by_level(gate: Tensor, chunk: int) -> Tensor:
    """Each entry for the C neurons of its level."""
    return gate.repeat_interleave(chunk)


@task("13.3", section="The cell, line by line", axes="state, unit")
def on_lstm_step(
    x,
    h,
    c,
    W,
    R,
    b,
    m,
    spread=by_level,
    order=("f~", "i~", "i", "f", "g", "o"),
    write=lambda z: 1 - step(z),
    gates=lambda f, i, a, b: (outside(f, a, a * b), outside(i, b, a * b)),
    new=torch.tanh,
    old=lambda c, forget: c,
    show=torch.tanh,
    press=torch.sigmoid,
    out=torch.sigmoid,
):
    """Split the sums by `order`; each master gate is `spread` over the neurons of its level."""
    H = len(c)
    parts = (W @ x + R @ h + b).split([m, m, H, H, H, H])
    z = dict(zip(order, parts, strict=True))
    a, e = spread(step(z["f~"]), H // m), spread(write(z["i~"]), H // m)
    forget, let_in = gates(press(z["f"]), press(z["i"]), a, e)
    new_c = forget * old(c, forget) + let_in * new(z["g"])
    return torch.stack([out(z["o"]) * show(new_c), new_c])


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


on_lstm_step.wrong(
    "gives neighbouring neurons the entries of different levels",
    spread=lambda gate, chunk: gate.repeat(chunk),
).hint("The first C neurons are level 0, the next C level 1: `repeat_interleave`, not `repeat`.")
on_lstm_step.wrong("lets the master input gate rise", write=step).hint(
    "i~ = 1 - cumax: the last level is not written."
)
on_lstm_step.wrong("uses the ordinary gates alone, as an LSTM", gates=lambda f, i, a, b: (f, i)).hint(
    "The master gates are missing: f^ = f w + (f~ - w), and i^ likewise."
)
on_lstm_step.wrong("uses the master gates alone", gates=lambda f, i, a, b: (a, b)).hint(
    "In the overlap w = f~ i~ the ordinary gates decide."
)
on_lstm_step.wrong("multiplies ordinary and master gates", gates=lambda f, i, a, b: (f * a, i * b)).hint(
    "Outside the overlap the ordinary gates have no say: f^ = f w + (f~ - w)."
)
on_lstm_step.wrong("exchanges the rows of i and f", order=("f~", "i~", "f", "i", "g", "o")).hint(
    "The rows come in the order f~, i~, i, f, g, o."
)
on_lstm_step.wrong("exchanges the rows of g and o", order=("f~", "i~", "i", "f", "o", "g")).hint(
    "The last H rows are the output gate's, the H before them the new content's."
)
on_lstm_step.wrong("exchanges the rows of the master gates", order=("i~", "f~", "i", "f", "g", "o")).hint(
    "The first m rows belong to the forget gate f~, the next m to i~."
)
on_lstm_step.wrong("takes a sigmoid of the new content", new=torch.sigmoid).hint(
    "The content g may be negative: tanh."
)
on_lstm_step.wrong("leaves out the tanh of the new content", new=lambda g: g).hint("The content is tanh(g).")
on_lstm_step.wrong("leaves out the sigmoid of the output gate", out=lambda o: o).hint(
    "o is a gate: h = sigmoid(o) tanh(c)."
)
on_lstm_step.wrong("takes a tanh of the output gate", out=torch.tanh).hint("Gates are sigmoids, in [0, 1].")
on_lstm_step.wrong("leaves out the sigmoid of the gates i and f", press=lambda z: z).hint(
    "The ordinary gates are sigmoid(i) and sigmoid(f)."
)
on_lstm_step.wrong(
    "keeps with the input gate and writes with the forget gate",
    gates=lambda f, i, a, b: (outside(i, b, a * b), outside(f, a, a * b)),
).hint("f^ meets the old memory, i^ the new content: c' = f^ c + i^ g.")
on_lstm_step.wrong("leaves out the tanh of the memory", show=lambda c: c).hint("h = o tanh(c).")
on_lstm_step.wrong(
    "leaves the last output out", lambda x, h, c, W, R, b, m: on_lstm_step(x, h, c, W, 0 * R, b, m)
).hint("All gates see h too: W x + R h + b.")
on_lstm_step.wrong(
    "leaves the bias out", lambda x, h, c, W, R, b, m: on_lstm_step(x, h, c, W, R, 0 * b, m)
).hint("All gates have a bias: W x + R h + b.")
on_lstm_step.wrong(
    "shows the old memory instead of the new one",
    lambda x, h, c, W, R, b, m: torch.stack(
        [(W @ x + R @ h + b)[-len(c) :].sigmoid() * c.tanh(), on_lstm_step(x, h, c, W, R, b, m)[1]]
    ),
).hint("First the new memory, then the output from it.")
on_lstm_step.wrong("forgets the old memory altogether", old=lambda c, forget: 0 * c).hint(
    "The new memory is f^ c + i^ g."
)
on_lstm_step.wrong("returns the memory first", lambda *case: on_lstm_step(*case).flip(0)).hint(
    "Row 0 is h, row 1 is c."
)
