"""Figures and tables of the chapter on Tree-LSTMs."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures.trees import hang, word_places
from prpn_book.rounding import rounded
from prpn_book.views import tree_lstm
from prpn_edu import data, shipped, trees
from prpn_edu.composition import BinaryTreeLstm, ChildSumTreeLstm, Lstm
from prpn_edu.composition.export import loop_weights
from prpn_edu.composition.tree_lstm import recursive
from prpn_edu.loops import lstm as lstm_loops
from prpn_edu.loops import transitions
from prpn_edu.loops.lstm import sigmoid

RECIPE = "Root labels right on 1000 test remarks, %; twelve epochs, three seeds"
BY_HAND = {  # the node over "not good", name: (W for a word, U_l, U_r, bias)
    "i": ([[0]], [[2]], [[0]], [0]),
    "u": ([[0]], [[0]], [[-2]], [0]),
    "f_l": ([[0]], [[-6]], [[0]], [1]),
    "f_r": ([[0]], [[-4]], [[0]], [1]),
    "o": ([[0]], [[0]], [[0]], [1]),
}
LENGTHS = {"1 to 6 words": (1, 6), "7 to 11 words": (7, 11), "12 words and more": (12, 40)}


def chain_and_tree(tree: Tree) -> figures.Picture:
    """Figure: what is put together with what, in a chain and in a tree."""
    return figures.draw_trees(
        [trees.left(tree.leaves()), tree],
        ["as a chain", "as a tree"],
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
        ["length", "remarks", "chain LSTM"],
        [[name, str(marks.size(1)), _percent(marks)] for name, marks in zip(LENGTHS, groups, strict=True)],
        RECIPE,
    )


def _percent(marks: Tensor) -> str:
    return f"{100 * marks.mean():.0f}"


def all_by_length(by_model: Mapping[str, Sequence[Tensor]]) -> figures.Picture:
    """Figure: how often chain and trees are right, by length; from the lowest to the highest seed."""
    found = {
        name: {
            length: records.extremes((100 * marks.mean(1)).tolist())
            for length, marks in zip(LENGTHS, groups, strict=True)
        }
        for name, groups in by_model.items()
    }
    caption = "Chain and tree on the same remarks. A mark is the mean of three seeds, a line their range."
    return figures.dots(found, "root labels right, %", caption, limits=(50, 102))


def changes(by_model: Mapping[str, Sequence[Tensor]], short: Mapping[str, Sequence[Tensor]]) -> figures.Table:
    """Table: by how much the accuracy changes from model to model, by length; `short` has half the epochs."""
    chain, roots, everywhere = by_model.values()
    early_chain, early_roots, *_ = short.values()
    steps = {
        "chain to tree, root labels": (_over_seeds(chain), _over_seeds(roots)),
        "the same, seeds drawn too": (chain, roots),
        "the same, after six epochs": (_over_seeds(early_chain), _over_seeds(early_roots)),
        "tree, root labels to all labels": (_over_seeds(roots), _over_seeds(everywhere)),
    }
    rows = []
    for step, (old, new) in steps.items():
        gaps = (records.difference(b, a) for a, b in zip(old, new, strict=True))
        rows.append([step, *map(records.interval_text, gaps)])
    return figures.Table(["step", *LENGTHS], rows, "Points of accuracy gained, with 95 % intervals")


def _over_seeds(groups: Sequence[Tensor]) -> list[Tensor]:
    return [marks.mean(0) for marks in groups]


def three_joins(some: Sequence[Tree]) -> figures.Picture:
    """Figure: the first remark of twelve words, with the joins above its first word."""
    remark = next(tree for tree in some if len(tree.leaves()) == 12)
    caption = "A remark of twelve words and its labels. Dashed: the three joins above 'these'."
    return figures.draw_trees(
        [remark], marked=[{(0, 2), (0, 5), (0, 12)}], cross=False, caption=caption, slanted=True
    )


def not_good(inputs: Mapping[str, float], made: Mapping[str, float]) -> figures.Picture:
    """Figure: the node over "not good", a number in every gate."""
    return figures.binary_cell(
        {**inputs, **{name: rounded(value) for name, value in made.items()}},
        "The node over 'not good'. Two memories come in from the left; "
        "the gates f_l and f_r say how much of each stays.",
        label="fig-04-not-good",
    )


def two_kinds() -> figures.Picture:
    """Figure: a sentence as a constituency tree and as a dependency tree."""
    sheet, tree = figures.Sheet(), Tree.fromstring("(X (X the dog) (X bites (X a man)))")
    words = tree.leaves()
    places = word_places(words)
    hang(sheet, tree, places, -14)
    other, heads = figures.Sheet(), {0: 1, 1: 2, 4: 2, 3: 4}  # the head of each word
    for word, head in heads.items():
        x, to, high = places[head], places[word], -16 - 22 * abs(word - head)
        other.curve(f"M{x},-16 C{x},{high} {to},{high} {to},-18", (min(x, to), high, max(x, to), -16), "tree")
        other.polygon([(to, -14), (to - 4, -22), (to + 4, -22)], "tree")
    for one in (sheet, other):
        for x, word in zip(places, words, strict=True):
            one.text(x, 4, word, "word")
    both = figures.Sheet()
    both.add(sheet, alone=True)
    both.add(other, places[-1] + 60, alone=True)
    caption = "A constituency tree, and a dependency tree: an arrow leads from each head to a dependent."
    told = f"{figures.bracketed(tree)}\nbites to dog and man; dog to the; man to a"
    return figures.picture(both, f"{caption}\n{told}", caption)


def parameters(embedding: int, hidden: int) -> figures.Table:
    """Table: the parameters of both cells with two children, all of them."""
    E, H = embedding, hidden
    groups = {  # what they are: the formula and the number of Child-Sum, then of the binary cell
        "W of u, o, i, for a word": (("3HE", 3 * H * E), ("3HE", 3 * H * E)),
        "U of u, o, i, for the children": (("3HH", 3 * H * H), ("2 · 3HH", 6 * H * H)),
        "U of the forget gates": (("HH", H * H), ("2 · 2HH", 4 * H * H)),
        "b of u, o, i": (("3H", 3 * H), ("3H", 3 * H)),
        "b of the forget gates": (("H", H), ("H", H)),
    }
    rows = [[what, *(f"{formula} = {n:,}" for formula, n in cells)] for what, cells in groups.items()]
    sums = (f"{sum(cells[k][1] for cells in groups.values()):,}" for k in (0, 1))
    return figures.Table(
        ["parameters", "Child-Sum", "binary"],
        [*rows, ["all", *sums]],
        f"All parameters of a cell with two children; word vectors have E = {E} numbers, states H = {H}",
    )


def four_digits(inputs: Mapping[str, float], made: Mapping[str, float]) -> figures.Table:
    """Table: the same node with four digits, what stands before each function, and the library's state."""
    h_l, c_l, h_r, c_r = (inputs[name] for name in ("h_l", "c_l", "h_r", "c_r"))
    before = {name: U_l[0][0] * h_l + U_r[0][0] * h_r + b[0] for name, (_, U_l, U_r, b) in BY_HAND.items()}
    (h,), (c,) = lstm_loops.binary_cell(BY_HAND, None, [([h_l], [c_l]), ([h_r], [c_r])])
    library = {"c": rounded(c, 4), "h": rounded(h, 4)}
    rows = [
        [name, rounded(before[name], 1) if name in before else "", rounded(value, 4), library.get(name, "")]
        for name, value in made.items()
    ]
    return figures.Table(["", "before", "value", "by the library"], rows, 'The node over "not good"')


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
        "Six wrong nodes: roots right, its change over remarks and seeds, distance from the right node. "
        "2000 toy remarks, all labels, four epochs, three seeds",
    )


def forget_gates(h_1: float, h_2: float) -> figures.Picture:
    """Figure: a Child-Sum cell with two children, each forget gate made of its own child."""
    weights: dict[str, tuple] = {name: ([[0.0]], [[1.0]], [0.0]) for name in "ifo"}  # W, U, b of each gate
    weights["u"] = ([[0.0]], [[0.0]], [0.0])  # nothing comes in
    _, (c,) = lstm_loops.child_sum_cell(weights, None, [([h_1], [1.0]), ([h_2], [-1.0])])
    return figures.child_sum_cell(
        {
            "c_1": 1,
            "c_2": -1,
            "f_1": rounded(sigmoid(h_1)),
            "f_2": rounded(sigmoid(h_2)),
            "u": 0,
            "c": rounded(c),
        },
        caption=f"The correct cell with two children, h_1 = {h_1} and h_2 = {h_2}. "
        f"Made from the sum {h_1 + h_2:g}, both gates would be {rounded(sigmoid(h_1 + h_2))}.",
    )


def who_reads_whom() -> figures.Picture:
    """Figure: which outputs the gates of both cells read."""
    places = {"f_l": 0, "f_r": 110, "i, o, u": 220}
    children = {"h_l": 30, "h_r": 150}
    summed, binary = figures.Sheet(), figures.Sheet()
    reads = {(child, gate) for child in children for gate in places}
    alone = {("h_l", "f_l"), ("h_r", "f_r")}
    for sheet, arrows in ((summed, alone), (binary, reads)):
        for child, gate in sorted(arrows):
            crosses = gate.startswith("f") and (child, gate) not in alone
            x, to = children[child], places[gate]
            sheet.arrow((x + (to - x) * 0.05, 82), (to + (x - to) * 0.1, 17), "gate" if crosses else "ink")
        for gate, x in places.items():
            sheet.box(x - 28, -14, 56, 28, "gate", share=0.12, corner=6)
            sheet.box(x - 28, -14, 56, 28, "gate", "outline", corner=6)
            sheet.text(x, 5, gate, "gate")
        for child, x in children.items():
            sheet.box(x - 24, 84, 48, 28, "paper", corner=6)
            sheet.box(x - 24, 84, 48, 28, "ink", "outline", corner=6)
            sheet.text(x, 103, child)
    for x in children.values():
        summed.line([(x, 112), (x, 126), (220, 126), (220, 111)], "ink")
    summed.arrow((220, 84), (220, 18), "ink")
    summed.dot(220, 98, 13, "paper")
    summed.dot(220, 98, 13, "ink", "outline")
    summed.text(220, 103, "+", kind="bold")
    summed.text(110, 150, "Child-Sum", kind="bold")
    binary.text(110, 150, "binary", kind="bold")
    both = figures.Sheet()
    both.add(summed, alone=True)
    both.add(binary, 320, alone=True)
    caption = "Who reads whom. Child-Sum: a forget gate sees its own child alone. Binary: it sees both."
    told = (
        "Child-Sum: f_l reads h_l, f_r reads h_r, i, o and u read the sum of both.\n"
        "Binary: f_l, f_r, i, o and u each read h_l and h_r."
    )
    return figures.picture(both, f"{caption}\n{told}", caption)


def order_of_joins(tree: Tree) -> figures.Picture:
    """Figure: a tree whose nodes have the numbers in which the recursion joins them."""
    tree = tree.copy(deep=True)
    places = [place for place in tree.treepositions("postorder") if isinstance(tree[place], Tree)]
    for number, place in enumerate(places, 1):
        tree[place].set_label(f"#{number}")
    return figures.draw_tree(tree, "In which order the recursion joins: a node waits for its parts.")


def agreement(some: Sequence[Tree], vocabulary: data.Vocabulary) -> figures.Table:
    """Table: whether loops, the cell one node at a time and the batch give the same roots."""
    kinds: list[Any] = [
        (BinaryTreeLstm, lstm_loops.binary_cell),
        (ChildSumTreeLstm, lstm_loops.child_sum_cell),
    ]
    rows = []
    for kind, loop_cell in kinds:
        torch.manual_seed(3)
        model = kind(vocabulary, embedding=5, hidden=6, init_std=1.0).eval()
        weights, loops, cells = loop_weights(model.cell), [], []
        for tree in some:
            x = model.word_vectors(torch.tensor(vocabulary.encode(tree)))
            cells.append(recursive(model.cell, x, tree)[0][0])  # (H,)
            pairs = transitions.run(trees.transitions(tree), x.tolist(), lambda left, right: (left, right))
            loops.append(torch.tensor(lstm_loops.tree(loop_cell, weights, pairs)[0]))
        cell = torch.stack(cells)  # (B, H)
        batch = model.states(model.prepare(some))[0][: len(some)]  # (B, H)
        rows.append([kind.__name__, _same(torch.stack(loops), cell), _same(cell, batch)])
    caption = f"The same roots of {len(some)} trees?"
    return figures.Table(["model", "loops and cell", "cell and batch"], rows, caption)


def _same(a: Tensor, b: Tensor) -> str:
    return "yes" if torch.allclose(a, b, atol=1e-5) else "no"


def one_child() -> figures.Table:
    """Table: whether a Child-Sum cell with one child at each node is PyTorch's LSTM."""
    torch.manual_seed(2)
    lstm, x = torch.nn.LSTM(3, 4, batch_first=True).requires_grad_(False), torch.randn(1, 6, 3)  # (1, T, E)
    W, R, bias, more = (one.chunk(4) for one in lstm.parameters())
    weights = {
        name: (W[k].tolist(), R[k].tolist(), (bias[k] + more[k]).tolist()) for k, name in enumerate("ifuo")
    }
    children: list[tuple] = []  # the first word has none
    for word in x[0].tolist():
        children = [lstm_loops.child_sum_cell(weights, word, children)]
    h, c = (torch.tensor(part) for part in children[0])
    outputs, (_, memory) = lstm(x)
    return figures.Table(
        ["", "output", "memory"],
        [["Child-Sum and torch.nn.LSTM", _same(h, outputs[0, -1]), _same(c, memory[0, 0])]],
        "One child at each node, six words: do they agree?",
    )


def stacked() -> figures.Picture:
    """Figure: the matrix of the node by hand, a row for each gate."""
    order = ["u", "o", "i", "f_l", "f_r"]
    return figures.matrix(
        [[U[0][0] for U in BY_HAND[name][1:3]] for name in order],
        order,
        ["h_l", "h_r"],
        "That matrix for our node by hand, H = 1: a row for each gate, a column for each child.",
        digits=0,
    )


def every_tree(text: str) -> figures.Table:
    """Table: which labels the model of the page gives one remark over all its binary trees."""
    names = shipped.tree_lstm()["names"]
    says = dict.fromkeys(names, 0)
    for tree in trees.binary_trees(text.split()):
        view = tree_lstm.explore(text, trees.distances(tree), 0)
        says[names[view["labels"][view["root"] - 1]]] += 1
    return figures.Table(
        ["the root", "trees"],
        [[label, str(found)] for label, found in says.items()],
        f"One remark, {sum(says.values())} trees: what the model of the page says",
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
        ["tree", "root right, %", "change, points, 95 %"],
        rows,
        "The page's recipe, 30,000 toy remarks, all labels, six epochs, three seeds: 1000 test remarks, each "
        "with four trees",
    )


def mirror_image() -> figures.Picture:
    """Figure: the remark of the part, and the same with the parts of every node exchanged."""
    tree = Tree.fromstring("(X (X it (X was funny)) (X but (X (X the critic) (X hated it))))")
    return figures.draw_trees(
        [tree, trees.mirrored(tree)],
        ["the remark", "its mirror image"],
        caption="At each node of the mirror image stand the same two parts, the other way round.",
    )


def turned_round(some: Sequence[Tree], vocabulary: data.Vocabulary) -> figures.Table:
    """Table: of how many trees the root changes in the mirror, with random weights."""
    rows = []
    for kind in (BinaryTreeLstm, ChildSumTreeLstm):
        torch.manual_seed(4)
        blank = kind(vocabulary, embedding=8, hidden=8, init_std=1.0).eval()
        apart = blank(some) - blank([trees.mirrored(tree) for tree in some])  # (B, C)
        moved = int((apart.abs().amax(1) > 1e-5).sum())
        rows.append([kind.__name__, f"{moved} of {len(some)}"])
    return figures.Table(["model", "roots that changed"], rows, "All brackets turned round, random weights")


def who_bites(vocabulary: data.Vocabulary) -> figures.Table:
    """Table: whether Child-Sum gives "dog bites man" and "man bites dog" one state, by kind of tree."""
    torch.manual_seed(5)
    blank = ChildSumTreeLstm(vocabulary, embedding=4, hidden=4, init_std=1.0)
    made: Any = blank.cell
    cell = loop_weights(made)
    dog, bites, man = torch.randn(3, 4).tolist()

    def headed(first, head, last):
        children = [lstm_loops.child_sum_cell(cell, word, []) for word in (first, last)]
        return lstm_loops.child_sum_cell(cell, head, children)[0]

    def bracketed(first, verb, last):
        return lstm_loops.tree(lstm_loops.child_sum_cell, cell, (first, (verb, last)))[0]

    rows = []
    for name, form in {"dependency tree": headed, "brackets": bracketed}.items():
        one, other = (torch.tensor(form(*words)) for words in ((dog, bites, man), (man, bites, dog)))
        rows.append([name, _same(one, other)])
    return figures.Table(["tree", "the same state"], rows, "'Dog bites man' and 'man bites dog', Child-Sum")


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
        "SST, all labels, GloVe vectors of 50 numbers, tuned: means of three seeds, "
        "and one standard error of the sentences to each side.",
        limits=None,
    )


def ways(test: Sequence[Tree]) -> figures.Table:
    """Table: how far a word of a long remark is from the end of the chain and from the root of the tree."""
    long = [tree for tree in test if len(tree.leaves()) >= 12]
    steps = statistics.fmean((len(tree.leaves()) - 1) / 2 for tree in long)
    joins = statistics.fmean(
        statistics.fmean(len(place) - 1 for place in tree.treepositions("leaves")) for tree in long
    )
    return figures.Table(
        ["way", "on average"],
        [["steps to the end of the chain", rounded(steps, 1)], ["joins to the root", rounded(joins, 1)]],
        f"How far a word is from the state that is read, {len(long)} remarks of 12 words or more",
    )


def weights_of_both(vocabulary: data.Vocabulary) -> figures.Table:
    """Table: how many weights the chain and the tree of this chapter have."""
    models = {
        name: kind(vocabulary, embedding=32, hidden=48)
        for name, kind in {"chain": Lstm, "tree": BinaryTreeLstm}.items()
    }
    rows = [[name, f"{sum(p.numel() for p in one.parameters()):,}"] for name, one in models.items()]
    return figures.Table(["model", "weights"], rows, "Weights of the two models of this chapter")
