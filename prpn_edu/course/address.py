"""Where the course lives on the web: the one place that decides it.

    python -m prpn_edu.course.address https://github.com/you/your-course

writes a new address here and wherever the old one stands: README, citation, settings of the book, pages, and
the files for CI. Launch links, the page's own address and the links of checks are made from it.
"""

import re
import sys
from pathlib import Path

REPOSITORY = "https://github.com/prpn-edu/prpn_edu"
BRANCH = "main"
COPIES = "colab"  # the branch of the notebooks that fetch the course, see classroom/colab.py

ROOT = Path(__file__).parents[2]
KINDS = {".md", ".py", ".yml", ".toml", ".cff", ".ipynb"}
NOT_OURS = {".git", ".venv", "_build", "node_modules"}


def name(repository: str) -> str:
    """Return "owner/name".

    Raises:
        ValueError: it is no address of a repository on GitHub, where the launch links look for notebooks.
    """
    found = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", repository)
    if not found:
        raise ValueError(f"{repository!r} is not of the form https://github.com/owner/name")
    return found[1]


def site(repository: str = REPOSITORY) -> str:
    """Return the address of the pages that the workflow publishes."""
    owner, project = name(repository).split("/")
    return f"https://{owner.lower()}.github.io/{project}/"


def page(path: str) -> str:
    """Return where the repository shows a file, given from its root."""
    return f"{REPOSITORY}/blob/{BRANCH}/{path}"


def colab(path: str) -> str:
    """Return where Colab opens the copy of a notebook that fetches the course first."""
    return f"https://colab.research.google.com/github/{name(REPOSITORY)}/blob/{COPIES}/{path}"


def move(root: Path, old: str, new: str) -> list[Path]:
    """Write the address `new` wherever `old` stands below a folder, as a link or as "owner/name".

    Returns:
        the files that changed.
    """
    before, after = name(old), name(new)
    changed = []
    for path in sorted(root.rglob("*")):
        if NOT_OURS & {*path.relative_to(root).parts} or path.suffix not in KINDS or not path.is_file():
            continue
        text = path.read_text("utf-8")
        if before in text:
            path.write_text(text.replace(before, after), "utf-8")
            changed.append(path)
    return changed


if __name__ == "__main__":
    try:
        files = move(ROOT, REPOSITORY, " ".join(sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"Give the new address, such as https://github.com/you/your-course: {error}")
    print(*(path.relative_to(ROOT) for path in files), sep="\n")
