"""What an exception means for who wrote the answer: first by its own words, then by its kind."""

import re

from prpn_course.checking.plain import ADVICE

# In the order in which they are tried: a part of Python's or torch's own words, and what to do about it.
SAID = (
    (
        "return_types",
        "`.max(dim)` and `.min(dim)` give two things, the values and their places. Take `.values`.",
    ),
    (
        "Boolean value of Tensor|truth value of an array",
        "`if`, `while`, `and`, `or`, `not`, `min` and `max` ask for one yes or no, and a tensor of several "
        "entries has several. Ask an entry, or `.any()`, `.all()`; for all entries at once there are "
        "`torch.where` and `.clamp`.",
    ),
    (
        "NoneType",
        "A value is None. A function without a return gives None, and so does what works in place, "
        "`.append()`, `.reverse()` or `.sort()` of a list, and `.grad` before `backward()`.",
    ),
    (
        "used as indices|only integers, slices|indices must be integers.* not (float|None)|have an __index__|"
        "interpreted as an integer|type LongTensor|'indices' to have|for index$|of ints, not",
        "A place or a length must be a whole number. `.long()` makes whole numbers of a tensor of fractions, "
        "`int` of a single one, and `//` divides without a rest.",
    ),
    (
        "too many indices|of a 0-dim? tensor|[Dd]imension out of range|same number of dimensions",
        "The tensor has another number of axes here than the code takes for granted. Write the shapes at the "
        "ends of your lines.",
    ),
    (
        "boolean mask|be a boolean tensor|Boolean-type|bitwise_",
        "A mask is due here: a tensor of True and False, as a comparison gives.",
    ),
    (
        "reduction dim|empty sequence",
        "Nothing is left to choose from: the tensor or the list is empty here.",
    ),
    (
        "(list|tuple) indices must be|'(list|tuple)' object has no attribute|"
        "must be Tensor, not (list|tuple)|"
        "only concatenate (list|tuple)|'(list|tuple)' and|and '(list|tuple)'|"
        "non-int of type 'list'",
        "A list or tuple stands where a tensor is due. `torch.tensor` makes one of numbers, `torch.stack` of "
        "tensors of one shape.",
    ),
    (
        "does not require grad",
        "Nothing was recorded that this gradient could go back to. A tensor must require a gradient before "
        "it is used, and `.data`, `.detach()` and `.item()` end the chain.",
    ),
    (
        "leaf [Vv]ariable",
        "A weight that wants a gradient was overwritten while torch records. Take the step inside "
        "`with torch.no_grad():`; there `W -= ...` is allowed.",
    ),
    (
        "[Cc]omplexF|for complex",
        "These numbers are complex, and complex numbers have no order. Take their absolute values first.",
    ),
    (
        "inplace operation|in-place operation",
        "A tensor was overwritten that is still needed. Make a new one: a + b in place of a += b.",
    ),
    (
        "scalar type|same dtype|expected m1 and m2 to have the same|can't be cast|infer output dtype|"
        "not implemented for '|dtypes match|(target|[Ee]xpected) (self.)?dtype|[Ff]loating.point",
        "Numbers of a wrong type, or of two: whole numbers and fractions, float and double. `.float()` makes "
        "fractions of a tensor of whole numbers.",
    ),
    (
        "converted to (a )?(Scalar|Python)|only one element tensors|only integer tensors of a single element",
        "A tensor of several entries stands where one number is due.",
    ),
    (
        "must match|cannot be multiplied|size mismatch|inconsistent tensor size|is invalid for input|"
        "equal size|shape mismatch|shape of the mask|can't be broadcast|same size|expand|[12]D tensors|"
        "a matrix",
        "Two shapes do not fit. Write the shapes at the ends of your lines.",
    ),
)
KINDS = {
    **{kind: ADVICE[kind] for kind in ("IndexError", "RecursionError", "ZeroDivisionError")},
    "NameError": "A name is used that the function cannot see. Is it spelt like the argument? Did the cell "
    "that defines it run to its end?",
    "UnboundLocalError": "A name is read before the function has given it a value.",
    "AttributeError": "This kind of object has no such attribute. Is a name such as torch still the module?",
    "ModuleNotFoundError": "This module is not installed where the answer runs. Do without it.",
    "RuntimeError": "Something could not be done. Its own words above say why.",
    "KeyboardInterrupt": "It ran too long, or was stopped by hand. Look for a loop without an end.",
    "SystemExit": "The function ends the whole program. It should return its result.",
}
TELLING_WORDS = 3  # of torch's words; those that follow name sizes


def cause(kind: str, message: str) -> str:
    """Return the likely cause of an exception, "" where its own words have to do.

    Args:
        kind: the name of the exception.
        message: its own words, and the line that raised it.
    """
    words = message.split("\n")[0]
    return next((advice for part, advice in SAID if re.search(part, words)), KINDS.get(kind, ""))


def calls_wrongly(function: str, message: str) -> bool:
    """Whether the check's own call failed, since the function does not take its arguments."""
    words, _, line = message.partition("\n")
    called = re.search(r"(\w+|<lambda>)\(\) (takes|missing) .*positional argument", words)
    return called is not None and called[1] in (function, "<lambda>") and not line


def alike(one: str, other: str) -> bool:
    """Whether two messages complain of the same thing, whatever the sizes are."""
    first, second = (
        re.sub(r"\d+", "", text.split("\n")[0]).split()[: 1 + TELLING_WORDS] for text in (one, other)
    )
    return first == second
