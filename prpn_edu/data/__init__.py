"""Sentences with their trees: a toy treebank, Stanford film remarks, Wall Street Journal articles."""

from prpn_edu.data.brackets import TreebankError
from prpn_edu.data.entropy import toy_entropy
from prpn_edu.data.fetch import ChecksumError, DataNotFoundError
from prpn_edu.data.sst import sst
from prpn_edu.data.toy import toy
from prpn_edu.data.vocab import Vocabulary
from prpn_edu.data.wsj import wsj

__all__ = [
    "ChecksumError",
    "DataNotFoundError",
    "TreebankError",
    "Vocabulary",
    "sst",
    "toy",
    "toy_entropy",
    "wsj",
]
