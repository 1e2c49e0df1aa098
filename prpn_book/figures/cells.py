"""One cell, drawn four times: the RNN, the LSTM, the Child-Sum and the binary Tree-LSTM.

Memory runs along the top from left to right. Each child (or the word before) brings a line of memory, and a
valve f on it says how much of it stays; the valve i lets the candidate u in, the valve o shows the result.
The cells differ in how many lines there are, and in what their valves read.
"""

from collections.abc import Mapping, Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet

Numbers = Mapping[str, str | float]
INPUTS = ["x_t", "h_{t-1}", "h_l", "h_r"]  # what gates read: a number may stand beside these too
LANE, VALVE, JOIN, OUT = 62, 170, 228, 318  # y between lines of memory; x of the valves, the sum, the output


def rnn_cell(numbers: Numbers | None = None, caption: str = "", label: str = "") -> Picture:
    """Draw a recurrent cell: h_t = tanh(W x_t + R h_{t-1} + b).

    Args:
        numbers: name to value, for "x_t", "h_{t-1}" and "h_t"; written beside the names. Optional.
        caption: of the figure.
        label: a name for references.
    """
    given = _Numbers(numbers, ["x_t", "h_{t-1}", "h_t"])
    sheet = Sheet()
    _frame(sheet, 64, -34, 220, 92)
    sheet.arrow((0, 0), (118, 0), "memory", "thick")
    sheet.arrow((142, 110), (142, 18), "word")
    _circle(sheet, 142, 0, "tanh", "memory", 22)
    sheet.arrow((166, 0), (OUT, 0), "memory", "thick")
    sheet.text(0, -12, given("h_{t-1}"), "memory", "start")
    sheet.text(142, 128, given("x_t"), "word")
    sheet.text(OUT, -12, given("h_t"), "memory", "end")
    sheet.text(80, 20, "R", size=SMALL, kind="italic")
    sheet.text(156, 60, "W", size=SMALL, kind="italic")
    return picture(sheet, given.told(caption, ["h_t = tanh(W x_t + R h_{t-1} + b)"]), caption, label)


def lstm_cell(
    numbers: Numbers | None = None, caption: str = "", candidate: str = "u", label: str = ""
) -> Picture:
    """Draw an LSTM cell: one line of memory, whose valve f reads the word and the last output.

    Args:
        numbers: values by name: "f", "i", "o", "u", "c_{t-1}", "c_t", "h_t", "x_t", "h_{t-1}". Optional.
        caption: of the figure.
        candidate: the letter of what could be written, "u" or "g".
        label: a name for references.
    """
    equations = [f"c_t = f c_{{t-1}} + i {candidate}", "h_t = o tanh(c_t)"]
    reads = f"all gates and ${candidate}$ read x_t, h_{{t-1}}"
    return _gated(numbers, ["c_{t-1}"], ["f"], ("c_t", "h_t"), reads, equations, caption, label, candidate)


def child_sum_cell(
    numbers: Numbers | None = None, children: int = 2, caption: str = "", label: str = ""
) -> Picture:
    """Draw a Child-Sum cell: a line of memory a child, each valve f_k made of its own child by the same U.

    Args:
        numbers: name to value, for "f_1", "c_1", ..., "i", "o", "u", "c" and "h". Optional.
        children: how many lines of memory.
        caption: of the figure.
        label: a name for references.
    """
    names = [str(k) for k in range(1, children + 1)]
    lanes, valves = [f"c_{k}" for k in names], [f"f_{k}" for k in names]
    equations = [
        f"c = {' + '.join(f'f_{k} c_{k}' for k in names)} + i u",
        "h = o tanh(c)",
        "f_k reads h_k through one U for all children; i, o, u read the sum of the h_k",
    ]
    reads = "$i$, $o$, $u$ read $x$, sum of h_k; f_k reads $x$, h_k"
    return _gated(numbers, lanes, valves, ("c", "h"), reads, equations, caption, label)


def binary_cell(numbers: Numbers | None = None, caption: str = "", label: str = "") -> Picture:
    """Draw a binary Tree-LSTM cell: two lines of memory, and every valve reads both children.

    Args:
        numbers: values by name: "f_l", "f_r", "c_l", "c_r", "i", "o", "u", "c", "h", "h_l", "h_r". Optional.
        caption: of the figure.
        label: a name for references.
    """
    equations = [
        "c = f_l c_l + f_r c_r + i u",
        "h = o tanh(c)",
        "every gate reads h_l through its U_l and h_r through its U_r",
    ]
    reads = "all gates and $u$ read h_l, h_r"
    return _gated(numbers, ["c_l", "c_r"], ["f_l", "f_r"], ("c", "h"), reads, equations, caption, label)


class _Numbers:
    """What stands at each name of a drawing: the name, and its number where one was given."""

    def __init__(self, numbers: Numbers | None, known: Sequence[str]):
        self.values = {
            name: value if isinstance(value, str) else f"{value:g}" for name, value in (numbers or {}).items()
        }
        if unknown := set(self.values) - set(known):
            raise ValueError(f"this cell has no {', '.join(sorted(unknown))}; it has {', '.join(known)}")

    def __call__(self, name: str) -> str:
        if name in self.values:
            return f"{name} = {self.values[name]}"
        return f"${name}$" if len(name) == 1 else name

    def told(self, caption: str, equations: Sequence[str]) -> str:
        numbers = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return "\n".join(line for line in [caption, *equations, numbers] if line)


def _gated(
    numbers: Numbers | None,
    lanes: Sequence[str],
    valves: Sequence[str],
    result: tuple[str, str],
    reads: str,
    equations: Sequence[str],
    caption: str,
    label: str,
    candidate: str = "u",
) -> Picture:
    """Draw a cell with memory: a lane and a valve for each part, the candidate's lane below them."""
    inputs = [name for name in INPUTS if name in reads]
    given = _Numbers(numbers, [*valves, "i", "o", candidate, *lanes, *result, *inputs])
    for name in inputs:
        reads = reads.replace(name, given(name))
    sheet = Sheet()
    below = len(lanes) * LANE
    _frame(sheet, 64, -40, OUT + 36, below + 52)
    for lane, (memory, valve) in enumerate(zip(lanes, valves, strict=True)):
        y = lane * LANE
        _lane(sheet, y, given(memory), given(valve), "memory", start=0)
    _lane(sheet, below, given(candidate), given("i"), "word", start=68)
    memory, output = result
    sheet.arrow((JOIN + 14, 0), (OUT + 80, 0), "memory", "thick")
    _circle(sheet, JOIN, 0, "+", "memory", 14)
    sheet.text(OUT + 80, -12, given(memory), "memory", "end")
    down = below if below > LANE else LANE
    sheet.line([(OUT - 40, 0), (OUT - 40, down), (OUT - 20, down)], "memory", "thick")
    sheet.box(OUT - 62, down / 2 - 13, 44, 24, "paper", corner=6)
    sheet.box(OUT - 62, down / 2 - 13, 44, 24, "memory", "outline", corner=6)
    sheet.text(OUT - 40, down / 2 + 4, "tanh", "memory", size=SMALL)
    _valve(sheet, OUT - 8, down, given("o"), below=True)
    sheet.arrow((OUT + 4, down), (OUT + 80, down), "ink", "thick")
    sheet.text(OUT + 80, down - 12, given(output), "ink", "end")
    sheet.arrow((JOIN - 40, below + 84), (JOIN - 40, below + 54), "word")
    sheet.text(JOIN - 40, below + 100, reads, "word")
    return picture(sheet, given.told(caption, equations), caption, label)


def _lane(sheet: Sheet, y: float, name: str, valve: str, concept: str, start: float) -> None:
    """A line from `start` through its valve to the sum at the top."""
    x = VALVE
    if start:
        wide = notation.width(name, 14) + 14
        sheet.box(start, y - 13, wide, 26, concept, share=0.14, corner=4)
        sheet.text(start + wide / 2, y + 5, name, concept)
        sheet.line([(start + wide, y), (x - 12, y)], concept, "thick")
    else:
        sheet.text(0, y - 10, name, concept, "start")
        sheet.line([(0, y), (x - 12, y)], concept, "thick")
    if y == 0:
        sheet.arrow((x + 12, 0), (JOIN - 14, 0), concept, "thick")
    else:
        turn = JOIN + (6 if start else -6)  # the candidate's line beside the memory's
        sheet.line([(x + 12, y), (turn, y)], concept, "thick")
        sheet.arrow((turn, y), (turn, 13), concept, "thick")
    _valve(sheet, x, y, valve)


def _valve(sheet: Sheet, x: float, y: float, name: str, below: bool = False) -> None:
    """A product with a gate, and the gate's name above or below."""
    sheet.dot(x, y, 12, "paper")
    sheet.dot(x, y, 12, "gate", share=0.1)
    sheet.dot(x, y, 12, "gate", "outline")
    sheet.text(x, y + 5, "\u00d7", "gate", kind="bold")
    sheet.text(x, y + 28 if below else y - 18, name, "gate")


def _circle(sheet: Sheet, x: float, y: float, text: str, concept: str, radius: float) -> None:
    sheet.dot(x, y, radius, "paper")
    sheet.dot(x, y, radius, concept, "outline")
    sheet.text(x, y + 5, text, concept, kind="bold")


def _frame(sheet: Sheet, left: float, top: float, right: float, bottom: float) -> None:
    sheet.box(left, top, right - left, bottom - top, "rule", "outline", corner=12)
