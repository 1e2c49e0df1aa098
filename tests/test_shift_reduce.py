"""Three ways along a tree, and the fast form by depth: one result, one gradient."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu import data, trees
from prpn_edu.composition import forest, shift_reduce, tree_lstm
from prpn_edu.composition.tree_lstm import BinaryCell, ChildSumCell, recursive
from prpn_edu.evaluation import baselines

EMBEDDING, HIDDEN = 4, 3
CELLS = [BinaryCell, ChildSumCell]


def make_cell(kind, seed=0):
    torch.manual_seed(seed)
    return kind(EMBEDDING, HIDDEN).double()


def vectors(words, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(len(words), EMBEDDING, generator=generator, dtype=torch.float64)


def by_depth(cell, xs, batch):
    """The roots' states from the fast form, given word vectors in the order of the sentences."""
    words = [word for tree in batch for word in tree.leaves()]
    numbered = data.Vocabulary(("<unk>", "<pad>", *map(str, range(len(words)))))
    count = iter(range(len(words)))
    own = [
        trees.from_transitions(trees.transitions(t), [str(next(count)) for _ in t.leaves()]) for t in batch
    ]
    grown = forest.grow([forest.encode(tree, numbered, 5) for tree in own])
    leaves = cell.leaf(torch.cat(xs)[grown.words - 2])
    h, c = tree_lstm.by_depth(cell, *leaves, grown)
    return h[: len(batch)], c[: len(batch)]


def one_by_one(cell, x, actions):
    """h and c of one sentence, (1, H), by the steps that can be watched."""
    *_, last = shift_reduce.steps(cell, x, [f"word {t}" for t in range(len(x))], actions)
    (sentence,) = last.stack
    return sentence.h, sentence.c


def all_forms(cell, xs, batch):
    """h and c of all roots, (B, H), from each of the four forms."""
    actions = [trees.transitions(tree) for tree in batch]
    alone = [recursive(cell, x, tree) for x, tree in zip(xs, batch, strict=True)]
    single = [one_by_one(cell, x, a) for x, a in zip(xs, actions, strict=True)]
    padded = torch.nn.utils.rnn.pad_sequence(xs, batch_first=True, padding_value=7.0)
    return {
        "recursive": tuple(map(torch.cat, zip(*alone, strict=True))),
        "one sentence": tuple(map(torch.cat, zip(*single, strict=True))),
        "mini-batch": shift_reduce.mini_batch(cell, padded, actions),
        "by depth": by_depth(cell, xs, batch),
    }


@st.composite
def batches(draw):
    """One to five random binary trees of 1 to 9 words."""
    sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    generator = torch.Generator().manual_seed(draw(st.integers(0, 1000)))
    return [baselines.random([f"w{k}" for k in range(size)], generator) for size in sizes]


@pytest.mark.parametrize("kind", CELLS)
@given(batches())
def test_all_forms_give_the_same_states(kind, batch):
    cell = make_cell(kind)
    forms = all_forms(cell, [vectors(tree.leaves(), seed) for seed, tree in enumerate(batch)], batch)
    for name, (h, c) in forms.items():
        assert torch.allclose(h, forms["recursive"][0], atol=1e-12), name
        assert torch.allclose(c, forms["recursive"][1], atol=1e-12), name


@pytest.mark.parametrize("kind", CELLS)
def test_all_forms_give_the_same_gradients(kind):
    batch = [*data.toy("dev", 6), Tree("2", ["film"])]
    found = {}
    for name in ("recursive", "one sentence", "mini-batch", "by depth"):
        cell = make_cell(kind)
        xs = [vectors(tree.leaves(), seed).requires_grad_() for seed, tree in enumerate(batch)]
        h, c = all_forms(cell, xs, batch)[name]
        (h.sin().sum() + (c**2).sum()).backward()
        found[name] = [p.grad for p in cell.parameters()] + [x.grad for x in xs]
    for name, gradients in found.items():
        for ours, reference in zip(gradients, found["recursive"], strict=True):
            assert torch.allclose(ours, reference, atol=1e-12), name


def test_single_precision_agrees_to_five_digits():
    batch = data.toy("dev", 25)
    cell = make_cell(BinaryCell).float()
    forms = all_forms(cell, [vectors(tree.leaves(), seed).float() for seed, tree in enumerate(batch)], batch)
    for h, c in forms.values():
        assert torch.allclose(h, forms["recursive"][0], atol=1e-5)
        assert torch.allclose(c, forms["recursive"][1], atol=1e-5)


def test_the_steps_can_be_watched():
    cell, words = make_cell(BinaryCell), ["I", "loved", "this", "film"]
    actions = trees.transitions(Tree.fromstring("(X I (X loved (X this film)))"))
    steps = list(shift_reduce.steps(cell, vectors(words), words, actions))
    assert [step.action for step in steps] == [None] + ["SHIFT"] * 4 + ["REDUCE"] * 3
    assert [len(step.stack) for step in steps] == [0, 1, 2, 3, 4, 3, 2, 1]
    assert steps[2].buffer == ("this", "film")
    assert [part.words for part in steps[5].stack] == [("I",), ("loved",), ("this", "film")]
    assert steps[-1].stack[0].words == tuple(words)


def test_left_is_left_and_right_is_right():
    cell, words = make_cell(BinaryCell), ["not", "good"]
    x = vectors(words)
    h, _ = one_by_one(cell, x, ["SHIFT", "SHIFT", "REDUCE"])
    swapped, _ = one_by_one(cell, x.flip(0), ["SHIFT", "SHIFT", "REDUCE"])
    assert not torch.allclose(h, swapped)


def test_padding_changes_nothing():
    cell, batch = make_cell(BinaryCell), data.toy("dev", 3)
    xs = [vectors(tree.leaves(), seed) for seed, tree in enumerate(batch)]
    actions = [trees.transitions(tree) for tree in batch]
    results = []
    for value, extra in ((0.0, 0), (99.0, 5)):
        padded = torch.nn.utils.rnn.pad_sequence(xs, batch_first=True, padding_value=value)
        padded = torch.cat([padded, torch.full((3, extra, EMBEDDING), value, dtype=torch.float64)], 1)
        results.append(shift_reduce.mini_batch(cell, padded, actions)[0])
    assert torch.equal(*results)


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (["REDUCE"], "action 0: 'REDUCE' with 0 parts"),
        (["SHIFT", "SHIFT", "SHIFT"], "action 2: 'SHIFT' with 2 parts on the stack and 0 words"),
        (["SHIFT", "SHIFT"], "end with 2 parts"),
        (["SHIFT"], "1 words waiting"),
        (["SHIFT", "JUMP"], "action 1: 'JUMP'"),
    ],
)
def test_wrong_actions_are_named(actions, reason):
    with pytest.raises(ValueError, match=reason):
        list(shift_reduce.steps(make_cell(BinaryCell), vectors("ab"), ["a", "b"], actions))
