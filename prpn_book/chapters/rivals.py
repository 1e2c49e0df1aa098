"""What parses the newspaper beside PRPN: parts of what its scores know, an LSTM's state, counts, tables."""

from collections.abc import Sequence

from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import shipped, trees
from prpn_edu.latent import split

KINDS = {"tape": "PRPN with tape", "lstm": "LSTM"}
MEAN, FORGETS = "mean word list", "how much it forgets"
LEFT = {
    "scores": "its scores",
    "word list": "words alone",
    "place alone": "places alone",
    "shuffled": "scores shuffled",
}


def read(name: str = "controls-wsj") -> dict:
    """A record of `experiments.wsj_controls`: of PRPN with tape and an LSTM, or "controls-attention"."""
    return records.read(name)


def tree_of_a_list(right: str) -> Picture:
    """A remark with the number of each word in the list that comes with the course, and SPLIT's tree of them.

    Args:
        right: the remark's tree in brackets; what SPLIT draws otherwise is marked.
    """
    packed, gold = shipped.word_list(), Tree.fromstring(right)
    number = dict(zip(packed["words"], packed["numbers"], strict=True))
    numbers = [number[word] for word in gold.leaves()]
    leaves = [f"{word} {rounded(each, 2)}" for word, each in zip(gold.leaves(), numbers, strict=True)]
    made = split.split(numbers, leaves)
    wrong = set(trees.spans(made)) - set(trees.spans(gold))
    told = (
        "Each word with its number in the list of a PRPN trained on the toy treebank, and SPLIT's tree. "
        "0 is the lowest word of the list, 1 the highest. Dashed: not as we read it."
    )
    return figures.draw_trees([made], marked=[wrong], caption=told, label="fig-11-five")


def what_is_left(record: dict, kept: Sequence[str] = tuple(LEFT), label: str = "tab-11-left") -> Table:
    """PRPN with tape by its own scores and by parts of what they know, and what each part loses."""
    tape = record["models"]["tape"]
    rows = [
        [
            LEFT[key],
            records.mean_text(f1_of(tape, key)),
            records.interval_text(lost(record, "tape", kept=key)),
        ]
        for key in kept
    ]
    rows[0][-1] = ""
    told = (
        f"PRPN with tape on the newspaper, through SPLIT: mean ± standard deviation of "
        f"{len(tape['runs'])} fresh seeds. Last column: mean, and 95 % over seeds."
    )
    return Table(["kept", "F1 x 100", "lost against its scores"], rows, told, label=label)


def taken_away(record: dict) -> Picture:
    """Each seed by its own scores, by parts of what they know, and an LSTM by its forget gates."""
    tape, lstm = record["models"]["tape"], record["models"]["lstm"]
    rows = {f"PRPN, {name}": f1_of(tape, key) for key, name in LEFT.items()}
    rows["LSTM, its forget gates"] = f1_of(lstm, FORGETS)
    told = "Newspaper, through SPLIT: what PRPN with tape has left, and what an LSTM has. A point a seed."
    lines = {"right-branching": record["right_branching"]}
    return figures.strip(rows, "sentence F1 x 100", told, lines, label="fig-11-left")


def beside_prpn(record: dict) -> Table:
    """F1 of all that was decoded, in both ways, and of the tables that each five of it teaches."""
    rows = [
        [f"{kind}: {name}", *_decoded(record["models"][form], name), _taught(record["models"][form], name)]
        for form, kind in KINDS.items()
        for name in record["models"][form]["fives"][0]["tables"]
    ]
    rows += [
        [name, *(_one(row["f1"]["10"][way]) for way in ("biased", "unbiased")), _one(row["tables"]["10"])]
        for name, row in record["counts"].items()
    ]
    rows.append(["right-branching", _one(record["right_branching"]), "", ""])
    heads = ["F1 x 100", "SPLIT", "cuts", "tables of each five"]
    told = "What parses as PRPN does: 555 newspaper sentences, mean ± standard deviation over seeds"
    return Table(heads, rows, told)


def _decoded(model: dict, name: str) -> list[str]:
    """By SPLIT and by cuts: over the seeds, or for the mean list of a five, over the fives."""
    ways = ("biased", "unbiased")
    if name == MEAN:
        return [", ".join(_one(five[MEAN]["10"][way]) for five in model["fives"]) for way in ways]
    return [records.mean_text(f1_of(model, name, way)) for way in ways]


def _taught(model: dict, name: str) -> str:
    return ", ".join(_one(five["tables"][name]["10"]) for five in model["fives"])


def _one(f1: float) -> str:
    return rounded(f1, 1, longer=True)


def f1_of(model: dict, name: str, way: str = "biased", length: str = "10") -> list[float]:
    """F1 x 100 of each seed."""
    return [run["f1"][name][length][way] for run in model["runs"]]


def lost(record: dict, form: str, length: str = "10", kept: str = "word list") -> tuple[float, float, float]:
    """What a part of the scores has less than the scores: mean and interval over seeds."""
    own, part = (f1_of(record["models"][form], name, length=length) for name in ("scores", kept))
    return records.over_seeds([a - b for a, b in zip(own, part, strict=True)])


def lost_on_toy(form: str) -> tuple[float, float, float]:
    """The same on the toy treebank, of `experiments.toy_words`."""
    runs = [run["f1"] for run in records.read("controls-toy")["models"][form]["runs"]]
    return records.over_seeds([f1["scores"]["biased"] - f1["word list"]["biased"] for f1 in runs])


def fewer_tables(record: dict) -> Table:
    """F1 of one table alone and of each two of the four, taught by five PRPNs with tape."""
    fives = record["models"]["tape"]["fives"]
    rows = [
        [name, *(_one(five["fewer tables"][name]) for five in fives)] for name in fives[0]["fewer tables"]
    ]
    rows.append(["all four", *(_one(five["tables"]["scores"]["10"]) for five in fives)])
    heads = ["tables", *(f"seeds {five['seeds'][0]} to {five['seeds'][-1]}" for five in fives)]
    return Table(heads, rows, "Fewer than four tables: F1 x 100 up to ten words; right-branching has 58.6")


def postcard(record: dict) -> Table:
    """The frequent words at both ends of the list that five PRPNs with tape leave together."""
    five = record["models"]["tape"]["fives"][0]
    ends = five["ends of the list"]
    plain = {end: [word for word in ends[end] if word.isalpha() and word.islower()] for end in ends}
    rows = [[end, ", ".join(plain[end][:12])] for end in ("high", "low")]
    told = "Both ends of the mean list of five PRPNs with tape: words that occur 30 times or more"
    return Table(["", "words, the most extreme first"], rows, told, label="tab-11-postcard")
