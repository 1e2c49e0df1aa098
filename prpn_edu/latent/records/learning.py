"""Three ways to fill the tables of a record model: counting what is seen, EM, and the gradient.

EM and the gradient see remarks alone. They climb the same objective,

    sum over remarks of log p(x)  +  smoothing * sum over table entries of log theta,

whose second term counts each entry `smoothing` times more often than it was seen.
"""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor

from prpn_edu.data import toy_records
from prpn_edu.data.toy_records import SCHEMA, Remark, Schema
from prpn_edu.latent.records.model import RecordModel, Remarks, Tables, shapes


def counted(schema: Schema, remarks: Sequence[Remark], smoothing: float = 0.1) -> RecordModel:
    """The model that counting gives where records and states are seen.

    Raises:
        ValueError: nothing was seen of a row, and the smoothing is 0.
    """
    counts = Tables(*(torch.zeros(shape, dtype=torch.float64) for shape in shapes(schema)))
    states, words = list(schema.reads), {word: v for v, word in enumerate(schema.words)}
    for remark in remarks:
        counts.prior[schema.records.index(remark.record)] += 1
        counts.start[states.index(remark.states[0])] += 1
        path = [*map(states.index, remark.states), len(states)]
        for a, b in pairwise(path):
            counts.moves[a, b] += 1
        for state, word in zip(remark.states, remark.words, strict=True):
            counts.words[schema.row(state, remark.record), words[word]] += 1
    smoothed = Tables(*(table + smoothing for table in counts))
    if any((table.sum(-1) == 0).any() for table in smoothed):
        raise ValueError("a row of a table was never seen: give more remarks, or a smoothing above 0")
    return RecordModel(schema, Tables(*(table / table.sum(-1, keepdim=True) for table in smoothed)))


def objective(model: RecordModel, batch: Remarks, smoothing: float = 0.0) -> Tensor:
    """What EM and the gradient climb, one number."""
    tables = model.log_tables()
    total = model.log_prob(batch, tables).sum()
    return total + smoothing * sum(table.sum() for table in tables) if smoothing else total


def expected_counts(model: RecordModel, batch: Remarks) -> Tables:
    """E-step: how often each table entry is used, in expectation under p(z, a | x), all remarks together.

    The derivative of log p(x) by the log of an entry is that expectation: the backward pass of automatic
    differentiation does the sums that a backward recursion would.
    """
    tables = Tables(*(table.detach().requires_grad_() for table in model.log_tables()))
    total = model.log_prob(batch, tables).sum()
    return Tables(*(grad.nan_to_num(0.0) for grad in torch.autograd.grad(total, tables)))


def maximised(counts: Tables, smoothing: float, before: Tables) -> Tables:
    """M-step: each row of counts, smoothed and divided by its sum; a row that was never used stays."""
    out = []
    for table, old in zip(counts, before, strict=True):
        table = table + smoothing
        total = table.sum(-1, keepdim=True)
        out.append(torch.where(total > 0, table / total.clamp_min(1e-300), old))
    return Tables(*out)


def em_step(model: RecordModel, batch: Remarks, smoothing: float = 0.0) -> None:
    """One step of expectation and maximisation; the objective cannot fall."""
    with torch.no_grad():
        before = Tables(*(table.exp() for table in model.log_tables()))
    model.set_tables(maximised(expected_counts(model, batch), smoothing, before))


def fit_em(model: RecordModel, batch: Remarks, steps: int, smoothing: float = 0.0) -> list[float]:
    """Do some steps of EM; the objective before the first and after each."""
    reached = []
    for _ in range(steps):
        reached.append(objective(model, batch, smoothing).item())
        em_step(model, batch, smoothing)
    return [*reached, objective(model, batch, smoothing).item()]


def fit_gradient(
    model: RecordModel, batch: Remarks, steps: int, lr: float = 0.05, smoothing: float = 0.0
) -> list[float]:
    """Climb the gradient with Adam, all remarks in each step; the objective before the first and after each.

    The tables must not hold a zero: the gradient could never leave it.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr)
    reached = []
    for _ in range(steps):
        optimizer.zero_grad()
        height = objective(model, batch, smoothing)
        (-height / len(batch.words)).backward()
        optimizer.step()
        reached.append(height.item())
    return [*reached, objective(model, batch, smoothing).item()]


def generator() -> RecordModel:
    """The law from which `prpn_edu.data.toy_records` draws, as a model: none can be expected to do better."""
    states = list(toy_records.READS)
    ends = (*states, toy_records.END)
    tables = [
        toy_records.prior(),
        [toy_records.START.get(state, 0.0) for state in states],
        [[toy_records.MOVES[a].get(b, 0.0) for b in ends] for a in states],
        [[toy_records.WORDS[row].get(word, 0.0) for word in SCHEMA.words] for row in SCHEMA.rows],
    ]
    return RecordModel(SCHEMA, Tables(*(torch.tensor(table, dtype=torch.float64) for table in tables)))
