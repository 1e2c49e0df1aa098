"""What draws the course: figures, explorers, colours, printed numbers, and the Sphinx side of the book."""
