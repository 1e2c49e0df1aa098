"""What the chapter on PRPN's three networks draws: filters, tapes, a leak, and a training that is watched."""

import math
from collections.abc import Mapping, Sequence

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.figures import Film, Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent import split
from prpn_edu.latent.prpn import Prpn, build_vocabulary, memory_gates


def walls_while_learning(frames: Sequence[dict], words: Sequence[str], apart: float = 0.1) -> Film:
    """One sentence's walls at recorded moments of a training; their tree, once they are this far apart."""
    pictures = {}
    for frame in frames:
        walls = frame["d"][1:]
        batches = "batch" if frame["step"] == 1 else "batches"
        told, cut = f"Walls after {frame['step']} {batches}", max(walls) - min(walls) >= apart
        rest = "and the tree that they cut" if cut else "all alike: nothing is cut yet"
        show = ["bars", "numbers", "tree" if cut else "uncut"]
        pictures[str(frame["step"])] = [
            figures.skyline(walls, words, f"{told}, {rest}.", show=show, scale=(0, 1))
        ]
    return Film(pictures, "Batches read", start="0")


def sliding_filter(words: Sequence[str], numbers: Sequence[float], kernel: Sequence, bias: float) -> Picture:
    """One filter of a convolution that slides over a sentence."""
    told = "A filter of width 3 slides over five words. Each box holds weight times number; 0 pads the start."
    return figures.window(words, numbers, kernel, told, bias=bias, label="fig-08-window")


def features_as_scores(d: Sequence[float], words: Sequence[str]) -> Picture:
    """The features of one filter as walls."""
    told = "Features 5, 7, 3, 0, 1 as scores: d = sigmoid(f/2 - 1), and their tree."
    return figures.skyline(d, words, told, show=("bars", "numbers", "tree"))


def two_sentences(sentences: Sequence[Sequence[str]]) -> Picture:
    """Sentences of different length as one batch."""
    told = "Two sentences as a batch. Hatched places are never scored; two zeros stand before each row."
    return figures.batch_grid(sentences, told)


def reading_step(raw: Sequence, g: Sequence, s: Sequence, words: Sequence[str]) -> Picture:
    """One step of the reading network: attention, gates, gated attention."""
    rows = {"s~, before the gates": raw, "g, the gates": g, "s, attention inside": s}
    told = "Step 3: the attention before the gates, the gates, and their product over its sum."
    return figures.gate_bars(rows, words, told, digits=3, label="fig-08-read")


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


def weights_by_part(model: Prpn) -> Table:
    """How many weights each part of a PRPN has."""
    parts = {
        "table of words, also the output": [model.table],
        "output bias": [model.out.bias],
        "Parsing": list(model.parser.parameters()),
        "Reading": list(model.readers.parameters()),
        "Predict": list(model.predictor.parameters()),
    }
    rows = [[name, f"{sum(w.numel() for w in part):,}"] for name, part in parts.items()]
    rows.append(["together", f"{sum(w.numel() for w in model.parameters()):,}"])
    told = f"Weights of a PRPN for {len(model.vocabulary)} words. Without tying, the table would count twice."
    return Table(["part", "weights"], rows, told)


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
    told = "One remark while one model learns."
    return Table(heads, rows, told)


def next_words(words: Sequence[str], leak: bool) -> torch.Tensor:
    """Scores of the next word, (T, V), by a small random PRPN: by a guess, or by the true score."""
    torch.manual_seed(0)
    known = build_vocabulary([["she", "loved", "very", "old", "films", "jokes"]])
    model = Prpn(known, embedding=6, hidden=8, init_range=1.0).eval()
    batch = model.collate([model.read(words)])
    with torch.no_grad():
        d, d_next = model.scores(batch)  # (1, T) each
        if leak:
            d_next = torch.cat([d[:, 1:], d_next[:, -1:]], 1)
        now, ahead = memory_gates(d, d_next, tau=1.0)
        h = model.vectors(batch)  # (1, T, E)
        for reader in model.readers:
            h = reader(h, now)
        return model.out(model.predictor(h, ahead, batch.real))


def leak(recorded: dict) -> Picture:
    """The perplexity of each seed with the guess and with the true score of the next word."""
    names = {"guess": "with the guess d'", "true score": "with the true d"}
    rows = {names[name]: [run["perplexity"] for run in runs] for name, runs in recorded["runs"].items()}
    told = "Five seeds of PRPN, and of the same model with the leak. New remarks of the toy treebank."
    lines = {"the grammar": recorded["perplexity_of_the_grammar"]}
    return figures.strip(rows, "perplexity", told, lines=lines, label="fig-08-leak")


def leak_by_seed(recorded: dict) -> Table:
    """How far the leak lowers the perplexity, seed by seed and on average."""
    pairs = list(zip(*recorded["runs"].values(), strict=True))
    rows = []
    for honest, leaking in pairs:
        values = (honest["perplexity"], leaking["perplexity"])
        lowered = rounded(100 * (1 - values[1] / values[0]), 1)
        rows.append([str(honest["seed"]), *(rounded(x, 2) for x in values), lowered])
    faked = recorded["nats_a_word_faked"]
    mean, low, high = (100 * (1 - math.exp(-x)) for x in (faked["mean"], *faked["interval"]))
    ends = f"{rounded(low, 1)} to {rounded(high, 1)}"
    told = (
        f"Perplexity on 1,000 new remarks. On average {rounded(mean, 1)} % lower; {ends} over other remarks."
    )
    return Table(["seed", "guess", "true score", "lower by %"], rows, told)
