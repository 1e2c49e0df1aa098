"""Figures and tables of the chapter on Tree-LSTMs."""

import statistics
from collections.abc import Mapping, Sequence

from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.loops.lstm import sigmoid

Interval = tuple[float, float]
LENGTHS = {"1 to 6 words": (1, 6), "7 to 11 words": (7, 11), "12 words and more": (12, 40)}


def chain_and_tree(tree: Tree) -> figures.Picture:
    """Figure: what is put together with what, in a chain and in a tree."""
    return figures.draw_trees(
        [trees.left(tree.leaves()), tree],
        ["as a chain (which words are already mixed)", "as a tree"],
        caption="What is put together with what. In the tree, 'not' meets all of 'a very good film' at once.",
    )


def by_length(record: dict, test: Sequence[Tree]) -> dict[str, list[Tensor]]:
    """For each model and each group of `LENGTHS`, 1 where a seed is right and 0 elsewhere, (S, N)."""
    groups = [
        [k for k, tree in enumerate(test) if low <= len(tree.leaves()) <= high]
        for low, high in LENGTHS.values()
    ]
    return {name: [records.marks(record, name)[:, group] for group in groups] for name in record["models"]}


def chain_by_length(groups: Sequence[Tensor]) -> figures.Table:
    """Table: how often a chain LSTM is right, by length."""
    return figures.Table(
        ["length", "remarks", "right"],
        [
            [name, str(marks.size(1)), f"{marks.mean():.2f}"]
            for name, marks in zip(LENGTHS, groups, strict=True)
        ],
        "A chain LSTM, mean of three seeds",
    )


def all_by_length(by_model: Mapping[str, Sequence[Tensor]]) -> figures.Table:
    """Table: how often chain and trees are right, by length."""
    rows = [[name, *(f"{marks.mean():.2f}" for marks in groups)] for name, groups in by_model.items()]
    return figures.Table(["model", *LENGTHS], rows, "How often right, by number of words")


def changes(bounds: Mapping[str, Sequence[Interval]]) -> figures.Table:
    """Table: by how much the accuracy changes from model to model, by length."""
    rows = [[step, *(f"{low:+.2f} to {high:+.2f}" for low, high in ends)] for step, ends in bounds.items()]
    return figures.Table(["step", *LENGTHS], rows, "By how much the accuracy changes, 95 % intervals")


def not_good(inputs: Mapping[str, float], made: Mapping[str, float]) -> figures.Picture:
    """Figure: the node over "not good", a number in every gate."""
    return figures.binary_cell(
        {**inputs, **{name: rounded(value) for name, value in made.items()}},
        "The node over 'not good'. Two memories come in from the left; "
        "the valves f_l and f_r say how much of each stays.",
        label="fig-04-not-good",
    )


def four_digits(before: Mapping[str, float], made: Mapping[str, float]) -> figures.Table:
    """Table: the same node with four digits, and what stands before each function."""
    rows = [
        [name, rounded(before[name], 1) if name in before else "", rounded(value, 4)]
        for name, value in made.items()
    ]
    return figures.Table(["", "before", "value"], rows, 'The node over "not good"')


def three_children() -> figures.Picture:
    """Figure: a Child-Sum cell with three children."""
    return figures.child_sum_cell(
        children=3,
        caption="A Child-Sum cell with three children: one line of memory and one valve for each.",
    )


def mistakes(record: dict) -> figures.Table:
    """Table: what six wrong nodes cost, and how far they lie from the right one."""
    rows = []
    for name, made in record["models"].items():
        told, gold = "".join(made["answers"]), record["gold"] * len(made["answers"])
        accuracy = 100 * statistics.fmean(a == b for a, b in zip(told, gold, strict=True))
        changed = ["", "", ""]
        if name != "none":
            low, high = made["minus_the_right_node"]
            apart = (made["node"][kind] for kind in ("different", "equal"))
            changed = [
                f"{100 * low:+.1f} to {100 * high:+.1f}",
                *("none" if far < 1e-6 else rounded(far, 3) for far in apart),
            ]
        rows.append([name, rounded(accuracy, 1), *changed])
    return figures.Table(
        ["mistake", "right, %", "points, 95 %", "distance, different children", "distance, equal children"],
        rows,
        "Six wrong nodes: accuracy, its change over remarks and seeds, distance from the right one",
    )


def forget_gates(h_1: float, h_2: float, c: float) -> figures.Picture:
    """Figure: a Child-Sum cell with two children, each forget gate made of its own child."""
    return figures.child_sum_cell(
        {
            "c_1": 1,
            "c_2": -1,
            "f_1": rounded(sigmoid(h_1)),
            "f_2": rounded(sigmoid(h_2)),
            "u": 0,
            "c": rounded(c),
        },
        caption=f"The right cell with two children, h_1 = {h_1} and h_2 = {h_2}. "
        f"Made from the sum {h_1 + h_2}, both gates would be {rounded(sigmoid(h_1 + h_2))}.",
    )


def order_of_joins(tree: Tree) -> figures.Picture:
    """Figure: a tree whose nodes have the numbers in which the recursion joins them."""
    tree = tree.copy(deep=True)
    places = [place for place in tree.treepositions("postorder") if isinstance(tree[place], Tree)]
    for number, place in enumerate(places, 1):
        tree[place].set_label(f"#{number}")
    return figures.draw_tree(tree, "In which order the recursion joins: a node waits for its parts.")


def stacked(weights: Mapping[str, Sequence]) -> figures.Picture:
    """Figure: the matrix of the node by hand, a row for each gate."""
    order = ["u", "o", "i", "f_l", "f_r"]
    return figures.matrix(
        [[U[0][0] for U in weights[name][1:3]] for name in order],
        order,
        ["h_l", "h_r"],
        "That matrix for our node by hand, H = 1: a row for each gate, a column for each child.",
        digits=0,
    )


def every_tree(says: Mapping[str, Sequence[tuple[float, str]]]) -> figures.Table:
    """Table: which labels one remark gets over its 132 trees; for each tree its chance and its brackets."""
    return figures.Table(
        ["the root", "trees", "the surest of them"],
        [[label, str(len(found)), max(found)[1] if found else ""] for label, found in says.items()],
        "One remark, 132 trees: what the model of the page says",
    )


def other_trees(record: dict) -> figures.Table:
    """Table: how often the root is right when a model reads other trees than it learnt from."""
    titles = {
        "treebank": "the treebank's",
        "balanced": "balanced",
        "right": "right-branching",
        "left": "left-branching",
    }
    rows = []
    for name, title in titles.items():
        mean = statistics.fmean(run[name] for run in record["models"].values())
        change = record["change_with_other_trees"].get(name)
        rows.append([title, f"{mean:.1f}", "{:+.1f} to {:+.1f}".format(*change) if change else ""])
    return figures.Table(
        ["tree", "root right, %", "change"],
        rows,
        "Three models trained as the page's: mean, and 95 % interval of the change",
    )


def mirror_image(tree: Tree) -> figures.Picture:
    """Figure: a remark whose every node has its parts exchanged."""
    return figures.draw_tree(tree, "Its mirror image: at each node the same two parts, the other way round.")


def dog_and_man() -> figures.Picture:
    """Figure: two trees in which dog and man have changed places."""
    return figures.draw_trees(
        [Tree.fromstring("(X dog (X bites man))"), Tree.fromstring("(X man (X bites dog))")],
        caption="In brackets, dog and man change places between two depths.",
    )


def on_sst() -> figures.Picture:
    """Figure: both cells on SST, with one standard error of the sentences to each side."""
    runs = {
        "binary": records.read("sst-tree-lstm-nodes-tuned"),
        "Child-Sum": records.read("sst-child-sum-nodes-tuned"),
    }
    found: dict[str, dict[str, tuple[float, float, float]]] = {}
    for part, sentences in (("dev", 1101), ("test", 2210)):
        found[part] = {}
        for name, run in runs.items():
            share = run[part]["mean"] / 100
            error = (share * (1 - share) / sentences) ** 0.5
            found[part][name] = (100 * share, 100 * (share - error), 100 * (share + error))
    return figures.dots(
        found,
        "accuracy on SST, %",
        "Means of three seeds, and one standard error of the sentences to each side.",
        limits=None,
    )
