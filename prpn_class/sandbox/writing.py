"""What a student wrote to the questions that a person marks, found among the cells of a notebook.

It runs in a jail, and reads JSON that may have lost its ids: then the question above tells what is answered.
"""

import re

from prpn_class.sandbox.submission import Released

PROMPT = "*Your answer:*"
LONGEST = 20_000  # characters of an answer; an honest one has some hundreds
CUT = "[The answer goes on; open the notebook.]"
PICTURES = "[The answer holds pictures; open the notebook.]"


def take(cells: list[dict], released: Released) -> dict[str, str]:
    """The answers by the ids of their questions; a question without one is not there.

    An answer is what stands in its place, known by the cell's id, and every cell of the student's own, of
    text or of code, from there or from the question on to the next cell that was handed out.
    """
    found: dict[str, list[str]] = {}
    current = ""
    for cell in cells:
        source, kind = source_of(cell), cell.get("cell_type")
        code = kind == "code"
        known = normalised(source)
        if code and known in released.sources:
            current = ""
        elif not code and known in released.prose:
            current = released.prose[known]
        elif str(cell.get("id")) in released.answer_ids:
            current = ""
        elif place := released.places.get(str(cell.get("id"))):
            current = place
        if not known or known in (released.sources if code else released.prose) or not current:
            continue
        text = _unasked(source.replace(PROMPT, "", 1), current, released)
        parts = [f"```python\n{text}\n```" if code else text, PICTURES if cell.get("attachments") else ""]
        found.setdefault(current, []).extend(part for part in parts if part)
    return {name: _bounded("\n\n".join(parts)) for name, parts in found.items() if parts}


def _unasked(text: str, question: str, released: Released) -> str:
    """A text without the lines of its question, where a student wrote into the question's cell."""
    for asked in (known.splitlines() for known, name in released.prose.items() if name == question):
        if asked[0] in text.splitlines():
            text = "\n".join(line for line in text.splitlines() if line.rstrip() not in asked)
    return text.strip()


def _bounded(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n\n{CUT}"


def source_of(cell: dict) -> str:
    """The source of a cell as text that can be written again."""
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str):
        return ""
    return re.sub(r"\r\n?", "\n", source.encode("utf-8", "replace").decode("utf-8"))


def normalised(source: str) -> str:
    """A source without what an editor changes on its own: blank lines and the spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in source.splitlines() if line.strip())
