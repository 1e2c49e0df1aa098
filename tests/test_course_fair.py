"""Fairness: ways to be right oddly, each of which earns all that is due, graded and at home.

All are right in every task of sheet 7 but for what is said. They are graded in one run, in the sandbox where
there is one; and the checks of each are run as in a notebook at home, where no magic is in the way.
"""

import contextlib
import csv
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from adversaries import ALL, FILE, HEAD, RIGHT, SHEET, code, encoded, find, put, right, without

from prpn_class.sandbox import confinement
from prpn_course import notebooks
from prpn_course.checking import check as checking
from prpn_course.checking import kernel, progress, student
from prpn_course.checking.judge import examine
from prpn_course.tasks import find as find_task
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SOLUTION = ROOT / "solutions" / FILE


@dataclass(frozen=True)
class Oddity:
    """One student.

    Attributes:
        change: what has been done to the cells; it may return others.
        lost: the tasks that earn nothing.
        home: whether the cells run outside of a Jupyter kernel.
        says: words of the feedback.
    """

    change: Callable
    lost: tuple[str, ...] = ()
    home: bool = True
    says: str = ""


def answers(cells):
    """The sources of the answers, in order."""
    return [find(cells, name)["source"] for name in ALL]


def checks(cells):
    return [find(cells, name, "check")["source"] for name in ALL]


def in_one(cells):
    """All answers in the cell of the first, all checks below it."""
    given = [cell for cell in without(cells, "answer", "check") if cell["cell_type"] == "code"]
    first = find(cells, "7.1") | {"source": "\n\n".join(answers(cells))}
    return [given[0], first, code("\n".join(checks(cells)))]


def merged(cells):
    """As JupyterLab merges cells: everything between the first and the last check in the first cell."""
    pairs = (text for both in zip(answers(cells), checks(cells), strict=True) for text in both)
    return [*cells[:2], find(cells, "7.1") | {"source": "\n\n".join(pairs)}]


def copied(cells):
    """Each answer is written in a copy of the first answer's cell, which brings its id and its metadata."""
    first = find(cells, "7.1")
    sources = zip(answers(cells), checks(cells), strict=True)
    return [
        cells[1],
        *(cell for answer, check in sources for cell in (first | {"source": answer}, code(check))),
    ]


def misleading_comments(cells):
    """No ids, no metadata, and comments that name other tasks."""
    named = [code(f"# Task 7.{1 + n % 3} gave the pieces\n{text}") for n, text in enumerate(answers(cells))]
    return [cells[1], *named]


def of(task_id, change):
    """The answer to one task through a function of its source."""
    return lambda cells: find(cells, task_id).update(source=change(find(cells, task_id)["source"]))


def first(source):
    """Another answer to 7.1."""
    return of("7.1", lambda right: source)


def above(source):
    """A cell above the answer to 7.1."""
    return lambda cells: cells.insert(cells.index(find(cells, "7.1")), code(source))


def below(source):
    """A cell below everything."""
    return lambda cells: cells.append(code(source))


def on_top(source):
    """Lines in the cell of 7.1, above the answer."""
    return first(f"{source}\n\n{RIGHT}")


def indented(head, source=RIGHT):
    """An answer inside of a statement."""
    return first(head + "\n" + "".join(f"    {line}\n" for line in source.splitlines()))


def several(*changes):
    def change(cells):
        for one in changes:
            one(cells)

    return change


def asked(passed, source, task_id="7.1"):
    """An answer under another name, with its check."""

    def change(cells):
        find(cells, task_id)["source"] = source
        find(cells, task_id, "check")["source"] = f'check("{task_id}", {passed})'

    return change


MINE = RIGHT.replace("def hard_gates", "def mine")
MATRIX = "\n\ndef expected_attention(raw, p):\n    return mean(torch.eye(len(raw)) @ raw, p)\n"
ONCE = "\n\ndef nearest_higher(d):\n    return map(int, whole(d))\n"
WRONG = "def gated_attention(raw, g, mask):\n    return raw * g\n"
THROUGH = """def expected_attention(raw, p):
    everyone = torch.ones(1, len(raw), dtype=torch.bool)
    average = torch.zeros(len(raw))
    for k, chance in enumerate(p):
        g = torch.ones(len(raw))
        g[:k] = 0.0
        average += chance * {}(raw[None], g[None], everyone)[0]
    return average
"""
HELPED = """def expected_attention(raw, p):
    \"\"\"As gated_attention(raw, g, mask) does, but over the limit.\"\"\"
    return sum(chance * share(raw, k) for k, chance in enumerate(p))
"""
SHARE = """def share(raw, k):
    seen = raw.clone()
    seen[:k] = 0.0
    return seen / seen.sum()
"""
CLASS = f"class Mine:\n    @staticmethod\n{''.join(f'    {line}' + chr(10) for line in MINE.splitlines())}"
MODULE = """class Gates(torch.nn.Module):
    def forward(self, limit):
        i = torch.arange(len(limit))
        return ((limit[:, None] <= i) & (i < i[:, None])).float()
hard_gates = torch.inference_mode()(Gates())
"""
INSIDE = RIGHT.replace("limit[t] <= i < t", "is_inside(limit, t, i)")
IS_INSIDE = "def is_inside(limit, t, i):\n    return limit[t] <= i < t"
PRINTS = """import threading, time
def epochs():
    for n in range(200):
        print("epoch", n)
        time.sleep(0.002)
threading.Thread(target=epochs, daemon=True).start()
"""
LOADER = """from torch.utils.data import DataLoader
list(DataLoader(list(range(8)), num_workers=2))
"""
IN_COLAB = """from google.colab import drive
drive.mount('/content/drive')
%cd /content/drive/MyDrive
"""

FORGETS = "for name in list(globals()):\n    if not name.startswith('_'):\n        del globals()[name]"

ONE = RIGHT.replace("= 1.0", "= ONE")
TYPED = RIGHT.replace("(limit):", '(limit: Int[torch.Tensor, "T"], frame: pd.DataFrame = pd.NA) -> Int:')
JAX = "from a_module_of_colab import Float"
FLOAT = RIGHT.replace("(limit):", "(limit: Float[torch.Tensor, 'T']) -> Float:")
TAKEN = "hard_gates = Mine.mine"
GPU = "    gpu = os.environ['COLAB_GPU']"
INNER = RIGHT.replace("    return g", "    def same(x: Float):\n        return x\n    return same(g)")
DATACLASS = (
    "from dataclasses import dataclass\n@dataclass\nclass Box:\n    limit: Float[torch.Tensor, 'T'] | None\n"
    + RIGHT.replace("    g =", "    limit = Box(limit).limit\n    g =")
)


def only_there(source):
    """An answer that needs a value below lines that run on a student's machine, and not in the sandbox."""
    return Oddity(first(f"{source}\nONE = 1.0\n{ONE}"), home=False)


def indent(text):
    return "".join(f"    {line}" for line in text.splitlines(True))


def prompts(text):
    first, *rest = text.splitlines(True)
    return "".join([f">>> {first}", *(f"... {line}" for line in rest)])


def resting_on_wrong(change):
    """A right answer to 7.7, changed, above a wrong one to 7.5 on which it rests."""
    through = THROUGH.format("gated_attention")
    return Oddity(
        several(of("7.5", lambda _: WRONG), of("7.7", lambda _: change(through))), ("7.5",), home=False
    )


def colab(cells):
    """Without ids, with Colab's own words, and a form on top."""
    for number, cell in enumerate(cells):
        cell.pop("id", None)
        cell["metadata"] = {"id": f"c{number}", "colab": {"base_uri": "x"}, "outputId": "1"}
        if HEAD in cell["source"]:
            form = '#@title 7.1 Gates { display-mode: "form" }\nn = 3 #@param {type:"integer"}\n'
            cell["source"] = form + cell["source"]


def called(line, beside="", end="return g"):
    """All right, where the answer to 7.1 asks for something that is not here when it is called."""
    lines = line.replace("\n", "\n    ")
    return Oddity(
        first(f"{beside}\n{RIGHT.replace('    return g', f'    {lines}{chr(10)}    {end}')}"), home=False
    )


def in_a_kernel(line):
    """An answer that is right only below a line that a kernel can run."""
    return Oddity(
        first(f"import sys\n{line}\nones = []\nones.append(1.0)\n{RIGHT.replace('= 1.0', '= ones[0]')}"),
        home=False,
    )


def better(line):
    """A wrong answer, and a right one in a later cell, below a line that fails on this machine alone."""
    return Oddity(several(first(f"{HEAD}    return limit"), below(f"{line}\n{RIGHT}")), home=False)


def switched(cells):
    """An answer that the cell of its check switches on."""
    find(cells, "7.1")["source"] = f"OPTIONS = {{}}\n{RIGHT}".replace("= 1.0", '= OPTIONS["one"]')
    check = find(cells, "7.1", "check")
    check["source"] = f'OPTIONS["one"] = 1.0\n{check["source"]}'


def given_again(cells):
    """A given cell once more, since its name was lost to something else."""
    given = next(cell for cell in cells if cell["cell_type"] == "code" and "import torch" in cell["source"])
    place = cells.index(find(cells, "7.1"))
    cells[place:place] = [code("torch = None; len = 3"), code(given["source"]), code("del len")]


def card(line):
    """All right, where a line in the answer to 7.1 asks for a card that is not here."""
    return Oddity(first(RIGHT.replace("    return g", f"    {line}\n    return g")), home=False)


def checked(source, beside=""):
    """An answer under another name, with a cell that checks it in another way than the sheet does."""

    def change(cells):
        find(cells, "7.1")["source"] = f"{beside}{MINE}"
        find(cells, "7.1", "check")["source"] = source

    return Oddity(change)


def twice(cells):
    """Right at its check, spoilt by an experiment that is checked as well."""
    cells += [code(f"{HEAD}    return limit\n"), code('check("7.1", hard_gates)')]


def resting(earlier, later, check=""):
    """A wrong answer to 7.5 below the first, and a right one to 7.7 that rests on it, in some form."""
    changes = [of("7.5", lambda _: earlier), of("7.7", lambda _: later)]
    if check:
        changes.append(lambda cells: find(cells, "7.7", "check").update(source=f'check("7.7", {check})'))
    return Oddity(several(*changes), ("7.5",))


ONLY_THERE = RIGHT.replace("= 1.0", "= ONE[0]")
SWITCHED = """import contextlib
@contextlib.contextmanager
def switched():
    ONE.append(1.0)
    yield
    ONE.clear()
"""
AROUND = {
    "with": 'with switched():\n    check("7.1", hard_gates)',
    "try": 'ONE.append(1.0)\ntry:\n    check("7.1", hard_gates)\nfinally:\n    ONE.clear()',
    "lines": 'ONE.append(1.0)\ncheck("7.1", hard_gates)\nONE.clear()',
    "a list": 'with switched():\n    [check(n, f) for n, f in {"7.1": hard_gates}.items()]',
    "a decorator": (
        "def with_check(f):\n    with switched():\n        check('7.1', f)\n    return f\n"
        f"@with_check\n{ONLY_THERE}"
    ),
    "a value": 'with switched():\n    came = [check("7.1", hard_gates)]',
    "a path": 'import prpn_course\nwith switched():\n    prpn_course.check("7.1", hard_gates)',
    "a class": 'class Test:\n    with switched():\n        check("7.1", hard_gates)',
    "a pool": (
        "from concurrent.futures import ThreadPoolExecutor\nwith switched(), ThreadPoolExecutor(1) as pool:\n"
        '    [*pool.map(check, ["7.1"], [hard_gates])]'
    ),
}


def around(source):
    """An answer that is right only at the moment at which its cell checks it."""

    def change(cells):
        find(cells, "7.1")["source"] = f"ONE = []\n{SWITCHED}\n{ONLY_THERE}"
        find(cells, "7.1", "check")["source"] = source

    return Oddity(change)


TORCH_AND_CHECK = "import torch\nfrom prpn_course import check"
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1])\n"
SET_UP = """def set_up():
    global ONE
    from a_module_of_colab import drive
    drive.mount("x")
    ONE = 1.0
set_up()
"""
TASK = """import asyncio
async def prepare():
    global ONE
    await asyncio.sleep(0.01)
    ONE = 1.0
task = asyncio.create_task(prepare())
"""
TABLE = "ones = {{}}\nfor k in range(3):\n    {}\n    ones[k] = 1.0\n" + RIGHT.replace("= 1.0", "= ones[2]")
VERSIONS = MINE + "".join(f"\ndef v{k}(limit):\n    return limit * {k}\n" for k in range(6))
RENAMED = WRONG.replace("raw", "roh").replace("(roh, g, mask)", "(roh, tor, maske)").replace("* g", "* tor")
BY_NAMES = THROUGH.replace("(raw[None], g[None], everyone)", "(maske=everyone, roh=raw[None], tor=g[None])")
TURNED = THROUGH.replace("(raw[None], g[None], everyone)", "(everyone, g=g[None], raw=raw[None])")
OPTION = THROUGH.replace("everyone)[0]", "everyone, show=False)[0]")
STATIC = THROUGH.format("gated_attention").replace("\n    ", "\n        ")
DRAFT = "def expected_attention(raw, p):\n    return raw\n\n"

NO_CARD = [
    "print(torch.cuda.get_device_name(0), torch.cuda.memory_summary())",
    "torch.cuda.reset_peak_memory_stats()",
    "free, total = torch.cuda.mem_get_info()",
    "g = g + torch.cuda.FloatTensor(len(g)).fill_(0)",
    "with torch.cuda.device(0):\n        g = g + 0",
    "torch.mps.empty_cache()",
    "begun = torch.cuda.Event()\n    print(round(begun.elapsed_time(begun) / 1000, 3))",
]
LEFT_OUT = [
    "file: object = open('/kaggle/x.txt', 'a')\nprint(g, file=file)",
    "for line in open('notes.txt'):\n    print(line.strip())",
    "if os.path.getsize('notes.txt'):\n    print('notes')",
    "with open('x.json') as f:\n    config = json.load(f)\nif config['more']:\n    print(g)",
    "total, used, free = shutil.disk_usage('/content/drive')\nprint(free // 2**30)",
    "os.startfile('x.png')",
    "breakpoint()\npdb.set_trace()",
    "if input('more? ') == 'y':\n    print(g)",
]
AND_MORE = "from a_module_of_colab import ic, debug, tqdm, unique, softmax, clip, ttest, RenderTree"
LET_THROUGH = [
    "for k in range(len(g)):\n    g[k] = ic(g[k])",
    "n = ic(len(g))\ng = g[:n]",
    "if debug(len(g) == 0):\n    return None",
    "g = torch.stack([row for row in tqdm(g, 'rows')])",
    "t, p = ttest(g, g)\nprint(t, round(p.value, 4))",
    "for before, _, node in RenderTree(g):\n    print(before, node)",
]
NOT_LET_THROUGH = [
    "g = torch.stack([row for row in unique(g)])",
    "g[:] = softmax(g)",
    "g.mul_(softmax(g))",
    "g = g[: len(unique(g))]",
    "g[:] = clip(g, 3)",
    "g = softmax(g)",
]
AGAIN = [
    "a_module_of_colab.files.download('x') if k else None",
    "from a_module_of_colab import files",
    "print(open('notes.txt').read())",
    "plt.savefig(f'/kaggle/{k}.png')",
]
LOGGED = """def logged(path):
    def decorator(f):
        def wrapper(*arguments):
            result = f(*arguments)
            with open(path, "a") as file:
                file.write(f.__name__)
            return result
        return wrapper
    return decorator
"""


def let_through(line):
    return called(line, AND_MORE)


def counted(line):
    """An answer that needs a counter which a loop has made beside a line that fails."""
    head = "import a_module_of_colab, matplotlib.pyplot as plt"
    loop = f"one = 0.0\nfor k in range(4):\n    one += 0.25\n    {line}"
    return Oddity(several(above(head), above(loop), first(RIGHT.replace("= 1.0", "= one"))), home=False)


ODDITIES = {
    **{f"what stands around a check in {name}": around(source) for name, source in AROUND.items()},
    "a check in a loop beside the sheet's own": Oddity(
        several(
            first(f"{HEAD}    return limit\n"),
            below(f"{MINE}\nfor number, answer in {{'7.1': mine}}.items():\n    check(number, answer)"),
        )
    ),
    "checked again below an experiment": Oddity(twice),
    "a value of the sheet's own experiment": Oddity(
        several(
            first(f"{HEAD}    return limit\n"), below(RIGHT.replace("= 1.0", "= float(everyone[0, t - t])"))
        )
    ),
    "a method that rests on a wrong answer": resting(
        WRONG, f"class Mine:\n    @staticmethod\n    {STATIC}", "Mine.expected_attention"
    ),
    "an earlier answer under another name, called by the name that the sheet knows": Oddity(
        several(
            of("7.5", lambda right: right.replace("def gated_attention", "def mine")),
            lambda cells: find(cells, "7.5", "check").update(source='check("7.5", mine)'),
            of("7.7", lambda _: THROUGH.format("gated_attention")),
        )
    ),
    "another name beside a draft, resting on a wrong answer": resting(
        WRONG, DRAFT + THROUGH.format("gated_attention").replace("def expected_attention", "def mine"), "mine"
    ),
    "by exec, resting on a wrong answer": resting(WRONG, f"exec({THROUGH.format('gated_attention')!r})"),
    "a wrong answer with other names, called by them": resting(RENAMED, BY_NAMES.format("gated_attention")),
    "a wrong answer with another order, called in it": resting(
        WRONG.replace("(raw, g, mask)", "(mask, raw, g)"), TURNED.format("gated_attention")
    ),
    "a wrong answer with an option more, called with it": resting(
        WRONG.replace("(raw, g, mask)", "(raw, g, mask, show=True)"), OPTION.format("gated_attention")
    ),
    "renamed, with a check of nothing": Oddity(
        several(first(MINE), lambda cells: find(cells, "7.1", "check").update(source="check(mine)")),
        ("7.1",),
        says="In your notebook mine takes as many arguments, and nothing asks for it.",
    ),
    "another name in another cell, with no check": Oddity(
        several(
            lambda cells: cells.remove(find(cells, "7.1")),
            lambda cells: cells.remove(find(cells, "7.1", "check")),
            below(MINE),
        ),
        ("7.1",),
        says="No answer yet. In your notebook mine takes as many arguments, and nothing asks for it.",
    ),
    **{f"a question to a card {k}": card(line) for k, line in enumerate(NO_CARD)},
    **{f"left out {k}": called(line, "import shutil, json, os, pdb") for k, line in enumerate(LEFT_OUT)},
    **{f"let through {k}": let_through(line) for k, line in enumerate(LET_THROUGH)},
    **{
        f"not let through {k}": Oddity(
            first(f"{AND_MORE}\n{RIGHT.replace('    return g', f'    {line}{chr(10)}    return g')}"),
            ("7.1",),
            home=False,
            says="No module named 'a_module_of_colab'",
        )
        for k, line in enumerate(NOT_LET_THROUGH)
    },
    **{f"a counter in a loop that runs again {k}": counted(line) for k, line in enumerate(AGAIN)},
    "a base class that takes settings": Oddity(
        first(
            "from a_module_of_colab import BaseModel\nclass Config(BaseModel, frozen=True):\n    two = 2\n"
            + RIGHT.replace("= 1.0", "= Config(one=1.0).one")
        ),
        home=False,
    ),
    "a helper that opens a file on a drive": called(
        "log(g)", "log = lambda *words: print(*words, file=open('/content/log.txt', 'a'))"
    ),
    "a helper that returns what a file says": called(
        "log(g)", "def log(text):\n    return open('/kaggle/log.txt', 'a').write(str(text))"
    ),
    "a helper that wraps the error of a file": called(
        "log(g)",
        "def log(text):\n    try:\n        open('/kaggle/log.txt', 'a').write(str(text))\n"
        "    except OSError as error:\n        raise RuntimeError('no log') from error",
    ),
    "a decorator that writes to a path": Oddity(
        first(LOGGED + f"@logged('/content/log.txt')\n{RIGHT}"), home=False
    ),
    "switches of the environment with methods": called(
        "if DEBUG:\n    print(ROOT)",
        "import os\nROOT = os.getenv('NO_DRIVE') + '/x'\nDEBUG = os.getenv('NO_DRIVE').lower() == 'true'",
    ),
    "an assertion that a file is there": better(
        "from pathlib import Path\nassert Path('notes.txt').exists(), 'missing'"
    ),
    "a stop where no file is there": better(
        "try:\n    open('notes.txt')\nexcept OSError:\n    raise SystemExit('put it there')"
    ),
    "debugged as a cell": Oddity(of("7.2", lambda text: f"%%debug\n{text}"), home=False),
    "all in one cell": Oddity(in_one),
    "merged cells": Oddity(merged),
    "two merged, one check": Oddity(
        several(of("7.2", lambda text: f"{RIGHT}\n{text}"), lambda cells: cells.remove(find(cells, "7.1")))
    ),
    "copied cells": Oddity(copied),
    "misleading comments": Oddity(misleading_comments),
    "under if": Oddity(indented("if True:")),
    "under try": Oddity(first(f"try:\n    nothing\nexcept NameError:\n    pass\n{RIGHT}")),
    "under with": Oddity(indented("with torch.no_grad():")),
    "in a loop": Oddity(indented("for _ in range(2):")),
    "by assignment": Oddity(first(f"{MINE}\nhard_gates = mine")),
    "by an annotated assignment": Oddity(
        first(f"from collections.abc import Callable\n{MINE}\nhard_gates: Callable = mine")
    ),
    "by a walrus": Oddity(first(f"{MINE}\n(hard_gates := mine)")),
    "by several names at once": Oddity(first(f"{MINE}\nhard_gates, other = mine, 3")),
    "by exec": Oddity(first(f"exec({RIGHT!r})")),
    "through globals": Oddity(first(f"{MINE}\nglobals()['hard_gates'] = mine")),
    "by a function that says global": Oddity(
        several(indented("def make():\n    global hard_gates"), of("7.1", lambda text: f"{text}\nmake()"))
    ),
    "a bound method": Oddity(first(f"{CLASS}\nhard_gates = Mine().mine")),
    "a method as a check": Oddity(asked("Mine.mine", CLASS)),
    "renamed with its check": Oddity(asked("mine", MINE)),
    "renamed with its check by keyword": Oddity(asked("answer=mine", MINE)),
    "renamed with its check by two keywords": Oddity(
        several(
            asked("mine", MINE),
            lambda cells: find(cells, "7.1", "check").update(source='check(answer=mine, task_id="7.1")'),
        )
    ),
    "a lambda as a check": Oddity(asked("lambda limit: mine(limit)", MINE)),
    "checked by an alias of check": checked("from prpn_course import check as judge\njudge('7.1', mine)"),
    "checked in a loop": checked("for number, answer in {'7.1': mine}.items():\n    check(number, answer)"),
    "checked in a function": checked("TASK = '7.1'\ndef try_it(f):\n    check(TASK, f)\ntry_it(mine)"),
    "checked in a loop beside a wrong one": checked(
        "for number, answer in [('7.1', mine)]:\n    check(number, answer)", f"{HEAD}    return limit\n"
    ),
    "a map for a list": Oddity(
        of("7.6", lambda text: text.replace("def nearest_higher", "def whole") + ONCE),
        ("7.6",),
        says="Likely mistake: a map gives its values only once. Return list(...) of it.",
    ),
    "a check of something else": Oddity(
        asked("lambda limit: 'mine'", RIGHT)
    ),  # what has the name at the end is right
    "a module of torch": Oddity(first(MODULE)),
    "a compiled function": Oddity(first(f"@torch.compile\n{RIGHT}"), home=False),
    "a scripted helper": Oddity(
        first(f"@torch.jit.script\ndef twice(x):\n    return 2 * x\n{RIGHT}"), home=False
    ),
    "annotations of the future": Oddity(on_top("from __future__ import annotations")),
    "a helper in the cell of a wrong answer": Oddity(
        several(of("7.5", lambda _: f"{WRONG}\n{SHARE}"), of("7.7", lambda _: HELPED)), ("7.5",)
    ),
    "an alias of a wrong answer": Oddity(
        several(
            of("7.5", lambda _: f"{WRONG}\nattend = gated_attention"),
            of("7.7", lambda _: THROUGH.format("attend")),
        ),
        ("7.5",),
    ),
    "a partial of a wrong answer": Oddity(
        several(
            of("7.5", lambda _: f"import functools\n{WRONG}\nattend = functools.partial(gated_attention)"),
            of("7.7", lambda _: THROUGH.format("attend")),
        ),
        ("7.5",),
    ),
    "two mistakes that undo each other": Oddity(
        several(
            of(
                "7.5",
                lambda _: WRONG.replace("raw * g", "(g > 0) * raw / ((g > 0) * raw).sum(1, keepdim=True)"),
            ),
            of("7.7", lambda _: THROUGH.format("gated_attention")),
        ),
        ("7.5",),
    ),
    "nearly the name": Oddity(
        of("7.1", lambda _: RIGHT.replace("hard_gates", "hardgates")),
        ("7.1",),
        says="There is one called hardgates: give it that name.",
    ),
    "unindent does not match": Oddity(several(*[above("if True:\n        x = 1\n    y = 2\n")] * 7)),
    "annotations of a class": Oddity(first(f"{JAX}\n{DATACLASS}"), home=False),
    "annotations of a method": Oddity(
        first(f"{JAX}\n{CLASS.replace('(limit):', '(limit: Float):')}\n{TAKEN}"), home=False
    ),
    "annotations of an inner function": Oddity(first(f"{JAX}\n{INNER}"), home=False),
    "annotations from an import in try": Oddity(
        first(f"try:\n    {JAX}\nexcept ImportError:\n    %pip install x\n    {JAX}\n{FLOAT}"), home=False
    ),
    "annotations from an import with a star": Oddity(
        first(f"from a_module_of_colab import *\n{FLOAT}"), home=False
    ),
    "annotations from an import that may fail": Oddity(
        first(f"import contextlib\nwith contextlib.suppress(ImportError):\n    {JAX}\n{FLOAT}"), home=False
    ),
    "a withheld class in a union of types": Oddity(
        first(
            "from prpn_edu.latent.gates import Gates\n"
            + RIGHT.replace("(limit):", "(limit, model: Gates | None = None, more: None | Gates = None):")
        ),
        home=False,
    ),
    "compiled by a module that is only there": Oddity(
        first(f"from a_module_of_colab import njit\n{MINE}\nhard_gates = njit(mine)"), home=False
    ),
    "a bar of progress that is only there": Oddity(
        first(
            "from a_module_of_colab import progress\n"
            + RIGHT.replace("in range(len(limit))", "in progress(range(len(limit)))")
        ),
        home=False,
    ),
    "a log and a context that are only there": Oddity(
        first(
            "import a_module_of_colab as log\nlog.set_up(level=3)\n"
            + RIGHT.replace(
                "    return g", "    with log.run() as run:\n        run.tell(g.sum())\n    return g"
            )
        ),
        home=False,
    ),
    "a base class that is only there": Oddity(
        first(f"from a_module_of_colab import Base\n{CLASS.replace('Mine:', 'Mine(Base):')}\n{TAKEN}"),
        home=False,
    ),
    "asks for a type that is only there": Oddity(
        first(
            "import a_module_of_colab as pd\n"
            + RIGHT.replace("    g =", "    if isinstance(limit, pd.Series):\n        return None\n    g =")
        ),
        home=False,
    ),
    "reckons with a module that is only there": Oddity(
        first(f"import a_module_of_colab as pd\n{HEAD}    return pd.gates(limit)"),
        ("7.1",),
        home=False,
        says="ModuleNotFoundError: No module named 'a_module_of_colab'",
    ),
    "a name that is misspelt": Oddity(
        first(
            f"from torch import lgo\n{RIGHT.replace('    return g', '    lgo(3)' + chr(10) + '    return g')}"
        ),
        ("7.1",),
        home=False,
        says="name 'lgo' is not defined",
    ),
    "a default that is only there": Oddity(
        first("import os\n" + RIGHT.replace("(limit):", "(limit, n=os.environ['COLAB_GPU']):")), home=False
    ),
    "a default that is the name of a user": Oddity(
        first("import os\n" + RIGHT.replace("(limit):", "(limit, who=os.environ['USER']):")), home=False
    ),
    "an attribute that is only there": Oddity(
        first(f"import os\n{CLASS.replace('Mine:', 'Mine:' + chr(10) + GPU)}\n{TAKEN}"), home=False
    ),
    "a setting of Windows": only_there(
        "import asyncio\nasyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())\n"
        "for k in range(3):\n    pass\nONES = {k: 1.0 for k in range(3)}\ndel k"
    ),
    "a magic above a function": Oddity(
        of("7.2", lambda text: f"%%a_magic_of_colab -r 1\n{text}"), home=False
    ),
    "a name that an editor gives": only_there(
        "import os\nfrom pathlib import Path\nos.chdir(Path(__vsc_ipynb_file__).parent)"
    ),
    "a stop of one's own above drafts": Oddity(
        first(f"{RIGHT}\nimport unittest\nraise unittest.SkipTest('drafts')\n{HEAD}    return limit\n"),
        home=False,
    ),
    "a drive of Colab": Oddity(on_top(IN_COLAB), home=False),
    "a module that is only there": Oddity(
        several(
            first(INSIDE),
            above(
                "import a_module_of_colab as pd\nimport math\npd.set_option('x', 1)\nfloor = math.floor\n"
                + IS_INSIDE
            ),
        ),
        home=False,
    ),
    "annotations that are only there": Oddity(
        first(f"import a_module_of_colab as pd\nfrom a_module_of_colab import Int\n{TYPED}"), home=False
    ),
    "a decorator that is only there": Oddity(
        first(f"from a_module_of_colab import checked\n@torch.no_grad()\n@checked(strict=True)\n{RIGHT}"),
        home=False,
    ),
    "a file that is only there": Oddity(
        first(f"notes = open('notes.txt').read()\nnumber = len(notes)\nONE = 1.0\n{ONE}"), home=False
    ),
    "a page that is only there": Oddity(
        first(f"from urllib.request import urlopen\nurlopen('https://example.org')\nONE = 1.0\n{ONE}"),
        home=False,
    ),
    "uses a value of the library": Oddity(
        first(
            f"from prpn_edu.latent import gates\nfor one in gates.NAMES[0]:\n    print(one)\nONE = 1.0\n{ONE}"
        ),
        home=False,
    ),
    "a module of the student's own": Oddity(
        first(f"from my_helpers import is_inside\n{INSIDE}"),
        ("7.1",),
        home=False,
        says="Your cell asks for something that is not on the grader's machine: ModuleNotFoundError: "
        "No module named 'my_helpers'",
    ),
    "several modules on a line": Oddity(
        first(
            RIGHT.replace("len(limit)", "math.floor(len(limit))").replace(
                "def", "import absent, math\ndef", 1
            )
        ),
        home=False,
    ),
    "a folder that is only there": Oddity(on_top("import os\nos.chdir('/content/my drive')"), home=False),
    "a card that is only there": Oddity(on_top("torch.zeros(2, device='cuda')"), home=False),
    "a timed cell with a module that is only there": Oddity(
        first(f"%%time\nimport a_module_of_colab\n{RIGHT}"), home=False
    ),
    "a quiet cell with a module that is only there": Oddity(
        first(f"%%capture said\n%%time\nimport a_module_of_colab\n{RIGHT}"), home=False
    ),
    "an assertion that fails in a quiet cell": Oddity(
        of("7.2", lambda text: f"%%capture\nassert 1 > 2\n{text}"), home=False
    ),
    "interrupted above": Oddity(first(f"raise KeyboardInterrupt\n{RIGHT}"), home=False),
    "an assertion that fails above": Oddity(of("7.2", lambda text: f"assert 1 > 2\n{text}"), home=False),
    "what it needs stands below": Oddity(several(first(INSIDE), below(IS_INSIDE))),
    "what it needs is spoilt below": Oddity(
        several(first(f"{IS_INSIDE}\n{INSIDE}"), below("is_inside = None\nlen = 3"))
    ),
    "spoilt by an experiment below": Oddity(below(f"{HEAD}    return limit\n")),
    "mended below, with no check": Oddity(several(first(f"{HEAD}    return limit\n"), below(RIGHT))),
    "its name is a result below": Oddity(below("d = torch.arange(3.0)\nalphas = alphas(d, 1.0)")),
    "a stub again below": Oddity(below('def hard_gates(limit):\n    raise NotYet("7.1")')),
    "a thread that prints": Oddity(on_top(PRINTS), home=False),
    "prints megabytes": Oddity(on_top("print('x' * 10**7)"), home=False),
    "workers that load": Oddity(on_top(LOADER), home=False),
    "a pool of processes": Oddity(
        on_top(
            "import multiprocessing\nwith multiprocessing.get_context('fork').Pool(20) as pool:\n"
            "    pool.map(abs, [1])"
        ),
        home=False,
    ),
    "warnings are errors": Oddity(on_top("import warnings\nwarnings.simplefilter('error')"), home=False),
    "a help line, a debugger, a reloader": Oddity(
        several(above("torch.zeros?"), above("%pdb on"), above("%load_ext autoreload\n%autoreload 2")),
        home=False,
    ),
    "a module written and imported": Oddity(
        several(above(f"%%writefile mine_of_7.py\nimport torch\n{RIGHT}"), first("from mine_of_7 import *")),
        home=False,
    ),
    "other lines and other spaces": Oddity(
        of("7.1", lambda text: text.replace("\n", "\r\n") + "\nmark = '\u2028'")
    ),
    "metadata of another program": Oddity(
        lambda cells: find(cells, "7.1").update(metadata={"collapsed": True, "prpn_edu": "?"}, id=7)
    ),
    "no window to draw in": only_there("import matplotlib\nmatplotlib.use('TkAgg')"),
    "no window in Qt": only_there("%matplotlib qt\nimport matplotlib.pyplot as plt\nplt.figure()"),
    "the name of a card": only_there("print(torch.cuda.get_device_name(0))"),
    "a tensor on a card": only_there("x = torch.zeros(2, device='cuda')\nx += 1"),
    "the name of a user": only_there("import os\nuser = os.environ['USER']"),
    "a user that is known": only_there("import getpass\nuser = getpass.getuser()"),
    "an answer to a question": only_there("number = int(input('how many? '))"),
    "a password": only_there("from getpass import getpass\nword = getpass('word? ')"),
    "a program that is only there": only_there(
        "import subprocess\nsubprocess.run(['git', 'log'], check=True)"
    ),
    "words of nltk": only_there("import nltk\nnltk.word_tokenize('a b')"),
    "names forgotten at the top": Oddity(lambda cells: cells.insert(0, code("%reset -f"))),
    "names deleted at the top": Oddity(lambda cells: cells.insert(0, code(FORGETS)), home=False),
    "a name deleted by mistake": Oddity(
        above("del torch"), ("7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7"), home=False
    ),
    "names deleted and imported again": Oddity(
        above(f"{FORGETS}\nimport torch\nfrom prpn_course import check"), home=False
    ),
    "a name that is deleted on purpose": Oddity(
        several(above("len = max = 3\ndel len, max"), above("check = print\ndel check")), home=False
    ),
    "a switch in the cell of a check": Oddity(switched),
    "a given cell pasted again": Oddity(given_again),
    "a default card": Oddity(above("torch.set_default_device('cuda')"), home=False),
    "a default of a Mac": Oddity(above("torch.set_default_device('mps')"), home=False),
    "moved to a card": card("g = g.cuda()"),
    "moved to a Mac's": card("g = g.to('mps')"),
    "made on a card": card("g = g + torch.zeros(1, device='cuda:0')"),
    "a model on a card": card("torch.nn.Linear(1, 1).to('cuda')"),
    "made on a Mac's card": card("g = g + torch.zeros(1, device='mps')"),
    "made under a Mac's card": card("with torch.device('mps'):\n        g = g + torch.zeros(1)"),
    "made under a card": only_there("with torch.device('cuda'):\n    ONE = torch.ones(())"),
    "moved to a card that is chosen": card("d = 'cuda'\n    g = g.to(d).to(torch.device(d, 0)).cpu()"),
    "a mistake in a line that names a card": Oddity(
        first(f"z = torch.ones(2, 3, device='cuda') @ torch.ones(2, 3)\n{HEAD}    return limit\n"),
        ("7.1",),
        home=False,
        says="Your cell raised RuntimeError: mat1 and mat2",
    ),
    "a card in a loop": Oddity(
        first(
            "ones = []\nfor _ in range(2):\n    ones.append(0.5)\n    x = torch.zeros(3).cuda()\n"
            + RIGHT.replace("= 1.0", "= sum(ones)")
        ),
        home=False,
    ),
    "moved to a card by its number": card("g = g.to(0) + torch.zeros(1, device=0)"),
    "waits for a card": card("torch.cuda.synchronize()"),
    "the time of a card": card("torch.cuda.Event(enable_timing=True).record()"),
    "moved to the card that is used": card("g = g.to(torch.cuda.current_device())"),
    "memory for a card": card("g = g.pin_memory()"),
    "a longer type of floats": Oddity(
        several(
            above("torch.set_default_dtype(torch.float64)"),
            of("7.7", lambda text: text.replace("def expected_attention", "def mean") + MATRIX),
        ),
        home=False,
    ),
    "a widget": Oddity(
        above("import ipywidgets\n@ipywidgets.interact(n=(0, 5))\ndef show(n=2):\n    print(n)"), home=False
    ),
    "a value from a card": Oddity(
        first("one = torch.ones(1).cuda()\n" + RIGHT.replace("= 1.0", "= one.item()")), home=False
    ),
    "better below the name of a card": better("print(torch.cuda.get_device_name(0))"),
    "better below a tensor on a card": better("x = torch.zeros(2).cuda()\nx += 1"),
    "better below a wish for a card": better("assert torch.cuda.is_available(), 'switch it on'"),
    "better below a demand for a card": better(
        "if not torch.cuda.is_available():\n    raise SystemError('no card')"
    ),
    "better below a program that failed": better(
        "import subprocess\nsubprocess.run(['git', 'status'], check=True)"
    ),
    "better below a window's backend": better("import matplotlib\nmatplotlib.use('TkAgg')"),
    "better below words of nltk": better("from nltk.corpus import treebank\nprint(treebank.sents()[0])"),
    "better below the name of a user": better("import os\nprint(os.environ['USER'])"),
    "better below a user that is known": better("import getpass\nprint(getpass.getuser())"),
    "better below an answer to a question": better("n = input('how many? ')"),
    "better below a locale": better("import locale\nlocale.setlocale(locale.LC_ALL, 'xx_XX.UTF-8')"),
    "better below a formula that TeX sets": better(
        "import matplotlib.pyplot as plt\nplt.rcParams['text.usetex'] = True\nplt.title('$x$')\n"
        "plt.savefig('x.png')"
    ),
    "better below a database": better("import sqlite3\ndb = sqlite3.connect('/content/x.db')"),
    "better below a compiler": better(
        "from torch.utils import cpp_extension\n"
        "cpp_extension.load_inline('m', 'int one() { return 1; }', functions=['one'])"
    ),
    "better below a window of Tk": better("import tkinter\nroot = tkinter.Tk()\nroot.title('x')"),
    "better below a model on the web": better(
        "net = torch.hub.load('pytorch/vision', 'resnet18')\nnet.eval()"
    ),
    "better below much memory": better("x = torch.empty(60_000, 60_000)\ny = x[:2] + 1"),
    "better in the body of an if": better(
        f"if True:\n    from a_module_of_colab import one\n    one()\n{indent(RIGHT)}"
    ),
    "better in a file that is only there": better(
        f"with open('/content/drive/log.txt', 'w') as log:\n    print('x', file=log)\n{indent(RIGHT)}"
    ),
    "better below a magic of an extension": better("%%notify -m done"),
    "better below a loop of events": better("import asyncio\nloop = asyncio.get_running_loop()"),
    "better below a wish for a version": better("import sys\nassert sys.version_info >= (3, 99)"),
    "better below a name of another program": better(
        "import os\nos.chdir(os.path.dirname(__vsc_ipynb_file__))"
    ),
    "better below a name that comes later": Oddity(
        several(
            first(f"{HEAD}    return limit"),
            below(f"print(later(3))\n{RIGHT}"),
            below("def later(x):\n    return x"),
        ),
        home=False,
    ),
    "a decorator that comes later": Oddity(
        several(first(f"@later\n{RIGHT}"), below("def later(f):\n    return f")), home=False
    ),
    "below a stop of one's own": Oddity(
        several(first(f"{HEAD}    return limit"), below(f"raise RuntimeError('no more')\n{RIGHT}")),
        ("7.1",),
        home=False,
        says="Your cell raised RuntimeError: no more",
    ),
    "a mistake that a module tells": Oddity(
        first(f"import random\nrandom.choice([])\n{HEAD}    return limit\n"),
        ("7.1",),
        home=False,
        says="Your cell raised IndexError: ",
    ),
    "a table below the name of a user": Oddity(
        first(
            "import os\nprint(os.environ['USER'])\nones = {}\nfor k in range(9):\n    ones[k] = 1.0\n"
            + RIGHT.replace("= 1.0", "= ones[3]")
        ),
        home=False,
    ),
    "notes among temporary files": Oddity(
        first(RIGHT.replace("    return g", "    open('/tmp/notes.txt', 'a').write('x')\n    return g")),
    ),
    "a plot in a folder that is only there": called(PLOT + "plt.savefig('figures/a/g.png')"),
    "weights in a folder that is only there": called(
        "torch.save(g, 'weights/g.pt')\ng = torch.load('weights/g.pt')"
    ),
    "a log in a folder that is only there": called(
        "log.info('g')",
        "import logging\nlog = logging.getLogger()\nlog.setLevel(9)\n"
        "log.addHandler(logging.FileHandler('logs/x.log'))",
    ),
    "plots in a loop": Oddity(
        first(TABLE.format(f"{PLOT}plt.savefig(f'plots/{{k}}.png')".replace("\n", "\n    "))), home=False
    ),
    "a window of Qt when it is called": called(PLOT + "plt.show()", "%matplotlib qt5"),
    "a window that it asks for itself": called(f"import matplotlib\nmatplotlib.use('QtAgg')\n{PLOT}"),
    "a formula that TeX sets when it is called": called(
        f"{PLOT}plt.title('$x$')\nplt.savefig('x.png')",
        "import matplotlib.pyplot as plt\nplt.rcParams['text.usetex'] = True",
    ),
    "a module that it imports itself": called("import a_module_of_colab as c\nc.output.clear()"),
    "a module that it may import": called(
        "try:\n    import a_module_of_colab\n    g = None\nexcept ImportError:\n    import another_one as a"
    ),
    "a module in a function that sets up": Oddity(first(SET_UP + ONE), home=False),
    "a module in a loop": Oddity(first(TABLE.format("from a_module_of_colab import output")), home=False),
    "a writer that may be there": called(
        "if writer:\n    writer.add(g)", "from a_module_of_colab import writer"
    ),
    "a switch of the environment": called(
        "if SWITCH:\n    print(g)", "import os\nSWITCH = os.environ['X'] == '1'"
    ),
    "a colour that is only there": called(
        "print(Fore.RED + 'g' + Fore.END)", "from a_module_of_colab import Fore"
    ),
    "a number for a print": called(
        "print(f'{FLOOR + 1:.2f}', round(float(FLOOR * g.sum()), 2))",
        "import a_module_of_colab\nFLOOR = a_module_of_colab.x",
    ),
    "looked at by a module that is only there": called(
        "", "from a_module_of_colab import ic", "return ic(g)"
    ),
    "a table to print": called(
        "if pd.VERBOSE:\n    pass\nprint(pd.DataFrame(g.numpy()).to_string())",
        "import a_module_of_colab as pd",
    ),
    "a range that is only there": Oddity(
        first("from a_module_of_colab import prange\n" + RIGHT.replace("range(", "prange(")), home=False
    ),
    "a plot on a drive": called(PLOT + "plt.savefig('/content/drive/MyDrive/g.png')"),
    "weights in a home": called("torch.save(g, '/home/zoe/g.pt')"),
    "a program when it is called": called("import subprocess\nsubprocess.run(['nvidia-smi'])"),
    "a database when it is called": called("import sqlite3\ndb = sqlite3.connect('x/y.db')\ndb.close()"),
    "a file in a method's loop": Oddity(
        first(
            CLASS.replace(
                "        g =",
                "        for k in range(2):\n            print(open(f'{k}.txt').read())\n        g =",
            )
            + f"\n{TAKEN}"
        ),
        home=False,
    ),
    "a log that is opened in an answer": called("with open('/x/y', 'a') as log:\n    print(g, file=log)"),
    "an assertion on a table": called(
        "assert len(pd.DataFrame(g).T) == len(g)", "import a_module_of_colab as pd"
    ),
    "a table that is computed with": Oddity(
        first(
            "import a_module_of_colab as pd\n"
            + RIGHT.replace("    return g", "    g += pd.DataFrame(g).sum()\n    return g")
        ),
        ("7.1",),
        home=False,
        says="ModuleNotFoundError: No module named 'a_module_of_colab'",
    ),
    "a mistake in a plot": Oddity(
        first(RIGHT.replace("    return g", "    import random\n    random.choice([])\n    return g")),
        ("7.1",),
        says="IndexError",
    ),
    "a file that is read when it is called": Oddity(
        first(RIGHT.replace("    return g", "    return g * float(open('notes.txt').read())")),
        ("7.1",),
        home=False,
        says="Your answer asks for something that is not on the grader's machine: FileNotFoundError",
    ),
    "a default type of a card": Oddity(
        first("torch.set_default_tensor_type('torch.cuda.FloatTensor')\n" + TABLE.format("pass")), home=False
    ),
    "a kernel's module": in_a_kernel("if 'ipykernel' not in sys.modules:\n    raise SystemExit"),
    "a kernel's shell": in_a_kernel("assert type(get_ipython()).__name__ == 'ZMQInteractiveShell'"),
    "a kernel's settings": in_a_kernel("assert 'IPKernelApp' in get_ipython().config"),
    "a kernel's arguments": in_a_kernel(
        "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('-f')\nparser.parse_args()"
    ),
    "a task that a later cell waits for": Oddity(
        several(above(TASK), first(f"await task\n{ONE}")), home=False
    ),
    "a name that is lost, and forgotten": Oddity(
        several(above("len = 3"), above("%reset -f"), above(TORCH_AND_CHECK)), home=False
    ),
    "a name that is lost, and forgotten alone": Oddity(
        several(above("len = 3"), above("%reset_selective -f ^len$")), home=False
    ),
    "names forgotten by mistake": Oddity(
        lambda cells: cells.insert(cells.index(find(cells, "7.3")), code("%reset -f")),
        ("7.3", "7.4", "7.5", "7.6", "7.7"),
        home=False,
    ),
    "many versions": Oddity(
        several(
            first(VERSIONS),
            lambda cells: find(cells, "7.1", "check").update(
                source="for version in (mine, v0, v1, v2, v3, v4, v5):\n    check('7.1', version)"
            ),
        ),
        home=False,
    ),
    "a module under if": only_there("if True:\n    import a_module_of_colab as one"),
    "a cell that is indented": Oddity(of("7.1", indent), home=False),
    "a cell with prompts": Oddity(of("7.1", prompts), home=False),
    "an indented cell that rests on a wrong answer": resting_on_wrong(indent),
    "a cell with prompts that rests on a wrong answer": resting_on_wrong(prompts),
    "two magics above what rests on a wrong answer": resting_on_wrong("%%capture\n%%time\n{}".format),
    "what it prints is kept": Oddity(on_top("%%capture said --no-stderr"), home=False),
    "under the name of the program": Oddity(indented("if __name__ == '__main__':")),
    "everything is forgotten at the end": Oddity(below("%reset -f"), home=False),
    "everything is forgotten between": Oddity(above("%reset -f\nimport torch"), home=False),
    "a file that is run": Oddity(
        several(above(f"%%writefile mine_of_7.py\nimport torch\n{RIGHT}"), first("%run mine_of_7.py")),
        home=False,
    ),
    "as Colab saves it": Oddity(colab, home=False),
    "as it was saved in 2014": Oddity(lambda cells: [cell.pop("id", None) for cell in cells] and None),
    "an alarm of its own": Oddity(
        on_top("import signal\nsignal.signal(signal.SIGALRM, print)\nsignal.alarm(9)"), home=False
    ),
    "the kernel is started anew": Oddity(above("import os\nos.kill(os.getpid(), 9)"), home=False),
    "thrown away at the end": Oddity(below("del hard_gates"), home=False),
    "no imports": Oddity(lambda cells: cells.remove(cells[1]), home=False),
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The report on all of them."""
    folder = tmp_path_factory.mktemp("oddities")
    (folder / "class").mkdir()
    for name, oddity in ODDITIES.items():
        cells = right(ROOT / "solutions")
        put(folder / "class" / name, encoded(oddity.change(cells) or cells))
    options = ["--solutions", str(SOLUTION), "--out", str(folder / "report"), "--timeout", "10"]
    options += ["--trust-students"] if confinement.trouble() else []
    assert main(["grade", str(folder / "class"), *options]) == 0
    return folder / "report"


def lost(points):
    return tuple(task_id for task_id, earned in points.items() if not int(earned or 0))


@pytest.mark.slow
def test_each_earns_what_is_due_in_a_class(report):
    with (report / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: {name: row[name] for name in ALL} for row in csv.DictReader(file)}
    due = {name: oddity.lost for name, oddity in ODDITIES.items()}
    found = {name: lost(row) for name, row in rows.items()}
    pages = {name: (report / "feedback" / f"{name}.md").read_text("utf-8") for name in ODDITIES}
    assert found == due, "\n".join(pages[name] for name in ODDITIES if found[name] != due[name])
    for name, oddity in ODDITIES.items():
        assert oddity.says in pages[name]
    overview = (report / "overview.md").read_text("utf-8")
    assert "7.1: asks for something that is not on the grader's machine: FileNotFoundError" in overview
    assert overview.count("mine takes as many arguments, and nothing asks for it. If that is the answer") == 2
    assert overview.count("There is one called hardgates: give it that name.") == 1


@pytest.fixture
def home(monkeypatch):
    """Runs the cells of a notebook as they are, and gives the points that its checks say."""

    def run(cells):
        space, written = {"__name__": "__main__"}, []
        history = SimpleNamespace(input_hist_raw=written, input_hist_parsed=written)
        shell = SimpleNamespace(user_ns=space, history_manager=history, custom_exceptions=True)
        monkeypatch.setattr(kernel, "shell", lambda: shell)
        monkeypatch.setattr(kernel, "show", lambda card: None)
        monkeypatch.setattr(progress, "_reports", {})
        monkeypatch.setattr(progress, "_best", {})
        for number, cell in enumerate(cells):
            source = "".join(cell["source"])
            if cell["cell_type"] == "code":
                written.append(source)
                linecache.cache[f"cell {number}"] = (len(source), None, source.splitlines(True), "")
                with contextlib.suppress(Exception), contextlib.redirect_stdout(None):
                    exec(compile(source, f"cell {number}", "exec"), space)
        for name in ALL:
            with contextlib.suppress(Exception):
                checking.again(name)
        said = {name: progress.best(name) for name in ALL}
        return {name: report.earned if report else 0 for name, report in said.items()}

    return run


@pytest.mark.parametrize("name", [name for name, oddity in ODDITIES.items() if oddity.home])
def test_a_fair_mark_is_the_one_that_the_checks_at_home_say(home, name):
    cells = right(ROOT / "solutions")
    points = home(ODDITIES[name].change(cells) or cells)
    assert lost(points) == ODDITIES[name].lost
    assert all(points[task.id] in (0, task.points) for task in SHEET.tasks)


AS_GRADED = [  # what stands below an error in the same cell counts, and any call of a check
    "checked by an alias of check",
    "checked in a loop beside a wrong one",
    "checked again below an experiment",
    "what stands around a check in with",
    "by exec, resting on a wrong answer",
    "a wrong answer with other names, called by them",
    "a widget",
    "a module that is only there",
    "a decorator that is only there",
    "a file that is only there",
    "a timed cell with a module that is only there",
    "a quiet cell with a module that is only there",
    "an assertion that fails in a quiet cell",
    "an assertion that fails above",
    "interrupted above",
    "names forgotten at the top",
    "a default card",
    "moved to a card",
    "a value from a card",
    "better below a wish for a card",
    "better below a program that failed",
    "better below a window's backend",
    "better below words of nltk",
    "better below the name of a user",
    "better below an answer to a question",
    "better below a locale",
    "better below a database",
    "better in the body of an if",
    "names deleted at the top",
    "a name deleted by mistake",
    "annotations of a class",
    "a default that is only there",
    "a setting of Windows",
    "a stop of one's own above drafts",
    "a card in a loop",
    "a plot in a folder that is only there",
    "a plot on a drive",
    "a module in a function that sets up",
    "a module that it may import",
    "plots in a loop",
    "a writer that may be there",
    "a table that is computed with",
    "names forgotten by mistake",
    "many versions",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", AS_GRADED)
def test_prpn_edu_check_says_what_the_grader_says(name, tmp_path):
    cells = right(ROOT / "solutions")
    put(tmp_path / "home", encoded(ODDITIES[name].change(cells) or cells))
    text, earned, most = student.report(tmp_path / "home" / FILE)
    assert earned == most - sum(SHEET.task(task_id).points for task_id in ODDITIES[name].lost), text


def test_a_notebook_that_windows_has_marked_is_read(tmp_path):
    put(tmp_path / "home", b"\xef\xbb\xbf" + encoded(right(ROOT / "solutions")).encode())
    assert notebooks.read(tmp_path / "home" / FILE).cells


def test_what_is_ours_does_not_follow_what_a_notebook_has_set():
    _, task = find_task("5.9")  # it needs gradients
    with torch.no_grad():
        assert examine(task, torch.enable_grad()(task.reference)).full
