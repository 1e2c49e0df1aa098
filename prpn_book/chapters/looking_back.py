"""What the chapter on looking back draws: guesses of the next word, attention, limits, recorded models."""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import Picture, Table
from prpn_edu.data.toy_words import CLASSES
from prpn_edu.loops import limits

Nested = str | list
MEMORIES = ["(0, 1)", "(1, 0)", "(1, 1)"]


def first_look(words: Sequence[str]) -> Picture:
    """Where the guess after 'the film with its songs' has to look."""
    told = (
        "What a good guess would do: look back past 'songs' to 'film'. A box is what the model keeps "
        "of a word; the number above it says how much the guess looks there."
    )
    weights = [1.0 if word == "film" else 0.0 for word in words]
    return figures.look_back(weights, [*words, "is / are ?"], told, digits=0, label="fig-06-look")


def two_guesses(bigram: Sequence[float], grammar: Sequence[float], forms: Sequence[str]) -> Picture:
    """The chances of four next words, by the bigram and by the grammar."""
    rows = ["bigram, after 'songs'", "the grammar, after all five"]
    told = "Four possible next words after 'the film with its songs'."
    return figures.matrix([bigram, grammar], rows, forms, told, label="fig-06-songs")


def chain_rule(chances: Sequence[float], words: Sequence[str]) -> Picture:
    """One chance for each word of a sentence and for its end."""
    billions = 1e-9 / math.prod(chances)
    told = f"The grammar's chance of each word. Their product is about 1 in {billions:.0f} billion."
    rows = {"chance": chances}
    return figures.gate_bars(rows, [*words, "end"], told, digits=3, label="fig-06-chain")


def who_guesses(perplexity: Mapping[str, float]) -> Table:
    """Perplexities, by who guesses."""
    rows = [[who, f"{p:.2f}"] for who, p in perplexity.items()]
    told = "Perplexity on 1,000 test remarks, ends of sentences counted."
    return Table(["who guesses", "perplexity"], rows, told)


def three_memories(weights: Sequence, words: Sequence[str]) -> Picture:
    """One word that looks back at three memories."""
    told = f"The word '{words[-1]}' looks back at three memories."
    return figures.look_back(weights, words, told, memories=MEMORIES, label="fig-06-three")


def limited(weights: Sequence, words: Sequence[str]) -> Picture:
    """The same look back with a limit."""
    told = "The same look back with the limit 1."
    return figures.look_back(weights, words, told, memories=MEMORIES, limit=1, label="fig-06-limited")


def where_it_looks(recorded: dict) -> Picture:
    """The attention of one trained model on the recorded example."""
    attention = torch.tensor(recorded["models"]["attending"]["runs"][0]["example's attention"])
    told = (
        "Where the attending LSTM looks, one seed. "
        "The memory of the start, <s>, is there to be looked at too."
    )
    words = ["<s>", *recorded["example"].split()]
    return figures.gate_matrix(attention, words, told, 3, "attention", "fig-06-attention")


def singular_shares(recorded: dict, remarks: Sequence[Sequence[str]]) -> Table:
    """The share of the singular among the next words, of models and in the training remarks.

    Args:
        recorded: the trained models.
        remarks: the words of the training remarks.
    """
    rows = []
    for name, said in (("lstm", "LSTM"), ("attending", "attending LSTM")):
        chances = [run["after the example's songs"] for run in recorded["models"][name]["runs"]]
        shares = [100 * (p["is"] + p["was"]) / sum(p.values()) for p in chances]
        rows.append([f"{said}, five seeds", "  ".join(f"{share:.0f}" for share in shares)])
    rows += [
        ["the grammar", "100"],
        ["training remarks, any noun like 'songs'", _singular_after(remarks)],
        ["... with 'its' before it", _singular_after(remarks, "its")],
        ["... with 'with its' before it", _singular_after(remarks, "with", "its")],
    ]
    told = (
        "The forms of 'be' after 'the film with its songs'; last three rows: after a noun like 'songs', "
        "anywhere in the training remarks."
    )
    return Table(["", "share of the singular, per cent"], rows, told)


def _singular_after(remarks: Sequence[Sequence[str]], *before: str) -> str:
    """How often 'is' or 'was' followed these words and a noun like 'songs', among the forms of 'be'."""
    followed = [
        words[at + 1]
        for words in remarks
        for at in range(len(before), len(words) - 1)
        if words[at] in CLASSES["PartNoun"]
        and words[at + 1] in ("is", "was", "are", "were")
        and tuple(words[at - len(before) : at]) == before
    ]
    return f"{sum(form in ('is', 'was') for form in followed)} of {len(followed)} times"


def _tree(nested: Nested) -> Tree | str:
    return nested if isinstance(nested, str) else Tree("X", list(map(_tree, nested)))


def ranges_of(nested: Nested, caption: str, label: str) -> Picture:
    """A tree of nested lists above the ranges that its limits give."""
    return figures.ranges(
        limits.limits(nested), limits.leaves(nested), caption, _tree(nested), label=label, numbers=True
    )


def where_attention_falls(recorded: dict) -> Picture:
    """The shares of attention before and inside the phrase, beside those of even weights."""
    runs = [run["attention"] for run in recorded["models"]["attending"]["runs"]]
    parts = ["start", "beyond the limit", "inside"]
    measured = [sum(run[part] for run in runs) / len(runs) for part in parts]
    beyond, inside = (sum(run[f"even: {part}"] for run in runs) / len(runs) for part in ("beyond", "inside"))
    return figures.matrix(
        [measured, [1 - beyond - inside, beyond, inside]],
        ["attention, mean of 5 seeds", "if it were even"],
        ["on <s>", "before the phrase", "inside the phrase"],
        f"Where attention falls, at {runs[0]['steps']} steps of the test remarks.",
        concept="attention",
    )


def whose_limits(gates: Sequence[Sequence[int]], words: Sequence[str]) -> Picture:
    """What two neighbouring steps may see."""
    rows = ["'songs', limit 3", "'was', limit 0"]
    told = "What each of two neighbouring steps may see: 1 is open, 0 closed or not there yet."
    return figures.matrix(gates, rows, words, told, concept="limit", digits=0, label="fig-06-whose")


def crossing_ranges() -> Picture:
    """Two ranges that cross."""
    told = "Two ranges that cross: no tree has these limits."
    words = ["the", "actor", "shone", "brightly"]
    return figures.ranges([0, 0, 0, 1], words, told, label="fig-06-crossing")


def cut_at_the_last(found: Sequence[int], words: Sequence[str]) -> Picture:
    """The proof's first cut: before the last word that sees back to the start."""
    r = max(t for t in range(1, len(found)) if found[t] == 0)
    told = f"The last word with the limit 0 is '{words[r]}', r = {r}. The first cut falls before it."
    return figures.ranges(found, words, told, cut=r, label="fig-06-cut")


def counted_limits(found: Mapping[int, tuple[int, int, int]]) -> Table:
    """Lists of limits, those without a crossing, and those that a tree gives back, by the number of words."""
    rows = []
    for n, (lists, uncrossed, back) in found.items():
        trees = math.comb(2 * n - 2, n - 1) // n
        counts = (n, lists, uncrossed, back, trees)
        rows.append([*map(str, counts), f"{100 * uncrossed / lists:.0f} %"])
    heads = ["words", "lists", "without crossing", "given back", "binary trees", "share"]
    told = "Lists of limits: all, those without a crossing, and those that their tree gives back."
    return Table(heads, rows, told)


def development_curves(recorded: dict, floor: float) -> Picture:
    """The best perplexity so far, pass by pass, the mean over the seeds.

    Args:
        recorded: the trained models.
        floor: the grammar's own perplexity on the development set.
    """
    curves = {}
    for said, name in (("LSTM", "lstm"), ("attending LSTM", "attending")):
        rows = [run["dev_perplexity_by_epoch"] for run in recorded["models"][name]["runs"]]
        best = [[min(row[: k + 1]) for k in range(min(map(len, rows)))] for row in rows]
        curves[said] = [fmean(column) for column in zip(*best, strict=True)]
    passes = min(map(len, curves.values()))
    lines = {name: line[2:passes] for name, line in curves.items()} | {"the floor": [floor] * (passes - 2)}
    told = (
        "Best perplexity so far on the development set, and the floor there; mean of 5 runs. "
        f"A pass reads all remarks once. The lines stop at pass {passes}, where the first run stopped."
    )
    axes = ("pass", "perplexity")
    return figures.curves(lines, range(3, passes + 1), axes, told, digits=1, label="fig-06-curves")


def on_test_remarks(recorded: dict) -> Table:
    """Weights, perplexity, bits and the share of the singular of each model."""
    names = {"bigram": "bigram, smoothed", "lstm": "LSTM", "attending": "attending LSTM"}
    rows = []
    for name, said in (names | {"true grammar": "the grammar: the floor"}).items():
        model = recorded["models"][name]
        score = model["test_perplexity"]
        rows.append(
            [
                said,
                f"{model['weights']:,}" if "weights" in model else "",
                f"{score['mean']:.2f}" + (f" ({score['sd']:.2f})" if score.get("sd") else ""),
                f"{recorded['bits_per_sentence'][name]:.1f}",
                " ".join(f"{100 * run['singular']:.0f}" for run in model.get("runs", [])),
            ]
        )
    told = (
        "Test remarks; but last column: after our 221 beginnings 'the ... with its ...', like 'the film with "
        "its songs', the share of 'is' and 'was' among the forms of 'be', in per cent, seed by seed; "
        "the truth is 100."
    )
    return Table(["model", "weights", "perplexity (sd)", "bits a remark", "singular"], rows, told)


def gaps_in_bits(recorded: dict, guesses: float) -> Table:
    """Differences in bits a remark, with intervals over other remarks and over other seeds.

    Args:
        recorded: the trained models.
        guesses: in a remark, on average.
    """

    def bits(name: str) -> list[float]:
        runs = recorded["models"][name].get("runs")
        if runs is None:  # a bigram and the grammar have no seeds
            return [recorded["bits_per_sentence"][name]] * 5
        return [guesses * math.log2(run["test_perplexity"]) for run in runs]

    rows = []
    for name, ends in recorded["difference_in_bits_per_sentence"].items():
        one, other = map(bits, name.split(" - "))
        mean, *seeds = records.over_seeds([a - b for a, b in zip(one, other, strict=True)])
        said = name.replace(" - ", " minus ").replace("lstm", "LSTM")
        rows.append([said, f"{mean:.2f}", *(f"{low:.2f} to {high:.2f}" for low, high in (ends, seeds))])
    told = (
        "Differences in bits a remark, and their 95 % intervals: paired over the test remarks, with these "
        "seeds; and over the five seeds, with these remarks."
    )
    return Table(["difference", "mean", "other remarks", "other seeds"], rows, told)
