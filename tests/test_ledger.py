"""Both ledgers: every function, test, chapter and section that they name is there."""

import ast
import importlib
import importlib.util
import json
import re
from functools import cache
from pathlib import Path

import pytest

from prpn_book.chapters import records

ROOT = Path(__file__).parents[1]
HERE = ROOT / "book" / "appendix"
LEDGER = json.loads((HERE / "prpn-ledger.json").read_text(encoding="utf-8"))
ENTRIES = {entry["id"]: entry for entry in LEDGER["entries"]}
WHO = {"paper", "note", "early note", "blog", "program"}
CLAIMS = json.loads((HERE / "claims.json").read_text(encoding="utf-8"))
NAMED = {claim["id"]: claim for claim in CLAIMS["claims"]}
each_claim = pytest.mark.parametrize("claim", NAMED.values(), ids=list(NAMED))
each = pytest.mark.parametrize("entry", ENTRIES.values(), ids=list(ENTRIES))


@cache
def functions_in(file):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def find(name):
    """The thing of this dotted name: a module as far as modules go, then attributes."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            thing = getattr(thing, part)
        return thing
    raise ModuleNotFoundError(name)


@each
def test_every_function_is_there(entry):
    for name in entry["code"]:
        assert callable(find(name)), name


@each
def test_every_test_is_there(entry):
    for name in entry["tests"]:
        file, _, test = name.partition("::")
        assert test in functions_in(file), name


@each
def test_an_entry_is_whole(entry):
    assert set(entry) == {
        "id",
        "section",
        "title",
        "equation",
        "sources",
        "code",
        "tests",
        "chosen",
        "errata",
    }
    assert entry["section"] in LEDGER["sections"] and entry["chosen"] and entry["sources"]
    assert {source["who"] for source in entry["sources"]} <= WHO
    assert bool(entry["code"]) == bool(entry["tests"]), "what is computed is tested"


def test_a_missing_function_or_test_would_be_seen():
    with pytest.raises(AttributeError):
        find("prpn_edu.latent.gates.no_such_gate")
    assert "test_no_such_test" not in functions_in("tests/test_gates.py")


def test_names_are_single_and_errata_exist():
    assert len(ENTRIES) == len(LEDGER["entries"])
    errata = json.loads((HERE / "errata.json").read_text(encoding="utf-8"))
    known = {entry["id"] for entry in errata["entries"]}
    assert {name for entry in LEDGER["entries"] for name in entry["errata"]} <= known


def test_every_numbered_equation_of_the_note_has_an_entry():
    told = " ".join(
        source["says"] for entry in ENTRIES.values() for source in entry["sources"] if source["who"] == "note"
    )
    assert {int(n) for n in re.findall(r"(?<!p)\((\d)\)", told)} >= set(range(1, 10))


@cache
def headings_of(page):
    (text,) = (ROOT / "book").glob(f"part*/text/{page}.md")
    return set(re.findall(r"^#+ (.*)$", text.read_text("utf-8"), re.M))


@each_claim
def test_a_claim_has_a_verdict_and_places_that_exist(claim):
    assert claim["verdict"] in pages().VERDICTS and claim["source"] in CLAIMS["sources"]
    assert claim["where"] and claim["why"].endswith((".", "`", "$"))
    for page, title in claim["where"]:
        assert title in headings_of(page), f"{page} has no section {title!r}"
    for name in claim["tests"]:
        file, _, test = name.partition("::")
        assert test in functions_in(file), name


def test_systems_stand_where_they_are_said_to_be():
    for system in CLAIMS["systems"]:
        assert system["where"] and set(system["sources"]) <= set(CLAIMS["sources"])
        assert bool(system["code"]) == bool(system["tests"]) and (system["code"] or system["note"]), system[
            "name"
        ]
        for page in system["where"]:
            assert headings_of(page)
        for name in system["code"]:
            assert find(name)
        for name in system["tests"]:
            file, _, test = name.partition("::")
            assert test in functions_in(file), name


def test_claims_are_single_and_their_errata_exist():
    assert len(NAMED) == len(CLAIMS["claims"])
    errata = json.loads((HERE / "errata.json").read_text(encoding="utf-8"))
    assert {name for claim in NAMED.values() for name in claim["errata"]} <= {
        e["id"] for e in errata["entries"]
    }


@cache
def pages():
    spec = importlib.util.spec_from_file_location("ledger", HERE / "ledger.py")
    ledger = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(ledger)
    return ledger


def test_the_pages_are_made_from_the_ledgers():
    for made, name in ((pages().page(LEDGER), "prpn-ledger"), (pages().claims_page(CLAIMS), "ledger")):
        text = (HERE / f"{name}.md").read_text(encoding="utf-8")
        assert made == text, "run: python book/appendix/ledger.py"


SCORED = ("wsj-*", "ordered-*", "above-*", "latent-limit-*", "controls-*", "agreement*", "toy-prpn")
SCORED += ("toy-gates", "toy-leak", "toy-ordered", "toy-grammar*", "toy-spans", "toy-page-prpn", "tree-laws")
SCORED += ("word-counts",)
CHOICES = json.loads(Path("results/choices.json").read_text("utf-8"))


def test_every_record_of_scored_trees_has_one_recipe():
    found = [path.stem for pattern in SCORED for path in Path("results").glob(f"{pattern}.json")]
    listed = [name for recipe in CHOICES["recipes"] for name in recipe["results"]]
    assert sorted(listed) == sorted(found)
    table = records.chosen("tape", "prpn", "tape")
    assert len({row[0] for row in table.rows}) == len(table.rows) and table.rows[0][2] == "gold"
    used = {key for recipe in CHOICES["recipes"] for key in recipe["choices"]}
    assert used == set(CHOICES["choices"])


CLAIMS_OF_NO_GOLD = re.compile(
    r"untaught|without (?:any )?gold|no (?:gold|bracket)\S* (?:has|have|was|were) (?:taught|chosen)"
    r"|(?:nothing|none)[^.;]{0,40} chosen (?:here )?(?:by|with) (?:gold|F1)|choose nothing",
    re.IGNORECASE,
)
ALLOWED = ("17.5 Agreement, without gold", "not a result without any gold")  # a task, and a denial


def test_only_the_table_says_what_was_chosen_without_gold():
    root = HERE.parents[1]
    texts = [*root.glob("*.md"), *root.glob("book/**/*.md"), *root.glob("experiments/*.py")]
    for path in texts:
        if "_build" in path.parts or path.name == "ledger.md":
            continue
        text = " ".join(path.read_text("utf-8").split())
        for match in CLAIMS_OF_NO_GOLD.finditer(text):
            around = text[max(0, match.start() - 40) : match.end() + 60]
            assert any(words in around for words in ALLOWED), (
                f"{path}: say it in results/choices.json: {around}"
            )
