"""What an answer may use of the sheet's own cells below the first answer, which the grader does not run."""

from pathlib import Path

import pytest

from prpn_class.sandbox.on_demand import parts
from prpn_course import notebooks
from prpn_course.notebooks import role_of

ROOT = Path(__file__).parents[1]


def cells_of(number):
    """The cells of code above the first answer of a sheet, and the experiments below it."""
    (path,) = (ROOT / "exercises").glob(f"{number:02d}-*.ipynb")
    cells = [cell for cell in notebooks.read(path).cells if cell.cell_type == "code"]
    first = next(n for n, cell in enumerate(cells) if role_of(cell) == "answer")
    below = [cell.source for cell in cells[first:] if role_of(cell) not in ("answer", "check")]
    return [cell.source for cell in cells[:first]], below


@pytest.mark.parametrize(
    ("number", "name"),
    [(6, "product"), (13, "fields"), (14, "permutations"), (14, "nodes_of"), (16, "remark"), (9, "tree_of")],
)
def test_what_an_answer_names_is_there_and_nothing_is_shown_or_trained(number, name, capsys):
    above, below = cells_of(number)
    space = {}
    for source in [*above, *parts(below, above, [f"def answer(x):\n    return {name}"])]:
        assert "figures." not in source and "training.fit" not in source
        exec(source, space)
    assert name in space and not capsys.readouterr().out


def test_what_nobody_names_or_the_notebook_gives_itself_is_left_out():
    above, below = cells_of(14)
    own = ["from itertools import permutations\n", "def answer(order):\n    return [*permutations(order)]"]
    assert not any(parts(below, above, own)) and not any(parts(below, above, ["torch.zeros(3)"]))


def test_what_changes_a_value_comes_with_it():
    cells = ["import json\ntable = {}\nfor k in range(3):\n    table[k] = json.dumps(k)\nprint(table)"]
    (left,) = parts(cells, [], ["def answer(x):\n    return table[x]"])
    assert left == cells[0].removesuffix("\nprint(table)")
