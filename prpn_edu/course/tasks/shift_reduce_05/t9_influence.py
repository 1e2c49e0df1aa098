"""Task 5.9: what each word does to the root, by autograd through the machine."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LEFT,
    MIXED,
    SHIFT,
    join,
    random_tree,
    seeded,
    sentence,
)
from prpn_edu.course.tasks.shift_reduce_05.t4_compose import machine


def cases(seed: int) -> list[tuple]:
    """Word vectors (T, H), a program (2T - 1,), matrices A and B (H, H): small trees, random ones."""
    generator = seeded(seed)
    trees = [LEFT, MIXED, random_tree(generator, 5), random_tree(generator, 6), ("good", "film")]
    return [sentence(generator, tree, 2) for tree in trees]


def _gradient(x, actions, A, B, combine=None, told=torch.sum):
    with torch.enable_grad():
        x = x.clone().requires_grad_()
        root = machine(x, actions, combine or (lambda right, left: join(left, right, A, B)))[-1]
        (slope,) = torch.autograd.grad(told(root), x)
    return slope


def _cut(x, actions, A, B):
    """Every part that is no word is detached: only words right under the root get a gradient."""
    words = {}

    def combine(right, left):
        parts = [part if id(part) in words else part.detach() for part in (left, right)]
        return join(*parts, A, B)

    with torch.enable_grad():
        x = x.clone().requires_grad_()
        rows = list(x.flip(0))
        words.update((id(row), row) for row in rows)
        root = machine(x, actions, combine, buffer=rows)[-1]
        (slope,) = torch.autograd.grad(root.sum(), x, allow_unused=True)
    return torch.zeros_like(x) if slope is None else slope


def _overwritten(x, actions, A, B):
    """A node is written over its left part; if that is a bracket, the slope of its tanh still needs it."""

    def combine(right, left):
        node = (A @ left + B @ right).tanh()
        left.copy_(node)
        return node

    with torch.enable_grad():
        x = x.clone().requires_grad_()
        root = machine(x, actions, combine, buffer=[row.clone() for row in x.flip(0)])[-1]
        return torch.autograd.grad(root.sum(), x)[0]


def _by_jacobian(x, actions, A, B):
    def root(words):
        return machine(words, actions, lambda right, left: join(left, right, A, B))[-1]

    return torch.autograd.functional.jacobian(root, x).sum(0)


def _by_hand(x, actions, A, B):
    """The chain rule, from the root down: each node hands its blame to both children."""
    stack, taken = [], 0
    for action in actions.tolist():
        if action == SHIFT:
            stack.append((x[taken], taken, None))
            taken += 1
        else:
            right, left = stack.pop(), stack.pop()
            stack.append((torch.tanh(A @ left[0] + B @ right[0]), left, right))
    out, todo = torch.zeros_like(x), [(stack.pop(), torch.ones_like(x[0]))]
    while todo:
        (state, left, right), blame = todo.pop()
        if right is None:
            out[left] = blame
        else:
            blame = blame * (1 - state**2)
            todo += [(left, blame @ A), (right, blame @ B)]
    return out.tolist()


def _by_differences(x, actions, A, B):
    x, A, B = x.double(), A.double(), B.double()

    def total(words):
        return float(machine(words, actions, lambda right, left: join(left, right, A, B))[-1].sum())

    out, step = [], 1e-5
    for change in torch.eye(x.numel(), dtype=x.dtype).view(-1, *x.shape):
        out.append((total(x + step * change) - total(x - step * change)) / (2 * step))
    return torch.tensor(out, dtype=torch.float64).view(x.shape).numpy()


TASK = Task(
    id="5.9",
    title="Who moves the root?",
    function="influence",
    signature="(x, actions, A, B)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="All three agree",
    axes=("t", "h"),
    reference=_gradient,
    cases=cases,
    misconceptions=(
        Misconception(
            "cuts the gradient off at every node",
            _cut,
            "`.data`, `.detach()`, `.item()` and `torch.tensor(...)` of a state end the chain there. They "
            "silence the complaint about an in-place operation, and the gradient with it. Put new states "
            "on the stack instead of overwriting old ones.",
        ),
        Misconception(
            "overwrites a state that is still needed, or asks where no gradient was recorded",
            _overwritten,
            'Read the words of torch above. "modified by an inplace operation": make a new tensor, a + b and '
            'not a += b. "does not require grad": x must require a gradient before the machine runs.',
        ),
        Misconception(
            "lets no gradient through to the words, so that None comes back",
            lambda x, actions, A, B: None,
            "The words that are shifted must be those that require a gradient, and no `.data` or `.item()` "
            "may stand between them and the root. (Or does the function lack its return?)",
        ),
        Misconception(
            "forgets the slope of the tanh",
            lambda x, actions, A, B: _gradient(
                x, actions, A, B, combine=lambda right, left: A @ left + B @ right
            ),
            "This is the gradient of a root without any tanh. Is there one in your machine?",
        ),
        Misconception(
            "takes the first part that comes off the stack for the left one",
            lambda x, actions, A, B: _gradient(x, actions, A, B, combine=lambda a, b: join(a, b, A, B)),
            "The right child comes off first. Use your `compose`, if its check is content.",
        ),
        Misconception(
            "asks for the mean of the root, not for its sum",
            lambda x, actions, A, B: _gradient(x, actions, A, B, told=torch.mean),
            "Everything is too small by a factor H. The contract says sum.",
        ),
        Misconception(
            "looks at the first entry of the root alone",
            lambda x, actions, A, B: _gradient(x, actions, A, B, told=lambda root: root[0]),
            "A gradient belongs to one number. Here it is the sum of all H entries of the root.",
        ),
        Misconception(
            "returns the gradients in the order of the buffer, the last word first",
            lambda x, actions, A, B: _gradient(x, actions, A, B).flip(0),
            "Row t belongs to word t. Ask for the gradient of x, not of the buffer turned round.",
        ),
    ),
    equivalents=(_by_jacobian, _by_hand, _by_differences),
    answer_modules=ANSWERS,
    tolerance=1e-4,
)
