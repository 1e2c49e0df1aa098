"""Task 7.7: the true expectation of the attention, which the soft gates only approximate."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import ANSWERS, FIGURE_ATTENTION, seeded, simplex, vector
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Attention and the law of the limit, (t,) each: Figure 2's, random ones, a sure limit, one position."""
    generator = seeded(seed)
    out = [(vector(FIGURE_ATTENTION), vector([0.1485, 0.1815, 0.22, 0.45]))]
    out += [(simplex(generator, t), simplex(generator, t)) for t in (2, 3, 5, 8)]
    return [*out, (simplex(generator, 3), vector([0, 1, 0])), (vector([1]), vector([1]))]


def _at(raw, k):
    """The attention when the limit is k for sure."""
    return gates.gated_attention(raw, (torch.arange(len(raw)) >= k).to(raw.dtype))


def _mixture(raw, p):
    return sum(p[k] * _at(raw, k) for k in range(len(p)))


def _by_loops(raw, p):
    t = len(raw)
    out = [0.0] * t
    for i in range(t):
        for k in range(i + 1):
            out[i] += float(p[k]) * float(raw[i]) / float(raw[k:].sum())
    return out


def _by_running_sums(raw, p):
    remaining = raw.double().flip(0).cumsum(0).flip(0)
    return raw.double() * (p.double() / remaining).cumsum(0)


def _by_matrix(raw, p):
    inside = torch.triu(raw.expand(len(raw), -1))  # [k, i], i >= k
    return (p @ (inside / inside.sum(1, keepdim=True))).numpy()


TASK = Task(
    id="7.7",
    title="The true expectation",
    function="expected_attention",
    signature="(raw, p)",
    points=3,
    minutes=15,
    difficulty="hard",
    section="What most readers believe",
    axes=("i",),
    reference=_mixture,
    cases=cases,
    misconceptions=(
        Misconception(
            "gates with the expected gates, and so takes a ratio of expectations",
            lambda raw, p: gates.gated_attention(raw, p.cumsum(0)),
            "This is what PRPN computes, and it is a different number. Normalise under each limit first, "
            "then average.",
        ),
        Misconception(
            "does not normalise under each limit",
            lambda raw, p: raw * p.cumsum(0),
            "Given the limit k, the attention s(k) is a distribution. Each of them must sum to 1 before the "
            "average.",
        ),
        Misconception(
            "puts the expected limit into the attention, s(E[l])",
            lambda raw, p: _at(raw, int((torch.arange(len(p)) * p).sum() + 1e-6)),
            "An average limit may be one that never happens. Average the attentions, not the limits.",
        ),
        Misconception(
            "uses the most probable limit alone",
            lambda raw, p: _at(raw, int(p.argmax())),
            "An expectation hears every limit, each with its weight p(l_t = k).",
        ),
        Misconception(
            "averages over the limits without their weights",
            lambda raw, p: _mixture(raw, torch.full_like(p, 1 / len(p))),
            "The limits are not equally likely: weigh each with p(l_t = k).",
        ),
        Misconception(
            "leaves the limit itself out of what can be seen",
            lambda raw, p: sum(p[k] * _at(raw, k + 1) for k in range(len(p))),
            "Under the limit k the open positions are k, k+1, .., t-1.",
        ),
        Misconception(
            "weighs position i with p(l_t = i), as if the law were a gate",
            lambda raw, p: gates.gated_attention(raw, p),
            "p[k] is the chance of a limit, and under it all of k, k+1, .., t-1 can be seen, not k alone.",
        ),
        Misconception(
            "closes what lies after the limit instead of what lies before it",
            lambda raw, p: sum(
                p[k] * gates.gated_attention(raw, (torch.arange(len(raw)) <= k).float())
                for k in range(len(p))
            ),
            "Under the limit k the open positions are k, k+1, .., t-1: the past before k is closed.",
        ),
    ),
    equivalents=(_by_loops, _by_running_sums, _by_matrix),
    answer_modules=ANSWERS,
)
