"""`prpn-edu parse`: the tree and the scores of one sentence, in a terminal.

The model that comes with the course runs as a plain loop, so that no library has to be loaded for it.
"""

from pathlib import Path
from typing import Any

from prpn_edu import parser
from prpn_edu.errors import UsageError
from prpn_edu.loops import prpn
from prpn_edu.loops.gates import split
from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.transitions import brackets

BAR = 24  # columns of a score of 1


def report(sentence: str, folder: Path | None = None) -> str:
    """What is printed: brackets, the tree, a score for each word, and the words that the model does not know.

    Args:
        sentence: as one types it.
        folder: of a model that `Prpn.save` wrote; None takes the one that comes with the course.
    Raises:
        UsageError: a sentence that cannot be read, or a folder that holds no such model.
    """
    if folder is None:
        words, d = parser.scores(sentence)
        model = parser.model()
        unknown = [word for word in words if word not in model["number"]]
        source = f"The model that comes with the course; it has read {model['about']['text']}."
    else:
        words = tokens(sentence)
        if not words:
            raise UsageError(f"{sentence!r}: {problem(sentence, prpn.MOST)}")
        d, unknown = _saved(words, folder)
        source = f"The model in {folder}."
    tree = split(d, words)
    lines = [brackets(tree), "", *drawing(tree), "", *_bars(words, d), ""]
    if unknown:
        lines.append(f"Unknown to the model, so all the same to it: {', '.join(dict.fromkeys(unknown))}.")
    return "\n".join([*lines, source])


def _saved(words: list[str], folder: Path) -> tuple[list[float], list[str]]:
    """The scores by a saved model, and the words that it reads as unknown."""
    from prpn_edu.data.vocab import UNKNOWN
    from prpn_edu.latent import Prpn
    from prpn_edu.storage import StorageError

    try:
        model = Prpn.load(folder)
    except StorageError as error:
        raise UsageError(str(error)) from None
    numbers = model.read(words).tolist()
    unknown = [word for word, n in zip(words, numbers, strict=True) if model.vocabulary.words[n] == UNKNOWN]
    return model.distances(words).tolist(), unknown


def drawing(tree: Any) -> list[str]:
    """A tree as lines of text: elbows above, the words below.

    Args:
        tree: nested pairs of words, as `loops.gates.split` gives them.
    """
    columns: list[str] = []
    nodes: list[tuple[int, int, int, int]] = []  # level, left x, own x, right x

    def place(part: Any) -> tuple[int, int]:
        """Where a part stands: its level above the words, and its x."""
        if isinstance(part, str):
            start = sum(len(word) + 2 for word in columns)
            columns.append(part)
            return 0, start + (len(part) - 1) // 2
        (a, left), (b, right) = map(place, part)
        level, x = 1 + max(a, b), (left + right) // 2
        nodes.append((level, left, x, right))
        for below, at in ((a, left), (b, right)):
            stems.extend((row, at) for row in range(below + 1, level))
        return level, x

    stems: list[tuple[int, int]] = []  # level, x: lines that run down past it
    top, _ = place(tree)
    rows = [[" "] * sum(len(word) + 2 for word in columns) for _ in range(top + 1)]
    for level, x in stems:
        rows[level][x] = "│"
    for level, left, x, right in nodes:
        rows[level][left : right + 1] = "┌" + "─" * (right - left - 1) + "┐"
        rows[level][x] = "┴"
    return ["".join(row).rstrip() for row in rows[:0:-1]] + ["  ".join(columns)]


def _bars(words: list[str], scores: list[float]) -> list[str]:
    width = max(map(len, words))
    return [
        f"{word:{width}}  {score:.2f}  {'█' * round(BAR * score)}"
        for word, score in zip(words, scores, strict=True)
    ]
