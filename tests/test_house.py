"""The drawing of the packages: what it shows is what the sources say."""

import ast
import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "_build/html/book/appendix/house.html"


@pytest.fixture(scope="module")
def house():
    sys.path.insert(0, str(ROOT / "book/_ext"))
    yield importlib.import_module("prpn_house")
    sys.path.remove(str(ROOT / "book/_ext"))


def imported(path):
    """The modules that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_imports_are_those_of_the_sources(house):
    found = house.imports()
    for name, others in found.items():
        place = ROOT / "prpn_edu" / name
        files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
        parts = {module.split(".")[1] for path in files for module in imported(path) if "prpn_edu." in module}
        assert others == parts & set(found) - {name}, name


def test_every_part_has_one_layer(house):
    found = house.imports()
    rows = house.layers(found)
    assert sorted(name for row in rows for name in row) == sorted(found)
    assert rows[0] == ["course"]


def test_an_arrow_that_follows_from_others_is_left_out(house):
    assert house.reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == [("a", "b"), ("b", "c")]
    assert house.reduced({"a": {"b"}, "b": {"a"}}) == [("a", "b"), ("b", "a")], "a cycle ends"


def test_drawing_has_a_box_for_each_package(house):
    found = house.imports()
    boxes = set(re.findall(r">(\w+)</text>", house.drawing(found)))
    assert {name for name in found if house.is_package(name)} <= boxes <= set(found)


@pytest.mark.skipif(not PAGE.exists(), reason="needs the built book: run `make book`")
def test_page_has_the_drawing_and_the_list():
    text = PAGE.read_text("utf-8")
    assert '<svg viewBox="0 0' in text and text.count("imports") > 5
