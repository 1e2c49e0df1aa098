"""The sheet of chapter 5: shift and reduce. One module a task."""

from prpn_edu.course.task import sheet
from prpn_edu.course.tasks.shift_reduce_05 import (
    t1_transitions,
    t2_stack_heights,
    t3_spans,
    t4_compose,
    t5_buffers,
    t6_compose_batch,
    t7_join_level,
    t8_compose_levels,
    t9_influence,
)

SHEET = sheet(
    "05-shift-and-reduce",
    "Chapter 5",
    (
        t1_transitions,
        t2_stack_heights,
        t3_spans,
        t4_compose,
        t5_buffers,
        t6_compose_batch,
        t7_join_level,
        t8_compose_levels,
        t9_influence,
    ),
)
