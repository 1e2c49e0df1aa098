"""The static twin: an explorer as HTML that any page can show, and what the book's script needs."""

from collections.abc import Iterable
from html import escape

from prpn_book.explore.guess import Guess, counted

# Asks for the explorers' script, once a page, and only in a page of the book: elsewhere `content_root` is not
# set, and the table of numbers stays as it is.
_LOADER = """<script>
(() => {
  const root = document.documentElement.dataset.content_root;
  if (window.prpnExplore) window.prpnExplore.mount();
  else if (root !== undefined && !document.getElementById("prpn-explore")) {
    const script = document.createElement("script");
    script.id = "prpn-explore";
    script.src = root + "_static/vendor/explore/page.js";
    document.head.append(script);
  }
})();
</script>"""


def twin(
    title: str, table: list[list[str]], notes: Iterable[str], guesses: Iterable[Guess], stored: str
) -> str:
    """Return the twin: questions with folded answers, the table of numbers, and the state as JSON.

    Args:
        title: one line, the caption of the table.
        table: a heading row, then one row a quantity, its name first.
        notes: lines below the table.
        guesses: what the reader is to predict; without scripts each answer is folded away.
        stored: the state, as JSON.
    """
    heading, *rows = table
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heading)
    body = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, *cells in rows
    )
    below = "\n".join(f"<p>{escape(note)}</p>" for note in notes)
    # "<" would let a word of the reader's end the script: as an escape it is the same JSON.
    data = stored.replace("<", "\\u003c")
    return f"""<div class="prpn-twin">
{"".join(map(fold, guesses))}<table tabindex="0">
<caption>{escape(title)}</caption>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table>
{below}
<script type="application/json">{data}</script>
</div>
{_LOADER}"""


def fold(guess: Guess) -> str:
    """Return a guess as a fold: the question and its options in sight, the answer inside."""
    options = f" ({' / '.join(guess.options)})" if guess.options else ""
    right = guess.right
    if not isinstance(right, str):
        right = f"{right:g} {counted(right, guess.unit)}".strip()
    return (
        f"<details><summary>Predict: {escape(guess.question + options)}</summary>"
        f"<p>{escape(str(right))}. {escape(guess.answer)}</p></details>\n"
    )
