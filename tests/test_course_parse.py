"""`prpn-edu parse`: what it prints, and what it says of what it cannot read."""

import io
import subprocess
import sys

import pytest
import torch

from prpn_edu.cli import main
from prpn_edu.latent.prpn import Prpn, build_vocabulary
from prpn_edu.terminal import drawing


def test_a_tree_is_drawn_as_text():
    assert drawing("film") == ["film"]
    assert drawing(["a", "film"]) == ["┌─┴─┐", "a  film"]
    assert drawing([["the", ["very", "old"]], "film"]) == [
        "     ┌─────┴─────┐",
        " ┌───┴───┐       │",
        " │    ┌──┴──┐    │",
        "the  very  old  film",
    ]


def test_the_shipped_model_parses(capsys):
    assert main(["parse", "The cat", "sat on the mat!"]) == 0
    told = capsys.readouterr().out
    first, *_ = told.splitlines()
    assert first.replace("(", "").replace(")", "") == "the cat sat on the mat"
    assert first.count("(") == 5 and "the  cat  sat  on  the  mat" in told
    assert "Unknown to the model, so all the same to it: cat, sat, on, mat." in told
    assert "toy treebank" in told and told.count("█") > 6


def test_a_letter_that_the_terminal_cannot_write_ends_nothing(monkeypatch):
    terminal = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(["parse", "a film \N{CJK UNIFIED IDEOGRAPH-6F22}"]) == 0
    terminal.flush()
    assert b"\\u6f22" in terminal.buffer.getvalue()


def test_it_needs_no_torch_for_the_shipped_model():
    code = (
        "import sys; from prpn_edu.cli import main; "
        "main(['parse', 'a funny film']); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0


def test_a_saved_model_parses(tmp_path, capsys):
    torch.manual_seed(0)
    model = Prpn(build_vocabulary([["the", "old", "film"]]), embedding=4, hidden=6, layers=1)
    model.save(tmp_path / "mine")
    assert main(["parse", "the very old film", "--model", str(tmp_path / "mine")]) == 0
    told = capsys.readouterr().out
    assert "to it: very." in told and f"The model in {tmp_path / 'mine'}." in told
    d = model.eval().distances("the very old film").tolist()
    assert all(f"{score:.2f}  " in told for score in d)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["..."], "'...': This holds no word. Type at least one."),
        (["very " * 40], "These are 40 words; at most 20 fit. Take 20 away."),
        (["a film", "--model", "nowhere"], "is missing; a model is saved with model.save(folder)"),
        (["", "--model", "nowhere"], "This holds no word"),
    ],
)
def test_what_cannot_be_used_is_said(arguments, says, capsys):
    assert main(["parse", *arguments]) == 2
    assert says in capsys.readouterr().err
