"""Task 7.6: the limit of an infinitely sharp gate."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import ANSWERS, FIGURE_SCORES, seeded, uniform, vector
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Scores (T,): Figure 2's, random ones, ties, rising and falling, a single word."""
    generator = seeded(seed)
    out = [
        (vector(FIGURE_SCORES),),
        (vector([3, 1, 2, 2, 1]),),
        (vector([2, 4, 3, 1]),),
        (vector([1, 2, 3, 4]),),
        (vector([4, 3, 2, 1]),),
    ]
    out += [(uniform(generator, T),) for T in (3, 6, 9)]
    few = torch.randint(1, 4, (8,), generator=generator).float()  # three values: many ties
    return [*out, (few,), (vector([5]),)]


def _first(d, order, accept, nothing):
    """l_t = the first i of order(t) with accept(d_i, d_t), else nothing(t)."""
    limits = []
    for t in range(len(d)):
        found = [i for i in order(t) if accept(float(d[i]), float(d[t]))]
        limits.append(found[0] if found else nothing(t))
    return torch.tensor(limits)


def _leftwards(t):
    return range(t - 1, -1, -1)


def _higher(a, b):
    return a > b


def _highest(d):
    limits = [0] * len(d)
    for t in range(1, len(d)):
        top = int(d[:t].argmax())
        limits[t] = top if d[top] > d[t] else 0
    return limits


def _leftmost_top(d):
    return [int(d[:t].argmax()) if t else 0 for t in range(len(d))]


def _by_stack(d):
    limits, walls = [], []
    for t, score in enumerate(d.tolist()):
        while walls and d[walls[-1]].item() <= score:
            walls.pop()
        limits.append(walls[-1] if walls else 0)
        walls.append(t)
    return limits


def _by_matrix(d):
    place = torch.arange(len(d))
    seen = (d[None, :] > d[:, None]) & (place[None, :] < place[:, None])
    return torch.where(seen, place, 0).max(1).values.int()


def _by_numpy(d):
    scores = d.numpy()
    limits = scores.astype(int) * 0
    for t in range(1, len(scores)):
        taller = (scores[:t] > scores[t]).nonzero()[0]
        limits[t] = taller[-1] if taller.size else 0
    return limits


TASK = Task(
    id="7.6",
    title="The nearest higher score",
    function="nearest_higher",
    signature="(d)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="Sharp gates never cross",
    axes=("t",),
    reference=gates.nearest_higher,
    cases=cases,
    misconceptions=(
        Misconception(
            "stops at an equal score",
            lambda d: _first(d, _leftwards, lambda a, b: a >= b, lambda t: 0),
            "An equal score is not higher. Only a higher one is a wall.",
        ),
        Misconception(
            "takes the leftmost higher score, not the nearest",
            lambda d: _first(d, range, _higher, lambda t: 0),
            "The search starts at t-1 and goes left, and it ends at the first wall that it meets.",
        ),
        Misconception(
            "answers t - 1 where nothing on the left is higher",
            lambda d: _first(d, _leftwards, _higher, lambda t: max(t - 1, 0)),
            "With no wall the search runs all the way. Where does it end?",
        ),
        Misconception(
            "answers -1 where nothing on the left is higher",
            lambda d: _first(d, _leftwards, _higher, lambda t: -1),
            "The limit is a position, 0 .. t-1. Without a wall the whole past is inside it.",
        ),
        Misconception(
            "takes the highest score on the left, not the nearest that is higher",
            _highest,
            "A small wall is enough, if it is higher than d_t and stands nearer.",
        ),
        Misconception(
            "takes the highest score on the left, whether or not it is higher than d_t",
            _leftmost_top,
            "Is what you found higher than d_t at all? If not, there is no wall.",
        ),
        Misconception(
            "looks for a lower score",
            lambda d: _first(d, _leftwards, lambda a, b: a < b, lambda t: 0),
            "alpha_j is 0, a sure stop, where d_j is far above d_t. Which way round is the comparison?",
        ),
        Misconception(
            "names the position after the wall",
            lambda d: _first(d, _leftwards, _higher, lambda t: -1) + 1,
            "The wall itself can still be seen: the limit is its own position.",
        ),
    ),
    equivalents=(_by_stack, _by_matrix, _by_numpy),
    answer_modules=ANSWERS,
    tolerance=0.0,  # positions are exact, and integers
)
