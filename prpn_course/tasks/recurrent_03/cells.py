"""Tasks 3.1, 3.5 and 3.6: a simple recurrent network, one step of an LSTM, and what its memory keeps."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

rnn_states = task("3.1", section="Reading as a loop", axes="t, k")


@rnn_states.cases
def _(draw):
    """Words (T, E), W (H, E), R (H, H), b (H,): one unit that forgets by half, random ones, a single word."""
    yield real([[1], [0], [0]]), real([[1]]), real([[0.5]]), real([0])
    for T, E, H in ((2, 2, 2), (4, 2, 3), (5, 3, 2), (1, 2, 2)):
        W, R, b, x = draw.normals((H, E), (H, H), (H,), (T, E))
        yield x, W, R, b


rnn_states.wrong("has no tanh", "torch.tanh", "",
    "Without a bend the states can grow without an end. What keeps them between -1 and 1?")
rnn_states.wrong("closes the tanh after W x, and adds the rest outside", " + R @ h + b)", ") + R @ h + b",
    "The tanh goes round the whole sum: W x, R h and b.")
rnn_states.wrong("adds what comes from the state outside the tanh", "R @ h + b)", "b) + R @ h",
    "The old state goes into the bend with the word: the tanh goes round the whole sum.")
rnn_states.wrong("adds the bias after the tanh", " + b)", ") + b",
    "The tanh goes round the whole sum, and b is a part of it.")
rnn_states.wrong("bends the word and the state each on its own", " + R @ h", ") + torch.tanh(R @ h",
    "Add first, bend once: there is one tanh, round all three.")
rnn_states.wrong("leaves out the bias", " + b", "",
    "Three things are added: what comes from the word, from the state, and b.")
rnn_states.wrong("stores the old state each time, so that all are zero", "h = torch.tanh", "new = torch.tanh",
    "The loop appends `h`: did you give the new state that name?")
rnn_states.wrong("takes a sigmoid in place of the tanh", "torch.tanh", "torch.sigmoid",
    "A state may be negative. The sigmoid belongs to gates, and a simple network has none.")
rnn_states.wrong("never uses the state before", "+ R @ h ", "",
    "Each state depends on one word only here. Does your loop store the new state for the next step?")
rnn_states.wrong("starts from ones", "torch.zeros", "torch.ones",
    "Before the first word nothing has been read: the state is zero.")
rnn_states.wrong("returns the last state alone", "torch.stack(states)", "h",
    "The contract asks for the state after every word: (T, H).")
rnn_states.wrong("multiplies with R from the wrong side", "R @ h", "h @ R",
    "In R h the rows of R meet the state. `h @ R` uses the columns.")
rnn_states.wrong("reads from right to left", "in x", "in x.flip(0)",
    "Row 0 is the first word, and it is read first.")


lstm_step = task("3.5", section="A number in every gate", axes="pair, k", tolerance=1e-4)


@lstm_step.cases
def _(draw):
    """x (E,), h and c (H,), W (4H, E), R (4H, H), b (4H,): the chapter's unit, then random cells."""
    weights = real([[1], [1], [0.5], [0]]), real([[-2], [0], [1], [2]]), real([0, 1, 0, 0])
    yield real([1]), real([0.5]), real([2]), *weights
    for E, H in ((2, 2), (3, 2), (2, 5)):
        h, c, *weights, x = draw.normals((H,), (H,), (4 * H, E), (4 * H, H), (4 * H,), (E,))
        yield x, torch.tanh(h), 2 * c, *weights


lstm_step.wrong("exchanges the input gate and the forget gate", "i, f, g, o", "f, i, g, o",
    "The weights come in the order i, f, g, o. Which of the first two belongs to the old memory?")
lstm_step.wrong("takes the weights in the order i, f, o, g", "i, f, g, o", "i, f, o, g",
    "Some libraries do that. Here, as in PyTorch, the order is i, f, g, o.")
lstm_step.wrong("takes a sigmoid for the candidate g", "torch.tanh(g)", "torch.sigmoid(g)",
    "What is written must be able to be negative; only the gates are shares between 0 and 1.")
lstm_step.wrong("leaves the three gates as plain sums",
    "torch.sigmoid(i), torch.sigmoid(f), torch.sigmoid(o)", "i, f, o",
    "A gate is a share between 0 and 1. What makes a share of any number?")
lstm_step.wrong("squashes neither the gates nor the candidate",
    "torch.sigmoid(i), torch.sigmoid(f), torch.sigmoid(o)", "i, f, o", "torch.tanh(g)", "g",
    "The four parts are sums as yet: three become shares, the fourth goes through a tanh.")
lstm_step.wrong("shows the old memory", "tanh(memory)", "tanh(c)",
    "What is shown is the NEW memory, through a tanh. Does `c` still hold the old one?")
lstm_step.wrong("shows the memory without a tanh", "torch.tanh(memory)", "memory",
    "The memory may grow beyond 1; what is shown may not. There is a tanh between the two.")
lstm_step.wrong("returns the memory first and the output second",
    "show * torch.tanh(memory), memory", "memory, show * torch.tanh(memory)",
    "The pair is (h, c), the output first.")
lstm_step.wrong("squashes the old memory before it is kept", "keep * c", "keep * torch.tanh(c)",
    "The memory is kept as it is, times f. The tanh comes when it is shown.")
lstm_step.wrong("forgets all of the old memory", "keep * c + ", "",
    "The new memory is a sum of two terms. What does the forget gate do?")
lstm_step.wrong("applies the forget gate to the old output and not to the old memory", "keep * c", "keep * h",
    "h is what was shown. What is kept is the memory, c.")
lstm_step.wrong("writes with 1 - f and leaves the input gate out", "write * torch", "(1 - keep) * torch",
    "Other cells tie the two together. An LSTM may keep all and write all: i has its own weights.")


memory_left = task("3.6", section="Why it remembers", axes="t, k", in_page=True)


@memory_left.cases
def _(draw):
    """Forget gates (T, H) in [0, 1]: one unit, two, random ones, a gate that is shut, a single word."""
    yield real([[0.9], [0.5], [0.8]])
    yield real([[0.4, 1.0], [0.5, 0.2]])
    yield from (draw.uniform(T, H, low=0.2, high=0.95) for T, H in ((2, 2), (4, 3), (6, 2)))
    shut = draw.uniform(4, 2, low=0.2, high=0.95)
    shut[2, 0] = 0.0
    yield from (shut, real([[0.3, 0.7]]))


memory_left.wrong("lets a word pass through its own forget gate",
    "shares[t] = left", "shares[t] = left * f[t]",
    "Step t's gate acts on the old memory. What is written at t meets the gates of t+1, t+2, ...")
memory_left.wrong("multiplies from the left, the gates before the word",
    "reversed(range(len(f)))", "range(len(f))",
    "Gates before a word cannot make it forgotten. Which words come after it?")
memory_left.wrong("multiplies the gates up to and with the word",
    "reversed(range(len(f)))", "range(len(f))", "shares[t] = left", "shares[t] = left * f[t]",
    "A running product from the left says what is left of the START. Turn it round.")
memory_left.wrong("multiplies all gates for every word", "shares[t] = left", "shares[t] = f.prod(0)",
    "The last word has just been written: all of it is left. Each word has its own product.")
memory_left.wrong("takes the forget gate for the share that is forgotten", "* f[t]", "* (1 - f[t])",
    "In spite of its name, a forget gate of 1 keeps everything.")
memory_left.wrong("leaves out the last gate", "* f[t]", "* (f[t] if t < len(f) - 1 else 1)",
    "The last step has a forget gate too, and everything older passes through it.")
memory_left.wrong("takes only the next gate", "left * f[t]", "f[t]",
    "What survives the next word still has to survive all others.")
memory_left.wrong("adds the later gates", "torch.ones", "torch.zeros", "left * f[t]", "left + f[t]",
    "A share of a share is a product. With two gates of one half, a quarter is left.")
