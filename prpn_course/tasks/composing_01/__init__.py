"""The sheet of chapter 1: mixtures and counts, and adjectives as matrices."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.composing_01 import adjectives, words

SHEET = build_sheet(
    "01-composing-vectors",
    (words, adjectives),
    answers=("prpn_edu.composition", "prpn_edu.data.cooccurrence", "prpn_edu.loops"),
)
