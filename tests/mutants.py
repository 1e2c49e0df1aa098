"""Mutants of the right answers: does any small change of one pass the check?

    nice python tests/mutants.py 07 02

changes every right answer of these sheets in one place at a time (a comparison, an operator, a number, an
index, an axis, a slice, a call, a statement), tries each on the task's cases under eight seeds, and prints a
table and the survivors: those that pass under some seed. A survivor is the same function in other words, and
then it stands in `equivalent_mutants.json` with the reason, or the task lacks a case.
"""

import argparse
import ast
import functools
import inspect
import json
import linecache
import os
import resource
import signal
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import nbformat
import right_answers
import torch
from mutations import mutations

from prpn_course.checking import outcomes
from prpn_course.task import Sheet, Task
from prpn_course.tasks import SHEETS

ROOT = Path(__file__).parents[1]
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.json"
SEEDS = range(8)
SECONDS = 2.0  # of processor time, for one mutant under one seed


class TimeUp(BaseException):
    """The mutant ran for too long. Not an `Exception`, which the check would catch."""


def mutants(answer) -> Iterator[tuple[str, str]]:
    """Yield the name of each mutant of a function and the source of it and of the helpers it calls.

    A name says what is changed, "left = left * gate  =>  left = left / gate".
    """
    tree = ast.Module([ast.parse(inspect.getsource(one)).body[0] for one in _with_helpers(answer)], [])
    before, seen = ast.unparse(tree).splitlines(), set()
    for source in mutations(tree):
        after = source.splitlines()
        start = next((k for k, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), None)
        if start is None or source in seen or not _is_python(source):
            continue
        seen.add(source)
        rest = min(len(before), len(after)) - start
        ends = zip(before[::-1][:rest], after[::-1][:rest], strict=True)
        end = next((k for k, (a, b) in enumerate(ends) if a != b), rest)
        lines = (before[start : len(before) - end], after[start : len(after) - end])
        yield "  =>  ".join("; ".join(map(str.strip, part)) or "nothing" for part in lines), source


def _is_python(source: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "perhaps you missed a comma?"
        try:
            compile(source, "<mutant>", "exec")
        except SyntaxError:
            return False
    return True


def verdicts(task: Task, answer, sources: list[str]) -> list[str]:
    """Judge mutants of an answer in a forked child: "dead", "alive", or the seeds under which one passes.

    A mutant at which the child itself dies is dead, and another child takes the rest.
    """
    found: list[str] = []
    judges = _judges(task)
    for case in task.cases(SEEDS[0]):
        outcomes.run(answer, case)  # what is imported when it is first needed does not count as time
    while len(found) < len(sources):
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            with os.fdopen(write, "w", 1) as told:
                for source in sources[len(found) :]:
                    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
                    resource.setrlimit(resource.RLIMIT_CPU, (used + 10, resource.RLIM_INFINITY))
                    print(_verdict(task, answer, source, judges), file=told)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as heard:
            found += heard.read().splitlines()
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            found.append("dead")
    return found


def _verdict(task, answer, source, judges) -> str:
    space = dict(vars(inspect.getmodule(answer)))
    signal.signal(signal.SIGPROF, _time_up)
    warnings.simplefilter("ignore")
    try:
        exec(compile(source, "<mutant>", "exec"), space)
        mutant = space[answer.__name__]
        fixed, drawn = judges
        if not _passes(task, mutant, fixed):
            return "dead"
        lucky = [seed for seed, cases in zip(SEEDS, drawn, strict=True) if _passes(task, mutant, cases)]
    except TimeUp:
        return "dead"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if len(lucky) == len(drawn):
        return "alive"
    return f"passes under {len(lucky)} of {len(drawn)} seeds" if lucky else "dead"


def _time_up(*_):
    raise TimeUp


def _passes(task, mutant, cases) -> bool:
    """Whether a function gives what the reference gives, in every one of (case, outcome)."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    for case, expected in cases:
        if not outcomes.right(outcomes.run(mutant, case), expected, task.tolerance):
            return False
    return True


@functools.lru_cache(maxsize=1)
def _judges(task):
    """The cases that all seeds share, then the others of each seed, all with what must come of them."""
    drawn = [task.cases(seed) for seed in SEEDS]
    fixed = [k for k in range(len(drawn[0])) if all(repr(one[k]) == repr(drawn[0][k]) for one in drawn)]

    def told(case):
        return case, outcomes.run(task.reference, case)

    others = [[told(case) for k, case in enumerate(cases) if k not in fixed] for cases in drawn]
    return [told(drawn[0][k]) for k in fixed], others


def _with_helpers(answer) -> list:
    """A function and, before it, those of its own module that it calls; a solution's answer stands alone."""
    space, found, todo = vars(inspect.getmodule(answer)), [], [answer]
    while todo:
        one = todo.pop()
        if one not in found:
            found.append(one)
            tree = ast.parse(inspect.getsource(one))
            names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
            own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            named = [space.get(node.id) for node in names if node.id not in own]
            if one.__module__.startswith(right_answers.__name__):
                todo += [it for it in named if inspect.isfunction(it) and it.__module__ == answer.__module__]
    return found[::-1]


def own_answers(sheet: Sheet, task: Task) -> list:
    """The answer in the solution notebook, and those written out in tests/right_answers."""
    home = right_answers.__name__
    others = [one for one in right_answers.of(task) if inspect.isfunction(one)]
    others = [one for one in others if one.__module__.startswith(home) and one.__name__ != "<lambda>"]
    return [getattr(solution(sheet.stem), task.function), *others]


@functools.cache
def solution(stem: str) -> ModuleType:
    """The imports and the answers of a solution notebook, as a module whose source can be read."""
    cells = nbformat.read(ROOT / "solutions" / f"{stem}.ipynb", as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    answers = [cell for cell in code if cell.metadata.get("prpn_edu", {}).get("role") == "answer"]
    module = ModuleType(f"solution_{stem[:2]}")
    source = "\n\n\n".join(cell.source for cell in [code[0], *answers])
    linecache.cache[module.__name__] = (len(source), None, source.splitlines(keepends=True), module.__name__)
    module.__file__ = module.__name__
    sys.modules[module.__name__] = module
    exec(compile(source, module.__name__, "exec"), vars(module))
    return module


def read_equivalent() -> dict[str, dict[str, dict[str, str]]]:
    """From a task's number, an answer's name and a mutant's name to the reason why it is no mistake."""
    return json.loads(EQUIVALENT.read_text("utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sheets", nargs="*", help="numbers of chapters, 07; none for all")
    wanted = parser.parse_args().sheets
    torch.set_num_threads(1)
    known, passing = read_equivalent(), 0
    print("| task | mutants | refused | equivalent | pass |\n|---|---|---|---|---|")
    for sheet in SHEETS:
        if not wanted or sheet.stem[:2] in wanted:
            passing += sum(_row(sheet, task, known.get(task.id, {}))[-1] for task in sheet.tasks)
    return bool(passing)


def _row(sheet: Sheet, task: Task, known: dict[str, dict[str, str]]) -> tuple[int, int, int, int]:
    """Try all mutants of a task's answers; print how many are refused, listed, passing, and what is wrong."""
    number, refused, excused, wrong = 0, 0, 0, []
    for answer in own_answers(sheet, task):
        excuses = dict(known.get(answer.__name__, {}))
        changed = list(mutants(answer))
        number += len(changed)
        found = verdicts(task, answer, [source for _, source in changed])
        for (name, _), verdict in zip(changed, found, strict=True):
            if verdict == "dead":
                refused += 1
            elif excuses.pop(name, None):
                excused += 1
            else:
                wrong.append(f"  {answer.__name__} | {name} | {verdict}")
        wrong += [f"  {answer.__name__} | {name} | is listed, but does not pass" for name in excuses]
    row = number, refused, excused, number - refused - excused
    print(f"| {task.id} | {' | '.join(map(str, row))} |", *wrong, sep="\n", flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main())
