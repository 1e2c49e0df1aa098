"""The sheet of chapter 15: a grammar that grows words. Trees, the sum over all of them, and EM."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.grammar_15 import grown, learning, sums

SHEET = build_sheet(
    "15-a-grammar-that-grows-the-words",
    (grown, sums, learning),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_book.explore"),
)
