"""The sheet of chapter 2: bags of words, their loss and its gradient. One module a task."""

from prpn_edu.course.task import sheet
from prpn_edu.course.tasks.bags_02 import (
    t1_one_hot,
    t2_bow_scores,
    t3_softmax,
    t4_cross_entropy,
    t5_loss_gradient,
    t6_padded_bags,
    t7_deep_cbow,
    t8_read_line,
    t9_arrange,
    t10_train,
)

SHEET = sheet(
    "02-bags-of-words",
    "Chapter 2",
    (
        t1_one_hot,
        t2_bow_scores,
        t3_softmax,
        t4_cross_entropy,
        t5_loss_gradient,
        t6_padded_bags,
        t7_deep_cbow,
        t8_read_line,
        t9_arrange,
        t10_train,
    ),
)
