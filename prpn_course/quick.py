"""Imports without what takes long and serves nothing here."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ADDRESSES = "rfc3987_syntax"  # a grammar of web addresses in all alphabets, compiled when it is imported


@contextmanager
def imports() -> Iterator[None]:
    """Import large packages inside of it, in about half of the processor time.

    The garbage collector rests: it would look through all modules again and again, and find nothing. And
    jsonschema, which nbformat needs, goes without the package that takes longer than all the rest of
    nbformat; jsonschema can do without it, and no notebook's schema asks for it.
    """
    collecting, absent = gc.isenabled(), ADDRESSES not in sys.modules
    gc.disable()
    if absent:
        sys.modules[ADDRESSES] = None  # type: ignore[assignment]  # so the import system knows what is not there
    try:
        yield
    finally:
        if absent:
            del sys.modules[ADDRESSES]
        if collecting:
            gc.enable()
