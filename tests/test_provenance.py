"""What a recorded result says of where it comes from."""

import re
import subprocess

from experiments import provenance


def test_a_record_names_the_commit_and_whether_files_were_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(provenance, "__file__", str(tmp_path / "provenance.py"))
    assert provenance.commit() == "unknown: no checkout of Git"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    (tmp_path / "file").write_text("one")
    for more in (["init", "--quiet"], ["add", "file"], ["commit", "--quiet", "--message", "Add a file"]):
        subprocess.run([*git, *more], cwd=tmp_path, check=True)
    assert re.fullmatch(r"[0-9a-f]{12}", provenance.commit())
    (tmp_path / "file").write_text("two")
    assert re.fullmatch(r"[0-9a-f]{12}-dirty", provenance.commit())
