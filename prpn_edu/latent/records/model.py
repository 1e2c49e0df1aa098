"""A joint model of a remark x and the record z behind it, with both sums done exactly.

    p(x, z) = p(z) sum_a p(a_1) p(x_1 | a_1, z) prod_t p(a_t | a_{t-1}) p(x_t | a_t, z)

The record z has a few fields; there are R records, few enough to go through all. The state a_t says what
writes word t: glue, or a pointer at a field, whose value then writes the word. Letters: B remarks, T words,
R records, S states, C rows of words, V words.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Self

import torch
from torch import Tensor, nn

from prpn_edu.data.toy_records import Schema

UNHEARD = 0.01


class Tables(NamedTuple):
    """Four tables, each of whose rows is a distribution (or, in expectation, counts) over its last axis."""

    prior: Tensor  # (R,)
    start: Tensor  # (S,)
    moves: Tensor  # (S, S + 1), the last column ends the remark
    words: Tensor  # (C, V)


class Remarks(NamedTuple):
    """A batch of remarks as numbers."""

    words: Tensor  # (B, T), 0 behind the end
    real: Tensor  # (B, T), whether there is a word


class RecordModel(nn.Module):
    """Records and remarks: p(z), p(x | z), and therefore p(x) and p(z | x).

    Args:
        schema: fields, states, words.
        tables: probabilities; rows sum to 1, zeros are allowed.
    Raises:
        ValueError: a table of another shape than the schema asks for, or a row that does not sum to 1.
    """

    def __init__(self, schema: Schema, tables: Tables):
        super().__init__()
        self.schema = schema
        for name, table, shape in zip(Tables._fields, tables, shapes(schema), strict=True):
            if table.shape != shape:
                raise ValueError(f"the table {name!r} must have the shape {shape}, not {tuple(table.shape)}")
            if (table < 0).any() or not torch.allclose(table.sum(-1), torch.ones((), dtype=table.dtype)):
                raise ValueError(f"each row of the table {name!r} must be chances that sum to 1")
            setattr(self, name, nn.Parameter(table.double().log()))
        rows = [[schema.row(state, record) for state in schema.reads] for record in schema.records]
        self.rows = torch.tensor(rows)  # (R, S)
        self._chooses = nn.functional.one_hot(self.rows.flatten(), len(schema.rows)).double()  # (R S, C)
        self._number = {word: v for v, word in enumerate(schema.words)}

    @classmethod
    def random(
        cls,
        schema: Schema,
        seed: int,
        spread: float = 1.0,
        hints: Mapping[str, Collection[str]] | None = None,
    ) -> Self:
        """Tables of random chances: softmax of N(0, spread^2).

        Args:
            schema: fields, states, words.
            seed: of the numbers.
            spread: how unequal the chances are.
            hints: from a state to the words that it is known to write; any other word begins there with a
                chance `UNHEARD` times as large as drawn, before the row is divided by its sum.
        """
        generator = torch.Generator().manual_seed(seed)
        drawn = [torch.randn(shape, generator=generator, dtype=torch.float64) for shape in shapes(schema)]
        tables = Tables(*((spread * table).exp() for table in drawn))
        for c, (state, _) in enumerate(schema.rows if hints else []):
            known = torch.tensor([word in (hints or {})[state] for word in schema.words])
            tables.words[c, ~known] *= UNHEARD
        return cls(schema, Tables(*(table / table.sum(-1, keepdim=True) for table in tables)))

    def log_tables(self) -> Tables:
        """The log-probabilities; whatever the parameters are, their rows sum to 1."""
        return Tables(*(torch.log_softmax(getattr(self, name), -1) for name in Tables._fields))

    @torch.no_grad()
    def set_tables(self, tables: Tables) -> None:
        """Take other probabilities."""
        for name, table in zip(Tables._fields, tables, strict=True):
            getattr(self, name).copy_(table.log())

    def read(self, remarks: Sequence[Sequence[str]]) -> Remarks:
        """Number the words of some remarks.

        Raises:
            ValueError: an empty remark, or a word that is not in the vocabulary.
        """
        for words in remarks:
            if not words:
                raise ValueError("a remark needs at least one word")
            if unknown := [word for word in words if word not in self._number]:
                raise ValueError(f"{unknown[0]!r} is none of the {len(self._number)} words of the schema")
        numbers = [torch.tensor([self._number[word] for word in words]) for words in remarks]
        lengths = torch.tensor([len(words) for words in remarks])
        x = nn.utils.rnn.pad_sequence(numbers, batch_first=True)  # (B, T)
        return Remarks(x, torch.arange(x.size(1)) < lengths[:, None])

    def log_prob(self, batch: Remarks, tables: Tables | None = None) -> Tensor:
        """log p(x), all records and all states summed out, (B,)."""
        tables = tables or self.log_tables()
        given, scale = self._given_record(batch, tables)  # (B, R), (B,)
        return (given @ tables.prior.exp()).log() + scale

    def log_joint(self, batch: Remarks, unfinished: bool = False) -> Tensor:
        """log p(x, z) for every record z, the states summed out, (B, R).

        Args:
            batch: remarks.
            unfinished: take them for the first words of remarks, whatever follows.
        """
        tables = self.log_tables()
        given, scale = self._given_record(batch, tables, unfinished=unfinished)
        return tables.prior + given.log() + scale[:, None]

    @torch.no_grad()
    def posterior(self, batch: Remarks, unfinished: bool = False) -> Tensor:
        """p(z | x): what the remark says of its record, (B, R).

        Raises:
            ValueError: no record can write one of the remarks.
        """
        joint = self.log_joint(batch, unfinished)
        if (joint == -torch.inf).all(-1).any():
            raise ValueError("no record can write one of these remarks: its chance is 0 under every record")
        return torch.softmax(joint, -1)

    def states(self, batch: Remarks) -> Tensor:
        """p(a_t | x): which state wrote each word, records summed out, (B, T, S); 0 behind the end."""
        watch = torch.zeros(*batch.words.shape, len(self.schema.reads), dtype=torch.float64)
        watch.requires_grad_()  # d log p / d log of a factor is the expected number of times it is used
        given, scale = self._given_record(batch, self.log_tables(), watch)
        total = (given @ self.log_tables().prior.exp()).log() + scale
        return torch.autograd.grad(total.sum(), watch)[0]

    def _given_record(
        self, batch: Remarks, tables: Tables, watch: Tensor | None = None, unfinished: bool = False
    ) -> tuple[Tensor, Tensor]:
        """p(x | z) up to a common factor, (B, R), and the log of that factor, (B,): the forward sum.

        alpha_t(a) = p(x_1 .. x_t, a_t = a | z), from left to right; rescaled at each step. The longest
        remarks stand first, so that a step works on those alone that have a word there.
        """
        _, start, moves, words = (table.exp() for table in tables)
        go, end = moves[:, :-1], moves[:, -1]  # (S, S), (S,)
        order = batch.real.sum(1).argsort(descending=True, stable=True)
        x, going = batch.words[order].T, batch.real.sum(0).tolist()  # (T, B), T numbers of remarks
        factors = None if watch is None else watch[order].exp().unbind(1)  # T of (B, S)
        alpha, done, scale = start, [], torch.zeros(len(order), dtype=torch.float64)
        for t, n in enumerate(going):
            # Products with one-hot rows instead of indices: their backward pass is a product again, and fast.
            seen = nn.functional.one_hot(x[t, :n], words.size(1)).double() @ words.T  # (n, C)
            emit = (seen @ self._chooses.T).unflatten(-1, self.rows.shape)  # (n, R, S)
            if factors:
                emit = emit * factors[t][:n, None]
            if t:
                done.append(alpha[n:])
                alpha = alpha[:n] @ go
            alpha = alpha * emit  # (n, R, S)
            size = alpha.detach().sum((1, 2))  # (n,)
            size = torch.where(size > 0, size, 1.0)  # an impossible remark keeps its chance of 0
            scale[:n] += size.log()
            alpha = alpha / size[:, None, None]
        back, end = order.argsort(), torch.ones_like(end) if unfinished else end
        return (torch.cat([alpha, *reversed(done)]) @ end)[back], scale[back]

    @torch.no_grad()
    def sample(self, record: Sequence[str], generator: torch.Generator | None = None) -> tuple[str, ...]:
        """Draw a remark for a record, p(x | z)."""
        _, start, moves, words = (table.exp() for table in self.log_tables())
        rows = self.rows[self.schema.records.index(tuple(record))]  # (S,)
        out, state = [], _draw(start, generator)
        while state < len(rows):
            out.append(self.schema.words[_draw(words[rows[state]], generator)])
            state = _draw(moves[state], generator)
        return tuple(out)


def shapes(schema: Schema) -> list[torch.Size]:
    """The shape of each table, in the order of `Tables`."""
    states = len(schema.reads)
    sizes = ((len(schema.records),), (states,), (states, states + 1), (len(schema.rows), len(schema.words)))
    return list(map(torch.Size, sizes))


def _draw(chances: Tensor, generator: torch.Generator | None) -> int:
    return int(torch.multinomial(chances, 1, generator=generator))
