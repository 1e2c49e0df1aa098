"""The training loop: seeds, the best epoch kept, the development set alone decides, loud failures."""

import math
import random

import pytest
import torch
from nltk import Tree

from prpn_edu import data, evaluation, losses, training, trees
from prpn_edu.composition import BinaryTreeLstm, Bow, Cbow, Lstm

TRAIN, DEV = data.toy("train", 60), data.toy("dev", 40)
WORDS = data.Vocabulary.build(TRAIN)


def make(kind=Bow, **settings):
    torch.manual_seed(0)
    return kind(WORDS, **settings)


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def outcome(history):
    return [(epoch.number, epoch.loss, epoch.dev) for epoch in history.epochs]


@pytest.mark.parametrize("kind", [Bow, Lstm, BinaryTreeLstm])
def test_the_same_seed_gives_the_same_training(kind):
    models = [make(kind), make(kind)]
    histories = []
    for model in models:
        torch.rand(random.randrange(1, 9))  # whatever was drawn before
        histories.append(training.fit(model, TRAIN, DEV, seed=3, epochs=2))
    assert outcome(histories[0]) == outcome(histories[1])
    assert torch.equal(*map(weights, models))
    other = make(kind)
    training.fit(other, TRAIN, DEV, seed=4, epochs=2)
    assert not torch.equal(weights(other), weights(models[0]))


def test_the_callers_random_numbers_stay_as_they_were():
    model = make(Lstm)
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    training.fit(model, TRAIN, DEV, epochs=1)
    assert torch.equal(torch.rand(3), expected)


def test_no_generator_is_seeded_but_those_in_use(monkeypatch):
    """`torch.manual_seed` would seed every GPU too, and a GPU that sleeps when it wakes."""
    model, seeded = make(Lstm), []
    monkeypatch.setattr(torch.cuda, "manual_seed_all", seeded.append)
    training.fit(model, TRAIN, DEV, epochs=1)
    assert seeded == []


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_on_a_gpu_the_callers_random_numbers_stay_and_the_seed_decides():
    models = []
    for before in (5, 6):
        torch.manual_seed(before)
        expected = torch.rand(3, device="cuda")
        torch.manual_seed(before)
        models.append(make(Lstm, hidden=8).to("cuda"))
        torch.manual_seed(before)
        training.fit(models[-1], TRAIN, DEV, epochs=2)
        assert torch.equal(torch.rand(3, device="cuda"), expected)
    assert torch.allclose(*map(weights, models), atol=1e-6)


def test_the_loss_of_an_epoch_is_the_mean_over_labels_not_over_batches():
    """Seven sentences in batches of 3, 3 and 1; with lr=0 the weights stay."""
    torch.manual_seed(2)
    model = Bow(WORDS, init_std=1.0)
    history = training.fit(model, TRAIN[:7], DEV, epochs=1, batch_size=3, lr=0.0)
    alone = [model.loss(model.prepare([tree])).mean.item() for tree in TRAIN[:7]]
    assert history.best.loss == pytest.approx(sum(alone) / 7)
    assert evaluation.mean_loss(model, TRAIN[:7], batch_size=3) == pytest.approx(sum(alone) / 7)


def test_the_best_epoch_is_kept_and_the_first_of_equals():
    seen, marks = [], iter([0.2, 0.5, 0.5, 0.1])

    def score(model, examples):
        assert examples is DEV
        seen.append(weights(model).clone())
        return next(marks)

    model = make()
    history = training.fit(model, TRAIN, DEV, epochs=4, score=score)
    assert history.best.number == 2
    assert torch.equal(weights(model), seen[1])
    assert not torch.equal(seen[1], seen[3])
    assert not model.training


def test_the_last_epoch_is_kept_on_request():
    """A training of one epoch more than another has its weights one epoch later, whatever `dev` says."""
    falling = iter(range(10, 0, -1))
    kept = make(Cbow, embedding=6)
    training.fit(kept, TRAIN, DEV, epochs=3, keep="last", score=lambda model, dev: next(falling))
    best = make(Cbow, embedding=6)
    training.fit(best, TRAIN, DEV, epochs=3, score=lambda model, dev: 10 - next(falling))
    assert torch.equal(weights(kept), weights(best))  # for the second, the last is the best


def test_betas_are_adams():
    """Without momentum the first step is that of Adam's default, the second is not."""
    gaps = []
    for epochs in (1, 2):
        models = [make(Bow), make(Bow)]
        for model, betas in zip(models, [(0.9, 0.999), (0, 0.999)], strict=True):
            training.fit(model, TRAIN[:5], DEV, epochs=epochs, batch_size=5, betas=betas, keep="last")
        gaps.append((weights(models[0]) - weights(models[1])).abs().max().item())
    assert gaps[0] < 1e-6 < 1e-5 < gaps[1]
    (adam,) = training.make_optimisers(make(Bow), 1e-3, betas=(0.0, 0.99))
    assert adam.defaults["betas"] == (0.0, 0.99)


def test_patience_ends_the_training():
    marks = iter([0.1, 0.3, 0.2, 0.3, 0.9])
    history = training.fit(make(), TRAIN, DEV, epochs=5, patience=2, score=lambda *_: next(marks))
    assert [epoch.dev for epoch in history.epochs] == [0.1, 0.3, 0.2, 0.3]


def test_training_learns():
    for model, settings in (
        (make(Bow), {"lr": 0.05}),
        (make(Lstm), {"lr": 0.01}),
        (make(BinaryTreeLstm), {"lr": 0.01}),
    ):
        before = evaluation.accuracy(model, TRAIN)
        loss = getattr(model, "node_loss", None)
        training.fit(model, TRAIN, TRAIN, loss=loss, epochs=12, batch_size=10, **settings)
        assert evaluation.accuracy(model, TRAIN) > max(0.7, before)


def test_sparse_and_dense_tables_both_learn():
    vectors = torch.randn(len(WORDS), 3, generator=torch.Generator().manual_seed(0))
    model = Cbow(WORDS, vectors=vectors, sparse=True)
    history = training.fit(model, TRAIN, DEV, epochs=3, lr=0.01)
    assert history.epochs[-1].loss < history.epochs[0].loss
    pad = WORDS["<pad>"]
    assert torch.equal(model.table[pad], vectors[pad])  # a row that never occurs is never touched


def test_every_item_is_in_one_batch():
    model = make(Lstm)
    items = [model.read(tree) for tree in TRAIN]
    rows = list(training.batches(model, items, 7, random.Random(0)))
    assert sorted(len(row.labels) for row in rows) == [4] + [7] * 8
    seen = sorted(ids[:n].tolist() for row in rows for ids, n in zip(row.ids, row.lengths, strict=True))
    assert seen == sorted(ids.tolist() for ids, _ in items)
    assert sum(row.ids.numel() for row in rows) < 1.3 * sum(len(ids) for ids, _ in items)


def test_accuracy_counts():
    model = make()
    with torch.no_grad():
        model.table.zero_()
        model.bias.copy_(torch.tensor([0.0, 1.0, 0.0, 0.0, 0.0]))
    share = sum(tree.label() == "1" for tree in TRAIN) / len(TRAIN)
    assert evaluation.accuracy(model, TRAIN) == pytest.approx(share)
    assert evaluation.accuracy(model, TRAIN, batch_size=7) == pytest.approx(share)
    assert model.training


def test_accuracy_of_nodes_is_another_number():
    model = make(BinaryTreeLstm)
    with torch.no_grad():
        model.out.weight.zero_()
        model.out.bias.copy_(torch.tensor([0.0, 0.0, 1.0, 0.0, 0.0]))  # always neutral
    nodes = [node for tree in TRAIN for node in tree.subtrees()]
    neutral = sum(node.label() == "2" for node in nodes) / len(nodes)
    assert evaluation.accuracy(model, TRAIN, all_nodes=True) == pytest.approx(neutral)
    roots = sum(tree.label() == "2" for tree in TRAIN) / len(TRAIN)
    assert evaluation.accuracy(model, TRAIN) == pytest.approx(roots)
    assert neutral > roots + 0.3


def test_phrases_are_all_subtrees():
    tree = Tree.fromstring("(3 (2 a) (3 (3 warm) (2 film)))")
    assert [" ".join(phrase.leaves()) for phrase in trees.phrases([tree])] == [
        "a warm film",
        "a",
        "warm film",
        "warm",
        "film",
    ]


def test_failures_are_loud():
    with pytest.raises(ValueError, match="best, last, not 'first'"):
        training.fit(make(), TRAIN, DEV, keep="first")
    with pytest.raises(ValueError, match="train is empty"):
        training.fit(make(), [], DEV)
    with pytest.raises(ValueError, match="dev is empty"):
        training.fit(make(), TRAIN, [])
    with pytest.raises(ValueError, match="example 1 of train: no label"):
        training.fit(make(), [TRAIN[0], ["a", "film"]], DEV)
    with pytest.raises(ValueError, match="epochs must be 1 or more"):
        training.fit(make(), TRAIN, DEV, epochs=0)
    with pytest.raises(TypeError, match="all_nodes"):
        training.fit(make(), TRAIN, DEV, all_nodes=True)
    with pytest.raises(ValueError, match="sparse=False"):
        training.fit(make(sparse=True), TRAIN, DEV, clip=1.0)
    broken = make()
    with torch.no_grad():
        broken.bias.fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="smaller lr"):
        training.fit(broken, TRAIN, DEV)


@pytest.mark.data
def test_a_bag_learns_real_remarks():
    train, dev = data.sst("train"), data.sst("dev")
    torch.manual_seed(0)
    model = Bow(data.Vocabulary.build(train), sparse=True)
    history = training.fit(model, train, dev, epochs=3, lr=2e-3)
    assert history.best.dev > 0.36  # three seeds gave 38.5 to 38.8 per cent


def test_any_model_with_the_four_methods_can_be_trained():
    """A language model has no labels: the mean loss of a word chooses its epoch."""

    class Unigram(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.scores = torch.nn.Parameter(torch.zeros(len(WORDS)))

        def read(self, words):
            return torch.tensor(WORDS.encode(words))

        def collate(self, items):
            return torch.cat(items)

        def size(self, item):
            return len(item)

        def loss(self, batch):
            return losses.cross_entropy(self.scores.expand(len(batch), -1), batch)

    train, dev = ([tree.leaves() for tree in part] for part in (TRAIN, DEV))
    model = Unigram()
    history = training.fit(model, train, dev, epochs=20, lr=0.1)
    assert history.best.dev > history.epochs[0].dev > -torch.log(torch.tensor(float(len(WORDS))))
    assert math.exp(-history.best.dev) == pytest.approx(evaluation.perplexity(model, dev, batch_size=7))
