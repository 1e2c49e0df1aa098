"""Grammars that learn from plain text: the inside algorithm, EM, rules made by networks, and a guide."""

from prpn_edu.latent.grammar.inside import Rules
from prpn_edu.latent.grammar.learning import Guided, em_step, fit_em
from prpn_edu.latent.grammar.neural import NeuralGrammar
from prpn_edu.latent.grammar.pcfg import Pcfg
from prpn_edu.latent.grammar.tables import Grammar

__all__ = ["Grammar", "Guided", "NeuralGrammar", "Pcfg", "Rules", "em_step", "fit_em"]
