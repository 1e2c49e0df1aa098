"""What `prpn-edu doctor` says of a machine on which a class is graded."""

import sys

from prpn_class.sandbox import confinement
from prpn_course.doctor import Finding


def sandbox() -> Finding:
    """Say whether answers can be confined; only grading asks it, so a machine without is not ill."""
    if sys.platform == "win32":
        return Finding(
            "no sandbox; only `prpn-edu grade` needs one: run it in Linux, for which WSL will do",
            lacking=True,
        )
    trouble = confinement.trouble()
    if trouble:
        said = f"no sandbox; only `prpn-edu grade` needs one: {trouble}. Cure: {confinement.cure()}"
        return Finding(said, lacking=True)
    return Finding("a sandbox: bubblewrap works, and `prpn-edu grade` confines answers in it")
