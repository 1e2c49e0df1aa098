"""Programs near the solution: each has one small change that a learner may well have made, and a name for it.

The name says what kind of change it is, as the end of "your answer behaves like one that ...". It shows no
line of the solution; of its names only those that the task's arguments have.
"""

import ast
import copy
from collections.abc import Iterator

CLOSE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
TURNED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.NotEq}
VERBS = {
    ast.Add: ("adds", "add"),
    ast.Sub: ("subtracts", "subtract"),
    ast.Mult: ("multiplies", "multiply"),
    ast.Div: ("divides", "divide"),
}
PARTS = {
    ast.Add: "a term",
    ast.Sub: "a term",
    ast.Mult: "a factor",
    ast.Div: "a divisor",
    ast.MatMult: "a matrix",
    ast.Pow: "a power",
}
TWINS = (  # two functions of which one is easily taken for the other, in both directions, and their names
    ("sum", "mean", "the sum", "the mean"),
    ("sum", "prod", "the sum", "the product"),
    ("sum", "max", "the sum", "the largest"),
    ("mean", "max", "the mean", "the largest"),
    ("prod", "min", "the product", "the smallest"),
    ("max", "min", "the largest", "the smallest"),
    ("amax", "amin", "the largest", "the smallest"),
    ("argmax", "argmin", "the largest", "the smallest"),
    ("cumsum", "cumprod", "running sums", "running products"),
    ("logsumexp", "amax", "the log of a sum", "the largest"),
    ("tanh", "sigmoid", "a tanh", "a sigmoid"),
    ("softmax", "sigmoid", "a softmax", "a sigmoid"),
    ("softmax", "log_softmax", "a softmax", "its logarithm"),
    ("exp", "sigmoid", "e to a power", "a sigmoid"),
    ("tril", "triu", "what is below the diagonal", "what is above it"),
    ("zeros", "ones", "zeros at the beginning", "ones"),
    ("any", "all", "whether one is so", "whether all are"),
)
LEFT_OUT = {
    **{name: f"a {name}" for name in ("tanh", "sigmoid", "softmax", "logarithm", "clamp", "sum", "mean")},
    "log": "a logarithm",
    "exp": "an exp",
    "sqrt": "a square root",
    "abs": "an absolute value",
    "cumsum": "running sums",
    "flip": "a turn from end to beginning",
    "reversed": "a turn from end to beginning",
}
AXES = ("sum", "mean", "max", "min", "amax", "softmax", "cumsum", "prod", "argmax", "norm", "logsumexp")
ENDS = {
    "-1": ("takes the first one where it should take the last", ast.Constant(0)),
    "0": ("takes the last one where it should take the first", ast.Constant(-1)),
}
STEPS = """
_steps = iter(range(200_000))

def _step():
    if next(_steps, None) is None:
        raise RuntimeError("too many steps")
"""
EARLY, LATE = "one place too early", "one place too late"


def changes(code: str, arguments: list[str], whole: bool) -> Iterator[tuple[str, ast.Module]]:
    """Yield what each program near a solution does, and the program.

    Nothing near a call of linear algebra is yielded: what is no number can bring its routines down.

    Args:
        code: of the solution.
        arguments: names that may be told.
        whole: whether its results are whole numbers. Other sums may lead to these by chance.
    """
    tree = ast.parse(code)
    for parent in list(ast.walk(tree)) if "linalg" not in code else ():
        for field, value in list(ast.iter_fields(parent)):
            if isinstance(parent, ast.keyword) or (field in ("args", "targets") and _signs(parent)):
                continue
            places = value if isinstance(value, list) else [value]
            for k, child in enumerate(places):
                for name, new in _changed(child, arguments, whole):
                    if isinstance(value, list):
                        value[k] = new
                    else:
                        setattr(parent, field, new)
                    yield name, ast.fix_missing_locations(copy.deepcopy(tree))
                if isinstance(value, list):
                    value[k] = child
                else:
                    setattr(parent, field, child)


def bounded(code: str | ast.Module) -> ast.Module:
    """A program that stops with an error when its loops and functions have made 200,000 steps in all.

    A changed bound or a changed argument can make a loop endless.
    """
    tree = ast.parse(code) if isinstance(code, str) else code
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While | ast.FunctionDef):
            node.body.insert(0, ast.Expr(ast.Call(ast.Name("_step", ast.Load()), [], [])))
    tree.body[:0] = ast.parse(STEPS).body
    return ast.fix_missing_locations(tree)


def _signs(parent: ast.AST) -> bool:
    """Whether the arguments of a node are names that it takes, or that it gives to something."""
    return isinstance(parent, ast.FunctionDef | ast.Lambda | ast.Assign)


def _changed(node, arguments: list[str], whole: bool) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in the place of a node, most telling first, each with its name."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub(), ast.Constant(value=int(number))):  # the 1 of "k + 1"
            yield "is off by one place", left
            yield "is off by one place", ast.BinOp(left, node.op, ast.Constant(number + 1))
        case ast.BinOp():
            yield from () if whole else _sums(node, arguments)
        case ast.Compare(_, [*_], [*_]):
            yield from _comparisons(node)
        case ast.Call():
            yield from _calls(node, arguments, whole)
        case ast.Subscript(ctx=ast.Load()):
            yield from _places(node)
        case ast.BoolOp(_, values):
            for one in values:
                rest = [other for other in values if other is not one]
                yield "leaves out a condition", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp(ast.USub(), operand) if not isinstance(operand, ast.Constant):
            yield "loses a minus", operand
        case ast.UnaryOp(ast.Not(), operand):
            yield "has a condition the wrong way round", operand
        case ast.IfExp(_, _, orelse):
            yield "treats a special case like all others", orelse
        case ast.Attribute(value, "T" | "mT"):
            yield "takes the rows of a matrix for its columns", value
        case ast.ListComp(elt, loops) | ast.SetComp(elt, loops) | ast.GeneratorExp(elt, loops):
            if any(one.ifs for one in loops):
                kept = [ast.comprehension(one.target, one.iter, [], 0) for one in loops]
                yield "leaves out a condition", type(node)(elt, kept)
        case ast.AugAssign() | ast.Assign() | ast.If():
            yield from _statements(node)


def _statements(node) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.AugAssign(target, op, value):
            yield "overwrites where it should go on from what was there", ast.Assign([target], value)
            yield f"leaves out {PARTS.get(type(op), 'a part')}", ast.Pass()
            for name, other in _verbs(op) if not isinstance(value, ast.Constant) else ():
                yield name, ast.AugAssign(target, other, value)
        case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(left), _, right)) if name == left:
            yield "overwrites where it should go on from what was there", ast.Assign(node.targets, right)
        case ast.If(_, body, orelse):
            yield "leaves out a condition", ast.If(ast.Constant(True), body, [])
            yield "leaves out a special case", ast.If(ast.Constant(False), body, orelse)


def _verbs(op) -> Iterator[tuple[str, ast.operator]]:
    """Other operators in the place of one, each with its name."""
    for other, (does, _) in VERBS.items():
        if type(op) in VERBS and not isinstance(op, other):
            yield f"{does} where it should {VERBS[type(op)][1]}", other()


def _sums(node: ast.BinOp, arguments: list[str]) -> Iterator[tuple[str, ast.AST]]:
    """A term or a factor left out, or taken twice; another operator; both sides exchanged."""
    left, op, right = node.left, node.op, node.right
    if type(op) not in PARTS:
        return
    part = PARTS[type(op)]
    yield f"leaves out {part}{_with(right, arguments)}", left
    if not isinstance(op, ast.Pow):
        first = "what is divided" if isinstance(op, ast.Div) else part
        yield f"leaves out {first}{_with(left, arguments)}", right
    for name, verb in _verbs(op):
        yield name, ast.BinOp(left, verb, right)
    if isinstance(op, ast.Sub | ast.Div | ast.MatMult):
        what = {ast.Sub: "difference", ast.Div: "quotient", ast.MatMult: "product of matrices"}[type(op)]
        yield f"exchanges the two sides of a {what}", ast.BinOp(right, op, left)
    for number in _numbers(left):
        yield "has another number in its formula than the task", ast.BinOp(number, op, right)
    for number in _numbers(right):
        yield "has another number in its formula than the task", ast.BinOp(left, op, number)


def _numbers(node: ast.expr) -> Iterator[ast.Constant]:
    """Other numbers in the place of one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        number = node.value
        yield from map(ast.Constant, (number + 1, number - 1, 2 * number, number / 2, number + 2))


def _with(node, arguments: list[str]) -> str:
    """ " with tau" where one of the task's arguments alone stands in a part."""
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & set(arguments)
    return f" with {names.pop()}" if len(names) == 1 else ""


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    for k, op in enumerate(node.ops):
        for table, name in (
            (CLOSE, "treats two numbers that are equal the other way"),
            (TURNED, "compares the wrong way round"),
        ):
            if type(op) in table:
                ops = [*node.ops[:k], table[type(op)](), *node.ops[k + 1 :]]
                yield name, ast.Compare(node.left, ops, node.comparators)


def _calls(node: ast.Call, arguments: list[str], whole: bool) -> Iterator[tuple[str, ast.AST]]:
    """The call left out, or a twin of it, or along another axis; the ends of a range."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    of_object = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") != "torch"
    if name in LEFT_OUT and (of_object or node.args):
        kept = node.func.value if isinstance(node.func, ast.Attribute) and of_object else node.args[0]
        yield f"leaves out {LEFT_OUT[name]}{_with(kept, arguments)}", kept
    for one, other, its, others in TWINS:
        for old, new, due, came in ((one, other, its, others), (other, one, others, its)):
            if name == old:
                yield (
                    f"takes {came} where it should take {due}",
                    ast.Call(_renamed(node.func, new), node.args, node.keywords),
                )
    if name == "range":
        yield from _ranges(node)
    if name in AXES:
        yield from _axes(node)
    if name == "clamp" and len(node.args) + len(node.keywords) > 1:
        for k in range(2):
            both = [*node.args, *(one.value for one in node.keywords)]
            yield (
                "cuts off at one end alone",
                ast.Call(node.func, [], [ast.keyword(("min", "max")[k], both[k])]),
            )


def _renamed(function: ast.expr, name: str) -> ast.expr:
    return (
        ast.Attribute(function.value, name, ast.Load())
        if isinstance(function, ast.Attribute)
        else ast.Name(name, ast.Load())
    )


def _axes(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """A reduction along another axis."""
    other = [one for one in node.keywords if one.arg != "dim"]
    dims = [one.value for one in node.keywords if one.arg == "dim"] or node.args[-1:]
    if dims and isinstance(dims[0], ast.Constant):
        kept = node.args if len(other) < len(node.keywords) else node.args[:-1]
        for dim in {0, 1, -1} - {dims[0].value}:
            yield (
                "works along another axis",
                ast.Call(node.func, kept, [*other, ast.keyword("dim", ast.Constant(dim))]),
            )


def _ranges(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    begin, end, *step = node.args if len(node.args) > 1 else (ast.Constant(0), node.args[0])
    for name, new in (
        (f"ends a loop {EARLY}", [begin, _moved(end, -1)]),
        (f"ends a loop {LATE}", [begin, _moved(end, 1)]),
        (f"begins a loop {EARLY}", [_moved(begin, -1), end]),
        (f"begins a loop {LATE}", [_moved(begin, 1), end]),
    ):
        yield name, ast.Call(node.func, [*new, *step], [])


def _places(node: ast.Subscript) -> Iterator[tuple[str, ast.AST]]:
    """An index one place further on or back; a slice with another end."""
    new: list[tuple[str, ast.expr]]
    if isinstance(node.slice, ast.Slice):
        low, high, step = node.slice.lower, node.slice.upper, node.slice.step
        new = [(f"begins a part {LATE}", ast.Slice(_moved(low or ast.Constant(0), 1), high, step))]
        if low:
            new.append((f"begins a part {EARLY}", ast.Slice(_moved(low, -1), high, step)))
        if high:
            new.append((f"ends a part {LATE}", ast.Slice(low, _moved(high, 1), step)))
        new.append(
            (f"ends a part {EARLY}", ast.Slice(low, _moved(high, -1) if high else ast.Constant(-1), step))
        )
    elif ast.unparse(node.slice) in ENDS:
        new = [ENDS[ast.unparse(node.slice)]]
    elif isinstance(node.slice, ast.Tuple | ast.Constant):
        new = []
    else:
        new = [(f"looks {k}", _moved(node.slice, n)) for k, n in ((LATE, 1), (EARLY, -1))]
    yield from ((name, ast.Subscript(node.value, one, node.ctx)) for name, one in new)


def _moved(node: ast.expr, by: int) -> ast.expr:
    return ast.BinOp(node, ast.Add(), ast.Constant(by))
