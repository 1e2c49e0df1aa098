"""Tasks 8.4 and 8.5: one step of reading over two tapes, and what the predict network sees."""

from prpn_course.builder import task
from prpn_course.draw import real

read_step = task("8.4", section="Reading: one memory in place of many", axes="tape, number")


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


read_step.wrong("does not divide by the square root", " / len(key) ** 0.5", "",
    "The products are divided by the root of how many numbers a state has, before the softmax.")
read_step.wrong("divides by H instead of its square root", " ** 0.5", "",
    "A sum of H random products grows like the root of H, not like H.")
read_step.wrong("takes the root of the number of memories", "len(key)", "len(h)",
    "What is summed in h_i . k are H products. How many memories there are makes no difference.")
read_step.wrong("takes the root of E, the size of a word", "len(key)", "len(x)",
    "What is summed in h_i . k are H products, as many as the key has numbers.")
read_step.wrong("makes the key from the last memory, c_{t-1}", "h[-1]", "c[-1]",
    "The key is made of x_t and of the last *output*, h[-1].")
read_step.wrong("makes the key from the first output on the tape", "h[-1]", "h[0]",
    "The key is made of x_t and the *last* output, h_{t-1}: h[-1].")
read_step.wrong("leaves the last output out of the key", "W_h @ h[-1] + ", "",
    "k_t = W_h h_{t-1} + W_x x_t. What is looked for depends on what has been read.")
read_step.wrong("leaves the word out of the key", " + W_x @ x", "",
    "k_t = W_h h_{t-1} + W_x x_t: the word asks too.")
read_step.wrong("multiplies with the matrix W_h from the wrong side", "W_h @", "W_h.T @",
    "W_h is square, so torch does not complain. `W_h @ h[-1]`: each row of W_h meets the output once.")
read_step.wrong("forgets the softmax", "torch.softmax(products, dim=0)", "products",
    "A product may be below 0, a weight may not: softmax first, then the gates.")
read_step.wrong("opens every gate that is not 0", "g * torch", "(g > 0) * torch",
    "A gate of 1/4 lets a quarter through: multiply by the gates, do not ask whether they are 0.")
read_step.wrong("does not use the gates", "g * torch", "torch",
    "The gates come after the softmax: multiply, then divide by the sum.")
read_step.wrong("does not normalise again after the gates", " / kept.sum()", "",
    "The weights of an average sum to 1. Divide by the sum of what the gates leave.")
read_step.wrong("divides by the sum of the gates, as the paper prints it", "kept.sum()", "g.sum()",
    "Add up your weights. Divide by the sum of gate times attention.")
read_step.wrong("takes a softmax after the gates", "kept / kept.sum()", "torch.softmax(kept, dim=0)",
    "A softmax of 0 is not 0: a closed memory comes open again.")
read_step.wrong("gates the products before the softmax",
    "g * torch.softmax(products", "torch.softmax(g * products",
    "Softmax first, gates second. A product of 0 still gets weight in a softmax.")
read_step.wrong("compares the key with the memories c instead of the outputs h", "h * key", "c * key",
    "The key meets the outputs h_i. The memories c_i are only averaged, with the same weights.")
read_step.wrong("averages the outputs only, and keeps the last memory", "s @ c", "c[-1]",
    "Both tapes are averaged, with the same weights.")
read_step.wrong("weighs the memories by how well they fit the key themselves",
    "s @ c", "(s / s * g * torch.softmax((c * key).sum(1) / len(key) ** 0.5, 0)).nan_to_num() @ c",
    "One set of weights, found on the outputs h, for both tapes: h_i and c_i are two halves of one moment.")
read_step.wrong("averages the outputs twice", "s @ c", "s @ h", "Row 1 is an average over the other tape, c.")
read_step.wrong("averages the memories without the gates", "s @ c", "torch.softmax(products, dim=0) @ c",
    "One set of weights for both tapes: h_i and c_i are two halves of one moment.")
read_step.wrong("skips memory 0, as the sum from i = 1 in the sources does",
    "kept / kept.sum()", "kept[1:] / kept[1:].sum()", "s @ h, s @ c", "s @ h[1:], s @ c[1:]",
    "Positions count from 0: there are t memories, h_0 to h_{t-1}.")
read_step.wrong("returns the memories first", "s @ h, s @ c", "s @ c, s @ h", "Row 0 is h~, row 1 is c~.")


predict_input = task("8.5", section="Predict: what is known when a word is guessed", axes="t, number")


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


predict_input.wrong("puts the average first", "[h, s @ h]", "[s @ h, h]",
    "The contract has h_t first, as the authors' program does, then the average.")
predict_input.wrong("adds the average to h_t instead of putting it beside",
    "torch.cat([h, s @ h], dim=-1)", "h + s @ h",
    "Beside each other, (T, 2H): the layer that follows may weigh both as it likes.")
predict_input.wrong("puts them one below the other", "dim=-1)", "dim=0)",
    "Each step has both of its halves in its own row: join along the last axis.")
predict_input.wrong("divides 0 by 0 where no gate is open", "torch.where(total > 0, total, 1.0)", "total",
    "Step 0 has no memory, and a step may have all its gates closed: then the average is zeros.")
predict_input.wrong("does not normalise after the gates", " / torch.where(total > 0, total, 1.0)", "",
    "After the gates each row must sum to 1 again.")
predict_input.wrong("divides by the sum of the gates, as the paper prints it", "kept.sum", "g.sum",
    "Divide by the sum of gate times attention.")
predict_input.wrong("takes a softmax after the gates",
    "kept / torch.where(total > 0, total, 1.0)", "torch.softmax(kept, dim=-1)",
    "The attention has been through its softmax. Another one opens what is closed, the future too.")
predict_input.wrong("does not use the gates", "raw * g", "raw",
    "The guessed gates say which earlier outputs have a say.")
predict_input.wrong("lets h_t itself take part in the average",
    "kept = raw * g", "kept = raw * g + torch.eye(len(h))",
    "h_t stands beside the average already: the sum runs over i < t.")
predict_input.wrong("takes the attention before the gates where all gates are closed",
    "total > 0, total, 1.0)", "total > 0, total, 1.0) + raw * (total == 0)",
    "A closed gate lets nothing through: where all are closed the average is zeros.")
predict_input.wrong("multiplies by the gates twice", "raw * g", "raw * g * g",
    "Gate times attention, once; then divide by the sum.")
predict_input.wrong("adds gates and attention", "raw * g", "raw + g",
    "A gate of 0 must shut a memory out, whatever the attention says: multiply.")
predict_input.wrong("puts the average twice and leaves h out", "[h, s @ h]", "[s @ h, s @ h]",
    "The left half of row t is h_t, the last output.")
predict_input.wrong("uses the gates as weights", "raw * g", "g",
    "Gate times attention, then divide by the sum: where are the attention weights?")
predict_input.wrong("exchanges steps and memories", "s @ h", "s.T @ h",
    "Row t of the weights belongs to step t: `s @ h`, not `s.T @ h`.")
predict_input.wrong("normalises over the steps instead of over the memories",
    "dim=-1, keepdim", "dim=0, keepdim",
    "Each step shares out its own attention: the sum runs over i, the last axis.")
predict_input.wrong("takes the output of the step before", "[h, ", "[torch.cat([0 * h[:1], h[:-1]]), ",
    "At step t word t has been read: the last output is h_t. The earlier ones are in the average.")
predict_input.wrong("takes the next step's output, which is not there yet", "[h, ", "[h.roll(-1, 0), ",
    "At step t the last output is h_t.")
predict_input.wrong("normalises over all steps at once", "dim=-1, keepdim=True", "",
    "`.sum()` without an axis adds up every step. Each row has its own total.")
