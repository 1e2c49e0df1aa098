"""Tree-LSTMs: the cells against their loops, the forest's order, predictions, one word, any bracketing."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu import data, trees
from prpn_edu.composition import BinaryTreeLstm, ChildSumTreeLstm, forest
from prpn_edu.composition.examples import tree_of, words_of
from prpn_edu.composition.export import loop_weights
from prpn_edu.composition.tree_lstm import BinaryCell, ChildSumCell, recursive
from prpn_edu.evaluation import baselines
from prpn_edu.loops import lstm as loops

MODELS = [BinaryTreeLstm, ChildSumTreeLstm]
TOY = data.toy("train", 40)
WORDS = data.Vocabulary.build(TOY)


def make(kind, **settings):
    torch.manual_seed(0)
    return kind(WORDS, embedding=5, hidden=4, **settings).eval()


@pytest.mark.parametrize(
    ("kind", "loop"), [(BinaryCell, loops.binary_cell), (ChildSumCell, loops.child_sum_cell)]
)
@given(size=st.integers(1, 7), seed=st.integers(0, 99))
def test_cells_are_their_loops(kind, loop, size, seed):
    generator = torch.Generator().manual_seed(seed)
    tree = baselines.random([str(k) for k in range(size)], generator)
    x = torch.randn(size, 3, generator=generator, dtype=torch.float64)
    torch.manual_seed(seed)
    cell = kind(3, 2).double()

    def nested(node):
        if isinstance(node, Tree) and len(node) == 2:
            return tuple(map(nested, node))
        return x[int(node if isinstance(node, str) else node[0])].tolist()

    h, c = loops.tree(loop, loop_weights(cell), nested(tree))
    expected_h, expected_c = recursive(cell, x, tree)
    assert torch.allclose(torch.tensor([h]).double(), expected_h, atol=1e-12)
    assert torch.allclose(torch.tensor([c]).double(), expected_c, atol=1e-12)


def test_the_children_are_the_rows_below_the_roots_two_by_two():
    grown = forest.grow([forest.encode(tree, WORDS, 5) for tree in TOY])
    assert len(grown.node_labels) == sum(2 * len(tree.leaves()) - 1 for tree in TOY)
    assert grown.labels.tolist() == [int(tree.label()) for tree in TOY]
    phrases = [None] * len(grown.node_labels)
    for row, word in zip(grown.leaves.tolist(), grown.words.tolist(), strict=True):
        phrases[row] = (WORDS.words[word],)
    for first, end in reversed(grown.levels):
        for k in range(first, end):
            left = grown.trees + 2 * k
            phrases[grown.inner[k]] = phrases[left] + phrases[left + 1]
    assert phrases[: grown.trees] == [tuple(tree.leaves()) for tree in TOY]
    gold = sorted((tuple(node.leaves()), int(node.label())) for tree in TOY for node in tree.subtrees())
    assert sorted(zip(phrases, grown.node_labels.tolist(), strict=True)) == gold


@pytest.mark.parametrize("kind", MODELS)
def test_batch_mates_change_nothing(kind):
    model = make(kind)
    alone = torch.cat([model([tree]) for tree in TOY])
    assert torch.allclose(model(TOY), alone, atol=1e-6)


@pytest.mark.parametrize("kind", MODELS)
def test_node_scores_begin_with_the_roots(kind):
    model = make(kind)
    assert torch.equal(model.node_logits(TOY)[: len(TOY)], model(TOY))
    assert model.node_logits(TOY).shape == (sum(2 * len(t.leaves()) - 1 for t in TOY), 5)


def test_child_sum_cannot_tell_siblings_apart_and_binary_can():
    tree = TOY[0]
    mirrored = Tree(tree.label(), [tree[1], tree[0]])
    child_sum, binary = make(ChildSumTreeLstm), make(BinaryTreeLstm)
    assert torch.allclose(child_sum([tree]), child_sum([mirrored]), atol=1e-6)
    assert not torch.allclose(binary([tree]), binary([mirrored]), atol=1e-4)


@pytest.mark.parametrize("kind", [BinaryCell, ChildSumCell])
def test_a_closed_forget_gate_forgets_its_own_child_only(kind):
    torch.manual_seed(0)
    cell = kind(3, 2).double()
    h, c = torch.randn(2, 1, 2, 2, dtype=torch.float64)
    gate = cell.gates(h)
    assert not torch.allclose(gate["f_l"], gate["f_r"])
    for forgotten, kept, name in ((0, 1, "f_r"), (1, 0, "f_l")):
        emptied = c.clone()
        emptied[:, forgotten] = 0
        expected = gate["i"] * gate["u"] + gate[name] * c[:, kept]
        assert torch.allclose(cell.join(h, emptied)[1], expected)


def test_a_child_sum_forget_gate_sees_its_own_child_only():
    torch.manual_seed(0)
    cell = ChildSumCell(3, 2)
    h = torch.randn(1, 2, 2)
    other = h.clone()
    other[:, 1] += 1
    before, after = cell.gates(h), cell.gates(other)
    assert torch.equal(before["f_l"], after["f_l"])
    assert not torch.allclose(before["f_r"], after["f_r"])


def test_a_chain_of_single_children_is_an_lstm():
    """Child-Sum with an input at every node and one child each: the recurrent cell, u for g and U for R."""
    generator = torch.Generator().manual_seed(0)
    shapes = {"i": "i", "f": "f", "o": "o", "g": "u"}
    chain = {
        gate: [torch.randn(shape, generator=generator).tolist() for shape in ((2, 3), (2, 2), (2,))]
        for gate in shapes
    }
    renamed = {shapes[gate]: weights for gate, weights in chain.items()}
    sentence = torch.randn(4, 3, generator=generator).tolist()
    outputs, memory = loops.lstm(chain, sentence)
    state = ([0.0, 0.0], [0.0, 0.0])
    for x, output in zip(sentence, outputs, strict=True):
        state = loops.child_sum_cell(renamed, x, [state])
        assert state[0] == pytest.approx(output)
    assert state[1] == pytest.approx(memory)


@pytest.mark.parametrize("kind", MODELS)
def test_all_nodes_count_in_the_loss_only_when_asked(kind):
    model = make(kind)
    batch = model.prepare(TOY)
    by_hand = torch.nn.functional.cross_entropy(model.node_logits(batch), batch.node_labels)
    assert torch.allclose(model.node_loss(batch).mean, by_hand)
    assert not torch.allclose(model.loss(batch).mean, by_hand)


def test_a_prediction_answers_for_every_node():
    model, tree = make(BinaryTreeLstm), TOY[1]
    answer = model.predict(tree)
    assert trees.spans(answer.tree) == trees.spans(tree)
    assert answer.tree.leaves() == tree.leaves()
    assert len(answer.nodes) == 2 * len(tree.leaves()) - 1
    assert answer.nodes[0].words == tuple(tree.leaves())
    assert answer.tree.label() == str(answer.label) == str(answer.nodes[0].label)
    single = next(node for node in answer.nodes if len(node.words) == 1)
    alone = model.predict(Tree("X", list(single.words)))
    assert alone.probabilities == pytest.approx(single.probabilities, abs=1e-6)


def test_bracketings_of_bare_words():
    model, words = make(BinaryTreeLstm), TOY[1].leaves()
    for name, build in (
        ("right", baselines.right),
        ("left", baselines.left),
        ("balanced", baselines.balanced),
    ):
        answer = model.predict(" ".join(words), bracketing=name)
        assert trees.spans(answer.tree) == trees.spans(build(words))
        assert answer == model.predict(words, bracketing=build)
    assert model.predict(str(TOY[1])) == model.predict(TOY[1])
    assert model.predict("film").tree.leaves() == ["film"]


def test_errors_name_the_cure():
    model = make(BinaryTreeLstm)
    with pytest.raises(ValueError, match="empty"):
        model.predict("  ")
    with pytest.raises(ValueError, match="'sideways'"):
        model.predict("a film", bracketing="sideways")
    with pytest.raises(ValueError, match="not a tree over the words"):
        model.predict("a film", bracketing=lambda words: baselines.right(words[:1]))
    with pytest.raises(ValueError, match=r"has 3 children.*binarise"):
        model([Tree("2", [Tree("2", [word]) for word in "abc"])])
    with pytest.raises(TypeError, match="needs trees"):
        model([["a", "film"]])
    with pytest.raises(ValueError, match="5 classes"):
        model([Tree("7", ["film"])])
    with pytest.raises(data.TreebankError, match="unbalanced"):
        model.predict("(2 (2 a) (2 film)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(it (was (very good)))", "it was very good"),
        ("((the film) (was good))", "the film was good"),
        ("(1 (good film))", "1 good film"),
        ("(3 (2 1) (3 (3 good) (2 film)))", "1 good film"),
    ],
)
def test_a_bracketed_string_loses_no_word(text, words):
    assert tree_of(text).leaves() == words_of(text) == words.split()


def test_a_bracketed_string_that_is_no_binary_tree_is_refused():
    with pytest.raises(ValueError, match="after word 3 holds 3 parts"):
        tree_of("(a warm film)")


def test_dropout_is_off_when_predicting_and_training_goes_on():
    model = make(BinaryTreeLstm).train()
    assert model.predict(TOY[0]) == model.predict(TOY[0])
    assert model.training
