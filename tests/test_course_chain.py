"""Answers that rest on earlier answers: a mistake costs its own task alone.

Three ways lead to a mark: the check in the notebook, the grader, and nbval. Here they run in this process.
"""

import ast
import contextlib
import functools
import json
import linecache
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from prpn_class.grading.exam import papers
from prpn_class.grading.marking import Examiner
from prpn_class.grading.plan import Check, plan
from prpn_class.grading.staff import Staff
from prpn_class.grading.turn import Turn
from prpn_class.grading.verdict import NO_ANSWER
from prpn_class.nbval.checks import Checks
from prpn_class.sandbox import cells as cells_of_a_jail
from prpn_class.sandbox import reading
from prpn_class.sandbox.archives import File
from prpn_class.sandbox.cells import call
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Call, Reply
from prpn_class.sandbox.submission import Own, Submission
from prpn_course import NotYet, notebooks
from prpn_course.checking import chain, kernel
from prpn_course.checking import check as checking
from prpn_course.checking.below import below
from prpn_course.checking.chain import examine_alone
from prpn_course.checking.stand_in import standing_in
from prpn_course.notebooks import role_of, task_of
from prpn_course.tasks import SHEETS, find

ROOT = Path(__file__).parents[1]


def solution(stem):
    """The notebook of a sheet with all answers."""
    return notebooks.read(ROOT / "solutions" / f"{stem}.ipynb")


def answers_of(sheet):
    """The answers of a sheet's solution, by task."""
    return {task_of(cell): cell.source for cell in solution(sheet.stem).cells if role_of(cell) == "answer"}


# The rule.

FUNCTIONS = {"1": "gates", "2": "mix", "3": "parse"}
REFERENCES = {
    "a call": "def parse(h):\n    return gates(h)",
    "an alias": "g = gates\ndef parse(h):\n    return g(h)",
    "an alias inside": "def parse(h):\n    g = gates\n    return g(h)",
    "map": "def parse(h):\n    return [*map(gates, h)]",
    "partial": "from functools import partial\ng = partial(gates, tau=1)\ndef parse(h):\n    return g(h)",
    "a helper": "def g(h):\n    return gates(h)\ndef parse(h):\n    return g(h)",
    "helpers below": "def parse(h):\n    return f(h)\nf = lambda h: g(h)\ng = lambda h: gates(h)",
    "a default": "def parse(h, g=gates):\n    return g(h)",
    "a default of a name": "def parse(h, *, g=lambda h: gates(h)):\n    return g(h)",
    "a decorator": "@wrapped(gates)\ndef parse(h):\n    return h",
    "its inside": "def twice(f):\n    return lambda h: f(gates(h))\n@twice\ndef parse(h):\n    pass",
    "a method": "class Cell:\n    def one(self, h):\n        return gates(h)\nparse = Cell().one",
    "a class's own": "class Cell:\n    one = staticmethod(gates)\nparse = Cell.one",
    "a comprehension": "def parse(h):\n    return [gates(one) for one in h]",
    "a nested function": "def parse(h):\n    def f():\n        return lambda: gates(h)\n    return f()()",
    "under if": "if True:\n    def g(h):\n        return gates(h)\ndef parse(h):\n    return g(h)",
    "under try": "try:\n    g = gates\nfinally:\n    pass\ndef parse(h):\n    return g(h)",
    "a name given twice": "g = gates\ng = max\ndef parse(h):\n    return g(h)",
    "a name that keeps what it was": "f = lambda h: gates(h)\n_f = f\ndef f(h):\n    return _f(h)\nparse = f",
    "a walrus": "(g := gates)\ndef parse(h):\n    return g(h)",
    "a global": "def begin():\n    global g\n    g = gates\ndef parse(h):\n    return g(h)",
    "a dictionary": "all = {}\nall['g'] = gates\ndef parse(h):\n    return all['g'](h)",
    "a list that grows": "all = []\nall.append(gates)\ndef parse(h):\n    return all[0](h)",
    "an attribute": "class Cell:\n    pass\nCell.one = gates\ndef parse(h):\n    return Cell.one(h)",
    "two on a line": "g = gates; f = g; parse = lambda h: f(h)",
    "two on a line of several": "f = (max,\n min); parse = lambda h: gates(h)",
    "a conditional": "parse = gates if True else None",
    "an f-string": "def parse(h):\n    return f'{gates(h)}'",
    "an async function": "async def parse(h):\n    return await gates(h)",
    "a magic before it": "%matplotlib inline\n!ls -l\nfiles = !ls\ng?\ndef parse(h):\n    return gates(h)",
    "a magic over it": "%%time\ndef parse(h):\n    return gates(h)",
    "a magic in it": "def parse(h):\n    %time x = 1\n    return gates(h)",
    "another kind of line": "g = gates\r\ndef parse(h):\r\n    return g(h)\r",
    "a page break": "x = 'a\x0c\x0cb'\n\x0cg = gates\ndef parse(h):\n    return g(h)",
}
NO_REFERENCES = {
    "a docstring": 'def parse(h):\n    """Not gates(h)."""\n    return h',
    "a comment": "def parse(h):\n    return h  # gates(h)",
    "a string": "def parse(h):\n    return 'gates(h)'",
    "an argument": "def parse(h, gates):\n    return gates(h)",
    "a name of its own": "def parse(h):\n    gates = max\n    return gates(h)",
    "an attribute": "def parse(h):\n    return h.gates(h)",
    "a keyword": "def parse(h):\n    return h(gates=1)",
    "another function": "def unused(h):\n    return gates(h)\ndef parse(h):\n    return h",
    "a comparison": "import torch\ntorch.equal(gates(1), 1)\ndef parse(h):\n    return torch.tanh(h)",
    "a check": "from prpn_course import check\ncheck('1', gates)\ndef parse(h):\n    return check(h)",
    "a cell that is no Python": "def parse(h):\n    return gates(h",
}


@pytest.mark.parametrize("source", REFERENCES.values(), ids=REFERENCES)
def test_to_name_an_earlier_function_is_to_rest_on_it(source):
    assert below(FUNCTIONS, [source])["3"] == ["1"]
    assert below(FUNCTIONS, [source.replace("gates", "max")]).get("3") == []


@pytest.mark.parametrize("source", NO_REFERENCES.values(), ids=NO_REFERENCES)
def test_what_only_reads_like_a_reference_is_none(source):
    assert not below(FUNCTIONS, [source]).get("3")


def test_an_answer_rests_on_what_the_answers_below_it_rest_on_and_on_no_later_one():
    cells = [
        "def gates(h):\n    return parse(h)",
        "def mix(h):\n    return gates(h)",
        "parse = lambda h: mix(h)",
    ]
    assert below(FUNCTIONS, cells) == below(FUNCTIONS, cells[::-1]) == {"1": [], "2": ["1"], "3": ["1", "2"]}
    assert below(FUNCTIONS, cells[1:]) == {"2": ["1"], "3": ["1", "2"]}


@pytest.mark.parametrize(
    "source", ["(" * 5_000, "-" * 5_000 + "1", "x" * 400_000, "\0", "\ud800", "nonlocal x"]
)
def test_a_cell_that_cannot_be_read_says_nothing(source):
    assert below(FUNCTIONS, [source, REFERENCES["a call"]])["3"] == ["1"]


def test_the_solutions_rest_on_what_they_call():
    found = {}
    for sheet in SHEETS:
        found |= below({task.id: task.function for task in sheet.tasks}, answers_of(sheet).values())
    chains = {task_id: ids for task_id, ids in found.items() if ids}
    assert chains == {
        **{"1.6": ["1.5"], "4.4": ["4.3"], "5.9": ["5.4"], "8.2": ["8.1"], "16.3": ["16.2"]},
        **{"13.4": ["13.1"], "13.5": ["13.1", "13.4"], "15.3": ["15.2"], "15.4": ["15.2", "15.3"]},
    }


# Standing in.


@pytest.mark.parametrize("decorator", ["mine", "lambda f: f", "torch.no_grad()"])
def test_whoever_holds_a_function_meets_the_one_that_stands_in(decorator):
    space = {"functools": functools, "torch": torch, "partial": functools.partial}
    source = (
        "def mine(f):\n    return lambda *given: f(*given)\n"
        f"@{decorator}\ndef gates(h, tau=2):\n    return h\nalias, part = gates, partial(gates)\n"
        "def parse(h, held=gates):\n    return [gates(h), alias(h), part(h), held(h)]"
    )
    exec(source, space)
    before = dict(space)
    with standing_in(space, {"gates": lambda h: -h, "missing": abs}):
        assert space["parse"](3) == [-3, -3, -3, -3] and space["missing"](-1) == 1
    assert space["parse"](3) == [3, 3, 3, 3] and space["gates"](4) == 4 and space == before


def test_what_stands_in_may_take_any_arguments():
    """As the reference of a task that was drawn anew does; the notebook's own names go to it in order."""
    space = {}
    exec("def gates(h, tau):\n    return 0", space)
    with standing_in(space, {"gates": lambda *given: given}):
        assert space["gates"](3, tau=2) == (3, 2)


def test_a_function_of_a_library_is_left_as_it_is():
    space = {"gates": ast.literal_eval}
    with pytest.raises(ZeroDivisionError), standing_in(space, {"gates": abs}):
        assert space["gates"](-1) == 1 and ast.literal_eval("2") == 2
        1 / 0  # noqa: B018
    assert space == {"gates": ast.literal_eval}


# The three ways.

SEED = 5


class Desk:
    """In place of the sandbox: what a student hands in runs here."""

    limits = Limits()

    def run(self, steps, most=None, more=None):
        space, replies = {}, {}
        for number, step in enumerate(steps):
            replies[number] = Reply(number)
            if isinstance(step, Call):
                replies[number] = Reply(number, **call(space, step))
                continue
            try:
                exec(step.source, space)
            except Exception as error:
                replies[number] = Reply(number, error=str(error))
        return SimpleNamespace(replies=replies, over="", waited=0.0, reading=0.0)


class SlowDesk(Desk):
    """In it the time of the whole is over at the third cell that is slow, and not cut short."""

    limits = Limits(wall=-1.0)

    def __init__(self):
        self.brief = []

    def run(self, steps, most=None, more=None):
        slow = [n for n, step in enumerate(steps) if "slow" in getattr(step, "source", "") and not step.brief]
        self.brief.append(sum(getattr(step, "brief", False) for step in steps))
        run = super().run(steps[: slow[2]] if slow[2:] else steps)
        run.replies |= {number: Reply(number, late=True) for number in slow[:2]}
        run.over = "late" if slow[2:] else ""
        return run


class Ways:
    """One sheet, and the ways to a mark for it: each gives the points that a notebook's tasks earn."""

    def __init__(self, stem):
        (self.paper,) = papers(ROOT / "solutions" / f"{stem}.ipynb")
        self.sheet, self.answers = self.paper.sheet, self.paper.answers
        self.examiner = Examiner(self.sheet, self.paper.exercise, SEED, self.answers)
        self.kernel = SimpleNamespace(
            events=SimpleNamespace(register=lambda event, function: None),
            run_line_magic=None,
            register_magic_function=lambda function, *_, **__: None,
        )
        self.checks = Checks(self.sheet, self.kernel, SEED, 30, {})

    def notebook(self, changes):
        """The solution with some answers changed, or left out where None."""
        cells = []
        for cell in solution(self.sheet.stem).cells:
            source = changes.get(task_of(cell), cell.source) if role_of(cell) == "answer" else cell.source
            cells += [{**cell, "source": source}] if source is not None else []
        return json.dumps({"cells": cells}).encode()

    def submission(self, changes):
        """The same, as it is read."""
        return reading.take(File("notebook", self.notebook(changes)), self.examiner.released)

    def marks(self, submission):
        """What the grader says, by task."""
        return {mark.task_id: mark for mark in self.examiner.marks(submission, Turn(Desk())).marks}

    def graded(self, submission):
        """The grader."""
        return {name: mark.earned for name, mark in self.marks(submission).items()}

    def checked(self, submission, monkeypatch):
        """The check in a notebook, whose shell remembers the cells."""
        space, cells, earned = {}, [], dict.fromkeys(self.answers, 0)
        history = SimpleNamespace(input_hist_raw=cells)
        shell = SimpleNamespace(user_ns=space, history_manager=history, custom_exceptions=True)
        monkeypatch.setattr(kernel, "shell", lambda: shell)
        for step in self.steps(submission, space):
            if isinstance(step, Check):
                answer = cells_of_a_jail.answer(space, Call(step.answers, b""))
                found = examine_alone(step.task, answer, self.sheet)[0].earned
                earned[step.task.id] = max(found, earned[step.task.id])
            else:
                cells.append(step.source)
        return earned

    def collected(self, submission, capsys):
        """nbval, which knows points only where all are earned."""
        space, earned = {}, dict.fromkeys(self.answers, 0)
        self.kernel.user_ns, self.checks.below, self.checks.reports = space, submission.below, {}
        for step in self.steps(submission, space):
            if isinstance(step, Check):
                self.checks.ask(step.task.id, *step.answers)
        for task in self.sheet.tasks:
            capsys.readouterr()
            self.checks.tell(task.id)
            green = capsys.readouterr().out == f"{task.id} correct\n"
            earned[task.id] = task.points if green else 0
        return earned

    def steps(self, submission, space):
        """The cells, run one after the other, and the places of the checks."""
        for step in plan(submission, self.paper.exercise, self.sheet):
            if isinstance(step, Own):
                with contextlib.suppress(Exception):
                    exec(step.source, space)
            yield step


@pytest.fixture(scope="module")
def ways():
    """The ways of each sheet that is asked for, made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "check", checking.check)  # nbval silences it
        yield functools.cache(Ways)


class Calls(ast.NodeTransformer):
    """Writes the calls of a function in another way."""

    def __init__(self, function, change):
        self.function, self.change = function, change

    def visit_Call(self, node):
        self.generic_visit(node)
        called = isinstance(node.func, ast.Name) and node.func.id == self.function
        return ast.parse(self.change(node), mode="eval").body if called else node


def mapped(call):
    """A call through `map`."""
    given = ", ".join(f"[{ast.unparse(one)}]" for one in call.args)
    return f"next(map({ast.unparse(call.func)}, {given}))"


def renamed(call):
    """A call under the name `other`."""
    return ast.unparse(ast.Call(ast.Name("other"), call.args, call.keywords))


CALLED = {
    "directly": ("", ast.unparse),
    "by an alias": ("other = {}", renamed),
    "through map": ("", mapped),
    "as a partial": ("import functools\nother = functools.partial({})", renamed),
    "through a helper": ("def other(*given):\n    return {}(*given)", renamed),
}


def pairs():
    """Each task that the solution of a later one calls: the sheet, and both tasks."""
    for sheet in SHEETS:
        for later, source in answers_of(sheet).items():
            calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
            names = {function.id for function in calls if isinstance(function, ast.Name)}
            for task in sheet.tasks:
                if task.id != later and task.function in names:
                    yield sheet, task, later


@pytest.mark.parametrize("called", CALLED)
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_the_last_answer_of_a_sheet_may_rest_on_any_earlier_one(sheet, called):
    """Each earlier function is called at the end of the last answer."""
    first, change = CALLED[called]
    functions = {task.id: task.function for task in sheet.tasks}
    answers, last = answers_of(sheet), sheet.tasks[-1]
    due = below(functions, answers.values())[last.id]
    for task in sheet.tasks[:-1]:
        tree = ast.parse(answers[last.id])
        function = next(node for node in tree.body if getattr(node, "name", "") == last.function)
        function.body += Calls(task.function, change).visit(ast.parse(f"{task.function}(1)")).body
        source = f"{first.format(task.function)}\n{ast.unparse(ast.fix_missing_locations(tree))}"
        found = below(functions, (answers | {last.id: source}).values())
        assert {task.id, *due} <= {*found[last.id]} <= {task.id, *due, *found[task.id]}


@pytest.mark.parametrize("called", CALLED)
@pytest.mark.parametrize(("sheet", "spoilt", "later"), [pytest.param(*one, id=one[2]) for one in pairs()])
def test_a_task_that_is_spoilt_costs_itself_alone_on_all_ways(
    ways, sheet, spoilt, later, called, monkeypatch, capsys
):
    way = ways(sheet.stem)
    first, change = CALLED[called]
    tree = Calls(spoilt.function, change).visit(ast.parse(way.answers[later]))
    changes = {
        spoilt.id: f"{way.answers[spoilt.id]}\ndef {spoilt.function}(*given):\n    return None",
        later: f"{first.format(spoilt.function)}\n{ast.unparse(ast.fix_missing_locations(tree))}",
    }
    submission = way.submission(changes)
    due = {task.id: task.points for task in sheet.tasks} | {spoilt.id: 0}
    assert way.graded(submission) == way.collected(submission, capsys) == due
    assert way.checked(submission, monkeypatch) == due


# In the notebook.

SHEET, TASK = find("4.4")
MISTAKEN = answers_of(SHEET)["4.3"].replace("sigmoid", "tanh")
STUB = "def forget_gates(h, U_f, b_f):\n    raise NotYet('4.3')"


def run(source, filename="<no source>"):
    """The names of a notebook after its cells."""
    space = {"torch": torch, "NotYet": NotYet}
    exec(compile(source, filename, "exec"), space)
    return space


@pytest.fixture
def written(monkeypatch):
    """Runs a source that can be read again."""

    def run_written(source):
        monkeypatch.setitem(
            linecache.cache, "answers", (len(source), None, source.splitlines(True), "answers")
        )
        return run(source, "answers")

    return run_written


@pytest.mark.parametrize("reads", [True, False], ids=["its source is there", "no source is there"])
def test_an_answer_that_is_right_as_it_stands_is_right_whatever_it_rests_on(written, reads):
    """With the arguments of a helper turned round in both places, only the helper breaks its contract."""
    answers = answers_of(SHEET)
    turned = answers["4.3"].replace("def forget_gates(h, U_f", "def forget_gates(U_f, h")
    source = f"{turned}\n{answers['4.4'].replace('forget_gates(h, U_f', 'forget_gates(U_f, h')}"
    both = (written if reads else run)(source)
    report, wrong = examine_alone(TASK, both["child_sum"], SHEET)
    assert report.full and wrong == []
    assert not examine_alone(SHEET.task("4.3"), both["forget_gates"], SHEET)[0].full


def test_an_answer_that_rests_on_nothing_is_judged_as_it_is(written):
    answers = answers_of(SHEET)
    space = written(f"{MISTAKEN}\n{answers['4.1']}")
    report, wrong = examine_alone(SHEET.task("4.1"), space["recursive_node"], SHEET)
    assert report.full and wrong == []


@pytest.mark.parametrize("first", [STUB, "", "forget_gates = 3"])
def test_an_answer_upon_a_stub_or_upon_nothing_is_judged_on_its_own(written, first):
    space = written(f"{first}\n{answers_of(SHEET)['4.4']}")
    before = dict(space)
    report, wrong = examine_alone(TASK, space["child_sum"], SHEET)
    assert report.full and [one.id for one in wrong] == ["4.3"] and space == before


def test_an_answer_under_another_name_is_followed_too(written):
    answer = answers_of(SHEET)["4.4"].replace("def child_sum", "def mine")
    report, wrong = examine_alone(TASK, written(f"{MISTAKEN}\n{answer}")["mine"], SHEET)
    assert report.full and [one.id for one in wrong] == ["4.3"]


def test_a_helper_of_several_helpers_is_judged_once(written, monkeypatch):
    names, judged = [task.function for task in SHEET.tasks[:4]], []
    calls = [f"def {name}(*a):\n    return {names[:k]}".replace("'", "") for k, name in enumerate(names)]
    monkeypatch.setattr(
        chain,
        "examine",
        lambda task, *_: (
            judged.append(task.id) or SimpleNamespace(full=task.id == "4.1", interrupted=False, earned=0)
        ),
    )
    _, wrong = examine_alone(SHEET.tasks[3], written("\n".join(calls))[names[3]], SHEET)
    assert {one: judged.count(one) for one in judged} == {"4.1": 1, "4.2": 1, "4.3": 2, "4.4": 2} and [
        one.id for one in wrong
    ] == ["4.2", "4.3"]


@pytest.mark.parametrize("answer", [torch.sigmoid, 3, None, print, torch.nn.Identity()])
def test_what_is_no_function_of_the_notebook_is_judged_as_it_is(answer):
    report, wrong = examine_alone(TASK, answer, SHEET)
    assert not report.full and wrong == []


# In the grader.


@pytest.mark.parametrize("changed", [MISTAKEN, STUB, None, "def forget_gates("])
def test_the_grader_too_judges_an_answer_on_its_own(ways, changed):
    way = ways(SHEET.stem)
    marks = way.marks(way.submission({"4.3": changed}))
    assert {name: mark.earned for name, mark in marks.items() if mark.earned < SHEET.task(name).points} == {
        "4.3": 0
    }
    assert marks["4.4"].words.startswith("4.3 is not right yet; 4.4 was judged on its own.")


def test_who_is_cut_short_beside_right_answers_gets_no_new_mark_for_them(ways, monkeypatch):
    """A job can leave what it saw where the next one finds it: in which parts of a file are quick to read."""

    class Late(Desk):
        def run(self, steps, most=None, more=None):
            now[0] += 1e6 * any(getattr(step, "instead", ()) for step in steps)
            return super().run(steps, most, more)

    now, way = [0.0], ways("04-tree-lstms")
    monkeypatch.setattr("prpn_class.grading.turn.time.monotonic", lambda: now[0])
    examiner, files = way.examiner, lambda changes: [File("a.ipynb", way.notebook(changes))]
    monkeypatch.setattr(
        "prpn_class.grading.marking.read", lambda files, known, turn: reading.take(files[0], known)
    )
    settled = examiner.mark(files({"4.3": MISTAKEN}), Turn(Late(), 0.5))
    assert [mark.task_id for mark in settled] == ["4.1", "4.2", "4.3"] and not settled[2].earned
    result = examiner.mark(files({}), Turn(Desk(), 1.0, settled=settled))
    lost = [mark.task_id for mark in result.marks if mark.earned < SHEET.task(mark.task_id).points]
    assert lost == ["4.3"]


def test_what_is_said_names_what_is_wrong_and_what_has_another_name():
    first, second = SHEET.tasks[:2]
    assert chain.told(TASK, [first, second]) == "4.1 and 4.2 are not right yet; 4.4 was judged on its own."
    told = chain.told(TASK, [first, second], {"4.2"})
    assert told == "4.1 is not right yet, and 4.2 has another name; 4.4 was judged on its own."


def test_two_mistakes_that_do_not_undo_each_other_are_two(ways):
    way = ways(SHEET.stem)
    half = way.answers["4.4"].replace("forget_gates(", "(1 / 2) * forget_gates(")
    marks = way.marks(way.submission({"4.3": MISTAKEN, "4.4": half}))
    assert marks["4.3"].earned == marks["4.4"].earned == 0 and marks["4.5"].earned == 3
    assert "4.4 was judged on its own." in marks["4.4"].words


def test_no_right_answer_stands_in_for_the_one_that_is_judged(ways):
    """Whatever the jail that read the notebook says rests on what."""
    way = ways(SHEET.stem)
    submission = way.submission({"4.3": MISTAKEN})
    submission.below["4.3"] = list(way.answers)
    assert way.graded(submission)["4.3"] == 0


def test_a_function_in_the_cell_of_one_task_is_no_candidate_for_another(ways):
    way = ways("04-tree-lstms")
    submission = way.submission({"4.3": "def mine(h, U_f, b_f):\n    return h", "4.4": "pass"})
    staff = way.examiner.staff
    assert staff.candidates(SHEET.task("4.3"), ["mine"], submission, NO_ANSWER) == ["mine"]
    assert staff.candidates(SHEET.task("4.4"), ["mine"], submission, NO_ANSWER) == []
    counts = Staff(SHEET, way.paper.exercise, {"4.4": way.answers["4.4"]})
    assert counts.candidates(SHEET.task("4.3"), ["mine"], submission, NO_ANSWER) == []


def test_a_helper_in_the_cell_of_a_wrong_answer_stays(ways, monkeypatch, capsys):
    """So does the solution's own helper, whatever the student gave its names to."""
    way = ways(SHEET.stem)
    changes = {
        "4.3": f"{MISTAKEN}\n\ndef share(h, U_f, b_f):\n    return forget_gates(h, U_f, b_f)\n",
        "4.4": "sum = torch_ = 3\n" + way.answers["4.4"].replace("forget_gates(", "share("),
    }
    submission = way.submission(changes)
    due = {task.id: task.points for task in SHEET.tasks} | {"4.3": 0}
    assert way.graded(submission) == way.collected(submission, capsys) == due
    assert way.checked(submission, monkeypatch) == due


def test_a_right_answer_that_stands_below_is_no_answer_yet(ways, capsys):
    """At home the name is not there yet, and the reference stands in."""
    way = ways(SHEET.stem)
    submission = way.submission({})
    third = [one for one in submission.events if "4.3" in getattr(one, "tasks", [getattr(one, "task", "")])]
    submission.events = [event for event in submission.events if event not in third] + third
    due = {task.id: task.points for task in SHEET.tasks}
    assert way.graded(submission) == way.collected(submission, capsys) == due


def test_a_right_answer_that_stands_in_is_right_whatever_the_student_has_below_it(ways):
    way = ways("13-latent-tables")
    nothing = "def {}(*given):\n    return None"
    both = {name: nothing.format(way.sheet.task(name).function) for name in ("13.1", "13.4")}
    earned = way.graded(way.submission(both))
    assert [name for name, points in earned.items() if not points] == ["13.1", "13.4"]


class Clock:
    """A desk at which every job uses up all its time, and an answer is never right."""

    limits = Limits()

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def run(self, steps, most, more):
        self.now += min(most, self.limits.wall)
        return SimpleNamespace(replies={0: Reply(0)}, over="late", waited=0.0, reading=0.0)


def test_a_submission_that_uses_up_its_time_again_and_again_is_given_up(ways, monkeypatch):
    """Else it has that time twice for each answer that calls one before: 35 minutes in place of 5."""
    examiner = ways("07-prpn-gates").examiner
    ids = list(examiner.answers)
    events = [Own(source, (name,)) for name, source in examiner.answers.items()]
    submission = Submission(events, below={name: ids[:place] for place, name in enumerate(ids)})
    clock = Clock(monkeypatch)
    marks = examiner.marks(submission, Turn(clock)).marks
    assert clock.now <= 2 * clock.limits.wall and not any(mark.earned for mark in marks)
    assert marks[-1].words.startswith("Not judged on its own: the notebook had used up its time.\n")
    assert not any("was judged on its own" in mark.words for mark in marks)


def test_long_experiments_cost_no_answer_below_them():
    ways = Ways("07-prpn-gates")
    experiments = [Own(f"slow = {number}") for number in range(3)]
    submission = ways.submission({})
    submission.events[1:1] = experiments
    desk = SlowDesk()
    marks = ways.examiner.marks(submission, Turn(desk)).marks
    assert {mark.task_id: mark.earned for mark in marks} == {
        task.id: task.points for task in ways.sheet.tasks
    }
    assert desk.brief == [0, 3]
