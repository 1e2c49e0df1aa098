"""What a learnt record says of a remark, under the names of the true one.

A model that never saw a record does not know that its third value is called "music": any renaming of the
values of a field explains the remarks as well. Before it is measured, each field's values get the names that
fit best on the development remarks; this is the only place where gold records are read.
"""

from collections.abc import Sequence
from itertools import permutations

import torch
from torch import Tensor

from prpn_edu.data.toy_records import Remark
from prpn_edu.latent.records.model import RecordModel

Names = dict[str, tuple[int, ...]]


def field_posteriors(
    model: RecordModel, remarks: Sequence[Sequence[str]], unfinished: bool = False
) -> dict[str, Tensor]:
    """p(value of the field | x) for each field, all other fields summed out, (B, values)."""
    whole = model.posterior(model.read(remarks), unfinished)  # (B, R)
    out = {}
    for number, (field, values) in enumerate(model.schema.fields.items()):
        has = [[record[number] == value for value in values] for record in model.schema.records]
        out[field] = whole @ torch.tensor(has).double()
    return out


def gold(model: RecordModel, remarks: Sequence[Remark]) -> dict[str, Tensor]:
    """The number of each remark's true value, for each field, (B,)."""
    fields = enumerate(model.schema.fields.items())
    return {
        name: torch.tensor([values.index(remark.record[number]) for remark in remarks])
        for number, (name, values) in fields
    }


def best_names(model: RecordModel, remarks: Sequence[Remark]) -> Names:
    """For each field, the one-to-one renaming of its values that is right most often on these remarks."""
    truth, names = gold(model, remarks), {}
    for field, chances in field_posteriors(model, [remark.words for remark in remarks]).items():
        guess = chances.argmax(-1)
        orders = permutations(range(chances.size(-1)))
        names[field] = max(orders, key=lambda order: _hits(order, guess, truth[field]).sum().item())
    return names


def extraction_hits(model: RecordModel, remarks: Sequence[Remark], names: Names) -> dict[str, Tensor]:
    """1.0 where the most probable value of a field is the true one, else 0.0; for each field, (B,)."""
    truth = gold(model, remarks)
    return {
        field: _hits(names[field], chances.argmax(-1), truth[field])
        for field, chances in field_posteriors(model, [remark.words for remark in remarks]).items()
    }


def own_names(model: RecordModel) -> dict[str, list[str]]:
    """For each field, a name for each value that the model gives itself: its two most probable words."""
    names: dict[str, list[str]] = {field: [] for field in model.schema.fields}
    for (state, _), row in zip(model.schema.rows, model.log_tables().words, strict=True):
        if field := model.schema.reads[state]:
            best = row.sort(descending=True, stable=True).indices[:2].tolist()
            names[field].append(" / ".join(model.schema.words[v] for v in best))
    return names


def reading(model: RecordModel, words: Sequence[str]) -> tuple[dict[str, str], list[list[float]]]:
    """What a model makes of one remark, as a record card shows it; for models with one state a field.

    Returns:
        from each field to the name of its most probable value and the chance of that value; and for each
        word, one number a field: the chance that the word was written by pointing at it.
    """
    names = own_names(model)
    fields = {}
    for field, chances in field_posteriors(model, [words]).items():
        best = int(chances[0].argmax())
        fields[field] = f"{names[field][best]}  {chances[0, best]:.2f}"
    states = model.states(model.read([words]))[0]  # (T, S)
    points = {field: a for a, field in enumerate(model.schema.reads.values()) if field}
    return fields, states[:, [points[field] for field in model.schema.fields]].tolist()


def _hits(order: tuple[int, ...], guess: Tensor, truth: Tensor) -> Tensor:
    return (torch.tensor(order)[guess] == truth).double()
