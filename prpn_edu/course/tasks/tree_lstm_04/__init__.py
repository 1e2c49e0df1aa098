"""The sheet of chapter 4: Tree-LSTMs. One module a task."""

from prpn_edu.course.task import sheet
from prpn_edu.course.tasks.tree_lstm_04 import (
    t1_recursive_node,
    t2_leaf,
    t3_forget_gates,
    t4_child_sum,
    t5_binary,
    t6_compose_tree,
    t7_root_accuracy,
)

SHEET = sheet(
    "04-tree-lstms",
    "Chapter 4",
    (t1_recursive_node, t2_leaf, t3_forget_gates, t4_child_sum, t5_binary, t6_compose_tree, t7_root_accuracy),
)
