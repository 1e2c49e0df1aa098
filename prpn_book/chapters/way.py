"""The pictures of the last page: two remarks of one bag, is or are, a doubt, and the way to real trees."""

import statistics
from collections.abc import Callable
from itertools import permutations

from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import agreement, guided_grammar, ordered_neurons, records, trial
from prpn_book.chapters.above_right_branching import F1, f1
from prpn_book.explore.english import MEN
from prpn_book.explore.votes import CLASSES
from prpn_book.rounding import rounded
from prpn_book.views import english, tree_lstm
from prpn_edu import shipped

REMARKS = ("((not good) (but funny))", "(funny (but (not good)))")
READINGS = {"((men and women) (of the world))": (0, 3), "(men and (women of the world))": (2, 6)}


def verdict(brackets: str) -> str:
    """What the Tree-LSTM that comes with the library says of a remark with these brackets."""
    tree_lstm.install(shipped.tree_lstm())
    text = brackets.replace("(", "").replace(")", "")
    cuts = permutations(range(1, len(text.split())))
    views = (tree_lstm.explore(text, list(heights), 0) for heights in cuts)
    (view, *_) = (view for view in views if view["tree"] == brackets)
    return CLASSES[view["labels"][view["root"] - 1]]


def one_bag() -> figures.Picture:
    """Two remarks with the same words, and what a reader of trees says of them."""
    return figures.draw_trees(
        [Tree.fromstring(remark.replace("(", "(X ")) for remark in REMARKS],
        [f"a Tree-LSTM says: {verdict(remark)}" for remark in REMARKS],
        caption="Two remarks with the same words, given with their trees.",
        label="fig-one-bag",
    )


def is_or_are() -> figures.Picture:
    """The last picture of the chapter on the trial."""
    return agreement.is_or_are(records.read("agreement"))


def doubt() -> figures.Picture:
    """Two phrases that no tree has both, and the chance that the shipped grammar gives to each."""
    english.install(shipped.english())
    chances = {(start, end): chance for start, end, chance in english.explore(MEN)["spans"]}
    words = MEN.split()
    return figures.draw_trees(
        [Tree.fromstring(reading.replace("(", "(X ")) for reading in READINGS],
        [f"{' '.join(words[slice(*span)])}: {rounded(chances[span], 2)}" for span in READINGS.values()],
        caption="Two phrases that no tree has both, and what chapter 17's grammar believes of each.",
        label="fig-doubt",
    )


def way() -> figures.Picture:
    """Every parser that learnt from words alone, the lowest mean first, beside right-branching."""
    road, any_five = records.read("wsj-grammar"), records.read("wsj-grammar-any-five")
    alone = records.read("wsj-grammar-one-teacher")
    fresh = alone["controls"]["three teachers"]
    ordered, newspaper = records.read(ordered_neurons.FILES["ON-LSTM"]), trial.Recorded()
    rows = {
        "random scores, SPLIT (9)": [f1(run) for run in road["simple"]["random scores"]],
        "PRPN, attention only (11)": newspaper.all_f1("attention only"),
        "PRPN with tape (11)": newspaper.all_f1("with tape"),
        "grammar, no guide (15, 17)": [f1(run) for run in any_five["controls"]["no guide"]],
        "ordered neurons (16)": ordered_neurons.f1(ordered),
        "tables, the guide (17)": [f1(run["guide"]) for run in (*road["fives"].values(), *fresh)],
        "grammar, guided (17)": guided_grammar.six_fives(road, alone, 10)[1],
    }
    rows = dict(sorted(rows.items(), key=lambda row: statistics.fmean(row[1])))
    return figures.strip(
        rows,
        F1,
        "Real sentences of up to ten words; chapters in brackets. A point is one run, in the last two rows "
        "a group of five PRPNs, which are not chapter 11's. The random scores are other draws than above. "
        "A diamond is the mean with one standard deviation.",
        {"right-branching": f1(road["right_branching"])},
        label="fig-way",
        looks=list(map(trial.look_of, rows)),
    )


PICTURES: dict[str, Callable[[], figures.Picture]] = {
    "remarks": one_bag,
    "is-or-are": is_or_are,
    "doubt": doubt,
    "sentences": way,
}
