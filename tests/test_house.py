"""The drawing of the packages: what it shows is what the sources say."""

import ast
import re
from pathlib import Path

import pytest

from prpn_book.sphinx import house

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "_build/html/book/appendix/house.html"


def imported(path):
    """The modules that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


PARTS = ("", *house.PACKAGES)


@pytest.mark.parametrize("package", house.PACKAGES)
def test_imports_are_those_of_the_sources(package):
    found = house.imports(package)
    for name, others in found.items():
        place = ROOT / package / name
        files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
        names = {module for path in files for module in imported(path)}
        parts = {module.split(".")[1] for module in names if module.startswith(f"{package}.")}
        assert others == parts & set(found) - {name}, name


@pytest.mark.parametrize("package", PARTS)
def test_every_part_has_one_layer(package):
    assert sorted(name for row in house.layers(package) for name in row) == sorted(house.imports(package))


def test_the_library_stands_below_all():
    assert house.layers()[-1] == ["prpn_edu"] and house.imports()["prpn_edu"] == set()


def test_an_arrow_that_follows_from_others_is_left_out():
    assert house.reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == [("a", "b"), ("b", "c")]
    assert house.reduced({"a": {"b"}, "b": {"a"}}) == [("a", "b"), ("b", "a")], "a cycle ends"


@pytest.mark.parametrize("package", PARTS)
def test_drawing_has_a_box_for_each_package(package):
    found = house.imports(package)
    boxes = set(re.findall(r">(\w+)</text>", house.drawing(package)))
    assert {name for name in found if house.is_package(package, name)} <= boxes <= set(found)


@pytest.mark.skipif(not PAGE.exists(), reason="needs the built book: run `make book`")
def test_page_has_the_drawing_and_the_list():
    text = PAGE.read_text("utf-8")
    assert text.count('class="prpn-house"') == 5 and text.count("imports") > 5
