"""What the chapter on ordered neurons draws: soft steps, their overlap, and how ON-LSTMs score."""

import statistics
from collections.abc import Mapping, Sequence
from fractions import Fraction

from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu import evaluation

LEVELS = [f"level {k}" for k in range(4)]
USUAL = "sentence, no root"
CONVENTIONS = (USUAL, "sentence, root", "corpus, no root", "corpus, root")
F1 = "sentence F1 without the root, x 100"


def hard_steps(gates: Sequence[Sequence[int]], words: Sequence[str]) -> figures.Picture:
    """The chapter's master figure: what each word wipes, as a wall before it."""
    return figures.neurons(
        gates,
        words,
        "Four levels of neurons while a sentence is read. Colour: kept. The wall before a word is as high as "
        "what it wipes.",
        digits=None,
        label="fig-16-neurons",
    )


def soft_step(
    steps: Sequence[Sequence[int]], chances: Sequence[Fraction], mean: Sequence[float]
) -> figures.Picture:
    """Four hard steps, one below the other, and the soft step that is their average."""
    return figures.matrix(
        [*steps, mean],
        [*(f"stop at {k}, chance {p}" for k, p in enumerate(chances)), "their average"],
        LEVELS,
        "Four hard steps, and their average by the chances: a soft step.",
        digits=3,
        concept="memory",
    )


def zones(
    forget: Sequence[int],
    write: Sequence[int],
    met: Sequence[tuple[float, float]],
    after: Sequence[float],
) -> figures.Picture:
    """Both master gates of one word, where they overlap, and what this makes of the memory."""
    rows: dict[str, Sequence[float]] = {
        "master forget": forget,
        "master input": write,
        "overlap w": [a * b for a, b in zip(forget, write, strict=True)],
        "f^": [f for f, _ in met],
        "i^": [i for _, i in met],
        "memory after": after,
    }
    caption = "One word: levels 0 and 1 are written anew, level 2 is shared, level 3 is left alone."
    return figures.matrix(list(rows.values()), list(rows), LEVELS, caption, digits=1)


def soft_steps(gates: Mapping[str, Sequence[float]]) -> figures.Picture:
    """Soft steps of eight levels as curves."""
    return figures.curves(
        gates,
        range(8),
        ("level", "cumax"),
        "Soft steps: a ramp, one clean cut, and two half ones",
        digits=3,
        label="fig-16-steps",
    )


def no_order(gates: Sequence[Sequence[float]], words: Sequence[str]) -> figures.Picture:
    """What eight neurons of an ordinary LSTM keep at each word."""
    return figures.neurons(
        gates,
        words,
        "Eight forget gates of a trained LSTM. No level, no step: each neuron forgets for itself.",
        digits=None,
    )


def trained_gates(gates: Sequence[Sequence[float]], words: Sequence[str]) -> figures.Picture:
    """What the second layer of the page's own ON-LSTM keeps at each word."""
    return figures.neurons(
        gates,
        words,
        "The second layer of a small trained ON-LSTM on a remark of the toy treebank: "
        "eight levels of four neurons.",
        digits=None,
        label="fig-16-trained",
    )


def scored(found: Sequence[Tree], gold: Sequence[Tree], right: Sequence[Tree]) -> list[str]:
    """The F1 of trees and their overlap with right-branching ones, as cells of a table."""
    return [_one(100 * evaluation.unlabeled_f1(found, other).f1) for other in (gold, right)]


def parsers(
    found: Mapping[str, Sequence[Tree]],
    gold: Sequence[Tree],
    right: Sequence[Tree],
    caption: str,
    head: str = "trees",
) -> figures.Table:
    """The table of parsers by F1 and by their overlap with right-branching trees."""
    rows = [[name, *scored(trees, gold, right)] for name, trees in found.items()]
    return figures.Table([head, "F1", "overlap with right-branching"], rows, caption)


def untrained(
    walls: Mapping[int, tuple[float, Sequence[Tree]]], gold: Sequence[Tree], right: Sequence[Tree]
) -> figures.Table:
    """The table of models that have read nothing: seed to (standard deviation of the walls, trees)."""
    return figures.Table(
        ["seed", "standard deviation of the walls", "F1", "overlap with right-branching"],
        [
            [str(seed), rounded(sd, 5, longer=True), *scored(found, gold, right)]
            for seed, (sd, found) in walls.items()
        ],
        "ON-LSTMs that have read nothing, on 60 remarks: the walls hardly differ, and the trees are far from "
        "right-branching.",
    )


def f1(record: dict, convention: str = USUAL) -> list[float]:
    """The F1 of each recorded seed on sentences of up to ten words."""
    return [run["f1"]["10"]["biased"][convention] for run in record["runs"]]


def place_alone(record: dict) -> list[float]:
    """The F1 of each seed with its eyes closed: its mean wall at each place, whatever the words."""
    return [run["place_alone"][USUAL] for run in record["runs"]]


def nobody(convention: str = USUAL) -> dict[str, float]:
    """What trees score that nobody learnt, on the same sentences."""
    methods = records.read("wsj-baselines")["corpora"]["up to 10 words"]["methods"]
    names = {"right-branching": "right", "chance through SPLIT": "random scores"}
    return {name: methods[key]["scores"][convention]["f1"] for name, key in names.items()}


def seeds(runs: Mapping[str, dict]) -> figures.Picture:
    """A point for each seed of each model, beside right-branching and chance."""
    return figures.strip(
        {name: f1(record) for name, record in runs.items()},
        F1,
        "Trees of 555 real sentences of up to ten words: a point for each seed, under them mean and standard "
        "deviation.",
        nobody(),
        label="fig-16-seeds",
    )


def conventions(runs: Mapping[str, dict]) -> figures.Picture:
    """The same trees by four ways to count brackets, beside the fifty per cent of the paper."""
    counted: dict[str, dict[str, float]] = {"right-branching": {}, "chance through SPLIT": {}}
    for name, values in counted.items():
        values |= {c: nobody(c)[name] for c in CONVENTIONS}
    for name in ("ON-LSTM", "our transformer"):
        counted[f"{name}, mean of the seeds"] = {c: statistics.fmean(f1(runs[name], c)) for c in CONVENTIONS}
    return figures.dots(
        {name: {c: (x, x, x) for c, x in values.items()} for name, values in counted.items()},
        "F1 x 100",
        "Four ways to count, on the same trees.",
        {"reported, about": 50},
        limits=(30, 70),
        label="fig-16-fifty",
    )


def sentences(run: dict) -> list[float]:
    """The F1 of each sentence in one run."""
    return run["sentence_f1_10"]["biased"]


def against_right(runs: Mapping[str, dict], right: Sequence[float]) -> figures.Picture:
    """The mean over the seeds of each model minus right-branching, sentence by sentence."""
    means = {
        name: [statistics.fmean(row) for row in zip(*map(sentences, record["runs"]), strict=True)]
        for name, record in runs.items()
    }
    return _minus_right(means, right, "Each model, the mean of its seeds, beside right-branching.")


def one_by_one(record: dict, right: Sequence[float]) -> figures.Picture:
    """Each ON-LSTM minus right-branching, sentence by sentence."""
    return _minus_right(
        {f"ON-LSTM, seed {run['seed']}": sentences(run) for run in record["runs"]},
        right,
        "The five ON-LSTMs one by one: every interval is clear, and they contradict each other.",
        "fig-16-five",
    )


def _minus_right(
    scores: Mapping[str, Sequence[float]], right: Sequence[float], caption: str, label: str = ""
) -> figures.Picture:
    return figures.dots(
        {"minus right-branching": {name: records.difference(row, right) for name, row in scores.items()}},
        "sentence F1 x 100, difference with 95 % interval",
        caption,
        {"no difference": 0},
        limits=None,
        label=label,
    )


def over_five(differences: Sequence[float]) -> str:
    """The 95 % interval of a mean over five seeds, as text."""
    _, low, high = records.over_seeds(differences)
    return f"{_one(low)} to {_one(high)}"


def four_questions(runs: Mapping[str, dict]) -> figures.Table:
    """The table of what tells learnt trees from ties, places and the decoder."""
    asked = {
        "sd of the walls": lambda of: records.mean_text([run["scores"]["sd"] for run in of], 3),
        "sentences with ties": lambda of: str(sum(run["tied_sentences"] for run in of)),
        "F1": lambda of: records.mean_text([run["f1"]["10"]["biased"][USUAL] for run in of]),
        "F1, ties at random": lambda of: records.mean_text([run["ties_at_random"][USUAL] for run in of]),
        "F1, place alone": lambda of: records.mean_text([run["place_alone"][USUAL] for run in of]),
        "overlap": lambda of: records.mean_text([run["overlap_right"] for run in of]),
    }
    columns = {
        "ON-LSTM": "ON-LSTM",
        "our transformer": "our transformer",
        "gates of one": "our transformer, gates of one",
    }
    return figures.Table(
        ["", *columns],
        [
            [name, *(question(runs[key]["runs"]) for key in columns.values())]
            for name, question in asked.items()
        ],
        "The four questions on real sentences, mean ± sd over seeds; sentences with ties: of all seeds "
        "together; overlap: with right-branching.",
    )


def by_seed(record: dict) -> figures.Table:
    """The table of the ON-LSTM's layers and decoders, seed by seed."""
    rows = [
        (
            run["layers"]["1"][USUAL],
            run["layers"]["2"][USUAL],
            run["place_alone"][USUAL],
            run["f1"]["10"]["unbiased"][USUAL],
            run["f1"]["40"]["biased"][USUAL],
        )
        for run in record["runs"]
    ]
    return figures.Table(
        ["seed", "layer 1", "layer 2", "place alone", "cut", "to 40 words"],
        [
            [str(run["seed"]), *(rounded(x, 2) for x in row)]
            for run, row in zip(record["runs"], rows, strict=True)
        ],
        "The ON-LSTM seed by seed: sentence F1 x 100 without the root. Cut: between the words in place of "
        "SPLIT; to 40 words: longer sentences, too.",
    )


def perplexities(runs: Mapping[str, dict]) -> figures.Picture:
    """The held-out perplexity of every seed of every model."""
    return figures.strip(
        {name: [run["held_out_perplexity"] for run in record["runs"]] for name, record in runs.items()},
        "held-out perplexity, lower is better",
        "The same words, the same sentences, ten epochs each.",
        label="fig-16-perplexity",
    )


def costs(runs: Mapping[str, dict]) -> figures.Table:
    """The table of weights, perplexities and processor time."""
    return figures.Table(
        ["model", "seeds", "weights", "training", "held-out", "CPU-s"],
        [
            [
                name,
                str(len(record["runs"])),
                f"{record['weights']:,}",
                *(
                    records.mean_text([run[f"{part}_perplexity"] for run in record["runs"]])
                    for part in ("train", "held_out")
                ),
                rounded(record["together"]["cpu_seconds_of_training"]["mean"], 0, longer=True),
            ]
            for name, record in runs.items()
        ],
        "Perplexity, mean ± sd over seeds, and processor time of one training.",
    )


def ladder(runs: Mapping[str, dict]) -> figures.Picture:
    """Every model, both rulers, and the place of a word alone, the lowest first."""
    ends = {name: f1(record) for name, record in runs.items()}
    ends |= {name: [x] for name, x in nobody().items()}
    ends |= {f"{name}, place alone": place_alone(runs[name]) for name in ("ON-LSTM", "our transformer")}
    order = sorted(ends, key=lambda name: statistics.fmean(ends[name]))
    return figures.dots(
        {"F1": {name: records.extremes(ends[name]) for name in order}},
        F1,
        "Where ordered neurons stand on real sentences: mean, lowest and highest seed.",
    )


def _one(value: float) -> str:
    return rounded(value, 1, longer=True)
