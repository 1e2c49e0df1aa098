"""The controls of the newspaper: on toy trees, and as they were recorded."""

from statistics import fmean

import pytest
import torch

from experiments import lstm_proxies, parsing, wsj_controls, wsj_recipes
from prpn_book.chapters import rivals
from prpn_edu import data, evaluation
from prpn_edu.latent import LstmLm
from prpn_edu.latent.words import build_vocabulary

SMALL = {"recurrent": True, "embedding": 8, "hidden": 8, "features": 8}
TINY = {"embedding": 8, "hidden": 9}


@pytest.fixture(scope="module")
def controls():
    corpus = parsing.Corpus(data.toy("train", 60), data.toy("dev", 20))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(wsj_recipes.TRAINING, "epochs", 1)
        patch.setitem(wsj_controls.FIVES, "tape", ((1, 2),))
        patch.setattr(wsj_controls, "SHOWN", 3)
        patch.setattr(wsj_controls, "OFTEN", 5)
        patch.setitem(wsj_recipes.RECIPES, "tape", wsj_recipes.Recipe("", SMALL))
        patch.setitem(wsj_recipes.RECIPES, "lstm", wsj_recipes.Recipe("", TINY, LstmLm))
        yield wsj_controls.Controls(corpus.train + corpus.held_out, corpus, None)


@pytest.fixture(scope="module")
def tape(controls):
    return controls.form("tape")


def test_each_control_loses_what_its_name_says(controls):
    model, _ = wsj_controls.trained("tape", controls.corpus, 1, None)
    known = controls.known(model, 1)
    scores, listed, placed, shuffled = (
        known[name] for name in ("scores", "word list", "place alone", "shuffled")
    )
    assert all(a.sort().values.equal(b.sort().values) for a, b in zip(scores, shuffled, strict=True))
    first = torch.stack([d[0] for d in placed])
    assert first.unique().numel() == 1
    assert first[0] == pytest.approx(fmean(d[0].item() for d in scores[: controls.among]), abs=1e-6)
    means = {}
    for tree, d in zip(controls.gold[: controls.among], scores, strict=False):
        for number, score in zip(model.read(tree).tolist(), d.tolist(), strict=True):
            means.setdefault(number, []).append(score)
    by_hand = [fmean(means[number]) for number in model.read(controls.gold[0]).tolist()]
    assert listed[0].tolist() == pytest.approx(by_hand)


def test_measures_are_those_of_the_library(controls, tape):
    (run, _), (group,) = tape["runs"], tape["fives"]
    model, _ = wsj_controls.trained("tape", controls.corpus, 1, None)
    found = [model.parse(tree.leaves()) for tree in controls.gold]
    assert run["f1"]["scores"]["40"]["biased"] == pytest.approx(
        100 * evaluation.unlabeled_f1(found, controls.gold).f1, abs=0.01
    )
    unseen = evaluation.unlabeled_f1(found[controls.among :], controls.gold[controls.among :]).f1
    assert run["f1"]["scores"]["held-out 40"]["biased"] == pytest.approx(100 * unseen, abs=0.01)
    assert set(group["tables"]) == {"scores", "word list", "place alone", "shuffled", wsj_controls.MEAN}
    assert len(group["fewer tables"]) == 10
    ends = group["ends of the list"]
    assert ends["high"] and not set(ends["high"]) & set(ends["low"])


def test_an_lstm_is_read_as_torch_runs_it(controls):
    torch.manual_seed(0)
    gold = controls.gold[:3]
    model = LstmLm(build_vocabulary(gold), embedding=5, hidden=6).eval()
    found = lstm_proxies.proxies(model, gold)
    for k, tree in enumerate(gold):
        batch = model.collate([model.read(tree)])
        h, _ = model.layers[0](model.vectors(batch))
        moved = (h[0, 1:] - h[0, :-1]).norm(dim=-1)
        assert torch.allclose(found["how far its state moves"][k], moved, atol=1e-5)
        assert torch.allclose(found["how surprised it is"][k], model.surprisals([tree])[0][:-1], atol=1e-5)
        assert all(len(found[name][k]) == len(tree.leaves()) for name in lstm_proxies.PROXIES)
    with torch.no_grad():
        model.layers[0].bias_ih_l0[6:12] = 50.0  # the forget gates open: nothing is forgotten
        model.layers[0].bias_ih_l0[:6] = -50.0  # the input gates shut: nothing is written
    found = lstm_proxies.proxies(model, gold)
    assert max(d.max().item() for name in lstm_proxies.PROXIES[:3] for d in found[name]) < 1e-6


@pytest.mark.parametrize("name", ["controls-wsj", "controls-attention"])
def test_the_record_agrees_with_itself(name):
    found = rivals.read(name)
    for form, fives in found["seeds"]["fives"].items():
        model = found["models"][form]
        assert [run["seed"] for run in model["runs"]] == [seed for five in fives for seed in five]
        for name in model["runs"][0]["f1"]:
            values = [run["f1"][name]["10"]["biased"] for run in model["runs"]]
            assert model["over_seeds"][f"{name}, 10, biased"]["mean"] == pytest.approx(
                fmean(values), abs=0.01
            )
        for five in model["fives"]:
            for row in five["tables"].values():
                low, high = row["interval_over_sentences"]
                assert row["minus_right"] == pytest.approx(row["10"] - found["right_branching"], abs=0.02)
                assert low <= row["minus_right"] <= high


def test_the_chapters_say_what_was_recorded():
    """Words are enough, places are not, an LSTM comes halfway, and shuffled scores teach right-branching."""
    found = rivals.read()
    tape, lstm = found["models"]["tape"], found["models"]["lstm"]
    for length in ("10", "40", "held-out 40"):
        _, low, high = rivals.lost(found, "tape", length)
        assert low < 0 < high
    own, places, shuffled = (
        fmean(rivals.f1_of(tape, name)) for name in ("scores", "place alone", "shuffled")
    )
    forgets = fmean(rivals.f1_of(lstm, rivals.FORGETS))
    assert abs(shuffled - 37.4) < 1.5 and abs(forgets - (own + 37.4) / 2) < 2
    assert forgets < places < own
    for five in tape["fives"]:
        for name in ("place alone", "shuffled"):
            assert abs(five["tables"][name]["minus_right"]) < 1
        for name in ("scores", "word list", rivals.MEAN):
            assert five["tables"][name]["minus_right"] > 9
    for five in lstm["fives"]:
        assert abs(five["tables"][rivals.FORGETS]["minus_right"]) < 1
        assert all(row["minus_right"] < 1 for row in five["tables"].values())
    for form in ("tape", "attention"):
        _, low, high = rivals.lost_on_toy(form)
        assert low < 0 < high


def test_context_adds_a_little_to_attention_on_long_sentences():
    found = rivals.read("controls-attention")
    _, low, high = rivals.lost(found, "prpn")
    assert low < 0 < high
    for length in ("40", "held-out 40"):
        mean, low, _ = rivals.lost(found, "prpn", length)
        assert low > 0 and 1 < mean < 3
    own, places = (fmean(rivals.f1_of(found["models"]["prpn"], name)) for name in ("scores", "place alone"))
    assert abs(own - places) < 1
    for five in found["models"]["prpn"]["fives"]:
        assert abs(five["tables"]["place alone"]["minus_right"]) < 1
        assert five["tables"]["scores"]["minus_right"] > 4
