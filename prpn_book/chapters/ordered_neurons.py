"""What the chapter on ordered neurons draws: soft steps, their overlap, and how ON-LSTMs score."""

import random
import statistics
from collections.abc import Mapping, Sequence
from fractions import Fraction

from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records, trial
from prpn_book.rounding import rounded
from prpn_edu import evaluation, trees
from prpn_edu.latent import split
from prpn_edu.loops import ordered

FILES = {
    "ON-LSTM": "ordered-on-lstm",
    "our transformer": "ordered-transformer",
    "PRPN, attention only": "wsj-prpn",
    "PRPN with tape": "wsj-tape",
    "LSTM, two layers": "ordered-lstm",
    "LSTM, one layer": "wsj-lstm",
    "our transformer, gates of one": "ordered-plain",
}
DECODERS = {"split": "SPLIT", "between": "cut between words"}
FRIEND = "the director 's friend liked the film"
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
        "what it wipes; d is its height.",
        digits=None,
        label="fig-16-neurons",
    )


def nested(wiped: Sequence[int], words: Sequence[str]) -> figures.Picture:
    """The blocks of the three lower levels of four: the highest is never wiped."""
    return figures.blocks(
        wiped,
        words,
        3,
        "The blocks of the levels 0 to 2. A wall ends the blocks that it reaches. Level 3 is never wiped and "
        "stays empty, so it is left out, here and in the explorer below.",
        label="fig-16-blocks",
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
    before: float,
    after: Sequence[float],
) -> figures.Picture:
    """Both master gates of one word, where they overlap, and what this makes of the memory.

    The highest level is empty: in the memory it has no number.
    """
    rows: dict[str, Sequence[float | None]] = {
        "memory before": [*[before] * (len(after) - 1), None],
        "master forget": forget,
        "master input": write,
        "overlap w": [a * b for a, b in zip(forget, write, strict=True)],
        "f^": [f for f, _ in met],
        "i^": [i for _, i in met],
        "memory after": [*after[:-1], None],
    }
    caption = (
        "One word: levels 0 and 1 are written anew, level 2 is shared, level 3 is left alone. Level 4, the "
        "highest, is empty before and after. Blue and red: the memory; ochre: the gates."
    )
    gates = ["memory"] * (len(rows) - 2)  # what is kept or let in has the colour of the figures before
    levels = [f"level {k}" for k in range(len(after))]
    return figures.matrix(
        list(rows.values()), list(rows), levels, caption, digits=1, concept=["", *gates, ""]
    )


def no_order(toy: dict) -> figures.Picture:
    """What eight neurons of an ordinary LSTM keep at each word."""
    words = next(iter(toy["gold"])).split()
    return figures.neurons(
        toy["lstm"]["gates"],
        words,
        "Eight forget gates of an LSTM, the more colour the more is kept.",
        digits=None,
        label="fig-16-lstm",
        ordered=False,
        marks=["B", "A"],
        narrow=36,
    )


def best(toy: dict) -> dict:
    """The recorded ON-LSTM with the lowest development perplexity: no tree plays a part in this choice."""
    return min(toy["runs"], key=lambda run: run["dev_perplexity"])


def trained_gates(toy: dict) -> figures.Picture:
    """What the levels of the best ON-LSTM keep at each word of a sentence."""
    return figures.neurons(
        best(toy)["examples"][FRIEND]["gates"],
        FRIEND.split(),
        "The master forget gates of a trained ON-LSTM, eight levels, and the walls that they make.",
        digits=None,
        label="fig-16-trained",
    )


def drawn_trees(toy: dict) -> figures.Picture:
    """Both trees of the same walls, and that of the treebank's grammar."""
    seen = best(toy)["examples"][FRIEND]
    walls, words = seen["walls"], FRIEND.split()
    gold = Tree.fromstring(toy["gold"][FRIEND].replace("(", "(X "))
    return figures.draw_trees(
        [split.split_between(walls[1:], words), split.split(walls, words), gold],
        ["cut between the words", "SPLIT", "the grammar"],
        labels=False,
        caption="The trees of these walls, and the grammar's.",
        label="fig-16-drawn",
    )


def with_phrase(toy: dict, sentence: str, span: tuple[int, int], decoder: str = "split") -> int:
    """In how many recorded models the tree of a sentence has a span."""
    made = (run["examples"][sentence][decoder] for run in toy["runs"])
    return sum(span in trees.spans(Tree.fromstring(text.replace("(", "(X "))) for text in made)


def solved(toy: dict) -> figures.Table:
    """In how many of the recorded models the two clauses of the first example are phrases."""
    sentence, *_ = toy["gold"]
    spans = {
        (0, 2): "the film",
        (0, 4): "the film was dull",
        (5, 7): "the actor",
        (5, 9): "the actor was funny",
    }
    rows = []
    for span, name in spans.items():
        row = [name]
        for decoder in DECODERS:
            found = with_phrase(toy, sentence, span, decoder)
            by_chance = chance_of_phrase(sentence.split(), span, decoder)
            row += [f"{found} of {len(toy['runs'])}", f"{rounded(100 * by_chance, 0)} %"]
        rows.append(row)
    heads = [f"{name}{what}" for name in DECODERS.values() for what in ("", ", chance")]
    caption = (
        "Phrases of the two clauses, and in how many models they stand in the tree. Chance: in what share of "
        "trees from random walls."
    )
    return figures.Table(["phrase", *heads], rows, caption)


def chance_of_phrase(words: Sequence[str], span: tuple[int, int], decoder: str) -> float:
    """How often a span is a bracket of the tree that a decoder makes of random scores: 2,000 draws."""
    draw, hits = random.Random(0), 0
    for _ in range(2000):
        d = [draw.random() for _ in words]
        made = split.split(d, words) if decoder == "split" else split.split_between(d[1:], words)
        hits += span in trees.spans(made)
    return hits / 2000


def kept(toy: dict) -> figures.Picture:
    """What the cell keeps on each level: mean, lowest and highest model. The top level is always empty."""
    rows = {
        "before training": [run["untrained"]["kept_by_level"] for run in toy["runs"]],
        "after training": [run["kept_by_level"] for run in toy["runs"]],
    }
    return figures.dots(
        {
            name: {
                f"level {k}": records.extremes([100 * share for share in values])
                for k, values in reversed([*enumerate(zip(*(levels[:-1] for levels in models), strict=True))])
            }
            for name, models in rows.items()
        },
        "per cent that is kept from one word to the next",
        "What the memory keeps on each level: mean, lowest and highest of ten models.",
        {"everything": 100},
        label="fig-16-kept",
    )


def missed(toy: dict) -> figures.Picture:
    """What emptying one of the three lowest levels, or of the three highest in use, costs, now and later."""
    harm = [run["harm_of_erasing"] for run in toy["runs"]]  # models, levels, guesses
    places = {"a low level, 0 to 2": slice(0, 3), "a high level, 4 to 6": slice(4, 7)}
    guesses = {"the next guess": slice(0, 1), "the four guesses after it": slice(1, None)}
    rows = {
        when: {
            where: records.over_seeds(
                [1000 * statistics.fmean(sum(level[part]) for level in model[levels]) for model in harm]
            )
            for where, levels in places.items()
        }
        for when, part in guesses.items()
    }
    return figures.dots(
        rows,
        "thousandths of a nat lost, all guesses together",
        "One level is emptied once, after four words: what the guesses lose, mean of ten models and its 95 % "
        "interval over seeds.",
        {"nothing lost": 0},
        limits=None,
        label="fig-16-missed",
    )


def toy_scores(toy: dict) -> figures.Picture:
    """F1 on the toy treebank of ten ON-LSTMs, of what the place alone gives, and of what nobody learnt."""
    runs = toy["runs"]
    shown = {
        "ON-LSTM, SPLIT": [run["f1"]["split"] for run in runs],
        "ON-LSTM, cut between words": [run["f1"]["between"] for run in runs],
        "place of a word alone, SPLIT": [run["place_alone"] for run in runs],
        "untrained, SPLIT": [run["untrained"]["f1"]["split"] for run in runs],
    }
    return figures.strip(
        shown,
        F1,
        "Trees of 1,000 toy remarks, ten models: a point for each.",
        {"right-branching": toy["right_branching"], "chance through SPLIT": toy["chance_through_split"]},
        label="fig-16-toy",
    )


def gained(toy: dict) -> str:
    """The mean lead of the ON-LSTM's trees and its interval over seeds, as text."""
    runs = toy["runs"]
    over = {
        "right-branching": [run["f1"]["split"] - toy["right_branching"] for run in runs],
        "the place alone": [run["f1"]["split"] - run["place_alone"] for run in runs],
        "the same models, untrained": [run["f1"]["split"] - run["untrained"]["f1"]["split"] for run in runs],
    }
    told = [f"{name}: {records.interval_text(records.over_seeds(gaps))}" for name, gaps in over.items()]
    return "ON-LSTM through SPLIT, points above, 95 % interval over ten seeds\n" + "\n".join(told)


def toy_table(toy: dict) -> figures.Table:
    """The table of the ten models, seed by seed."""
    rows = []
    for run in toy["runs"]:
        numbers = (
            run["f1"]["split"],
            run["f1"]["between"],
            run["place_alone"],
            run["overlap_right"],
            run["untrained"]["overlap_right"],
        )
        spread = (f"{run['untrained']['sd_of_walls']:g}", f"{run['sd_of_walls']:g}")
        told = (rounded(x, 2, longer=True) for x in (run["perplexity"], *numbers))
        rows.append([str(run["seed"]), *told, *spread])
    heads = ["seed", "perplexity", "SPLIT", "cut", "place", "overlap", "untrained", "sd untrained", "sd"]
    return figures.Table(
        heads,
        rows,
        "Ten ON-LSTMs on the toy treebank: perplexity, F1 by both decoders and by the place alone, overlap "
        "with right-branching after and before training, standard deviation of the walls before and after.",
    )


def at_places(places: Sequence[float], sentences: Sequence[Sequence[str]]) -> list[Tree]:
    """The trees of a parser that looks at the place of a word and at nothing else."""
    return [split.split(places[: len(words)], words) for words in sentences]


def know_nothing(gold: Sequence[Tree], right: Sequence[Tree]) -> figures.Table:
    """The table of what three parsers score that have seen no sentence."""
    sentences = [trees.words(tree) for tree in gold]
    longest = max(map(len, sentences))
    falling = [1 - 1e-6 * k for k in range(longest)]
    found = {
        "all equal": at_places([0.5] * longest, sentences),
        "falling by a millionth a word": at_places(falling, sentences),
        "rising by a millionth a word": at_places(falling[::-1], sentences),
    }
    return figures.Table(
        ["walls", "F1", "F1 against right-branching"],
        [[name, *scored(made, gold, right)] for name, made in found.items()],
        f"Sentence F1 x 100 without the root on the {len(gold):,} toy remarks, of walls that know nothing.",
    )


def clock(t: int, m: int = 4) -> list[int]:
    """Which of m groups with periods 1, 2, 4, ... of a clockwork RNN keep their state at time t."""
    return [int(t % 2**k != 0) for k in range(m)]


def ticking(words: Sequence[str]) -> figures.Picture:
    """What the groups of a clockwork RNN keep at each word."""
    caption = "The clockwork RNN: a ruler's marks, whatever the words are."
    return figures.neurons([clock(t) for t in range(len(words))], words, caption, digits=None)


def clocks_score(gold: Sequence[Tree], right: Sequence[Tree]) -> str:
    """The F1 of the clock's trees, as text."""
    sentences = [trees.words(tree) for tree in gold]
    walls = [ordered.distance(clock(t)) for t in range(max(map(len, sentences)))]
    return scored(at_places(walls, sentences), gold, right)[0]


def scored(found: Sequence[Tree], gold: Sequence[Tree], right: Sequence[Tree]) -> list[str]:
    """The F1 of trees and their overlap with right-branching ones, as cells of a table."""
    return [_one(100 * evaluation.unlabeled_f1(found, other).f1) for other in (gold, right)]


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


def seeds(on_lstm: dict) -> figures.Picture:
    """A point for each seed of the ON-LSTM, trained and not, and of PRPN."""
    prpn = trial.Recorded()
    shown = {
        "ON-LSTM": f1(on_lstm),
        "the same, untrained": [run["untrained"][USUAL] for run in on_lstm["runs"]],
        **{f"PRPN, {form}": prpn.all_f1(form) for form in trial.FORMS},
    }
    return figures.strip(
        shown,
        F1,
        "Trees of 555 real sentences of up to ten words: a point for each seed, under them mean and standard "
        "deviation. PRPN: the sixteen seeds of chapter 11.",
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


def intervals_over_seeds(every: Mapping[str, dict], rivals: dict) -> str:
    """How far the ON-LSTM and the transformer lie from their rulers, as text."""
    on_lstm, ours = every["ON-LSTM"], every["our transformer"]
    right = nobody()["right-branching"]
    known = rivals["sentence_f1"]
    chance, balanced = (statistics.fmean(known[name]) for name in ("random scores", "balanced"))
    untrained = [run["untrained"][USUAL] for run in on_lstm["runs"]]
    told = ["ON-LSTM, over seeds, minus"]
    for name, other in {
        "right-branching": [right] * len(untrained),
        "chance through SPLIT": [100 * chance] * len(untrained),
        f"balanced trees, {_one(100 * balanced)}": [100 * balanced] * len(untrained),
        f"itself before training, {_one(statistics.fmean(untrained))}": untrained,
    }.items():
        gaps = [x - y for x, y in zip(f1(on_lstm), other, strict=True)]
        told.append(f"  {name}: {over_five(gaps)}")
    told.append("our transformer minus chance through SPLIT, over sentences:")
    for run in ours["runs"]:
        gap = records.difference(sentences(run), rivals["sentence_f1"]["random scores"])
        told.append(f"  seed {run['seed']}: {records.interval_text(gap)}")
    gains = [x - run["untrained"][USUAL] for x, run in zip(f1(ours), ours["runs"], strict=True)]
    told.append(f"our transformer minus itself before training, over seeds: {over_five(gains)}")
    return "\n".join(told)


def words_add(every: Mapping[str, dict], rivals: dict) -> str:
    """What the words add to the place alone in the ON-LSTM, and two overlaps to compare with, as text."""
    on_lstm = every["ON-LSTM"]
    gaps = [a - b for a, b in zip(f1(on_lstm), place_alone(on_lstm), strict=True)]
    told = [f"F1 minus place alone, ON-LSTM, by seed: {', '.join(map(_one, gaps))}"]
    told.append(f"over seeds: {over_five(gaps)}")
    for name in ("random scores", "upper bound"):
        told.append(f"overlap with right-branching, {name}: {_one(rivals['overlap_right'][name])}")
    more = [run["overlap_right"] - rivals["overlap_right"]["random scores"] for run in on_lstm["runs"]]
    told.append(f"ON-LSTM minus random scores, over seeds: {_one(statistics.fmean(more))}, {over_five(more)}")
    return "\n".join(told)


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
        "Where trees of real sentences come from, mean ± sd over seeds; sentences with ties: of all seeds "
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
