"""A page on what was induced, in one file: phrases, classes, walls, and what they do not show."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import combinations
from pathlib import Path
from statistics import fmean
from string import Template

from nltk import Tree

from prpn_edu import evaluation, trees
from prpn_edu.data import plain
from prpn_edu.induction.machine import Machine, lessons_of
from prpn_edu.induction.teachers import Teacher
from prpn_edu.induction.text import Text
from prpn_edu.loops import page as loop

PHRASES, WORDS, EXAMPLES = 40, 10, 10  # shown: phrases, words of a class, sentences
_TIMES = 3  # a phrase must occur
_COMPARED = 1000  # sentences on which parsers are compared
_TEMPLATE = Path(__file__).with_name("report.html")


def examples(text: Text, most: int = EXAMPLES) -> list[list[str]]:
    """Sentences of 6 to 12 words, as well known as there are, from all over the text."""
    fit = [k for k in text.places if 6 <= len(text.sentences[k]) <= 12] or text.places
    rarest = {k: min(text.counts[word] for word in text.forms[k]) for k in fit}
    parts = [fit[len(fit) * part // most : len(fit) * (part + 1) // most] for part in range(most)]
    return [list(text.sentences[max(part, key=lambda k: rarest[k])]) for part in parts if part]


def agreed_phrases(found: Sequence[Sequence[Tree]]) -> list[tuple[str, float, int]]:
    """The phrases that the teachers agree on most.

    Args:
        found: of each teacher its trees of the same sentences.
    Returns:
        rows (phrase, share, times): words that stand side by side, in how many of their uses and of the
        teachers they are a phrase, and how often they occur; two words or more, and less than the sentence.
    """
    inside: Counter[tuple[str, ...]] = Counter()
    for row in found:
        for tree in row:
            words = trees.words(tree)
            inside.update(
                tuple(words[start:end]) for start, end in trees.spans(tree) if end - start < len(words)
            )
    often = {phrase for phrase, n in inside.items() if n >= _TIMES}
    lengths = sorted({len(phrase) for phrase in often})
    times: Counter[tuple[str, ...]] = Counter()
    for words in map(trees.words, found[0]):
        for length in (length for length in lengths if length < len(words)):
            runs = (tuple(words[k : k + length]) for k in range(len(words) - length + 1))
            times.update(run for run in runs if run in often)
    rows = [
        (" ".join(phrase), inside[phrase] / (n * len(found)), n) for phrase, n in times.items() if n >= _TIMES
    ]
    return sorted(rows, key=lambda row: (-row[1] * (row[2] / (row[2] + 3)), row[0]))


def agreements(machine: Machine, text: Text, found: Sequence[Sequence[Tree]]) -> dict[str, float]:
    """How alike trees are, mean F1 of sentences of three words and more, in [0, 1].

    Args:
        machine: the parser.
        text: what it learnt from.
        found: of each teacher its trees of `text.read`.
    """
    places = [k for k, words in enumerate(text.read) if len(words) > 2]
    places = places[:: max(1, len(places) // _COMPARED)]
    words = [text.read[k] for k in places]
    mine, first = (machine.parse_all(words, stage) for stage in (-1, 0))
    teachers = [[row[k] for k in places] for row in found]
    right = [trees.right(row) for row in words]

    def alike(some: Sequence[Tree], others: Sequence[Tree]) -> float:
        return evaluation.unlabeled_f1(some, others).f1

    pairs = [alike(a, b) for a, b in combinations(teachers, 2)]
    return {
        "two of the PRPNs": fmean(pairs) if pairs else 1.0,
        "the machine and a PRPN": fmean(alike(mine, row) for row in teachers),
        "the machine and the tree that joins each word to all that follow": alike(mine, right),
        "the machine and one that PRPNs taught before they had read a word": alike(mine, first),
    }


def report(machine: Machine, text: Text, teachers: Sequence[Teacher], title: str) -> str:
    """The page, HTML."""
    found = [lessons_of(teacher, -1, text.forms, text.places) for teacher in teachers]
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        title=escape(title),
        **{name: f"{value:,}" for name, value in machine.about.items() if isinstance(value, int)},
        phrases="\n".join(_phrases(found)),
        classes="\n".join(_classes(machine, text)),
        walls="\n".join(_walls(machine, examples(text))),
        agreements="\n".join(
            f"<tr><td>{what}</td><td>{share:.0%}</td></tr>"
            for what, share in agreements(machine, text, found).items()
        ),
    )


def _phrases(found: Sequence[Sequence[Tree]]) -> Iterator[str]:
    """Half of the rows are phrases of two words, half are longer."""
    rows = agreed_phrases(found)
    for pairs in (True, False):
        some = [row for row in rows if (row[0].count(" ") == 1) == pairs]
        for phrase, share, times in some[: PHRASES // 2]:
            yield f'<tr><td dir="auto">{escape(phrase)}</td><td>{share:.0%}</td><td>{times:,}</td></tr>'


def _classes(machine: Machine, text: Text) -> Iterator[str]:
    """The most frequent words of each class; the classes in the order of their most frequent word."""
    members: defaultdict[int, list[str]] = defaultdict(list)
    words = machine.classes.vocabulary.words
    for word, number in zip(words, machine.classes.classes, strict=True):
        if text.counts[word]:
            members[number].append(word)
    for number, row in members.items():
        some = " ".join(f"<bdi>{escape(word)}</bdi>" for word in row[:WORDS])
        yield f"<tr><td>{number}</td><td>{some}</td><td>{len(row):,}</td></tr>"


def _walls(machine: Machine, sentences: Sequence[Sequence[str]]) -> Iterator[str]:
    """Each sentence with a wall before every word, and the tree."""
    stage = loop.stage_of(machine.page())
    lowest = min(stage["walls"])
    scale = 4 / (max(stage["walls"]) - lowest)  # em
    for words, tree in zip(sentences, machine.parse_all(sentences), strict=True):
        heights = loop.walls(stage, [plain.form(word) for word in words])
        columns = "".join(
            f'<span title="{wall:.2f}"><i style="height:{scale * (wall - lowest):.2f}em"></i>'
            f"<bdi>{escape(word)}</bdi></span>"
            for word, wall in zip(words, heights, strict=True)
        )
        yield f'<figure><div class="walls" dir="auto">{columns}</div>'
        yield f'<figcaption dir="auto">{escape(trees.bracketed(tree))}</figcaption></figure>'
