"""The sheet of chapter 6: guessing the next word, looking back, and the limits of a tree."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.looking_back_06 import looking, words

SHEET = build_sheet(
    "06-looking-back",
    (words, looking),
    answers=("prpn_edu.loops", "prpn_edu.latent.gates", "prpn_edu.latent.memory_lstm"),
)
