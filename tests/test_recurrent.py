"""Recurrent networks: PyTorch's own as the oracle, the loops as another, padding that never counts."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from prpn_edu import data
from prpn_edu.composition import Lstm, Rnn
from prpn_edu.composition.recurrent import LstmCell, RnnCell
from prpn_edu.loops import lstm as loops

MODELS = [Rnn, Lstm]
TOY = data.toy("train", 30)
WORDS = data.Vocabulary.build(TOY)


def make(kind, **settings):
    torch.manual_seed(0)
    return kind(WORDS, embedding=5, hidden=4, **settings).eval()


def twin(cell):
    """PyTorch's network with the weights of the cell."""
    kind = torch.nn.LSTM if isinstance(cell, LstmCell) else torch.nn.RNN
    network = kind(cell.W.size(1), cell.R.size(1), batch_first=True).to(cell.W.dtype)
    with torch.no_grad():
        network.weight_ih_l0.copy_(cell.W)
        network.weight_hh_l0.copy_(cell.R)
        network.bias_ih_l0.copy_(cell.b)
        network.bias_hh_l0.zero_()
    return network


@pytest.mark.parametrize("kind", [RnnCell, LstmCell])
@given(length=st.integers(1, 9), seed=st.integers(0, 99))
def test_cells_are_those_of_pytorch(kind, length, seed):
    torch.manual_seed(seed)
    cell, x = kind(5, 3).double(), torch.randn(2, length, 5, dtype=torch.float64)
    expected, _ = twin(cell)(x)
    state = cell.start(x)
    for t in range(length):
        state = cell.step(cell.read(x[:, t]), state)
        assert torch.allclose(state[0], expected[:, t], atol=1e-12)


def test_gradients_are_those_of_pytorch():
    cell, x = LstmCell(5, 3).double(), torch.randn(2, 6, 5, dtype=torch.float64)
    network = twin(cell)
    network(x)[0][:, -1].sum().backward()
    state = cell.start(x)
    for t in range(6):
        state = cell.step(cell.read(x[:, t]), state)
    state[0].sum().backward()
    assert torch.allclose(cell.W.grad, network.weight_ih_l0.grad, atol=1e-12)
    assert torch.allclose(cell.R.grad, network.weight_hh_l0.grad, atol=1e-12)
    assert torch.allclose(cell.b.grad, network.bias_ih_l0.grad, atol=1e-12)


@given(length=st.integers(1, 6), seed=st.integers(0, 99))
def test_the_cell_is_its_loop(length, seed):
    torch.manual_seed(seed)
    cell, x = LstmCell(3, 2).double(), torch.randn(1, length, 3, dtype=torch.float64)
    parts = zip("ifgo", *(tensor.chunk(4) for tensor in (cell.W, cell.R, cell.b)), strict=True)
    outputs, memory = loops.lstm({name: [p.tolist() for p in rest] for name, *rest in parts}, x[0].tolist())
    state = cell.start(x)
    for t in range(length):
        state = cell.step(cell.read(x[:, t]), state)
        assert outputs[t] == pytest.approx(state[0][0].tolist(), abs=1e-12)
    assert memory == pytest.approx(state[1][0].tolist(), abs=1e-12)


@pytest.mark.parametrize("kind", MODELS)
def test_batch_mates_change_nothing(kind):
    model = make(kind)
    alone = torch.cat([model([tree]) for tree in TOY])
    assert torch.allclose(model(TOY), alone, atol=1e-6)
    assert torch.allclose(model(TOY[::-1]).flip(0), alone, atol=1e-6)


def test_the_last_step_of_the_rectangle_would_be_wrong():
    model = make(Lstm)
    batch = model.prepare(TOY)
    wrong = model.out(model.states(batch)[:, -1])
    shorter = batch.lengths < batch.lengths.max()
    assert not torch.allclose(wrong[shorter], model(TOY)[shorter], atol=1e-4)
    assert torch.allclose(wrong[~shorter], model(TOY)[~shorter])


def test_packed_sequences_give_the_same_states():
    model = make(Lstm)
    batch = model.prepare(TOY)
    x = torch.nn.functional.embedding(batch.ids, model.table)
    packed = torch.nn.utils.rnn.pack_padded_sequence(x, batch.lengths, batch_first=True, enforce_sorted=False)
    _, (h, _) = twin(model.cell)(packed)
    rows = torch.arange(len(TOY))
    assert torch.allclose(model.states(batch)[rows, batch.lengths - 1], h[0], atol=1e-6)


def test_word_order_matters():
    model = make(Lstm)
    words = TOY[0].leaves()
    assert model.predict(words).probabilities != model.predict(words[::-1]).probabilities


@pytest.mark.parametrize("kind", MODELS)
def test_given_vectors_are_used_and_frozen_when_asked(kind):
    vectors = torch.randn(len(WORDS), 7)
    model = kind(WORDS, hidden=4, vectors=vectors, freeze=True)
    assert torch.equal(model.table, vectors) and not model.table.requires_grad
    assert model.config.embedding == 7
    assert kind(WORDS, hidden=4, vectors=vectors).table.requires_grad
    with pytest.raises(ValueError, match="one row for each"):
        kind(WORDS, vectors=vectors[1:])
    with pytest.raises(ValueError, match="freeze=True needs vectors"):
        kind(WORDS, freeze=True)
