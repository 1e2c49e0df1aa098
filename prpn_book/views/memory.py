"""A trained LSTM that reads a sentence: its gates at each word, its verdict so far, and what it still holds.

Nothing is imported but other loops; a vector is a list, a matrix a list of its rows. The batched form is
`prpn_edu.composition.Lstm`, whose weights `prpn_edu.composition.export` turns into the dict that is called
`model` here. MicroPython runs this file in the reader's browser.

Letters: T words, C classes, E embedding, H hidden.
"""

from prpn_book.views.tree_lstm import chances
from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.lstm import lstm_cell, tanh
from prpn_edu.loops.packed import UNKNOWN, read

MOST = 10  # words
SHIPPED: dict = {}  # the model that comes with the course, once `install` has read it


def install(packed):
    """Read the model that `explore` answers from; returns the number of its words."""
    SHIPPED.update(read(packed))
    SHIPPED["cell"] = cell_weights(SHIPPED)
    return len(SHIPPED["words"])


def cell_weights(model):
    """The four gates as `lstm.lstm_cell` takes them, (W, R, b)."""
    return {name: (gate["W"], gate["R"], gate["b"]) for name, gate in model["gates"].items()}


def steps(model, words, held=None):
    """Read words from left to right.

    Args:
        words: T words; one that the model never saw reads as <unk>.
        held: {place: gate}: the forget gates of the word at that place are all this number, and not what the
            model makes of them.
    Returns:
        for each word a pair: the output h, H numbers, and the four gates by name, H numbers each.
    """
    h = c = [0.0] * len(model["out"][0])
    out = []
    for t, word in enumerate(words):
        x = model["table"][model["number"].get(word, model["number"][UNKNOWN])]
        gates = lstm_cell(model["cell"], x, h, c)[2]
        if held and t in held:
            gates["f"] = [held[t]] * len(c)
        c = [f * old + i * g for f, old, i, g in zip(gates["f"], c, gates["i"], gates["g"])]
        h = [o * tanh(m) for o, m in zip(gates["o"], c)]
        out.append((h, gates))
    return out


def left(gates):
    """For each word the share of what it wrote that the memory still holds after the last: T numbers.

    A word writes i g into each unit; its size counts, and each later word multiplies it by its forget gate.

    Args:
        gates: for each of T words the gates by name.
    """
    shares, kept = [], [1.0] * len(gates[0]["f"])
    for gate in reversed(gates):
        wrote = [abs(i * g) for i, g in zip(gate["i"], gate["g"])]
        shares.append(sum(w * k for w, k in zip(wrote, kept)) / sum(wrote))
        kept = [k * f for k, f in zip(kept, gate["f"])]
    return shares[::-1]


def mean(numbers):
    """Their average."""
    return sum(numbers) / len(numbers)


def explore(text, at, gate):
    """Everything that the explorer shows of one line, from the model that `install` read.

    Args:
        text: a sentence of at most MOST words, as a reader types it.
        at: the word whose forget gates are held, counted from 1; 0, or one beyond the last, means none.
        gate: what they are held at: 0, all is erased, or 1, all is kept.
    Returns:
        a dict. "problem": "", or what is wrong with the text, and then nothing else. "words"; "unknown": the
        places of words that the model does not know; "held": the place of the word that is held, or -1. For
        each word, "chances": of the C classes, if the sentence ended there; "labels": the most probable of
        them; "forget", "input", "output": the gates, averaged over the H units; "left": see `left`.
    """
    wrong = problem(text, MOST)
    if wrong:
        return {"problem": wrong}
    words = tokens(text)
    held = at - 1 if 1 <= at <= len(words) else -1
    read_so_far = steps(SHIPPED, words, {held: float(gate)})
    told, gates = [chances(SHIPPED, h) for h, _ in read_so_far], [one for _, one in read_so_far]
    return {
        "problem": "",
        "words": words,
        "unknown": [t for t, word in enumerate(words) if word not in SHIPPED["number"]],
        "held": held,
        "chances": told,
        "labels": [p.index(max(p)) for p in told],
        "forget": [mean(one["f"]) for one in gates],
        "input": [mean(one["i"]) for one in gates],
        "output": [mean(one["o"]) for one in gates],
        "left": left(gates),
    }
