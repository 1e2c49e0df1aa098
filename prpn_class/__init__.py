"""What a teacher runs, on Linux: sandbox, grading, nbval, hand out and give back. No student installs it."""
