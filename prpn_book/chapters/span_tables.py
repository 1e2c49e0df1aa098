"""Tables of spans by hand: what teachers hand in, what is counted, and what a table mends."""

import math
from collections.abc import Mapping, Sequence

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.rounding import rounded
from prpn_edu import evaluation, shipped, trees
from prpn_edu.data import Vocabulary
from prpn_edu.latent.spans import SpanCounts, SpanTables, count_spans, fit_tables
from prpn_edu.latent.spans.classes import WordClasses
from prpn_edu.loops import spans as span_loops
from prpn_edu.loops.transitions import brackets

Span = tuple[int, int]


def lessons(given: Sequence[Tree]) -> figures.Picture:
    """Four trees that a teacher hands in, the mistake of the last one dashed."""
    return figures.draw_trees(
        given,
        ["1", "2", "3", "4"],
        marked=[set(), set(), set(), {(1, 3), (0, 3)}],
        caption="What a teacher hands in. Dashed, with a cross: its mistake.",
        label="fig-17-lessons",
        across=2,
    )


KIND = {"the": "D", "film": "N", "critic": "N", "was": "V", "saw": "V", "loved": "V", "she": "P", "good": "A"}


def counted(given: Sequence[Tree]) -> SpanCounts:
    """The spans of trees over the words of `KIND`, counted by their kinds."""
    vocabulary = Vocabulary.build([list(KIND)])
    numbers = {kind: k for k, kind in enumerate([*sorted(set(KIND.values())), "<unk>"])}
    kinds = tuple(numbers[KIND.get(word, "<unk>")] for word in vocabulary.words)
    return count_spans(given, WordClasses(vocabulary, (), kinds, len(numbers), ()))


def mended(teacher: Tree, pupil: Tree) -> figures.Picture:
    """A sentence by the teacher, its mistake dashed, and by the tables that it taught."""
    return figures.draw_trees(
        [teacher, pupil],
        ["teacher", "pupil"],
        marked=[trees.spans(teacher) - trees.spans(pupil), set()],
        caption="The last sentence by teacher and pupil.",
        label="fig-17-mended",
    )


def signed(x: int) -> str:
    """A whole number with its sign, 0 without."""
    return f"{x:+d}".replace("-", "\N{MINUS SIGN}") if x else "0"


def parts_of(words: Sequence[str]) -> dict[Span, list[int]]:
    """What the four shipped tables say of each span, rounded to whole numbers; short spans first."""
    model = span_loops.model_of(shipped.spans())
    classes, n = span_loops.read(model, words), len(words)
    places = [(s, s + width) for width in range(2, n + 1) for s in range(n + 1 - width)]
    return {span: [round(x) for x in span_loops.shares(model["tables"], classes, *span)] for span in places}


def four_shares(parts: Mapping[Span, Sequence[int]], words: Sequence[str]) -> figures.Table:
    """The table of what four tables say of seven spans."""
    chosen = [(0, 2), (1, 3), (0, 3), (2, 4), (4, 6), (3, 6), (0, 6)]
    return figures.Table(
        ["span", *(f"{a}, {b}" for a, b in span_loops.PAIRS), "sum"],
        [[" ".join(words[slice(*s)]), *map(signed, [*parts[s], sum(parts[s])])] for s in chosen],
        "What four tables say of seven spans, rounded.",
    )


def scores(whole: Mapping[Span, int], words: Sequence[str]) -> figures.Picture:
    """The chapter's master figure: the score of every span."""
    return figures.score_chart(
        whole,
        words,
        "The score of every span; each box stands over the middle of its words.",
        digits=0,
        label="fig-17-chart",
    )


def filled(whole: Mapping[Span, int], best: Mapping[Span, int], words: Sequence[str]) -> figures.Picture:
    """The chart with the best sum below each score, and the spans of the best tree framed."""
    n = len(words)
    square = [[whole.get((start, end), 0) for end in range(n + 1)] for start in range(n)]
    nested, _ = span_loops.best_tree(square, words)
    return figures.score_chart(
        whole,
        words,
        "In brackets: the best sum of a tree over these words. Framed: the best tree.",
        tree={tuple(span) for span in span_loops.spans_of(nested)[0]},
        sums=best,
        digits=0,
        label="fig-17-cky",
    )


# On the toy treebank


def loop_and_library(sentences: Sequence[list[str]]) -> None:
    """Say whether loop and library find the same trees by the shipped tables, and the best of all."""
    tables = shipped_tables()
    same, highest = 0, []
    for words, found in zip(sentences, tables.parse_all(sentences), strict=True):
        scores = tables.scores(words)
        same += brackets(span_loops.best_tree(scores.tolist(), words)[0]) == figures.bracketed(found)
        if len(words) <= 7:
            sums = (sum(scores[span].item() for span in trees.spans(t)) for t in trees.binary_trees(words))
            got = sum(scores[span].item() for span in trees.spans(found))
            highest.append(math.isclose(max(sums), got, abs_tol=1e-6))
    print(f"loop and library agree on {same} of {len(sentences)} sentences")
    print(f"of {len(highest)} with up to seven words, {sum(highest)} have the highest sum of all trees")


def classes(found: WordClasses) -> figures.Table:
    """The table of some classes of words that were learnt from plain text."""
    rows = []
    for number in range(found.size):
        members = [word for word in found.members(number) if not word.startswith("<")]
        if len(members) > 4:
            rows.append([number, len(members), ", ".join(members[:7])])
    return figures.Table(
        ["class", "words", "the most frequent"],
        rows[:12],
        "Classes of the toy treebank's words, from plain text alone; the first twelve with more than four "
        "words.",
    )


def spoilt(gold: Sequence[Tree], share: float, habit: bool, seed: int) -> list[Tree]:
    """A teacher's trees: gold, but with the chance `share` a random one, or by habit a left-branching one."""
    draw = torch.Generator().manual_seed(seed)

    def mistake(words: list[str]) -> Tree:
        return trees.left(words) if habit else evaluation.baselines.random(words, draw)

    return [mistake(trees.words(tree)) if torch.rand((), generator=draw) < share else tree for tree in gold]


def mistaken(
    text: Sequence[Tree], judged: Sequence[Tree], kinds: WordClasses, shares: Sequence[float]
) -> dict[str, list[float]]:
    """The F1 of teachers who spoil a share of their trees, and of the tables that they teach.

    Args:
        text: gold trees that the teachers hand in, spoilt.
        judged: other gold trees, to score by.
        kinds: of words.
        shares: one teacher of each sort for each.
    """
    lines = {}
    for name, habit in (("accidents", False), ("a habit", True)):
        pupils = [fit_tables(spoilt(text, share, habit, 1), kinds) for share in shares]
        handed_in = [spoilt(judged, share, habit, 2) for share in shares]
        lines[f"teacher with {name}"] = [score(some, judged) for some in handed_in]
        lines[f"pupil of {name}"] = [score(pupil.parse_all(judged), judged) for pupil in pupils]
    return lines


def score(found: Sequence[Tree], gold: Sequence[Tree]) -> float:
    """Sentence F1 x 100 without the root."""
    return 100 * evaluation.unlabeled_f1(found, gold).f1


def two_mistakes(lines: Mapping[str, Sequence[float]], shares: Sequence[float]) -> figures.Picture:
    """Teachers with accidents and with a habit, and their pupils: a colour for each kind of mistake."""
    return figures.curves(
        lines,
        [round(100 * share) for share in shares],
        ("mistakes of the teacher, % of its trees", "sentence F1 x 100"),
        "Gold trees, spoilt in two ways, and what the tables make of them.",
        digits=0,
        label="fig-17-noise",
        looks=[(k // 2, k % 2) for k in range(len(lines))],
    )


def noise(rows: Mapping[str, tuple[Sequence[Tree], Sequence[Tree]]]) -> figures.Table:
    """The table of a teacher that knows nothing and its pupil: name to (trees, gold)."""
    cells = []
    for name, (found, gold) in rows.items():
        lazy = [trees.right(trees.words(tree)) for tree in gold]
        f1s = (100 * evaluation.unlabeled_f1(found, other).f1 for other in (lazy, gold))
        cells.append([name, *(rounded(x, 0) for x in f1s)])
    return figures.Table(
        ["", "F1 with right-branching", "F1 with gold"],
        cells,
        "A teacher that knows nothing, on the toy treebank's training remarks; its pupil and "
        "right-branching on others.",
    )


def shipped_tables() -> SpanTables:
    """The tables of the toy treebank that come with the course, in the library's form."""
    model = span_loops.model_of(shipped.spans())
    kinds = WordClasses(
        Vocabulary(model["words"]), (), tuple(model["classes"]), len(model["tables"][0]) - 1, ()
    )
    return SpanTables(kinds, torch.tensor(model["tables"], dtype=torch.float64))
