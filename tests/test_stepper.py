"""The stepper in Python: its state, its folded answers, and what it stores for a page without a kernel."""

import json
import re

import pytest
from traitlets import TraitError

from prpn_book.explore import Stepper
from prpn_book.explore.stepper import EXAMPLES, GUESSES
from prpn_edu import trees
from prpn_edu.loops import transitions as machine


def heights(part):
    steps = machine.trace(machine.transitions(part), machine.words(part), machine.pair)
    return [len(stack) for _, stack, _ in steps]


def as_lists(tree):
    return [as_lists(child) for child in tree] if not isinstance(tree, str) else tree


def test_the_folded_answers_are_right():
    six = [machine.transitions(as_lists(tree)) for tree in trees.binary_trees(list("abcdef"))]
    assert {(program.count("SHIFT"), program.count("REDUCE")) for program in six} == {(6, 5)}
    assert GUESSES[0].right == 5 and GUESSES[0].answer.startswith("Six SHIFTs and five REDUCEs.")
    for n in range(2, 7):
        for tree in trees.binary_trees([f"w{i}" for i in range(n)]):
            program = machine.transitions(as_lists(tree))
            assert program[:2] == ["SHIFT", "SHIFT"] and program[-1] == "REDUCE"
    four = {
        machine.brackets(as_lists(t)): max(heights(as_lists(t))) for t in trees.binary_trees(list("abcd"))
    }
    assert GUESSES[2].shows["text"] == "(a (b (c d)))" and GUESSES[2].right == "(a (b (c d)))"
    assert four["(a (b (c d)))"] == max(four.values()) == 4
    assert four["(((a b) c) d)"] == min(four.values()) == 2
    highest = Stepper(**GUESSES[3].shows).view
    assert len(highest["stack"]) == GUESSES[3].right == max(heights(machine.parse(highest["state"]["text"])))


def test_every_example_is_a_tree_and_runs_to_its_end():
    for text in EXAMPLES:
        stepper = Stepper(text)
        stepper.answers = stepper.view["actions"]
        assert stepper.view["stack"] == [machine.parse(text)] and stepper.view["wrong"] == 0


def test_a_wrong_tree_is_named_at_once_but_only_shown_while_typing():
    with pytest.raises(TraitError, match=r"\(a b'\. Brackets that are never closed: 1\."):
        Stepper("(a b")
    with pytest.raises(TraitError):
        Stepper(answers=["REDUCED"])
    stepper = Stepper()
    stepper.set_state({"text": "(a b", "answers": []})
    assert stepper.view["problem"] and stepper.view["state"]["text"] == "(a b"


def test_answers_from_the_page_move_the_machine():
    stepper = Stepper("(a (b c))")
    stepper.set_state({"answers": ["SHIFT", "REDUCE"]})
    assert stepper.view["done"] == 1 and stepper.view["verdict"] == "wrong"
    assert stepper.title() == "Shift and reduce: (a (b c)), after 1 of 5 actions"


def test_the_text_alternative_is_the_whole_run():
    lines = repr(Stepper("(a (b c))")).split("\n")
    assert [line.split()[:2] for line in lines[3:]] == [
        ["1", "SHIFT"],
        ["2", "SHIFT"],
        ["3", "SHIFT"],
        ["4", "REDUCE"],
        ["5", "REDUCE"],
    ]
    assert "a  (b c)" in lines[6] and lines[7].endswith("(a (b c))")


def test_what_is_stored_is_the_same_every_time_and_asks_no_host():
    page = Stepper().twin()
    assert page == Stepper().twin()
    assert not re.search(r"0x[0-9a-f]{6}|https?:", page)
    stored = json.loads(re.search(r'<script type="application/json">(.*?)</script>', page, re.S)[1])
    assert stored["module"] == "stepper" and stored["state"]["content"]["call"]["arguments"] == [
        "text",
        "answers",
    ]
    assert stored["state"]["view"] == Stepper().view


def test_a_readers_words_stay_text():
    page = Stepper("(<b> (</script> &amp;))").twin()
    assert "<b>" not in page.replace("\\u003cb>", "") and page.count("</script>") == 2
