"""The three networks of PRPN as plain loops, against their batched forms; and one look at all of them."""

import math

import pytest
import torch

from prpn_edu.latent.look import look
from prpn_edu.latent.prpn import ATTENTION_ONLY, Prpn, build_vocabulary, memory_gates
from prpn_edu.loops import attention, gates, networks

WORDS = [f"w{k}" for k in range(9)]
SENTENCE = ["w3", "w1", "w4", "w1", "w5"]
TAU = 0.5


def make(**settings):
    """A model of small random numbers whose batch normalisation has something to do."""
    torch.manual_seed(0)
    given = {"embedding": 4, "hidden": 6, "layers": 1, "lookback": 2, "tau": TAU, "init_range": 1.0}
    model = Prpn(build_vocabulary([WORDS]), **given | settings).double().eval()
    norm = model.parser.norm
    norm.running_mean.normal_()
    norm.running_var.uniform_(0.5, 2.0)
    norm.bias.data.normal_()
    return model


def at_rest(parser):
    """Filters (F, L + 1, E) and biases (F) in which batch normalisation at rest is worked in."""
    norm = parser.norm
    factor = norm.weight / (norm.running_var + norm.eps).sqrt()  # (F,)
    kernel = (parser.convolution.weight * factor[:, None, None]).transpose(1, 2)
    return kernel.tolist(), ((parser.convolution.bias - norm.running_mean) * factor + norm.bias).tolist()


@pytest.fixture
def read():
    """A model and what it computed on the sentence, <s> first: x, d, d', both gates, h."""
    model = make()
    with torch.no_grad():
        batch = model.collate([model.read(SENTENCE)])
        x = model.table[batch.ids]
        d, d_next = model.parser(x, batch.real)
        now, ahead = memory_gates(d, d_next, TAU)
        return model, x, d, d_next, now, ahead, model.readers[0](x, now)


def near(loop, batched):
    assert torch.tensor(loop, dtype=torch.float64) == pytest.approx(batched.detach(), abs=1e-12)


def test_windows_begin_with_zeros_and_end_with_the_word():
    x = [[1, 2], [3, 4], [5, 6]]
    assert networks.windows(x, 2) == [
        [[0, 0], [0, 0], [1, 2]],
        [[0, 0], [1, 2], [3, 4]],
        [[1, 2], [3, 4], [5, 6]],
    ]
    assert networks.windows(x, 0) == [[word] for word in x]
    assert networks.windows([], 3) == []


def test_scores_are_those_of_the_parser(read):
    model, x, d, d_next, *_ = read
    kernel, bias = at_rest(model.parser)
    heads, offsets = model.parser.scores.weight[..., 0].tolist(), model.parser.scores.bias.tolist()
    half = len(bias) // 2
    for t, window in enumerate(networks.windows(x[0].tolist(), 2)):
        h = networks.features(window, kernel, bias)
        assert networks.score(h[:half], heads[0], offsets[0]) == pytest.approx(d[0, t].item(), abs=1e-12)
        assert networks.score(h[half:], heads[1], offsets[1]) == pytest.approx(d_next[0, t].item(), abs=1e-12)


def test_attention_of_the_tape_is_that_of_every_step(read):
    model, x, d, _, now, _, h = read
    reader, words, states = model.readers[0], x[0].tolist(), h[0].tolist()
    batched = reader.attention(x, h, now)[0]
    assert batched[0].sum() == 0
    for t in range(1, len(words)):
        k = networks.key(words[t], states[t - 1], reader.key_x.weight.tolist(), reader.key_h.weight.tolist())
        k = [a + b for a, b in zip(k, reader.key_x.bias.tolist(), strict=True)]
        raw = attention.attend(k, states[:t])
        s = gates.gated_attention(raw, gates.expected_gates(gates.alphas(d[0].tolist(), t, TAU, "code")))
        near(s, batched[t, :t])
        assert batched[t, t:].sum() == 0


def test_what_predict_sees(read):
    model, _, d, d_next, _, ahead, h = read
    states, predictor = h[0].tolist(), model.predictor
    batched = torch.cat([h, predictor.attention(h, ahead) @ h], -1)[0]  # (T, 2H)
    keys = predictor.key(h)[0].tolist()
    near(states[0] + [0.0] * 6, batched[0])
    for t in range(1, len(states)):
        scores = [*d[0, : t + 1].tolist(), d_next[0, t].item()]
        g = gates.expected_gates(gates.alphas(scores, t + 1, TAU, "code"))[:t]
        s = gates.gated_attention(attention.attend(keys[t], states[:t]), g)
        near(states[t] + attention.average(s, states[:t], 6), batched[t])


@pytest.mark.parametrize("settings", [{}, {"layers": 2, "window": 2}, ATTENTION_ONLY], ids=str)
def test_a_look_is_what_the_model_computes(settings):
    model = make(**settings).train()
    seen = look(model, SENTENCE)
    assert model.training
    model.eval()
    batch = model.collate([model.read(SENTENCE)])
    assert torch.allclose(seen.next_word, model.logits(batch).softmax(-1))
    assert seen.words == ["<s>", *SENTENCE]
    assert torch.equal(seen.d[1:], model.distances(SENTENCE))
    assert len(seen.attention) == model.config.layers
    for table in (*seen.attention, seen.predict):
        assert torch.allclose(table.sum(-1)[1:], torch.ones(5, dtype=torch.float64))
        assert table[0].sum() == 0 and table.triu().sum() == 0


def test_the_true_next_score_would_tell_of_the_next_word(read):
    """What the guess d' is for: with d_{t+1} in its place, the gates of step t move with word t + 1."""
    model, _, d, d_next, *_ = read
    other = model.collate([model.read([*SENTENCE[:4], "w7"])])
    d_other, next_other = model.scores(other)

    def row(d, d_next, leak):
        guess = torch.cat([d[:, 1:], d_next[:, -1:]], 1) if leak else d_next
        return memory_gates(d, guess, 2.0)[1][0, 4, :4]  # step 4 guesses word 5

    assert torch.equal(row(d, d_next, False), row(d_other, next_other, False))
    assert not torch.equal(row(d, d_next, True), row(d_other, next_other, True))


def test_open_gates_teach_the_parser_nothing():
    model = make(tau=math.inf, norm="layer").train()
    model.loss(model.collate([model.read(SENTENCE), model.read(["w1"])])).mean.backward()
    assert all(weight.grad.abs().sum() == 0 for weight in model.parser.parameters())
    assert model.table.grad.abs().sum() > 0
