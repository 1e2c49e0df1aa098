"""The sheet of chapter 3: recurrent cells, their gradients, and reading a padded batch. One module a task."""

from prpn_edu.course.task import sheet
from prpn_edu.course.tasks.recurrent_03 import (
    t1_rnn_states,
    t2_spectral_radius,
    t3_jacobian,
    t4_clip_gradient,
    t5_lstm_step,
    t6_memory_left,
    t7_last_states,
    t8_back_in_order,
    t9_drop,
    t10_best_weights,
)

SHEET = sheet(
    "03-recurrent-networks",
    "Chapter 3",
    (
        t1_rnn_states,
        t2_spectral_radius,
        t3_jacobian,
        t4_clip_gradient,
        t5_lstm_step,
        t6_memory_left,
        t7_last_states,
        t8_back_in_order,
        t9_drop,
        t10_best_weights,
    ),
)
