"""Does an answer come from the library instead of the student?

An answer may not import the modules that hold it. Comparing with the library in a cell of one's own is
welcome, so only what functions and assignments use is looked at. This reads the source alone: it stops a
short cut, not a cheat.
"""

import ast

from prpn_edu.course.grading.submissions import Submission, parse
from prpn_edu.course.task import Task


def borrowed(submission: Submission, task: Task) -> str | None:
    """Return the module that an answer borrows from, None for an honest one."""
    trees = [tree for cell in submission.own if (tree := parse(cell.source))]
    names = {}
    for tree in trees:
        names |= _imports(tree, task.answer_modules)
    if task.function in names:
        return names[task.function]
    for cell in submission.answers(task.id):
        tree = parse(cell.source)
        used = _used(tree) if tree else set()
        module = next((names[name] for name in sorted(used) if name in names), None)
        if module:
            return module
    return None


def _imports(tree: ast.AST, modules: tuple[str, ...]) -> dict[str, str]:
    """The names that imports of these modules bind, each with its module."""
    bound = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _inside(alias.name, modules):
                    bound[alias.asname or alias.name] = alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                if _inside(full, modules):
                    bound[alias.asname or alias.name] = full
    return bound


def _inside(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def _used(tree: ast.Module) -> set[str]:
    """The names, dotted ones too, that the functions and assignments of a cell use or import."""
    used = set()
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.Assign | ast.AnnAssign | ast.ClassDef):
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    used.add(node.id)
                elif isinstance(node, ast.Attribute):
                    used.add(ast.unparse(node))
                elif isinstance(node, ast.Import | ast.ImportFrom):
                    used |= {alias.asname or alias.name for alias in node.names}
    return used
