"""Latent tables: a joint model of remarks and the records behind them, its learning, and copied names."""

from prpn_edu.latent.records.copying import CopyModel
from prpn_edu.latent.records.learning import (
    counted,
    em_step,
    expected_counts,
    fit_em,
    fit_gradient,
    generator,
    objective,
)
from prpn_edu.latent.records.model import RecordModel, Remarks, Tables
from prpn_edu.latent.records.naming import best_names, extraction_hits, field_posteriors, own_names, reading

__all__ = [
    "CopyModel",
    "RecordModel",
    "Remarks",
    "Tables",
    "best_names",
    "counted",
    "em_step",
    "expected_counts",
    "extraction_hits",
    "field_posteriors",
    "fit_em",
    "fit_gradient",
    "generator",
    "objective",
    "own_names",
    "reading",
]
