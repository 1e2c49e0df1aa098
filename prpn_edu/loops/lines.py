"""A reader's own line, cut into words as the treebank writes them.

Nothing is imported. MicroPython runs this file in the reader's browser.
"""

PUNCTUATION = '.,;:!?"()[]\u201c\u201d\u2026'
ENDINGS = ("n't", "'s", "'ll", "'re", "'ve", "'d", "'m")


def tokens(text):
    """The words of a line as the treebank writes them: small letters only, "did n't", "film 's"."""
    letters = list(text)
    for k, mark in enumerate(letters):
        in_number = mark in ".," and text[k - 1 : k].isdigit() and text[k + 1 : k + 2].isdigit()
        if mark in PUNCTUATION and not in_number:
            letters[k] = " "
    out = []
    for word in "".join(letters).lower().replace("\u2019", "'").split():
        word = word.strip("'") if word not in ENDINGS else word
        cut = [len(word) - len(end) for end in ENDINGS if word.endswith(end) and word != end]
        out += [word[: cut[0]], word[cut[0] :]] if cut else [word]
    return [word for word in out if word]


def problem(text, most, fewest=1):
    """What is wrong with a line, in words for its writer; "" when it can be read."""
    count = len(tokens(text))
    if count == 0:
        return "This holds no word. Type at least " + ("one." if fewest == 1 else f"{fewest}.")
    if count < fewest:
        return f"A tree needs at least {fewest} words."
    if count > most:
        return f"These are {count} words; at most {most} fit. Take {count - most} away."
    return ""
