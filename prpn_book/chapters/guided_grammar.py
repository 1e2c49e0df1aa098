"""The grammar that PRPNs guide: its road from right-branching, its guides and controls, others' scores."""

import statistics
from collections.abc import Mapping, Sequence

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.chapters.above_right_branching import F1, f1, with_interval, with_strokes
from prpn_book.figures.svg import SIZE, SMALL
from prpn_book.figures.trees import hang, word_places
from prpn_book.rounding import rounded
from prpn_edu import shipped, trees
from prpn_edu.latent import split
from prpn_edu.latent.grammar import NeuralGrammar
from prpn_edu.latent.spans.classes import WordClasses
from prpn_edu.loops import page

Span = tuple[int, int]

SENTENCE = "she will sell the house that her father built"
ROAD = ("right-branching", "one PRPN", "tables", "grammar")
OWN = "trained PRPNs"
GUIDES = {
    "no guide": "no guide",
    "right-branching": "right-branching",
    "random scores (3)": "random scores",
    "untrained PRPNs (3)": "untrained PRPNs",
    "shuffled scores": "shuffled scores",
    "one number a word": "word lists",
    "guide kept": "guide kept",
}

# What stands on the road, the tree of the chapter's sentence there, and what is passed on.
STATIONS = (
    ("One PRPN and its trees", "one PRPN", "count: which spans are brackets, which are not?"),
    ("Four tables of counts", "", "take the tables of three PRPNs together"),
    ("The guide: a score for each span", "", "makes trees of high score likelier, then lets go"),
    ("A grammar and its trees", "grammar", ""),
)
LEVEL = 15  # pixels from a bracket to the next in a picture of the road
LISTED = "the man who built this house is my father"  # chosen after seeing what the list makes of it
POINT = 30  # pixels of a list's bars for each point

PUPILS = {
    "CRF, taught by the teachers": "a law over trees, of the teachers",
    "EM": "EM, as many passes",
    "EM, longer": "EM, three times as many",
    "CRF": "a law over trees, of the guide",
}


def read_by(recorded: dict, readers: Sequence[str], caption: str, label: str = "") -> figures.Picture:
    """The sentence of the chapter by some readers; a bracket that crosses one of ours is drawn as wrong.

    Args:
        recorded: `results/wsj-grammar.json`.
        readers: out of `ROAD`.
        caption: of the figure.
        label: a name for references.
    """
    found = {name: Tree.fromstring(recorded["ours"][SENTENCE][name]) for name in ("ours", *readers)}
    wrong = [crossing(found[name], found["ours"]) for name in readers]
    return figures.draw_trees(
        [found[name] for name in readers], readers, marked=wrong, caption=caption, label=label, across=1
    )


def crossing(tree: Tree, gold: Tree) -> set[Span]:
    """The spans of a tree that overlap one of the gold tree, and neither holds the other."""
    return {
        (a, b) for a, b in trees.spans(tree) for c, d in trees.spans(gold) if a < c < b < d or c < a < d < b
    }


def stations(recorded: dict, alone: dict) -> figures.Picture:
    """The road of the chapter from top to bottom: its four stations, with a sentence at both ends.

    Args:
        recorded, alone: as in `road`.
    """
    found = {name: Tree.fromstring(recorded["ours"][SENTENCE][name]) for name in ("ours", *ROAD)}
    means = [statistics.fmean(values) for values in six_runs(recorded, alone).values()]
    caption = (
        "The road of this chapter. Numbers: F1 on real sentences of up to ten words, the mean of six runs; "
        f"the trees are of one. Right-branching has {f1(recorded['right_branching']):.1f}."
    )
    sheet, y, told = figures.Sheet(), 0.0, [caption]
    places = word_places(SENTENCE.split())
    right = 2 * places[-1] - places[-2]
    for k, ((name, tree, gives), mean) in enumerate(zip(STATIONS, means, strict=True), 1):
        told.append(f"{k} {name}: {mean:.1f}")
        sheet.text(0, y, f"{k}  {name}", anchor="start", kind="bold")
        sheet.text(right, y, f"{mean:.1f}", anchor="end", kind="bold")
        if tree:
            wrong = crossing(found[tree], found["ours"])
            y += LEVEL * (found[tree].height() - 1) + 2 * SIZE
            hang(sheet, found[tree], places, y - SIZE, marked=wrong, level=LEVEL)
            for x, word in zip(places, SENTENCE.split(), strict=True):
                sheet.text(x, y + 4, word, "word", size=SMALL)
            told.append(f"{figures.bracketed(found[tree])}, {len(wrong)} brackets wrong")
        if gives:
            sheet.arrow((6, y + 10), (6, y + 34), "tree")
            sheet.text(20, y + 27, gives, "tree", "start", SMALL)
            told.append(gives)
            y += 54
    return figures.picture(sheet, "\n".join(told), caption, "fig-17-stations")


def one_number_a_word() -> figures.Picture:
    """A sentence in the numbers of a list of words, and the tree that SPLIT makes of them."""
    words = LISTED.split()
    numbers = page.walls(page.stage_of(shipped.english()), words)
    tree = split.split(numbers, words)
    sheet, places = figures.Sheet(), word_places(words, least=43)
    bars = [POINT * x for x in numbers]
    roof, floor = -max(bars) - 26, 34 - min(bars)
    hang(sheet, tree, places, roof, level=LEVEL)
    told = ["One number a word, and SPLIT's tree."]
    for x, word, bar, score in zip(places, words, bars, numbers, strict=True):
        sheet.line([(x, roof), (x, min(-bar, 0) - 20)], "rule", "thin dotted")
        sheet.box(x - 7, min(-bar, 0), 14, abs(bar), "word", share=0.35, corner=2)
        sheet.text(x, -bar - 5 if bar > 0 else -bar + 14, rounded(score, 2), size=SMALL)
        sheet.text(x, floor, word, "word")
        told.append(f"{word}: {rounded(score, 2)}")
    sheet.line([(places[0] - 20, 0), (places[-1] + 20, 0)], "rule")
    caption = "A list of ten PRPNs that read speeches. SPLIT cuts at the highest, then in each part."
    return figures.picture(sheet, "\n".join([*told, figures.bracketed(tree)]), caption, "fig-17-list")


def at_work() -> figures.Picture:
    """The two trees of chapter 15's sentence, and what a guide makes of their shares."""
    return figures.draw_trees(
        [Tree.fromstring("(X saw (X films (X at home)))"), Tree.fromstring("(X (X saw films) (X at home))")],
        ["2/3 · 1 = 2/3", "1/3 · 4 = 4/3"],
        caption="The share of each tree, times the guide's factor: exp(0) = 1 or exp(log 4) = 4.",
        label="fig-17-at-work",
    )


def teachers_of(recorded: dict, kind: str, length: int | str = 10) -> list[float]:
    """The F1 of all teachers, or of what each taught alone."""
    return [f1(run[kind], length) for five in recorded["fives"].values() for run in five["teachers"]]


def grammars_of(recorded: dict, length: int | str = 10) -> list[float]:
    """The F1 of all nine grammars."""
    return [f1(run, length) for five in recorded["fives"].values() for run in five["grammars"]]


def fifteen(recorded: dict) -> figures.Picture:
    """Fifteen single PRPNs beside right-branching."""
    return figures.strip(
        {"one PRPN": teachers_of(recorded, "teacher")},
        F1,
        "555 real sentences of up to ten words. A point is a seed; the diamond is their mean with one "
        "standard deviation.",
        {"right-branching": f1(recorded["right_branching"])},
        label="fig-17-fifteen",
        means=True,
    )


def agreeing(recorded: dict) -> figures.Picture:
    """Every PRPN early in its training, and those that were chosen at its end."""
    early: dict[str, list[float]] = {"left out, early": [], "chosen, early": []}
    for five in recorded["fives"].values():
        for run in five["early"]:
            kept = "chosen" if run["seed"] in five["chosen"] else "left out"
            early[f"{kept}, early"].append(f1(run["teacher"]))
    return figures.strip(
        early | {"chosen, at the end": teachers_of(recorded, "teacher")},
        F1,
        "Three times five PRPNs after four passes, and the chosen nine after ten. A point is a seed.",
        {"right-branching": f1(recorded["right_branching"])},
        label="fig-17-agreeing",
    )


def agreement_table(recorded: dict) -> figures.Table:
    """The table of how much the tables of each PRPN agree with the others', and of its F1."""
    rows = []
    for name, five in recorded["fives"].items():
        for run in sorted(five["early"], key=lambda run: -run["agreement"]):
            numbers = (run["agreement"], run["held_out_perplexity"], f1(run["teacher"]))
            texts = (rounded(x, 1, longer=True) for x in numbers)
            rows.append([name, run["seed"], *texts, "yes" if run["seed"] in five["chosen"] else ""])
    return figures.Table(
        ["five", "seed", "agreement", "perplexity", "F1", "chosen"],
        rows,
        "Fifteen PRPNs after four passes, sentences of up to ten words. Agreement: the mean F1 of the trees "
        "by its tables against those by the tables of the other four. F1: of its own trees against gold.",
    )


def road(recorded: dict, alone: dict) -> figures.Picture:
    """The road of the chapter on sentences of up to ten words, a point for each five.

    Args:
        recorded: `results/wsj-grammar.json`.
        alone: `results/wsj-grammar-one-teacher.json`; its control is the same recipe on fresh fives.
    """
    return figures.strip(
        {"random scores, SPLIT": [f1(run) for run in recorded["simple"]["random scores"]]}
        | six_runs(recorded, alone),
        F1,
        "The road, taken six times. A point is one run, or one draw of random scores; at station 4 three "
        "points are means of three grammars. One run is the lowest at every station.",
        {"right-branching": f1(recorded["right_branching"])},
        label="fig-17-road",
        means=True,
    )


def six_runs(recorded: dict, alone: dict, length: int = 10) -> dict[str, list[float]]:
    """The F1 of each station of the road in all six fives, of PRPNs the one whose tables agree most.

    Args:
        recorded, alone: as in `road`.
        length: of the longest sentence.
    """
    fives = [*recorded["fives"].values(), *alone["fives"].values()]
    guides = [*recorded["fives"].values(), *alone["controls"]["three teachers"]]
    return {
        "1 one PRPN": [f1(five["teachers"][0]["teacher"], length) for five in fives],
        "2 its tables": [f1(five["teachers"][0]["student"], length) for five in fives],
        "3 guide, of three PRPNs": [f1(some["guide"], length) for some in guides],
        "4 grammar": six_fives(recorded, alone, length)[1],
    }


def whole_road(recorded: dict, earlier: dict, alone: dict, length: int) -> figures.Picture:
    """The road with all its variants, a point for each run.

    Args:
        recorded, alone: as in `road`; the grammars of one teacher are of the fresh fives.
        earlier: `results/wsj-grammar-any-five.json`, in which no teacher was left out.
        length: of the longest sentence.
    """
    simple = recorded["simple"]
    rows = {
        "chance": [f1(run, length) for run in simple["random scores"]],
        "word counts": [f1(simple["log frequency"], length)],
        "one PRPN, chosen": teachers_of(recorded, "teacher", length),
        "its tables": teachers_of(recorded, "student", length),
        "tables from three": [f1(five["tables"], length) for five in recorded["fives"].values()],
        "grammar": grammars_of(recorded, length),
        "grammar, fresh fives": [f1(run, length) for run in alone["controls"]["three teachers"]],
        "grammar, any five": grammars_of(earlier, length),
        "grammar, one teacher": grammars_of(alone, length),
    }
    return figures.strip(
        rows,
        F1,
        f"The road and its variants on real sentences of up to {length} words, a point for each run.",
        {"right-branching": f1(recorded["right_branching"], length)},
        label=f"fig-17-road-{length}",
    )


def guides(recorded: dict, earlier: dict, length: int = 10) -> figures.Picture:
    """Grammars after other guides, through the same steps; arguments as in `whole_road`."""
    own = [
        statistics.fmean(f1(run, length) for run in five["grammars"]) for five in earlier["fives"].values()
    ]
    rows, controls = {OWN: own}, recorded["controls"] | earlier["controls"]
    for name, key in GUIDES.items():
        if key in controls:
            rows[name] = [f1(run, length) for run in controls[key]]
    right = f1(earlier["right_branching"], length)
    return figures.strip(
        rows,
        F1,
        f"After other guides, up to {length} words. A point is a grammar, in the top row a mean of three. "
        "(3): three teachers, not five.",
        {"right-branching": right},
        label=f"fig-17-guides-{length}",
        means=True,
    )


def grammar_table(recorded: dict) -> figures.Table:
    """The table of all grammars: each five's F1 by length, on all sentences and on those held out."""
    parts = [f"{start}{n}" for n in (10, 40) for start in ("", "held-out ")]
    rows = [["right-branching", *(rounded(f1(recorded["right_branching"], part), 1, True) for part in parts)]]
    for name, five in recorded["fives"].items():
        for kind in ("tables", "guide"):
            row = (rounded(f1(five[kind], part), 1, longer=True) for part in parts)
            rows.append([f"{name} five, {kind}", *row])
        each = ([f1(run, part) for run in five["grammars"]] for part in parts)
        rows.append([f"{name} five, grammars", *(records.mean_text(values) for values in each)])
        row = (rounded(f1(five["grammars together"], part), 1, longer=True) for part in parts)
        rows.append([f"{name} five, their chances added", *row])
    together = recorded["all grammars together"]
    rows.append(["all nine, chances added", *(rounded(f1(together, part), 1, longer=True) for part in parts)])
    fives = [records.over_seeds(recorded["over_fives"][part]["fives"]) for part in parts]
    rows.append(["mean of three fives", *(rounded(mean, 1, longer=True) for mean, _, _ in fives)])
    ends = ([rounded(end, 1, longer=True) for end in interval] for _, *interval in fives)
    rows.append(["95 % over fives", *map(" to ".join, ends)])
    heads = [f"{'held out, ' if 'held' in part else ''}up to {part.split()[-1]}" for part in parts]
    return figures.Table(
        ["", *heads],
        rows,
        f"After {'one teacher' if recorded['settings']['teachers']['together'] == 1 else 'three teachers'} "
        "of each five: sentence F1 without the root. Of grammars: mean of three seeds and their standard "
        "deviation.",
    )


def grammar_gaps(recorded: dict) -> figures.Table:
    """The table of the reported grammars minus other parsers, with intervals over sentences."""
    names = (
        "right-branching",
        *(f"reported: {kind}" for kind in ("one PRPN", "its tables", "tables", "guide")),
    )
    lines = {(x["minus"], x["up_to_words"], x["sentences"]): x for x in recorded["differences"]}
    parts = ("all", "held-out")
    return figures.Table(
        ["minus", "up to", *(f"{part} sentences" for part in parts)],
        [
            [
                name.removeprefix("reported: "),
                f"{n} words",
                *(with_interval(lines[name, n, part]) for part in parts),
            ]
            for n in (10, 40)
            for name in names
        ],
        "The reported five's grammars minus another parser, on the same sentences, with 95 % intervals over "
        "sentences.",
    )


def guide_table(recorded: dict) -> figures.Table:
    """The table of other guides: what they score themselves, and the grammar after them."""
    rows = []
    for name, runs in recorded["controls"].items():
        if name in PUPILS:
            continue
        texts = [name.replace("word lists", "one number a word")]
        for length in (10, 40):
            own = [f1(run["guide"], length) for run in runs if "guide" in run]
            texts.append(records.mean_text(own) if own else "")
            texts.append(records.mean_text([f1(run, length) for run in runs]))
        texts.append(records.mean_text([run["held_out_perplexity_20"] for run in runs], 0))
        rows.append(texts)
    runs = [run for five in recorded["fives"].values() for run in five["grammars"]]
    five = recorded["fives"].values()
    mine = [OWN]
    for length in (10, 40):
        mine.append(records.mean_text([f1(one["guide"], length) for one in five]))
        mine.append(records.mean_text([f1(run, length) for run in runs]))
    mine.append(records.mean_text([run["held_out_perplexity_20"] for run in runs], 0))
    heads = [f"{who}, up to {n}" for n in (10, 40) for who in ("guide", "grammar")]
    return figures.Table(
        ["guided by", *heads, "held-out perplexity"],
        [mine, *rows],
        "Guides and the grammars after them: means and standard deviations of three runs, of nine in the "
        "first row. Perplexity: of words and ends of sentences of up to 20 words.",
    )


def one_or_three(recorded: dict, alone: dict) -> figures.Table:
    """The table of six fives: the grammars of the most agreeing teacher alone, and of three.

    Args:
        recorded, alone: as in `road`. In the first three fives one teacher has one grammar and three have
            three; in the others it is the other way round.
    """
    rows, names = [], [*recorded["fives"], *alone["fives"]]
    for length in (10, 40):
        one, three = six_fives(recorded, alone, length)
        columns = one, three, [a - b for a, b in zip(one, three, strict=True)]
        for name, *numbers in zip(names, *columns, strict=True):
            rows.append([name, length, *(rounded(x, 1, longer=True) for x in numbers)])
        means = (records.interval_text(records.over_seeds(column)) for column in columns)
        rows.append(["mean, 95 % over fives", length, *means])
    return figures.Table(
        ["five", "up to", "one", "three", "difference"],
        rows,
        "Grammars after the most agreeing teacher of a five alone, and after the three most agreeing, on "
        "sentences of up to 10 and up to 40 words.",
    )


def six_fives(recorded: dict, alone: dict, length: int) -> tuple[list[float], list[float]]:
    """Of each five the mean F1 of its grammars, after one teacher and after three."""
    seen, fresh = ([five["grammars"] for five in some["fives"].values()] for some in (recorded, alone))
    one = [[run] for run in recorded["controls"]["one teacher"]] + fresh
    three = seen + [[run] for run in alone["controls"]["three teachers"]]
    means = [[statistics.fmean(f1(run, length) for run in runs) for runs in some] for some in (one, three)]
    return means[0], means[1]


def pupil_table(recorded: dict) -> figures.Table:
    """The table of pupils that differ in what they are: like what taught them, and their F1 against gold."""
    fives = list(recorded["fives"].values())
    runs = {
        "tables, the guide, of the teachers": [five["guide"] for five in fives],
        "a grammar, of the guide": [run for five in fives for run in five["grammars"]],
    } | {name: recorded["controls"][key] for key, name in PUPILS.items()}
    rows = []
    for name, some in runs.items():
        taught = [run.get("like_guide") or run["like_teachers"] for run in some]
        likeness = records.mean_text([like["held-out 40"] for like in taught])
        scores = [records.mean_text([f1(run, part) for run in some]) for part in ("10", "40", "held-out 40")]
        rows.append([name, likeness, *scores])
    return figures.Table(
        ["pupil", "like what taught it", "F1, up to 10", "up to 40", "held out, up to 40"],
        rows,
        "Pupils of the same three fives: means and standard deviations of three runs, of nine in the second "
        "row. Like what taught it: F1 of the pupil's trees against its guide's, or against the trees of its "
        "teachers, on the held-out files.",
    )


def english(recorded: dict) -> figures.Table:
    """The table of the grammar that learnt from speeches, its guide, its file and its controls."""
    rows = [
        [name, *(f"{f1(recorded[key], length):.1f}" for length in (10, 20))]
        for name, key in (("right-branching", "right-branching"), ("tables, the guide", "tables"))
    ]
    runs = recorded["grammars"]
    means = (records.mean_text([f1(run, length) for run in runs]) for length in (10, 20))
    rows.append([f"grammar, {len(runs)} seeds", *means])
    rows.append(["its file, of the first seed", *(f"{f1(recorded['the file'], n):.1f}" for n in (10, 20))])
    for name, run in recorded["controls"].items():
        guide = "without a guide" if name == "no guide" else f"guided by {name}"
        rows.append([f"grammar {guide}, one seed", *(f"{f1(run, length):.1f}" for length in (10, 20))])
    caption = (
        "Sentence F1 without the root, on the newspaper sample, of parsers that learnt from speeches alone."
    )
    if "word list" in recorded["controls"]:
        caption += " A word list: the mean of the ten PRPNs' scores, one number a word."
    return figures.Table(["parser", "up to 10 words", "up to 20"], rows, caption)


def lists(recorded: dict) -> figures.Table:
    """The table of what scores of words alone parse by themselves, through SPLIT."""
    simple, last = recorded["simple"], list(recorded["fives"].values())[-1]
    rows = {
        "the five networks": [run["teacher"] for run in last["teachers"]],
        "each one's list of words": simple["word lists"],
        "the mean of the five lists": [simple["mean word list"]],
    }
    cells = [
        [name, *(with_strokes([statistics.fmean(f1(run, n) for run in runs)]) for n in (10, 40))]
        for name, runs in rows.items()
    ]
    return figures.Table(
        ["through SPLIT", "up to 10", "up to 40"], cells, "The reported five, with and without context."
    )


HOW = {"epochs": 6, "batch_size": 32, "lr": 1e-2, "clip": 3.0, "keep": "last", "progress": False}


def beginning(kinds: WordClasses, text: Sequence[Tree], seed: int) -> NeuralGrammar:
    """A grammar of film remarks before its training: each symbol of a word begins in a class of words."""
    torch.manual_seed(seed)
    grammar = NeuralGrammar(kinds.vocabulary, pairs=kinds.size // 2, words=kinds.size)
    grammar.begin_in_classes(kinds, text)
    return grammar


def grown(runs: Mapping[str, Sequence[float]], tables: float, ruler: float) -> figures.Picture:
    """Grammars of the toy treebank: alone, guided to the end, and guided and let go."""
    return figures.strip(
        runs,
        F1,
        "Grammars of film remarks, three seeds each, and their guide, on the 500 development remarks.",
        {"right-branching": ruler, "the guide": tables},
        label="fig-17-grown",
    )


def costs(recorded: dict) -> figures.Table:
    """The table of how long a training took."""
    fives = recorded["fives"].values()
    rows = {
        "a PRPN": [run["cpu_seconds"] for five in fives for run in five["teachers"]],
        "a grammar": [run["cpu_seconds"] for five in fives for run in five["grammars"]],
    }
    return figures.Table(
        ["", "seconds of one processor"],
        [[name, records.mean_text(seconds, 0)] for name, seconds in rows.items()],
        f"What a training cost, on {recorded['machine']}.",
    )


def published(recorded: dict) -> figures.Table:
    """The table of our numbers beside published ones, which are not to be ranked."""
    last = list(recorded["fives"].values())[-1]
    rows = [
        ["right-branching", with_strokes([f1(recorded["right_branching"], 40)]), "39.5"],
        ["our grammar", records.mean_text([f1(run, 40) for run in last["grammars"]]), ""],
        ["PRPN, tuned anew", "", "47.3"],
        ["compound PCFG", "", "55.2"],
        ["neural bi-lexicalised PCFG", "", "60.4"],
    ]
    return figures.Table(
        ["parser", "our sample, up to 40 words", "usual test section"],
        rows,
        "Sentence F1 without root and punctuation; of our grammar, mean and standard deviation of three. "
        "On the right quoted from Kim et al. (2019b), the last from Yang et al. (2021).",
    )


def others(recorded: dict) -> figures.Table:
    """The table of the other sentences by every parser, in brackets."""
    rows = []
    for words, found in recorded["ours"].items():
        if words != SENTENCE:
            for name in ("ours", *ROAD):
                tree = Tree.fromstring(found[name])
                text = figures.bracketed(_bare(tree))
                wrong = len(crossing(tree, Tree.fromstring(found["ours"])))
                rows.append([name, text, "" if name == "ours" else wrong])
    return figures.Table(
        ["", "brackets", "crossing ours"], rows, "Three sentences, each by us and by four parsers."
    )


def _bare(tree: Tree) -> Tree:
    """The same tree, all labels X."""
    return Tree("X", [_bare(child) if isinstance(child, Tree) else child for child in tree])
