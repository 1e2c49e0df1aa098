"""The sheet of chapter 7: the gates of PRPN. One module a task."""

from prpn_edu.course.task import sheet
from prpn_edu.course.tasks.gates_07 import (
    t1_hard_gates,
    t2_alphas,
    t3_limit_distribution,
    t4_expected_gates,
    t5_gated_attention,
    t6_nearest_higher,
    t7_expected_attention,
)

SHEET = sheet(
    "07-prpn-gates",
    "Chapter 7",
    (
        t1_hard_gates,
        t2_alphas,
        t3_limit_distribution,
        t4_expected_gates,
        t5_gated_attention,
        t6_nearest_higher,
        t7_expected_attention,
    ),
)
