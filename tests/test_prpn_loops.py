"""The PRPN of plain loops: against the batched model, packed and unpacked, and the one that is shipped."""

import hashlib
import json
from pathlib import Path

import pytest
import torch

from prpn_book.figures import bracketed
from prpn_book.views import prpn as views
from prpn_edu import data, packing, shipped
from prpn_edu.data import Vocabulary
from prpn_edu.data.toy_words import MEANINGS
from prpn_edu.latent import prpn_export as export
from prpn_edu.latent.prpn import (
    ATTENTION_ONLY,
    Prpn,
    build_vocabulary,
    memory_gates,
    structured_attention,
)
from prpn_edu.latent.split import split
from prpn_edu.loops import lines, prpn
from prpn_edu.loops.packed import read
from prpn_edu.loops.transitions import brackets

RESULTS = Path(__file__).parents[1] / "results/toy-page-prpn.json"
WORDS = [f"w{k}" for k in range(12)]
SMALL = {**ATTENTION_ONLY, "embedding": 6, "hidden": 6, "features": 10, "init_range": 1.0, "suffixes": ()}
SENTENCES = [["w3"], ["w1", "w2"], [*WORDS[4:], "w4", "new"]]


def make(**settings):
    """A model in evaluation mode whose normalisations and biases have something to do."""
    torch.manual_seed(1)
    model = Prpn(build_vocabulary([WORDS]), **SMALL | settings).double().eval()
    for name, parameter in model.named_parameters():
        if "norm" in name or "bias" in name:
            parameter.data.normal_(0.5)
    model.parser.norm.running_mean.normal_()
    model.parser.norm.running_var.uniform_(0.5, 2.0)
    return model


def batched(model, words, t):
    """What the batched model says of step t, by the names of `loops.prpn.run`."""
    batch = model.collate([model.read(words)])
    d, d_next = model.scores(batch)
    gate, ahead = memory_gates(d, d_next, model.config.tau, model.config.form)
    x = model.table[batch.ids]
    (reader,), predictor = model.readers, model.predictor
    s = structured_attention(reader.key(x) @ x.transpose(1, 2) / x.size(-1) ** 0.5, gate)
    h = reader(x, gate)
    s_ahead = structured_attention(predictor.key(h) @ h.transpose(1, 2) / h.size(-1) ** 0.5, ahead)
    logits = model.logits(batch)[t]
    for word in prpn.NEVER_NEXT:
        logits[model.vocabulary[word]] = -torch.inf
    chances = logits.softmax(-1)
    numbers = {"d": d[0], "gates": gate[0, t, :t], "attention": s[0, t, :t], "ahead": d_next[0, t]}
    numbers |= {"gates_ahead": ahead[0, t, :t], "attention_ahead": s_ahead[0, t, :t]}
    return {name: value.tolist() for name, value in numbers.items()}, chances


@torch.no_grad()
def check(model, table, words, t, within):
    run, (numbers, chances) = prpn.run(table, words, t), batched(model, words, t)
    for name, value in numbers.items():
        assert run[name] == pytest.approx(value, abs=within), name
    best = chances.topk(prpn.TOP)
    assert [p for _, p in run["next"]] == pytest.approx(best.values.tolist(), abs=within)
    for word, p in run["next"]:
        assert p == pytest.approx(chances[model.vocabulary[word]].item(), abs=within)
    came = words[t] if t < len(words) else "</s>"
    known = came in model.vocabulary
    assert run["came"][0] == came
    assert run["came"][1] == (
        pytest.approx(chances[model.vocabulary[came]].item(), abs=within) if known else -1
    )
    assert brackets(run["tree"]) == bracketed(split(run["d"][1:], words))


@pytest.mark.parametrize("settings", [{}, {"form": "paper", "tau": 8.0, "lookback": 0}, {"form": "soft"}])
@pytest.mark.parametrize("words", SENTENCES, ids=len)
def test_the_loop_is_the_batched_model(settings, words):
    model = make(**settings)
    table = read(export.tables(model))
    for t in range(1, len(words) + 1):
        check(model, table, words, t, 1e-9)


def test_a_word_it_does_not_know_is_said_and_read_as_unknown():
    table = read(export.tables(make()))
    run = prpn.run(table, ["w1", "new", "w2"], 1)
    assert run["unknown"] == [2] and run["came"] == ["new", -1.0]
    assert run["d"] == prpn.run(table, ["w1", "<unk>", "w2"], 1)["d"]
    assert brackets(run["tree"]).replace("(", "").replace(")", "") == "w1 new w2"


@pytest.mark.parametrize(
    ("setting", "value"),
    [("recurrent", True), ("layers", 2), ("window", 3), ("norm", "batch"), ("tied", False), ("hidden", 8)],
)
def test_a_model_that_the_loop_cannot_run_is_refused(setting, value):
    with pytest.raises(ValueError, match=setting):
        export.tables(Prpn(build_vocabulary([WORDS]), **SMALL | {setting: value}))


def test_packing_moves_no_weight_by_more_than_half_a_step():
    table = export.tables(make())
    packed = json.loads(json.dumps(packing.pack(table)))
    small = read(packed)
    for one, other, steps in (
        (table["table"], small["table"], packed["table"]["scales"]),
        (
            table["now"]["convolution"],
            small["now"]["convolution"],
            packed["now"]["convolution"]["scales"],
        ),
    ):
        for row, again, step in zip(one, other, steps, strict=True):
            assert max(abs(a - b) for a, b in zip(row, again, strict=True)) <= 0.5001 * step
            assert max(map(abs, again)) == pytest.approx(127 * step)
    assert small["reader"]["gain"] == pytest.approx(table["reader"]["gain"], rel=1e-5)
    assert small["number"]["w3"] == make().vocabulary["w3"]


# The shipped model.


def unpacked(packed):
    """The `Prpn` whose weights are exactly the packed ones: batch normalisation stands at identity."""
    table = read(packed)
    width = len(table["table"][0])
    settings = {"embedding": width, "hidden": width, "features": 2 * len(table["now"]["score"])}
    settings |= {name: table[name] for name in ("lookback", "tau", "form")}
    model = Prpn(Vocabulary(table["words"]), **SMALL | settings).double().eval()

    def put(parameter, *values):
        parameter.data.copy_(torch.cat([torch.tensor(v).double() for v in values]).view(parameter.shape))

    parser, parts = model.parser, (table["now"], table["next"])
    kernel = torch.tensor([row for part in parts for row in part["convolution"]]).double()
    parser.convolution.weight.data.copy_(kernel.unflatten(1, (-1, width)).transpose(1, 2))
    put(parser.convolution.bias, *(part["convolution_bias"] for part in parts))
    put(parser.scores.weight, *(part["score"] for part in parts))
    put(parser.scores.bias, [part["score_bias"] for part in parts])
    parser.norm.running_var.fill_(1 - parser.norm.eps)
    put(model.table, table["table"])
    put(model.out.bias, table["out_bias"])
    for module, part in ((model.readers[0], table["reader"]), (model.predictor, table["predictor"])):
        put(module.key.weight, part["key"])
        put(module.key.bias, part["key_bias"])
        put(module.mix.weight, part["mix"])
        put(module.mix.bias, part["mix_bias"])
        put(module.norm.weight, part["gain"])
        put(module.norm.bias, part["bias"])
    return model


def test_the_shipped_loop_is_the_batched_model_to_four_digits():
    packed = shipped.prpn()
    model, table = unpacked(packed), read(packed)
    for words in [
        *(tree.leaves() for tree in data.toy("test", 8)),
        ["she", "mumbled", "about", "the", "film"],
    ]:
        check(model, table, words, (len(words) + 1) // 2, 1e-6)


def test_the_shipped_weights_are_those_of_the_recorded_run():
    text = shipped.PRPN.read_bytes()
    results = json.loads(RESULTS.read_text("utf8"))
    assert hashlib.sha256(text).hexdigest() == results["shipped"]["sha256"], (
        "run: python -m experiments.page_prpn"
    )
    assert len(text) == results["shipped"]["bytes"] <= 150_000
    best = results["models"][str(results["shipped"]["seed"])]
    assert best["dev_perplexity"] == min(one["dev_perplexity"] for one in results["models"].values())
    packed = shipped.prpn()
    assert (
        packed["about"]["test_perplexity"]
        == best["test_perplexity"]
        < 1.25 * packed["about"]["lowest_possible"]
    )
    assert set(packed["words"]) == {*MEANINGS, "<unk>", "<pad>", "<s>", "</s>"}
    assert results["shipped"]["same_tree"] >= 0.95 * results["shipped"]["sentences"]


def test_explore_answers_from_the_installed_model():
    packed = shipped.prpn()
    assert views.install(packed) == len(packed["words"])
    words = ["the", "film", "was", "not", "funny"]
    right = prpn.run(read(packed), words, 3)
    assert views.explore("The film was not funny!", 3) == {"problem": "", "words": words, "t": 3, **right}
    assert views.explore("funny", 9)["t"] == 1
    assert views.explore(" ... ", 1) == {"problem": "This holds no word. Type at least one."}
    assert views.explore("very " * 21, 1) == {"problem": "These are 21 words; at most 20 fit. Take 1 away."}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The film, (it) WAS good!", "the film it was good"),
        ("didn't he like the director's jokes?", "did n't he like the director 's jokes"),
        ("did n't the film 's jokes amuse", "did n't the film 's jokes amuse"),
        ("it\u2019s \u201cfunny\u201d", "it 's funny"),
        ("'funny'", "funny"),
        ("", ""),
    ],
)
def test_a_line_is_cut_as_the_treebank_writes_it(text, words):
    assert lines.tokens(text) == words.split()
