"""Figures and tables of the chapter on bags of words."""

import math
import statistics
from collections.abc import Mapping, Sequence

import torch
from nltk import Tree
from torch import Tensor
from torch.nn.functional import cross_entropy

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu.composition import Bow, Cbow, DeepCbow
from prpn_edu.composition.classifier import Classifier
from prpn_edu.composition.mixture import cosine
from prpn_edu.data import Vocabulary

Vector = Sequence[float]
SHADES = ["very neg.", "neg.", "neutral", "pos.", "very pos."]


def neighbours(vectors: Tensor, vocabulary: Vocabulary) -> figures.Table:
    """Table: the three nearest neighbours of "loved", with their cosines."""
    alike = cosine(vectors, vectors[vocabulary["loved"]])  # (V,)
    nearest = alike.argsort(descending=True)[1:4].tolist()
    row = ["loved", *(f"{vocabulary.words[k]} {rounded(alike[k])}" for k in nearest)]
    heads = ["word", "nearest", "second", "third"]
    return figures.Table(heads, [row], "Nearest neighbours and their cosines")


def votes_of_words(votes: Sequence[Vector], words: Sequence[str]) -> figures.Picture:
    """Figure: the lecture's four words and their votes."""
    return figures.grid(
        votes, words, [f"class {k}" for k in range(5)], "Four words and their votes. Add each column."
    )


def _majority(trees: Sequence[Tree]) -> float:
    """How many trees in a hundred have the most frequent label."""
    labels = [tree.label() for tree in trees]
    return 100 * labels.count(statistics.mode(labels)) / len(labels)


def one_hot(row: Sequence[int], table: Sequence[Sequence[int]], selected: Sequence[int]) -> figures.Picture:
    """Figure: a one-hot vector times a table."""
    products = [[one, *line, *(one * x for x in line)] for one, line in zip(row, table, strict=True)]
    return figures.matrix(
        [*products, [None, None, None, *selected]],
        ["cat", "tree", "chair", "dog", "sum"],
        ["one-hot", "× table", "", "= product", ""],
        "A one-hot vector (written downwards) times a table: all rows but one vanish.",
        digits=0,
        concept="memory",
    )


def rectangle(sentences: Sequence[Tree]) -> figures.Picture:
    """Figure: four remarks of a batch, padded."""
    few = sorted((tree.leaves() for tree in sentences), key=len)[:20:5]
    return figures.batch_grid(few, "Four remarks of the toy treebank, filled up to one length.")


def softmax_by_hand(scores: Vector, chances: Vector) -> figures.Table:
    """Table: the softmax of five scores, step by step."""
    powers = [math.exp(score) for score in scores]
    total = sum(powers)
    rows = [["score", *(rounded(x, 1) for x in scores), ""]]
    rows.append(["power of e", *map(rounded, powers), rounded(total)])
    rows.append([f"divided by {rounded(total)}", *map(rounded, chances), rounded(sum(chances), 0)])
    return figures.Table(["", *SHADES, "sum"], rows, "A softmax, step by step")


def gradient(chances: Vector, right: Vector, difference: Vector) -> figures.Picture:
    """Figure: the gradient at the scores as what was said minus what was right."""
    return figures.grid(
        [chances, right, difference],
        ["what you said", "what was right", "said - right"],
        [f"class {k}" for k in range(5)],
        "The gradient at the scores. A step goes against it: class 3 up, all others down.",
        digits=2,
    )


def loss(losses: Vector) -> figures.Picture:
    """Figure: the training loss of a bag of words."""
    return figures.curves(
        {"training loss": losses}, range(6), ("epoch", "nats"), "A bag of words learns", digits=1
    )


def learned_votes(learned: Tensor, vocabulary: Vocabulary) -> figures.Picture:
    """Figure: the votes of eight words after training."""
    words = ["brilliant", "funny", "dull", "terrible", "loved", "hated", "not", "the"]
    return figures.grid(
        learned[vocabulary.encode(words)].tolist(),
        words,
        ["0 very neg.", "1 neg.", "2 neutral", "3 pos.", "4 very pos."],
        "The votes of eight words after training, less the mean of each row, which changes no chance.",
    )


def two_cosines(company: Tensor, learned: Tensor, vocabulary: Vocabulary) -> figures.Table:
    """Table: the cosines of two pairs of words, by company and by votes."""
    rows = []
    for pair in ("loved adored", "loved hated"):
        a, b = vocabulary.encode(pair.split())
        alike = (rounded(cosine(table[a], table[b])) for table in (company, learned))
        rows.append([pair.replace(" ", ", "), *alike])
    return figures.Table(
        ["pair", "from company", "from the task"], rows, "Cosines of the company vectors and of the votes"
    )


def folded(vectors: Tensor, columns: Tensor, votes: Tensor) -> figures.Picture:
    """Figure: three words of a CBOW, the columns of its W, and the BOW that gives the same scores."""
    above = [[None, None, None, *column] for column in columns.tolist()]
    below = [[*left, None, *right] for left, right in zip(vectors.tolist(), votes.tolist(), strict=True)]
    return figures.grid(
        [*above, [None] * 8, *below],
        ["W, left", "W, right", "", "good", "bad", "the"],
        ["left", "right", "", *(f"vote {k}" for k in range(5))],
        "A CBOW of two dimensions: its $E$ on the left, the two columns of its $W$ on top. Between them the "
        "BOW that gives the same scores.",
        digits=0,
    )


def straight_line() -> figures.Picture:
    """Figure: four remarks in the plane of counts, and the line that gets three of them right."""
    verdicts = {"good": "praise", "bad": "complaint", "not good": "complaint", "not bad": "praise"}
    counts = {r: (r.count("good") - r.count("bad"), r.count("not")) for r in verdicts}
    named = {r: f"{r} ({x}, {y})".replace("-", "−") for r, (x, y) in counts.items()}
    return figures.scatter(
        {named[r]: place for r, place in counts.items()},
        {named[r]: verdict for r, verdict in verdicts.items()},
        "The answer of a bag changes from one label to the other at a straight line. Here 'good' and 'bad' "
        "have opposite votes. Praise on the right of the line, complaint on the left: three of the four are "
        "right.",
        digits=0,
        size=(400, 200),
        axes=("how often 'good', minus how often 'bad'", "how often 'not'"),
        line=((0.1, -0.1), (1.3, 0.8)),
    )


def two_bends(sums: Mapping[str, float]) -> figures.Picture:
    """Figure: a curve that two bends lift above 0 in the middle only, and where four remarks stand."""
    places = [k / 2 for k in range(-5, 12)]
    return figures.curves(
        {
            "p - q - 1": [math.tanh(s) - math.tanh(s - 3) - 1 for s in places],
            "p = tanh(s)": [math.tanh(s) for s in places],
            "q = tanh(s - 3)": [math.tanh(s - 3) for s in places],
        },
        places,
        ("the sum s of a remark", "value"),
        "Two bends lift the middle, where praise stands, above 0.",
        digits=1,
        marks=sums,
        thin=("p = tanh(s)", "q = tanh(s - 3)"),
    )


def hill(sums: Mapping[str, float]) -> figures.Table:
    """Table: what two layers of tanh make of the sums of some remarks."""
    rows = []
    for remark, s in sums.items():
        p, q = math.tanh(s), math.tanh(s - 3)
        last = (rounded(x, 1) for x in (p - q - 1, math.tanh(p - q - 1)))
        rows.append([remark, rounded(s, 0), rounded(p), rounded(q), *last])
    heads = ["remark", "s", "p", "q", "p - q - 1", "its tanh"]
    return figures.Table(heads, rows, "Two layers that a pencil can follow")


def ladder(record: dict, models: Sequence[Classifier], test: Sequence[Tree]) -> figures.Table:
    """Table: weights and accuracy of the three bag models, after the most frequent label."""
    rows = [["most frequent label", "", rounded(_majority(test), 1), ""]]
    for name, model in zip(record["models"], models, strict=True):
        scores = (100 * records.marks(record, name).mean(1)).tolist()
        mean, sd = statistics.fmean(scores), statistics.stdev(scores)
        size = sum(p.numel() for p in model.parameters())
        rows.append([name, str(size), rounded(mean, 1), rounded(sd, 1)])
    return figures.Table(
        ["model", "weights", "test accuracy, %", "sd"],
        rows,
        "Three bag models: mean and standard deviation (sd) of three seeds",
    )


def learning(record: dict) -> figures.Picture:
    """Figure: the training loss of the three bag models."""
    return figures.curves(
        {name: _mean_losses(made) for name, made in record["models"].items()},
        range(1, 7),
        ("epoch", "training loss, nats"),
        "Three bag models learn (mean of three seeds)",
    )


def _mean_losses(made: dict) -> list[float]:
    return [
        statistics.fmean(epoch) for epoch in zip(*(run["loss_by_epoch"] for run in made["runs"]), strict=True)
    ]


def gain(record: dict, one: str, other: str) -> tuple[str, str]:
    """By how many points one model is better than another, and the interval over remarks and seeds."""
    a, b = (records.marks(record, name) for name in (one, other))
    points, low, high = records.difference(a, b)
    return rounded(points, 1), f"{rounded(low, 1)} to {rounded(high, 1)}"


def pretrained(record: dict) -> figures.Picture:
    """Figure: the accuracy of Deep CBOW from five starts with few labels and with more."""
    kinds = [
        "random start, sd 0.05",
        "random start, sd 0.5",
        "pretrained, sd 0.5, frozen",
        "pretrained, sd 0.5, fine-tuned",
        "pretrained, sd 0.05, fine-tuned",
    ]
    sizes = ["400 labels", "1600 labels"]
    return figures.matrix(
        [[100 * records.marks(record, f"{kind}, {size}").mean().item() for size in sizes] for kind in kinds],
        kinds,
        sizes,
        "Deep CBOW: test accuracy in %, mean of three recorded seeds. sd: the standard deviation of the "
        "numbers in the vectors at the start.",
        digits=1,
        concept="memory",
    )


def gain_of_pretraining(record: dict) -> figures.Table:
    """Table: what fine-tuned vectors bring over a random start of the same size."""
    rows = []
    for sd in ("0.5", "0.05"):
        for size in ("400", "1600"):
            begun = (f"pretrained, sd {sd}, fine-tuned", f"random start, sd {sd}")
            rows.append([sd, size, *gain(record, *(f"{start}, {size} labels" for start in begun))])
    return figures.Table(
        ["sd of both", "labels", "gain, points", "95 % interval"],
        rows,
        "Fine-tuned minus random start; the intervals are over remarks and seeds",
    )


def on_sst() -> figures.Table:
    """Table: bags on SST."""
    names = {
        "bow-wide-start": "BOW from N(0, 1)",
        "bow": "BOW from N(0, 0.01^2)",
        "cbow": "CBOW",
        "deep-cbow": "Deep CBOW",
        "deep-cbow-frozen": "Deep CBOW, GloVe frozen",
        "deep-cbow-tuned": "Deep CBOW, GloVe fine-tuned",
    }
    rows = []
    for name, title in names.items():
        run = records.read(f"sst-{name}")
        numbers = (run["dev"]["mean"], run["test"]["mean"], run["test"]["sd"])
        rows.append([title, *(rounded(number, 1) for number in numbers)])
    return figures.Table(
        ["model", "dev, %", "test, %", "sd of test"], rows, "Bags on SST, root labels: means of three seeds"
    )


def starts(record: dict, train: Sequence[Tree], vocabulary: Vocabulary) -> figures.Picture:
    """Figure: the training loss of a bag of words from two starts at two learning rates."""
    return figures.curves(
        {
            name: [_first_loss(made["settings"]["init_std"], train, vocabulary), *_mean_losses(made)]
            for name, made in record["models"].items()
        },
        range(7),
        ("epoch", "nats"),
        "Training loss from two starts at two learning rates, lr; at 0, before training",
        digits=1,
    )


@torch.no_grad()
def _first_loss(std: float, train: Sequence[Tree], vocabulary: Vocabulary) -> float:
    """The loss of a bag of words that begins with this standard deviation, before training."""
    torch.manual_seed(1)
    labels = torch.tensor([int(tree.label()) for tree in train])
    return cross_entropy(Bow(vocabulary, init_std=std)(train), labels).item()


def four_remarks() -> figures.Table:
    """Table: how many of "good", "bad", "not good", "not bad" each bag gets right at its best."""
    texts = ("(1 (1 good))", "(0 (0 bad))", "(0 (0 not) (1 good))", "(1 (0 not) (0 bad))")
    four, answers = [Tree.fromstring(text) for text in texts], torch.tensor([1, 0, 0, 1])
    rows = []
    for name, kind in {"BOW": Bow, "CBOW": Cbow, "Deep CBOW": DeepCbow}.items():
        torch.manual_seed(0)
        model = kind(Vocabulary.build(four), classes=2)
        optimiser, hits = torch.optim.Adam(model.parameters(), lr=0.02), []
        for _ in range(150):
            o = model(four)  # (4, 2)
            optimiser.zero_grad()
            cross_entropy(o, answers).backward()
            optimiser.step()
            hits.append(int((o.argmax(1) == answers).sum()))
        rows.append([name, f"{max(hits)} of 4"])
    return figures.Table(
        ["model", "right at its best"], rows, "Trained on good, bad, not good, not bad, with two labels"
    )


def swaps(record: dict) -> figures.Table:
    """Table: what the bags answer to remarks and their swaps."""
    rows = []
    for name in record["models"]:
        marks = records.marks(record, name, "swaps")[-1]
        rows.append([name, rounded(100 * marks.mean(), 1)])
    return figures.Table(
        ["model", "right, %"],
        rows,
        f"{len(marks) // 2} remarks and their swapped copies, which have other labels (last seed)",
    )


def chances(model: Classifier, remarks: Sequence[str]) -> figures.Picture:
    """Figure: the chances that a model gives to the classes of some remarks."""
    return figures.matrix(
        [[round(float(p), 2) for p in model.predict(remark).probabilities] for remark in remarks],
        list(remarks),
        list(model.names),
        "The chances that your model gives to three remarks.",
        concept="attention",
    )
