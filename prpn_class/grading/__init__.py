"""Grading a class: what students handed in goes in, marks and feedback come out."""
