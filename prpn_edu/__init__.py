"""From bags of words to latent trees: the library behind the prpn_edu book."""

__version__ = "0.1.0"
