"""The sheet of chapter 2: bags of words, their loss and its gradient, and what is trained with them."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.bags_02 import loss, models, treebank, words

SHEET = build_sheet(
    "02-bags-of-words",
    (words, loss, models, treebank),
    answers=(
        "prpn_edu.composition",
        "prpn_edu.data",
        "prpn_edu.loops",
        "prpn_edu.losses",
        "prpn_edu.training",
    ),
)
