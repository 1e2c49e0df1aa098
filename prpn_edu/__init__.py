"""From bags of words to latent trees: the models, trees and gates behind the prpn_edu book.

    import prpn_edu
    prpn_edu.parse("the very old film was not funny")

What stands here by name is imported when it is first asked for:

    parse                           the tree that the shipped PRPN gives a sentence

    Bow, Cbow, DeepCbow             sentences as bags of word vectors                 chapter 2
    Rnn, Lstm                       sentences read in order                           chapter 3
    BinaryTreeLstm                  sentences composed along a binary tree            chapter 4
    ChildSumTreeLstm                likewise, blind to left and right                 chapter 4
    LstmLm                          a language model without a tree                   part II
    Prpn                            Parsing-Reading-Predict Network                   part II
    OnLstm, OrderedTransformer      ordered neurons, ordered attention                part III
    LatentLimitLm                   PRPN's limits, summed out                         part III

    toy, sst, wsj                   treebanks: our own, film remarks (Stanford), the WSJ sample
    Vocabulary                      words as numbers; for language models, `latent.build_vocabulary`
    fit                             train any of these models
    accuracy, perplexity            how well a model classifies, or foretells
    unlabeled_f1                    how well predicted trees match gold trees

    induce                          a parser from nothing but a plain text of one's own

Packages: `trees`, `loops` (the mathematics as plain loops), `data`, `composition`, `latent`, `training`,
`evaluation`, `induction`. In a terminal: `prpn-edu --help`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "1.0.0"

if TYPE_CHECKING:  # for editors: each name, where it stands
    from prpn_edu.composition import BinaryTreeLstm as BinaryTreeLstm
    from prpn_edu.composition import Bow as Bow
    from prpn_edu.composition import Cbow as Cbow
    from prpn_edu.composition import ChildSumTreeLstm as ChildSumTreeLstm
    from prpn_edu.composition import DeepCbow as DeepCbow
    from prpn_edu.composition import Lstm as Lstm
    from prpn_edu.composition import Rnn as Rnn
    from prpn_edu.data import Vocabulary as Vocabulary
    from prpn_edu.data.sst import sst as sst
    from prpn_edu.data.toy import toy as toy
    from prpn_edu.data.wsj import wsj as wsj
    from prpn_edu.evaluation import accuracy as accuracy
    from prpn_edu.evaluation import perplexity as perplexity
    from prpn_edu.evaluation import unlabeled_f1 as unlabeled_f1
    from prpn_edu.induction import induce as induce
    from prpn_edu.latent import LatentLimitLm as LatentLimitLm
    from prpn_edu.latent import LstmLm as LstmLm
    from prpn_edu.latent import OnLstm as OnLstm
    from prpn_edu.latent import OrderedTransformer as OrderedTransformer
    from prpn_edu.latent import Prpn as Prpn
    from prpn_edu.parser import parse as parse
    from prpn_edu.training.fit import fit as fit

_PACKAGES = ("composition", "data", "evaluation", "induction", "latent", "loops", "training", "trees")
_NAMES = {
    "parser": ("parse",),
    "composition": ("BinaryTreeLstm", "Bow", "Cbow", "ChildSumTreeLstm", "DeepCbow", "Lstm", "Rnn"),
    "latent": ("LatentLimitLm", "LstmLm", "OnLstm", "OrderedTransformer", "Prpn"),
    "data": ("Vocabulary", "sst", "toy", "wsj"),
    "training": ("fit",),
    "induction": ("induce",),
    "evaluation": ("accuracy", "perplexity", "unlabeled_f1"),
}
_HOME = {name: package for package, names in _NAMES.items() for name in names}


def __getattr__(name: str):
    """Import what is asked for: torch takes a second, and `import prpn_edu` shall not."""
    if name in _PACKAGES:
        return import_module(f"prpn_edu.{name}")
    if name in _HOME:
        found = getattr(import_module(f"prpn_edu.{_HOME[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'prpn_edu' has no attribute {name!r}; dir(prpn_edu) lists what it has")


def __dir__() -> list[str]:
    """The names above, for completion."""
    return sorted([*_PACKAGES, *_HOME, "__version__"])
