"""The chance of a sentence under a grammar, all trees added up, as plain loops; and a grammar that learns.

Nothing is imported and nothing rounds: chances that are `fractions.Fraction` stay exact. The batched form is
`prpn_edu.latent.grammar`; the tests hold the two together. MicroPython can run this file in a page.

A grammar is a list of rules (parent, children, chance). Children are two symbols or one word; the chances of
the rules of one parent sum to 1. Letters: n words; a span (start, end) holds the words start .. end-1.
"""


def inside(rules, words):
    """The inside algorithm: the chance that a symbol becomes just the words of a span, for all of them.

    A span's chance is a sum over its rules and over its cuts of rule x left part x right part, so short spans
    come first.

    Args:
        rules: (parent, children, chance) each.
        words: n words.
    Returns:
        a dictionary from (start, end, symbol) to a chance; what cannot be is left out.
    Source: Baker (1979), Trainable grammars for speech recognition.
    """
    chart = {}
    for start, word in enumerate(words):
        for parent, children, chance in rules:
            if len(children) == 1 and children[0] == word and chance:
                add(chart, (start, start + 1, parent), chance)
    for start, cut, end in cuts(len(words)):
        for parent, children, chance in rules:
            if len(children) == 2:
                left = chart.get((start, cut, children[0]), 0)
                right = chart.get((cut, end, children[1]), 0)
                if chance * left * right:
                    add(chart, (start, end, parent), chance * left * right)
    return chart


def sentence_chance(rules, words, root):
    """p(words): the chance that the root becomes all of them, summed over all trees; 0 if it cannot."""
    return inside(rules, words).get((0, len(words), root), 0)


def outside(rules, words, root, chart):
    """The chance of all but a span: that the root becomes the words before it, a symbol, the words after it.

    Wide spans come first: what is outside a part is what is outside the whole, times the rule, times the
    other part.

    Args:
        rules: (parent, children, chance) each.
        words: n words.
        root: the symbol of a whole sentence.
        chart: of `inside`.
    Returns:
        a dictionary from (start, end, symbol) to a chance; what cannot be is left out.
    Source: Baker (1979); Lari and Young (1990).
    """
    around = {(0, len(words), root): 1}
    for start, cut, end in reversed(cuts(len(words))):
        for parent, children, chance in rules:
            if len(children) == 2:
                left, right = (start, cut, children[0]), (cut, end, children[1])
                above = around.get((start, end, parent), 0) * chance
                if above * chart.get(left, 0) * chart.get(right, 0):
                    add(around, left, above * chart[right])
                    add(around, right, above * chart[left])
    return around


def span_chances(rules, words, root):
    """The chance of each span of two words or more, whatever its symbol: its share of p(words).

    Returns:
        a dictionary from (start, end) to a chance; spans that no tree has are left out.
    Raises:
        ValueError: the grammar cannot make the words.
    """
    chart, around, total = _charts(rules, words, root)
    chances = {}
    for place in chart:
        start, end, _ = place
        if end - start > 1 and place in around:
            add(chances, (start, end), chart[place] * around[place] / total)
    return chances


def expected_counts(rules, words, root):
    """How often each rule is used in the trees of a sentence, each tree counted by its share of p(words).

    It is rule x d log p(words) / d rule.

    Returns:
        a list of numbers, one for each rule.
    Raises:
        ValueError: the grammar cannot make the words.
    Source: Lari and Young (1990); the gradient, Eisner (2016).
    """
    chart, around, total = _charts(rules, words, root)
    counts = [0 for _ in rules]
    for k, (parent, children, chance) in enumerate(rules):
        if len(children) == 1:
            for start, word in enumerate(words):
                if word == children[0]:
                    counts[k] += around.get((start, start + 1, parent), 0) * chance / total
            continue
        for start, cut, end in cuts(len(words)):
            parts = chart.get((start, cut, children[0]), 0) * chart.get((cut, end, children[1]), 0)
            counts[k] += around.get((start, end, parent), 0) * chance * parts / total
    return counts


def em_step(rules, sentences, root):
    """New chances: each rule's share of the expected counts of its parent, over all sentences.

    The sentences are now as likely as before or more so. A parent that is never used keeps its rules.

    Returns:
        rules.
    Raises:
        ValueError: the grammar cannot make one of the sentences.
    Source: Baker (1979); Dempster, Laird and Rubin (1977), EM.
    """
    counts, totals = [0 for _ in rules], {}
    for words in sentences:
        counts = [a + b for a, b in zip(counts, expected_counts(rules, words, root))]
    for (parent, _, _), count in zip(rules, counts):
        add(totals, parent, count)
    return [
        (parent, children, count / totals[parent] if totals[parent] else chance)
        for (parent, children, chance), count in zip(rules, counts)
    ]


def derivations(rules, words, symbol):
    """Every tree that grows the words from a symbol, one by one: what `inside` adds up without a list.

    Returns:
        (chance, tree, used) each: a tree is (symbol, word) or (symbol, left tree, right tree); used are the
        numbers of its rules, from the top, left before right.
    """
    grown = []
    for k, (parent, children, chance) in enumerate(rules):
        if parent == symbol and chance and len(children) == len(words) == 1 and children[0] == words[0]:
            grown.append((chance, (symbol, words[0]), [k]))
        if parent == symbol and chance and len(children) == 2:
            for cut in range(1, len(words)):
                for p, left, before in derivations(rules, words[:cut], children[0]):
                    for q, right, behind in derivations(rules, words[cut:], children[1]):
                        grown.append((chance * p * q, (symbol, left, right), [k] + before + behind))
    return grown


def cuts(n):
    """All ways to cut a span of n words in two, (start, cut, end) each, short spans first."""
    return [
        (start, cut, start + width)
        for width in range(2, n + 1)
        for start in range(n - width + 1)
        for cut in range(start + 1, start + width)
    ]


def add(table, key, value):
    """Add to an entry of a dictionary that may not be there yet."""
    table[key] = table.get(key, 0) + value


def _charts(rules, words, root):
    """Inside, outside, and p(words), which must be above 0."""
    chart = inside(rules, words)
    total = chart.get((0, len(words), root), 0)
    if not total:
        raise ValueError("the grammar cannot make these words: no tree of them has a chance above 0")
    return chart, outside(rules, words, root, chart), total
