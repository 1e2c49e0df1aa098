"""The whole PRPN in one drawing: Parsing makes scores, scores make gates, gates limit Reading and Predict."""

from prpn_edu.figures.picture import Picture, picture
from prpn_edu.figures.svg import SMALL, Sheet

WORDS = ["x_0", "x_1", "x_2", "x_3", "x_4"]  # t = 4
STEP, WIDE, HIGH = 82, 58, 30
GATES = [0.15, 0.33, 0.55, 1.0]  # of Figure 2
TOLD = (
    "Parsing reads the words x_{t-5} .. x_t and gives the score d_t, and an estimate of d_{t+1}",
    "the scores give the gates g_i of step t, one for each memory m_i, i < t",
    "Reading, an LSTM: from x_t and the average of the m_i under the gated attention s_i it makes m_t",
    "Predict: m_t and the average of the m_i, gated by the estimated d_{t+1}, give a guess of x_{t+1}",
)


def prpn_network(caption: str = "", label: str = "") -> Picture:
    """Draw the three networks of PRPN at step t = 4 (Shen et al., 2018; the note's eq. 1 to 3).

    Args:
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative says what each network reads and gives.
    """
    sheet = Sheet()
    places = [STEP * i for i in range(len(WORDS))]
    t, right = places[-1], places[-1] + 2 * STEP
    for x, word in zip(places, WORDS, strict=True):
        _box(sheet, x, 300, WIDE, word, "word")
        sheet.arrow((x, 284), (x, 262), "word", "thin")
    _box(sheet, (places[0] + t) / 2, 246, t - places[0] + WIDE, "Parsing: scores d_0 .. d_4", "tree")
    for x, gate, i in zip(places, GATES, range(len(GATES)), strict=False):
        sheet.arrow((x, 230), (x, 212), "tree", "thin")
        sheet.box(x - WIDE / 2, 200, WIDE, 8, "gate", "outline")
        sheet.box(x - WIDE / 2, 200, WIDE * gate, 8, "gate")
        _box(sheet, x, 160, WIDE, f"m_{i}", "memory")
        sheet.line([(x, 192), (x, 176)], "gate", "thin dashed")
        sheet.line([(x, 144), (x, 122)], "attention")
    sheet.text(places[0] - WIDE / 2 - 8, 209, "gates g", "gate", "end", SMALL)
    sheet.text(places[0] - WIDE / 2 - 8, 165, "memory", "memory", "end", SMALL)
    sheet.line([(places[0], 122), (t, 122)], "attention")
    sheet.text(places[0], 112, "sum of s_i m_i", "attention", "start", SMALL)
    sheet.arrow((t, 122), (t, 142), "attention")
    sheet.arrow((t, 230), (t, 178), "word", "thin")
    _box(sheet, t, 160, WIDE + 14, "Reading", "memory")
    sheet.arrow((t + (WIDE + 14) / 2, 160), (right - WIDE / 2 - 10, 160), "memory")
    sheet.text((t + right) / 2 + 2, 152, "m_4", "memory", size=SMALL)
    _box(sheet, right, 160, WIDE + 20, "Predict", "limit")
    sheet.line([(t, 122), (t, 84), (right, 84)], "attention", "dashed")
    sheet.arrow((right, 84), (right, 142), "attention", "dashed")
    sheet.text((t + right) / 2, 74, "average under guessed gates", "attention", size=SMALL)
    sheet.line([(t + WIDE / 2, 246), (right - 18, 246)], "tree", "dashed")
    sheet.arrow((right - 18, 246), (right - 18, 178), "tree", "dashed")
    sheet.text(right - 24, 264, "estimate of d_5", "tree", "end", SMALL)
    sheet.arrow((right + 18, 178), (right + 18, 284), "limit")
    _box(sheet, right + 18, 300, WIDE, "x_5?", "word")
    return picture(sheet, "\n".join([caption, *TOLD]), caption, label)


def _box(sheet: Sheet, x: float, y: float, width: float, text: str, concept: str) -> None:
    sheet.box(x - width / 2, y - HIGH / 2, width, HIGH, concept, share=0.12, corner=4)
    sheet.box(x - width / 2, y - HIGH / 2, width, HIGH, concept, "outline", corner=4)
    sheet.text(x, y + 5, text, concept, kind="bold" if text[0].isupper() else "")
