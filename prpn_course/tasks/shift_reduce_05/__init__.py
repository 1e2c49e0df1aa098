"""The sheet of chapter 5: shift and reduce. Trees as programs; sentences through the machine; by height."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.shift_reduce_05 import levels, programs, sentences

SHEET = build_sheet(
    "05-shift-and-reduce",
    (programs, sentences, levels),
    answers=("prpn_edu.composition", "prpn_book.explore", "prpn_edu.loops", "prpn_edu.trees"),
)
