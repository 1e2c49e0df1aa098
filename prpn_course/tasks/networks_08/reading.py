"""Tasks 8.4 and 8.5: one step of reading over two tapes, and what the predict network sees."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_edu.latent import gates


def divided_by_gates(raw, g):
    """The slip of the paper."""
    return raw * g / g.sum(-1, keepdim=True)


@task("8.4", section="Reading: one memory in place of many", axes="tape, unit")
def read_step(
    x,
    h,
    c,
    g,
    W_h,
    W_x,
    last=-1,
    root=lambda key: len(key) ** 0.5,
    weigh=gates.gated_attention,
    product=lambda key, h, c: h @ key,
    soft=lambda products: torch.softmax(products, -1),
):
    """A key from the word and the `last` output, its attention, and the averages of both tapes."""
    key = W_h @ h[last] + W_x @ x  # (H,)
    s = weigh(soft(product(key, h, c) / root(key)), g)  # (t,)
    return torch.stack([s @ h, s @ c])


@read_step.cases
def _(draw):
    """A word (E,), two tapes (t, H), gates (t,), weights of the key: by hand, random, hard gates, t = 1."""
    h = real([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 2]])
    c = real([[0, 3, 0, 0], [1, 0, 0, 0], [0, 0, 4, 0]])
    W_h = real([[0, 0, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]])
    yield real([1]), h, c, real([0.5, 1, 1]), W_h, real([[0], [4], [0], [1]])
    for t, E, H in ((3, 2, 4), (5, 3, 2), (4, 5, 3)):
        x, h, c, W_h, W_x = draw.normals((E,), (t, H), (t, H), (H, H), (H, E))
        yield x, h, c, draw.uniform(t, low=0.1), W_h, W_x
    x, h, c, W_h, W_x = draw.normals((3,), (4, 2), (4, 2), (2, 2), (2, 3))
    yield x, h, c, real([0, 0, 1, 1]), W_h, W_x
    x, h, c, W_h, W_x = draw.normals((2,), (1, 3), (1, 3), (3, 3), (3, 2))
    yield x, h, c, real([1]), W_h, W_x


read_step.wrong("does not divide by the square root", root=lambda key: 1).hint(
    "The products are divided by the root of how many numbers a state has, before the softmax."
)
read_step.wrong("divides by H instead of its square root", root=len).hint(
    "A sum of H random products grows like the root of H, not like H."
)
read_step.wrong(
    "takes the root of the number of memories",
    lambda x, h, c, g, W_h, W_x: read_step(x, h, c, g, W_h, W_x, root=lambda key: len(h) ** 0.5),
).hint("What is summed in h_i . k are H products. How many memories there are makes no difference.")
read_step.wrong(
    "takes the root of E, the size of a word",
    lambda x, h, c, g, W_h, W_x: read_step(x, h, c, g, W_h, W_x, root=lambda key: len(x) ** 0.5),
).hint("What is summed in h_i . k are H products, as many as the key has numbers.")
read_step.wrong(
    "makes the key from the last memory, c_{t-1}",
    lambda x, h, c, g, W_h, W_x: read_step(torch.cat([x, c[-1]]), h, c, g, 0 * W_h, torch.cat([W_x, W_h], 1)),
).hint("The key is made of x_t and of the last *output*, h[-1].")
read_step.wrong("makes the key from the first output on the tape", last=0).hint(
    "The key is made of x_t and the *last* output, h_{t-1}: h[-1]."
)
read_step.wrong(
    "leaves the last output out of the key",
    lambda x, h, c, g, W_h, W_x: read_step(x, h, c, g, 0 * W_h, W_x),
).hint("k_t = W_h h_{t-1} + W_x x_t. What is looked for depends on what has been read.")
read_step.wrong(
    "leaves the word out of the key", lambda x, h, c, g, W_h, W_x: read_step(x, h, c, g, W_h, 0 * W_x)
).hint("k_t = W_h h_{t-1} + W_x x_t: the word asks too.")
read_step.wrong(
    "multiplies with the matrix W_h from the wrong side",
    lambda x, h, c, g, W_h, W_x: read_step(x, h, c, g, W_h.T, W_x),
).hint("W_h is square, so torch does not complain. `W_h @ h[-1]`: each row of W_h meets the output once.")
read_step.wrong(
    "forgets the softmax",
    soft=lambda products: products,
    weigh=lambda raw, g: raw * g / (raw * g).sum(-1, keepdim=True),
).hint("A product may be below 0, a weight may not: softmax first, then the gates.")
read_step.wrong(
    "opens every gate that is not 0", weigh=lambda raw, g: raw * (g > 0) / (raw * (g > 0)).sum()
).hint("A gate of 1/4 lets a quarter through: multiply by the gates, do not ask whether they are 0.")
read_step.wrong("does not use the gates", weigh=lambda raw, g: raw).hint(
    "The gates come after the softmax: multiply, then divide by the sum."
)
read_step.wrong("does not normalise again after the gates", weigh=lambda raw, g: raw * g).hint(
    "The weights of an average sum to 1. Divide by the sum of what the gates leave."
)
read_step.wrong("divides by the sum of the gates, as the paper prints it", weigh=divided_by_gates).hint(
    "Add up your weights. Divide by the sum of gate times attention."
)
read_step.wrong("takes a softmax after the gates", weigh=lambda raw, g: torch.softmax(raw * g, -1)).hint(
    "A softmax of 0 is not 0: a closed memory comes open again."
)
read_step.wrong(
    "gates the products before the softmax",
    lambda x, h, c, g, W_h, W_x: read_step(
        x, h, c, g, W_h, W_x, product=lambda key, h, c: g * (h @ key), weigh=lambda raw, g: raw
    ),
).hint("Softmax first, gates second. A product of 0 still gets weight in a softmax.")
read_step.wrong(
    "compares the key with the memories c instead of the outputs h", product=lambda key, h, c: c @ key
).hint("The key meets the outputs h_i. The memories c_i are only averaged, with the same weights.")
read_step.wrong(
    "averages the outputs only, and keeps the last memory",
    lambda x, h, c, g, W_h, W_x: torch.stack([read_step(x, h, c, g, W_h, W_x)[0], c[-1]]),
).hint("Both tapes are averaged, with the same weights.")
read_step.wrong(
    "averages the outputs twice",
    lambda *case: read_step(*case)[:1].expand(2, -1),
).hint("Row 1 is an average over the other tape, c.")
read_step.wrong(
    "averages the memories without the gates",
    lambda *case: torch.stack([read_step(*case)[0], read_step(*case, weigh=lambda raw, g: raw)[1]]),
).hint("One set of weights for both tapes: h_i and c_i are two halves of one moment.")
read_step.wrong(
    "skips memory 0, as the sum from i = 1 in the sources does",
    lambda x, h, c, g, W_h, W_x: read_step(x, h, c, torch.cat([0 * g[:1], g[1:]]), W_h, W_x),
).hint("Positions count from 0: there are t memories, h_0 to h_{t-1}.")
read_step.wrong(
    "returns the memories first", lambda x, h, c, g, W_h, W_x: read_step(x, h, c, g, W_h, W_x).flip(0)
).hint("Row 0 is h~, row 1 is c~.")


@task("8.5", section="Predict: what is known when a word is guessed", axes="t, unit")
def predict_input(
    h, raw, g, weigh=gates.gated_attention, inside=lambda w: w, join=lambda h, mean: torch.cat([h, mean], -1)
):
    """Join each output with the average of the earlier ones, weighed by gated attention."""
    s = weigh(inside(raw), g)  # (T, T)
    return join(h, s @ h)


def of_earlier(raw):
    """Attention over the earlier steps (T, T): each row sums to 1 over i < t, row 0 is zeros."""
    kept = raw.tril(-1)
    return kept / kept.sum(-1, keepdim=True).clamp(min=1e-9)


@predict_input.cases
def _(draw):
    """Outputs (T, H), attention and gates (T, T): three steps by hand, random ones, hard gates, one step."""
    yield (
        real([[1, 0], [0, 2], [3, 3]]),
        real([[0, 0, 0], [1, 0, 0], [0.5, 0.5, 0]]),
        real([[0, 0, 0], [0.5, 0, 0], [0.25, 0.75, 0]]),
    )
    for T, H in ((4, 3), (5, 2), (3, 4)):
        yield draw.normal(T, H), of_earlier(draw.uniform(T, T, low=0.1)), draw.uniform(T, T, low=0.1).tril(-1)
    shut = real([[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]])
    yield draw.normal(4, 3), of_earlier(draw.uniform(4, 4, low=0.1)), shut
    yield draw.normal(1, 2), real([[0]]), real([[0]])


predict_input.wrong("puts the average first", join=lambda h, mean: torch.cat([mean, h], -1)).hint(
    "The contract has h_t first, as the authors' program does, then the average."
)
predict_input.wrong("adds the average to h_t instead of putting it beside", join=torch.add).hint(
    "Beside each other, (T, 2H): the layer that follows may weigh both as it likes."
)
predict_input.wrong("puts them one below the other", join=lambda h, mean: torch.cat([h, mean], 0)).hint(
    "Each step has both of its halves in its own row: join along the last axis."
)
predict_input.wrong(
    "divides 0 by 0 where no gate is open",
    weigh=lambda raw, g: raw * g / (raw * g).sum(-1, keepdim=True),
).hint("Step 0 has no memory, and a step may have all its gates closed: then the average is zeros.")
predict_input.wrong("does not normalise after the gates", weigh=lambda raw, g: raw * g).hint(
    "After the gates each row must sum to 1 again."
)
predict_input.wrong(
    "divides by the sum of the gates, as the paper prints it",
    weigh=lambda raw, g: (raw * g / g.sum(-1, keepdim=True)).nan_to_num(0.0),
).hint("Divide by the sum of gate times attention.")
predict_input.wrong("takes a softmax after the gates", weigh=lambda raw, g: torch.softmax(raw * g, -1)).hint(
    "The attention has been through its softmax. Another one opens what is closed, the future too."
)
predict_input.wrong("does not use the gates", weigh=lambda raw, g: raw).hint(
    "The guessed gates say which earlier outputs have a say."
)
predict_input.wrong("uses the gates as weights", weigh=lambda raw, g: gates.gated_attention(g, g > 0)).hint(
    "Gate times attention, then divide by the sum: where are the attention weights?"
)
predict_input.wrong(
    "exchanges steps and memories", weigh=lambda raw, g: gates.gated_attention(raw, g).T
).hint("Row t of the weights belongs to step t: `s @ h`, not `s.T @ h`.")
predict_input.wrong(
    "normalises over the steps instead of over the memories",
    weigh=lambda raw, g: gates.gated_attention(raw.T, g.T).T,
).hint("Each step shares out its own attention: the sum runs over i, the last axis.")
predict_input.wrong(
    "takes the output of the step before",
    join=lambda h, mean: torch.cat([torch.cat([0 * h[:1], h[:-1]]), mean], -1),
).hint("At step t word t has been read: the last output is h_t. The earlier ones are in the average.")
predict_input.wrong(
    "takes the next step's output, which is not there yet",
    join=lambda h, mean: torch.cat([h.roll(-1, 0), mean], -1),
).hint("At step t the last output is h_t.")
predict_input.wrong(
    "normalises over all steps at once",
    weigh=lambda raw, g: raw * g / (raw * g).sum().clamp(min=1e-9),
).hint("`.sum()` without an axis adds up every step. Each row has its own total.")
