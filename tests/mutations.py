"""Small changes of a program, one at a time, each as source: what a learner may well have written."""

import ast
from collections.abc import Iterator

COMPARE = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COMBINE = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TWINS = (
    "sum mean",
    "sum prod",
    "mean sum",
    "prod sum",
    "max min",
    "min max",
    "amax amin",
    "amin amax",
    "argmax argmin",
    "argmin argmax",
    "cumsum cumprod",
    "cumprod cumsum",
    "any all",
    "all any",
    "tril triu",
    "triu tril",
    "zeros ones",
    "ones zeros",
    "zeros_like ones_like",
    "ones_like zeros_like",
    "tanh sigmoid",
    "sigmoid tanh",
    "log_softmax softmax",
    "softmax log_softmax",
    "append insert",
    "index rindex",
    "rindex index",
)
FORM = {  # these change how numbers are kept, not which they are
    "double",
    "float",
    "clone",
    "item",
    "tolist",
    "numpy",
    "detach",
    "to",
    "bool",
    "astype",
    "contiguous",
    "int",
    "long",
    "list",
    "tuple",
    "copy",
    "tensor",
    "array",
    "from_numpy",
    "asarray",
    "stack",
    "vstack",
}
NO_VALUE = {"strict", "dtype"}  # keywords
LEFT_ALONE = {(ast.FunctionDef, "args"), (ast.FunctionDef, "decorator_list"), (ast.arg, "annotation")}


def mutations(tree: ast.AST) -> Iterator[str]:
    """Yield the source of the tree with one thing changed, for each thing and each change."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if (type(parent), field) in LEFT_ALONE or getattr(parent, "arg", None) in NO_VALUE:
                continue
            if isinstance(value, list):
                for k, child in enumerate(value):
                    for new in _changes(child, parent, field):
                        value[k : k + 1] = new if isinstance(new, list) else [new]
                        yield ast.unparse(ast.fix_missing_locations(tree))
                        value[k : k + (len(new) if isinstance(new, list) else 1)] = [child]
            elif isinstance(value, ast.AST) or (value is None and isinstance(parent, ast.Slice)):
                for new in _changes(value, parent, field):
                    setattr(parent, field, new)
                    yield ast.unparse(ast.fix_missing_locations(tree))
                setattr(parent, field, value)


def _changes(node, parent, field) -> Iterator:
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    elif isinstance(parent, ast.AugAssign) and field == "op" and type(node) in COMBINE:
        yield COMBINE[type(node)]()
    elif isinstance(parent, ast.Slice):
        yield from _ends(node, field)
    elif (field == "slice" and isinstance(parent, ast.Subscript)) or (
        field == "args" and isinstance(parent, ast.Call) and _name(parent) == "range"
    ):
        yield from _shifted(node)
    if isinstance(node, ast.expr):
        yield from _expressions(node)


def _statements(node) -> Iterator:
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Break | ast.Continue) and not text:
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value, lineno=0)
    if isinstance(node, ast.Break):
        yield ast.Continue()
    if isinstance(node, ast.Continue):
        yield ast.Break()
    if isinstance(node, ast.If | ast.While):
        yield node.orelse or [ast.Pass()]
        yield node.body
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _ends(node, field) -> Iterator:
    """An end of a slice: moved by one, left out, or put where there is none."""
    if node is not None:
        yield from _shifted(node)
        yield None
    elif field == "lower":
        yield ast.Constant(1)
    elif field == "upper":
        yield ast.Constant(-1)


def _shifted(node) -> Iterator:
    """One more and one less; of a number that is done in any place."""
    if not isinstance(node, ast.Constant | ast.Slice | ast.Tuple):
        yield ast.BinOp(node, ast.Add(), ast.Constant(1))
        yield ast.BinOp(node, ast.Sub(), ast.Constant(1))


def _expressions(node) -> Iterator:
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARE:
            yield from (ast.Compare(left, [other()], [right]) for other in COMPARE[type(operator)])
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            yield from values
        case ast.BinOp(left, operator, right):
            if type(operator) in COMBINE:
                yield ast.BinOp(left, COMBINE[type(operator)](), right)
            if isinstance(operator, ast.Sub | ast.Div | ast.MatMult | ast.Pow):
                yield ast.BinOp(right, operator, left)
            yield left
            yield right
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Attribute(value, "T" | "mT"):
            yield value
        case ast.Call():
            yield from _calls(node)
        case ast.ListComp(elt, generators) | ast.GeneratorExp(elt, generators):
            kept = [ast.comprehension(one.target, one.iter, [], 0) for one in generators]
            if any(one.ifs for one in generators):
                yield type(node)(elt, kept)


def _calls(node: ast.Call) -> Iterator:
    """A twin in place of the function, the call left out, arguments exchanged, a keyword left out."""
    name = _name(node)
    if name in FORM:
        return
    for old, new in map(str.split, TWINS):
        if name == old:
            yield ast.Call(_renamed(node.func, new), node.args, node.keywords)
    if isinstance(node.func, ast.Attribute) and not (
        isinstance(node.func.value, ast.Name) and node.func.value.id in ("torch", "np", "math", "functional")
    ):
        yield node.func.value
    elif len(node.args) == 1 or name in ("softmax", "sorted", "flip"):
        yield node.args[0]
    if len(node.args) == 2 and name not in ("max", "min", "maximum", "minimum"):
        yield ast.Call(node.func, node.args[::-1], node.keywords)
    if name in ("max", "min", "maximum", "minimum", "range") and len(node.args) > 1:
        yield from [ast.Call(node.func, [one], []) for one in node.args[:2]] if name == "range" else node.args
    for one in node.keywords:
        if one.arg not in NO_VALUE:
            yield ast.Call(node.func, node.args, [other for other in node.keywords if other is not one])


def _name(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _renamed(function: ast.expr, name: str) -> ast.expr:
    if isinstance(function, ast.Attribute):
        return ast.Attribute(function.value, name)
    return ast.Name(name)
