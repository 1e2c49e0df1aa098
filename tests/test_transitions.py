"""The shift-reduce machine as plain loops: against the library's trees, and against itself in a batch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_book.views.transitions import explore
from prpn_edu import trees
from prpn_edu.loops import transitions as machine

letters = st.text("abcdefgh", min_size=1, max_size=2)
nested = st.recursive(letters, lambda parts: st.tuples(parts, parts).map(list), max_leaves=12)


def as_tree(part):
    return Tree("X", [as_tree(child) for child in part]) if isinstance(part, list) else part


def of_all_sizes():
    for n in range(1, 7):
        yield from trees.binary_trees([f"w{i}" for i in range(n)])


def as_lists(tree):
    if isinstance(tree, str):
        return tree
    return as_lists(tree[0]) if len(tree) == 1 else [as_lists(child) for child in tree]


@pytest.mark.parametrize("tree", list(of_all_sizes()), ids=lambda tree: str(tree).replace("\n", ""))
def test_the_loop_agrees_with_the_library_on_every_small_tree(tree):
    actions = machine.transitions(as_lists(tree))
    assert actions == trees.transitions(tree)
    assert machine.run(actions, trees.words(tree), machine.pair) == as_lists(tree)


@given(nested)
def test_text_and_tree_are_inverses(part):
    assert machine.parse(machine.brackets(part)) == part


@given(nested)
def test_the_stack_is_as_high_as_shifts_less_reduces(part):
    leaves, actions = machine.words(part), machine.transitions(part)
    steps = machine.trace(actions, leaves, machine.pair)
    assert len(steps) == len(actions) + 1 == 2 * len(leaves)
    for k, (_, stack, buffer) in enumerate(steps):
        shifts = actions[:k].count("SHIFT")
        assert len(stack) == shifts - (k - shifts) and buffer == leaves[shifts:]
        assert [word for each in stack for word in machine.words(each)] == leaves[:shifts]


@given(st.lists(nested, min_size=1, max_size=6))
def test_a_batch_gives_what_each_sentence_gives_alone(parts):
    """A join that tells left from right, and padding that must not touch a finished sentence."""

    def join(left, right):
        return 3 * left + 5 * right + 1

    programs = [machine.transitions(part) for part in parts]
    leaves = [[len(word) + i for i, word in enumerate(machine.words(part))] for part in parts]
    alone = [machine.run(*pair, join) for pair in zip(programs, leaves, strict=True)]
    longest = max(map(len, programs))
    padded = [program + [machine.PAD] * (longest - len(program)) for program in programs]
    together = machine.run_batch(padded, leaves, lambda ls, rs: list(map(join, ls, rs)))
    assert together == alone
    assert [machine.run(*pair, join) for pair in zip(padded, leaves, strict=True)] == alone


@given(nested)
def test_joins_are_called_once_for_each_inner_node(part):
    calls = []
    machine.run(machine.transitions(part), machine.words(part), lambda left, right: calls.append(1))
    assert len(calls) == len(machine.words(part)) - 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expected one tree, found 0"),
        ("a b", "Expected one tree, found 2"),
        ("(a b", "never closed: 1"),
        ("(a b))", "After word 2"),
        ("(a b c)", "after word 3 holds 3 parts"),
        ("((a) b)", "after word 1 holds 1 part;"),
        ("(a ())", "after word 1 holds 0 parts"),
    ],
)
def test_a_text_that_is_no_binary_tree_is_explained(text, says):
    with pytest.raises(ValueError, match="(?i)" + says.replace("(", r"\(").replace(")", r"\)")):
        machine.parse(text)
    view = explore(text, ["SHIFT"])
    assert says in view["problem"] and view["actions"] == []


@given(nested, st.lists(st.sampled_from(["SHIFT", "REDUCE"]), max_size=40))
def test_wrong_answers_move_nothing_and_right_ones_move_on(part, answers):
    view = explore(machine.brackets(part), answers)
    actions = machine.transitions(part)
    done = wrong = 0
    for asked in answers:
        if done < len(actions):
            done, wrong = (done + 1, wrong) if asked == actions[done] else (done, wrong + 1)
    assert (view["done"], view["wrong"], view["right"]) == (done, wrong, done)
    _, stack, buffer = machine.trace(actions, machine.words(part), machine.pair)[done]
    assert (view["stack"], view["buffer"]) == (stack, buffer)
    assert bool(view["reason"]) == bool(answers)


def test_each_mistake_has_its_own_words():
    def reason(*answers):
        view = explore("((a b) (c d))", list(answers))
        return view["verdict"], view["reason"]

    S, R = "SHIFT", "REDUCE"
    assert reason(R) == ("wrong", "REDUCE joins two parts, and the stack holds none.")
    assert reason(S, R) == ("wrong", "REDUCE joins two parts, and the stack holds one.")
    assert reason(S, S, S) == (
        "wrong",
        '"c" would lie on "b". Then REDUCE could no longer join "a" and "b".',
    )
    assert reason(S, S, R, S, R)[1].startswith('No bracket of the tree holds just "(a b)" and "c".')
    assert reason(S, S, R, S, S, S) == ("wrong", "The buffer is empty: no word is left to shift.")
    assert reason(S, S, R, S, S)[1].startswith('"(a b)" and "c" are not the two halves')
    assert reason(S, S, R)[0] == "right" and "two halves" in reason(S, S, R)[1]
