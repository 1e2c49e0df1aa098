"""Write two pages: the way from the papers to the code, and what became of the sources' claims.

    python book/appendix/ledger.py

makes prpn-ledger.md from prpn-ledger.json, and ledger.md from claims.json and results/choices.json. The JSON
files are the source: edit them, run this, and let tests/test_ledger.py look up every function, test, chapter
and section.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent
CHOICES = HERE.parents[1] / "results/choices.json"
BEFORE = """\
# PRPN, from the papers to the code

Every equation of PRPN that we know of, the function of this course that computes it, and the test that holds
the function to it. Where the sources differ from each other or from the authors' program, the entry says who
says what, and what we chose.

The sources: the **paper** {cite}`shen2018prpn`, in its submitted version, without the appendices (the final
version we know through the blog and the notes); the **note** {cite}`note2018prpn`; the **early note**
{cite}`note2018latent`; the **blog** {cite}`blog2019prpn`; the authors' **program**,
[yikangshen/PRPN](https://github.com/yikangshen/PRPN). Slips of the texts stand in the [errata](errata.md).
The page is made from `prpn-ledger.json` by `ledger.py`; a test sees to it that each function and each test
named here exists.
"""
BEFORE_CLAIMS = """\
# What the sources hold, and what became of it

Five texts stand behind this course. Here is every system that they name, with its place in the book, the
library and the tests; and every claim that we found in them, with its verdict:

- **proved**: there is an argument, and mostly an enumeration that fails to break it;
- **computed**: exact numbers of an example, or of all small cases;
- **measured**: a recorded run says so, with its spread there or in the chapter, on our data and no other;
- **not confirmed**: tested, and our numbers do not show it, which does not refute it;
- **refuted**: by a counterexample, or by numbers;
- **open**: quoted and not tested here, or tested without an answer.

Slips of the texts stand in the [errata](errata.md), PRPN's equations in [their ledger](prpn-ledger.md).
The page is made from `claims.json` by `ledger.py`; a test looks up each chapter, section, function and test.
"""
VERDICTS = ("proved", "computed", "measured", "not confirmed", "refuted", "open")


def load(name: str = "prpn-ledger") -> dict:
    """A ledger as it stands in its file: "prpn-ledger", or "claims"."""
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def claims_page(ledger: dict) -> str:
    """The page of the sources' systems and claims, as MyST."""
    out = [BEFORE_CLAIMS.rstrip(), "## Systems", systems(ledger["systems"])]
    for key, source in ledger["sources"].items():
        own = [claim for claim in ledger["claims"] if claim["source"] == key]
        count = ", ".join(
            f"{number} {verdict}"
            for verdict in VERDICTS
            if (number := sum(claim["verdict"] == verdict for claim in own))
        )
        head = f"## {source['heading']}\n\n{{cite:t}}`{source['cite']}`. {len(own)} claims: {count}."
        out.append("\n\n".join([head, *map(told, own)]))
    return "\n\n".join([*out, chosen(json.loads(CHOICES.read_text(encoding="utf-8")))]) + "\n"


def chosen(record: dict) -> str:
    """What was chosen by people who had seen gold trees, and what was not, for each recipe."""
    out = [
        "## What was chosen with gold trees",
        "Gold trees enter no training. But somebody who has seen them, or an F1, may choose by it. "
        "For each recipe whose trees the book scores, here is what was chosen so, and what was not. The "
        "chapters show the same table.",
    ]
    for recipe in record["recipes"]:
        rows = [record["choices"][key] for key in recipe["choices"]]
        parts = [f"**{recipe['name'][0].upper()}{recipe['name'][1:]}.**"]
        for gold, head in ((True, "With gold"), (False, "Without")):
            some = [f"{row['choice']} ({row['how']})" for row in rows if row["gold"] is gold]
            if some:
                parts.append(f"*{head}:* {'; '.join(some)}.")
        names = ", ".join(f"`{name}`" for name in recipe["results"])
        out.append(" ".join(["-", *parts, f"Records: {names}."]))
    return "\n\n".join(out)


def systems(rows: list[dict]) -> str:
    """A list of the systems: who names it, where it is told, the code, the test; too wide for a table."""
    lines = []
    for row in rows:
        places = ", ".join(
            f"[{page.partition('-')[0].lstrip('0')}]({path_of(page)})" for page in row["where"]
        )
        number = "chapters" if len(row["where"]) > 1 else "chapter"
        code = ", ".join(f"`{name.removeprefix('prpn_edu.')}`" for name in row["code"])
        parts = [f"**{row['name']}** ({', '.join(row['sources'])}; {number} {places})."]
        parts.append(f"Library: {code}." if code else row["note"])
        if row["tests"]:
            parts.append(
                "Tests: " + ", ".join(f"`{name.removeprefix('tests/')}`" for name in row["tests"]) + "."
            )
        lines.append("- " + " ".join(parts))
    return "\n\n".join(lines)


def told(claim: dict) -> str:
    """One claim with its verdict."""
    places = "; ".join(
        f'[chapter {page.partition("-")[0].lstrip("0")}, "{title}"]({path_of(page)})'
        for page, title in claim["where"]
    )
    verdict = claim["verdict"].capitalize()
    parts = [f"**{claim['place']}.** {claim['claim']} **{verdict}:** {claim['why']} ({places})"]
    if claim["errata"]:
        parts.append(
            "Errata: "
            + ", ".join(f"{{ref}}`{name} <errata-{name.lower()}>`" for name in claim["errata"])
            + "."
        )
    if claim["tests"]:
        parts.append(
            "Tests: " + ", ".join(f"`{name.removeprefix('tests/')}`" for name in claim["tests"]) + "."
        )
    return "- " + " ".join(parts)


def path_of(page: str) -> str:
    """The notebook of a chapter, from this folder."""
    (found,) = HERE.parent.glob(f"part*/{page}.ipynb")
    return f"../{found.parent.name}/{found.name}"


def page(ledger: dict) -> str:
    """The whole page, as MyST."""
    out = [BEFORE.rstrip()]
    for key, section in ledger["sections"].items():
        entries = [item(entry) for entry in ledger["entries"] if entry["section"] == key]
        out.append("\n\n".join([f"## {section['heading']}", section["about"], *entries]))
    return "\n\n".join(out) + "\n"


def item(entry: dict) -> str:
    """One entry: the equation, who says what, what we do, the code and its tests."""
    said = [f"- *{source['who']}*: {source['says']}" for source in entry["sources"]]
    ours = [f"**Here:** {entry['chosen']}"]
    if entry["errata"]:
        links = ", ".join(f"{{ref}}`{name} <errata-{name.lower()}>`" for name in entry["errata"])
        ours.append(f"Errata: {links}.")
    blocks = [f"(ledger-{entry['id']})=\n### {entry['title']}"]
    if entry["equation"]:
        blocks.append(f"$$ {entry['equation']} $$")
    blocks += ["\n".join(said), " ".join(ours)]
    if entry["code"]:
        blocks.append("Code: " + ", ".join(f"`{name.removeprefix('prpn_edu.')}`" for name in entry["code"]))
    if entry["tests"]:
        blocks.append("Tests: " + ", ".join(f"`{name.removeprefix('tests/')}`" for name in entry["tests"]))
    return "\n\n".join(blocks)


if __name__ == "__main__":
    (HERE / "prpn-ledger.md").write_text(page(load()), encoding="utf-8")
    (HERE / "ledger.md").write_text(claims_page(load("claims")), encoding="utf-8")
