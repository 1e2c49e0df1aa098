"""Trees above right-branching: the experiment on toy trees, a control on real ones, the recorded results."""

import json
from pathlib import Path
from statistics import fmean

import pytest

from experiments import above_right_branching as above
from experiments import bench, parsing, teachers, wsj_recipes
from prpn_edu import data, evaluation, trees
from prpn_edu.latent.spans import fit_tables, learn_classes

RECORDED = Path("results/above-right-branching.json")
RECORDED_TAPE = Path("results/above-right-branching-tape.json")
FIVES = ((1, 2), (3, 4))
USUAL = "sentence, no root"


@pytest.fixture(scope="module")
def corpus():
    return parsing.Corpus(data.toy("train", 40), data.toy("dev", 20))


@pytest.fixture(scope="module")
def run(corpus, tmp_path_factory):
    """The experiment and what it records, with small teachers that were trained for two epochs."""
    keep = tmp_path_factory.mktemp("teachers")
    small = wsj_recipes.RECIPES["prpn"].settings | {"embedding": 8, "hidden": 8, "features": 8}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(wsj_recipes.TRAINING, "epochs", 2)
        patch.setitem(wsj_recipes.RECIPES, "prpn", wsj_recipes.Recipe("", small))
        experiment = above.Experiment(corpus.train + corpus.held_out, corpus, FIVES, keep)
        return experiment, json.loads(json.dumps(experiment.record()))


def test_record_has_every_step_and_every_control(run):
    _, content = run
    assert [line["seed"] for line in content["teachers"]] == [1, 2, 3, 4]
    assert [five["seeds"] for five in content["fives"]] == [[1, 2], [3, 4]]
    assert set(content["controls"]) == {*teachers.CHANCE, "untrained PRPN", "cut between words"}
    methods = {line["method"] for line in content["against_right_branching"]}
    assert {"teacher", "one teacher", "votes of five", "five teachers"} <= methods
    lengths = [line["up_to_words"] for line in content["against_right_branching"]]
    assert set(lengths) == {10, 20, 40}
    assert content["fives"][0]["least_agreeing"] in (1, 2)


def test_measures_are_those_of_the_library(run, corpus):
    experiment, content = run
    right = [trees.right(tree.leaves()) for tree in experiment.bench.upto(10)]
    exact = evaluation.unlabeled_f1(right, experiment.bench.upto(10)).f1
    assert content["right_branching"]["10"][USUAL] == pytest.approx(100 * exact, abs=0.01)
    held_out = [tree for tree in corpus.held_out if len(tree.leaves()) <= 10]
    exact = evaluation.unlabeled_f1([trees.right(t.leaves()) for t in held_out], held_out).f1
    assert content["right_branching"]["held-out 10"][USUAL] == pytest.approx(100 * exact, abs=0.01)
    student = fit_tables(experiment.bench.upto(20, experiment.found[3]), experiment.classes)
    found = student.parse_all(experiment.bench.upto(10))
    exact = evaluation.unlabeled_f1(found, experiment.bench.upto(10)).f1
    assert content["teachers"][2]["student"]["10"][USUAL] == pytest.approx(100 * exact, abs=0.01)


def test_sentences_and_differences_agree_with_the_measures(run):
    _, content = run
    for method, kind in (("teacher", "teacher"), ("one teacher", "student")):
        mean = fmean(line[kind]["10"][USUAL] for line in content["teachers"])
        assert 100 * fmean(content["sentence_f1_10"][method]) == pytest.approx(mean, abs=0.01)
        (line,) = (
            line
            for line in content["against_right_branching"]
            if (line["method"], line["up_to_words"]) == (method, 10)
        )
        assert line["points"] == pytest.approx(mean - content["right_branching"]["10"][USUAL], abs=0.02)
        assert line["interval"][0] <= line["points"] <= line["interval"][1]
    (both,) = (
        line
        for line in content["against_right_branching"]
        if (line["method"], line["up_to_words"]) == ("five teachers", 20)
    )
    assert both["points"] == pytest.approx(fmean(line["points"] for line in both["each"]), abs=0.02)


def test_no_gold_bracket_is_read_before_the_end(run, corpus):
    """With other brackets over the same words, teachers and tables are the same."""
    experiment, _ = run
    flat = parsing.Corpus(
        *([trees.left(t.leaves()) for t in part] for part in (corpus.train, corpus.held_out))
    )
    other = above.Experiment(flat.train + flat.held_out, flat, FIVES, experiment.keep)
    assert other.classes == experiment.classes
    with pytest.MonkeyPatch.context() as patch:
        small = wsj_recipes.RECIPES["prpn"].settings | {"embedding": 8, "hidden": 8, "features": 8}
        patch.setitem(wsj_recipes.TRAINING, "epochs", 2)
        patch.setitem(wsj_recipes.RECIPES, "prpn", wsj_recipes.Recipe("", small))
        model, _ = teachers.trained(other.everything, flat, 1, None)
    assert teachers.lessons(model, flat.train + flat.held_out) == experiment.found[1]


def test_bench_takes_trees_of_all_sentences_or_of_the_short_ones(corpus):
    one, other = bench.Bench(corpus), bench.Bench(corpus)
    every = [trees.right(tree.leaves()) for tree in one.gold]
    assert one.measure("r", every, (10,)) == other.measure("r", one.upto(10, every), (10,))
    assert one.rows == other.rows and len(one.rows["r", 10][0]) == len(one.upto(10))
    assert one.upto(40, train_only=True) == corpus.train


def test_out_needs_a_folder(tmp_path, capsys):
    with pytest.raises(SystemExit):
        above.main(["--out", str(tmp_path / "nowhere" / "x.json")])
    assert "no folder" in capsys.readouterr().err


@pytest.mark.data
def test_tables_that_random_scores_teach_are_right_branching():
    """What lies above right-branching comes from PRPN's training: scores that know nothing teach nothing."""
    everything = data.wsj()
    classes = learn_classes(everything)
    lessons = [tree for tree in everything if len(tree.leaves()) <= above.TAUGHT]
    name = "random scores, SPLIT"
    tables = fit_tables(teachers.by_chance(name, lessons, seed=101), classes)
    gold = [tree for tree in lessons if len(tree.leaves()) <= 10]
    right = [trees.right(tree.leaves()) for tree in gold]
    found = tables.parse_all(gold)
    student, baseline = (evaluation.unlabeled_f1(guess, gold).f1 for guess in (found, right))
    assert len(gold) == 555 and baseline == pytest.approx(0.586, abs=5e-4)
    assert student == pytest.approx(baseline, abs=0.015)
    assert evaluation.unlabeled_f1(found, right).f1 > 0.95


def test_recorded_results_say_what_the_course_says():
    """Tables are above right-branching, also on long sentences; PRPN and votes are below; chance is at it."""
    content = json.loads(RECORDED.read_text("utf-8"))
    lines = {(line["method"], line["up_to_words"]): line for line in content["against_right_branching"]}
    right = content["right_branching"]["10"][USUAL]
    assert all(five["student"]["10"][USUAL] > 64 for five in content["fives"])
    assert all(line["interval"][0] > 0 for line in lines["five teachers", 10]["each"])
    assert all(line["interval"][0] > 0 for line in lines["five teachers", 40]["each"])
    assert lines["teacher", 10]["interval"][1] < 0 and lines["votes of five", 10]["interval"][1] < 0
    for student in content["controls"]["random scores, SPLIT"]["fives"]:
        assert student["10"][USUAL] == pytest.approx(right, abs=1.5)
    assert content["command"] == above.COMMAND and content["threads"] == 1
    assert {len(row) for row in content["sentence_f1_10"].values()} == {555}


def test_recorded_students_of_the_tape_are_five_points_above_right_branching():
    content = json.loads(RECORDED_TAPE.read_text("utf-8"))
    lines = {(line["method"], line["up_to_words"]): line for line in content["against_right_branching"]}
    assert all(five["student"]["10"][USUAL] > 67 for five in content["fives"])
    assert all(line["interval"][0] > 5 for line in lines["five teachers", 10]["each"])
    assert all(line["interval"][0] > 5 for line in lines["five teachers", 40]["each"])
    for student in content["controls"]["random scores, SPLIT"]["fives"]:
        assert student["10"][USUAL] == pytest.approx(content["right_branching"]["10"][USUAL], abs=1.5)
    assert content["command"] == f"{above.COMMAND} --recipe tape"


@pytest.mark.parametrize("file", [RECORDED, RECORDED_TAPE], ids=["prpn", "tape"])
def test_every_step_of_the_chapter_gains_and_the_controls_do_not(file):
    """The claims of chapter 17 that both forms share."""
    content = json.loads(file.read_text("utf-8"))
    rows = content["sentence_f1_10"]
    for better, worse in (
        ("votes of five", "teacher"),
        ("one teacher", "teacher"),
        ("five teachers", "votes of five"),
        ("five teachers", "one teacher"),
    ):
        low, _ = evaluation.paired_interval(rows[better], rows[worse])
        assert low > 0, (better, worse)
    lines = {(line["method"], line["up_to_words"]): line for line in content["against_right_branching"]}
    for control in ("random scores, SPLIT: five", "untrained PRPN: five"):
        assert abs(lines[control, 10]["points"]) < 0.25
    assert lines["cut between words: five", 10]["interval"][1] < 0
    for line in content["teachers"]:
        assert line["student"]["10"][USUAL] > line["teacher"]["10"][USUAL]
    for five in content["fives"]:
        risk, best = (five[name]["10"][USUAL] for name in ("student, minimum risk", "student"))
        assert abs(risk - best) < 0.3
