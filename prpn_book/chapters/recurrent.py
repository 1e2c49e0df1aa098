"""Figures and tables of the chapter on recurrent networks."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

import torch
from nltk import Tree
from torch import Tensor, nn

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures.curves import scientific
from prpn_book.figures.svg import SMALL
from prpn_book.rounding import rounded
from prpn_book.views import memory
from prpn_edu import shipped
from prpn_edu.composition.classifier import NAMES
from prpn_edu.composition.recurrent import LstmCell, RnnCell
from prpn_edu.loops import lstm as lstm_loops
from prpn_edu.loops import rnn as rnn_loops

# One unit whose four sums are round at x = 1, h = 1/2: W, R and b of each.
ROUND = {
    "f": (Fraction(1), Fraction(0), Fraction(1)),
    "i": (Fraction(1), Fraction(-2), Fraction(0)),
    "g": (Fraction(1, 2), Fraction(1), Fraction(0)),
    "o": (Fraction(0), Fraction(2), Fraction(0)),
}
SIGNS = {"negative": "\u2212", "positive": "+", "word": "0"}  # of verdicts, by the concepts that colour them
Cell = RnnCell | LstmCell
DISTANCES = [1, 5, 10, 15, 20, 25, 30]  # words


def read_by_the_page(remark: str) -> dict:
    """What the LSTM that comes with the course computes at each word of a remark: `views.memory.explore`."""
    if not memory.SHIPPED:
        memory.install(shipped.lstm())
    return memory.explore(remark, 0, 1)


def verdicts(remarks: Sequence[str]) -> figures.Picture:
    """Figure: what the LSTM says after each word of two remarks, from 0 to 4."""
    sheet, told = figures.Sheet(), []
    caption = (
        "A network reads two remarks made of the same words. "
        "Height: its mean verdict if the remark ended there."
    )
    for row, remark in enumerate(remarks):
        levels = [
            sum(k * p for k, p in enumerate(chances)) for chances in read_by_the_page(remark)["chances"]
        ]
        sheet.add(_verdict(remark.split(), levels), dy=row * 190)
        told.append(f"{remark}: " + ", ".join(rounded(level, 1) for level in levels))
    text = "\n".join([caption, "From 0, very negative, to 4, very positive:", *told])
    return figures.picture(sheet, text, caption, "fig-03-verdicts")


def _verdict(words: Sequence[str], levels: Sequence[float]) -> figures.Sheet:
    """One remark: its words, and above each the verdict so far."""
    sheet, high, wide = figures.Sheet(), 28, 47
    for level, name in ((0, "very negative"), (2, "neutral"), (4, "very positive")):
        sheet.text(-wide / 2 - 8, -level * high + 4, name, "word", "end", SMALL)
        sheet.line([(-wide / 2, -level * high), ((len(words) - 0.5) * wide, -level * high)], "rule", "thin")
    points = [(t * wide, -level * high) for t, level in enumerate(levels)]
    sheet.line(points, "ink", "dotted")
    for (x, y), verdict, word in zip(points, levels, words, strict=True):
        concept = "negative" if verdict < 1.5 else "positive" if verdict > 2.5 else "word"
        sheet.dot(x, y, 9, "paper")
        sheet.dot(x, y, 9, concept, share=0.45)
        sheet.dot(x, y, 9, concept, "outline")
        sheet.text(x, y + 4, SIGNS[concept], kind="bold", size=SMALL)
        sheet.text(x, 32, word, "word")
    return sheet


def squashes() -> figures.Picture:
    """Figure: the tanh and the sigmoid, with the values that the chapter uses."""
    sheet, told = figures.Sheet(), []
    curves = (
        ("tanh: what can be written", math.tanh, (-1, 0, 1), "memory"),
        ("\u03c3: how far a gate is open", lambda a: 1 / (1 + math.exp(-a)), (-2, 0, 2), "gate"),
    )
    for place, (name, function, at, concept) in enumerate(curves):
        sheet.add(_curve(name, function, at, concept), dx=place * 330, alone=True)
        told.append(f"{name}: " + ", ".join(f"{rounded(function(a))} at {a}" for a in at))
    caption = "The two curves of this chapter. Both are flat at their ends: there the slope is nearly 0."
    return figures.picture(sheet, "\n".join([caption, *told]), caption, "fig-03-curves")


def _curve(name: str, function: Callable[[float], float], at: Sequence[int], concept: str) -> figures.Sheet:
    """One curve from -4 to 4, with its values at some places."""
    sheet, wide, high = figures.Sheet(), 32, 52
    low = function(-4)
    sheet.line([(-4 * wide, 0), (4 * wide, 0)], "rule")
    sheet.line([(0, -1.15 * high), (0, min(1.15 * high, 8 - low * high))], "rule")
    sheet.line([(x / 10 * wide, -function(x / 10) * high) for x in range(-40, 41)], concept, "thick")
    for a in at:
        y = -function(a) * high
        sheet.dot(a * wide, y, 4, concept)
        side, above, anchor = (-8, -4, "end") if a < 0 else (8, 17, "start")
        sheet.text(a * wide + side, y + above, rounded(function(a)), concept, anchor, SMALL)
    for level in (1, -1) if low < -0.5 else (1,):
        sheet.line([(-3, -level * high), (3, -level * high)], "rule")
        sheet.text(-8, -level * high + 4, str(level), "word", "end", SMALL)
    for a in (-4, -2, 2, 4):
        sheet.line([(a * wide, -3), (a * wide, 3)], "rule")
        sheet.text(a * wide, 16 if low > -0.5 or a > 0 else -8, str(a), "word", size=SMALL)
    sheet.text(-4 * wide, -1.4 * high, name, concept, "start")
    return sheet


def keeps_half(read: Sequence[int]) -> figures.Picture:
    """Figure: numbers read by a network that keeps half, its states, and their shares in the last one."""
    states = list(accumulate(map(Fraction, read), lambda h, x: x + h / 2))
    left = [Fraction(1, 2 ** (len(read) - 1 - t)) for t in range(len(read))]
    told = ", ".join(map(str, read))
    caption = f"A network that keeps half reads {told}. Bars: the share of each in the last state."
    return figures.unrolled([str(x) for x in read], caption, [str(h) for h in states], left, start="0")


def one_unit() -> figures.Picture:
    """Figure: one unit with W = 1 and R = 1/2 reads 1, 1, 1; how a change of each state reaches the last."""
    states = [h for (h,) in rnn_loops.rnn([[1.0]], [[0.5]], [0.0], [[1.0]] * 3)]
    factors = [0.5 * (1 - h * h) for h in states[1:]]
    left = [math.prod(factors[t:]) for t in range(len(states))]
    caption = (
        "One unit reads 1, 1, 1, with W = 1, R = 0.5 and b = 0. Bars: what arrives at the last state of a "
        "small change of each state."
    )
    return figures.unrolled(["1"] * 3, caption, [rounded(h) for h in states], left, start="0", digits=3)


def matrices() -> dict[str, Tensor]:
    """Three matrices whose powers do different things."""
    cos, sin = math.cos(math.pi / 3), math.sin(math.pi / 3)
    return {
        "one half everywhere, 3 x 3": torch.full((3, 3), 0.5).double(),
        "a rotation by 60 degrees, 2 x 2": torch.tensor([[cos, -sin], [sin, cos]]).double(),
        "1/2 on the diagonal, 4 above, 2 x 2": torch.tensor([[0.5, 4.0], [0.0, 0.5]]).double(),
    }


def radius(R: Tensor) -> float:
    """The spectral radius."""
    return torch.linalg.eigvals(R).abs().max().item()


def size(R: Tensor, n: int = 1) -> float:
    """The most that R^n can stretch any vector."""
    return torch.linalg.matrix_norm(torch.linalg.matrix_power(R, n), 2).item()


def powers(of: Mapping[str, Tensor]) -> figures.Table:
    """Table: of each matrix the largest entry, the spectral radius, and the sizes of three powers."""
    rows = []
    for name, R in of.items():
        sizes = (scientific(size(R, n), 1) for n in (5, 20, 40))
        rows.append([name, rounded(R.abs().max()), rounded(radius(R)), *sizes])
    return figures.Table(
        ["matrix R", "entry", "radius", "R^5", "R^20", "R^40"],
        rows,
        "Largest entry, spectral radius and size of powers: the most that R^n can stretch any vector",
    )


def growth(of: Mapping[str, Tensor]) -> figures.Picture:
    """Figure: the size of the powers of each matrix."""
    exponents = [1, 5, 10, 20, 30, 40]
    sizes = {name: [size(R, n) for n in exponents] for name, R in of.items()}
    caption = (
        "Powers of three matrices. Size: the most that a power can stretch any vector. One grows, one lasts, "
        "one begins large and then vanishes"
    )
    return figures.curves(sizes, exponents, ("power", "size of the power"), caption, log=True)


def answers(record: dict) -> figures.Table:
    """Table: what every model answers to two remarks with the same words."""
    return figures.Table(
        ["model", "… hated it", "… was funny"],
        [[name, _answers(made, 0), _answers(made, 1)] for name, made in record["models"].items()],
        "Two remarks with the same words",
    )


def _answers(made: dict, remark: int) -> str:
    told = Counter(NAMES[5][int(run["answers"]["remarks"][remark])] for run in made["runs"])
    return ", ".join(f"{name} ({n} of {told.total()})" for name, n in told.items())


def turning(vectors: Sequence[Sequence[float]]) -> figures.Picture:
    """Figure: a vector, and what a matrix makes of it when it is used once, twice, three times."""
    after = dict(zip(("x", "1", "2", "3"), vectors, strict=True))
    return figures.arrows(
        after,
        "A matrix with the eigenvalues 0.9 and 0.3, used once (1), twice (2), three times (3): "
        "the arrow turns to (1, 1) and shrinks.",
        ("first unit", "second unit"),
        made=list(after)[1:],
        digits=3,
        largest=96,
    )


def takes_back() -> tuple[Tensor, Tensor]:
    """A matrix whose powers vanish, and the same rows times slopes, whose powers explode."""
    R = torch.tensor([[2.0, -3.0], [1.0, -1.4]], dtype=torch.float64)
    h = torch.tensor([0.0, 0.9999], dtype=torch.float64)  # after every word
    return R, (1 - h**2)[:, None] * R


def slopes() -> figures.Picture:
    """Figure: a matrix beside the same rows times the slopes of the tanh."""
    R, step = takes_back()
    return figures.matrix(
        [before + after for before, after in zip(R.tolist(), step.tolist(), strict=True)],
        ["to unit 1", "to unit 2"],
        ["R: from 1", "from 2", "with slopes: from 1", "from 2"],
        "The matrix R, and the same rows times the slopes: the second row is all but gone.",
        digits=1,
    )


def slopes_in_numbers() -> figures.Table:
    """Table: radius, singular value and 20th power of both."""
    rows = [
        [name, rounded(radius(matrix)), rounded(size(matrix)), scientific(size(matrix, 20))]
        for name, matrix in zip(("R alone", "with slopes"), takes_back(), strict=True)
    ]
    return figures.Table(
        ["matrix", "radius", "largest singular value", "size of the 20th power"],
        rows,
        "The same two matrices",
    )


def jacobians() -> figures.Picture:
    """Figure: how the size of the Jacobian changes with the steps, in three networks of 32 units."""
    settings = {
        "radius 0.7, small inputs": (0.7, 0.1),
        "radius 1.3, small inputs": (1.3, 0.1),
        "radius 1.3, large inputs": (1.3, 1.0),
    }
    sizes = {name: _sizes_of_jacobian(*setting) for name, setting in settings.items()}
    caption = "How a change of the state reaches the state $n$ steps later"
    return figures.curves(sizes, DISTANCES, ("steps", "size of the gradient"), caption, 1, log=True)


def _sizes_of_jacobian(to: float, input_size: float) -> list[float]:
    """Of a random network with a spectral radius of `to`, after the steps of `DISTANCES`."""
    generator = torch.Generator().manual_seed(3)
    R, x = (torch.randn(n, 32, generator=generator, dtype=torch.float64) for n in (32, 30))
    R = R * to / radius(R)
    h, product, sizes = torch.zeros(32).double(), torch.eye(32).double(), [1.0]
    for word in input_size * x:
        h = torch.tanh(word + R @ h)  # (H,)
        product = (1 - h**2)[:, None] * R @ product  # (H, H)
        sizes.append(size(product))
    return [sizes[n] for n in DISTANCES]


def unrolled_lstm(words: Sequence[str]) -> figures.Picture:
    """Figure: the LSTM over some words."""
    caption = (
        "An LSTM over two words. Memory runs along the top; a cross multiplies by a gate. All gates and "
        "$g$ read the word and the output before."
    )
    return figures.unrolled_lstm(words, caption=caption, label="fig-03-lstm")


def by_hand(words: Sequence[float], h: float | Fraction, c: float | Fraction) -> list[dict]:
    """Steps of an LSTM with the weights `ROUND`: for each word "x", "before", "parts", "h" and "c"."""
    as_lists = {name: ([[float(W)]], [[float(R)]], [float(b)]) for name, (W, R, b) in ROUND.items()}
    steps = []
    for x in words:
        before = (h, c)
        (new_h,), (new_c,), parts = lstm_loops.lstm_cell(as_lists, [float(x)], [float(h)], [float(c)])
        steps.append(
            {"x": x, "before": before, "parts": {k: v[0] for k, v in parts.items()}, "h": new_h, "c": new_c}
        )
        h, c = new_h, new_c
    return steps


def four_sums(steps: Sequence[dict]) -> figures.Table:
    """Table: the weights of the four, their sums at the first word, and what the curve makes of each."""
    first = steps[0]
    rows = []
    for name, (W, R, b) in ROUND.items():
        total = W * first["x"] + R * first["before"][0] + b
        curve = "tanh" if name == "g" else "\u03c3"
        rows.append(
            [name, *map(str, (W, R, b, total)), f"{curve}({total}) = {rounded(first['parts'][name])}"]
        )
    return figures.Table(
        ["", "W", "R", "b", "W x + R h + b", "value"],
        rows,
        "The weights of the four, and what becomes of the word",
    )


def lstm_steps(steps: Sequence[dict]) -> figures.Picture:
    """Figure: the steps by hand in the drawing."""
    numbers = [
        {name: rounded(value) for name, value in {**one["parts"], "c": one["c"], "h": one["h"]}.items()}
        for one in steps
    ]
    h, c = map(str, steps[0]["before"])
    return figures.unrolled_lstm(
        [f"x = {one['x']}" for one in steps],
        numbers,
        {"c": c, "h": h},
        "The step by hand, and a second one. At the second word the forget gate is half open, and next to "
        "nothing is written.",
        "fig-03-steps",
    )


def gates_over(remark: str) -> figures.Picture:
    """Figure: the gates of the trained LSTM at each word, and what is left of each word at the end."""
    view = read_by_the_page(remark)
    rows = {
        "forget gate": "forget",
        "input gate": "input",
        "output gate": "output",
        "memory left at the end": "left",
    }
    return figures.gate_bars(
        {name: view[key] for name, key in rows.items()},
        view["words"],
        "A trained LSTM reads. Gates are averages over its 16 units. Last row: the share of what each word "
        "wrote that the memory still holds after the last word",
        label="fig-03-gates",
        numbered=False,
        above=True,
    )


def held(record: dict) -> figures.Table:
    """Table: right answers to remarks with one "but", with forget gates as learnt and held."""
    turns, rows = record["remarks"]["turns"], []
    for way in next(iter(record["models"].values()))["right_of_turns"]:
        right = [100 * model["right_of_turns"][way] / turns for model in record["models"].values()]
        change = record["change_when_held"].get(way)
        told = "" if change is None else f"{rounded(change[0], 1)} to {rounded(change[1], 1)}"
        rows.append([way, records.mean_text(right), told])
    return figures.Table(
        ["forget gates", "right, %", "change, 95 % interval"],
        rows,
        f"{turns} test remarks with one 'but': mean and standard deviation of {len(record['models'])} LSTMs",
    )


def mean_gates(record: dict) -> figures.Table:
    """Table: the words at which the forget gates are lowest and highest, over all seeds."""
    models = [model["gates"] for model in record["models"].values()]
    means = {
        word: [
            sum(gates[word][name] for gates in models) / len(models) for name in ("forget", "input", "output")
        ]
        for word in models[0]
    }
    order = sorted(means, key=lambda word: means[word][0])
    return figures.Table(
        ["word", "forget", "input", "output"],
        [[word, *(rounded(x, 2, longer=True) for x in means[word])] for word in order[:6] + order[-4:]],
        f"Mean gates of {len(models)} LSTMs at frequent words: the six with the lowest forget gates, and the "
        "four with the highest",
    )


def _fresh(kind: type[Cell], forget_bias: float | None = None, H: int = 32) -> Cell:
    """A cell as it begins, perhaps with another bias of its forget gates."""
    torch.manual_seed(1)
    cell = kind(H, H).double()
    if forget_bias is not None:
        cell.b.data[H : 2 * H] = forget_bias  # i, f, g, o
    return cell


def _reach(cell: Cell, direct: bool = False, steps: int = 30) -> list[float]:
    """How much of the last state's gradient reaches the words at `DISTANCES` back."""
    x = torch.randn(50, steps, cell.W.size(1)).double().requires_grad_()  # (B, T, E)
    state = cell.start(x)
    for read in cell.read(x).unbind(1):
        if direct:  # no gradient through the outputs into the gates
            state = (state[0].detach(), state[1])
        state = cell.step(read, state)
    state[0].sum().backward()
    assert x.grad is not None
    sizes = x.grad.norm(dim=2).mean(0).flip(0)  # (T,)  0 = the last word
    return [sizes[n - 1].item() for n in DISTANCES]


def reached() -> dict[str, list[float]]:
    """How far the gradient reaches back in five fresh cells."""
    found = {"RNN": _reach(_fresh(RnnCell))}
    identity = _fresh(RnnCell)
    identity.R.data = torch.eye(32).double()
    return found | {
        "RNN, R the identity": _reach(identity),
        "LSTM": _reach(_fresh(LstmCell)),
        "LSTM, forget bias 3": _reach(_fresh(LstmCell, forget_bias=3.0)),
        "LSTM, forget bias 3, direct way": _reach(_fresh(LstmCell, forget_bias=3.0), direct=True),
    }


def reach(sizes: Mapping[str, Sequence[float]]) -> figures.Picture:
    """Figure: how much of the loss reaches a word of a fresh simple network, and of two fresh LSTMs."""
    sizes = {name: sizes[name] for name in ("RNN", "LSTM", "LSTM, forget bias 3")}
    axes = ("words back from the end", "size of the gradient")
    return figures.curves(
        sizes, DISTANCES, axes, "How much of the loss reaches a word, before training", 1, log=True
    )


def reach_each_word(sizes: Mapping[str, Sequence[float]]) -> figures.Table:
    """Table: the factor of one word, from 5 to 30 words back."""
    rows = [[name, rounded((of[-1] / of[1]) ** (1 / 25))] for name, of in sizes.items()]
    return figures.Table(["cell", "times, with each word"], rows, "What one more word leaves of the gradient")


def weights(models: Sequence[nn.Module], V: int, E: int, H: int) -> figures.Table:
    """Table: how many weights a bag, an RNN and an LSTM have, by formula and counted."""
    formulas = {
        "Deep CBOW": ("V E + H (E + 1) + H (H + 1)", V * E + H * (E + 1) + H * (H + 1)),
        "RNN": ("V E + H (E + H + 1)", V * E + H * (E + H + 1)),
        "LSTM": ("V E + 4 H (E + H + 1)", V * E + 4 * H * (E + H + 1)),
    }
    rows = []
    for model, (name, (formula, number)) in zip(models, formulas.items(), strict=True):
        counted = sum(p.numel() for p in model.parameters())
        rows.append([name, formula, str(number), str(number + 5 * (H + 1)), str(counted)])
    return figures.Table(
        ["model", "words and layers", "number", "with 5 (H + 1) for the scores", "counted in the library"],
        rows,
        "Weights of the three models",
    )


def accuracy(scores: Mapping[str, Mapping[str, float]]) -> figures.Table:
    """Table: the test accuracy of each model, over all remarks and over parts of them."""
    parts = list(next(iter(scores.values())))
    rows = [[name, *(rounded(score[part], 1) for part in parts)] for name, score in scores.items()]
    return figures.Table(["model", *parts], rows, "Test accuracy in %, means of three seeds")


def by_part(record: dict, trees: Sequence[Tree]) -> dict[str, dict[str, float]]:
    """Accuracy in per cent of every recorded model on all remarks, short ones, long ones, and swaps."""
    short = Tensor([len(tree.leaves()) <= 8 for tree in trees]).bool()
    scores = {}
    for name in record["models"]:
        test, swaps = records.marks(record, name), records.marks(record, name, "swaps")
        parts = {"all": test, "to 8 words": test[:, short], "longer": test[:, ~short], "swaps": swaps}
        scores[name] = {part: 100 * marks.mean().item() for part, marks in parts.items()}
    return scores


def short_remarks(record: dict, trees: Sequence[Tree]) -> figures.Table:
    """Table: by how many points the simple network differs from the bag on remarks of up to 8 words."""
    short = [len(tree.leaves()) <= 8 for tree in trees]
    rnn, bag = (records.marks(record, name)[:, short] for name in ("RNN", "Deep CBOW"))
    points, low, high = records.difference(rnn, bag)
    row = ["RNN minus Deep CBOW", rounded(points, 1), f"{rounded(low, 1)} to {rounded(high, 1)}"]
    return figures.Table(["remarks of up to 8 words", "points", "95 % interval"], [row])


def on_sst() -> figures.Table:
    """Table: the test accuracy of three models on SST."""
    rows = []
    for name, title in (("deep-cbow-tuned", "Deep CBOW"), ("rnn-tuned", "RNN"), ("lstm-tuned", "LSTM")):
        test = records.read(f"sst-{name}")["test"]
        rows.append([title, rounded(test["mean"], 2), rounded(test["sd"], 2)])
    return figures.Table(
        ["model", "mean", "standard deviation"], rows, "SST, root labels: test accuracy in %, three seeds"
    )


def as_if_alone(right: Mapping[str, int], of: int) -> figures.Table:
    """Table: how many sentences of a batch end in the state that they have when read alone."""
    return figures.Table(
        ["state", "as if read alone"],
        [[state, f"{count} of {of}"] for state, count in right.items()],
        f"{of} sentences of different lengths, read in one batch",
    )


def rectangle(sentences: Sequence[Sequence[str]]) -> figures.Picture:
    """Figure: sentences as a batch, filled up with padding."""
    return figures.batch_grid(
        sentences, "Three remarks in one rectangle. Hatched: padding, which the network reads too."
    )


def padding(as_they_come: int, by_length: int, words: int, remarks: int) -> figures.Table:
    """Table: how many steps an epoch takes, and how many of them read padding."""
    steps = {
        "padded, in the order of the treebank": as_they_come,
        "padded, sorted by length": by_length,
        "packed": words,
    }
    return figures.Table(
        ["batches of 25", "steps", "of them on padding"],
        [[name, str(cells), f"{rounded(100 * (1 - words / cells), 0)} %"] for name, cells in steps.items()],
        f"Steps of the network for one epoch over {remarks} remarks",
    )
