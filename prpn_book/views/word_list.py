"""A parser that is a list: each word has one number wherever it stands, and SPLIT makes trees of the numbers.

Nothing is imported but other loops. MicroPython runs this file in the reader's browser. The list that comes
with the course, and the remarks that are parsed by it, are made by `experiments.page_list`.

Letters: V words in the list, T words of a sentence, N remarks.
"""

from prpn_edu.loops.gates import split
from prpn_edu.loops.lines import problem, tokens

MOST, FEWEST = 10, 2  # words
LEARNT, LEVEL = "PRPN", "level"  # the list that comes with the course, and the one that says nothing
MIDDLE = 0.5  # the number of all words in `LEVEL`, and of a word that the list has not
SHIPPED: dict = {}  # words, lists and remarks, once `install` has read them


def install(packed):
    """Read what `explore` answers from; returns the number of words in the list."""
    words, remarks = packed["words"], packed["remarks"]
    SHIPPED.update(packed)
    SHIPPED["lists"] = {LEARNT: packed["numbers"], LEVEL: [MIDDLE] * len(words)}
    SHIPPED["number"] = {word: k for k, word in enumerate(words)}
    SHIPPED["gold"] = [{(start, end) for start, end in spans} for spans in packed["spans"]]
    SHIPPED["with"] = [[] for _ in words]  # the remarks in which a word stands
    for place, remark in enumerate(remarks):
        for k in set(remark):
            SHIPPED["with"][k].append(place)
    SHIPPED["parsed"] = {}  # by the name of a list, what each remark's tree is before anything is moved
    return len(words)


def inner(d):
    """The brackets of SPLIT's tree of T numbers, the whole sentence left out: a set of (start, end)."""
    found, todo = set(), [(0, len(d))]
    while todo:
        start, end = todo.pop()
        if end - start < 2:
            continue
        found.add((start, end))
        k = d.index(max(d[start:end]), start)
        todo.append((start, k))
        if k > start and end - k > 1:
            found.add((k, end))  # word k stands in front of what follows it
        todo.append((k + 1, end))
    found.discard((0, len(d)))
    return found


def f1(found, gold):
    """Of a binary tree against another one over the same words: both have as many brackets."""
    return len(found & gold) / len(gold) if gold else 1.0


def parsed(name):
    """The trees of all remarks by a list of `SHIPPED`, and their F1."""
    if name not in SHIPPED["parsed"]:
        numbers = SHIPPED["lists"][name]
        trees = [inner([numbers[k] for k in remark]) for remark in SHIPPED["remarks"]]
        scores = [f1(found, gold) for found, gold in zip(trees, SHIPPED["gold"])]
        SHIPPED["parsed"][name] = (trees, scores)
    return SHIPPED["parsed"][name]


def judged(name, numbers):
    """What moving some words of a list changes in the trees of the remarks.

    Args:
        name: of the list before.
        numbers: the V numbers now.
    Returns:
        {"before", "after": the mean F1 x 100; "changed": remarks with another tree; "better", "worse": those
        whose F1 rose, and fell}.
    """
    trees, scores = parsed(name)
    base = SHIPPED["lists"][name]
    moved = [k for k, (a, b) in enumerate(zip(base, numbers)) if a != b]
    asked = set()
    for k in moved:
        asked.update(SHIPPED["with"][k])
    changed = better = worse = 0
    gain = 0.0
    for place in asked:
        found = inner([numbers[k] for k in SHIPPED["remarks"][place]])
        if found == trees[place]:
            continue
        changed += 1
        by = f1(found, SHIPPED["gold"][place]) - scores[place]
        better += by > 0
        worse += by < 0
        gain += by
    before = 100 * sum(scores) / len(scores)
    after = before + 100 * gain / len(scores)
    return {"before": before, "after": after, "changed": changed, "better": better, "worse": worse}


def explore(text, source, moved):
    """Everything that the explorer shows of one sentence and one list.

    Args:
        text: a sentence of FEWEST to MOST words, as a reader types it.
        source: which list it begins with, LEARNT or LEVEL.
        moved: [word, number] for each word whose number the reader has changed, the number from 0 to 1.
    Returns:
        "problem": "", or what is wrong with the text, and then nothing else. Else "words"; "unknown": the
        places of words that the list has not; "d": the words' numbers; "tree": SPLIT's; "numbers": of all V
        words; and what `judged` returns.
    """
    wrong = problem(text, MOST, FEWEST)
    if wrong:
        return {"problem": wrong}
    words, own = tokens(text), dict(moved)
    numbers = [own.get(word, number) for word, number in zip(SHIPPED["words"], SHIPPED["lists"][source])]
    known = SHIPPED["number"]
    d = [numbers[known[word]] if word in known else own.get(word, MIDDLE) for word in words]
    out = {
        "problem": "",
        "words": words,
        "unknown": [t for t, word in enumerate(words) if word not in known],
        "d": d,
        "tree": split(d, words),
        "numbers": numbers,
    }
    out.update(judged(source, numbers))
    return out
