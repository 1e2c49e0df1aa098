"""What PRPN is set beside, sentence by sentence: on toy trees, and as it was recorded."""

import json
import statistics
from pathlib import Path

import pytest

from experiments import rivals
from prpn_edu import data, evaluation, trees
from prpn_edu.evaluation import baselines

RECORDED = json.loads(Path("results/wsj-rivals.json").read_text("utf-8"))["up_to"]
BASELINES = json.loads(Path("results/wsj-baselines.json").read_text("utf-8"))["corpora"]


def test_scores_are_those_of_the_library():
    gold = data.toy("dev", 20)
    found = rivals.record(gold, seeds=3)
    right = [baselines.right(trees.words(tree)) for tree in gold]
    assert statistics.fmean(found["sentence_f1"]["right"]) == pytest.approx(
        evaluation.unlabeled_f1(right, gold).f1, abs=1e-4
    )
    assert found["overlap_right"]["right"] == 100 and found["words"] == [len(tree.leaves()) for tree in gold]
    assert found["sentence_f1"]["upper bound"] == [1.0] * 20  # toy trees are binary
    draws = [evaluation.unlabeled_f1(rivals.chance(gold, seed), gold).f1 for seed in range(3)]
    assert statistics.fmean(found["sentence_f1"]["random scores"]) == pytest.approx(
        statistics.fmean(draws), abs=1e-4
    )


def test_one_voter_elects_its_own_trees_and_chance_gains_by_voting():
    gold = data.toy("dev", 20)
    draws = [100 * evaluation.unlabeled_f1(rivals.chance(gold, seed), gold).f1 for seed in range(4)]
    assert rivals.chance_votes(gold, 1, 4)["f1"] == pytest.approx(statistics.fmean(draws), abs=0.01)
    alone = RECORDED["10"]["sentence_f1"]["random scores"]
    five, ten = json.loads(Path("results/wsj-rivals.json").read_text("utf-8"))["votes_of_chance"]
    assert 100 * statistics.fmean(alone) < five["f1"] < ten["f1"] and (five["voters"], ten["voters"]) == (
        5,
        10,
    )


@pytest.mark.parametrize(("length", "corpus"), [("10", "up to 10 words"), ("40", "up to 40 words")])
def test_recorded_sentences_are_those_of_the_baselines(length, corpus):
    found, known = RECORDED[length], BASELINES[corpus]
    assert len(found["words"]) == known["sentences"] and sum(found["words"]) == known["words"]
    assert all(len(each) == known["sentences"] for each in found["sentence_f1"].values())
    for name in ("right", "balanced", "upper bound"):
        f1 = known["methods"][name]["scores"]["sentence, no root"]["f1"]
        assert 100 * statistics.fmean(found["sentence_f1"][name]) == pytest.approx(f1, abs=0.01)
        assert found["overlap_right"]["right"] == 100
