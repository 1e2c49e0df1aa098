"""One way to print a number, so that every machine prints the same digits.

A value that lies on a rounding edge (0.125 at two digits) may be printed as .12 here and .13 there.
`rounded` refuses such a value; the author then shows one more digit, or the exact fraction.
"""

import math
from fractions import Fraction

EDGE = Fraction(1, 1000)  # of the last printed digit: above float noise, below what a reader sees


def rounded(x, digits=2, longer=False):
    """Return x with a fixed number of digits, as a string.

    Args:
        x: an int, float or `Fraction`, or anything nested with a `tolist` or as lists and tuples of these.
        digits: digits after the point, >= 0.
        longer: show more digits of a value that lies on a rounding edge, instead of refusing it: for numbers
            that were recorded, and whose author cannot choose their digits.
    Returns:
        the digits, "0.45"; for nested values "[0.45, 0.60]"; "nan", "inf" and "-inf" as they are. There is
        no "-0.00".
    Raises:
        ValueError: for a value so close to a rounding edge that another machine could print another digit.
    """
    if hasattr(x, "tolist"):
        x = x.tolist()
    if isinstance(x, list | tuple):
        return "[" + ", ".join(rounded(value, digits, longer) for value in x) + "]"
    if isinstance(x, float) and not math.isfinite(x):
        return str(x)
    scaled = Fraction(x) * 10**digits
    if abs(scaled - math.floor(scaled) - Fraction(1, 2)) <= EDGE:
        if longer:
            return rounded(x, digits + 1, longer)
        raise ValueError(
            f"{float(x)!r} lies on a rounding edge at {digits} digits: machines could disagree. "
            f"Print {digits + 1} digits, or the exact fraction."
        )
    units = math.floor(scaled + Fraction(1, 2))
    whole, rest = divmod(abs(units), 10**digits)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}" + (f".{rest:0{digits}d}" if digits else "")
