"""A formula as one line of plain text, for where nothing is set: `\\tfrac{1}{2} d_{t-1}` as `1/2 d_(t-1)`."""

import re
import unicodedata
from collections.abc import Iterator

SIGNS = {
    "approx": "≈", "cap": "∩", "cdot": "·", "cdots": "…", "dots": "…", "ell": "ℓ", "forall": "∀", "ge": "≥",
    "gets": "←", "in": "∈", "infty": "∞", "ldots": "…", "le": "≤", "lVert": "‖", "lvert": "|", "mid": "|",
    "nabla": "∇", "ne": "≠", "odot": "⊙", "partial": "∂", "pm": "±", "prod": "∏", "propto": "∝", "quad": " ",
    "rVert": "‖", "rvert": "|", "sim": "~", "square": "□", "sum": "∑", "times": "×", "to": "→", "top": "T",
}  # fmt: skip
GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta"),
    *("lambda", "mu", "pi", "sigma", "tau", "phi"),
)
SIGNS |= {name: unicodedata.lookup(f"GREEK SMALL LETTER {name.replace('lambda', 'lamda')}") for name in GREEK}
SIGNS |= {name.title(): SIGNS[name].upper() for name in GREEK}
TOKEN = re.compile(r"\\[A-Za-z]+\*?\s*|\\.|\S|\s+")
ACCENTS = {"tilde": "\u0303", "hat": "\u0302", "bar": "\u0304"}
FRACTIONS = {"frac", "tfrac", "dfrac"}
UNSAID = re.compile(
    r"math\w+|operatorname\*?|text\w*|bigl?|bigr|left|right|displaystyle|begin|end|class|htmlClass|limits"
)
SPACES = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "\\": "; "}


def formula_text(tex: str) -> str:
    """Return a formula in TeX as text without backslashes; a command that is not known gives its name."""
    return re.sub(r"\s+", " ", _until_closed(iter(TOKEN.findall(tex)))).strip()


def _until_closed(tokens: Iterator[str]) -> str:
    """Everything as far as the brace that closes this group."""
    said = ""
    for token in tokens:
        if token == "}":
            break
        said += _said(token, tokens)
    return said


def _said(token: str, tokens: Iterator[str]) -> str:
    """What a token says, with the arguments that follow it."""
    if token == "{":
        return _until_closed(tokens)
    if token in "_^":
        return token + _whole(_argument(tokens))
    if token in "~&":
        return " "
    if not token.startswith("\\"):
        return token
    name = token[1:].rstrip() or " "
    if not name[0].isalpha():
        return SPACES.get(name, name)
    if name in FRACTIONS:
        return f"{_whole(_argument(tokens))}/{_whole(_argument(tokens))}"
    if name == "sqrt":
        return f"√{_whole(_argument(tokens))}"
    if name in ACCENTS:
        return _argument(tokens) + ACCENTS[name]
    if name in ("begin", "end", "class", "htmlClass"):
        _argument(tokens)
    if UNSAID.fullmatch(name):
        return ""
    return SIGNS.get(name, name) + " " * token[-1].isspace()


def _argument(tokens: Iterator[str]) -> str:
    """The group or the one token that comes next."""
    token = next((token for token in tokens if not token.isspace()), "")
    said = _said(token, tokens) if token else ""
    return said or (_argument(tokens) if UNSAID.fullmatch(token[1:].rstrip()) else "")


def _whole(part: str) -> str:
    """A part that can stand beside others: in parentheses, unless it is one name or number."""
    part = part.strip()
    return part if re.fullmatch(r"[\w.\u0303\u0302\u0304*]+", part) else f"({part})"
