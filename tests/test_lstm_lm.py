"""The LSTM language model and the LSTM whose memory attends: batch against one step, learning, storage."""

import pytest
import torch
from torch import nn

from prpn_edu import data, evaluation, training
from prpn_edu.data import Vocabulary
from prpn_edu.latent import LstmLm
from prpn_edu.latent.lstm_lm import LstmLmConfig
from prpn_edu.latent.memory_lstm import MemoryLstm
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.loops import attention

WORDS = [f"w{k}" for k in range(20)]
SMALL = {"embedding": 6, "hidden": 8, "init_range": 1.0}
SETTINGS = {
    "plain": SMALL,
    "two layers, not tied": {**SMALL, "layers": 2, "tied": False},
    "as wide as the words": {**SMALL, "hidden": 6},
    "attends": {**SMALL, "attends": True},
    "attends, two layers": {**SMALL, "attends": True, "layers": 2},
}
every_setting = pytest.mark.parametrize("settings", list(SETTINGS.values()), ids=list(SETTINGS))


def make(settings, seed=0):
    torch.manual_seed(seed)
    return LstmLm(build_vocabulary([WORDS]), **settings).double().eval()


def sentences(lengths, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [[WORDS[int(k)] for k in torch.randint(20, (n,), generator=generator)] for n in lengths]


def batch_of(model, texts):
    return model.collate([model.read(text) for text in texts])


def one_by_one(layer, x):
    """The equations of `MemoryLstm` for one sentence x (T, E), with the loops' attention."""
    hs, cs, rows = [], [], []
    for t in range(len(x)):
        key = layer.key_x(x[t]) + (layer.key_h(hs[-1]) if hs else 0)
        s = attention.attend(key.tolist(), [h.tolist() for h in hs])
        h, c = (
            x.new_tensor(attention.average(s, [m.tolist() for m in tape], layer.cell.hidden_size))
            for tape in (hs, cs)
        )
        h, c = layer.cell(x[t], (h, c))
        hs.append(h)
        cs.append(c)
        rows.append(s + [0.0] * (len(x) - t))
    return torch.stack(hs), torch.tensor(rows, dtype=x.dtype)


@pytest.mark.parametrize("seed", range(3))
def test_the_memory_lstm_equals_its_equations_step_by_step(seed):
    torch.manual_seed(seed)
    layer = MemoryLstm(5, 7).double()
    x = torch.randn(3, 6, 5, dtype=torch.float64)
    h, s = layer(x)
    for b in range(3):
        h_b, s_b = one_by_one(layer, x[b])
        assert torch.allclose(h[b], h_b, atol=1e-12)
        assert torch.allclose(s[b], s_b, atol=1e-12)


def test_attention_sums_to_one_over_the_past_alone():
    torch.manual_seed(0)
    _, s = MemoryLstm(5, 7)(torch.randn(2, 6, 5))
    assert torch.equal(s, s.tril(-1))
    assert torch.allclose(s.sum(-1), torch.tensor([0.0, 1, 1, 1, 1, 1]).expand(2, 6))


def test_with_one_memory_it_is_an_ordinary_lstm_and_with_two_no_more():
    """The only memory gets all of the attention, whatever the key: the first two steps must agree."""
    torch.manual_seed(0)
    layer, plain = MemoryLstm(5, 7), nn.LSTM(5, 7, batch_first=True)
    plain.load_state_dict({f"{name}_l0": weight for name, weight in layer.cell.state_dict().items()})
    x = torch.randn(4, 3, 5)
    h, _ = layer(x)
    expected, _ = plain(x)
    assert torch.allclose(h[:, :2], expected[:, :2], atol=1e-6)
    assert not torch.allclose(h[:, 2], expected[:, 2], atol=1e-3)


@every_setting
def test_a_batch_gives_what_each_sentence_gives_alone(settings):
    model, texts = make(settings), sentences([7, 1, 12, 2])
    alone = torch.cat([model([text]) for text in texts])
    assert (model(texts) - alone).abs().max() < 1e-9


@every_setting
def test_a_step_knows_nothing_of_later_words(settings):
    model = make(settings)
    first, second = sentences([10, 10])
    second[:6] = first[:6]
    a, b = model([first]), model([second])
    assert torch.equal(a[:7], b[:7])  # <s> and six words
    assert not torch.equal(a[7], b[7])


@every_setting
def test_gradients_reach_every_weight(settings):
    model = make(settings).train()
    model.loss(batch_of(model, sentences([5, 9, 1]))).mean.backward()
    assert [name for name, weight in model.named_parameters() if weight.grad is None] == []
    assert all(weight.grad.isfinite().all() for weight in model.parameters())


@every_setting
def test_surprisals_are_the_loss_word_by_word(settings):
    model, texts = make(settings).train(), sentences([7, 1, 3])
    surprisals = model.surprisals(texts)
    assert model.training
    assert [len(row) for row in surprisals] == [8, 2, 4]
    total = sum(row.sum().item() for row in surprisals)
    assert total / 14 == pytest.approx(evaluation.mean_loss(model, texts))


def test_tied_weights_are_one_table():
    model = make(SMALL)
    assert model.out.weight is model.table
    assert make({**SMALL, "tied": False}).out.weight is not model.table
    assert sum(p.numel() for p in model.parameters()) == sum(p.numel() for p in set(model.parameters()))


def test_an_even_guess_has_the_perplexity_of_the_vocabulary():
    model = make(SMALL)
    with torch.no_grad():
        for weight in model.parameters():
            weight.zero_()
    assert evaluation.perplexity(model, sentences([4, 6])) == pytest.approx(len(model.vocabulary))


@pytest.mark.parametrize("attends", [False, True])
def test_it_learns_the_toy_treebank_but_not_more_than_there_is(attends):
    train, dev = data.toy("train", 300), data.toy("dev", 100)
    torch.manual_seed(0)
    model = LstmLm(
        build_vocabulary(train), embedding=24, hidden=24, attends=attends, init_range=0.1, dropout=0
    )
    before = evaluation.perplexity(model, dev)
    training.fit(model, train, dev, epochs=3, lr=1e-2)
    after = evaluation.perplexity(model, dev)
    floor = data.toy_entropy("dev", 100).perplexity()
    assert floor < after < before / 2


@every_setting
def test_save_and_load_give_the_same_model(settings, tmp_path):
    torch.manual_seed(0)
    model = LstmLm(build_vocabulary([WORDS]), **settings).eval()
    model.save(tmp_path / "model")
    again = LstmLm.load(tmp_path / "model")
    assert again.config == LstmLmConfig(**settings)
    assert torch.equal(again(sentences([5])), model(sentences([5])))


def test_what_cannot_be_done_is_said():
    with pytest.raises(ValueError, match="no attention; make it with"):
        make(SMALL).attention("w1 w2")
    with pytest.raises(ValueError, match="no <s> and no </s>"):
        LstmLm(Vocabulary.build([WORDS]))
    with pytest.raises(ValueError, match="the sentence is empty"):
        make(SMALL).read("  ")


def test_attention_of_a_sentence():
    model = make(SETTINGS["attends"])
    s = model.attention("w1 w2 w3")
    assert s.shape == (4, 4) and torch.equal(s, s.tril(-1))
