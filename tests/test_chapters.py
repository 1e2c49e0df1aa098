"""What chapters read from recorded runs, and how they write it."""

import json
from pathlib import Path

import pytest
import torch

from prpn_book.chapters import records, tree_lstms
from prpn_edu.composition.tree_lstm import BinaryCell, ChildSumCell

ROOT = Path(__file__).parents[1]
RECORD = {
    "gold": {"test": "0123"},
    "models": {"a": {"runs": [{"answers": {"test": "0120"}}, {"answers": {"test": "3123"}}]}},
}


def test_a_record_is_found_from_a_folder_below(tmp_path, monkeypatch):
    (tmp_path / "results/grid").mkdir(parents=True)
    for name in ("one", "grid/b", "grid/a"):
        (tmp_path / f"results/{name}.json").write_text(json.dumps({"name": name}), "utf-8")
    (tmp_path / "book/part").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "book/part")
    assert records.read("one") == {"name": "one"}
    assert [run["name"] for run in records.read_all("grid/*")] == ["grid/a", "grid/b"]


def test_a_page_outside_the_project_is_told_where_to_open(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="open the page in the project"):
        records.read("one")


def test_marks_have_a_row_for_each_seed():
    assert records.marks(RECORD, "a").tolist() == [[1, 1, 1, 0], [0, 1, 1, 1]]


@pytest.mark.parametrize("shape", [(40,), (3, 40)])
def test_a_difference_lies_in_its_interval_and_turns_its_sign(shape):
    generator = torch.Generator().manual_seed(0)
    a, b = (torch.randint(2, shape, generator=generator).double() for _ in range(2))
    value, low, high = records.difference(a, b)
    assert low < value < high and value == pytest.approx(100 * (a.mean() - b.mean()).item())
    assert records.difference(b, a)[0] == pytest.approx(-value)


def test_numbers_with_their_spread_as_text():
    assert records.one_sd([1, 2, 3]) == (2, 1, 3)
    assert records.extremes([1, 2, 6]) == (3, 1, 6)
    assert records.interval_text((0.31, -0.02, 1)) == "0.3 (0.0 to 1.0)"
    assert records.sd_text(43.36, 0.07) == "43.4 ± 0.1"
    assert records.sd_text(43.36, None) == "43.4"
    assert records.mean_text([1, 2, 3]) == "2.0 ± 1.0"


def test_the_table_of_parameters_counts_those_of_the_cells():
    *_, (_, *sums) = tree_lstms.parameters(32, 48).rows
    cells = (ChildSumCell(32, 48), BinaryCell(32, 48))
    assert sums == [f"{sum(p.numel() for p in cell.parameters()):,}" for cell in cells]


@pytest.mark.parametrize("path", sorted((ROOT / "results").glob("sst-*.json")), ids=lambda path: path.stem)
def test_tables_of_sst_speak_of_three_seeds(path):
    run = json.loads(path.read_text("utf-8"))
    assert len(run["seeds"]) == len(run["runs"]) == 3 and run["chosen_on"] == "dev"
