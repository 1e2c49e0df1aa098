"""Ordered neurons: language models that forget from the lowest neurons up, and whose forgetting is a tree."""

from prpn_edu.latent.ordered.attention import OrderedAttention, OrderedBlock
from prpn_edu.latent.ordered.lstm import OrderedLstm
from prpn_edu.latent.ordered.master import cumax, distance, master_gates, meet
from prpn_edu.latent.ordered.models import (
    OnLstm,
    OnLstmConfig,
    OrderedTransformer,
    OrderedTransformerConfig,
)

__all__ = [
    "OnLstm",
    "OnLstmConfig",
    "OrderedAttention",
    "OrderedBlock",
    "OrderedLstm",
    "OrderedTransformer",
    "OrderedTransformerConfig",
    "cumax",
    "distance",
    "master_gates",
    "meet",
]
