"""Bags of words: sums by hand, order that is lost, sparse gradients, predictions and folders."""

import json
from dataclasses import FrozenInstanceError, asdict

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu import data, storage, training
from prpn_edu.composition import BinaryTreeLstm, Bow, Cbow, ChildSumTreeLstm, DeepCbow, Lstm, Rnn

BAGS = [Bow, Cbow, DeepCbow]
MODELS = [*BAGS, Rnn, Lstm, BinaryTreeLstm, ChildSumTreeLstm]
TOY = data.toy("train", 30)
WORDS = data.Vocabulary.build(TOY)


def make(kind, **settings):
    torch.manual_seed(0)
    return kind(WORDS, **settings).eval()


def test_bow_adds_the_votes_of_the_words():
    words = data.Vocabulary(("<unk>", "<pad>", "this", "movie", "is", "stupid"))
    model = Bow(words)
    votes = torch.randn(6, 5, generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        model.table.copy_(votes)
        model.bias.copy_(torch.arange(5.0))
    expected = votes[2] + votes[3] + votes[4] + votes[5] + torch.arange(5.0)
    assert torch.allclose(model([["this", "movie", "is", "stupid"]]), expected)
    twice = model([["this", "this"]])
    assert torch.allclose(twice, 2 * votes[2] + torch.arange(5.0))


def test_cbow_scores_the_sum_and_deep_cbow_too():
    for kind in (Cbow, DeepCbow):
        model = make(kind, embedding=6)
        total = model.table[WORDS.encode(TOY[0])].sum(0)
        layers = model.out if kind is Cbow else model.layers
        assert torch.allclose(model(TOY[:1])[0], layers(total), atol=1e-6)


@pytest.mark.parametrize("kind", BAGS)
@given(order=st.permutations(range(6)))
def test_order_is_lost(kind, order):
    model, words = make(kind), TOY[1].leaves()[:6]
    shuffled = [words[k] for k in order if k < len(words)]
    assert torch.allclose(model([words]), model([shuffled]), atol=1e-6)


@pytest.mark.parametrize("kind", BAGS)
def test_batch_mates_change_nothing(kind):
    model = make(kind)
    assert torch.allclose(model(TOY), torch.cat([model([tree]) for tree in TOY]), atol=1e-6)


@pytest.mark.parametrize("kind", BAGS)
def test_sparse_gradients_are_the_dense_ones(kind):
    dense, sparse = make(kind), make(kind, sparse=True)
    for model in (dense, sparse):
        model.loss(model.prepare(TOY)).mean.backward()
    assert sparse.table.grad.is_sparse
    assert torch.allclose(sparse.table.grad.to_dense(), dense.table.grad, atol=1e-7)


def test_frozen_vectors_do_not_move_and_tuned_ones_do():
    vectors = torch.randn(len(WORDS), 4, generator=torch.Generator().manual_seed(0))
    for freeze in (True, False):
        model = DeepCbow(WORDS, vectors=vectors, freeze=freeze)
        training.fit(model, TOY, TOY, epochs=1)
        assert torch.equal(model.table, vectors) is freeze


@pytest.mark.parametrize("kind", MODELS)
def test_a_saved_model_answers_as_before(kind, tmp_path):
    model = make(kind)
    model.save(tmp_path / "model")
    again = kind.load(tmp_path / "model")
    assert again.predict(TOY[0]) == model.predict(TOY[0])
    assert again.vocabulary == model.vocabulary and not again.training
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model"]
    model.save(tmp_path / "model")  # replaces its own
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model"]


def test_a_model_with_frozen_vectors_can_be_saved(tmp_path):
    model = Cbow(WORDS, vectors=torch.randn(len(WORDS), 3), freeze=True).eval()
    model.save(tmp_path / "model")
    assert torch.equal(Cbow.load(tmp_path / "model").table, model.table)


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("all my work")
    with pytest.raises(storage.StorageError, match="no saved model"):
        make(Bow).save(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_failed_save_leaves_the_old_model(tmp_path, monkeypatch):
    model = make(Bow)
    model.save(tmp_path / "model")
    before = {p.name: p.read_bytes() for p in (tmp_path / "model").iterdir()}

    def full_disk(*_):
        raise OSError("no space left")

    monkeypatch.setattr(storage.torch, "save", full_disk)
    with pytest.raises(OSError, match="no space"):
        make(Cbow).save(tmp_path / "model")
    assert {p.name: p.read_bytes() for p in (tmp_path / "model").iterdir()} == before
    assert [p.name for p in tmp_path.iterdir()] == ["model"]


def test_damaged_folders_are_named(tmp_path):
    folder = tmp_path / "model"
    make(Bow).save(folder)
    with pytest.raises(storage.StorageError, match=r"class Bow; read it with Bow\.load"):
        Cbow.load(folder)
    (folder / "weights.pt").write_bytes(b"not weights")
    with pytest.raises(storage.StorageError, match=r"weights\.pt"):
        Bow.load(folder)
    make(Bow).save(folder)
    settings = json.loads((folder / "settings.json").read_text())
    (folder / "settings.json").write_text(json.dumps(settings | {"settings": {"classes": 3}}))
    with pytest.raises(storage.StorageError, match="does not fit"):
        Bow.load(folder)
    (folder / "settings.json").write_text("{")
    with pytest.raises(storage.StorageError, match=r"settings\.json is damaged"):
        Bow.load(folder)
    (folder / "vocabulary.json").unlink()
    with pytest.raises(storage.StorageError, match=r"vocabulary\.json is missing"):
        Bow.load(folder)


EARLIER = {  # what version 0.1.0 wrote before the settings were a dataclass
    Bow: {"classes": 4, "init_std": 0.02, "sparse": True},
    Cbow: {"classes": 5, "embedding": 7, "dropout": 0.1, "init_std": 0.01, "sparse": False},
    DeepCbow: {"classes": 5, "embedding": 7, "hidden": 3, "dropout": 0.0, "init_std": 0.05, "sparse": False},
    Lstm: {
        "classes": 5,
        "embedding": 7,
        "hidden": 3,
        "dropout": 0.5,
        "input_dropout": 0.3,
        "init_std": 0.1,
    },
}


@pytest.mark.parametrize("kind", EARLIER)
def test_settings_stand_once_and_folders_keep_their_form(kind, tmp_path):
    model = make(kind, **EARLIER[kind])
    assert asdict(model.config) == EARLIER[kind]
    model.save(tmp_path / "model")
    assert json.loads((tmp_path / "model" / "settings.json").read_text())["settings"] == EARLIER[kind]
    assert kind.load(tmp_path / "model").config == model.config
    with pytest.raises(FrozenInstanceError):
        model.config.classes = 2


@pytest.mark.parametrize("kind", MODELS)
def test_a_setting_that_no_model_has_is_named(kind, tmp_path):
    with pytest.raises(TypeError, match="hiden"):
        make(kind, hiden=3)
    make(kind).save(tmp_path / "model")
    path = tmp_path / "model" / "settings.json"
    content = json.loads(path.read_text())
    content |= {"prpn_edu": "9.0", "settings": content["settings"] | {"layers": 2}}
    path.write_text(json.dumps(content))
    with pytest.raises(storage.StorageError, match=r"prpn_edu 9\.0 with layers.*save the model again"):
        kind.load(tmp_path / "model")


def test_predictions_speak_in_words():
    model = make(Bow)
    with torch.no_grad():
        model.bias.copy_(torch.tensor([0.0, 0.0, 0.0, 0.0, 9.0]))
    answer = model.predict("the film zzz Zzz")
    assert (answer.label, answer.name) == (4, "very positive")
    assert sum(answer.probabilities) == pytest.approx(1, abs=1e-6)
    assert answer.unknown == ("zzz", "Zzz")
    assert answer.tree is None and answer.nodes == ()
    assert model.predict(TOY[0]) == model.predict(" ".join(TOY[0].leaves())) == model.predict(str(TOY[0]))


@pytest.mark.parametrize(
    ("example", "error", "reason"),
    [
        ("", ValueError, "empty"),
        ([], ValueError, "empty"),
        (3, TypeError, "expected a tree, a list of words or a sentence"),
        (["a", 1], TypeError, "expected a tree"),
    ],
)
def test_odd_examples_are_explained(example, error, reason):
    with pytest.raises(error, match=reason):
        make(Bow).predict(example)


def test_odd_batches_are_explained():
    model = make(Bow)
    with pytest.raises(ValueError, match="at least one example"):
        model([])
    with pytest.raises(TypeError, match="list of examples"):
        model("a film")
    with pytest.raises(ValueError, match="3 classes"):
        Bow(WORDS, classes=3)([Tree("4", ["film"])])
    with pytest.raises(ValueError, match="two classes"):
        Bow(WORDS, classes=1)
