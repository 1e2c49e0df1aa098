"""A grammar whose rules stand in tables: written down, drawn at random, or counted.

Letters: S symbols, N of them with rules of two children, P with rules of one word; V words.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import torch
from torch import nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent.grammar.inside import Rules
from prpn_edu.latent.grammar.pcfg import Pcfg, names_of, never_written

Rule: TypeAlias = tuple[str, Sequence[str], float]


@dataclass(frozen=True)
class GrammarConfig:
    """The settings of a `Grammar`.

    Attributes:
        symbols: S names.
        pairs: N, how many of them, the first ones, have rules of two children.
        words: P, how many of them, the last ones, have rules of one word; a symbol may have both.
        suffixes: those that the vocabulary has entries for, see `words.build_vocabulary`.
    """

    symbols: tuple[str, ...]
    pairs: int
    words: int
    suffixes: tuple[str, ...] = ()

    def __post_init__(self):
        for name in ("symbols", "suffixes"):
            object.__setattr__(self, name, tuple(getattr(self, name)))  # JSON knows only lists
        if min(self.pairs, self.words) < 1:
            raise ValueError("a grammar needs a rule with two children and a rule with one word, or more")
        if not max(self.pairs, self.words) <= len(self.symbols) <= self.pairs + self.words:
            raise ValueError(
                f"{len(self.symbols)} symbols, the first {self.pairs} with two children, the last "
                f"{self.words} with a word: each must have one or both"
            )


class Grammar(Pcfg):
    """A grammar whose rules stand in tables.

    Parameters are log-probabilities up to a constant a symbol: `rules` divides by the sum, so that a step
    along the gradient leaves a grammar a grammar, and EM can set them.

    Args:
        vocabulary: the words.
        settings: those of `GrammarConfig`; the rules of a symbol begin equally likely.
    """

    Config = GrammarConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__()
        self.vocabulary, self.config = vocabulary, self.Config(**settings)
        c, s = self.config, len(self.config.symbols)
        self.root_scores = nn.Parameter(torch.zeros(s, dtype=torch.float64))
        self.pair_scores = nn.Parameter(torch.zeros(c.pairs, s, s, dtype=torch.float64))
        self.word_scores = nn.Parameter(torch.zeros(c.words, len(vocabulary), dtype=torch.float64))

    @classmethod
    def from_rules(cls, rules: Iterable[Rule], start: str) -> Self:
        """A grammar that is written down.

        Args:
            rules: (parent, children, chance) each, such as ("VP", ("V", "NP"), 0.25) and ("V", ("saw",), 1);
                two children are symbols, a single one is a word. What is given twice counts for the sum.
            start: the symbol of a whole sentence.
        Raises:
            ValueError: a rule with another number of children or with a chance outside [0, 1], a symbol
                without rules, or one whose chances do not sum to 1; the message names it.
        """
        pairs: dict[tuple[str, tuple[str, ...]], float] = defaultdict(float)
        words: dict[tuple[str, tuple[str, ...]], float] = defaultdict(float)
        for parent, children, chance in rules:
            if isinstance(children, str) or len(children) not in (1, 2):
                raise ValueError(f"the rule {parent} -> {children!r} must have two symbols or one word")
            if not 0 <= chance <= 1:
                raise ValueError(f"the rule {parent} -> {' '.join(children)} has the chance {chance}")
            (pairs if len(children) == 2 else words)[parent, tuple(children)] += float(chance)
        has_pairs = dict.fromkeys(parent for parent, _ in pairs)
        has_words = dict.fromkeys(parent for parent, _ in words)
        both = [symbol for symbol in has_pairs if symbol in has_words]
        only = [symbol for symbol in has_pairs if symbol not in has_words]
        names = [*only, *both, *(symbol for symbol in has_words if symbol not in has_pairs)]
        _check_rules(names, {**pairs, **words}, start)
        texts = [[word] for _, (word,) in words]
        grammar = cls(Vocabulary.build(texts), symbols=names, pairs=len(has_pairs), words=len(has_words))
        number = {symbol: k for k, symbol in enumerate(names)}
        tables = Rules(*(torch.zeros_like(table) for table in grammar.rules()))
        tables.root[number[start]] = 1
        for (parent, (left, right)), chance in pairs.items():
            tables.pairs[number[parent], number[left], number[right]] = chance
        for (parent, (word,)), chance in words.items():
            tables.words[number[parent] - len(only), grammar.vocabulary[word]] = chance
        grammar.set_rules(tables)
        return grammar.eval()

    @classmethod
    def random(
        cls, vocabulary: Vocabulary, pairs: int, words: int, seed: int = 0, suffixes: Sequence[str] = ()
    ) -> Self:
        """Any symbol may become any two, or any word, with chances drawn uniformly from all that sum to 1.

        Args:
            vocabulary: the words; <pad>, <s> and </s> are never written.
            pairs: N symbols that become two symbols: N0, N1, ...
            words: P symbols that become a word: P0, P1, ...
            seed: of the chances.
            suffixes: those that the vocabulary has entries for.
        """
        names = names_of(pairs, words)
        grammar = cls(vocabulary, symbols=names, pairs=pairs, words=words, suffixes=tuple(suffixes))
        generator = torch.Generator().manual_seed(seed)
        scores = grammar.root_scores, grammar.pair_scores, grammar.word_scores
        tables = Rules(*(torch.empty_like(t.data).exponential_(generator=generator) for t in scores))
        tables.words[:, never_written(vocabulary)] = 0
        grammar.set_rules(tables.shares())
        return grammar

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the symbols."""
        return self.config.symbols

    def rules(self) -> Rules:
        """The chances of all rules; whatever the parameters are, those of a symbol sum to 1."""
        c = self.config
        pairs = self.pair_scores.flatten(1).logsumexp(1)  # (N,)
        words = self.word_scores.logsumexp(1)  # (P,)
        missing = len(c.symbols) - c.pairs, len(c.symbols) - c.words
        pairs = nn.functional.pad(pairs, (0, missing[0]), value=-torch.inf)  # (S,)
        words = nn.functional.pad(words, (missing[1], 0), value=-torch.inf)  # (S,)
        totals = torch.logaddexp(pairs, words)
        return Rules(
            self.root_scores.softmax(0),
            (self.pair_scores - totals[: c.pairs, None, None]).exp(),
            (self.word_scores - totals[missing[1] :, None]).exp(),
        )

    @torch.no_grad()
    def set_rules(self, rules: Rules) -> None:
        """Take other chances.

        Raises:
            ValueError: tables of other shapes, or chances of a symbol that do not sum to 1.
        """
        mine = self.root_scores, self.pair_scores, self.word_scores
        for name, table, scores in zip(Rules._fields, rules, mine, strict=True):
            if table.shape != scores.shape:
                raise ValueError(
                    f"the table {name!r} must have the shape {(*scores.shape,)}, not {(*table.shape,)}"
                )
        sums = torch.cat([rules.root.sum().reshape(1), rules.totals()])
        if min(table.min() for table in rules if table.numel()) < 0 or (sums - 1).abs().max() > 1e-6:
            raise ValueError("the chances of the roots, and of the rules of each symbol, must sum to 1")
        for table, scores in zip(rules, mine, strict=True):
            scores.copy_(table.log())


def _check_rules(names: Sequence[str], rules: dict[tuple[str, tuple[str, ...]], float], start: str) -> None:
    """Raise ValueError for rules that are no grammar."""
    used = [start, *(child for _, children in rules if len(children) == 2 for child in children)]
    if missing := [symbol for symbol in used if symbol not in names]:
        raise ValueError(f"the symbol {missing[0]!r} is used and has no rules")
    totals: dict[str, list[float]] = defaultdict(list)
    for (parent, _), chance in rules.items():
        totals[parent].append(chance)
    for parent, chances in totals.items():
        if abs(math.fsum(chances) - 1) > 1e-9:
            raise ValueError(f"the chances of {parent} sum to {math.fsum(chances):.6g}, not to 1")
