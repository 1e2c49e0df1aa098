"""What the chapter on PRPN's three networks draws: filters, tapes, and what five trainings recorded."""

import math
import statistics
from collections.abc import Mapping, Sequence

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import Film, Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent import Prpn, split


def walls_while_learning(frames: Sequence[dict], words: Sequence[str]) -> Film:
    """One sentence's walls and their tree, at recorded moments of a training."""
    told = "Walls after {step} batches, and the tree that is cut between the words."
    show = ("bars", "numbers", "tree")
    pictures = {
        str(frame["step"]): [
            figures.skyline(frame["d"][1:], words, told.format(**frame), show=show, scale=(0, 1))
        ]
        for frame in frames
    }
    return Film(pictures, "Batches read", start="0")


def untrained(gold: Tree, drawn: Sequence[Tree], shown: int = 3) -> Picture:
    """A tree beside one of those that networks before any training give for the same words."""
    luck = sum(trees.spans(tree) == trees.spans(gold) for tree in drawn)
    told = "The tree that the grammar drew this remark from, and a tree of meaningless walls."
    return figures.draw_trees(
        [gold, drawn[shown]],
        ["the toy grammar's tree", "an untrained network's"],
        labels=False,
        marked=[set(), trees.spans(drawn[shown]) - trees.spans(gold)],
        caption=f"{told} Of nine seeds {luck} draw the right one, by luck.",
    )


def sliding_filter(words: Sequence[str], numbers: Sequence[float], kernel: Sequence, bias: float) -> Picture:
    """One filter of a convolution that slides over a sentence."""
    told = "A filter of width 3 slides over five words. Each box holds weight times number; 0 pads the start."
    return figures.window(words, numbers, kernel, told, bias=bias, label="fig-08-window")


def features_as_scores(d: Sequence[float], words: Sequence[str]) -> Picture:
    """The features of one filter as walls."""
    told = "Features 5, 7, 3, 0, 1 as scores: d = sigmoid(f/2 - 1), and their tree."
    return figures.skyline(d, words, told, show=("bars", "numbers", "tree"))


def one_word_changes(words: Sequence[str], rows: Mapping[str, Sequence[float]]) -> Table:
    """The scores of a sentence, and those after one word was changed."""
    lines = [[name, *map(rounded, row)] for name, row in rows.items()]
    return Table(["", *words], lines, "Scores when one word changes.")


def two_sentences(sentences: Sequence[Sequence[str]]) -> Picture:
    """Sentences of different length as one batch."""
    told = "Two sentences as a batch. Hatched places are never scored; two zeros stand before each row."
    return figures.batch_grid(sentences, told)


def reading_step(raw: Sequence, g: Sequence, s: Sequence, words: Sequence[str]) -> Picture:
    """One step of the reading network: attention, gates, gated attention."""
    rows = {"s~ = softmax(0, 1, 2)": raw, "g, the gates": g, "s, attention inside": s}
    told = "Step 3: the products h_i k are 0, 2 and 4; halved, they go into the softmax."
    return figures.gate_bars(rows, words, told, digits=3, label="fig-08-read")


def tapes(h: Sequence[Sequence], c: Sequence[Sequence]) -> Picture:
    """Both tapes of the reading network; the last row of each is its average at step 3."""
    names = [f"{letter}{row}" for letter in "hc" for row in ("_0", "_1", "_2", "~_3")]
    told = "Both tapes and their averages under the same three weights."
    return figures.matrix([*h, *c], names, ["1", "2", "3", "4"], told, concept="memory")


def softmax_by_size(largest: Mapping[int, tuple[float, float]]) -> Picture:
    """The largest of ten attention weights, without and with division by the square root of the size.

    Args:
        largest: from the size of the vectors, a power of 2, to the two weights.
    """
    plain, divided = zip(*largest.values(), strict=True)
    lines = {"h k": plain, "h k / sqrt(size)": divided}
    axes = ("size of the vectors, as a power of 2", "largest of ten weights")
    told = "The larger the vectors, the harder the softmax, unless one divides"
    return figures.curves(lines, [size.bit_length() - 1 for size in largest], axes, told)


def guessed_gates(now: Sequence, ahead: Sequence, words: Sequence[str]) -> Picture:
    """The gates of step 3, and the guessed ones of step 4."""
    rows = {"g, gates of step 3": now, "g', guessed gates of step 4": ahead}
    told = "At i = 2 the gate of step 3 is open; the guessed one lets through alpha = (1 + 0.50 - 0.27)/2."
    return figures.gate_bars(rows, words, told, label="fig-08-guess")


def weights_by_part(model: Prpn) -> Table:
    """How many weights each part of a PRPN has."""
    parts = {
        "table of words, also the output": [model.table],
        "output bias": [model.out.bias],
        "Parsing": model.parser.parameters(),
        "Reading": model.readers.parameters(),
        "Predict": model.predictor.parameters(),
        "together": model.parameters(),
    }
    counts = {name: sum(weight.numel() for weight in part) for name, part in parts.items()}
    rows = [[name, f"{n:,}", f"{100 * n / counts['together']:.0f} %"] for name, n in counts.items()]
    told = f"Weights of a PRPN for {len(model.vocabulary)} words. Without tying, the table would count twice."
    return Table(["part", "weights", "share"], rows, told)


def gates_while_learning(frames: Sequence[dict], words: Sequence[str]) -> Film:
    """Gates and attention of one sentence, at recorded moments of a training."""

    def draw(rows: Sequence[Sequence[float]], caption: str, concept: str) -> Picture:
        # Recorded rows have t numbers each; two digits are enough for the eye.
        square = [[*(round(x, 2) for x in row), *[0.0] * (len(rows) - len(row))] for row in rows]
        return figures.gate_matrix(torch.tensor(square), words, caption, concept=concept)

    pictures = {
        str(frame["step"]): [
            draw(frame["gates"], "Gates: row t looks at column i.", "gate"),
            draw(frame["attention"], "Attention inside them.", "attention"),
        ]
        for frame in frames
    }
    return Film(pictures, "Batches read", start="0")


def brackets_while_learning(frames: Sequence[dict], gold: Tree) -> Table:
    """How far the walls of one sentence are apart during a training, and which brackets they make."""
    words = gold.leaves()
    brackets = trees.spans(gold) - {(0, len(words))}
    rows = []
    for frame in frames:
        made = trees.spans(split.split_between(frame["d"][2:], words))
        apart = max(frame["d"][1:]) - min(frame["d"][1:])
        hits = f"{len(made & brackets)} of {len(brackets)}"
        rows.append([str(frame["step"]), rounded(round(apart, 2), 2), hits])
    heads = ["batches", "highest wall minus lowest", "brackets of the grammar"]
    told = "One remark while one model learns (seed 0, the best of five by perplexity)."
    return Table(heads, rows, told)


def five_trainings(recorded: dict) -> Table:
    """Five seeds of one model, the best language model first."""
    both = zip(recorded["runs"]["gates"], recorded["runs"]["no gates"], strict=True)
    rows = []
    for run, opened in sorted(both, key=lambda pair: pair[0]["perplexity"]):
        f1, spreads = run["f1"], (run["spread_of_scores"], opened["spread_of_scores"])
        values = (run["perplexity"], f1["split"], f1["between"], *spreads)
        rows.append([str(run["seed"]), *(rounded(x, 2) for x in values)])
    told = (
        "Five trainings of one model, the best language model first. Test set of 1,000 remarks. "
        "Spread: standard deviation of the scores; last, that of the same seed with all gates open, "
        "as in the next section."
    )
    heads = ["seed", "perplexity", "F1, SPLIT", "F1, cut between", "spread", "gates open"]
    return Table(heads, rows, told)


def every_seed(recorded: dict) -> Picture:
    """F1 of each seed by both decoders, with and without gates."""
    f1 = {
        f"{label}, {rule_label}": [run["f1"][rule] for run in recorded["runs"][name]]
        for label, name in (("PRPN", "gates"), ("gates open", "no gates"))
        for rule_label, rule in (("SPLIT", "split"), ("cut between", "between"))
    }
    told = "Every seed: a mean hides that five trainings found five different sets of walls."
    lines = {"right-branching": recorded["f1_nobody_learnt"]["right"]}
    return figures.strip(f1, "sentence F1 x 100", told, lines=lines)


def against_nothing_learnt(recorded: dict) -> Table:
    """Perplexity and F1 of PRPN, of the same model with open gates, and of what nobody learnt."""
    runs, nobody = recorded["runs"], recorded["f1_nobody_learnt"]

    def f1(name: str, key: str) -> list[str]:
        return [
            records.extremes_text([run[key][rule] for run in runs[name]]) for rule in ("split", "between")
        ]

    def perplexity(name: str) -> str:
        return records.extremes_text([run["perplexity"] for run in runs[name]])

    chance = [rounded(nobody[name], 2) for name in ("random scores", "random split")]
    rows = [
        ["PRPN", perplexity("gates"), *f1("gates", "f1")],
        ["all gates open", perplexity("no gates"), *f1("no gates", "f1")],
        ["before training", "", *f1("gates", "f1_before_training")],
        ["random scores, or random cuts", "", *chance],
        *([f"{side}-branching", "", *[rounded(nobody[side], 2)] * 2] for side in ("right", "left")),
        ["the grammar", rounded(recorded["perplexity_of_the_grammar"]["test"], 2), "", ""],
    ]
    told = (
        "Test set: mean of five seeds (lowest to highest). "
        "F1 of sentences, unlabelled, without the whole sentence."
    )
    return Table(["", "perplexity", "F1, SPLIT", "F1, cut between"], rows, told, label="tab-08-results")


def gaps(recorded: dict) -> Table:
    """How far PRPN lies from each rival, with intervals over other remarks and over other seeds."""
    pairs = list(zip(recorded["runs"]["gates"], recorded["runs"]["no gates"], strict=True))
    nobody = recorded["f1_nobody_learnt"]

    def row(name: str, recorded_as: str, values: Sequence[float], digits: int) -> list[str]:
        mean, *over_seeds = records.over_seeds(values)
        intervals = [recorded["gaps"].get(recorded_as, {}).get("interval"), over_seeds]
        ends = [[rounded(x, digits) for x in ends] if ends else None for ends in intervals]
        return [name, rounded(mean, digits), *(" to ".join(e) if e else "not recorded" for e in ends)]

    nats = [math.log(b["perplexity"] / a["perplexity"]) for a, b in pairs]
    name = "nats a word, gates open minus PRPN"
    rows = [row(name, "nats a word, no gates over gates", nats, 3)]
    for rule, shown, chance in (("split", "SPLIT", "scores"), ("between", "cut between", "split")):
        others = {
            "right-branching": [nobody["right"]] * len(pairs),
            f"random {chance}": [nobody[f"random {chance}"]] * len(pairs),
            "before training": [a["f1_before_training"][rule] for a, _ in pairs],
            "gates open": [b["f1"][rule] for _, b in pairs],
        }
        for other, values in others.items():
            apart = [a["f1"][rule] - x for (a, _), x in zip(pairs, values, strict=True)]
            name = f"F1, {shown}: PRPN minus {other.replace('random split', 'random cuts')}"
            rows.append(row(name, f"{shown.removeprefix('cut ')}, PRPN over {other}", apart, 1))
    return Table(
        ["gap", "mean", "other remarks", "other seeds"],
        rows,
        "Gaps and their 95 % intervals. Over other seeds every interval holds 0.",
        folded=[2, 3, 4, 6, 7, 8],
        fold="PRPN against chance, its own start and open gates",
    )


def gates_by_pass(recorded: dict) -> Picture:
    """How much the gates help on unseen remarks, pass by pass, over five seeds."""
    pairs = zip(recorded["runs"]["gates"], recorded["runs"]["no gates"], strict=True)
    curves = [[run["dev_perplexity_by_epoch"] for run in pair] for pair in pairs]
    helped = [[math.log(y / x) for x, y in zip(*both, strict=True)] for both in curves]
    passes = list(zip(*helped, strict=True))  # five seeds a pass
    lines = {
        "best seed": list(map(max, passes)),
        "mean of five": list(map(statistics.mean, passes)),
        "worst seed": list(map(min, passes)),
        "no difference": [0.0] * len(passes),
    }
    axes = ("passes over the training set", "nats a word")
    told = "Gates open minus PRPN: above 0 the gates help. Best and worst are taken pass by pass"
    return figures.curves(lines, range(1, len(passes) + 1), axes, told, digits=3)
