"""The mutants of the right answers, a sample: `python tests/mutants.py` tries them all."""

import ast
import inspect
import textwrap

import mutants
import pytest

from prpn_course.tasks import find

REFUSED = [  # each passed once, under some seeds or under all; the cases that refuse them are fixed
    ("2.3", "softmax_by_loops", "score - max(scores)", "math.exp(score)"),
    ("2.8", "read_line_by_expression", "if word not in known", "pattern.findall(text))]"),
    ("2.8", "read_line_by_letters", "if start >= place", "if start > place"),
    ("3.4", "clip_gradient_by_factor", "1e-30", "clamp(min=1.0)"),
    ("3.10", "best_weights_by_history", "key=lambda", "max(zip(dev, history, strict=True))"),
    ("4.4", "child_sum", "chunk(3)", "chunk(4)"),
    ("6.3", "look_back_by_torch", "if T == 1", "if T == 2"),
    ("6.5", "is_tree_by_building", "if any(", "if all("),
    ("8.2", "scores_by_steps_back", "if back < len(x):;", "filters.T"),
    ("9.3", "tree_distances", "and e <= end", "if start <= s]"),
    ("9.4", "out_of_reach", "default=start + 1", "default=start + 2"),
    ("10.3", "averages_by_numpy", "total > 0", "total > 1"),
    ("10.6", "ceiling_by_filling", "start += ", "start = length(part)"),
    ("12.5", "losses_by_numpy", "seen.max(1", "seen.min(1"),
    ("14.4", "best_by_logarithms", "total = np.log(", "total = d["),
    ("13.6", "copied_by_loops", "vocabulary.size(1)", "vocabulary.size(0)"),
    ("13.6", "copied_by_one_table", "max(most, vocab", "shares.size(1), most)"),
]


def named(task_id, name):
    sheet, task = find(task_id)
    return task, next(one for one in mutants.own_answers(sheet, task) if one.__name__ == name)


@pytest.mark.parametrize(("task_id", "name", "before", "after"), REFUSED)
def test_what_passed_once_is_refused_under_every_seed(task_id, name, before, after):
    task, answer = named(task_id, name)
    found = dict(mutants.mutants(answer))
    sources = [
        found[key] for key in found if before in key.split("  =>  ")[0] and after in key.split("  =>  ")[1]
    ]
    assert sources and set(mutants.verdicts(task, answer, sources)) == {"dead"}


def test_what_is_excused_is_a_mutant_that_passes_and_has_its_reason():
    known = mutants.read_equivalent()
    assert all(
        reason for answers in known.values() for names in answers.values() for reason in names.values()
    )
    for task_id in ("7.1", "7.3", "7.5", "7.6"):
        for name, excuses in known[task_id].items():
            task, answer = named(task_id, name)
            found = dict(mutants.mutants(answer))
            sources = [found[key] for key in excuses]
            assert set(mutants.verdicts(task, answer, sources)) == {"alive"}, (task_id, name)


def test_a_mutant_that_never_ends_or_ends_the_process_is_refused(monkeypatch):
    monkeypatch.setattr(mutants, "SECONDS", 0.1)
    task, answer = named("7.1", "hard_gates_by_slices")
    right = inspect.getsource(answer)
    head = "def hard_gates_by_slices(limit):\n"
    bodies = ("    while True:\n        pass\n", "    import os\n    os._exit(3)\n")
    sources = [right, *(head + body for body in bodies), right]
    assert mutants.verdicts(task, answer, sources) == ["alive", "dead", "dead", "alive"]


def test_every_mutant_is_python_and_differs_from_the_answer():
    _, answer = named("7.6", "nearest_higher_by_stack")
    found = list(mutants.mutants(answer))
    names = [name for name, _ in found]
    assert len(set(names)) == len(names) > 15
    right = ast.dump(ast.parse(textwrap.dedent(inspect.getsource(answer))))
    assert all(ast.dump(ast.parse(source)) != right for _, source in found)
