"""The pages of a report: what students wrote has no power in them, and everybody can read them."""

import csv
import html
import io
import re
import unicodedata
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from playwright.sync_api import sync_playwright
from test_book import AXE, CHROMIUM, OPTIONS

from prpn_class.classroom import units
from prpn_class.grading import pages, reports
from prpn_class.grading.graded import Graded
from prpn_class.grading.result import Student, TaskMark
from prpn_class.grading.verdict import WITHHELD
from prpn_course.checking.judge import Judge
from prpn_course.checking.outcomes import run
from prpn_course.tasks import find_sheet

SHEET = find_sheet("07-prpn-gates")
TASKS = list(SHEET.tasks)
POWERFUL = [
    *"<>&\"'`*_[]()#!|\\~$-+1.) \n\t\r\0\x1b\x85\u2028\u202e",
    "<script>alert(1)</script>",
    "</pre><b>",
    "<!--",
    "]]>",
    "&lt;",
    "```",
    "~~~",
    "[a](b)",
    "![a](b)",
    "# a",
    "| a |",
    "1. ",
    "'; style='",
    "</style>",
    "a",
]
texts = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(POWERFUL), max_size=12).map("".join))


def student(name, remarks, words, earned=0):
    marks = {task.id: TaskMark(task.id, earned * task.points, words) for task in TASKS}
    return Student(name, marks, list(remarks))


students = st.builds(student, texts, st.lists(texts, max_size=2), texts)


def shown(text):
    """What a reader should see of a text on one line."""
    return pages.printable(" ".join(text.split()))


class Elements(HTMLParser):
    """The elements of a page, their attributes, and the text of each."""

    def __init__(self, page):
        super().__init__()
        self.found, self.texts, self.open = [], [], []
        self.comments = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        self.open.append(tag)
        self.texts.append((tag, ""))

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if self.texts and self.open[-1:] == [self.texts[-1][0]]:
            tag, text = self.texts[-1]
            self.texts[-1] = (tag, text + data)

    def handle_comment(self, data):
        self.comments += 1

    def of(self, tag):
        return [text for name, text in self.texts if name == tag]


KNOWN = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "strong", "ul", "li", "a"),
    *("table", "thead", "tbody", "tr", "th", "td", "div", "pre", "span"),
}
ATTRIBUTES = {"lang", "charset", "name", "content", "scope", "class", "style", "href", "aria-hidden"}
ATTRIBUTES |= {"tabindex", "role", "aria-label"}


def assert_inert(page):
    elements = Elements(page)
    assert {tag for tag, _ in elements.found} <= KNOWN and elements.comments == 0
    assert {name for _, given in elements.found for name in given} <= ATTRIBUTES
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page)
    return elements


def test_an_address_that_a_student_wrote_is_no_link():
    said = pages.escaped("see https://a.example, WWW.b.example or c@d.example: 3:4")
    assert said == r"see https\://a.example, WWW\.b.example or c\@d.example: 3:4"


@pytest.mark.parametrize("between", ["", "\u200d"])
def test_no_letter_is_a_tower_over_the_lines_above(between):
    tower, word = "a" + f"\u0301{between}" * 2000 + "b", "việt ทุ่ง e\u0302\u0301 שָּׁ"
    assert pages.printable(tower).count("\u0301") == 6 and pages.printable(word) == word


@given(students)
def test_the_html_of_a_student_is_inert(one):
    elements = assert_inert(pages.feedback_page(one, TASKS))
    assert elements.of("h1") == [pages.printable(f"Feedback for {one.name}")]
    assert len(elements.of("h2")) == len(TASKS)
    assert elements.of("li") == [pages.printable(remark) for remark in one.remarks]


@given(st.lists(students, max_size=3))
def test_the_html_of_the_class_is_inert(several):
    links = [f"feedback/{name}.html" for name in reports.file_names(several)]
    elements = assert_inert(pages.overview_page(several, TASKS, "In a sandbox.", links))
    assert elements.of("a") == [pages.printable(one.name) for one in several]
    for _, given_ in (found for found in elements.found if found[0] == "a"):
        assert re.fullmatch(r"feedback/[\w.~%/-]+\.html", given_["href"])


@given(
    st.lists(
        st.one_of(
            texts, st.sampled_from(["x<-2", "x?", "x_", "x_-2", "X_", "e\u0301", "\u00e9", "\U0001f600" * 63])
        ),
        max_size=8,
    )
)
def test_every_student_has_files_of_their_own(several):
    names = reports.file_names([student(name, [], "") for name in several])
    assert len({unicodedata.normalize("NFD", name).casefold() for name in names}) == len(several)
    assert all(re.fullmatch(r'[^<>:"/\\|?*\x00-\x1f\x7f-\x9f\u202a-\u202e]+', name) for name in names)
    assert all(len(f"{name}.html".encode()) <= 255 for name in names)


def test_pages_have_the_names_that_were_received():
    """Two of one name that is long have numbers behind it, and each keeps its own."""
    taken = set()
    names = sorted(units.free(letter * 120, taken) for letter in "x" * 12 + "\U0001f600" * 12)
    assert reports.file_names([student(name, [], "") for name in names]) == names


FORMULAS = ["=1+1", "\n=1+1", "x;=1+1", "\uff1d1+1", "x\t=1", 'x;"=1"', " +1", "x, -1", "\r@SUM(A1)", "|=1"]
FORMULAS += ["\u200b=1", "\ufeff+1", "\u2060\u00ad@x", "\ufe661", "x;\u22121"]
STARTS = re.compile("[\\s\u00ad\u200b\u2060\ufeff]*[=+@\uff1d\uff0b\uff20\uff0d\ufe66\u2212-]")


@given(st.one_of(texts, st.sampled_from(FORMULAS), st.lists(st.sampled_from(FORMULAS)).map("".join)))
def test_no_cell_of_the_table_is_a_formula(text):
    table = reports.grades([student(text, [text], "")], TASKS)
    for divider in ",;\t|":
        for row in csv.reader(io.StringIO(table, newline=""), delimiter=divider):
            assert not any(STARTS.match(cell) for cell in row), row
    assert len(list(csv.reader(io.StringIO(table, newline="")))) == 2


def test_no_cell_of_the_table_is_longer_than_a_spreadsheet_takes():
    remarks = [f"Your cell that begins with '{k}' raised {1_900 * 'x'}" for k in range(25)]  # of five sheets
    one = student("eve", [], "")
    one.remarks = remarks
    (row,) = csv.DictReader(io.StringIO(reports.grades([one], TASKS)))
    assert row["remarks"].startswith(remarks[0]) and len(row["remarks"]) < 32_767
    assert remarks[-1] in pages.overview_page([one], TASKS, "how").replace("&#39;", "'")


def inline(tokens):
    """The inline tokens of a Markdown page, by the kind of block that holds them."""
    return [(tokens[n - 1].type, token) for n, token in enumerate(tokens) if token.type == "inline"]


def text_of(token):
    assert {child.type for child in token.children} <= {"text", "strong_open", "strong_close"}, token.content
    return "".join(child.content for child in token.children)


@given(students)
def test_the_markdown_of_a_student_is_inert(one):
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(pages.feedback(one, TASKS))
    found = inline(tokens)
    headings = [text_of(token) for kind, token in found if kind == "heading_open"]
    assert headings[0] == f"Feedback for {shown(one.name)}".strip() and len(headings) == 1 + len(TASKS)
    assert sum(token.type == "list_item_open" for token in tokens) == len(one.remarks)
    said = [token.content for token in tokens if token.type == "fence"]
    assert len(said) == len(TASKS)
    assert all(text.startswith(pages.printable(one.marks["7.1"].words)) for text in said)
    assert not any(token.type in ("html_block", "code_block", "hr", "blockquote_open") for token in tokens)
    remarks = [text_of(token) for kind, token in found if kind == "paragraph_open"][1:]
    assert remarks == [shown(remark) for remark in one.remarks if shown(remark)]


@given(st.lists(students, min_size=1, max_size=3))
def test_the_markdown_of_the_class_is_inert(several):
    tokens = MarkdownIt("commonmark").enable("table").parse(pages.overview(several, TASKS, "In a sandbox."))
    cells = [text_of(token) for kind, token in inline(tokens) if kind == "td_open"]
    rows = cells[4 * len(TASKS) :]
    assert rows[0::3] == [shown(one.name) for one in several]
    assert rows[1::3] == ["0"] * len(several)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_page_says_what_came_why_and_what_to_reread(task):
    """Whatever a task was lost for, its section names the part of the chapter, once."""
    judge = Judge(task, SHEET, seed=3)
    wrong = [run(task.misconceptions[0].wrong, case) for case in judge.cases]
    words = {
        "a mistake": str(judge.report(wrong)),
        "borrowed": WITHHELD.format("prpn_edu.latent.gates"),
        "none": "No answer yet.",
        "nothing": "",
    }
    for said in words.values():
        one = student("Ada", [], "", earned=1)
        one.marks[task.id] = TaskMark(task.id, 0, said)
        for page in (pages.feedback(one, TASKS), html.unescape(pages.feedback_page(one, TASKS))):
            assert page.count(f'Reread: {SHEET.chapter}, "{task.section}".') == 1
            assert all(line.strip() in page for line in said.split("\n")[1:])
    assert "Hint: " in words["a mistake"]


def test_full_marks_have_a_word():
    for words in (pages.feedback, pages.feedback_page):
        assert pages.FULL in words(student("ada", [], "Right.", 1), TASKS)
        assert pages.FULL not in words(student("bob", [], "No."), TASKS)


def test_the_overview_counts():
    one, two, three, four = (student(name, [], "No answer yet.") for name in "abcd")
    one.marks["7.1"] = TaskMark("7.1", 1, "")
    two.marks["7.1"] = TaskMark("7.1", 0, "x", "looks | ahead")
    taken = f"Your cell raised ValueError: no\n{WITHHELD.format('prpn_edu.latent.gates')}"
    three.marks["7.1"] = TaskMark("7.1", 0, taken)
    page = pages.overview([one, two, three, four], TASKS, "In a sandbox.")
    mistakes = "looks \\| ahead (1); no answer (1); from the library (1)"
    assert f"| 7.1 Hard gates from a limit | 1 | 1 | {mistakes} |" in page
    assert "4 students. 0 have full marks; the mean is 0.2 of 15 points." in page
    assert "| c | 0 | took from the library: 7.1 |" in page
    shares = re.findall(r"of 4 \((\d+)%\)", pages.overview_page([one, two, three, four], TASKS, ""))
    assert shares == ["25", "0", "0", "0", "0", "0", "0"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("The check ran for more than 2 s. Look for a loop without an end.", "too long, or too much"),
        (
            "The notebook used too much memory. Of a pool of processes each counts: take 16 at most.",
            "too long, or too much",
        ),
        ("Your cell raised SyntaxError: no\nThe check found no function called f.", "a cell that stopped"),
        ("The check found no function called f.", "no function of that name"),
        (
            "7.1 Hard gates: 0 of 1 point.\nThe numbers are right in all 6 cases.",
            "right numbers, but floats or a changed argument",
        ),
        ("7.1 Hard gates: 0 of 1 point.\nNo common mistake fits.", "another mistake"),
    ],
)
def test_the_overview_says_what_lost_a_point_where_no_mistake_was_named(words, kind):
    one = student("a", [], "No answer yet.")
    one.marks["7.1"] = TaskMark("7.1", 0, words)
    assert f"| 7.1 Hard gates from a limit | 1 | 0 | {kind} (1) |" in pages.overview([one], TASKS, "")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report on three students: right, mistaken everywhere, and one with a long name and long words."""
    judges = [Judge(task, SHEET, seed=3) for task in TASKS]
    mistaken = student("mistaken", ["the first remark"], "")
    for judge in judges:
        came = [run(judge.task.misconceptions[0].wrong, case) for case in judge.cases]
        said = judge.report(came)
        mistaken.marks[judge.task.id] = TaskMark(judge.task.id, 0, str(said), said.misconception.name)
    long = student("long" * 30, ["remark" * 60], "word" * 300 + "\n  " + "number" * 100)
    folder = tmp_path_factory.mktemp("pages") / "report"
    students = [student("right", [], "", earned=1), mistaken, long]
    reports.write(Graded(students, [SHEET], "In a sandbox."), folder)
    return folder


@pytest.fixture(scope="module")
def browser():
    if not CHROMIUM or not AXE.is_file():
        pytest.skip("needs Chromium, and the built book: run `make book`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield browser
        browser.close()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_everybody_can_read_the_pages(browser, report, width, scheme):
    files = [report / "overview.html", *(report / "feedback").glob("*.html")]
    assert len(files) == 4
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in files:
        page = context.new_page()
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name
        page.add_script_tag(path=AXE)
        found = page.evaluate("() => axe.run(document, {preload: false})")["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == [], path.name
    page.goto((report / "overview.html").as_uri())
    page.get_by_role("link", name="mistaken").click()
    assert page.locator("h1").inner_text() == "Feedback for mistaken"
    context.close()
