"""Grammars: every sum against the list of all derivations, gradients against counts, EM, chance, storage."""

import math
from collections import Counter
from fractions import Fraction as F
from itertools import pairwise

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu import data, evaluation, training, trees
from prpn_edu.data.entropy import SentenceProbability
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.vocab import Vocabulary
from prpn_edu.latent import chart
from prpn_edu.latent.grammar import Grammar, Guided, NeuralGrammar, Rules, em_step, fit_em
from prpn_edu.latent.grammar.inside import log_inside
from prpn_edu.latent.spans import learn_classes
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.loops import inside as loops
from prpn_edu.storage import StorageError

FILMS = [
    ("V", ("saw",), F(1)),
    ("N", ("films",), F(1, 2)),
    ("N", ("home",), F(1, 2)),
    ("P", ("at",), F(1)),
    ("VP", ("V", "N"), F(1, 2)),
    ("VP", ("V", "NP"), F(1, 4)),
    ("VP", ("VP", "PP"), F(1, 4)),
    ("NP", ("N", "PP"), F(1)),
    ("PP", ("P", "N"), F(1)),
]
SENTENCE = ["saw", "films", "at", "home"]
# S has rules of both kinds, A of two children alone, B of words alone.
MIXED = [
    ("S", ("A", "S"), F(1, 4)),
    ("S", ("B", "S"), F(1, 4)),
    ("S", ("x",), F(1, 3)),
    ("S", ("y",), F(1, 6)),
    ("A", ("S", "B"), F(2, 5)),
    ("A", ("B", "B"), F(3, 5)),
    ("B", ("x",), F(3, 4)),
    ("B", ("y",), F(1, 4)),
]
TEXT = ["x y", "x x y", "y x x y", "x", "y y x x y", "x y"]


def derivations(rules, words, symbol):
    """Every derivation of the words: its chance, the spans of two words or more, the rules that it uses."""
    out = []
    for k, (parent, children, chance) in enumerate(rules):
        if parent != symbol:
            continue
        if len(children) == 1 and list(children) == words:
            out.append((chance, [], [k]))
        for cut in range(1, len(words)) if len(children) == 2 else ():
            for p, spans, used in derivations(rules, words[:cut], children[0]):
                for q, others, also in derivations(rules, words[cut:], children[1]):
                    moved = [(a + cut, b + cut) for a, b in others]
                    out.append((chance * p * q, [(0, len(words)), *spans, *moved], [k, *used, *also]))
    return out


def enumerated(rules, words, root):
    """p(words), the chance of each span, and how often each rule is used: from the list."""
    every = derivations(rules, words, root)
    total, spans, counts = sum(p for p, _, _ in every), Counter(), Counter()
    for p, some, used in every:
        for span in some:
            spans[span] += p / total
        for k in used:
            counts[k] += p / total
    return total, dict(spans), [counts[k] for k in range(len(rules))]


def count_of(grammar, counts, rule):
    """The entry of a table of counts for a rule as it is written down."""
    parent, children, _ = rule
    number, first_word = grammar.symbols.index, len(grammar.symbols) - len(counts.words)
    if len(children) == 2:
        return counts.pairs[number(parent), number(children[0]), number(children[1])].item()
    return counts.words[number(parent) - first_word, grammar.vocabulary[children[0]]].item()


@st.composite
def grammars(draw):
    """Rules over three symbols and two words, with whole numbers for weights; S is the root."""
    symbols, words, rules = ("S", "A", "B"), ("x", "y"), []
    for parent in symbols:
        sides = [(a, b) for a in symbols for b in symbols] + [(word,) for word in words]
        weights = draw(st.lists(st.integers(0, 3), min_size=len(sides), max_size=len(sides)))
        weights[{"S": 0, "A": draw(st.integers(0, 10)), "B": 10}[parent]] += 1  # each symbol has a rule
        rules += [(parent, side, F(w, sum(weights))) for side, w in zip(sides, weights, strict=True) if w]
    return rules


def test_the_trees_of_a_sentence_one_by_one():
    words = ("V", "saw"), ("N", "films"), ("P", "at"), ("N", "home")
    saw, films, at, home = words
    pp = ("PP", at, home)
    assert loops.derivations(FILMS, SENTENCE, "VP") == [
        (F(1, 16), ("VP", saw, ("NP", films, pp)), [5, 0, 7, 1, 8, 3, 2]),
        (F(1, 32), ("VP", ("VP", saw, films), pp), [6, 4, 0, 1, 8, 3, 2]),
    ]
    assert loops.derivations(FILMS, ["films", "saw"], "VP") == []


def test_by_hand_in_fractions():
    chart_of = loops.inside(FILMS, SENTENCE)
    assert chart_of[0, 2, "VP"] == F(1, 4) and chart_of[2, 4, "PP"] == F(1, 2)
    assert chart_of[1, 4, "NP"] == F(1, 4) and chart_of[0, 4, "VP"] == F(1, 16) + F(1, 32) == F(3, 32)
    assert not [place for place in chart_of if place[:2] in ((1, 3), (0, 3))]
    chances = loops.span_chances(FILMS, SENTENCE, "VP")
    assert chances == {(0, 2): F(1, 3), (2, 4): 1, (1, 4): F(2, 3), (0, 4): 1}
    three = loops.expected_counts(FILMS, SENTENCE, "VP")[4:7]  # VP -> V N, V NP, VP PP
    assert three == [F(1, 3), F(2, 3), F(1, 3)] and sum(three) == F(4, 3)


def test_em_squares_the_share_of_the_losing_tree():
    rules, losing, reached, seen = FILMS, [], [], []
    for _ in range(4):
        losing.append(loops.span_chances(rules, SENTENCE, "VP")[0, 2])
        reached.append(loops.sentence_chance(rules, SENTENCE, "VP"))
        seen.append([p for parent, _, p in rules if parent == "VP"])
        rules = loops.em_step(rules, [SENTENCE], "VP")
    assert losing == [F(1, 3), F(1, 9), F(1, 81), F(1, 6561)]
    assert reached[:3] == [F(3, 32), F(9, 64), F(81, 400)]
    assert seen[1:3] == [[F(1, 4), F(1, 2), F(1, 4)], [F(1, 10), F(4, 5), F(1, 10)]]


def test_the_batch_by_hand():
    grammar = Grammar.from_rules(FILMS, start="VP")
    assert grammar.log_prob("saw films at home").exp().item() == pytest.approx(3 / 32)
    assert chances_of(grammar.span_chances(SENTENCE)) == pytest.approx(
        {(0, 2): 1 / 3, (0, 4): 1, (1, 4): 2 / 3, (2, 4): 1}
    )
    assert grammar.best_tree(SENTENCE) == Tree.fromstring("(X saw (X films (X at home)))")
    assert grammar.viterbi_tree(SENTENCE) == Tree.fromstring(
        "(VP (V saw) (NP (N films) (PP (P at) (N home))))"
    )
    em_step(grammar, [SENTENCE])
    assert grammar.log_prob(SENTENCE).exp().item() == pytest.approx(9 / 64)
    assert grammar.span_chances(SENTENCE)[0, 2].item() == pytest.approx(1 / 9)


@pytest.mark.parametrize("words", ["x", "y x", "x y x", "y x x y", "x y y x x", "x x y x y x"])
def test_loops_and_batch_are_the_list_of_all_derivations(words):
    words, grammar = words.split(), Grammar.from_rules(MIXED, "S")
    total, spans, counts = enumerated(MIXED, words, "S")
    assert loops.sentence_chance(MIXED, words, "S") == total
    assert loops.span_chances(MIXED, words, "S") == spans
    assert loops.expected_counts(MIXED, words, "S") == counts
    assert grammar.log_prob(words).item() == pytest.approx(math.log(total))
    assert chances_of(grammar.span_chances(words)) == pytest.approx(
        {span: float(p) for span, p in spans.items()}
    )
    found = grammar.expected_counts(words)
    assert [count_of(grammar, found, rule) for rule in MIXED] == pytest.approx([float(c) for c in counts])
    assert found.root.tolist() == pytest.approx([float(symbol == "S") for symbol in grammar.symbols])
    best = max(p for p, _, _ in derivations(MIXED, words, "S"))
    assert chance_of(grammar.viterbi_tree(words), MIXED) == best


def chances_of(table):
    """{span: chance} of the entries above 0."""
    return {tuple(place): table[tuple(place)].item() for place in table.nonzero().tolist()}


def chance_of(tree, rules):
    """The product of the rules of a labelled derivation."""
    known = {(parent, tuple(children)): chance for parent, children, chance in rules}
    out = F(1)
    for node in tree.subtrees():
        out *= known[node.label(), tuple(c if isinstance(c, str) else c.label() for c in node)]
    return out


@settings(max_examples=40)
@given(grammars(), st.lists(st.sampled_from("xy"), min_size=1, max_size=4))
def test_any_grammar(rules, words):
    grammar = Grammar.from_rules(rules, "S")
    every = derivations(rules, words, "S")
    assert loops.sentence_chance(rules, words, "S") == sum(p for p, _, _ in every)
    if not every:
        assert grammar.log_prob(words) == -math.inf
        return
    total, spans, counts = enumerated(rules, words, "S")
    assert grammar.log_prob(words).item() == pytest.approx(math.log(total))
    assert loops.span_chances(rules, words, "S") == spans
    assert loops.expected_counts(rules, words, "S") == counts
    assert chances_of(grammar.span_chances(words)) == pytest.approx(
        {span: float(p) for span, p in spans.items()}
    )
    found = grammar.expected_counts(words)
    assert [count_of(grammar, found, rule) for rule in rules] == pytest.approx([float(c) for c in counts])
    listed = loops.derivations(rules, words, "S")
    assert sorted((p, used) for p, _, used in listed) == sorted((p, used) for p, _, used in every)
    assert chance_of(grammar.viterbi_tree(words), rules) == max(p for p, _, _ in every)


@settings(max_examples=20)
@given(grammars())
def test_em_never_lowers_the_likelihood(rules):
    grammar = Grammar.from_rules(rules, "S")
    text = [line.split() for line in TEXT if grammar.log_prob(line.split()) > -math.inf]
    if text:
        reached = [*fit_em(grammar, text, 4), sum(grammar.log_prob(words).item() for words in text)]
        assert all(after >= before - 1e-9 for before, after in pairwise(reached))


def test_em_of_the_batch_is_that_of_the_loops():
    grammar, rules, text = Grammar.from_rules(MIXED, "S"), MIXED, [line.split() for line in TEXT]
    for _ in range(3):
        reached = em_step(grammar, text)
        likelihood = math.prod(loops.sentence_chance(rules, words, "S") for words in text)
        assert reached == pytest.approx(math.log(likelihood))
        rules = loops.em_step([(a, b, float(p)) for a, b, p in rules], text, "S")
    tables = grammar.rules()
    assert [count_of(grammar, tables, rule) for rule in rules] == pytest.approx([p for _, _, p in rules])


def test_a_guide_of_em_multiplies_the_shares_of_the_trees():
    """The scores of `saw films at home` in chapter 17: log 4 for "saw films" turns 1/3 to 2/3 into 2 to 1."""
    grammar = Grammar.from_rules(FILMS, "VP")

    def wants_saw_films(words):
        scores = torch.zeros(len(words), len(words) + 1)
        scores[0, 2] = math.log(4)
        return scores

    reached = em_step(grammar, [SENTENCE, SENTENCE], guide=wants_saw_films)
    assert reached == pytest.approx(2 * math.log(4 / 32 + 1 / 16))
    tables, used = grammar.rules(), {"V N": 2 / 3, "V NP": 1 / 3, "VP PP": 2 / 3}
    found = [count_of(grammar, tables, rule) for rule in FILMS if rule[0] == "VP"]
    assert found == pytest.approx([share / sum(used.values()) for share in used.values()])


def test_smoothing_adds_to_the_count_of_what_is_possible():
    grammar = Grammar.from_rules(MIXED, "S")
    em_step(grammar, ["x"], smoothing=1.0)
    tables = grammar.rules()
    found = [count_of(grammar, tables, rule) for rule in MIXED]
    assert found == pytest.approx([1 / 5, 1 / 5, 2 / 5, 1 / 5, 1 / 2, 1 / 2, 1 / 2, 1 / 2])


def test_a_symbol_that_is_never_used_keeps_its_rules():
    grammar = Grammar.from_rules(MIXED, "S")
    em_step(grammar, ["x"])
    tables = grammar.rules()
    assert [count_of(grammar, tables, rule) for rule in MIXED[4:]] == pytest.approx([0.4, 0.6, 0.75, 0.25])


def test_sentences_of_one_length_share_a_chart():
    grammar = Grammar.from_rules(MIXED, "S")
    rows = [["x", "y", "x"], ["y", "y", "x"]]
    assert grammar.log_prob(rows).tolist() == [grammar.log_prob(row).item() for row in rows]
    assert torch.equal(grammar.span_chances(rows)[1], grammar.span_chances(rows[1]))
    both, each = grammar.expected_counts(rows), [grammar.expected_counts(row) for row in rows]
    assert all(torch.allclose(a, b + c) for a, b, c in zip(both, *each, strict=True))
    many = [*rows, ["x"], ["y", "x"], ["x", "y", "y"]]
    assert grammar.best_trees(many) == [grammar.best_tree(words) for words in many]


def test_the_grammar_of_the_toy_treebank():
    rules = [(r.parent, r.children, r.probability) for some in GRAMMAR.rules.values() for r in some]
    grammar, exact = Grammar.from_rules(rules, GRAMMAR.start), SentenceProbability(GRAMMAR)
    test = data.toy("test", 12)
    for tree in test:
        assert grammar.log_prob(tree).item() / math.log(2) == pytest.approx(exact.log2(tree.leaves()))
    assert evaluation.unlabeled_f1(grammar.best_trees(test), test).f1 > 0.9


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_long_and_unlikely_sentences_fit(dtype):
    """A chain of n words has one tree, whose chance no float could hold."""
    chain = Rules(
        torch.tensor([1.0, 0.0], dtype=dtype),
        torch.tensor([[[0.0, 0.0], [1e-6, 0.0]]], dtype=dtype),
        torch.tensor([[1 - 1e-6, 0.0], [1e-5, 1 - 1e-5]], dtype=dtype),
    )
    ids = torch.zeros(1, 200, dtype=torch.long)
    expected = 199 * (math.log(1e-6) + math.log(1e-5)) + math.log(1 - 1e-6)
    assert log_inside(chain, ids).item() == pytest.approx(expected, rel=1e-5)
    scores = torch.full((1, 200, 201), 50.0, dtype=dtype)
    assert log_inside(chain, ids, scores).item() == pytest.approx(expected + 199 * 50, rel=1e-5)


def test_scores_of_spans_weigh_the_trees():
    grammar = Grammar.from_rules(FILMS, "VP")
    scores = torch.zeros(4, 5)
    scores[0, 2] = math.log(3)
    total = 3 * F(1, 32) + F(1, 16)
    assert grammar.log_prob(SENTENCE, scores).exp().item() == pytest.approx(float(total))
    assert grammar.span_chances(SENTENCE, scores)[0, 2].item() == pytest.approx(3 / 5)
    one_symbol = Grammar.from_rules([("X", ("X", "X"), 0.5), ("X", ("w",), 0.5)], "X")
    scores = torch.randn(6, 7, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    found = one_symbol.log_prob(["w"] * 6, scores)
    assert found.item() == pytest.approx(chart.log_partition(scores).item() + 11 * math.log(0.5))
    torch.testing.assert_close(one_symbol.span_chances(["w"] * 6, scores), chart.span_chances(scores))


def test_gradients():
    grammar = Grammar.from_rules(MIXED, "S")
    ids = grammar.read("x y x y").unsqueeze(0)
    tables = Rules(*(table.detach().requires_grad_() for table in grammar.rules()))
    scores = torch.zeros(1, 4, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda *t: log_inside(Rules(*t[:3]), ids, t[3]), (*tables, scores))


def test_a_step_along_the_gradient_leaves_a_grammar():
    grammar = Grammar.random(Vocabulary.build([list("xy")]), 2, 3, seed=1)
    with torch.no_grad():
        for scores in grammar.parameters():
            scores += torch.rand(scores.shape, generator=torch.Generator().manual_seed(0))
    tables = grammar.rules()
    assert torch.allclose(tables.totals(), torch.ones(5, dtype=torch.float64))
    assert tables.root.sum().item() == pytest.approx(1)


def test_samples_are_as_frequent_as_they_are_likely():
    grammar, generator = Grammar.from_rules(MIXED, "S"), torch.Generator().manual_seed(0)
    draws = 4000
    drawn = [grammar.sample(generator) for _ in range(draws)]
    assert all(chance_of(tree, MIXED) > 0 for tree in drawn[:50])
    seen = Counter(" ".join(tree.leaves()) for tree in drawn)
    for words in ("x", "y", "x x", "x y", "x x x", "y x y"):
        p = float(loops.sentence_chance(MIXED, words.split(), "S"))
        assert abs(seen[words] / draws - p) < 4 * math.sqrt(p * (1 - p) / draws)
    again = Grammar.from_rules(MIXED, "S").sample(torch.Generator().manual_seed(0))
    assert again == drawn[0]


def test_a_grammar_that_need_not_end_says_so():
    endless = Grammar.from_rules([("X", ("X", "X"), 0.999), ("X", ("w",), 0.001)], "X")
    with pytest.raises(ValueError, match="grew past 100 words"):
        endless.sample(torch.Generator().manual_seed(0), max_words=100)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([("S", ("x",), 1.0)], "needs a rule with two children"),
        ([("S", ("A", "B", "C"), 1.0)], "two symbols or one word"),
        ([("S", "word", 1.0)], "two symbols or one word"),
        ([("S", ("x",), 1.5)], "has the chance 1.5"),
        ([("S", ("x",), 0.5)], "chances of S sum to 0.5"),
        ([("S", ("S", "A"), 0.5), ("S", ("x",), 0.5)], "'A' is used and has no rules"),
        ([("A", ("x",), 1.0)], "'S' is used and has no rules"),
    ],
)
def test_rules_that_are_no_grammar(rules, said):
    with pytest.raises(ValueError, match=said):
        Grammar.from_rules(rules, "S")


def test_words_that_cannot_be():
    grammar = Grammar.from_rules(FILMS, "VP")
    assert grammar.log_prob("films saw") == grammar.log_prob("saw dogs") == -math.inf
    for question in (grammar.best_tree, grammar.viterbi_tree, grammar.expected_counts, grammar.span_chances):
        with pytest.raises(ValueError, match="cannot make the"):
            question("films saw")
    with pytest.raises(ValueError, match="cannot make"):
        em_step(grammar, ["saw films", "films saw"])
    with pytest.raises(ValueError, match="no sentence"):
        em_step(grammar, [])
    with pytest.raises(ValueError, match="empty"):
        grammar.log_prob("")
    with pytest.raises(ValueError, match="of 2 and of 4 words"):
        grammar.log_prob([["saw", "films"], SENTENCE])
    with pytest.raises(ValueError, match="cannot make these words"):
        loops.expected_counts(FILMS, ["films", "saw"], "VP")


def test_tables_that_cannot_be():
    grammar = Grammar.random(Vocabulary.build([list("xy")]), 2, 3)
    tables = grammar.rules()
    with pytest.raises(ValueError, match="must sum to 1"):
        grammar.set_rules(tables._replace(root=tables.root / 2))
    with pytest.raises(ValueError, match="'pairs' must have the shape"):
        grammar.set_rules(tables._replace(pairs=tables.pairs[:1]))
    with pytest.raises(ValueError, match="each must have one or both"):
        Grammar(grammar.vocabulary, symbols=("A", "B", "C"), pairs=1, words=1)


@pytest.fixture(scope="module")
def text():
    return [tree.leaves() for tree in data.toy("train", 150)]


def fresh(kind, text, seed=0):
    vocabulary = build_vocabulary(text)
    if kind is Grammar:
        return Grammar.random(vocabulary, 4, 6, seed)
    torch.manual_seed(seed)
    return NeuralGrammar(vocabulary, pairs=4, words=6, size=8)


@pytest.mark.parametrize("kind", [Grammar, NeuralGrammar])
def test_saved_and_read_again(kind, text, tmp_path):
    grammar = fresh(kind, text)
    grammar.save(tmp_path / "grammar")
    again = kind.load(tmp_path / "grammar")
    assert (
        torch.equal(again.log_prob(text[0]), grammar.log_prob(text[0])) and again.symbols == grammar.symbols
    )
    other = NeuralGrammar if kind is Grammar else Grammar
    with pytest.raises(StorageError, match=f"of class {kind.__name__}"):
        other.load(tmp_path / "grammar")


@pytest.mark.parametrize("kind", [Grammar, NeuralGrammar])
def test_the_one_loop_trains_it(kind, text):
    grammar = fresh(kind, text)
    before = evaluation.perplexity(grammar, text[:30])
    nats = -sum(grammar.log_prob(words).item() for words in text[:30])
    tokens = sum(len(words) + 1 for words in text[:30])
    assert before == pytest.approx(math.exp(nats / tokens), rel=1e-4)
    training.fit(grammar, text, text[:30], epochs=2, batch_size=16, lr=0.05, clip=3.0, progress=False)
    assert evaluation.perplexity(grammar, text[:30]) < before


@pytest.mark.parametrize("kind", [Grammar, NeuralGrammar])
def test_nothing_unspoken_is_written(kind, text):
    rules = fresh(kind, text).rules()
    vocabulary = build_vocabulary(text)
    assert all((rules.words[:, vocabulary[word]] == 0).all() for word in ("<pad>", "<s>", "</s>"))
    torch.testing.assert_close(rules.totals(), torch.ones(10, dtype=rules.root.dtype))


@pytest.mark.parametrize("kind", [Grammar, NeuralGrammar])
def test_words_begin_in_classes(kind, text):
    classes = learn_classes(text, 6, min_count=1, suffixes=())
    grammar = fresh(kind, text).begin_in_classes(classes, text)
    words = grammar.rules().words.detach().double()
    counts = Counter(word for sentence in text for word in sentence)
    anywhere = {word: counts[word] + 1 for word in classes.vocabulary.words if not word.startswith("<")}
    anywhere["<unk>"] = 1
    for k in range(6):
        own = classes.members(k)
        of_class = sum(counts[word] for word in own)
        for word in [*[word for word in own if counts[word]][:3], "the"]:
            share = 0.9 * counts[word] / of_class if word in own else 0.0
            rest = (0.1 if of_class else 1.0) * anywhere[word] / sum(anywhere.values())
            assert words[k, classes.vocabulary[word]].item() == pytest.approx(share + rest, rel=1e-4)
    with pytest.raises(ValueError, match="give one class a symbol"):
        grammar.begin_in_classes(learn_classes(text, 5, min_count=1, suffixes=()), text)


def right_is_right(words):
    """A guide that likes the spans of the right-branching tree."""
    scores = torch.zeros(len(words), len(words) + 1)
    scores[:, -1] = 4.0
    return scores


def test_a_guide_says_which_trees_and_lets_go(text):
    short = [words for words in text if len(words) < 9]
    steps = math.ceil(len(short) / 16)
    settings = {"epochs": 3, "batch_size": 16, "lr": 0.05, "progress": False, "keep": "last"}
    right = [trees.right(words) for words in short]

    def overlap(weights):
        grammar = fresh(NeuralGrammar, text)
        model = Guided(grammar, right_is_right, weights, steps)
        training.fit(model, short, short[:20], **settings)
        assert model.done == 3 * steps and model.weight == (weights[3] if len(weights) > 3 else 0)
        return evaluation.unlabeled_f1(grammar.best_trees(short), right).f1

    guided, alone = overlap((1.0,) * 4), overlap(())
    assert guided > 0.9 > alone
    assert overlap((1.0, 0.5)) > alone


def test_without_weight_a_guide_changes_nothing(text):
    settings = {"epochs": 2, "batch_size": 16, "lr": 0.05, "progress": False, "keep": "last"}
    plain, guided = fresh(NeuralGrammar, text), fresh(NeuralGrammar, text)
    training.fit(plain, text, text[:20], **settings)
    training.fit(Guided(guided, right_is_right, (), 10), text, text[:20], **settings)
    assert all(torch.equal(a, b) for a, b in zip(plain.parameters(), guided.parameters(), strict=True))


def test_the_loss_of_a_guided_batch_is_that_of_its_sentences(text):
    grammar = fresh(NeuralGrammar, text)
    model = Guided(grammar, right_is_right, (0.5,), 2)
    batch = model.collate([model.read(words) for words in text[:5]])
    expected = -sum(grammar.log_prob(words, 0.5 * right_is_right(words)).item() for words in text[:5])
    loss = model.train().loss(batch)
    assert loss.total.item() == pytest.approx(expected, rel=1e-4)
    assert loss.count == sum(len(words) + 1 for words in text[:5]) and model.done == 1
    alone = -sum(grammar.log_prob(words).item() for words in text[:5])
    assert model.eval().loss(batch).total.item() == pytest.approx(alone, rel=1e-4) and model.done == 1
    with pytest.raises(ValueError, match="steps"):
        Guided(grammar, right_is_right, (), 0)
