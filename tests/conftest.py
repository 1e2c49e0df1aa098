"""What all tests share: one thread, and real data only where it is."""

import os

import pytest
import torch
from hypothesis import settings

torch.set_num_threads(1)  # two threads on a busy two-core machine ran 13 times slower
# No test asserts on wall time, and the same examples are tried everywhere.
settings.register_profile("book", deadline=None, derandomize=True)
settings.load_profile("book")


def pytest_collection_modifyitems(items):
    """Skip, by name, the tests that need the real treebanks where these are absent."""
    if os.environ.get("PRPN_EDU_DATA"):
        return
    absent = pytest.mark.skip(reason="needs the real treebanks: set PRPN_EDU_DATA to their folder")
    for item in items:
        if "data" in item.keywords:
            item.add_marker(absent)
