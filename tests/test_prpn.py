"""PRPN: the batched form against one step at a time, what a step may know, learning, storage."""

import json
import math
from dataclasses import replace

import prpn_steps
import pytest
import torch
from nltk import Tree

from prpn_edu import data, evaluation, training
from prpn_edu.data import Vocabulary
from prpn_edu.latent import gates, split
from prpn_edu.latent.prpn import (
    ATTENTION_ONLY,
    SUFFIXES,
    Prpn,
    PrpnConfig,
    ReadingNetwork,
    build_vocabulary,
    memory_gates,
    structured_attention,
)
from prpn_edu.storage import StorageError

WORDS = [f"w{k}" for k in range(20)]
SMALL = {"embedding": 6, "hidden": 8, "init_range": 1.0}
TAPE = PrpnConfig(**SMALL)
CONFIGS = {
    "as in the code": TAPE,
    "full memory": replace(TAPE, window=None),
    "a window of three": replace(TAPE, window=3, layers=1),
    "a window of one": replace(TAPE, window=1),
    "the paper's gates": replace(TAPE, form="paper", tau=10.0, lookback=2),
    "soft gates": replace(TAPE, form="soft", layers=3),
    "not tied": replace(TAPE, tied=False, norm="layer"),
    "attention only": replace(PrpnConfig(**ATTENTION_ONLY), **SMALL, features=12),
    "no recurrence, two layers": replace(TAPE, recurrent=False, window=4),
}
every_config = pytest.mark.parametrize("config", list(CONFIGS.values()), ids=list(CONFIGS))


def vocabulary():
    return build_vocabulary([WORDS])


def make(config=TAPE, seed=0, dtype=torch.float64):
    """A model in evaluation mode whose batch normalisation has something to do."""
    torch.manual_seed(seed)
    model = Prpn(vocabulary(), **config.__dict__).to(dtype).eval()
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2.0)
            module.bias.data.normal_()
    return model


def sentences(lengths, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [[WORDS[int(k)] for k in torch.randint(20, (n,), generator=generator)] for n in lengths]


def batch_of(model, texts):
    return model.collate([model.read(text) for text in texts])


# The batched form and one step at a time.


@every_config
@pytest.mark.parametrize("seed", range(3))
def test_the_batched_form_equals_one_step_at_a_time(config, seed):
    model = make(config, seed)
    batch = batch_of(model, sentences([7, 1, 12, 18, 2], seed))
    steps = [
        prpn_steps.logits(model, ids[real].tolist()) for ids, real in zip(batch.ids, batch.real, strict=True)
    ]
    assert (model.logits(batch) - torch.cat(steps)).abs().max() < 1e-6


@every_config
def test_both_precisions_agree(config):
    model = make(config)
    batch = batch_of(model, sentences([5, 9]))
    exact = model.logits(batch)
    single = model.float().logits(batch)
    assert single.dtype == torch.float32
    assert torch.allclose(single.double(), exact, atol=1e-3)


@every_config
def test_gradients_are_finite_and_reach_every_weight(config):
    model = make(config).train()
    model.loss(batch_of(model, sentences([5, 9, 1]))).mean.backward()
    missing = [name for name, weight in model.named_parameters() if weight.grad is None]
    assert missing == []
    assert all(weight.grad.isfinite().all() for weight in model.parameters())
    to_scores = model.parser.scores.weight.grad.abs().sum()
    # A single memory has all the attention whatever its gate: then the scores have no say, but for rounding.
    assert to_scores < 1e-12 if config.window == 1 else to_scores > 1e-12


@every_config
def test_a_step_knows_nothing_of_later_words(config):
    model = make(config)
    first, second = sentences([10, 10])
    second[:6] = first[:6]
    a, b = model.logits(batch_of(model, [first])), model.logits(batch_of(model, [second]))
    assert torch.equal(a[:7], b[:7])  # <s> and six words
    assert not torch.equal(a[7], b[7])


@every_config
def test_padding_changes_nothing_in_training_either(config):
    """Batch normalisation must not count it: the long sentence alone decides how much padding there is."""
    model = make(replace(config, dropout=0.0)).train()
    texts = sentences([4, 6, 6])
    batch = batch_of(model, texts)
    wider = replace(
        batch,
        ids=torch.nn.functional.pad(batch.ids, (0, 5), value=1),
        real=torch.nn.functional.pad(batch.real, (0, 5), value=False),
    )
    assert torch.allclose(model.loss(batch).total, model.loss(wider).total, atol=1e-9)


def test_a_step_that_sees_nothing_reads_zeros():
    torch.manual_seed(0)
    reader = ReadingNetwork(3, 4, dropout=0.0, recurrent_dropout=0.0).double()
    gate = torch.rand(2, 6, 6, dtype=torch.float64).tril(-1)
    gate[0, 3], gate[1, 4:, :2] = 0.0, 0.0
    x = torch.randn(2, 6, 3, dtype=torch.float64, requires_grad=True)
    h = reader(x, gate.requires_grad_())
    first = reader(x[:1, 3:4], gate[:1, :1, :1])[0, 0]
    assert torch.allclose(h[0, 3], first, rtol=0, atol=1e-12)  # as if it were the first
    h.square().sum().backward()
    assert x.grad.isfinite().all() and gate.grad.isfinite().all()


def test_training_statistics_are_those_of_the_real_words():
    model = make(replace(TAPE, dropout=0.0)).train()
    batch = batch_of(model, sentences([3, 11]))
    seen = []
    model.parser.norm.register_forward_hook(lambda module, inputs, out: seen.append(inputs[0]))
    model.loss(batch)
    assert seen[0].shape == (4 + 12, 8)


# Gates.


def test_memory_gates_are_those_of_the_loops_and_of_the_note():
    d = torch.rand(2, 6, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    d_next = torch.rand(2, 6, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    now, ahead = memory_gates(d, d_next, tau=0.5)
    assert torch.allclose(now, gates.expected_gates(gates.alphas(d, 0.5, "code")))
    for t in range(1, 6):
        scores = torch.cat([d[:, : t + 1], d_next[:, t : t + 1]], -1)  # as if d' were the score of word t + 1
        row = gates.expected_gates(gates.alphas(scores, 0.5, "code"))[:, t + 1]
        assert torch.allclose(ahead[:, t, :t], row[:, :t])
        assert ahead[:, t, t:].sum() == 0


def test_a_window_closes_what_lies_further_back():
    d = torch.zeros(1, 8)
    now, ahead = memory_gates(d, d, tau=0.1, window=3)
    steps = torch.arange(8)
    inside = (steps[:, None] - steps <= 3) & (steps[:, None] > steps)
    assert torch.equal(now[0] > 0, inside) and torch.equal(ahead[0] > 0, inside)


def test_attention_inside_the_gates():
    logits = torch.tensor([0.4, 0.1, 0.3, 0.2], dtype=torch.float64).log()
    gate = torch.tensor([0.1485, 0.33, 0.55, 1.0], dtype=torch.float64)
    expected = torch.tensor([297.0, 165.0, 825.0, 1000.0], dtype=torch.float64) / 2287  # the note's Figure 2
    assert torch.allclose(structured_attention(logits, gate), expected)
    assert structured_attention(logits, torch.zeros(4)).sum() == 0
    far = torch.tensor([1000.0, 0.0])  # the closed memory would take all the weight there is
    assert structured_attention(far, torch.tensor([0.0, 1.0])).tolist() == [0.0, 1.0]


# Trees and sentences.


def test_the_tree_is_that_of_the_scores_of_the_words():
    model = make()
    (text,) = sentences([9])
    d, _ = model.scores(batch_of(model, [text]))
    assert torch.equal(model.distances(text), d[0, 1:])  # <s> has no place in the tree
    assert model.parse(text) == split.split(d[0, 1:], text)
    assert model.parse(" ".join(text)) == model.parse(text) == model.parse(Tree("S", text))


def test_parsing_leaves_the_mode_and_the_statistics_as_they_were():
    model = make().train()
    before = model.parser.norm.running_mean.clone()
    assert model.parse("w1 w2 w3") == model.parse("w1 w2 w3")
    assert model.training and torch.equal(model.parser.norm.running_mean, before)


def test_a_sentence_is_read_from_s_and_predicted_to_its_end():
    model = make()
    batch = batch_of(model, [["w1", "w2"], ["w3"]])
    words = model.vocabulary
    assert words.decode(batch.ids[0]) == ["<s>", "w1", "w2"]
    assert words.decode(batch.ids[1]) == ["<s>", "w3", "<pad>"]
    assert words.decode(batch.targets) == ["w1", "w2", "</s>", "w3", "</s>"]
    loss = model.loss(batch)
    by_hand = -model(batch).log_softmax(-1)[torch.arange(5), batch.targets].sum()
    assert loss.count == 5 and loss.total.item() == pytest.approx(by_hand.item())
    assert torch.equal(model([["w1", "w2"], ["w3"]]), model(batch))


def test_rare_words_stand_for_their_suffix(tmp_path):
    text = [["the", "bank", "closed"], ["the", "bank", "N"]]
    words = build_vocabulary(text, min_count=2, suffixes=SUFFIXES)
    model = Prpn(words, suffixes=SUFFIXES, **SMALL)
    read = words.decode(model.read("the bank payment resting ring N-month zebra"))
    assert read == ["the", "bank", "<-ment>", "<-ing>", "<unk>", "<N>", "<unk>"]
    model.save(tmp_path / "prpn")
    assert Prpn.load(tmp_path / "prpn").config == model.config
    plain = Prpn(build_vocabulary(text, min_count=2), **SMALL)
    assert plain.vocabulary.decode(plain.read("the payment N")) == ["the", "<unk>", "<unk>"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Prpn(Vocabulary.build([WORDS])), "no <s> and no </s>; make it with"),
        (lambda: make().parse(" "), "empty"),
        (lambda: Prpn(vocabulary(), norm="none"), "batch, layer"),
        (lambda: Prpn(vocabulary(), features=5), "even"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_saved_and_loaded(tmp_path):
    model = make(CONFIGS["the paper's gates"], dtype=torch.float32)
    model.save(tmp_path / "prpn")
    again = Prpn.load(tmp_path / "prpn")
    assert again.config == model.config
    batch = batch_of(model, sentences([6]))
    assert torch.equal(again.logits(batch), model.logits(batch))
    assert again.parse("w1 w2 w3 w4") == model.parse("w1 w2 w3 w4")


def test_a_model_of_an_earlier_version_is_loaded_where_it_was_no_control(tmp_path):
    model = make(dtype=torch.float32)
    model.save(tmp_path)
    file = tmp_path / "settings.json"
    content = json.loads(file.read_text())
    for scores in ("learned", "open"):
        content["settings"]["scores"] = scores
        file.write_text(json.dumps(content))
        if scores == "learned":
            assert Prpn.load(tmp_path).parse("w1 w2 w3 w4") == model.parse("w1 w2 w3 w4")
        else:
            with pytest.raises(StorageError, match="with scores, which Prpn does not know here"):
                Prpn.load(tmp_path)


# Learning.


@pytest.mark.parametrize("recurrent", [True, False])
def test_ten_sentences_are_learnt_by_heart(recurrent):
    """Only the beginnings are left to guess: ten sentences, each with a first word of its own."""
    torch.manual_seed(0)
    texts = [[WORDS[k], *text] for k, text in enumerate(sentences([3, 4, 5, 6, 7] * 2))]
    model = Prpn(vocabulary(), embedding=16, hidden=32, layers=1, recurrent=recurrent, dropout=0.0)
    batch = batch_of(model, texts)
    optimiser = torch.optim.Adam(model.parameters(), lr=2e-2)
    for _ in range(150):
        optimiser.zero_grad()
        model.loss(batch).mean.backward()
        optimiser.step()
    with torch.no_grad():
        loss = model.loss(batch)
    assert loss.count == 70
    assert 10 * math.log(10) - 1e-3 < loss.total.item() < 10 * math.log(10) + 7
    assert model.distances(texts[0]).std() > 1e-3


def test_the_training_loop_takes_it():
    """Perplexity of held-out remarks comes down from that of a guess among all words."""
    train, dev = data.toy("train", 200), data.toy("dev", 30)
    torch.manual_seed(0)
    model = Prpn(build_vocabulary(train), embedding=24, hidden=24, layers=1, recurrent=False, norm="layer")
    before = evaluation.perplexity(model, dev)
    history = training.fit(model, train, dev, epochs=3, batch_size=10, lr=1e-2, clip=1.0)
    after = evaluation.perplexity(model, dev)
    assert before == pytest.approx(len(model.vocabulary), rel=0.05)
    assert after < before / 2
    assert after == pytest.approx(math.exp(-history.best.dev))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_a_gpu_gives_the_same():
    texts = sentences([5, 9, 1])
    for config in CONFIGS.values():
        model = make(config)
        expected = model.logits(batch_of(model, texts))
        model.cuda()
        batch = batch_of(model, texts)
        assert batch.ids.is_cuda and torch.allclose(model.logits(batch).cpu(), expected, atol=1e-9)
        assert model.parse(texts[1]) == model.cpu().parse(texts[1])
