"""Figures and tables of the chapter on recurrent networks."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from nltk import Tree
from torch import Tensor, nn

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures.curves import scientific
from prpn_book.figures.svg import SMALL
from prpn_book.rounding import rounded
from prpn_edu.composition.classifier import NAMES

SIGNS = {"negative": "\u2212", "positive": "+", "word": "0"}  # of verdicts, by the concepts that colour them


def verdicts(said: Mapping[str, Sequence[float]]) -> figures.Picture:
    """Figure: what a network says after each word of two remarks, from 0 to 4."""
    sheet, told = figures.Sheet(), []
    caption = (
        "A network reads two remarks made of the same words. Height: what it would say if the remark ended "
        "there, from very negative (below) to very positive (above)."
    )
    for row, (remark, levels) in enumerate(said.items()):
        sheet.add(_verdict(remark.split(), levels), dy=row * 190)
        told.append(f"{remark}: " + ", ".join(rounded(level) for level in levels))
    text = "\n".join([caption, "From 0, very negative, to 4, very positive:", *told])
    return figures.picture(sheet, text, caption, "fig-03-verdicts")


def _verdict(words: Sequence[str], levels: Sequence[float]) -> figures.Sheet:
    """One remark: its words, and above each the verdict so far."""
    sheet, high, wide = figures.Sheet(), 28, 62
    for level, name in ((0, "very negative"), (2, "neutral"), (4, "very positive")):
        sheet.text(-wide / 2 - 8, -level * high + 4, name, "word", "end", SMALL)
        sheet.line([(-wide / 2, -level * high), ((len(words) - 0.5) * wide, -level * high)], "rule", "thin")
    points = [(t * wide, -level * high) for t, level in enumerate(levels)]
    sheet.line(points, "ink", "dotted")
    for (x, y), level, word in zip(points, levels, words, strict=True):
        concept = "negative" if level < 1.5 else "positive" if level > 2.5 else "word"
        sheet.dot(x, y, 9, "paper")
        sheet.dot(x, y, 9, concept, share=0.45)
        sheet.dot(x, y, 9, concept, "outline")
        sheet.text(
            x, y + 4, {"negative": "\u2212", "positive": "+", "word": "0"}[concept], kind="bold", size=SMALL
        )
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
        beside = y - 8 if 0 < function(a) < 0.3 else y + 17
        sheet.text(a * wide + 8, beside, rounded(function(a)), concept, "start", SMALL)
    for a in (-4, -2, 2, 4):
        sheet.line([(a * wide, -3), (a * wide, 3)], "rule")
        sheet.text(a * wide, 16 if low > -0.5 or a > 0 else -8, str(a), "word", size=SMALL)
    sheet.text(-4 * wide, -1.4 * high, name, concept, "start")
    return sheet


def states(read: Sequence[int], after: Sequence[str], caption: str) -> figures.Picture:
    """Figure: numbers read one after the other, the state after each, and their shares at the end."""
    words = [str(x) for x in read]
    return figures.unrolled(words, caption, states=after, left=_halves(len(read)), start="0")


def _halves(size: int) -> list[Fraction]:
    return [Fraction(1, 2 ** (size - 1 - t)) for t in range(size)]


def answers_of_the_bag(record: dict, remarks: Sequence[str]) -> figures.Table:
    """Table: what Deep CBOW answers to two remarks."""
    made = record["models"]["Deep CBOW"]
    rows = [[remark, _answers(made, k)] for k, remark in enumerate(remarks)]
    return figures.Table(["remark", "what Deep CBOW answers, with three seeds"], rows)


def answers(record: dict) -> figures.Table:
    """Table: what every model answers to two remarks with the same words."""
    return figures.Table(
        ["model", "... but the critic hated it", "... but it was funny"],
        [[name, _answers(made, 0), _answers(made, 1)] for name, made in record["models"].items()],
        "Two remarks with the same words",
    )


def _answers(made: dict, remark: int) -> str:
    return ", ".join(NAMES[5][int(run["answers"]["remarks"][remark])] for run in made["runs"])


def printed_powers() -> figures.Table:
    """Table: four powers of 1/2 as the lecture prints them, beside the exact ones."""
    rows = []
    for n, printed in ((5, "0.03"), (10, "9e-4"), (15, "3e-5"), (20, "9e-7")):
        exact = Fraction(1, 2**n)
        one_digit = scientific(float(exact), 0)
        verdict = "agrees" if scientific(float(printed), 0) == one_digit else f"should be {one_digit}"
        rows.append([f"n = {n}", printed, str(exact), verdict])
    return figures.Table(
        ["", "printed", "exact", "verdict"], rows, "Powers of 1/2, as printed in the lecture"
    )


def halves_everywhere() -> figures.Picture:
    """Figure: a matrix whose every entry is one half."""
    units = ["unit 1", "unit 2", "unit 3"]
    return figures.matrix([[0.5] * 3] * 3, units, units, "A matrix R: every entry is one half.", digits=1)


def powers(
    matrices: Mapping[str, Tensor], radius: Callable[[Tensor], float], size: Callable[[Tensor, int], float]
) -> figures.Table:
    """Table: of each matrix the largest entry, the spectral radius, and the sizes of three powers."""
    rows = []
    for name, R in matrices.items():
        sizes = (scientific(size(R, n), 1) for n in (5, 20, 40))
        rows.append([name, rounded(R.abs().max()), rounded(radius(R)), *sizes])
    return figures.Table(
        ["matrix R", "entry", "radius", "R^5", "R^20", "R^40"],
        rows,
        "Largest entry, spectral radius and size of powers: the most that R^n can stretch any vector",
    )


def growth(matrices: Mapping[str, Tensor], size: Callable[[Tensor, int], float]) -> figures.Picture:
    """Figure: the size of the powers of each matrix."""
    exponents = [1, 5, 10, 20, 30, 40]
    sizes = {name: [size(R, n) for n in exponents] for name, R in matrices.items()}
    caption = "One grows, one lasts, one begins large and then vanishes"
    return figures.curves(sizes, exponents, ("power", "size of the power"), caption, log=True)


def turning(vectors: Sequence[Sequence[float]]) -> figures.Picture:
    """Figure: a vector, and what a matrix makes of it when it is used once, twice, three times."""
    after = dict(zip(("x", "R x", "R R x", "R R R x"), vectors, strict=True))
    return figures.arrows(
        after,
        "A matrix with the eigenvalues 0.9 and 0.3, used three times: the arrow turns to (1, 1) and shrinks.",
        ("first unit", "second unit"),
        made=list(after)[1:],
        digits=3,
    )


def slopes(R: Tensor, step: Tensor) -> figures.Picture:
    """Figure: a matrix beside the same rows times the slopes of the tanh."""
    return figures.matrix(
        [before + after for before, after in zip(R.tolist(), step.tolist(), strict=True)],
        ["to unit 1", "to unit 2"],
        ["R: from 1", "from 2", "with slopes: from 1", "from 2"],
        "The matrix R, and the same rows times the slopes: the second row is all but gone.",
        digits=1,
    )


def jacobians(sizes: Sequence[Sequence[float]], distances: Sequence[int]) -> figures.Picture:
    """Figure: how the size of the Jacobian changes with the steps, in three networks."""
    names = ("radius 0.7, small inputs", "radius 1.3, small inputs", "radius 1.3, large inputs")
    caption = "How a change of the first state reaches the state after $n$ steps"
    return figures.curves(
        dict(zip(names, sizes, strict=True)),
        distances,
        ("steps", "size of the gradient"),
        caption,
        1,
        log=True,
    )


def reach(sizes: Mapping[str, Sequence[float]], distances: Sequence[int]) -> figures.Picture:
    """Figure: how much of the loss reaches a word of a fresh cell."""
    axes = ("words back from the end", "size of the gradient")
    return figures.curves(
        sizes, distances, axes, "How much of the loss reaches a word, before training", 1, log=True
    )


def rnn_step(h: float) -> figures.Picture:
    """Figure: the step of the network with one unit, by numbers."""
    return figures.rnn_cell(
        {"x_t": 1.0, "h_{t-1}": 0.5, "h_t": rounded(h)},
        "One step of a network with one unit, W = 1, R = 0.5 and b = 0.",
    )


def four_sums(weights: Mapping[str, Sequence[Fraction]], sums: Mapping[str, Fraction]) -> figures.Table:
    """Table: the weights of the four gates of one unit, and what each adds up to."""
    return figures.Table(
        ["", "W", "R", "b", "sum"],
        [[name, *map(str, weights[name]), str(sums[name])] for name in weights],
        "The weights of the four, and W x + R h + b",
    )


def lstm_by_hand(
    sums: Mapping[str, Fraction], gates: Mapping[str, Sequence[float]], c: float, h: float
) -> figures.Table:
    """Table: one step of an LSTM with one unit, by hand and computed."""
    formulas = {name: f"{'tanh' if name == 'g' else 'sigma'}({sums[name]})" for name in gates}
    formulas |= {"new c": "f c + i g", "new h": "o tanh(c)"}
    by_hand = {"i": "0.50", "f": "0.88", "g": "0.76", "o": "0.73", "new c": "2.14", "new h": "0.71"}
    computed = {name: value[0] for name, value in gates.items()} | {"new c": c, "new h": h}
    return figures.Table(
        ["", "formula", "by hand", "computed", "verdict"],
        [
            [
                name,
                formulas[name],
                hand,
                rounded(computed[name], 4),
                "agrees" if rounded(computed[name]) == hand else "differs",
            ]
            for name, hand in by_hand.items()
        ],
        "One step of an LSTM with one unit",
    )


def lstm_step(gates: Mapping[str, Sequence[float]], c: float, h: float) -> figures.Picture:
    """Figure: the step by hand in the drawing of the cell."""
    numbers = {name: rounded(value[0]) for name, value in gates.items()}
    return figures.lstm_cell(
        {"x_t": "1", "h_{t-1}": "1/2", "c_{t-1}": "2", **numbers, "c_t": rounded(c), "h_t": rounded(h)},
        "The step by hand, in the drawing. The direct way from the old memory to the new: "
        "times f, plus what is written.",
        candidate="g",
        label="fig-03-lstm",
    )


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


def relative_clause() -> figures.Picture:
    """Figure: the tree of a sentence that a chain puts together in another order."""
    return figures.draw_tree(
        Tree.fromstring("(X (X (X the critic) (X that (X we admired))) (X hated it))"),
        "What the sentence is made of. A chain brings 'hated' together with 'admired' first.",
    )
