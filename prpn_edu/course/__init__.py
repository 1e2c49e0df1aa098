"""The course tooling: the anatomy of an exercise, checks with hints, release, grading and the command line.

A notebook needs two names, `check` and `NotYet`. The science of the library never imports this package.
"""

from prpn_edu.course.anatomy import NotYet
from prpn_edu.course.checks import check

__all__ = ["NotYet", "check"]
