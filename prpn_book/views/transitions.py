"""What the stepper shows: a tree replayed with the answers of a reader.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.transitions import REDUCE, SHIFT, brackets, height, pair, parse, step, transitions, words


def why(asked, right, stack, buffer):
    """Say why the action `asked` is the right one, or why it is not; `right` is the one that comes next."""
    top = brackets(stack[-1]) if stack else ""
    below = brackets(stack[-2]) if len(stack) > 1 else ""
    if asked == REDUCE and len(stack) < 2:
        return f"REDUCE joins two parts, and the stack holds {'one' if stack else 'none'}."
    if asked == SHIFT and not buffer:
        return "The buffer is empty: no word is left to shift."
    if asked == REDUCE and right == REDUCE:
        return f'"{below}" and "{top}" are the two halves of one bracket: join them at once.'
    if asked == REDUCE:
        return f'No bracket of the tree holds just "{below}" and "{top}". Which word is still missing?'
    if right == REDUCE:
        return f'"{buffer[0]}" would lie on "{top}". Then REDUCE could no longer join "{below}" and "{top}".'
    if len(stack) < 2:
        return "There were no two parts to join yet."
    return f'"{below}" and "{top}" are not the two halves of one bracket: more words had to come.'


def explore(text, answers):
    """Everything that the stepper shows: the tree is replayed with the reader's answers, right and wrong.

    Args:
        text: a binary tree in brackets.
        answers: SHIFT or REDUCE, one each time the machine asked. A wrong answer moves nothing.
    Returns:
        a dict. "problem" says what is wrong with the text, "" for nothing; then the other entries are empty.
    """
    view = {
        "problem": "",
        "words": [],
        "actions": [],
        "height": 0,
        "done": 0,
        "stack": [],
        "buffer": [],
        "right": 0,
        "wrong": 0,
        "verdict": "",
        "reason": "",
    }
    try:
        tree = parse(text)
    except ValueError as error:
        view["problem"] = str(error)
        return view
    actions = transitions(tree)
    stack, buffer = [], words(tree)[::-1]
    k = 0
    for asked in answers:
        if k == len(actions):
            break
        view["verdict"] = "right" if asked == actions[k] else "wrong"
        view["reason"] = why(asked, actions[k], stack, buffer[::-1])
        view[view["verdict"]] += 1
        if asked == actions[k]:
            step(asked, stack, buffer, pair)
            k += 1
    view.update({"words": words(tree), "actions": actions, "height": height(tree)})
    view.update({"done": k, "stack": stack, "buffer": buffer[::-1]})
    return view
