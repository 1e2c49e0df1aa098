"""Write prpn-ledger.md, the way from the papers to the code, from prpn-ledger.json.

    python book/appendix/ledger.py

The ledger is the source: edit it, run this, and let tests/test_ledger.py look up every function and test.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent
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


def load() -> dict:
    """The ledger: {"sections": {key: {"heading", "about"}}, "entries": [{...}, ...]}."""
    return json.loads((HERE / "prpn-ledger.json").read_text(encoding="utf-8"))


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
