"""What a solution notebook says of its tasks: title, points, minutes, difficulty, function, signature, code.

They stand in the notebook alone. A student's library has no solution notebooks, so `prpn-edu refresh` and
`prpn-edu release` write them into one file of the package, where the tasks find them. The code of an answer
is the reference of its check; what it needs of the cells before it (imports, constants, helpers) comes along.
A task is three cells, marked in their metadata with its number and their role:

    text    ## 7.2 The chance to go on, an empty line, **2 points · 10 minutes · easy**, the question, hints
    answer  def alphas(d, tau): ...
    check   check("7.2", alphas)
"""

import ast
import json
import re
from collections.abc import Iterable
from pathlib import Path

from nbformat import NotebookNode

from prpn_course import builder
from prpn_course.authoring import pairs, refresh
from prpn_course.authoring.pairs import Side
from prpn_course.authoring.stubs import code, regions, stub
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import DIFFICULTIES, NotebookError, points
from prpn_edu import files

ROLES = ("text", "answer", "check")
HEADING = re.compile(r"## (?P<id>\S+) (?P<title>.+)\n\n(?P<facts>.+)\n")
FACTS = re.compile(
    r"\*\*(?P<points>\d+) points?(: (?P<parts>[^·]+))? · (?P<minutes>\d+) minutes · "
    rf"(?P<difficulty>{'|'.join(DIFFICULTIES)})\*\*"
)
PART = re.compile(r"(?P<points>\d+) for (?P<name>[^,]+)")
CHECK = re.compile(r'check\("(?P<id>[^"]+)", (?P<function>\w+)\)')
CORE = "*Class core.*"  # before the text of a task that a class of an hour does
PLAN = re.compile(
    r"Plan \*\*(?P<all>\d+) minutes\*\*: (?P<tasks>\d+) for the tasks, (?P<after>\d+) for what you play "
    r"with at the end\. The \*\*class core\*\* is [^;]+, (?P<core>\d+) minutes; the others are challenges\."
)
AFTER = re.compile(r"^## .+\n\n\*\*(\d+) minutes\*\*$", re.MULTILINE)  # to play with at the end


def cells_of(notebook: NotebookNode) -> dict[str, dict[str, list[NotebookNode]]]:
    """The cells of each task by their role, tasks and cells in the order of the notebook."""
    found: dict[str, dict[str, list[NotebookNode]]] = {}
    for cell in notebook.cells:
        task_id, role = task_of(cell), role_of(cell)
        if task_id and role in ROLES:
            found.setdefault(task_id, {each: [] for each in ROLES})[role].append(cell)
    return found


def read(notebook: NotebookNode, stem: str) -> tuple[list[dict], list[str]]:
    """Read the facts of a notebook's tasks, and all in which it contradicts itself.

    Args:
        notebook: a solution.
        stem: its file name without ".ipynb".
    Returns:
        the facts, one dict a task, and the contradictions, each with its place and its cure.
    """
    if not re.match(r"\d\d-", stem):
        return [], ["the file's name must begin with the two digits of its chapter, like 07-prpn-gates.ipynb"]
    facts, wrong = [], []
    for task_id, cells in cells_of(notebook).items():
        try:
            if not re.fullmatch(rf"{int(stem[:2])}\.\d+", str(task_id)):
                raise ValueError(f"task {task_id}: a task of {stem} has a number like {int(stem[:2])}.1")
            facts.append(_facts(task_id, cells, notebook.cells))
        except ValueError as error:
            wrong.append(str(error))
    numbers = [int(one["id"].split(".")[1]) for one in facts]
    if numbers != sorted(numbers):
        wrong.append("the tasks do not stand in the order of their numbers; move their cells")
    plan = "" if wrong else planned(notebook, facts)
    if not wrong and [one[0] for one in PLAN.finditer(notebook.cells[0].source)] != [plan]:
        wrong.append(
            f"cell {notebook.cells[0].id}: must say once '{plan}', as its tasks and what follows them do"
        )
    return facts, wrong


def planned(notebook: NotebookNode, facts: list[dict]) -> str:
    """What a sheet must say of its minutes: of its tasks, of what one plays with at the end, of the core."""
    texts = (cell.source for cell in notebook.cells if not role_of(cell))
    after = sum(int(number) for text in texts for number in AFTER.findall(text))
    tasks = sum(one["minutes"] for one in facts)
    core = [one for one in facts if one["core"]]
    return (
        f"Plan **{tasks + after} minutes**: {tasks} for the tasks, {after} for what you play "
        f"with at the end. The **class core** is {named([one['id'] for one in core])}, "
        f"{sum(one['minutes'] for one in core)} minutes; the others are challenges."
    )


def named(ids: list[str]) -> str:
    """Tasks by their ids, three and more in a row as a range: "7.1 to 7.4 and 7.6"."""
    rows: list[list[str]] = []
    for one in ids:
        follows = rows and int(one.split(".")[1]) == int(rows[-1][-1].split(".")[1]) + 1
        rows = [*rows[:-1], [*rows[-1], one]] if follows else [*rows, [one]]
    told = [part for row in rows for part in ([f"{row[0]} to {row[-1]}"] if len(row) > 2 else row)]
    return " and ".join(filter(None, [", ".join(told[:-1]), told[-1]]))


def _facts(task_id: str, cells: dict[str, list[NotebookNode]], order: list[NotebookNode]) -> dict:
    """The facts of one task.

    Raises:
        ValueError: its cells contradict one another.
    """
    for role, marked in cells.items():
        if len(marked) != 1:
            raise ValueError(f"task {task_id}: has {len(marked)} cells marked {role!r}; there must be one")
    text, answer, check = (cells[role][0] for role in ROLES)
    if not order.index(text) < order.index(answer) < order.index(check):
        raise ValueError(f"task {task_id}: its cells must stand in the order text, answer, check")
    heading = HEADING.match(text.source)
    if not heading or heading["id"] != task_id:
        raise ValueError(f"cell {text.id}: must begin with '## {task_id} ', its title, an empty line")
    facts = FACTS.fullmatch(heading["facts"])
    if not facts or not re.match(rf"\*\*{points(int(facts['points']))}[: ]", heading["facts"]):
        raise ValueError(
            f"cell {text.id}: its third line must be like '**2 points · 10 minutes · easy**', "
            f"with one of {', '.join(DIFFICULTIES)}"
        )
    worth = _worth(facts["parts"] or "", int(facts["points"]), text.id)
    called = CHECK.fullmatch(check.source)
    if not called or called["id"] != task_id:
        raise ValueError(f'cell {check.id}: must be one line like check("{task_id}", function)')
    return {
        "id": task_id,
        "title": heading["title"],
        "points": int(facts["points"]),
        "minutes": int(facts["minutes"]),
        "difficulty": facts["difficulty"],
        "core": CORE in text.source,
        "function": called["function"],
        "signature": f"({ast.unparse(definition(answer, task_id, called['function']).args)})",
        **({"worth": worth} if worth else {}),
        "given": _given(code(answer.source), order[: order.index(answer)]),
        "code": code(answer.source),
    }


def _given(answer: str, before: list[NotebookNode]) -> str:
    """The statements of earlier cells, answers left out, that define what the code of an answer uses."""
    cells = (cell.source for cell in before if cell.cell_type == "code" and not role_of(cell))
    needed, found = _names(ast.parse(answer), ast.Load), []
    for statement in reversed([one for source in cells for one in ast.parse(source).body]):
        if _defined(statement) & needed:
            found.append(ast.unparse(statement))
            needed |= _names(statement, ast.Load)
    return "\n".join(reversed(found))


def _defined(statement: ast.stmt) -> set[str]:
    """The names that a statement of a cell defines."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {one.asname or one.name.split(".")[0] for one in statement.names}
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    return _names(statement, ast.Store)


def _names(tree: ast.AST, use: type[ast.expr_context]) -> set[str]:
    """The names that are read (`ast.Load`) or set (`ast.Store`) somewhere in a tree."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, use)}


def _worth(parts: str, whole: int, cell_id: str) -> dict[str, int]:
    """The points of each part of a task, from "2 for one row, 1 for a batch"; none from "".

    Raises:
        ValueError: not of this form, one part alone, a name twice, or points that do not add up.
    """
    found = [PART.fullmatch(part) for part in parts.split(", ")] if parts else []
    worth = {part["name"]: int(part["points"]) for part in found if part}
    if len(worth) != len(found) or len(found) == 1 or (found and sum(worth.values()) != whole):
        raise ValueError(
            f"cell {cell_id}: its third line must split the points like '**3 points: 2 for one row, 1 for a "
            f"batch · ...**', with names of their own and {whole} in all"
        )
    return worth


def definition(answer: NotebookNode, task_id: str, name: str) -> ast.FunctionDef:
    """Return the function of this name in the stub of an answer.

    Raises:
        ValueError: there is none, or the stub is no Python.
    """
    try:
        tree = ast.parse(stub(answer.source, task_id))
    except SyntaxError as error:
        reason = f"line {error.lineno} of its stub is no Python; let a region replace whole statements"
        raise ValueError(f"cell {answer.id}: {reason}") from None
    except ValueError as error:
        raise ValueError(f"cell {answer.id}: {error}") from None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    raise ValueError(f"cell {answer.id}: does not define {name}, which the check of task {task_id} calls")


def write(paths: Iterable[Path], take: Side | None = None) -> None:
    """Write the facts of the solutions among some notebooks, beside those of the other sheets.

    Args:
        paths: notebooks, their texts, or folders of them; those without a solution are left out.
        take: the half to follow where a notebook and its text were both edited.
    Raises:
        NotebookError: a notebook contradicts itself; names each file, place and cure. Nothing is written.
    """
    sheets = dict(builder.read_facts()) if builder.FACTS.exists() else {}
    wrong = []
    for path in refresh.find(paths):
        notebook = pairs.read(path, take).wanted
        if any(role_of(cell) == "answer" and regions(cell.source) for cell in notebook.cells):
            sheets[path.stem], found = read(notebook, path.stem)
            wrong += [f"{path}, {problem}" for problem in found]
    if wrong:
        raise NotebookError("\n".join([*wrong, "Nothing was written."]))
    text = dumps(sheets)
    if not builder.FACTS.exists() or builder.FACTS.read_text("utf-8") != text:
        files.write_text(builder.FACTS, text)
    builder.read_facts.cache_clear()


def dumps(sheets: dict[str, list[dict]]) -> str:
    """The text of the file, a line for each task."""
    parts = []
    for stem in sorted(sheets):
        lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in sheets[stem])
        parts.append(f" {json.dumps(stem)}: [\n{lines}\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"
