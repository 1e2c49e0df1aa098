"""PRPN, the Parsing-Reading-Predict Network: a language model whose gates are a tree."""

from prpn_edu.latent.language_model import Batch
from prpn_edu.latent.prpn.look import Look, look
from prpn_edu.latent.prpn.model import ATTENTION_ONLY, Prpn, PrpnConfig
from prpn_edu.latent.prpn.parser import Parser, memory_gates
from prpn_edu.latent.prpn.predictor import Predictor
from prpn_edu.latent.prpn.reader import AttentionReader, TapeReader
from prpn_edu.latent.words import SUFFIXES, build_vocabulary

__all__ = [
    "ATTENTION_ONLY",
    "SUFFIXES",
    "AttentionReader",
    "Batch",
    "Look",
    "Parser",
    "Predictor",
    "Prpn",
    "PrpnConfig",
    "TapeReader",
    "build_vocabulary",
    "look",
    "memory_gates",
]
