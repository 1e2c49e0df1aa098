"""The ideas of the course as plain Python loops.

These are the forms that a chapter teaches first. They import nothing, at most each other, so the same file is
the oracle of the batched torch form and, through MicroPython, the mathematics of the explorers in a reader's
browser.
"""
