"""Write another address wherever the course's own stands in this checkout.

    python book/address.py https://github.com/you/your-course

changes `prpn_book/address.py`, README, citation, settings of the book, pages, and the files for CI, and names
what it changed. Only files that Git tracks are touched.
"""

import subprocess
import sys
from pathlib import Path

from prpn_book.address import REPOSITORY, name, site

ROOT = Path(__file__).resolve().parents[1]
KINDS = {".md", ".py", ".yml", ".toml", ".cff", ".ipynb"}


def move(root: Path, old: str, new: str) -> list[Path]:
    """Write the address `new` wherever `old` stands in a checkout: a link, "owner/name", the pages'.

    Returns:
        the files that changed.
    Raises:
        ValueError: an address that is none, or a folder that is no checkout of Git.
    """
    changed = []
    for path in tracked(root):
        before = path.read_text("utf-8")
        after = before.replace(name(old), name(new)).replace(site(old), site(new))
        if after != before:
            path.write_text(after, "utf-8")
            changed.append(path)
    return changed


def tracked(root: Path) -> list[Path]:
    """Return the texts that Git tracks in a checkout.

    Raises:
        ValueError: the folder is no checkout.
    """
    if not (root / ".git").exists():
        raise ValueError(f"{root} is no checkout of Git")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [root / path for path in sorted(listed) if Path(path).suffix in KINDS and (root / path).is_file()]


if __name__ == "__main__":
    try:
        files = move(ROOT, REPOSITORY, " ".join(sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"Give the new address, such as https://github.com/you/your-course: {error}")
    print(*(path.relative_to(ROOT) for path in files), sep="\n")
