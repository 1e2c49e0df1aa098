"""The sheet of chapter 12: a limit one can sum over. Laws of the limit; the sum, its losses and gradients."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.limits_12 import laws, losses, sums

SHEET = build_sheet(
    "12-a-limit-one-can-sum-over",
    (laws, sums, losses),
    answers=("prpn_edu.latent", "prpn_edu.loops"),
)
