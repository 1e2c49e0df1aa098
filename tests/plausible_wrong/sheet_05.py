"""Wrong answers to exercise 5, as a student might write them; made from the notebook alone."""

import torch

SHIFT, REDUCE, PAD = 0, 1, 2


def reduce_first(tree):
    return [SHIFT] if isinstance(tree, str) else [REDUCE, *reduce_first(tree[0]), *reduce_first(tree[1])]


def reduce_between(tree):
    return [SHIFT] if isinstance(tree, str) else [*reduce_between(tree[0]), REDUCE, *reduce_between(tree[1])]


def right_part_first(tree):
    return (
        [SHIFT] if isinstance(tree, str) else [*right_part_first(tree[1]), *right_part_first(tree[0]), REDUCE]
    )


def heights(actions, changes):
    return torch.tensor([changes[int(action)] for action in actions]).cumsum(0)


def reduce_takes_two(actions):
    return heights(actions, (1, -2, 0))


def padding_reduces(actions):
    return heights(actions, (1, -1, -1))


def before_the_action(actions):
    after = heights(actions, (1, -1, 0))
    return torch.cat([torch.zeros(1, dtype=torch.long), after[:-1]])


def brackets(actions, join):
    stack, made, word = [], [], 0
    for action in map(int, actions):
        if action == SHIFT:
            stack.append((word, word + 1))
            word += 1
        else:
            right, left = stack.pop(), stack.pop()
            made.append(join(left, right))
            stack.append((left[0], right[1]))
    return torch.tensor(made)


def end_inclusive(actions):
    return brackets(actions, lambda left, right: (left[0], right[1] - 1))


def counted_from_one(actions):
    return brackets(actions, lambda left, right: (left[0] + 1, right[1] + 1))


def sorted_brackets(actions):
    return torch.tensor(sorted(brackets(actions, lambda left, right: (left[0], right[1])).tolist()))


def machine(x, actions, join, left_first=False, pads=False):
    stack, buffer = [], list(x.flip(0))
    for action in map(int, actions):
        if action == SHIFT:
            stack.append(buffer.pop())
        elif action == REDUCE or pads:
            right, left = stack.pop(), stack.pop()
            stack.append(join(right, left) if left_first else join(left, right))
    return stack[-1]


def cell(A, B):
    return lambda left, right: torch.tanh(A @ left + B @ right)


def buffer_not_turned(x, actions, A, B):
    return machine(x.flip(0), actions, cell(A, B))


def top_is_left(x, actions, A, B):
    return machine(x, actions, cell(A, B), left_first=True)


def no_tanh(x, actions, A, B):
    return machine(x, actions, lambda left, right: A @ left + B @ right)


def rows(sentences, row):
    T = max(map(len, sentences))
    return torch.tensor([row(list(words), T - len(words)) for words in sentences])


def padding_at_the_right(sentences, pad):
    return rows(sentences, lambda words, k: words[::-1] + [pad] * k)


def not_turned_round(sentences, pad):
    return rows(sentences, lambda words, k: [pad] * k + words)


def neither_turned_nor_left(sentences, pad):
    return rows(sentences, lambda words, k: words + [pad] * k)


def padding_taken_first(x, actions, A, B):
    return torch.stack(
        [machine(words, program, cell(A, B)) for words, program in zip(x.flip(1), actions, strict=True)]
    )


def top_is_left_in_the_batch(x, actions, A, B):
    return torch.stack([top_is_left(*pair, A, B) for pair in zip(x, actions, strict=True)])


def one_program_for_all(x, actions, A, B):
    return torch.stack([machine(words, actions[-1], cell(A, B)) for words in x])


def halves(below, A, B):
    m = len(below) // 2
    return torch.tanh(below[:m] @ A.T + below[m:] @ B.T)


def children_exchanged(below, A, B):
    return torch.tanh(below[1::2] @ A.T + below[::2] @ B.T)


def matrices_not_transposed(below, A, B):
    return torch.tanh(below[::2] @ A + below[1::2] @ B)


def levels(x, children, A, B, shift, order):
    table = torch.cat([x, torch.zeros(len(children), x.shape[1])])
    for k in order:
        left, right = children[k] - shift
        table[len(x) + k] = torch.tanh(A @ table[left] + B @ table[right])
    return table


def one_step_for_all(x, children, height, A, B):
    table = torch.cat([x, torch.zeros(len(children), x.shape[1])])
    return torch.tanh(table[children[:, 0]] @ A.T + table[children[:, 1]] @ B.T)[-1]


def tallest_first(x, children, height, A, B):
    order = sorted(range(len(children)), key=lambda k: -int(height[k]))
    return levels(x, children, A, B, 0, order)[-1]


def last_word_as_root(x, children, height, A, B):
    return levels(x, children, A, B, 0, range(len(children)))[len(x) - 1]


def gradient(x, root):
    words = x.detach().clone().requires_grad_(True)
    return torch.autograd.grad(root(words), words)[0]


def first_entry_only(x, actions, A, B):
    return gradient(x, lambda words: machine(words, actions, cell(A, B))[0])


def mean_of_the_root(x, actions, A, B):
    return gradient(x, lambda words: machine(words, actions, cell(A, B)).mean())


def words_in_reverse(x, actions, A, B):
    return gradient(x, lambda words: machine(words, actions, cell(A, B)).sum()).flip(0)


ANSWERS = {
    "5.1": [
        ("REDUCE before the parts", reduce_first),
        ("REDUCE between the parts", reduce_between),
        ("the right part first", right_part_first),
    ],
    "5.2": [
        ("a REDUCE takes two and puts nothing back", reduce_takes_two),
        ("a PAD lowers the stack", padding_reduces),
        ("the height before the action", before_the_action),
    ],
    "5.3": [
        ("the end is the last word", end_inclusive),
        ("words counted from 1", counted_from_one),
        ("sorted by their start", sorted_brackets),
    ],
    "5.4": [
        ("the last word shifted first", buffer_not_turned),
        ("the top of the stack taken as the left part", top_is_left),
        ("no tanh", no_tanh),
    ],
    "5.5": [
        ("padding at the right end", padding_at_the_right),
        ("padded at the left but not reversed", not_turned_round),
        ("neither reversed nor padded at the left", neither_turned_nor_left),
    ],
    "5.6": [
        ("the padding is shifted first", padding_taken_first),
        ("the top of the stack taken as the left part", top_is_left_in_the_batch),
        ("one program for all sentences", one_program_for_all),
    ],
    "5.7": [
        ("first half left, second half right", halves),
        ("left and right exchanged", children_exchanged),
        ("the matrices not transposed", matrices_not_transposed),
    ],
    "5.8": [
        ("all brackets in one step", one_step_for_all),
        ("from the top down", tallest_first),
        ("row T - 1 as the root", last_word_as_root),
    ],
    "5.9": [
        ("only the first entry of the root", first_entry_only),
        ("the mean of the root", mean_of_the_root),
        ("the words in reverse", words_in_reverse),
    ],
}
