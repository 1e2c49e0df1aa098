"""A binary tree as a program of two instructions, SHIFT and REDUCE, and the machine that runs it.

Nothing is imported: the leaves may be words, numbers or tensors, whatever `join` can join. The trees of the
library are read by `prpn_edu.trees`; here a tree is a word, or a pair of trees: ("I", ("loved", "it")).
MicroPython runs this file in the reader's browser.

Letters: a tree over n words has n SHIFTs and n - 1 REDUCEs.
"""

SHIFT, REDUCE, PAD = "SHIFT", "REDUCE", "PAD"


def transitions(tree):
    """The actions that build a tree: those of its left part, those of its right part, then REDUCE.

    Args:
        tree: a word, or a pair of trees.
    Returns:
        a list of 2n - 1 actions.
    """
    if isinstance(tree, str):
        return [SHIFT]
    left, right = tree
    return transitions(left) + transitions(right) + [REDUCE]


def step(action, stack, buffer, join):
    """Do one action: change the stack and the buffer in place.

    Args:
        action: SHIFT, REDUCE or PAD.
        stack: parts that wait, the newest last.
        buffer: leaves that wait, the next one last: `pop` then gives the words from left to right.
        join: join(left, right) gives the node over two parts.
    """
    if action == SHIFT:
        stack.append(buffer.pop())
    elif action == REDUCE:
        right = stack.pop()  # what came last lies on top
        left = stack.pop()
        stack.append(join(left, right))
    # PAD: another sentence of the batch is longer; nothing happens here


def trace(actions, leaves, join):
    """Run the machine and keep what it looked like.

    Args:
        actions: what `transitions` gives; PAD may follow.
        leaves: n leaves, from left to right.
        join: join(left, right) gives the node over two parts.
    Returns:
        a list of (action, stack, buffer): one entry before the first action, with the action "", and one
        after each action. The buffer is listed as one reads it, the next leaf first.
    """
    stack, buffer = [], list(reversed(leaves))
    out = [("", [], list(leaves))]
    for action in actions:
        step(action, stack, buffer, join)
        out.append((action, list(stack), list(reversed(buffer))))
    return out


def run(actions, leaves, join):
    """Return the root: what lies on the stack when the program has ended."""
    stack, buffer = [], list(reversed(leaves))
    for action in actions:
        step(action, stack, buffer, join)
    return stack.pop()


def run_batch(programs, sentences, join_all):
    """Run several machines side by side, one action of each at a time.

    Args:
        programs: B lists of S actions, the shorter ones filled up with PAD.
        sentences: B lists of leaves, of any lengths.
        join_all: join_all(lefts, rights) joins two lists of equal length, pair by pair, in one call.
    Returns:
        a list of B roots.
    """
    stacks = [[] for _ in sentences]
    buffers = [list(reversed(leaves)) for leaves in sentences]
    for k in range(len(programs[0])):
        joining, lefts, rights = [], [], []
        for b in range(len(programs)):
            if programs[b][k] == SHIFT:
                stacks[b].append(buffers[b].pop())
            elif programs[b][k] == REDUCE:
                rights.append(stacks[b].pop())
                lefts.append(stacks[b].pop())
                joining.append(b)
        if joining:
            for b, node in zip(joining, join_all(lefts, rights)):
                stacks[b].append(node)
    return [stack.pop() for stack in stacks]


def parse(text):
    """Read a binary tree in brackets, "(I (loved it))".

    Returns:
        a word, or a pair of trees, as a list of two.
    Raises:
        ValueError: the text is no such tree; the message names the place by the words before it.
    """
    stack, count = [[]], 0
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append([])
        elif token != ")":
            count += 1
            stack[-1].append(token)
        elif len(stack) == 1:
            raise ValueError(f"After word {count} a bracket closes that was never opened.")
        else:
            parts = stack.pop()
            if len(parts) != 2:
                found = "1 part" if len(parts) == 1 else f"{len(parts)} parts"
                raise ValueError(f"The bracket that closes after word {count} holds {found}; it must hold 2.")
            stack[-1].append(parts)
    if len(stack) > 1:
        raise ValueError(f"Brackets that are never closed: {len(stack) - 1}.")
    if len(stack[0]) != 1:
        raise ValueError(f"Expected one tree, found {len(stack[0])}. Put a bracket around two of them.")
    return stack[0][0]


def brackets(tree):
    """The inverse of `parse`."""
    return tree if isinstance(tree, str) else "(" + " ".join([brackets(part) for part in tree]) + ")"


def words(tree):
    """The words of a tree, from left to right."""
    return [tree] if isinstance(tree, str) else words(tree[0]) + words(tree[1])


def height(tree):
    """Joins on the longest way from the root down to a word."""
    return 0 if isinstance(tree, str) else 1 + max(height(tree[0]), height(tree[1]))


def pair(left, right):
    """The join that builds the tree itself."""
    return [left, right]
