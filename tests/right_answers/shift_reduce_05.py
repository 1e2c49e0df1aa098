"""Right answers to the tasks of chapter 5, written differently."""

import numpy as np
import torch

from prpn_course.tasks.shift_reduce_05.programs import PAD, REDUCE, SHIFT, machine
from prpn_course.tasks.shift_reduce_05.sentences import join


def transitions_by_brackets(tree):
    text = repr(tree).replace("'", " ").replace(",", " ")
    tokens = text.replace("(", " ").replace(")", " ) ").split()
    return [1.0 if token == ")" else 0.0 for token in tokens]


def transitions_by_own_stack(tree):
    todo, out = [tree], []
    while todo:
        node = todo.pop()
        if node is None:
            out.append(1)
        elif isinstance(node, str):
            out.append(0)
        else:
            todo += [None, node[1], node[0]]
    return torch.tensor(out)


def transitions_by_numpy(tree):
    if isinstance(tree, str):
        return np.zeros(1)
    return np.concatenate([transitions_by_numpy(part) for part in tree] + [np.ones(1)])


def stack_heights_by_loop(actions):
    height, out = 0, []
    for action in actions.tolist():
        height += {SHIFT: 1, REDUCE: -1, PAD: 0}[action]
        out.append(height)
    return out


def stack_heights_by_counting(actions):
    return [int((actions[: k + 1] == 0).sum() - (actions[: k + 1] == 1).sum()) for k in range(len(actions))]


def stack_heights_by_numpy(actions):
    a = actions.numpy()
    return np.cumsum((a == SHIFT) * 1.0 - (a == REDUCE) * 1.0)


def spans_by_starts(actions):
    """The stack needs only where each part begins: it ends at the last word that was shifted."""
    starts, words, out = [], 0, []
    for action in actions.tolist():
        if action == SHIFT:
            starts.append(words)
            words += 1
        else:
            starts.pop()
            out.append([starts[-1], words])
    return out


def spans_by_counting(actions):
    """Walk left from each REDUCE until the REDUCEs are outnumbered by one SHIFT."""
    a, out = actions.numpy(), []
    for k in np.flatnonzero(a == 1):
        height = np.cumsum(np.where(a[: k + 1] == 0, 1, -1)[::-1])
        begin = k - int(np.flatnonzero(height == 1)[0])
        out.append([(a[:begin] == 0).sum(), (a[:k] == 0).sum()])
    return np.array(out)


def spans_by_sets(actions):
    stack, out = [], []
    for action in actions.tolist():
        if action == 0:
            stack.append({sum(map(len, stack))})
        else:
            top = stack.pop()
            stack[-1] = stack[-1] | top
            out.append((min(stack[-1]), float(max(stack[-1]) + 1)))
    return out


def compose_by_queue(x, actions, A, B):
    taken, stack = 0, []
    for action in actions.tolist():
        if action == SHIFT:
            stack.append(x[taken])
            taken += 1
        else:
            *stack, left, right = stack
            stack.append((A @ left + B @ right).tanh())
    return stack[0].double()


def compose_by_recursion(x, actions, A, B):
    program = actions.tolist()

    def build(end):
        """The state of the part that ends with action `end`, and where the part before it ends."""
        if program[end] == SHIFT:
            return x[sum(1 for a in program[:end] if a == SHIFT)], end - 1
        right, before = build(end - 1)
        left, before = build(before)
        return join(left, right, A, B), before

    return build(len(program) - 1)[0].tolist()


def compose_by_one_matrix(x, actions, A, B):
    both = torch.cat([A, B], 1)  # (H, 2H)
    (root,) = machine(x, actions, lambda left, right: torch.tanh(both @ torch.cat([left, right])))
    return root.numpy()


def buffers_width(sentences):
    return max(map(len, sentences))


def buffers_by_filling(sentences, pad):
    out = torch.full((len(sentences), buffers_width(sentences)), float(pad))
    for row, sentence in zip(out, sentences, strict=True):
        for t, word in enumerate(sentence):
            row[-1 - t] = word
    return out


def buffers_by_torch(sentences, pad):
    rows = [torch.tensor(s) for s in sentences]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=pad).flip(1)


def buffers_by_numpy(sentences, pad):
    T = buffers_width(sentences)
    return np.array([[*s, *[pad] * (T - len(s))] for s in sentences])[:, ::-1]


def compose_batch_step_by_step(x, actions, A, B):
    stacks, taken = [[] for _ in x], [0] * len(x)
    for now in actions.T.tolist():
        for b, action in enumerate(now):
            if action == SHIFT:
                stacks[b].append(x[b, taken[b]])
                taken[b] += 1
        ready = [b for b, action in enumerate(now) if action == REDUCE]
        if ready:
            right = torch.stack([stacks[b].pop() for b in ready])
            left = torch.stack([stacks[b].pop() for b in ready])
            for b, node in zip(ready, torch.tanh(left @ A.T + right @ B.T), strict=True):
                stacks[b].append(node)
    return torch.stack([stack.pop() for stack in stacks]).double()


def compose_batch_one_by_one(x, actions, A, B):
    out = []
    for rows, row in zip(x, actions, strict=True):
        stack, words = [], iter(rows)
        for action in row[row != PAD].tolist():
            if action == SHIFT:
                stack.append(next(words))
            else:
                right, left = stack.pop(), stack.pop()
                stack.append(torch.tanh(A @ left + B @ right))
        out.append(stack[0].tolist())
    return out


def compose_batch_with_stack_tensor(x, actions, A, B):
    """The stacks as one tensor, with the height of each: what lies above the height is never read."""
    sentences, longest, size = x.shape
    stack = torch.zeros(sentences, longest + 1, size, dtype=x.dtype)
    height, taken = [0] * sentences, [0] * sentences
    for now in actions.T.tolist():
        for b, action in enumerate(now):
            if action == SHIFT:
                stack[b, height[b]] = x[b, taken[b]]
                height[b], taken[b] = height[b] + 1, taken[b] + 1
            if action == REDUCE:
                height[b] -= 1
                left, right = stack[b, height[b] - 1].clone(), stack[b, height[b]].clone()
                stack[b, height[b] - 1] = join(left, right, A, B)
    return stack[:, 0].numpy()


def join_level_by_loop(below, A, B):
    rows = [A @ below[2 * k] + B @ below[2 * k + 1] for k in range(len(below) // 2)]
    return torch.stack(rows).tanh().tolist()


def join_level_by_view(below, A, B):
    children = below.reshape(len(below) // 2, -1)  # (m, 2H)
    return torch.tanh(children.double() @ torch.cat([A, B], 1).T.double())


def join_level_by_einsum(below, A, B):
    pairs = below.unflatten(0, (-1, 2))  # (m, 2, H)
    return torch.einsum("mch,cgh->mg", pairs, torch.stack([A, B])).tanh().numpy()


def compose_levels_in_order(x, children, height, A, B):
    states = dict(enumerate(x))
    for k in height.argsort().tolist():
        left, right = children[k].tolist()
        states[len(x) + k] = torch.tanh(A @ states[left] + B @ states[right])
    return states[2 * len(x) - 2].tolist()


def compose_levels_by_recursion(x, children, height, A, B):
    def state(node):
        if node < len(x):
            return x[node].double()
        left, right = map(state, children[node - len(x)].tolist())
        return torch.tanh(A.double() @ left + B.double() @ right)

    return state(2 * len(x) - 2)


def compose_levels_until_all_is_there(x, children, height, A, B):
    """All brackets at once, again and again: after as many rounds as the tree is high nothing changes."""
    states = torch.cat([x, torch.zeros(len(children), x.shape[1], dtype=x.dtype)])
    for _ in range(len(children)):
        new = join(states[children[:, 0]], states[children[:, 1]], A, B)
        states = torch.cat([x, new])
    return states[-1].numpy()


def influence_by_jacobian(x, actions, A, B):
    def root(words):
        return machine(words, actions, lambda left, right: join(left, right, A, B))[-1]

    return torch.autograd.functional.jacobian(root, x).sum(0)


def influence_by_hand(x, actions, A, B):
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


def influence_by_differences(x, actions, A, B):
    x, A, B = x.double(), A.double(), B.double()

    def total(words):
        return float(machine(words, actions, lambda left, right: join(left, right, A, B))[-1].sum())

    out, step = [], 1e-5
    for change in torch.eye(x.numel(), dtype=x.dtype).view(-1, *x.shape):
        out.append((total(x + step * change) - total(x - step * change)) / (2 * step))
    return torch.tensor(out, dtype=torch.float64).view(x.shape).numpy()


RIGHT = {
    "5.1": (transitions_by_brackets, transitions_by_own_stack, transitions_by_numpy),
    "5.2": (stack_heights_by_loop, stack_heights_by_counting, stack_heights_by_numpy),
    "5.3": (spans_by_starts, spans_by_counting, spans_by_sets),
    "5.4": (compose_by_queue, compose_by_recursion, compose_by_one_matrix),
    "5.5": (buffers_by_filling, buffers_by_torch, buffers_by_numpy),
    "5.6": (compose_batch_step_by_step, compose_batch_one_by_one, compose_batch_with_stack_tensor),
    "5.7": (join_level_by_loop, join_level_by_view, join_level_by_einsum),
    "5.8": (compose_levels_in_order, compose_levels_by_recursion, compose_levels_until_all_is_there),
    "5.9": (influence_by_jacobian, influence_by_hand, influence_by_differences),
}
