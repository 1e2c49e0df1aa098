"""The weights of a small model as text, a byte a number, and how plain loops read them.

Nothing is imported. `prpn_edu.packing` writes them; MicroPython runs this file in the reader's browser.
"""

UNKNOWN = "<unk>"  # what a word reads as that the model never saw


def read_matrix(packed):
    """The rows of a matrix of small whole numbers, each row with a scale of its own: lists of floats.

    Args:
        packed: {"scales": R numbers, "codes": R lines of hexadecimal digits, one byte a number; a byte above
            127 stands for itself minus 256}.
    """
    return [
        [scale * (code - 256 if code > 127 else code) for code in bytes.fromhex(line)]
        for scale, line in zip(packed["scales"], packed["codes"])
    ]


def read(packed):
    """A model from the table that JSON holds: each packed matrix unpacked, and the number of each word."""
    model = {}
    for name, value in packed.items():
        if isinstance(value, dict):
            value = read_matrix(value) if "codes" in value else read(value)
        model[name] = value
    if "words" in model:
        model["number"] = {word: k for k, word in enumerate(model["words"])}
    return model
