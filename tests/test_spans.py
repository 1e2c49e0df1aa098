"""Word classes and span tables: against brute force, on sentences by hand, on the toy treebank."""

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from nltk import Tree

from prpn_book.chapters import span_tables
from prpn_edu import data, trees
from prpn_edu.latent import chart, split
from prpn_edu.latent.spans import (
    SpanTables,
    WordClasses,
    count_spans,
    count_split,
    fit_tables,
    learn_classes,
    split_spans,
)
from prpn_edu.latent.spans.classes import Exchange

END = 9  # the number of the sentence end beside nine words
GENERATOR = torch.Generator().manual_seed(3)
TEXT = [torch.randint(9, (n,), generator=GENERATOR).tolist() for n in (1, 4, 7, 5, 2, 6, 6, 9)] + [[4, 4, 4]]


def log_likelihood(text, classes):
    """log p of the text under the class bigram model, word by word, with the best parameters."""
    rows = [[END, *sentence, END] for sentence in text]
    pairs = [pair for row in rows for pair in pairwise(row)]
    words = Counter(b for _, b in pairs)
    following = Counter(classes[b] for _, b in pairs)
    leading = Counter(classes[a] for a, _ in pairs)
    both = Counter((classes[a], classes[b]) for a, b in pairs)
    return sum(
        math.log(both[classes[a], classes[b]] / leading[classes[a]] * words[b] / following[classes[b]])
        for a, b in pairs
    )


# Classes.


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_likelihood_is_that_of_the_class_bigram_model(size):
    """F differs from the log-likelihood by a sum over words that no classes enter."""
    exchange = Exchange(TEXT, END, size)
    frequencies = Counter(word for sentence in TEXT for word in [*sentence, END])
    constant = sum(count * math.log(count) for count in frequencies.values())
    exact = log_likelihood(TEXT, exchange.classes.tolist())
    assert exchange.likelihood() + constant == pytest.approx(exact)
    exchange.sweep()
    assert exchange.likelihood() + constant == pytest.approx(log_likelihood(TEXT, exchange.classes.tolist()))


def test_each_gain_is_the_difference_that_the_move_makes():
    exchange = Exchange(TEXT, END, 4)
    for word in range(END):
        before, after, itself = exchange._contexts(word)
        old = int(exchange.classes[word])
        exchange._add(old, -before, -after, -itself)
        gains = exchange._gains(before, after, itself)
        exchange._add(old, before, after, itself)
        exact = []
        for new in range(4):
            classes = exchange.classes.tolist()
            classes[word] = new
            exact.append(log_likelihood(TEXT, classes))
        assert gains - gains[0] == pytest.approx([value - exact[0] for value in exact])


@pytest.mark.parametrize("size", [2, 3, 6])
def test_likelihood_never_falls_and_at_the_end_no_single_move_helps(size):
    exchange = Exchange(TEXT, END, size)
    values = [exchange.likelihood()]
    while exchange.sweep():
        values.append(exchange.likelihood())
    assert len(values) > 1 and values == sorted(values)
    classes = exchange.classes.tolist()
    reached = log_likelihood(TEXT, classes)
    for word in range(END):
        for new in range(size):
            other = classes.copy()
            other[word] = new
            assert log_likelihood(TEXT, other) <= reached + 1e-6


def test_classes_begin_by_frequency():
    text = [[0, 0, 0, 2, 2, 1]]  # 0 thrice, 2 twice, 1 once, 3 never
    assert Exchange(text, 4, 2).classes.tolist() == [0, 0, 1, 0, 2]


def test_words_with_the_same_neighbours_come_together():
    sentences = [[a, b, c] for a in ("the", "a") for b in ("cat", "dog", "cow") for c in ("sleeps", "eats")]
    learnt = learn_classes(sentences, size=3, min_count=1, suffixes=())
    groups = {frozenset(learnt.members(k)) - {"<unk>", "<pad>", "<s>", "</s>"} for k in range(3)}
    assert groups == {
        frozenset(("the", "a")),
        frozenset(("cat", "dog", "cow")),
        frozenset(("sleeps", "eats")),
    }


def test_every_word_has_a_class_and_rare_ones_go_by_their_suffix():
    sentences = [["he", "was", "walking"], ["he", "was", "N"], ["he", "was", "running"], ["zzz", "was", "he"]]
    learnt = learn_classes(sentences, size=4, min_count=3)
    boundary, *inside, other = learnt.read(["he", "jumping", "was", "N.N", "qqq"])
    assert boundary == other == 4 and set(inside) <= set(range(4))
    assert learnt.read(["jumping"]) == learnt.read(["walking"])
    assert learnt.read(["qqq"]) == learnt.read(["zzz"])


def test_classes_do_not_depend_on_chance():
    sentences = data.toy("train", 60)
    assert learn_classes(sentences, size=5) == learn_classes([tree.leaves() for tree in sentences], size=5)


def test_likelihoods_are_kept():
    values = learn_classes(data.toy("train", 200), size=6).likelihoods
    assert len(values) > 2 and list(values) == sorted(values)


def test_no_classes_without_words():
    with pytest.raises(ValueError, match="no sentence"):
        learn_classes([])
    with pytest.raises(ValueError, match="1 class or more"):
        learn_classes([["a"]], size=0)
    with pytest.raises(TypeError, match="split"):
        learn_classes(["a b"])


# Tables.


def letters(text="abcd"):
    """Each letter a class of its own."""
    vocabulary = data.Vocabulary(["<unk>", "<pad>", *text])
    return WordClasses(vocabulary, (), (0, 0, *range(len(text))), len(text), ())


def test_tables_of_one_tree_by_hand():
    """In (a (b c)) the spans (b c) and (a b c) are phrases, (a b) is none."""
    tables = fit_tables([Tree.fromstring("(X a (X b c))")], letters("abc")).tables
    a, b, c, end = range(4)
    inside, outside, never = math.log(3 / 8), math.log(2 / 9), math.log(2 / 8)
    expected = torch.full((4, 4, 4), never, dtype=torch.float64)
    expected[0, b, c] = expected[0, a, c] = inside  # (first, last)
    expected[0, a, b] = outside
    expected[1, a, end] = expected[1, end, end] = inside  # (before, after)
    expected[1, end, c] = outside
    expected[2, a, b] = inside  # (before, first)
    expected[2, end, a] = math.log(3 / 9)  # of (a b c) and of (a b)
    expected[3, c, end] = math.log(4 / 8)  # (last, after), of both
    expected[3, b, c] = outside
    assert torch.allclose(tables, expected)


def test_scores_are_sums_of_four_numbers():
    tables = SpanTables(letters(), torch.randn(4, 5, 5, generator=GENERATOR, dtype=torch.float64))
    scores = tables.scores(list("cadb"))
    around = [4, 2, 0, 3, 1, 4]  # the sentence with both its ends
    for start in range(4):
        for end in range(5):
            before, first = around[start], around[start + 1]
            last, after = around[end], around[end + 1] if end < 5 else 4
            pairs = [(first, last), (before, after), (before, first), (last, after)]
            parts = [tables.tables[k][pair].item() for k, pair in enumerate(pairs)]
            assert scores[start, end].item() == pytest.approx(sum(parts) if end - start > 1 else 0.0)
    assert tables.parse("c a d b") == chart.best_tree(scores, list("cadb"))


def test_many_sentences_are_parsed_as_one_by_one():
    words = [tree.leaves() for tree in data.toy("train", 80)]
    tables = SpanTables(learn_classes(words, size=6), torch.randn(4, 7, 7, generator=GENERATOR))
    assert tables.parse_all(words) == [tables.parse(w) for w in words]
    assert tables.parse_all([]) == []


def test_longer_spans_are_not_counted():
    long = trees.right(list("abcd"))
    without_root = count_spans([long], letters(), longest=3).tables().tables
    full = fit_tables([long], letters()).tables
    end, a, d = 4, 0, 3
    assert (
        without_root[1, end, end].exp().item() == without_root[0, a, d].exp().item() == pytest.approx(2 / 8)
    )
    assert full[1, end, end].exp().item() == full[0, a, d].exp().item() == pytest.approx(3 / 8)


def test_several_teachers_add_up():
    one, other = trees.right(list("abcd")), trees.left(list("dcba"))
    added = count_spans([one], letters()) + count_spans([other], letters())
    together = count_spans([one, other], letters())
    assert torch.equal(added.inside, together.inside)
    assert torch.equal(added.everywhere, together.everywhere)
    twice = count_spans([one, one], letters()).tables((2.0, 8.0))
    assert twice.tables.allclose(count_spans([one], letters()).tables((1.0, 4.0)).tables)
    with pytest.raises(ValueError, match="two different sorts of classes"):
        together + count_spans([one], letters("abcdef"))


def test_no_teacher_gives_no_opinion():
    tables = fit_tables([], letters())
    assert tables.parse("a b c d") == trees.right(list("abcd"))


@pytest.mark.parametrize("shape", [trees.left, trees.right])
def test_a_teacher_that_never_varies_is_copied(shape):
    words = [tree.leaves() for tree in data.toy("train", 150)]
    tables = fit_tables([shape(w) for w in words], learn_classes(words, size=8))
    short = [w for w in words if len(w) <= 10]
    assert short and all(tables.parse(w) == shape(w) for w in short)


def test_sentences_of_one_word_teach_nothing_and_have_a_tree():
    one = Tree("X", ["a"])
    tables = fit_tables([one], letters())
    assert torch.allclose(tables.tables.exp(), torch.tensor(2 / 8, dtype=torch.float64))
    assert tables.parse(["a"]) == one


def test_tables_bad_input():
    with pytest.raises(ValueError, match="at least one word"):
        SpanTables(letters(), torch.zeros(4, 5, 5)).parse([])


# The same counts, of all sentences at once.


@pytest.mark.parametrize("levels", [1, 3, 1000])
def test_spans_of_split_are_those_of_its_trees(levels):
    """Also where scores are equal, and where a sentence has one word."""
    generator = torch.Generator().manual_seed(levels)
    lengths = [1, *torch.randint(1, 25, (200,), generator=generator).tolist(), 1]
    rows = [torch.randint(levels, (n,), generator=generator).double() for n in lengths]
    expected, place = set(), 0
    for row in rows:
        made = trees.spans(split.split(row))
        expected |= {(place + start, place + end) for start, end in made if end - start > 1}
        place += len(row)
    start, end = split_spans(torch.cat(rows).numpy(), lengths)
    assert len(start) == len(expected) and set(zip(start.tolist(), end.tolist(), strict=True)) == expected


@pytest.mark.parametrize("longest", [2, 4, 10])
def test_counts_without_trees_are_those_with_trees(longest):
    rows = [trees.words(tree) for tree in data.toy("train", size=80)] + [["film"], ["zzz", "film"]]
    classes, generator = learn_classes(rows, 5), torch.Generator().manual_seed(0)
    scores = [torch.rand(len(row), generator=generator) for row in rows]
    made = [split.split(d, row) for d, row in zip(scores, rows, strict=True)]
    slow, fast = count_spans(made, classes, longest), count_split(torch.cat(scores), rows, classes, longest)
    assert torch.equal(slow.inside, fast.inside) and torch.equal(slow.everywhere, fast.everywhere)


def test_a_habit_of_half_the_trees_is_ahead_where_it_meets_few_pairs():
    """Chapter 17: left-branching in half of the trees wins, by the tables that see the word before."""
    text, judged = data.toy("train", size=600), data.toy("dev", size=200)
    classes = learn_classes(text, 32, suffixes=())
    tables = fit_tables(span_tables.spoilt(text, 0.5, True, 1), classes)
    means, pairs = {}, {}
    for name, made in (("habit", [trees.left(trees.words(tree)) for tree in judged]), ("gold", judged)):
        met: list[list[tuple[int, int]]] = [[], [], [], []]
        for tree in made:
            kinds = [int(kind) for kind in classes.read(trees.words(tree))]
            for i, j in trees.spans(tree) - {(0, len(kinds) - 2)}:
                first, last, before, after = kinds[i + 1], kinds[j], kinds[i], kinds[j + 1]
                seen = ((first, last), (before, after), (before, first), (last, after))
                for one, pair in zip(met, seen, strict=True):
                    one.append(pair)
        values = ([float(table[p]) for p in one] for table, one in zip(tables.tables, met, strict=True))
        means[name] = [sum(one) / len(one) for one in values]
        pairs[name] = [len(set(one)) for one in met]
    assert max(means["gold"]) < 0 < min(means["habit"][1:3])
    assert all(5 * pairs["habit"][k] < pairs["gold"][k] for k in (1, 2))


def test_the_sums_of_teacher_and_pupil_stand_in_chapter_17():
    text = (Path(__file__).parents[1] / "book/part3-beyond/text/17-above-right-branching.md").read_text(
        "utf-8"
    )
    lessons = re.findall(r'Tree\.fromstring\("(.*?)"\)', text)[:4]
    tables = span_tables.counted([Tree.fromstring(one) for one in lessons]).tables()
    words = ["the", "critic", "saw", "the", "film"]
    score = tables.scores(words)
    for first, second in (
        ((1, 3), (0, 3)),
        ((0, 2), (2, 5)),
    ):  # what only the teacher brackets, and only the pupil
        a, b = float(score[first]), float(score[second])
        one, other = (" ".join(words[i:j]) for i, j in (first, second))
        told = f"*{one}* {a:.2f}, *{other}* {b:.2f}, together {a + b:.2f}"
        assert told.replace("-", "−") in text
