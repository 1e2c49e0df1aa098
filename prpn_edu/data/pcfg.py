"""Probabilistic context-free grammars whose every rule makes two phrases or one word.

Nothing here knows about films. A grammar is a start symbol and a list of rules; it can be written as a small
table, checked, and sampled. What its sentences cost in bits is computed in `prpn_edu.data.entropy`.
"""

import math
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple


@dataclass(frozen=True)
class Rule:
    """`parent` becomes two symbols, `(left, right)`, or one word, `(word,)`.

    Attributes:
        probability: the chance of this rule among those with the same parent.
        meaning: how the two parts combine; any text that the user of the grammar understands.
    """

    parent: str
    children: tuple[str, ...]
    probability: float
    meaning: str = ""


class Derivation(NamedTuple):
    """A rule and what its children became; `parts` is empty for a word."""

    rule: Rule
    parts: tuple["Derivation", ...]

    def words(self) -> list[str]:
        """The sentence, left to right."""
        if not self.parts:
            return [self.rule.children[0]]
        return [word for part in self.parts for word in part.words()]

    def log2_probability(self) -> float:
        """log2 of the product of the rule probabilities."""
        return math.log2(self.rule.probability) + sum(part.log2_probability() for part in self.parts)


class Grammar:
    """A start symbol and its rules, checked.

    Attributes:
        start: the symbol of a whole sentence.
        rules: dict from each symbol to the tuple of its rules.
    Raises:
        ValueError: the rules of a symbol do not sum to one, or a symbol is used that has no rules.
    """

    def __init__(self, start: str, rules: Iterable[Rule]):
        by_parent = defaultdict(list)
        for rule in rules:
            by_parent[rule.parent].append(rule)
        self.start = start
        self.rules: dict[str, tuple[Rule, ...]] = {
            symbol: tuple(group) for symbol, group in by_parent.items()
        }
        self._check()
        self._cumulative = {
            symbol: list(accumulate(rule.probability for rule in group))
            for symbol, group in self.rules.items()
        }

    def _check(self) -> None:
        used = {self.start} | {
            child
            for rules in self.rules.values()
            for rule in rules
            if len(rule.children) == 2
            for child in rule.children
        }
        if missing := sorted(used - self.rules.keys()):
            raise ValueError(f"no rules for {', '.join(missing)}")
        for symbol, rules in self.rules.items():
            total = math.fsum(rule.probability for rule in rules)
            if abs(total - 1) > 1e-9:
                raise ValueError(f"the rules of {symbol} sum to {total}, not to one")

    @classmethod
    def read(cls, start: str, rules: str, words: dict[str, dict[str, float]]) -> "Grammar":
        """A grammar from a table of weights.

        Each line of `rules` reads `parent weight child child meaning` or `parent weight other`. The second
        form is an abbreviation: the rules of `other` are copied to `parent`, so that no tree holds a node
        with a single child. Only symbols reachable from `start` are kept.

        Args:
            start: the symbol of a whole sentence.
            rules: the table; `#` starts a comment.
            words: for each word class, its words and their weights.
        Raises:
            ValueError: a malformed line (with the line), abbreviations in a circle, an unknown symbol.
        """
        table = defaultdict(list)
        for line in rules.splitlines():
            fields = line.split("#")[0].split()
            if not fields:
                continue
            if len(fields) not in (3, 5):
                raise ValueError(
                    f"expected `parent weight child child meaning` or `parent weight other`: {line!r}"
                )
            table[fields[0]].append((float(fields[1]), fields[2:]))
        expanded = {}
        pending = [start]
        while pending:
            symbol = pending.pop()
            if symbol in expanded:
                continue
            expanded[symbol] = _expand(symbol, table, words)
            pending += [child for children, _ in expanded[symbol] if len(children) == 2 for child in children]
        return cls(
            start,
            (
                Rule(symbol, children, probability, meaning)
                for symbol, group in expanded.items()
                for (children, meaning), probability in group.items()
            ),
        )

    def sample(self, uniform: Callable[[], float]) -> Derivation:
        """Draw a derivation.

        Args:
            uniform: gives a number in [0, 1) at each call, such as `random.Random(0).random`.
        """
        return self._sample(self.start, uniform)

    def _sample(self, symbol: str, uniform: Callable[[], float]) -> Derivation:
        # Rounding may leave the last cumulative sum a hair below one: hence the min.
        rules = self.rules[symbol]
        rule = rules[min(bisect(self._cumulative[symbol], uniform()), len(rules) - 1)]
        if len(rule.children) == 1:
            return Derivation(rule, ())
        left, right = rule.children
        return Derivation(rule, (self._sample(left, uniform), self._sample(right, uniform)))


def _expand(symbol: str, table: dict, words: dict, path: tuple[str, ...] = ()) -> dict[tuple, float]:
    """{(children, meaning): probability} of a symbol, abbreviations replaced by what they stand for."""
    if symbol in path:
        raise ValueError(f"abbreviations run in a circle: {' -> '.join((*path, symbol))}")
    if symbol in words:
        total = math.fsum(words[symbol].values())
        return {((word,), ""): weight / total for word, weight in words[symbol].items()}
    if symbol not in table:
        raise ValueError(f"no rules and no words for {symbol}")
    total = math.fsum(weight for weight, _ in table[symbol])
    result: dict[tuple[tuple[str, ...], str], float] = defaultdict(float)
    for weight, right in table[symbol]:
        if len(right) == 3:
            result[(right[0], right[1]), right[2]] += weight / total
        else:
            for key, probability in _expand(right[0], table, words, (*path, symbol)).items():
                result[key] += weight / total * probability
    return dict(result)
