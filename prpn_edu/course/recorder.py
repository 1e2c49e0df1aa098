"""A pytest plugin that writes down what nbval saw in each cell, one JSON object a line.

Loaded by `prpn_edu.course.marking` with `-p`; nothing else needs it. A line is written as soon as its cell is
done, so that a run that is stopped half-way keeps what it had.
"""

import json

import pytest

LONGEST = 20_000  # characters of one cell's output that are kept


def pytest_addoption(parser):
    """Add the option that names the file."""
    parser.addoption("--record-cells", metavar="FILE", help="write what each notebook cell did to FILE")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Write the outcome of a cell and what it put out."""
    report = (yield).get_result()
    file = item.config.getoption("record_cells")
    cell = getattr(item, "cell", None)
    if not file or cell is None or (call.when != "call" and report.outcome != "failed"):
        return
    outputs = item.test_outputs or []
    printed = "".join(output.get("text", "") for output in outputs if output.output_type == "stream")
    errors = [f"{output.ename}: {output.evalue}" for output in outputs if output.output_type == "error"]
    line = {
        "id": cell.get("id"),
        "passed": report.outcome == "passed",
        "printed": printed[:LONGEST],
        "error": errors[0][:LONGEST] if errors else "",
        "trouble": "" if call.excinfo is None else str(call.excinfo.value).splitlines()[0][:LONGEST],
    }
    with open(file, "a", encoding="utf-8") as record:
        record.write(json.dumps(line) + "\n")
