"""A parser from nothing but a plain text: PRPNs read it, and their trees teach tables of spans."""

from prpn_edu.induction.learning import induce, machine_of, teachers_of
from prpn_edu.induction.machine import Machine
from prpn_edu.induction.teachers import Lessons, Teacher, teach
from prpn_edu.induction.text import Text

__all__ = ["Lessons", "Machine", "Teacher", "Text", "induce", "machine_of", "teach", "teachers_of"]
