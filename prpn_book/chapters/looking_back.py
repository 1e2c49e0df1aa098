"""What the chapter on looking back draws: guesses of the next word, attention, limits, recorded models."""

import functools
import math
from collections.abc import Mapping, Sequence
from itertools import islice
from statistics import fmean

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import data
from prpn_edu.data.entropy import SentenceProbability
from prpn_edu.data.toy import derivations
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_words import CLASSES
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.loops import language, limits

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


@functools.cache
def _grammar() -> SentenceProbability:
    return SentenceProbability(GRAMMAR)


@functools.cache
def _size() -> int:
    """How many words may follow: all but <unk>, <pad> and <s>."""
    return len(build_vocabulary(data.toy("train"))) - 3


def _true_chance(before: Sequence[str], word: str) -> float:
    """The chance of a word after the words before it, from the grammar itself."""
    after = _grammar().log2_prefix([*before, word])
    return 2 ** (after - _grammar().log2_prefix(list(before)))


def _true_chances(words: Sequence[str]) -> list[float]:
    """The grammar's chance of each word and of the end."""
    bits, begun = _grammar().log2_both(list(words))
    return [*(_true_chance(words[:t], word) for t, word in enumerate(words)), 2 ** (bits - begun)]


def two_guesses(prefix: Sequence[str]) -> Picture:
    """The chances of four next words, by the bigram and by the grammar."""
    forms = ["is", "was", "are", "were"]
    counts = language.bigram_counts([tree.leaves() for tree in data.toy("train")])
    chances = [
        [language.bigram(counts, prefix[-1], form, _size()) for form in forms],
        [_true_chance(prefix, form) for form in forms],
    ]
    rows = ["bigram, after 'songs'", "the grammar, after all five"]
    told = "Four possible next words after 'the film with its songs'."
    return figures.matrix(chances, rows, forms, told, label="fig-06-songs")


def chain_rule(words: Sequence[str]) -> Picture:
    """One chance for each word of a sentence and for its end."""
    chances = _true_chances(words)
    billions = 1e-9 / math.prod(chances)
    told = f"The grammar's chance of each word. Their product is about 1 in {billions:.0f} billion."
    rows = {"chance": chances}
    return figures.gate_bars(rows, [*words, "end"], told, digits=3, label="fig-06-chain")


def with_and_without_end(words: Sequence[str]) -> Table:
    """The perplexity of a sentence with its end counted, and without."""
    chances = _true_chances(words)
    rows = [
        [said, rounded(language.perplexity(counted), 1)]
        for said, counted in (("with the end", chances), ("without it", chances[:-1]))
    ]
    return Table(["counted", "perplexity"], rows, f"One sentence, '{' '.join(words)}', by the true chances.")


def _bigram_perplexity(remarks: Sequence[Sequence[str]]) -> float:
    """The test perplexity of a bigram model of these remarks; 0.05 is added to each of its counts."""
    counts = language.bigram_counts(remarks)
    return language.perplexity(
        [
            language.bigram(counts, before, word, _size(), 0.05)
            for tree in data.toy("test")
            for before, word in language.pairs(tree.leaves())
        ]
    )


def who_guesses(recorded: dict) -> Table:
    """Perplexities, by who guesses."""
    perplexity = {
        f"all {_size()} words equally likely": float(_size()),
        "bigram, 0.05 added to each count": _bigram_perplexity([tree.leaves() for tree in data.toy("train")]),
        "the grammar itself: the floor": recorded["models"]["true grammar"]["test_perplexity"]["mean"],
    }
    rows = [[who, f"{p:.2f}"] for who, p in perplexity.items()]
    told = "Perplexity on 1,000 test remarks, ends of sentences counted."
    return Table(["who guesses", "perplexity"], rows, told)


def guesses_in_a_remark() -> float:
    """How many guesses a test remark has on average, its end counted."""
    return fmean(len(list(language.pairs(tree.leaves()))) for tree in data.toy("test"))


def three_times_the_remarks(recorded: dict) -> Table:
    """What a bigram model wins from 12,000 remarks in place of 4,000."""
    old = _bigram_perplexity([tree.leaves() for tree in data.toy("train")])
    new = _bigram_perplexity([one.words() for one in islice(derivations("train"), 12000)])
    won = guesses_in_a_remark() * math.log2(old / new)
    gap = recorded["bits_per_sentence"]["bigram"] - recorded["bits_per_sentence"]["lstm"]
    return Table(
        ["bits a remark", "share of the gap to the LSTM"],
        [[f"{won:.1f}", f"{100 * won / gap:.0f} %"]],
        "What the bigram model wins from 12,000 remarks in place of 4,000.",
    )


def three_memories(weights: Sequence, words: Sequence[str]) -> Picture:
    """One word that looks back at three memories."""
    told = f"The word '{words[-1]}' looks back at three memories."
    return figures.look_back(weights, words, told, memories=MEMORIES, label="fig-06-three", least=112)


def limited(weights: Sequence, words: Sequence[str]) -> Picture:
    """The same look back with a limit."""
    told = "The same look back with the limit 1."
    return figures.look_back(
        weights, words, told, memories=MEMORIES, limit=1, label="fig-06-limited", least=112
    )


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


def left_and_right() -> Picture:
    """The left- and the right-branching tree over four words, with their limits."""
    told = (
        "Left-branching: each step may look at everything. Right-branching: each sees the last memory alone."
    )
    words = list("abcd")
    made = [[[["a", "b"], "c"], "d"], ["a", ["b", ["c", "d"]]]]
    drawn = [(limits.limits(tree), words, _tree(tree)) for tree in made]
    return figures.ranges_beside(drawn, told, "fig-06-branching")


def crossing_ranges() -> Picture:
    """Two ranges that cross, and beside them ranges that do not, with their tree."""
    told = (
        "Dashed: two ranges that cross. No tree has these limits. With the limit 2 for 'brightly' none cross."
    )
    words = ["the", "actor", "shone", "brightly"]
    tree = [["the", "actor"], ["shone", "brightly"]]
    drawn = [([0, 0, 0, 1], words, None), (limits.limits(tree), words, _tree(tree))]
    return figures.ranges_beside(drawn, told, "fig-06-crossing")


def two_levels() -> Picture:
    """How the limits of five words cut them, twice."""
    told = (
        "From limits to the tree. Each box is cut before its bold word: the last whose limit is the box's "
        "first."
    )
    return figures.cut_by_limits([0, 0, 0, 2, 2], list("abcde"), told, "fig-06-levels")


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
    lines = {name: line[2:passes] for name, line in curves.items()} | {
        "the grammar itself": [floor] * (passes - 2)
    }
    told = (
        "Best perplexity so far on the development set, by passes over all remarks; mean of 5 runs, "
        f"up to pass {passes}, where the first one stopped."
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


def gaps_in_bits(recorded: dict) -> Table:
    """Differences in bits a remark, with intervals over other remarks and over other seeds."""
    guesses = guesses_in_a_remark()

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
