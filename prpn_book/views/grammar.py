"""What the explorer of grammars shows: a chart, the trees behind it, and a step of EM.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.inside import derivations, em_step, expected_counts, inside, span_chances
from prpn_edu.loops.lines import problem, tokens

MOST = 8  # words
DRAWN = 2  # trees
# Of each grammar the root, and rules with their weights, from which chances are made. A reader moves the
# first `free` of them.
GRAMMARS: list = [
    {
        "root": "VP",
        "free": 5,
        "rules": [
            ("VP", ("V", "N"), 0.5),
            ("VP", ("V", "NP"), 0.25),
            ("VP", ("VP", "PP"), 0.25),
            ("N", ("films",), 0.5),
            ("N", ("home",), 0.5),
            ("NP", ("N", "PP"), 1.0),
            ("PP", ("P", "N"), 1.0),
            ("V", ("saw",), 1.0),
            ("P", ("at",), 1.0),
        ],
    },
    {
        "root": "S",
        "free": 4,
        "rules": [
            ("S", ("V", "M"), 0.5),
            ("S", ("M", "N"), 0.5),
            ("M", ("A", "N"), 0.5),
            ("M", ("V", "A"), 0.5),
            ("V", ("saw",), 1.0),
            ("A", ("old",), 1.0),
            ("N", ("films",), 1.0),
        ],
    },
    {
        "root": "VP",
        "free": 7,
        "rules": [
            ("VP", ("V", "N"), 0.5),
            ("VP", ("V", "NP"), 0.25),
            ("VP", ("VP", "PP"), 0.25),
            ("NP", ("N", "PP"), 0.75),
            ("NP", ("NP", "PP"), 0.25),
            ("PP", ("P", "N"), 0.75),
            ("PP", ("P", "NP"), 0.25),
            ("N", ("films",), 0.25),
            ("N", ("friends",), 0.25),
            ("N", ("home",), 0.25),
            ("N", ("town",), 0.25),
            ("V", ("saw",), 0.5),
            ("V", ("made",), 0.5),
            ("P", ("at",), 0.5),
            ("P", ("with",), 0.5),
        ],
    },
]


def weights_of(grammar):
    """The weights that a reader can move, as the grammar of this number has them at first."""
    one = GRAMMARS[grammar]
    return [weight for _, _, weight in one["rules"][: one["free"]]]


def explore(grammar, weights, text):
    """Everything that the explorer shows of a sentence under one of the grammars.

    Args:
        grammar: a number of GRAMMARS.
        weights: of its free rules, from 0 up; a rule's chance is its share among those of its parent.
        text: a sentence of 1 to MOST words of the grammar.
    Returns:
        "problem": "", or what is wrong, and then nothing else. Else "words"; "rules": [parent, children,
        chance, expected count] each; "boxes", short spans first: "start", "end", "inside", the symbols of the
        span with their chances, "ways", [rule, cut, left, right, product] each, and "chance", how likely the
        tree has the span; "total": p(words); "trees": [chance, tree] of the likeliest; "many": how many trees
        grow the words; "after": the weights after a step of EM.
    """
    root, words = GRAMMARS[grammar]["root"], tokens(text)
    rules = shares(GRAMMARS[grammar]["rules"], weights)
    wrong = problem(text, MOST, fewest=2) or unknown(rules, words) or all_zero(rules)
    if wrong:
        return {"problem": wrong}
    chart = inside(rules, words)
    total = chart.get((0, len(words), root), 0.0)
    grown = derivations(rules, words, root)
    if len(grown) > DRAWN:  # two keep their places, whichever is the likelier
        grown.sort(key=lambda one: -one[0])
    counts = expected_counts(rules, words, root) if total else [0.0] * len(rules)
    chances = span_chances(rules, words, root) if total else {}
    after = em_step(rules, [words], root) if total else rules
    return {
        "problem": "",
        "words": words,
        "rules": [[a, list(b), chance, count] for (a, b, chance), count in zip(rules, counts)],
        "boxes": [box(rules, chart, chances, span) for span in spans(len(words))],
        "total": total,
        "trees": [[chance, nested(tree)] for chance, tree, _ in grown[:DRAWN]],
        "many": len(grown),
        "after": [chance for _, _, chance in after[: len(weights)]],
    }


def shares(rules, weights):
    """The rules with chances: each weight, the free ones as a reader has them, over the sum of its parent."""
    moved = [(a, b, weight) for (a, b, _), weight in zip(rules, weights)] + rules[len(weights) :]
    totals = {}
    for parent, _, weight in moved:
        totals[parent] = totals.get(parent, 0) + weight
    return [(a, b, weight / totals[a] if totals[a] else 0.0) for a, b, weight in moved]


def unknown(rules, words):
    """What is wrong with words that the grammar has no rule for; "" if nothing."""
    known = [children[0] for _, children, _ in rules if len(children) == 1]
    strange = [word for word in words if word not in known]
    if not strange:
        return ""
    return 'This grammar has no word "' + strange[0] + '". It knows: ' + ", ".join(known) + "."


def all_zero(rules):
    """What is wrong with a parent none of whose rules has a chance; "" if nothing."""
    for parent, _, _ in rules:
        if not sum(chance for a, _, chance in rules if a == parent):
            return "All rules of " + parent + " stand at 0: one of them must be above."
    return ""


def spans(n):
    """All spans of n words, single words too, short ones first."""
    return [(start, start + width) for width in range(1, n + 1) for start in range(n - width + 1)]


def box(rules, chart, chances, span):
    """What stands in one box of the chart, and how it came there; see `explore`."""
    start, end = span
    symbols, ways = [], []
    for k, (parent, children, chance) in enumerate(rules):
        if (start, end, parent) in chart and parent not in [symbol for symbol, _ in symbols]:
            symbols.append([parent, chart[start, end, parent]])
        for cut in range(start + 1, end) if len(children) == 2 else ():
            left = chart.get((start, cut, children[0]), 0.0)
            right = chart.get((cut, end, children[1]), 0.0)
            if chance * left * right:
                ways.append([k, cut, left, right, chance * left * right])
    chance = chances.get(span, 0.0)
    return {"start": start, "end": end, "inside": symbols, "ways": ways, "chance": chance}


def nested(tree):
    """A derivation as lists: [symbol, word] or [symbol, left, right]."""
    return [part if isinstance(part, str) else nested(part) for part in tree]
