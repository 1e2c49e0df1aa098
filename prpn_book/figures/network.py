"""The whole PRPN in one drawing: Parsing makes scores, scores make gates, gates limit Reading and Predict.

The same drawing with the way back, from the loss to the scores; and what an LSTM with a tape does otherwise.
"""

from collections.abc import Collection, Sequence
from functools import partial

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet

WORDS = ["x_0", "x_1", "x_2", "x_3", "x_4"]  # t = 4
STEP, WIDE, HIGH = 59, 48, 30  # narrow enough for a phone
PLACES = [STEP * i for i in range(len(WORDS))]
NOW, NEXT = PLACES[-1], PLACES[-1] + 2 * STEP  # x of step t, and of what guesses the word after it
GATES = [0.15, 0.33, 0.55, 1.0]  # of Figure 2
TOLD = {
    "Parsing": "Parsing reads the words x_{t-5} .. x_t and gives the score d_t, and an estimate of d_{t+1}",
    "gates": "the scores give the gates g_i of step t, one for each memory m_i, i < t",
    "Reading": "Reading, an LSTM: from x_t and the average of the m_i under the attention s_i it makes m_t",
    "Predict": "Predict: m_t and the average of the m_i, gated by the guessed d_{t+1}, guess x_{t+1}",
}
PARTS = tuple(TOLD)


def prpn_network(caption: str = "", label: str = "", lit: Collection[str] = PARTS) -> Picture:
    """Draw the three networks of PRPN at step t = 4 (Shen et al., 2018; the note's eq. 1 to 3).

    Args:
        caption: of the figure.
        label: a name for references.
        lit: which of "Parsing", "gates", "Reading" and "Predict" are drawn in full; the others stand back.
    Returns:
        a `Picture` whose text alternative says what each network reads and gives.
    Raises:
        ValueError: a part that there is not.
    """
    if unknown := set(lit) - set(PARTS):
        raise ValueError(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    sheet = Sheet()
    for x, word in zip(PLACES, WORDS, strict=True):
        _box(sheet, x, 300, WIDE, word, "word")
    for name, draw in (
        ("Parsing", _parsing),
        ("gates", _gates),
        ("Reading", _reading),
        ("Predict", _predict),
    ):
        part = Sheet()
        draw(part)
        sheet.add(part, faint=name not in lit)
    told = [TOLD[name] for name in PARTS if name in lit]
    return picture(sheet, "\n".join([caption, *told]), caption, label)


def prpn_gradient(caption: str = "", label: str = "") -> Picture:
    """Draw the ways on which the gradient of the loss reaches the scores, over a pale `prpn_network`.

    Args:
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative names each station of both ways.
    """
    sheet = Sheet()
    pale = _Grey()
    for x, word in zip(PLACES, WORDS, strict=True):
        _box(pale, x, 300, WIDE, word, "word")
    for draw in (_parsing, _gates, _reading, partial(_predict, guess="")):
        draw(pale)
    sheet.add(pale, opacity=0.7)
    _box(sheet, NEXT + 18, 300, WIDE, "loss", "error")
    sheet.arrow((NEXT + 18, 284), (NEXT + 18, 179), "error", "thick")
    _station(sheet, NEXT + 18, 262, "1")
    sheet.arrow((NEXT - 36, 168), (NOW + 46, 168), "error", "thick")
    _station(sheet, (NOW + NEXT) / 2 + 5, 168, "2")
    beside, gate = PLACES[1] + STEP / 2, PLACES[1]
    sheet.line([(NOW, 143), (NOW, 122), (beside, 122), (beside, 184), (gate, 184)], "error", "thick")
    _station(sheet, beside + STEP, 122, "3")
    sheet.arrow((gate, 184), (gate, 199), "error", "thick")
    sheet.arrow((gate, 209), (gate, 230), "error", "thick")
    _station(sheet, beside, 160, "4")
    sheet.line([(NEXT - 18, 177), (NEXT - 18, 246)], "error", "thick dashed")
    sheet.arrow((NEXT - 18, 246), (NOW + WIDE / 2 + 1, 246), "error", "thick dashed")
    _station(sheet, NEXT - 18, 214, "5")
    told = [
        "1: from the loss of the next word to Predict",
        "2: from Predict to Reading's state m_4",
        "3: to the attention over the memories",
        "4: to their gates, and so to the scores and to Parsing",
        "5: the second way, from Predict through the guessed gates to the estimate of d_5 and to Parsing",
    ]
    return picture(sheet, "\n".join([caption, *told]), caption, label)


def lstm_beside_tape(caption: str = "", label: str = "") -> Picture:
    """Draw what an LSTM continues from at step 3, beside what one with a memory tape continues from.

    Args:
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative says it in words.
    """
    sheet = Sheet()
    sheet.add(_cell(tape=False), alone=True)
    sheet.add(_cell(tape=True), dx=350, alone=True)
    told = [
        "an LSTM: step 3 continues from m_2 alone",
        "an LSTM with a tape: step 3 continues from the sum of s_0 m_0, s_1 m_1 and s_2 m_2",
    ]
    return picture(sheet, "\n".join([caption, *told]), caption, label)


def _cell(tape: bool) -> Sheet:
    """One step of an LSTM, at y 0 its state; with a tape, all earlier states come in by their average."""
    sheet, cell = Sheet(), 208.0
    sheet.text(112, -72, "an LSTM with a tape" if tape else "an LSTM", "ink", kind="bold")
    for i in range(3):
        x = 58.0 * i
        _box(sheet, x, 0, WIDE, f"m_{i}", "memory" if tape or i == 2 else "word")
        if tape:
            sheet.line([(x, -HIGH / 2), (x, -42)], "attention")
            sheet.text(x + 5, -24, f"s_{i}", "attention", "start", SMALL)
    if tape:
        sheet.line([(0, -42), (cell, -42)], "attention")
        sheet.arrow((cell, -42), (cell, -HIGH / 2 - 2), "attention")
        sheet.text(cell - 8, -50, "average", "attention", "end", SMALL)
    else:
        sheet.arrow((116 + WIDE / 2, 0), (cell - 31, 0), "memory", "thick")
    _box(sheet, cell, 0, 60, "LSTM", "memory")
    sheet.text(cell, 60, "x_3", "word")
    sheet.arrow((cell, 44), (cell, HIGH / 2 + 3), "word")
    sheet.arrow((cell + 30, 0), (cell + 52, 0), "memory")
    sheet.text(cell + 57, 5, "m_3", "memory", "start")
    return sheet


class _Grey(Sheet):
    """A sheet on which every concept is drawn in the grey of words."""

    def line(self, points: Sequence[tuple[float, float]], concept: str = "ink", kind: str = "") -> None:
        super().line(points, "word", kind)

    def polygon(self, corners: Sequence[tuple[float, float]], concept: str = "ink") -> None:
        super().polygon(corners, "word")

    def box(self, x, y, width, height, concept="ink", kind="fill", share=None, corner=0) -> None:
        super().box(x, y, width, height, "word", kind, share, corner)

    def text(self, x, y, text, concept="ink", anchor="middle", size=SIZE, kind="") -> None:
        super().text(x, y, text, "word", anchor, size, kind)


def _station(sheet: Sheet, x: float, y: float, number: str) -> None:
    sheet.dot(x, y, 9, "paper")
    sheet.dot(x, y, 9, "error", "outline")
    sheet.text(x, y + 5, number, "error", size=SMALL, kind="bold")


def _parsing(sheet: Sheet) -> None:
    for x in PLACES:
        sheet.arrow((x, 284), (x, 262), "word", "thin")
    _box(sheet, (PLACES[0] + NOW) / 2, 246, NOW - PLACES[0] + WIDE, "Parsing: scores d_0 .. d_4", "tree")
    sheet.line([(NOW + WIDE / 2, 246), (NEXT - 18, 246)], "tree", "dashed")
    sheet.text(NEXT - 24, 277, "guess of d_5", "tree", "end", SMALL)


def _gates(sheet: Sheet) -> None:
    for x, gate in zip(PLACES, GATES, strict=False):
        sheet.arrow((x, 230), (x, 212), "tree", "thin")
        sheet.box(x - WIDE / 2, 200, WIDE, 8, "gate", "outline")
        sheet.box(x - WIDE / 2, 200, WIDE * gate, 8, "gate")
        sheet.line([(x, 192), (x, 176)], "gate", "thin dashed")
    sheet.text(PLACES[0] - WIDE / 2 - 8, 209, "gates g", "gate", "end", SMALL)


def _reading(sheet: Sheet) -> None:
    for i, x in enumerate(PLACES[:-1]):
        _box(sheet, x, 160, WIDE, f"m_{i}", "memory")
        sheet.line([(x, 144), (x, 122)], "attention")
    sheet.text(PLACES[0] - WIDE / 2 - 8, 165, "memory", "memory", "end", SMALL)
    sheet.line([(PLACES[0], 122), (NOW, 122)], "attention")
    sheet.text(PLACES[0], 112, "sum of s_i m_i", "attention", "start", SMALL)
    sheet.arrow((NOW, 122), (NOW, 142), "attention")
    sheet.arrow((NOW, 230), (NOW, 178), "word", "thin")
    _box(sheet, NOW + 8, 160, WIDE + 28, "Reading", "memory")  # clear of m_3
    sheet.arrow((NOW + 8 + (WIDE + 28) / 2, 160), (NEXT - WIDE / 2 - 10, 160), "memory")
    sheet.text((NOW + NEXT) / 2 + 6, 152, "m_4", "memory", size=SMALL)


def _predict(sheet: Sheet, guess: str = "x_5?") -> None:
    _box(sheet, NEXT, 160, WIDE + 20, "Predict", "limit")
    sheet.line([(PLACES[3], 122), (PLACES[3], 84), (NEXT, 84)], "attention", "dashed")
    sheet.arrow((NEXT, 84), (NEXT, 142), "attention", "dashed")
    sheet.text((NOW + NEXT) / 2, 74, "average under guessed gates", "attention", size=SMALL)
    sheet.arrow((NEXT - 18, 246), (NEXT - 18, 178), "tree", "dashed")
    sheet.arrow((NEXT + 18, 178), (NEXT + 18, 284), "limit")
    if guess:
        _box(sheet, NEXT + 18, 300, WIDE, guess, "word")


def _box(sheet: Sheet, x: float, y: float, width: float, text: str, concept: str) -> None:
    sheet.box(x - width / 2, y - HIGH / 2, width, HIGH, concept, share=0.12, corner=4)
    sheet.box(x - width / 2, y - HIGH / 2, width, HIGH, concept, "outline", corner=4)
    sheet.text(x, y + 5, text, concept, kind="bold" if text[0].isupper() else "")
