"""Task 3.1: the states of a simple recurrent network."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """Words (T, E), W (H, E), R (H, H), b (H,): one unit that forgets by half, random ones, a single word."""
    generator = seeded(seed)
    one = real([[1.0]])
    out = [(real([[1.0], [0.0], [0.0]]), one, one / 2, real([0.0]))]
    for T, E, H in ((2, 2, 2), (4, 2, 3), (5, 3, 2), (1, 2, 2)):
        weights = (normal(generator, H, E), normal(generator, H, H), normal(generator, H))
        out.append((normal(generator, T, E), *weights))
    return out


def _states(x, W, R, b, bend=torch.tanh, start=0.0, carry=1.0):
    h, states = torch.full_like(b, start), []
    for word in x:
        h = bend(W @ word + carry * (R @ h) + b)
        states.append(h)
    return torch.stack(states)


def _by_torch(x, W, R, b):
    network = torch.nn.RNN(x.size(1), len(b), batch_first=True, dtype=x.dtype)
    with torch.no_grad():
        for parameter, value in zip(network.parameters(), (W, R, b, torch.zeros_like(b)), strict=True):
            parameter.copy_(value)
        return network(x[None])[0][0]


def _by_reading_first(x, W, R, b):
    read = (x @ W.T + b).double()  # (T, H)
    states = [torch.tanh(read[0])]
    for t in range(1, len(read)):
        states.append(torch.tanh(read[t] + states[-1] @ R.double().T))
    return states


def _by_numpy(x, W, R, b):
    h, out = np.zeros(len(b)), []
    for word in x.numpy():
        h = np.tanh(W.numpy() @ word + R.numpy() @ h + b.numpy())
        out.append(h.tolist())
    return out


TASK = Task(
    id="3.1",
    title="Reading as a loop",
    function="rnn_states",
    signature="(x, W, R, b)",
    points=2,
    minutes=10,
    difficulty="easy",
    section="Reading as a loop",
    axes=("t", "k"),
    reference=_states,
    cases=cases,
    misconceptions=(
        Misconception(
            "has no tanh",
            lambda x, W, R, b: _states(x, W, R, b, bend=lambda value: value),
            "Without a bend the states can grow without an end. What keeps them between -1 and 1?",
        ),
        Misconception(
            "takes a sigmoid in place of the tanh",
            lambda x, W, R, b: _states(x, W, R, b, bend=torch.sigmoid),
            "A state may be negative. The sigmoid belongs to gates, and a simple network has none.",
        ),
        Misconception(
            "never uses the state before",
            lambda x, W, R, b: _states(x, W, R, b, carry=0.0),
            "Each state depends on one word only here. Does your loop store the new state for the next step?",
        ),
        Misconception(
            "starts from ones",
            lambda x, W, R, b: _states(x, W, R, b, start=1.0),
            "Before the first word nothing has been read: the state is zero.",
        ),
        Misconception(
            "returns the last state alone",
            lambda x, W, R, b: _states(x, W, R, b)[-1],
            "The contract asks for the state after every word: (T, H).",
        ),
        Misconception(
            "multiplies with R from the wrong side",
            lambda x, W, R, b: _states(x, W, R.T, b),
            "In R h the rows of R meet the state. `h @ R` uses the columns.",
        ),
        Misconception(
            "reads from right to left",
            lambda x, W, R, b: _states(x.flip(0), W, R, b),
            "Row 0 is the first word, and it is read first.",
        ),
    ),
    equivalents=(_by_torch, _by_reading_first, _by_numpy),
    answer_modules=ANSWERS,
)
