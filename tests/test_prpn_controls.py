"""Controls of PRPN: each changes what the gates come from, and nothing else."""

import pytest
import torch
from nltk import Tree

from experiments import controls
from experiments.controls import ControlledPrpn
from prpn_edu import data, training, trees
from prpn_edu.latent import gates
from prpn_edu.latent.prpn import ATTENTION_ONLY, build_vocabulary, memory_gates

TREES = [
    "(X (X a b) (X (X c d) e))",
    "(X a (X b (X c d)))",
    "(X (X (X a b) c) d)",
    "(X a b (X c d) e)",  # one node of four
    "(X a b)",
    "(X a)",
]
TREES = [Tree.fromstring(text) for text in TREES]
VOCABULARY = build_vocabulary([tree.leaves() for tree in TREES])
SMALL = {"embedding": 6, "hidden": 8, "features": 12, "init_range": 1.0}
KINDS = {"attention": ATTENTION_ONLY | SMALL | {"suffixes": ()}, "tape": SMALL | {"window": 3}}
every_kind = pytest.mark.parametrize("kind", KINDS)


def make(kind="attention", scores="learned", **settings):
    torch.manual_seed(0)
    return ControlledPrpn(VOCABULARY, **KINDS[kind] | {"scores": scores} | settings).double().eval()


def batch_of(model, examples=TREES):
    return model.collate([model.read(example) for example in examples])


def with_gates(model, batch, now, ahead, monkeypatch):
    monkeypatch.setattr(model, "gates", lambda batch: (now, ahead))
    return model.logits(batch)


@every_kind
@pytest.mark.parametrize("source", controls.SOURCES)
def test_all_weights_begin_as_those_of_the_model(kind, source):
    for own, learned in zip(make(kind, source).parameters(), make(kind).parameters(), strict=True):
        assert torch.equal(own, learned)


@every_kind
def test_open_gates_are_all_one(kind, monkeypatch):
    control, model = make(kind, "open"), make(kind)
    batch = batch_of(model)
    steps = torch.arange(batch.ids.size(1))
    back = steps[:, None] - steps  # (T, T)
    inside = (back > 0) & (back <= (model.config.window or 99))
    ones = inside.double().expand(len(batch.ids), -1, -1)
    assert torch.equal(control.logits(batch), with_gates(model, batch, ones, ones, monkeypatch))


@every_kind
def test_open_gates_are_those_of_rising_scores(kind):
    """Scores that rise never end a search, which is what a left-branching tree says."""
    control = make(kind, "open")
    batch = batch_of(control)
    rising = torch.arange(batch.ids.size(1), dtype=torch.float64).expand(batch.ids.shape)
    expected = memory_gates(rising, rising + 1, 0.1, "code", control.config.window)
    assert all(map(torch.equal, control.gates(batch), expected))


@every_kind
def test_adjacent_gates_are_those_of_falling_scores(kind):
    """Scores that fall end every search at once, which is what a right-branching tree says."""
    control = make(kind, "adjacent")
    batch = batch_of(control)
    falling = -torch.arange(batch.ids.size(1), dtype=torch.float64).expand(batch.ids.shape)
    now, ahead = control.gates(batch)
    expected = memory_gates(falling, falling - 1, 0.1, "code", control.config.window)
    assert torch.equal(now, expected[0]) and torch.equal(ahead, expected[1])
    assert torch.equal(now.sum(-1)[0, 1:], torch.ones(now.size(1) - 1, dtype=now.dtype))


@every_kind
@pytest.mark.parametrize("source", ["frozen", "open", "adjacent", "tree"])
def test_a_parsing_network_that_does_not_learn_has_no_gradient(kind, source):
    model = make(kind, source).train()
    model.loss(batch_of(model)).mean.backward()
    assert all(weight.grad is None for weight in model.parser.parameters())
    others = {name: p for name, p in model.named_parameters() if not name.startswith("parser")}
    assert [name for name, p in others.items() if p.grad is None] == []


def test_the_words_do_not_learn_in_place_of_a_frozen_parsing_network():
    """The gradient of the words is that of a model whose gates are numbers."""
    frozen, plain = make(scores="frozen"), make(scores="learned")
    batch = batch_of(frozen)
    with torch.no_grad():
        numbers = plain.gates(batch)
    plain.gates = lambda batch: numbers
    for model in (frozen, plain):
        model.loss(batch).total.backward()
    assert torch.equal(frozen.table.grad, plain.table.grad)


def test_a_frozen_parsing_network_stays_while_the_model_learns():
    toy = data.toy("train", 30)
    torch.manual_seed(0)
    model = ControlledPrpn(build_vocabulary(toy), **KINDS["attention"] | {"scores": "frozen"})
    before = [p.clone() for p in model.parameters()]
    training.fit(model, toy, toy, epochs=1, lr=1e-2, weight_decay=1e-2, keep="last")
    names = [name for name, _ in model.named_parameters()]
    moved = {n for n, a, b in zip(names, before, model.parameters(), strict=True) if not torch.equal(a, b)}
    assert moved == {name for name in names if not name.startswith("parser")}


def test_shuffled_scores_are_those_of_the_sentence_and_guesses_stay_with_them():
    d = torch.rand(3, 7, dtype=torch.float64)
    d_next = torch.cat(
        [d[:, 1:] + 10, torch.tensor([[99.0]] * 3)], -1
    )  # the guess at word t + 1: its score + 10
    real = torch.arange(7) < torch.tensor([[7], [4], [2]])
    d_next[1, 3], d_next[2, 1] = 98, 97  # the guesses at </s>
    orders = set()
    torch.manual_seed(0)
    for _ in range(40):
        mixed, ahead = controls.shuffled(d, d_next, real)
        assert torch.equal(mixed[:, 0], d[:, 0])
        for row, words in enumerate([6, 3, 1]):
            assert torch.equal(mixed[row, 1 : words + 1].sort()[0], d[row, 1 : words + 1].sort()[0])
            assert torch.equal(ahead[row, :words], mixed[row, 1 : words + 1] + 10)
            assert ahead[row, words] == [99, 98, 97][row]
        orders.add(tuple(d[1].tolist().index(score) for score in mixed[1, 1:4].tolist()))
    assert len(orders) == 6  # every order of three words


def test_a_shuffled_model_parses_with_its_scores_in_order():
    control, model = make(scores="shuffled"), make()
    assert torch.equal(control.distances(TREES[0]), model.distances(TREES[0]))
    batch = batch_of(control)
    torch.manual_seed(1)
    first = control.logits(batch)
    assert not torch.equal(first, control.logits(batch))
    torch.manual_seed(1)
    assert torch.equal(first, control.logits(batch))


def first_words_of_left_siblings(tree):
    """{word k: the first word of the left, or leftmost, sibling of the largest part that begins at k}."""
    limits = {}

    def visit(node, start):
        if isinstance(node, str):
            return start + 1
        place, first = start, start
        for child in node:
            if place > start:
                limits[place] = first
            place = visit(child, place)
        return place

    visit(tree, 0)
    return limits


def test_the_gates_of_a_tree_open_at_the_first_word_of_the_left_sibling():
    model = make(scores="tree")
    batch = batch_of(model)
    now, ahead = model.gates(batch)
    for row, tree in enumerate(TREES):
        limits = first_words_of_left_siblings(tree)
        for word, limit in limits.items():
            t, first = word + 1, limit + 1  # <s> stands before the words
            expected = [float(first <= i < t) for i in range(now.size(1))]
            assert now[row, t].tolist() == expected
            assert ahead[row, t - 1, : t - 1].tolist() == expected[: t - 1]


def test_the_scores_of_a_tree_are_those_of_nearest_higher():
    for tree in trees.binary_trees(list("abcdef")):
        d = torch.tensor(controls.tree_scores(tree), dtype=torch.float64)
        limits = first_words_of_left_siblings(tree)
        assert {k: int(limit) for k, limit in enumerate(gates.nearest_higher(d)) if k} == limits


def test_a_right_branching_tree_gives_adjacent_gates():
    tree = trees.right(list("abcde"))
    follows, adjacent = make(scores="tree"), make(scores="adjacent")
    batch = batch_of(follows, [tree])
    for own, other in zip(follows.gates(batch), adjacent.gates(batch), strict=True):
        assert torch.equal(own[0, :-1].double(), other[0, :-1])  # the last row guesses at </s>


@every_kind
@pytest.mark.parametrize("source", controls.SOURCES)
def test_saved_and_loaded_with_its_control(kind, source, tmp_path):
    model = make(kind, source).float()
    model.save(tmp_path / "model")
    again = ControlledPrpn.load(tmp_path / "model")
    assert again.config == model.config and again.config.scores == source
    results = []
    for each in (model, again):
        torch.manual_seed(2)
        results.append(each.logits(batch_of(each)))
    assert torch.equal(*results)
    assert [p.requires_grad for p in again.parameters()] == [p.requires_grad for p in model.parameters()]


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"learned, frozen, .* not 'gold'"):
        make(scores="gold")
    with pytest.raises(ValueError, match=r"give an nltk\.Tree"):
        make(scores="tree").read("a b c")
