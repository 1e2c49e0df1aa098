"""Ordered neurons: cumax and master gates, the loops against the batch, the models, and the two oracles."""

import math
from fractions import Fraction as F

import pytest
import torch
from torch import nn

from prpn_edu import data, evaluation, training
from prpn_edu.data import Vocabulary
from prpn_edu.latent import OnLstm, OrderedTransformer, ordered, split
from prpn_edu.latent.ordered import OrderedAttention, OrderedLstm
from prpn_edu.latent.ordered.models import positions
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.loops import ordered as loops

WORDS = [f"w{k}" for k in range(20)]
SMALL = {"embedding": 6, "hidden": 9, "chunk": 3, "init_range": 1.0}
MODELS = {
    "ON-LSTM": (OnLstm, SMALL),
    "ON-LSTM, three layers, tree of the first": (OnLstm, SMALL | {"layers": 3, "tree_layer": 1}),
    "ON-LSTM as wide as the words": (OnLstm, SMALL | {"embedding": 9}),
    "transformer": (OrderedTransformer, SMALL),
    "transformer, not tied": (OrderedTransformer, SMALL | {"tied": False}),
    "plain transformer": (OrderedTransformer, SMALL | {"ordered": False}),
}
every_model = pytest.mark.parametrize(("kind", "settings"), list(MODELS.values()), ids=list(MODELS))


def make(kind, settings, seed=0):
    torch.manual_seed(seed)
    return kind(build_vocabulary([WORDS]), **settings).double().eval()


def sentences(lengths, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [[WORDS[int(k)] for k in torch.randint(20, (n,), generator=generator)] for n in lengths]


def test_cumax_is_a_soft_step():
    scores = torch.randn(50, 7, generator=torch.Generator().manual_seed(0)).double()
    step = ordered.cumax(scores)
    assert (step.diff(dim=-1) > 0).all() and (step > 0).all()
    assert torch.allclose(step[:, -1], torch.ones(50).double())
    assert torch.allclose(ordered.cumax(scores + 3), step)  # as softmax: only differences count
    hard = ordered.cumax(1000 * torch.eye(4)[2])
    assert hard.tolist() == [0, 0, 1, 1]
    assert torch.allclose(ordered.cumax(torch.zeros(4)), torch.tensor([0.25, 0.5, 0.75, 1]))


def test_cumax_is_the_chance_that_the_cut_lies_here_or_below():
    """The gate is an average of hard steps, weighed by the softmax: enumerate them."""
    scores = torch.tensor([0.3, -1.0, 2.0, 0.1, 0.0]).double()
    steps = torch.ones(5, 5).double().triu()  # row k: 0 below k, 1 from k on
    assert torch.allclose(scores.softmax(-1) @ steps, ordered.cumax(scores))


def test_the_loops_and_the_batch_agree():
    generator = torch.Generator().manual_seed(1)
    for _ in range(5):
        scores = torch.randn(2, 6, generator=generator).double()
        f_master, i_master = ordered.master_gates(*scores)
        loop = loops.master_gates(*scores.tolist())
        assert torch.allclose(torch.stack([f_master, i_master]), torch.tensor(loop).double())
        f, i = torch.rand(2, 6, 4, generator=generator).double()
        met = ordered.meet(f, i, f_master, i_master)
        for k in range(6):
            for n in range(4):
                loop = loops.meet(*(float(x) for x in (f[k, n], i[k, n], f_master[k], i_master[k])))
                assert loop == pytest.approx([float(gate[k, n]) for gate in met])
        assert loops.distance(f_master.tolist()) == pytest.approx(float(ordered.distance(f_master)))


def test_where_the_master_gates_meet_by_hand():
    assert loops.meet(F(1, 2), F(1, 4), 1, 1) == (F(1, 2), F(1, 4))  # the ordinary gates decide
    assert loops.meet(F(1, 2), F(1, 4), 1, 0) == (1, 0)  # kept, nothing written
    assert loops.meet(F(1, 2), F(1, 4), 0, 1) == (0, 1)  # wiped and written anew
    assert loops.meet(F(1, 2), F(1, 4), 0, 0) == (0, 0)
    assert loops.meet(F(1, 2), F(1, 4), F(3, 4), F(1, 3)) == (F(5, 8), F(7, 48))
    grid = [F(k, 4) for k in range(5)]
    for f, i, a, b in ((f, i, a, b) for f in grid for i in grid for a in grid for b in grid):
        assert all(0 <= gate <= master for gate, master in zip(loops.meet(f, i, a, b), (a, b), strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_the_layer_equals_the_loops_step_by_step(seed):
    torch.manual_seed(seed)
    layer = OrderedLstm(5, 8, 2).double()
    x = torch.randn(3, 6, 5, dtype=torch.float64)
    h, forget = layer(x)
    for b in range(3):
        outputs, forgets = loops.on_lstm(layer.loop_weights(), x[b].tolist())
        assert torch.allclose(h[b], torch.tensor(outputs).double(), atol=1e-12)
        assert torch.allclose(forget[b], torch.tensor(forgets).double(), atol=1e-12)


def test_with_master_gates_of_one_it_is_pytorchs_lstm(monkeypatch):
    monkeypatch.setattr("prpn_edu.latent.ordered.lstm.cumax", lambda scores: scores * 0 + ones(scores))
    torch.manual_seed(0)
    layer, plain = OrderedLstm(5, 8, 2).double(), nn.LSTM(5, 8, batch_first=True).double()
    weights = {"weight_ih_l0": layer.W[8:], "weight_hh_l0": layer.R[8:], "bias_ih_l0": layer.b[8:]}
    plain.load_state_dict(weights | {"bias_hh_l0": torch.zeros(32)})  # the same order: i, f, g, o
    x = torch.randn(4, 7, 5, dtype=torch.float64)
    h, forget = layer(x)
    assert torch.equal(forget, torch.ones(4, 7, 4, dtype=torch.float64))
    assert torch.allclose(h, plain(x)[0], atol=1e-12)


def ones(scores):
    """f~ = 1, and for i~ = 1 - cumax a cumax of 0."""
    return torch.tensor([[1.0], [0.0]], dtype=scores.dtype)


def test_the_highest_level_is_never_written():
    torch.manual_seed(0)
    layer = OrderedLstm(5, 8, 2).double()
    h, forget = layer(torch.randn(3, 6, 5, dtype=torch.float64))
    assert torch.allclose(forget[..., -1], torch.ones(3, 6).double())
    assert h[..., -2:].abs().max() < 1e-12 < h[..., :-2].abs().min()


def test_what_is_forgotten_at_a_level_is_forgotten_at_all_below():
    """With hard gates the memory is wiped from the lowest level up to the cut, and nowhere else."""
    torch.manual_seed(0)
    layer = OrderedLstm(5, 8, 2).double()
    with torch.no_grad():
        layer.W[:8], layer.R[:8] = 0, 0
        layer.b[:8] = 1000 * torch.cat([torch.eye(4)[2], torch.eye(4)[1]])  # f~ = 0011, i~ = 1000
    c = torch.randn(3, 4, 2, dtype=torch.float64)
    h = torch.randn(3, 8, dtype=torch.float64)
    _, after, f_master = layer.step(torch.randn(3, 40, dtype=torch.float64) * 0 + layer.b, h, c)
    assert f_master.tolist() == [[0, 0, 1, 1]] * 3
    assert torch.allclose(after[:, 2:], c[:, 2:])  # kept as it was
    assert (after[:, 1] == 0).all()  # forgotten, and not written
    assert (after[:, 0] != 0).all() and not torch.equal(after[:, 0], c[:, 0])  # written anew


@pytest.mark.parametrize("seed", range(3))
def test_ordered_attention_equals_the_loops(seed):
    torch.manual_seed(seed)
    layer = OrderedAttention(8, 2).double()
    x = torch.randn(3, 6, 8, dtype=torch.float64)
    out, forget = layer(x)
    f_master, i_master = layer.gates(x)
    assert torch.equal(forget, f_master)
    for b in range(3):
        q, k, v = (part.tolist() for part in layer.qkv(x[b]).chunk(3, -1))
        expected = loops.ordered_attention(q, k, v, f_master[b].tolist(), i_master[b].tolist())
        assert torch.allclose(out[b], torch.tensor(expected).double(), atol=1e-12)


def test_without_master_gates_it_is_pytorchs_attention():
    torch.manual_seed(0)
    layer, plain = OrderedAttention(8, 2, ordered=False), nn.MultiheadAttention(8, 1, batch_first=True)
    plain.load_state_dict(
        {
            "in_proj_weight": layer.qkv.weight,
            "in_proj_bias": layer.qkv.bias,
            "out_proj.weight": torch.eye(8),
            "out_proj.bias": torch.zeros(8),
        }
    )
    x = torch.randn(3, 6, 8)
    ahead = torch.ones(6, 6, dtype=torch.bool).triu(1)
    assert torch.allclose(layer(x)[0], plain(x, x, x, attn_mask=ahead)[0], atol=1e-6)
    assert torch.equal(layer(x)[1], torch.ones(3, 6, 4))


def test_positions_are_the_papers():
    table = positions(9, 6)
    for t in range(9):
        for k in range(3):
            angle = t / 10000 ** (2 * k / 6)
            assert table[t, 2 * k : 2 * k + 2].tolist() == pytest.approx(
                [math.sin(angle), math.cos(angle)], abs=1e-6
            )
    assert positions(2, 5).shape == (2, 5)


@every_model
def test_a_batch_gives_what_each_sentence_gives_alone(kind, settings):
    model, texts = make(kind, settings), sentences([7, 1, 12, 2])
    alone = torch.cat([model([text]) for text in texts])
    assert (model(texts) - alone).abs().max() < 1e-9
    d, _ = model.scores(model.collate([model.read(text) for text in texts]))
    for row, text in zip(d, texts, strict=True):
        assert torch.allclose(row[1 : len(text) + 1], model.distances(text))


@every_model
def test_a_step_knows_nothing_of_later_words(kind, settings):
    model = make(kind, settings)
    first, second = sentences([10, 10])
    second[:6] = first[:6]
    a, b = model([first]), model([second])
    assert torch.allclose(a[:7], b[:7], atol=1e-12)  # <s> and six words
    assert not torch.allclose(a[7], b[7])


@every_model
def test_gradients_reach_every_weight(kind, settings):
    model = make(kind, settings).train()
    model.loss(model.collate([model.read(text) for text in sentences([5, 9, 1])])).mean.backward()
    assert [name for name, weight in model.named_parameters() if weight.grad is None] == []
    assert all(weight.grad.isfinite().all() for weight in model.parameters())


@every_model
def test_the_tree_is_splits_and_its_scores_come_from_the_forget_gates(kind, settings):
    model, (text,) = make(kind, settings).train(), sentences([6])
    d, forget = model.distances(text), model.forget_gates(text)
    assert model.training
    assert forget.shape == (6, (3 if kind is OnLstm or model.config.embedding == 9 else 2))
    assert torch.allclose(d, 1 - forget.mean(-1))
    assert model.parse(text) == split.split(d, text)
    layers = [model.forget_gates(text, layer) for layer in range(1, model.config.layers + 1)]
    assert torch.equal(layers[model.config.tree_layer - 1], forget)
    if model.config.__dict__.get("ordered", True):
        assert not torch.allclose(layers[0], layers[1])


def test_without_master_gates_all_scores_tie_and_the_tree_is_right_branching():
    model, (text,) = make(*MODELS["plain transformer"]), sentences([6])
    assert model.distances(text).tolist() == [0] * 6
    assert model.parse(text) == evaluation.baselines.right(text)


@pytest.mark.parametrize("kind", [OnLstm, OrderedTransformer])
def test_it_learns_the_toy_treebank_but_not_more_than_there_is(kind):
    train, dev = data.toy("train", 150), data.toy("dev", 60)
    torch.manual_seed(0)
    model = kind(
        build_vocabulary(train), embedding=24, hidden=24, chunk=4, init_range=0.1, dropout=0, layers=2
    )
    before = evaluation.perplexity(model, dev)
    training.fit(model, train, dev, epochs=3, lr=1e-2)
    after = evaluation.perplexity(model, dev)
    assert data.toy_entropy("dev", 60).perplexity() < after < 0.7 * before


@every_model
def test_save_and_load_give_the_same_model(kind, settings, tmp_path):
    model = kind(build_vocabulary([WORDS]), **settings).eval()
    model.save(tmp_path / "model")
    again = kind.load(tmp_path / "model")
    assert again.config == model.config
    assert torch.equal(again(sentences([5])), model(sentences([5])))


def test_what_cannot_be_done_is_said():
    with pytest.raises(ValueError, match="9 neurons cannot be cut into levels of 2: choose a chunk"):
        make(OnLstm, SMALL | {"chunk": 2})
    with pytest.raises(ValueError, match="at least two levels"):
        make(OrderedTransformer, SMALL | {"chunk": 6})
    with pytest.raises(ValueError, match=r"tree_layer must be one of 1 \.\. 2, not 3"):
        make(OnLstm, SMALL | {"tree_layer": 3})
    with pytest.raises(ValueError, match="no <s> and no </s>"):
        OnLstm(Vocabulary.build([WORDS]))
    with pytest.raises(ValueError, match="the sentence is empty"):
        make(OnLstm, SMALL).parse(" ")
