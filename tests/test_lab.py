"""Chapter 7 in a real JupyterLab: folded, in plain words, and an explorer that keeps its keys to itself."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from nbformat.v4 import new_code_cell
from test_book import VENDOR, browser, pytestmark  # noqa: F401

from prpn_course import notebooks
from prpn_course.authoring import in_lab
from prpn_course.authoring.in_lab import cited
from prpn_course.checking.card import card
from prpn_course.checking.judge import examine
from prpn_course.tasks import find

pytest.importorskip("jupyterlab")

ROOT = Path(__file__).parents[1]
CHAPTER = "book/part2-latent-trees/07-prpn-gates.ipynb"
TOKEN = "chapter-seven"
SETTINGS = {
    "apputils-extension/themes": {"theme": "JupyterLab Dark"},
    "apputils-extension/notification": {"fetchNews": "false"},
    "notebook-extension/tracker": {"windowingMode": "none"},  # all cells stand in the page
}
RAW = re.compile(r"\{[a-z:]+\}`|\$\$ *\(|\{\w+\}|&lt;")


def with_a_card(path):
    """Let the first cell of a notebook show, too, the card of a wrong answer."""
    sheet, task = find("7.3")
    html = card(examine(task, lambda alpha: torch.tensor(alpha) / 2, sheet), sheet)._repr_html_()
    notebook = notebooks.read(path)
    shown = new_code_cell(f"from IPython.display import HTML\nHTML({html!r})", id="card")
    notebook.cells.append(shown)
    notebooks.write(notebook, path)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Start JupyterLab on a copy of the chapter; return the address of the notebook in it."""
    home = tmp_path_factory.mktemp("lab")
    in_lab.copy(CHAPTER, home)
    with_a_card(home / CHAPTER)
    for name, settings in SETTINGS.items():
        file = home / f"JUPYTERLAB_SETTINGS_DIR/@jupyterlab/{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(home / "ipython")}
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR")
    for name in (*folders, "JUPYTERLAB_WORKSPACES_DIR"):
        environment[name] = str(home / name)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.port=0"]
    command += [f"--ServerApp.root_dir={home}", f"--IdentityProvider.token={TOKEN}"]
    command += ["--LabApp.extension_manager=readonly", "--LabApp.expose_app_in_browser=True"]
    with (home / "log").open("w") as log:
        lab = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        while not (told := [*home.glob("JUPYTER_RUNTIME_DIR/jpserver-*.json")]):
            assert lab.poll() is None, (home / "log").read_text()
            time.sleep(0.1)
        yield f"{json.loads(told[0].read_text())['url']}lab/tree/{CHAPTER}?token={TOKEN}"
    finally:
        lab.terminate()
        lab.wait()


@pytest.fixture(scope="module")
def page(browser, address):  # noqa: F811
    """The chapter, open in JupyterLab."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(120_000)
    page.goto(address)
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.content?.widgets?.length > 50")
    page.wait_for_selector(".jp-RenderedMarkdown h1")
    yield page
    page.close()


def cells(page):
    return page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")


def run(page, number):
    """Run a code cell, the first being 0, the last -1."""
    page.evaluate(
        """async (number) => {
          const panel = jupyterapp.shell.currentWidget, cells = panel.content.widgets;
          const code = cells.filter((cell) => cell.model.type === "code").at(number);
          panel.content.activeCellIndex = cells.indexOf(code);
          await panel.sessionContext.ready;
          await jupyterapp.commands.execute("notebook:run-cell");
        }""",
        number,
    )


def test_what_a_page_folds_is_folded(page):
    tags = [cell.metadata.get("tags", ()) for cell in notebooks.read(ROOT / CHAPTER).cells]
    folded = page.locator(".jp-Notebook .jp-CodeCell .jp-InputPlaceholder:visible").count()
    assert folded == sum("hide-input" in cell for cell in tags) > 10


def test_prose_shows_words_where_the_book_has_roles(page):
    prose = page.locator(".jp-Notebook .jp-RenderedMarkdown").all_inner_texts()
    assert not [text for text in prose if RAW.search(text)]
    whole = "\n".join(prose)
    assert cited(["shen2018prpn"]) in whole and "Shen et al. [2018]" in whole
    question = "Predict: what is the attention (0.4, 0.1, 0.3, 0.2) with the limit 2? "
    assert question + "((0, 0, 3/5, 2/5) / (0, 0, 3/10, 1/5) / (0, 0, 1/2, 1/2))" in whole


def test_an_explorer_keeps_its_keys(page):
    run(page, 0)
    wall = page.locator(".prpn-explorer input[type=range]").first
    before, there = float(wall.input_value()), cells(page)
    wall.focus()
    for key in ("ArrowUp", "b", "a", "5", "d", "d", "ArrowUp"):
        page.keyboard.press(key)
    assert float(wall.input_value()) == pytest.approx(before + 0.02) and cells(page) == there
    page.keyboard.press("ArrowDown")
    assert float(wall.input_value()) == pytest.approx(before + 0.01)
    assert page.evaluate("document.activeElement.matches('.prpn-explorer input')"), "the focus stays"
    radio = page.locator(".prpn-guess input[type=radio]").first
    radio.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert not radio.is_checked() and page.locator(".prpn-guess input:checked").count() == 1
    assert cells(page) == there


def test_a_card_has_no_patches_in_the_dark(page):
    run(page, -1)
    check = page.locator(".prpn-check")
    check.wait_for()
    assert check.locator("pre").count()
    colours = check.evaluate(
        """card => [...card.querySelectorAll("*")].map((one) => getComputedStyle(one).backgroundColor)
          .filter((colour) => colour !== "rgba(0, 0, 0, 0)")"""
    )
    assert colours == []
    assert check.evaluate("card => getComputedStyle(card).backgroundColor") == "rgb(20, 23, 28)"
