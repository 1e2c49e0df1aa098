"""What the grammar of the toy treebank makes of a remark: a slow second opinion for the tests."""

from collections import defaultdict
from itertools import product

from nltk import Tree

from prpn_edu.data.pcfg import Derivation
from prpn_edu.data.toy import sentiment_tree
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_meaning import COMPOSE
from prpn_edu.data.toy_words import MEANINGS

RULES = defaultdict(list)  # from the children of a rule to the rules
for group in GRAMMAR.rules.values():
    for rule in group:
        RULES[rule.children].append(rule)


def read(bracketed):
    """The sentiment tree of a remark with brackets, "(it (was dull))"; all analyses with them must agree."""

    def analyses(node):
        if isinstance(node, str):
            return [Derivation(rule, ()) for rule in RULES[(node,)]]
        return [
            Derivation(rule, pair)
            for pair in product(*map(analyses, node))
            for rule in RULES[tuple(part.rule.parent for part in pair)]
        ]

    nested = Tree.fromstring(bracketed.replace("(", "(X "))
    found = [sentiment_tree(d) for d in analyses(nested) if d.rule.parent == GRAMMAR.start]
    assert found, f"the grammar does not make {bracketed}"
    assert all(tree == found[0] for tree in found), f"two readings of one tree: {bracketed}"
    return found[0]


def readings(words):
    """({root label: probability of the words with it}, number of derivations), by a chart of meanings.

    The library's chart sums over everything that spans some words; this one keeps apart what it means.
    """
    chart = {}  # (i, j): {symbol: {meaning: (probability, derivations)}}
    for i, word in enumerate(words):
        chart[i, i + 1] = {rule.parent: {MEANINGS[word]: (rule.probability, 1)} for rule in RULES[(word,)]}
    for width in range(2, len(words) + 1):
        for i in range(len(words) - width + 1):
            cell = chart[i, i + width] = {}
            for k in range(i + 1, i + width):
                for (a, left), (b, right) in product(chart[i, k].items(), chart[k, i + width].items()):
                    for rule in RULES.get((a, b), ()):
                        _join(cell.setdefault(rule.parent, {}), rule, left, right)
    labels, count = defaultdict(float), 0
    for meaning, (probability, derivations) in chart[0, len(words)].get(GRAMMAR.start, {}).items():
        labels[meaning.label] += probability
        count += derivations
    return dict(labels), count


def _join(meanings, rule, left, right):
    for (a, (p, m)), (b, (q, n)) in product(left.items(), right.items()):
        meaning = COMPOSE[rule.meaning](a, b)
        before, count = meanings.get(meaning, (0.0, 0))
        meanings[meaning] = before + p * q * rule.probability, count + m * n
