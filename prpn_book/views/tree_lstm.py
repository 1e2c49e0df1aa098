"""A trained binary Tree-LSTM over a tree that the reader cuts: a sentiment at every node, as plain loops.

Nothing is imported but other loops; a vector is a list, a matrix a list of its rows. The batched form is
`prpn_edu.composition.BinaryTreeLstm`, whose weights `prpn_edu.composition.export` turns into the dict that is
called `model` here. MicroPython runs this file in the reader's browser.

Letters: n words, C classes, E embedding, H hidden.
"""

from prpn_book.views.cuts import children, heights, raised, shapes, spans
from prpn_edu.loops.gates import split_between
from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.lstm import EULER, add, binary_cell, sigmoid, times
from prpn_edu.loops.packed import UNKNOWN, read
from prpn_edu.loops.transitions import brackets, parse
from prpn_edu.loops.transitions import words as leaves

MOST = 16  # words
MANY = 500  # states
SHIPPED: dict = {}  # the model that comes with the course, once `install` has read it
KNOWN: dict = {}  # states of that model, by brackets


def install(packed):
    """Read the model that `explore` answers from; returns the number of its words."""
    SHIPPED.update(read(packed))
    SHIPPED["cell"] = cell_weights(SHIPPED)
    KNOWN.clear()
    return len(SHIPPED["words"])


def cell_weights(model):
    """The gates as `lstm.binary_cell` takes them, (W, U_l, U_r, b); a forget gate reads no word, W = 0."""
    none = [[0.0] * len(model["table"][0])] * len(model["gates"]["i"]["b"])  # (H, E)
    return {name: (g.get("W", none), g["U_l"], g["U_r"], g["b"]) for name, g in model["gates"].items()}


def softmax(scores):
    """Numbers as chances: e^x, divided by their sum."""
    highest = max(scores)
    weights = [EULER ** (x - highest) for x in scores]
    return [w / sum(weights) for w in weights]


def chances(model, h):
    """The chance of each of the C classes at a node with the output h."""
    return softmax(add(times(model["out"], h), model["out_bias"]))


def forget_gates(weights, left, right):
    """What a node keeps of the memories of its two children: H numbers for each; both gates see both outputs.

    Args:
        weights: as for `lstm.binary_cell`.
        left, right: the outputs of the children, H numbers each.
    Source: Tai et al. (2015), eq. (10).
    """
    both = [weights["f_l"], weights["f_r"]]
    return [[sigmoid(a) for a in add(times(U_l, left), times(U_r, right), b)] for _, U_l, U_r, b in both]


def states(model, tree, known):
    """The states of a tree, (h, c) each, from left to right: a phrase stands between its two parts.

    Args:
        tree: a word, or a pair of trees; a word that the model never saw reads as <unk>.
        known: states by brackets; those that are there are not computed again, new ones are put there. Who
            moves a cut changes few of them.
    Returns:
        the list of 2n - 1 states, and the place of the root in it.
    """
    key = brackets(tree)
    if isinstance(tree, str):
        number = model["number"]
        if key not in known:
            x = model["table"][number.get(tree, number[UNKNOWN])]
            known[key] = binary_cell(model["cell"], x, [])
        return [known[key]], 0
    (left, at), (right, to) = states(model, tree[0], known), states(model, tree[1], known)
    if key not in known:
        known[key] = binary_cell(model["cell"], None, [left[at], right[to]])
    return left + [known[key]] + right, len(left)


def reading(text, given):
    """The words of a line, the cuts of their tree, and what is wrong with the line, "" for nothing.

    Args:
        text: words, or a binary tree in brackets.
        given: a height for each gap; where their number does not fit the words, the brackets count, and
            without brackets the tree branches to the right.
    """
    words, wrong = tokens(text), problem(text, MOST)
    if wrong:
        return words, [], wrong
    if given and len(given) == len(words) - 1:
        return words, heights(split_between(given, words)), ""
    if "(" not in text and ")" not in text:
        return words, shapes(len(words))["right"], ""
    try:
        tree = parse(text)
    except ValueError as error:
        return words, [], str(error)
    for leaf in leaves(tree):
        if len(tokens(leaf)) != 1:
            return words, [], f'"{leaf}" is not one word of the treebank; with brackets, write "(film \'s)".'
    return words, heights(tree), ""


def explore(text, cuts, node):
    """Everything that the explorer shows, from the model that `install` read.

    Args:
        text: a sentence of at most MOST words as a reader types it, or a binary tree in brackets.
        cuts: a height for each gap between two words; see `reading`.
        node: the chosen node: 2i - 1 for word i, counted from 1, and 2i for the phrase that is cut after it;
            0, or one beyond the last, means the root.
    Returns:
        a dict. "words", "cuts", "tree" in brackets, "unknown": the words, from 1, that the model does not
        know. For each node, from left to right, "spans": the words below it, "chances": of the C classes,
        "labels": the most probable class. "root", "node": their numbers as above. "below": the numbers of
        the two parts of each phrase; "children": those of the chosen node, and "forget": the forget gate of
        each, H numbers; both empty at a word. "raised": the cuts after each cut was raised. "shapes": the
        cuts of other trees, by name. "problem": "", or what is wrong with the text, and then nothing else.
    """
    words, cuts, wrong = reading(text, cuts)
    if wrong:
        return {"problem": wrong}
    tree = split_between(cuts, words) if cuts else words[0]
    if len(KNOWN) > MANY:
        KNOWN.clear()
    every, root = states(SHIPPED, tree, KNOWN)
    told = [chances(SHIPPED, h) for h, _ in every]
    at = node - 1 if 1 <= node <= len(every) else root
    below = [[part + 1 for part in children(cuts, k)] for k in range(len(cuts))]
    parts = below[at // 2] if at % 2 else []
    return {
        "problem": "",
        "words": words,
        "cuts": cuts,
        "tree": brackets(tree),
        "unknown": [i + 1 for i, word in enumerate(words) if word not in SHIPPED["number"]],
        "spans": spans(cuts),
        "chances": told,
        "labels": [p.index(max(p)) for p in told],
        "root": root + 1,
        "node": at + 1,
        "below": below,
        "children": parts,
        "forget": forget_gates(SHIPPED["cell"], *[every[part - 1][0] for part in parts]) if parts else [],
        "raised": [raised(cuts, k) for k in range(len(cuts))],
        "shapes": shapes(len(words)),
    }
