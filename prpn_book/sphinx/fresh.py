"""What is read again when the book is built a second time; all pages are written each time.

Sphinx reads a page again when its source changed. It does not see that a page shows the library, or that this
folder is another one.
"""

import gc
import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("prpn_edu", "prpn_book", "prpn_course", "prpn_class")
# A change of these means reading everything again.
GROUND = [
    *sorted(path for path in Path(__file__).parent.iterdir() if path.is_file()),
    ROOT / "requirements.txt",
    ROOT / "book/references.bib",
]


def depend_on_library(env) -> None:
    """Let the page that is being read be read again whenever a source of the library changed."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            env.note_dependency(str(path))


def setup(app):
    """Register; called by Sphinx. Another `env_version` makes it read everything again."""
    sys.path.insert(0, str(ROOT))  # document this checkout, whatever is installed
    gc.disable()  # a quarter of a build went into looking for garbage; without that it takes 1.1 GB, not .6
    return {
        "version": "1",
        "env_version": hashlib.sha256(b"".join(path.read_bytes() for path in GROUND)).hexdigest()[:16],
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
