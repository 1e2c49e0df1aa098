"""Where the course lives on the web: the one place that decides it.

Launch links, the page's own address and the links of checks are made from it. `python book/address.py URL`
writes another address here and wherever else in the checkout this one stands.
"""

import os
import re

REPOSITORY = "https://github.com/prpn-edu/prpn_edu"
BRANCH = "main"
PARTS = {5: "part1-composition", 11: "part2-latent-trees", 17: "part3-beyond"}  # by their last chapters
COPIES = "colab"  # the branch of the notebooks that fetch the course, see prpn_class/handout/colab.py


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


def book() -> str:
    """Return where the reader finds the book: at PRPN_EDU_BOOK, which a handout sets, or at the site."""
    return f"{os.environ.get('PRPN_EDU_BOOK', '').rstrip('/') or site().rstrip('/')}/"


def chapter(stem: str) -> str:
    """Return the path of a chapter from the root of the course or of the book, without its ending."""
    part = next(name for last, name in PARTS.items() if int(stem[:2]) <= last)
    return f"book/{part}/{stem}"


def page(path: str) -> str:
    """Return where the repository shows a file, given from its root."""
    return f"{REPOSITORY}/blob/{BRANCH}/{path}"


def colab(path: str) -> str:
    """Return where Colab opens the copy of a notebook that fetches the course first."""
    return f"https://colab.research.google.com/github/{name(REPOSITORY)}/blob/{COPIES}/{path}"
