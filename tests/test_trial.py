"""The trial of PRPN: questions with a plural between, counts without a network, lists of words, seeds."""

import json
from itertools import combinations, product
from math import log
from pathlib import Path
from statistics import fmean, stdev

import pytest
import torch
from nltk import Tree
from traitlets import TraitError

from experiments import agreement, agreement_grammar, word_counts, wsj_words
from prpn_book.chapters import records, trial, trial_evidence
from prpn_book.explore import TrialExplorer
from prpn_book.views import trials
from prpn_edu import data, trees
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.latent.grammar import Grammar

RESULTS = Path(__file__).parents[1] / "results"


def record(name):
    return json.loads((RESULTS / f"{name}.json").read_text("utf-8"))


# Is or are.


def test_the_grammar_that_wrote_the_remarks_is_always_right():
    kind = agreement.KINDS["the remarks' own grammar"]
    found = agreement.asked(kind, kind.train({}, 0))
    assert {each["share"] for each in found.values()} == {1.0} and len(found) == 3


def test_a_model_is_asked_for_the_share_of_the_right_forms():
    chances = {"the": [0.1, 0.2, 0.05, 0.05], "its": [0.0, 0.1, 0.3, 0.1]}
    kind = agreement.Kind(
        "", lambda *_: None, lambda _, asked: torch.tensor([chances[one[0]] for one in asked])
    )
    found = agreement.asked(kind, None)
    assert found["a singular"] == {"share": 0.75, "right": 100.0}
    assert found["a plural"] == {"share": pytest.approx((0.25 + 0.8) / 2), "right": 50.0}
    assert found["a singular, a plural between"]["share"] == 0.75


def test_no_remark_begins_with_a_plural_between():
    remarks = {tuple(tree.leaves()[:5]) for split in ("train", "dev", "test") for tree in data.toy(split)}
    asked = agreement.BEGINNINGS["a singular, a plural between"][0]
    assert len(asked) == 221 and not remarks & set(map(tuple, asked))


def test_a_network_is_asked_after_its_last_word():
    splits = {name: data.toy(name, 40) for name in ("train", "dev", "test")}
    model = agreement.LstmLm(agreement.build_vocabulary(splits["train"]), embedding=8, hidden=8, dropout=0.5)
    model.train()
    several = agreement.of_network(model, [["the", "film"], ["its", "songs"]])
    alone = agreement.of_network(model, [["its", "songs"]])
    assert model.training and torch.allclose(several[1:], alone, atol=1e-6)
    surprisal = model.eval().surprisals([["its", "songs", "were"]])[0][2]
    assert alone[0, agreement.FORMS.index("were")].item() == pytest.approx(
        torch.exp(-surprisal).item(), rel=1e-4
    )


def test_a_learnt_grammar_answers_by_its_own_chances():
    grammar = Grammar.random(agreement.build_vocabulary([Tree("X", ["a", "b"])]), pairs=2, words=3, seed=1)
    words = list(grammar.vocabulary.words)

    def begun(*rows):
        return agreement_grammar.begun(grammar, torch.stack([grammar.read(list(row)) for row in rows]))

    for start in product(words, repeat=2):
        whole = grammar.log_prob(list(start)).exp().item()
        assert begun(start).item() == pytest.approx(
            whole + begun(*((*start, word) for word in words)).sum().item(), rel=1e-5
        )
    assert begun(*((word,) for word in words)).sum().item() == pytest.approx(1)


def test_the_grammar_of_the_remarks_answers_alike_in_both_programs():
    rules = [(r.parent, r.children, r.probability) for some in GRAMMAR.rules.values() for r in some]
    grammar = Grammar.from_rules(rules, GRAMMAR.start)
    asked = agreement.PREFIXES[:3]
    found = agreement_grammar.of_learnt(grammar, asked)
    expected = agreement.of_grammar(agreement.SentenceProbability(GRAMMAR), asked)
    shares = [chances.double() / chances.double().sum(-1, keepdim=True) for chances in (found, expected)]
    assert torch.allclose(*shares, atol=1e-6)


def test_the_record_of_agreement_agrees_with_itself():
    found = record("agreement")
    assert set(found["models"]) == set(agreement.KINDS)
    for name, model in found["models"].items():
        assert len(model["runs"]) == agreement.KINDS[name].most
        shares = [run["agreement"]["a plural"]["share"] for run in model["runs"]]
        assert model["a plural, share"]["mean"] == pytest.approx(fmean(shares), abs=1e-4)
        for run in model["runs"]:
            if "f1" in run:
                (usual, each) = (
                    run["f1"]["scores"]["biased"][trial.USUAL],
                    run["f1"]["sentence_f1"]["biased"],
                )
                assert usual == pytest.approx(100 * fmean(each), abs=0.01)


def test_of_ten_grammars_one_knows_the_rule_as_the_pages_say():
    def right(run):
        return [run["agreement"][name]["share"] for name in agreement.BEGINNINGS]

    neural, em = (
        [right(run) for run in model["runs"]] for model in record("agreement-grammar")["models"].values()
    )
    assert all(min(one, many) > 0.65 and between < 0.5 for one, many, between in em)
    assert [round(100 * share) for share in neural[0]] == [99, 78, 93]
    assert all(many < 0.6 for _, many, _ in neural[1:]) and len(neural) == len(em) == 5


# Counts, and lists of words.


def test_counts_by_hand():
    sentences = [Tree("X", text.split()) for text in ("a b", "a a b", "b c")]
    counts = word_counts.Counts(sentences, 1, ())
    assert [counts.ending(word) for word in "abc"] == [0, pytest.approx(-2 / 3), -1]
    assert (
        counts.frequency("a") == counts.frequency("b") > counts.frequency("c") == counts.frequency("new") == 0
    )
    assert counts.read(Tree("X", ["a", "new"])) == ["a", "<unk>"]
    # "a b" is twice among 7 words, "a" three times, "b" three; a sentence begins with "a" twice in three.
    assert counts.strangeness("a", "b") == pytest.approx(log(3 * 3 / (2 * 7)))
    assert counts.strangeness("<s>", "a") == pytest.approx(log(3 * 3 / (2 * 7)))
    assert counts.strangeness("c", "a") == pytest.approx(log(1 * 3 / (0.5 * 7)))
    strange = counts.scores("how strange it is after the word before", Tree("X", ["a", "b"]))
    assert strange.tolist() == pytest.approx([log(9 / 14)] * 2)


def test_equals_have_no_order_of_their_own():
    scores = [torch.tensor([1.0, 0.0, 1.0, 1.0, -2.0])] * 300
    ranks = torch.stack(word_counts.in_random_order(scores, 0))
    assert (ranks.sort().values == torch.arange(5.0)).all()
    assert (ranks[:, 4] == 0).all() and (ranks[:, 1] == 1).all()
    highest = torch.bincount(ranks.argmax(-1), minlength=5)
    assert highest[[1, 4]].sum() == 0 and (highest[[0, 2, 3]] - 100).abs().max() < 35  # about four deviations


def test_our_sentences_are_whole_binary_trees_of_our_own():
    for brackets in wsj_words.OURS:
        tree = wsj_words.gold(brackets)
        assert (
            trees.is_binary(tree)
            if hasattr(trees, "is_binary")
            else all(len(node) == 2 for node in tree.subtrees())
        )
        assert len(tree.leaves()) == len(brackets.replace("(", " ").replace(")", " ").split())


def test_the_record_of_words_agrees_with_itself():
    found = record("wsj-words")
    for form, runs in found["runs"].items():
        assert [run["seed"] for run in runs] == found["seeds"]
        for source in ("scores", "word list"):
            values = [run[source]["10"]["biased"][trial.USUAL] for run in runs]
            assert found["together"][form][f"{source}, 10, biased"]["mean"] == pytest.approx(
                fmean(values), abs=0.01
            )
            assert values[0] == pytest.approx(100 * fmean(runs[0][source]["sentence_f1_10"]), abs=0.01)


# Seeds that one chooses.


def test_the_explorer_has_the_recorded_scores():
    wsj = trial.Recorded()
    for form, scores in trials.SCORES.items():
        assert scores == wsj.all_f1(form)
    assert pytest.approx(wsj.unlearnt("right"), abs=0.005) == trials.RIGHT


def test_a_verdict_needs_a_whole_interval_on_one_side():
    view = trials.explore("with tape", [1, 2, 3])
    scores = view["scores"]
    assert view["half"] == pytest.approx(4.303 * stdev(scores) / 3**0.5) and view["verdict"] == "open"
    assert trials.explore("with tape", [1])["half"] is None
    ten = trials.explore("attention only", list(range(1, 11)))
    middle, low, high = records.over_seeds(ten["scores"])
    assert (ten["mean"] - ten["half"], ten["mean"] + ten["half"]) == pytest.approx((low, high))
    assert ten["mean"] == pytest.approx(middle) and ten["verdict"] == "below"


def test_the_trials_answers_are_right():
    (guess,) = TrialExplorer.guesses
    of_right = {"open": "inside", "above": "below", "below": "above"}  # where right-branching lies
    assert guess.right.startswith(of_right[TrialExplorer(**guess.shows).view["verdict"]])
    ways = [sum(chosen) / 3 for chosen in combinations(trials.SCORES[guess.shows["form"]], 3)]
    above = 100 * sum(mean > trials.RIGHT for mean in ways) / len(ways)
    assert f"Of the {len(ways)} ways" in guess.answer and f"{above:.0f} per cent" in guess.answer
    for wrong in ({"seeds": []}, {"seeds": [2, 1]}, {"seeds": [99]}, {"form": "other"}):
        with pytest.raises(TraitError, match=next(iter(wrong))):
            TrialExplorer(**wrong)


def test_rank_correlation_by_hand():
    assert trial_evidence.rank_correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert trial_evidence.rank_correlation([1, 2, 3, 4], [2, 1, 4, 3]) == pytest.approx(0.6)
