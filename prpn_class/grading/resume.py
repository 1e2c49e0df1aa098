"""What is done so far, kept beside the report until that is whole: a run that was interrupted goes on.

A result counts again only for the same files and the same exam: sheet, seed, limits, version of the library.
"""

import hashlib
import json
import secrets
import shutil
from dataclasses import asdict
from pathlib import Path

from prpn_class.grading import handed_in
from prpn_class.grading.exam import Exam
from prpn_class.grading.result import Result, TaskMark
from prpn_course.task import Sheet
from prpn_edu import files


class ResumeFolder:
    """The results of a run that is under way, in a hidden folder beside the report."""

    def __init__(self, folder: Path, seed: int):
        self.folder, self.seed = folder, seed

    @classmethod
    def beside(cls, out: Path, sheets: list[Sheet], seed: int | None = None) -> "ResumeFolder":
        """Open the resume folder of a report, and go on with its seed where a run was interrupted.

        Args:
            out: the report's folder.
            sheets: what is graded; other sheets begin a new resume folder.
            seed: another seed begins a new one; None takes the folder's, or a secret.
        """
        folder = out.parent / f".{out.name}.partial"
        head = folder / "run.json"
        stems = [sheet.stem for sheet in sheets]
        try:
            begun = json.loads(head.read_text("utf-8"))
            if begun["sheets"] == stems and seed in (None, begun["seed"]):
                return cls(folder, begun["seed"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # none, or one that was cut off: begin anew
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        seed = secrets.randbelow(2**31) if seed is None else seed
        handed_in.keep_out(folder)
        files.write_text(head, json.dumps({"sheets": stems, "seed": seed}))
        return cls(folder, seed)

    def __enter__(self) -> "ResumeFolder":
        return self

    def __exit__(self, *_) -> None:
        if len(list(self.folder.glob("*.json"))) == 1:  # nothing is done yet: leave no trace
            self.forget()

    def find(self, name: str, exam: Exam, digest: str) -> Result | None:
        """The result of the same files, if it is there."""
        try:
            kept = json.loads(self._place(name, exam, digest).read_text("utf-8"))
            return Result(**kept | {"marks": [TaskMark(**mark) for mark in kept["marks"]]})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, name: str, exam: Exam, digest: str, result: Result) -> Result:
        """Write a result, whole or not at all, and return it."""
        files.write_text(self._place(name, exam, digest), json.dumps(asdict(result)))
        return result

    def forget(self) -> None:
        """The report is whole: nothing is needed any more."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _place(self, name: str, exam: Exam, digest: str) -> Path:
        content = repr((name, exam, digest)).encode("utf-8", "replace")
        return self.folder / f"{hashlib.sha256(content).hexdigest()[:32]}.json"
