"""Wrong answers that readers have written: none passes under any seed, and each gets its own word."""

import pytest
import torch

from prpn_edu.course.checking.judge import examine
from prpn_edu.course.tasks import find
from prpn_edu.course.tasks.bags_02.words import words_of
from prpn_edu.course.tasks.composing_01.adjectives import fit_adjective

SEEDS = range(12)


def clip_by(size):
    def clip_gradient(gradient, threshold):
        return gradient * threshold / gradient.norm() if size(gradient) > threshold else gradient.clone()

    return clip_gradient


def softmax_minus(shift):
    def softmax(o):
        powers = torch.exp(o - shift(o))
        return powers / powers.sum(-1, keepdim=True)

    return softmax


def numbers_moved_on(train, line):
    numbers = {}
    for place, word in enumerate(word for text in train for word in words_of(text)):
        numbers.setdefault(word, 2 + place)
    return [numbers.get(word, 0) for word in words_of(line)]


def line_in_small_letters(train, line):
    known = list(dict.fromkeys(word for text in train for word in words_of(text)))
    return [2 + known.index(word) if word in known else 0 for word in words_of(line.lower())]


def early_stop(w, changes, dev, test):
    for epoch, change in enumerate(changes):
        if epoch and dev[epoch] < dev[epoch - 1]:
            break
        w = w + change
    return w


def right_on_a_wrong_matrix(nouns, phrases, ridge):
    rows = [torch.arange(len(nouns)) != j for j in range(len(nouns))]
    return [fit_adjective(nouns[k], phrases[k], ridge).T @ noun for k, noun in zip(rows, nouns, strict=True)]


@pytest.mark.parametrize(
    ("task_id", "answer", "name"),
    [
        ("3.4", clip_by(torch.max), "which no negative one is"),
        ("3.4", clip_by(lambda gradient: gradient.abs().max()), "whether an entry, and not the length"),
        ("2.3", softmax_minus(lambda o: o.mean(-1, keepdim=True)), "another number than its largest"),
        ("2.3", softmax_minus(lambda o: o.amin(-1, keepdim=True)), "another number than its largest"),
        ("2.8", line_in_small_letters, "letters of the new line"),
        ("2.8", numbers_moved_on, "move the next number on"),
        ("3.10", early_stop, "stops at the first epoch that is worse"),
        ("1.6", right_on_a_wrong_matrix, "the matrix turned over"),
    ],
)
def test_no_seed_lets_it_pass(task_id, answer, name):
    sheet, task = find(task_id)
    for seed in SEEDS:
        found = examine(task, answer, sheet, seed)
        assert found.earned == 0 and name in str(found), f"seed {seed}\n{found}"
