"""Grading through nbval: notebooks of a class that plain `pytest --nbval` turns into a verdict a check.

- `splice`: the pristine notebook with one student's cells in it and the checks between them
- `checks`: what a check runs, in the kernel in which the student's cells run as well
- `folder`: the notebooks of a whole class, written whole or not at all
- `items`: how pytest meets them: one test a check, with the task's name
"""

VERDICT = "verdict"  # the role of the cell whose output nbval compares
