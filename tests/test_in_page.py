"""Tasks done in a page of the book: what a page is given, and what it says of an answer."""

import json
import shutil
import subprocess
import traceback
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

from prpn_course.authoring import in_page
from prpn_course.checking import plain
from prpn_course.tasks import SHEETS, find

ROOT = Path(__file__).parents[1]
MICROPYTHON = (
    ROOT / "_build/frontend/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
)
IDS = [task.id for sheet in SHEETS for task in sheet.tasks if task.in_page]
RIGHT = {
    "2.3": """import math

def softmax(o):
    out = []
    for row in o:
        powers = [math.exp(score - max(row)) for score in row]
        out.append([power / sum(powers) for power in powers])
    return out
""",
    "2.4": """import math

def cross_entropy(o, y):
    losses = []
    for row, right in zip(o, y):
        all = max(row) + math.log(sum(math.exp(score - max(row)) for score in row))
        losses.append(all - row[right])
    return sum(losses) / len(losses)
""",
    "5.3": """def spans(actions):
    stack, brackets, word = [], [], 0
    for action in actions:
        if action == 0:
            stack.append((word, word + 1))
            word += 1
        else:
            right, left = stack.pop(), stack.pop()
            stack.append((left[0], right[1]))
            brackets.append([left[0], right[1]])
    return brackets
""",
    "6.1": """import math

def perplexity(log_p, mask):
    said = [p for row, real in zip(log_p, mask) for p, word in zip(row, real) if word]
    return math.exp(-sum(said) / len(said))
""",
    "6.2": """def bigram(before, word, U, V, k):
    counts = [[k] * V for _ in range(U)]
    for a, b in zip(before, word):
        counts[a][b] += 1
    return [[count / sum(row) for count in row] for row in counts]
""",
    "7.4": """def expected_gates(alpha):
    T = len(alpha)
    gates = [[0] * T for _ in range(T)]
    for t in range(1, T):
        gates[t][t - 1] = 1
        for i in range(t - 2, -1, -1):
            gates[t][i] = gates[t][i + 1] * alpha[t][i + 1]
    return gates
""",
    "10.6": """def ceiling(tree):
    found, ways = [], [1]
    catalan = [1]
    for n in range(12):
        catalan.append(catalan[-1] * 2 * (2 * n + 1) // (n + 2))
    def descend(piece, start):
        if isinstance(piece, str):
            return start + 1
        end = start
        for inner in piece:
            end = descend(inner, end)
        ways[0] *= catalan[len(piece) - 1]
        if end - start > 1 and (start, end) not in found:
            found.append((start, end))
        return end
    n = descend(tree, 0)
    gold = len(found) - ((0, n) in found)
    return [2 * gold / (gold + n - 2) if n > 2 else 1, ways[0]]
""",
    "12.3": """import math

def next_word(p, scores):
    total = [0] * len(scores[0])
    for chance, row in zip(p, scores):
        powers = [math.exp(score) for score in row]
        total = [all + chance * power / sum(powers) for all, power in zip(total, powers)]
    return total
""",
    "12.4": """def after_the_word(p, chances, word):
    joint = [chance * row[word] for chance, row in zip(p, chances)]
    return [part / sum(joint) for part in joint]
""",
    "12.6": """import math

def pushes(p, q):
    word = sum(a * b for a, b in zip(p, q))
    mean = sum(a * math.log(b) for a, b in zip(p, q))
    return [[a * b / word - a for a, b in zip(p, q)], [a * (math.log(b) - mean) for a, b in zip(p, q)]]
""",
    "13.1": """def joint(words, prior, shares, writes):
    chances = []
    for chance, tables in zip(prior, writes):
        for word in words:
            chance *= sum(share * table[word] for share, table in zip(shares, tables))
        chances.append(chance)
    return chances
""",
    "13.5": """def slope(words, prior, shares, writes):
    seen, counts = 0, [0] * len(shares)
    for chance, tables in zip(prior, writes):
        after = [0] * len(shares)
        for word in words:
            both = [share * table[word] for share, table in zip(shares, tables)]
            chance *= sum(both)
            if sum(both):
                after = [a + b / sum(both) for a, b in zip(after, both)]
        seen += chance
        counts = [count + chance * a for count, a in zip(counts, after)]
    return [count / seen - len(words) * share for count, share in zip(counts, shares)]
""",
    "16.1": """import math

def cumax(z):
    out = []
    for row in z:
        powers, step, total = [math.exp(score) for score in row], [], 0
        for power in powers:
            total += power / sum(powers)
            step.append(total)
        out.append(step)
    return out
""",
    "17.1": """import math

def log_ratios(inside, everywhere):
    def ratio(a, b):
        return math.log((2 + a) / (8 + b - a))
    return [[ratio(a, b) for a, b in zip(*rows)] for rows in zip(inside, everywhere)]
""",
    "1.4": """import math

def ppmi(counts):
    all = sum(map(sum, counts))
    rows, columns = [sum(row) for row in counts], [sum(column) for column in zip(*counts)]
    def cell(w, c):
        return math.log(counts[w][c] * all / rows[w] / columns[c]) if counts[w][c] else 0
    return [[max(0, cell(w, c)) for c in range(len(columns))] for w in range(len(rows))]
""",
    "2.5": """import math

def loss_gradient(o, y):
    out = []
    for row, right in zip(o, y):
        powers = [math.exp(score) for score in row]
        chances = [power / sum(powers) for power in powers]
        out.append([(p - (k == right)) / len(y) for k, p in enumerate(chances)])
    return out
""",
    "3.4": """def clip_gradient(gradient, threshold):
    length = sum(x * x for x in gradient) ** 0.5
    return [x * min(1, threshold / length) if length else x for x in gradient]
""",
    "3.6": """def memory_left(f):
    shares, left = [], [1] * len(f[0])
    for gates in reversed(f):
        shares.append(left)
        left = [a * b for a, b in zip(left, gates)]
    return shares[::-1]
""",
    "5.1": """def transitions(tree):
    if isinstance(tree, str):
        return [SHIFT]
    left, right = tree
    return transitions(left) + transitions(right) + [REDUCE]
""",
    "6.4": """def limits(tree):
    def walk(tree, start):
        if isinstance(tree, str):
            return [start]
        found = []
        for part in tree:
            found += [start] + walk(part, start + len(found))[1:]
        return found
    return walk(tree, 0)
""",
    "6.5": """def is_tree(limits):
    def crosses(row):
        return any(row[v] < row[n] < v for n in range(len(row)) for v in range(n))
    return [0 if crosses(row) else 1 for row in limits]
""",
    "7.3": """def limit_distribution(alpha):
    law, reached = [], 1
    for chance in reversed(alpha[1:]):
        law.append(reached * (1 - chance))
        reached *= chance
    return [reached] + law[::-1]
""",
    "7.6": """def nearest_higher(d):
    return [max([i for i in range(t) if d[i] > d[t]] or [0]) for t in range(len(d))]
""",
    "8.2": """from math import exp

def scores(x, kernel, bias, w, b):
    width, E, out = len(kernel[0]), len(x[0]), []
    padded = [[0] * E for _ in range(width - 1)] + x
    for t in range(len(x)):
        total = b
        for filter, shift, weight in zip(kernel, bias, w):
            rows = zip(filter, padded[t:t + width])
            f = shift + sum(a * v for row, word in rows for a, v in zip(row, word))
            total += weight * max(0, f)
        out.append(1 / (1 + exp(-total)))
    return out
""",
    "8.6": """def weights(V, E, H, F, L):
    def layer(n, m):
        return (n + 1) * m
    parsing = layer((L + 1) * E, F) + 2 * F + 2 * layer(F // 2, 1)
    reading = layer(E, H) + H * H + layer(E, 4 * H) + layer(H, 4 * H) + 18 * H
    return [V * E + V, parsing, reading, layer(H, H) + layer(2 * H, E) + 2 * E]
""",
    "9.2": """def cut_brackets(distances):
    def part(start, end):
        if end - start < 2:
            return []
        walls = distances[start:end - 1]
        cut = start + walls.index(max(walls)) + 1
        return [(start, end)] + part(start, cut) + part(cut, end)
    return sorted(part(0, len(distances) + 1), key=lambda b: (b[0], -b[1]))
""",
    "10.1": """def spans(tree):
    found = set()
    def walk(part, start):
        if isinstance(part, str):
            return start + 1
        end = start
        for inner in part:
            end = walk(inner, end)
        if end - start > 1:
            found.add((start, end))
        return end
    walk(tree, 0)
    return sorted(found)
""",
    "10.2": """def scores(P, G):
    h = len(set(P) & set(G))
    precision = h / len(P) if P else float(not G)
    recall = h / len(G) if G else 1
    return precision, recall, 2 * h / (len(P) + len(G)) if P or G else 1
""",
    "10.3": """def averages(hits, predicted, gold):
    def f1(h, p, g):
        return 2 * h / (p + g) if p + g else 1.0
    each = [f1(*counts) for counts in zip(hits, predicted, gold)]
    return [sum(each) / len(each), f1(sum(hits), sum(predicted), sum(gold))]
""",
    "15.5": """def share_after(r, steps):
    return r ** 2 ** steps
""",
}
START = "def nearest_higher(d):\n    "
# What one may write for 7.6, and words of what comes back.
ANSWERS = {
    START + "return [0 for i in d": ("SyntaxError", "in line"),
    START + "print('d is', d)\n    return d[9]": (
        "IndexError",
        "in line 3",
        "d is [2.0, 4.0, 3.0, 1.0]",
        "ran past an end",
    ),
    START + "d.clear()\n    return [0]": ("changes what came in",),
    START + "from math import torch": ("ImportError", "plain Python alone"),
    START + "pass": ("None", "has no return"),
    START + "return [[0], 0, 0]": ("rows of different lengths",),
    START + "return {1, 2}": ("of type set",),
    START + "d = [0, 0.5]\n    d.append(d)\n    return d": ("RecursionError",),
    START + "return [0.5, 1, 2, 3, 4]": ("[0.5000, 1.0000",),
    START + "return nearest_higher(d)": ("RecursionError", "without an end"),
    START + "import math\n    return math.log(0)": ("ValueError", "logarithm of 0"),
    START + "raise SystemExit": ("SystemExit",),
    START + "raise NotYet('7.6')": ("in place of the line",),
    RIGHT["7.6"].replace("[0])", "[0.0])"): (
        "as floats",
        "The numbers are right in all 6 cases. In all of them they are floats.",
        "]  (floats)",
    ),
    RIGHT["7.6"].replace(">", ">="): ("in 5 of 6 cases", "stops at an equal score", "not higher"),
    "nearest = 7": ("no function nearest_higher",),
}


def notebook(sheet):
    return nbformat.read(ROOT / f"exercises/{sheet.stem}.ipynb", as_version=4)


@pytest.fixture(scope="module")
def tasks():
    """What the pages hold, as they get it."""
    return {
        task.id: json.loads(json.dumps(in_page.packed(task, sheet, notebook(sheet))))
        for sheet, task in map(find, IDS)
    }


def verdict(source, task):
    return plain.verdict(source, task, lambda error: "".join(traceback.format_exception(error)))


def said(told):
    """All words of a verdict."""
    return " ".join([*told["lines"], *(" ".join(row) for row in told["case"]), *told["said"]])


def test_chapters_have_cells_and_each_is_solved_from_its_stub(tasks):
    assert {task_id.split(".")[0] for task_id in IDS} >= {
        "1",
        "3",
        "5",
        "6",
        "7",
        "9",
        "10",
    } and RIGHT.keys() == {*IDS}
    for task_id, task in tasks.items():
        assert verdict(task["stub"], task)["state"] == "open"
        told = verdict(RIGHT[task_id], task)
        assert told["state"] == "right", (task_id, told)


def test_every_mistake_of_a_page_is_refused_and_named(tasks):
    for task_id, task in tasks.items():
        for mistake in task["mistakes"]:
            source = f"came = {mistake['came']!r}\ndef {task['function']}(*case):\n    return came.pop(0)"
            told = verdict(source, task)
            assert told["state"] == "wrong", (task_id, mistake["name"])
            twins = [one for one in task["mistakes"] if one["came"] == mistake["came"]]
            assert any(one["name"] in said(told) for one in twins), (task_id, mistake["name"], told)


# The right answer with its plainest mistake, and words of what comes back.
PLAINEST = {
    "the cut at 0": ("1.4", "[max(0, cell(w, c))", "[cell(w, c)", "does not cut the others at 0"),
    "log 0": ("1.4", " if counts[w][c] else 0", "", "The logarithm of 0"),
    "no REDUCE": ("5.1", " + [REDUCE]", "", "forgets the REDUCE"),
}


@pytest.mark.parametrize("mistake", PLAINEST)
def test_the_plainest_mistake_is_named(mistake, tasks):
    task_id, old, new, words = PLAINEST[mistake]
    wrong = RIGHT[task_id].replace(old, new)
    assert wrong != RIGHT[task_id] and words in said(verdict(wrong, tasks[task_id]))


@pytest.mark.parametrize("source", ANSWERS, ids=lambda source: source[:60])
def test_trouble_is_told_with_its_line_and_its_cure(source, tasks):
    told = verdict(source, tasks["7.6"])
    assert told["state"] == ("open" if "NotYet" in source else "wrong")
    assert [words for words in ANSWERS[source] if words not in said(told)] == []


@pytest.mark.skipif(
    not MICROPYTHON.exists() or not shutil.which("node"), reason="needs the browser parts and node"
)
def test_the_browsers_python_says_the_same(tasks):
    asked = [(RIGHT[task_id], task) for task_id, task in tasks.items()]
    asked += [(source, tasks["7.6"]) for source in ANSWERS]
    script = f"""
    import {{ loadMicroPython }} from {json.dumps(MICROPYTHON.as_uri())};
    const python = await loadMicroPython({{ stdout: () => {{}} }});
    python.runPython({json.dumps(Path(plain.__file__).read_text("utf-8") + GLUE)});
    const verdict = python.globals.get("answers");
    process.stdout.write(verdict({json.dumps(json.dumps(asked))}));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-"], input=script, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr[-500:]
    for (source, task), told in zip(asked, json.loads(done.stdout), strict=True):
        ours = verdict(source, task)
        assert told["state"] == ours["state"], (source, told)
        assert told["said"] == ours["said"], (source, told)
        assert [words for words in ANSWERS.get(source, ()) if words not in said(told)] == []


GLUE = """
import io, json, sys

def trace(error):
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()

def answers(asked):
    return json.dumps([verdict(source, task, trace) for source, task in json.loads(asked)])
"""


def test_a_task_that_no_page_can_hold_is_refused_in_words():
    sheet, task = find("7.1")
    with pytest.raises(ValueError, match=r"7\.1: its stub works on tensors"):
        in_page.packed(task, sheet, notebook(sheet))
    sheet, task = find("9.1")
    with pytest.raises(ValueError, match="calls in_order of the sheet"):
        in_page.packed(task, sheet, notebook(sheet))
    sheet, task = find("7.6")
    with pytest.raises(ValueError, match="tell 2 of its mistakes; a page needs 3"):
        in_page.packed(replace(task, misconceptions=task.misconceptions[:2]), sheet, notebook(sheet))
