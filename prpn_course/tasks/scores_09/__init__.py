"""The sheet of chapter 9: from scores to trees and back. Brackets; trees as numbers; chance and limits."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.scores_09 import brackets, chance, trees

SHEET = build_sheet(
    "09-from-scores-to-trees",
    (brackets, trees, chance),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_edu.trees", "prpn_book.explore"),
)
