"""F1 by brute force, baselines by enumeration, and the figures of the real sample."""

import json
from collections import Counter
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from statistics import mean

import pytest
import torch
from nltk import Tree

from experiments import baselines as measured
from prpn_edu import data, evaluation, trees
from prpn_edu.evaluation import baselines
from prpn_edu.latent import split

CONVENTIONS = list(product(["sentence", "corpus"], [False, True]))
RESULTS = Path(__file__).parent.parent / "results" / "wsj-baselines.json"


def sentence(n):
    return [f"w{i}" for i in range(n)]


def all_binary(n):
    return list(trees.binary_trees(sentence(n)))


def flat(n):
    return Tree("S", sentence(n))


# ---- F1


def brute_force(predicted, gold, average, keep_root):
    """F1 in exact fractions, by asking of every stretch of words whether each tree has it."""

    def harmonic(hits, guessed, true):
        recall = Fraction(hits, true) if true else Fraction(1)
        precision = Fraction(hits, guessed) if guessed else Fraction(int(true == 0))
        both = precision + recall
        return precision, recall, 2 * precision * recall / both if both else Fraction(0)

    rows = []
    for guess, truth in zip(predicted, gold, strict=True):
        n = len(truth.leaves())
        stretches = [
            s for s in combinations(range(n + 1), 2) if s[1] - s[0] > 1 and (keep_root or s != (0, n))
        ]
        in_guess = [s in trees.spans(guess) for s in stretches]
        in_truth = [s in trees.spans(truth) for s in stretches]
        both = sum(a and b for a, b in zip(in_guess, in_truth, strict=True))
        rows.append((both, sum(in_guess), sum(in_truth)))
    if average == "corpus":
        return harmonic(*map(sum, zip(*rows, strict=True)))
    return tuple(mean(column) for column in zip(*(harmonic(*row) for row in rows), strict=True))


def pairs_of_trees():
    """Every binary tree against every other, n <= 4, and against flat and half-flat gold trees."""
    gold = [flat(3), flat(5), Tree("S", [*sentence(2), Tree("P", ["w2", "w3"])])]
    pairs = [(a, b) for n in range(1, 5) for a in all_binary(n) for b in all_binary(n)]
    pairs += [(a, b) for b in gold for a in [*all_binary(len(b.leaves())), b]]
    pairs += [(flat(4), a) for a in all_binary(4)]
    return pairs


@pytest.mark.parametrize(("average", "keep_root"), CONVENTIONS)
def test_f1_against_brute_force(average, keep_root):
    pairs = pairs_of_trees()
    for chosen in [[pair] for pair in pairs] + [pairs, pairs[::7], pairs[5:60:3]]:
        predicted, gold = map(list, zip(*chosen, strict=True))
        score = evaluation.unlabeled_f1(predicted, gold, average=average, keep_root=keep_root)
        expected = brute_force(predicted, gold, average, keep_root)
        assert (score.precision, score.recall, score.f1) == pytest.approx([float(x) for x in expected])
        assert (score.average, score.keep_root, score.sentences) == (average, keep_root, len(chosen))


def test_the_rule_for_sentences_without_spans():
    word, pair = flat(1), flat(2)
    assert evaluation.unlabeled_f1([word, pair], [word, pair]).f1 == 1
    score = evaluation.unlabeled_f1(all_binary(3)[:1], [flat(3)])  # nothing to find, something found
    assert (score.precision, score.recall, score.f1) == (0, 1, 0)
    score = evaluation.unlabeled_f1([flat(3)], all_binary(3)[:1])  # something to find, nothing found
    assert (score.precision, score.recall, score.f1) == (0, 0, 0)


def test_spans_are_sets():
    chain = Tree.fromstring("(S (NP (NP (NP (D a) (N b)))) (V c))")
    plain = Tree.fromstring("(S (NP (D a) (N b)) (V c))")
    for average, keep_root in CONVENTIONS:
        assert evaluation.unlabeled_f1([plain], [chain], average, keep_root).f1 == 1


def test_sentence_f1_is_the_mean_of_f1s_not_the_f1_of_means():
    gold = [Tree("S", [Tree("P", ["w0", "w1"]), "w2"]), flat(3)]
    score = evaluation.unlabeled_f1([baselines.left(sentence(3)), baselines.left(sentence(3))], gold)
    assert (score.precision, score.recall, score.f1) == (0.5, 1, 0.5)


def test_a_score_is_frozen():
    score = evaluation.unlabeled_f1([flat(3)], [flat(3)])
    with pytest.raises(FrozenInstanceError):
        score.f1 = 1.0


def test_what_cannot_be_compared_is_named():
    good, other = flat(3), Tree("S", ["w0", "x", "w2"])
    with pytest.raises(ValueError, match="1 predicted trees, 2 gold trees"):
        evaluation.unlabeled_f1([good], [good, good])
    with pytest.raises(ValueError, match="sentence 1: 4 words in the predicted tree, 3 in the gold tree"):
        evaluation.unlabeled_f1([good, flat(4)], [good, good])
    with pytest.raises(ValueError, match="sentence 1, word 1: 'x' predicted, 'w1' gold"):
        evaluation.unlabeled_f1([good, other], [good, good])
    with pytest.raises(ValueError, match="'sentence' or 'corpus', not 'macro'"):
        evaluation.unlabeled_f1([good], [good], average="macro")
    with pytest.raises(ValueError, match="no sentence"):
        evaluation.unlabeled_f1([], [])
    with pytest.raises(TypeError, match="Put it in a list"):
        evaluation.unlabeled_f1(good, good)


# ---- baselines


@pytest.mark.parametrize("n", range(1, 9))
def test_left_and_right(n):
    assert trees.spans(baselines.left(sentence(n))) == {(0, end) for end in range(2, n + 1)}
    assert trees.spans(baselines.right(sentence(n))) == {(start, n) for start in range(n - 1)}


@pytest.mark.parametrize("n", range(1, 12))
def test_balanced_halves(n):
    for shorter, sign in (("left", 1), ("right", -1)):
        tree = baselines.balanced(sentence(n), shorter)
        assert len(trees.transitions(tree)) == 2 * n - 1
        nodes = [node for node in tree.subtrees() if len(node) == 2]
        sizes = [[len(c.leaves()) if isinstance(c, Tree) else 1 for c in node] for node in nodes]
        assert all(sign * (right - left) in (0, 1) for left, right in sizes)
    with pytest.raises(ValueError, match="shorter"):
        baselines.balanced(sentence(3), "middle")


@pytest.mark.parametrize("n", range(1, 6))
def test_uniform_trees_are_exactly_uniform(n):
    """The proof by brute force: each tree comes from the same number of shuffled rows, 2n - 1."""
    from_row = Counter()
    for shifts in combinations(range(2 * n - 1), n):
        row = ["SHIFT" if k in shifts else "REDUCE" for k in range(2 * n - 1)]
        from_row[tuple(trees._legal_rotation(row))] += 1
    assert from_row == {tuple(trees.transitions(tree)): 2 * n - 1 for tree in all_binary(n)}


def law_of_split(n):
    counts = Counter(tuple(trees.transitions(split.split(d, sentence(n)))) for d in permutations(range(n)))
    return {actions: Fraction(count, counts.total()) for actions, count in counts.items()}


def law_of_cuts(n):
    counts = Counter(
        tuple(trees.transitions(split.split_between(d, sentence(n)))) for d in permutations(range(n - 1))
    )
    return {actions: Fraction(count, counts.total()) for actions, count in counts.items()}


def uniform_law(n):
    return {tuple(trees.transitions(tree)): Fraction(1, len(all_binary(n))) for tree in all_binary(n)}


@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize(
    ("draw", "law"),
    [
        (baselines.random, uniform_law),
        (baselines.random_split, law_of_cuts),
        (baselines.random_scores, law_of_split),
    ],
)
def test_random_trees_follow_their_law(draw, law, n):
    generator = torch.Generator().manual_seed(1)
    draws = 3000
    seen = Counter(tuple(trees.transitions(draw(sentence(n), generator))) for _ in range(draws))
    expected = {actions: float(p) * draws for actions, p in law(n).items()}
    assert seen.keys() <= expected.keys()
    chi_square = sum((seen[actions] - e) ** 2 / e for actions, e in expected.items())
    assert chi_square < 45  # 4 to 13 degrees of freedom: passed by chance alone less than once in 20000


def test_the_laws_differ():
    """The full right-branching tree over four words: 1/5, 1/6 and 10/24."""
    right = tuple(trees.transitions(baselines.right(sentence(4))))
    assert uniform_law(4)[right] == Fraction(1, 5)
    assert law_of_cuts(4)[right] == Fraction(1, 6)
    assert law_of_split(4)[right] == Fraction(10, 24)


@pytest.mark.parametrize("draw", [baselines.random, baselines.random_split, baselines.random_scores])
def test_the_generator_decides(draw):
    a, b = (draw(sentence(30), torch.Generator().manual_seed(7)) for _ in range(2))
    assert a == b
    assert a != draw(sentence(30), torch.Generator().manual_seed(8))


@pytest.mark.parametrize(
    "baseline",
    [
        baselines.left,
        baselines.right,
        baselines.balanced,
        lambda words: baselines.random(words, torch.Generator()),
        lambda words: baselines.random_split(words, torch.Generator()),
        lambda words: baselines.random_scores(words, torch.Generator()),
    ],
)
def test_every_baseline_takes_one_word_and_five_hundred(baseline):
    assert baseline(["w0"]) == Tree("X", ["w0"])
    long = baseline(sentence(500))
    assert trees.words(long) == sentence(500)
    assert len(trees.transitions(long)) == 999
    with pytest.raises(ValueError, match="at least one word"):
        baseline([])
    with pytest.raises(TypeError, match="split"):
        baseline("one string")


def test_constant_scores_are_the_right_branching_tree():
    for n in range(1, 8):
        assert split.split(torch.zeros(n), sentence(n)) == baselines.right(sentence(n))


@pytest.mark.parametrize(
    "gold",
    ["(S a b c d)", "(S (P a b) c (Q d e f))", "(S (P (U a)) b)", "(S (P a (Q b c d) e) f)", "(S a)"],
)
def test_no_binary_tree_beats_the_upper_bound(gold):
    gold = Tree.fromstring(gold)
    bound = baselines.upper_bound(gold)
    assert trees.spans(bound) >= trees.spans(gold)
    for average, keep_root in CONVENTIONS:
        best = max(
            evaluation.unlabeled_f1([tree], [gold], average, keep_root).f1
            for tree in trees.binary_trees(gold.leaves())
        )
        assert evaluation.unlabeled_f1([bound], [gold], average, keep_root).f1 == pytest.approx(best)


# ---- the recorder, on trees that anybody has


def test_the_recorder_measures_every_method_in_every_convention():
    gold = [Tree.fromstring("(S (P a b) (Q c d e))"), Tree.fromstring("(S a (P b c))")]
    table = measured.measure(gold, seeds=range(3))
    assert list(table) == list(measured.METHODS)
    for method, row in table.items():
        assert row["seeds"] == (3 if method in measured.CHANCE else 0)
        assert list(row["scores"]) == [f"{average}, {root}" for average, root in measured.CONVENTIONS]
        for cell in row["scores"].values():
            assert all(
                (cell[f"{name}_sd"] is None) == (method not in measured.CHANCE)
                for name in ("precision", "recall", "f1")
            )
    right = evaluation.unlabeled_f1([baselines.right(t.leaves()) for t in gold], gold)
    assert table["right"]["scores"]["sentence, no root"]["f1"] == pytest.approx(100 * right.f1, abs=1e-4)


def test_the_recorder_draws_from_its_seeds():
    gold = [flat(7), Tree("S", [Tree("P", sentence(4)), "w4", "w5"])]
    first = measured.measure(gold, seeds=range(3))
    assert first == measured.measure(gold, seeds=range(3))
    assert first["random"] != measured.measure(gold, seeds=range(3, 6))["random"]


def test_the_recorder_counts_the_sentences_that_nobody_can_get_wrong():
    gold = [flat(1), flat(2), flat(3), Tree("S", [Tree("P", ["w0"]), "w1"])]
    assert measured.size(gold) == {"sentences": 4, "words": 8, "one_or_two_words": 3}
    for n in (1, 2):
        (only,) = all_binary(n)
        for keep_root in (False, True):
            assert evaluation.unlabeled_f1([only], [flat(n)], "sentence", keep_root).f1 == 1
    assert min(evaluation.unlabeled_f1([tree], [flat(3)]).f1 for tree in all_binary(3)) == 0


# ---- the real sample


@pytest.fixture(scope="module")
def short():
    return data.wsj(max_words=10)


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RESULTS.read_text(encoding="utf-8"))


# Corpus and sentence F1, without the root, then with it, on the 555 sentences of up to ten words. The third
# column is what EVALB's C program gives on the same trees (29.26, 63.26, 49.41, 88.22).
SHORT = {
    "left": (13.4, 19.2, 29.3, 36.2),
    "right": (55.0, 58.6, 63.3, 67.2),
    "balanced": (38.0, 42.7, 49.4, 54.5),
    "balanced, short half right": (32.0, 35.2, 44.5, 49.2),
    "upper bound": (85.6, 84.8, 88.2, 88.5),
}
COLUMNS = [("corpus", False), ("sentence", False), ("corpus", True), ("sentence", True)]


@pytest.mark.data
@pytest.mark.parametrize("method", SHORT)
def test_baselines_on_the_real_sample(short, method):
    predicted = [measured.METHODS[method](tree, None) for tree in short]
    for (average, keep_root), expected in zip(COLUMNS, SHORT[method], strict=True):
        score = evaluation.unlabeled_f1(predicted, short, average, keep_root)
        assert round(100 * score.f1, 1) == expected


@pytest.mark.data
def test_precision_and_recall_of_the_published_table(short):
    """Klein and Manning's precision and recall on the full WSJ10 are near: LB 25.6/32.6, RB 55.1/70.0."""
    for method, expected in {
        "left": (26.2, 33.2),
        "right": (56.6, 71.7),
        "upper bound": (78.9, 100.0),
    }.items():
        predicted = [measured.METHODS[method](tree, None) for tree in short]
        score = evaluation.unlabeled_f1(predicted, short, "corpus", True)
        assert (round(100 * score.precision, 1), round(100 * score.recall, 1)) == expected


@pytest.mark.data
def test_the_gift_of_the_shortest_sentences(short, recorded):
    """Taking 34 perfect sentences out of the recorded mean is scoring the other 521 alone."""
    stored = recorded["corpora"]["up to 10 words"]
    assert stored.items() >= measured.size(short).items()
    gifts, sentences = stored["one_or_two_words"], stored["sentences"]
    assert (gifts, sentences) == (34, 555)
    rest = [tree for tree in short if len(trees.words(tree)) > 2]
    for method in ("left", "right", "upper bound"):
        for convention, keep_root in (("sentence, no root", False), ("sentence, root", True)):
            mean_of_all = stored["methods"][method]["scores"][convention]["f1"]
            predicted = [measured.METHODS[method](tree, None) for tree in rest]
            alone = evaluation.unlabeled_f1(predicted, rest, "sentence", keep_root).f1
            without = (sentences * mean_of_all - 100 * gifts) / (sentences - gifts)
            assert without == pytest.approx(100 * alone, abs=0.001)


@pytest.mark.data
def test_the_recorded_results_are_still_what_the_library_gives(short, recorded):
    stored = recorded["corpora"]["up to 10 words"]
    assert stored["sentences"] == len(short)
    again = measured.measure(short, seeds=range(2))
    for method, row in again.items():
        for convention, cell in row["scores"].items():
            was = stored["methods"][method]["scores"][convention]
            # A mean of two seeds lies within four standard deviations of the recorded mean.
            room = 0.01 if was["f1_sd"] is None else 4 * was["f1_sd"]
            assert cell["f1"] == pytest.approx(was["f1"], abs=room)


def test_the_recorded_results_say_where_they_come_from(recorded):
    assert recorded["command"] == "python -m experiments.baselines"
    assert {"python", "torch", "nltk", "numpy", "prpn_edu"} <= recorded["versions"].keys()
    assert len(recorded["data"]["sha256"]) == 64
    assert recorded["wall_seconds"] > 0
    for corpus in recorded["corpora"].values():
        assert set(corpus["methods"]) == set(measured.METHODS)
        assert 0 < corpus["one_or_two_words"] < corpus["sentences"] < corpus["words"]
    assert recorded["corpora"]["up to 10 words"]["methods"]["random"]["seeds"] >= 20
