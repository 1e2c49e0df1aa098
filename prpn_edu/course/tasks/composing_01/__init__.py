"""The sheet of chapter 1: mixtures, counts, and adjectives as matrices. One module a task."""

from prpn_edu.course.task import sheet
from prpn_edu.course.tasks.composing_01 import (
    t1_mixtures,
    t2_apply,
    t3_count_company,
    t4_ppmi,
    t5_fit_adjective,
    t6_held_out,
)

SHEET = sheet(
    "01-composing-vectors",
    "Chapter 1",
    (
        t1_mixtures,
        t2_apply,
        t3_count_company,
        t4_ppmi,
        t5_fit_adjective,
        t6_held_out,
    ),
)
