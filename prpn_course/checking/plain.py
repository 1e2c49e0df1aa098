"""What a check needs no torch for: a page of the book runs this file in the reader's browser.

There, MicroPython runs an answer on the cases that one can work by hand (`course.authoring.in_page` packs
them), and `verdict` says what came of it. A check in a notebook shares `likeliest`
and the words. Nothing is imported here,
and what MicroPython lacks is not used: `[*a, *b]`, `zip(strict=True)`.
"""

RELATIVE = 1e-5  # relative difference up to which an answer does what a mistake does
PRINTED = 5  # lines of what the answer printed that are shown
LONGEST = 400  # characters of one value
PENCIL = 40  # numbers in and out of a case that one can still work out by hand, as `shown.numbers` counts
PLAIN = "This cell has plain Python alone: no torch, and what comes in are lists, tuples and numbers."
STAR = "The small Python of this page does not know `[*a, *b]`. Join lists with +: `a + b`."
LOG = "The logarithm of 0, or of a number below 0, does not exist. What should the result be in that case?"
ADVICE = {
    "ImportError": PLAIN,
    "AttributeError": PLAIN,
    "IndexError": "An index ran past an end. An axis of n entries has the places 0 .. n-1.",
    "NameError": "A name is used that the function cannot see, or before it has a value.",
    "ZeroDivisionError": "A divisor is 0 here. What should the result be when nothing is left to divide?",
    "RecursionError": "It calls itself without an end. Is what it hands on smaller than what it got? "
    "A place in a slice, as `argmax` gives it, counts from where the slice begins.",
    "MemoryError": "The memory is full. Does something grow without an end?",
    "SyntaxError": "Python cannot read this line, or the one above it: a bracket, a colon, the indentation?",
    "IndentationError": "The line begins in the wrong column.",
}


NO_MISTAKE = (
    "No common mistake fits. Work the case above out by hand, one number at a time, beside your code."
)
TOO_LARGE = (
    "No common mistake fits, and the case above is too large for a pencil. Call your function with a smaller "
    "input of your own, one that you can work out, and print the numbers that it makes on the way."
)
OF_KIND = "The numbers are right in all"


class NotYet(Exception):
    """Raised by the line that the reader is to replace."""


def likeliest(mistakes, alike, wrong):
    """Find the known mistake that an answer behaves like.

    A mistake fits when the answer does the same in every case that tells, where the mistake goes wrong, and
    when these are at least half of the cases in which the answer is wrong: what explains fewer is more likely
    another mistake. Of those that fit, the one that differs from the answer in the fewest cases is named.
    Where none fits, one that fits in three of four cases that tell, and explains three of four that are
    wrong, will do: who makes a mistake may treat an edge in another way.

    Args:
        mistakes: of each its outcomes, one a case, and the cases that tell.
        alike: called with an outcome and its case; whether the answer does the same there.
        wrong: in how many cases the answer is wrong.
    Returns:
        the place of the mistake, or None, and the cases that tell of it.
    """
    best, explained, fewest = None, [], None
    for place, (theirs, telling) in enumerate(mistakes):
        shared = [k for k in telling if alike(theirs[k], k)]
        nearly = len(shared) < len(telling)
        if 2 * len(shared) < wrong or (nearly and 4 * len(shared) < 3 * max(len(telling), wrong)):
            continue
        rank = (nearly, sum([not alike(one, k) for k, one in enumerate(theirs)]))
        if fewest is None or rank < fewest:
            best, explained, fewest = place, shared, rank
    return best, explained


def smallest(places, sizes):
    """The case to show, of those at some places: one for a pencil, that hides no axis, with few numbers.

    Args:
        places: of the cases that may be shown.
        sizes: of each case whether it hides something, and how many numbers go in and come out.
    """
    return min(places, key=lambda k: (sizes[k][1] > PENCIL, sizes[k][0], sizes[k][1], k))


def opening(right, cases, is_smallest):
    """The line above the case that is shown: how many are right, and whether it is the smallest wrong one."""
    one = "The smallest that is not" if is_smallest else "One that is not"
    return f"Right in {right} of {cases} cases. {one}:"


def opening_of_kind(wrong, cases, what):
    """The same where all numbers are right, and something else is wrong in some cases."""
    where = "all" if wrong == cases else wrong
    return f"{OF_KIND} {cases} cases. In {where} of them {what}. The smallest of these:"


def named(name, hint, explained, wrong):
    """What is said of a known mistake that explains some of the wrong cases."""
    also = f" That explains {explained} of {wrong} wrong cases." if explained < wrong else ""
    return [f"Likely mistake: your answer behaves like one that {name}.{also}", f"Hint: {hint}"]


def verdict(source, task, trace):
    """Run an answer on the cases of a task and say what came of it.

    Args:
        source: what the reader wrote.
        task: as `course.authoring.in_page.packed` gives it.
        trace: from an exception to the text of its traceback, in which the answer is the file "answer".
    Returns:
        a dict: "state", one of right, wrong, open; "lines"; "case", rows of a label and a text; "said".
    """
    space = {"NotYet": NotYet, "__name__": "answer"}
    try:
        exec(task["given"], space)
        exec(compile(source, "answer", "exec"), space)
    except BaseException as error:
        return _stopped(error, source, trace, [])
    function = space.get(task["function"])
    if not callable(function):
        return _report(
            "wrong", [f"There is no function {task['function']}. Keep its name, or take the stub back."]
        )
    try:
        came = [_run(function, space, one["case"], source, trace) for one in task["cases"]]
    except NotYet:
        return _report("open", ["Write your lines in place of the line that raises NotYet, then run again."])
    return _judged(task, came)


def _judged(task, came):
    """The verdict on what came of the cases."""
    cases = task["cases"]
    wrong = [k for k, one in enumerate(cases) if not _right(task, one, came[k])]
    if not wrong:
        return _report("right", [f"Right in all {len(cases)} cases."])

    def alike(theirs, k):
        return "value" in came[k] and same(theirs, came[k]["value"], task["tolerance"], RELATIVE)

    mistakes = [(one["came"], one["telling"]) for one in task["mistakes"]]
    found, explained = likeliest(mistakes, alike, len(wrong))
    sizes = [one["size"] for one in cases]
    k = smallest(explained if found is not None else wrong, sizes)
    lines = [opening(len(cases) - len(wrong), len(cases), k == smallest(wrong, sizes))]
    if all(_numbers_agree(task, one, came[n]) for n, one in enumerate(cases)):
        what = "what came in was changed" if came[k]["changed"] else "they are floats"
        lines = [opening_of_kind(len(wrong), len(cases), what)]
    told = [["expected", cases[k]["told"]], ["came", came[k]["told"]]]
    case = cases[k]["shown"] + told + came[k]["more"]
    said = came[k]["said"]
    if found is not None:
        mistake = task["mistakes"][found]
        said = named(mistake["name"], mistake["hint"], len(explained), len(wrong))
    return _report("wrong", lines, case, said or [NO_MISTAKE])


def _run(function, space, case, source, trace):
    """What came of one case: "told" in words, "more" rows, what is "said", a "value" to be compared."""
    printed, given, arguments = [], eval(case), eval(case)
    space["print"] = lambda *what, **_: printed.append(" ".join(map(str, what)))
    try:
        result = function(*arguments)
        changed = arguments != given
        value, trouble = plain(result)
        told = (trouble or show(value)) + ("  (changed what came in)" if changed else "")
    except NotYet:
        raise
    except BaseException as error:  # the answer's, or that of a list which holds itself
        stopped = _stopped(error, source, trace, printed)
        return {"told": stopped["lines"][0], "more": stopped["case"], "said": stopped["said"]}
    said = ["the function changes what came in. Whoever called it still needs that."] if changed else []
    if trouble.startswith("an object of type"):
        said = ["another kind of object than asked for. Return a list, or a tuple, of numbers."]
    if result is None:
        said = ["the function has no return, or a path through it that ends without one."]
    came = {"told": told, "more": _printed(printed), "said": [f"Likely mistake: {one}" for one in said]}
    if not trouble:
        came["value"], came["changed"] = value, changed
    return came


def _right(task, case, came):
    """Whether what came is right. Without tolerance whole numbers must be stored as such."""
    if not _numbers_agree(task, case, came) or came["changed"]:
        return False
    if task["whole"] and any(isinstance(x, float) for x in entries(came["value"])):
        came["told"] += "  (floats)"
        came["said"] = [
            "Likely mistake: the right numbers, but as floats. These are places: keep them whole."
        ]
        return False
    return True


def _numbers_agree(task, case, came):
    """Whether the numbers that came are right, however they are stored."""
    return "value" in came and same(case["expected"], came["value"], task["tolerance"])


def _stopped(error, source, trace, printed):
    """The verdict on an answer that raised."""
    kind, words = type(error).__name__, str(error)
    if kind == "RuntimeError" and ("recursion" in words or "pystack" in words):
        kind = "RecursionError"
    lines = source.split("\n")
    numbers = [
        line.split("line ")[1].split(",")[0] for line in trace(error).split("\n") if 'File "answer"' in line
    ]
    number = min(int(numbers[-1]), len(lines)) if numbers else 0
    told = f"{kind}: {words}" if words else kind
    where = [[f"in line {number}", lines[number - 1].strip()]] if number else []
    advice = STAR if words.startswith("*x") else LOG if words == "math domain error" else ADVICE.get(kind)
    said = [f"Likely mistake: {advice}"] if advice else []
    return _report("wrong", [f"Python stopped. {told}"], where + _printed(printed), said)


def _report(state, lines, case=(), said=()):
    return {"state": state, "lines": list(lines), "case": list(case), "said": list(said)}


def _printed(lines):
    more = ["..."] if len(lines) > PRINTED else []
    return [["it printed", "\n".join([line[:100] for line in lines[:PRINTED]] + more)]] if lines else []


def plain(result):
    """A result as nested lists of numbers, and "", or None and what came in place of that."""
    if result is None:
        return None, "None"
    if isinstance(result, (bool, int, float)):
        return result, ""
    if not isinstance(result, (list, tuple)):
        return None, f"an object of type {type(result).__name__}"
    rows = [plain(row) for row in result]
    trouble = [said for _, said in rows if said]
    if trouble:
        return None, f"a list that holds {trouble[0]}"
    values = [value for value, _ in rows]
    if len({str(shape(value)) for value in values}) > 1:
        return None, "rows of different lengths"
    return values, ""


def shape(value):
    """The shape of nested lists, as a list."""
    if not isinstance(value, list):
        return []
    return [len(value)] + (shape(value[0]) if value else [])


def entries(value):
    """The numbers in nested lists, in order."""
    return [x for row in value for x in entries(row)] if isinstance(value, list) else [value]


def same(a, b, tolerance, relative=0.0):
    """Whether two results have one shape and equal entries; nan equals nan."""
    if shape(a) != shape(b):
        return False
    pairs = zip(entries(a), entries(b))  # noqa: B905  MicroPython's zip knows no strict
    return all(x == y or abs(x - y) <= tolerance + relative * abs(y) or (x != x and y != y) for x, y in pairs)


def show(value):
    """A result as a reader would type it, row by row, whole numbers without a point."""
    whole = all(x == x and abs(x) < 1e15 and x == int(x) for x in entries(value))

    def told(part):
        if not isinstance(part, list):
            return str(int(part)) if whole else f"{float(part):.4f}"
        between = ",\n " if part and isinstance(part[0], list) else ", "
        return "[" + between.join([told(one).replace("\n", "\n ") for one in part]) + "]"

    text = told(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."
