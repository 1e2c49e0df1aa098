"""Write the list in errata.md from the ledger errata.json.

    python book/appendix/errata.py

The ledger is the source: edit it, run this, and let tests/test_errata.py recompute every entry.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent
BEGIN = "% The list begins here: made by errata.py from errata.json.\n"
END = "% The list ends here.\n"


def load() -> dict:
    """The ledger: {"sources": {key: {...}}, "entries": [{...}, ...]}."""
    return json.loads((HERE / "errata.json").read_text(encoding="utf-8"))


def page(ledger: dict, old: str) -> str:
    """The page `old` with its list made anew.

    Args:
        ledger: see `load`.
        old: the text of errata.md.
    Returns:
        the new text; what stands before and after the list is kept.
    Raises:
        ValueError: the two lines that enclose the list are not there, once each and in this order.
    """
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in after or END in after:
        raise ValueError(f"errata.md must hold these two lines, once each:\n{BEGIN}{END}")
    return before + BEGIN + "\n" + sections(ledger) + "\n" + END + after


def sections(ledger: dict) -> str:
    """One section for each source, one definition list for each entry, as MyST."""
    out = []
    for key, source in ledger["sources"].items():
        entries = [item(entry) for entry in ledger["entries"] if entry["source"] == key]
        out.append("\n\n".join([f"## {source['heading']}", source["about"], *entries]))
    return "\n\n".join(out) + "\n"


def item(entry: dict) -> str:
    """One entry: where it stands; what is printed, how to read it, why, and the check."""
    if entry["check"] is None:
        check = f"Nothing to compute: {entry['textual']}."
    else:
        check = f"Check: `{entry['check']}`"
    head = [f"(errata-{entry['id'].lower()})=", f"{entry['id']}, {entry['kind']}. {entry['place']}"]
    what = [f"*Printed:* {entry['printed']}", f"*Read:* {entry['right']}", entry["why"], check]
    return "\n".join(head + [f": {text}" for text in what])


if __name__ == "__main__":
    target = HERE / "errata.md"
    target.write_text(page(load(), target.read_text(encoding="utf-8")), encoding="utf-8")
