"""A grammar of many symbols as a file holds it: the chance of each span of a sentence, as plain loops.

`loops.inside` adds up all derivations of a small grammar. This is the same sum for a grammar of real
sentences, light enough for a page: rules that hardly ever apply share one small chance a parent, and in each
span the symbols that are far behind its best one are dropped. `prpn_edu.latent.grammar.export` writes the
file. There is no logarithm here, so that other languages find the same numbers. Nothing is imported but
other loops; MicroPython can run this file in a page.

The tree from which most spans are expected to be right is `spans.best_tree` of the chances: minimum risk
(Goodman, 1996, Parsing algorithms and metrics).

Letters: n words; N symbols that become two symbols, numbers 0 .. N-1; P that become a word, N .. N+P-1; S of
both. A cell is a list of (symbol, value). A value is a chance, but for a factor that all derivations share.
"""

FORMAT, VERSION = "prpn-edu grammar", 1
LEVELS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"  # place k stands for step ** k
NONE = "."  # a rule that has no more than its parent's rest
BEAM = 1e-3  # of the best value of a span: what is below is dropped, but for the whole sentence


def read(packed):
    """The grammar of a file, as the other functions take it.

    Raises:
        ValueError: another file, or one of a later version.
    """
    if not isinstance(packed, dict) or packed.get("format") != FORMAT:
        raise ValueError("this is no grammar of prpn-edu")
    if packed["version"] != VERSION:
        raise ValueError("another version of a grammar than " + str(VERSION) + ": " + str(packed["version"]))
    value, chance = {}, 1.0
    for letter in LEVELS:
        value[letter] = chance
        chance *= packed["step"]
    parents = len(packed["pairs"])
    rules = [[] for _ in packed["pairs"][0]]
    for parent, line in enumerate(packed["pairs"]):
        for pair, letter in enumerate(line):
            if letter != NONE:
                rules[pair].append((parent, value[letter]))
    words = []
    for line in packed["words"].split(" "):
        cell = [(parents + LEVELS.index(line[k]), value[line[k + 1]]) for k in range(0, len(line), 2)]
        words.append(cell)
    return {
        "root": packed["root"],
        "rest": packed["rest"],
        "symbols": packed["symbols"],
        "rules": rules,
        "words": words,
    }


def inside(grammar, entries):
    """For each span the symbols that may become its words, with their values: the inside algorithm.

    Args:
        grammar: of `read`.
        entries: n numbers of words, below len(grammar["words"]).
    Returns:
        n rows of n + 1 cells; where there is no span, an empty one.
    Source: Baker (1979), Trainable grammars for speech recognition.
    """
    n, size = len(entries), grammar["symbols"]
    cells = [[[] for _ in range(n + 1)] for _ in entries]
    for start, word in enumerate(entries):
        cells[start][start + 1] = grammar["words"][word]
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            ways, end = {}, start + width
            for cut in range(start + 1, end):
                for b, x in cells[start][cut]:
                    for c, y in cells[cut][end]:
                        pair = b * size + c
                        ways[pair] = ways.get(pair, 0.0) + x * y
            cells[start][end] = joined(grammar, ways, BEAM if width < n else 0.0)
    return cells


def joined(grammar, ways, beam):
    """The cell of a span: what its parents make of pairs of parts, without those that are far behind.

    Args:
        grammar: of `read`.
        ways: from a pair of symbols, b * S + c, to the sum of its products over all cuts.
        beam: the share of the best value below which a symbol is dropped.
    """
    pairs = sorted(ways)
    total = 0.0
    for pair in pairs:
        total += ways[pair]
    values = [rest * total for rest in grammar["rest"]]
    for pair in pairs:
        for parent, chance in grammar["rules"][pair]:
            values[parent] += chance * ways[pair]
    least = beam * max(values)
    return [(parent, value) for parent, value in enumerate(values) if value >= least]


def span_chances(grammar, entries):
    """The chance that the tree of the words has each span, whatever its symbol.

    Wide spans come first: what is outside a part is what is outside the whole, times the rule, times the
    other part.

    Args:
        grammar, entries: as in `inside`.
    Returns:
        n rows of n + 1 chances; 0 where there is no span of two words or more.
    Source: Baker (1979); Lari and Young (1990).
    """
    n, size = len(entries), grammar["symbols"]
    cells = inside(grammar, entries)
    around = [[[0.0] * size for _ in range(n + 1)] for _ in entries]
    chances = [[0.0] * (n + 1) for _ in entries]
    around[0][n][: len(grammar["root"])] = grammar["root"]
    whole = weighed(cells[0][n], around[0][n])
    for width in range(n, 1, -1):
        for start in range(n - width + 1):
            end = start + width
            above, shares = around[start][end], {}
            chances[start][end] = weighed(cells[start][end], above) / whole
            rest = 0.0
            for parent, _ in cells[start][end]:
                rest += above[parent] * grammar["rest"][parent]
            for cut in range(start + 1, end):
                left, right = around[start][cut], around[cut][end]
                for b, x in cells[start][cut]:
                    for c, y in cells[cut][end]:
                        pair = b * size + c
                        if pair not in shares:
                            shares[pair] = rest
                            for parent, chance in grammar["rules"][pair]:
                                shares[pair] += above[parent] * chance
                        left[b] += shares[pair] * y
                        right[c] += shares[pair] * x
    return chances


def weighed(cell, above):
    """The sum over a cell's symbols of their value times what is outside."""
    total = 0.0
    for symbol, value in cell:
        total += value * above[symbol]
    return total
