"""Tasks 2.6, 2.7 and 2.10: bags of a padded batch, Deep CBOW, and the loop that trains."""

import torch

from prpn_course.builder import task

PADDING = 1


padded_bags = task("2.6", section="One equation", axes="b, e")


@padded_bags.cases
def _(draw):
    """Words (B, T), lengths (B,), a table (V, E) whose row of the padding is not zero; word 0 occurs."""
    yield torch.tensor([[2, 3, 4], [0, 2, PADDING]]), torch.tensor([3, 2]), draw.normal(5, 2)
    for B, T, size in ((2, 4, 6), (3, 6, 9), (4, 5, 7)):
        lengths = torch.cat([torch.tensor([T]), 1 + draw.whole(0, T - 1, B - 1)])  # (B,)
        ids = 2 + draw.whole(0, size - 2, B, T)
        ids[:, 0] = 0  # an unknown word, which is a word all the same
        ids = torch.where(torch.arange(T) < lengths[:, None], ids, PADDING)
        yield ids, lengths, draw.normal(size, 3)
    yield torch.tensor([[4, 2]]), torch.tensor([2]), draw.normal(5, 3)


padded_bags.wrong("adds the row of the padding too", " * is_word[:, :, None]", "",
    "The sum would change beside a longer sentence. Only the first `lengths[b]` places count.")
padded_bags.wrong("takes the mean over the padded length",
    "(vectors * is_word[:, :, None]).sum(dim=1)", "vectors.mean(1)",
    "This divides by the longest sentence, and counts the padding. Add up the words only.")
padded_bags.wrong("takes the mean over the words and not their sum",
    "sum(dim=1)", "sum(dim=1) / lengths[:, None]",
    "The padding is handled well. But the contract asks for the sum.")
padded_bags.wrong("cuts every sentence to the length of the shortest",
    "places < lengths[:, None]", "places.expand_as(ids) < lengths.min()",
    "Nothing of a longer sentence may be lost. Give every sentence its own length.")
padded_bags.wrong("leaves out the last word of every sentence", "lengths[:, None]", "lengths[:, None] - 1",
    "A sentence of n words has the places 0 .. n-1, and all of them count.")
padded_bags.wrong("takes one place too many", "lengths[:, None]", "lengths[:, None] + 1",
    "The first place of the padding is n, and it must stay out.")
padded_bags.wrong("treats word 0 as padding",
    "places < lengths[:, None]", "(places < lengths[:, None]) & (ids != 0)",
    "Word 0 is <unk>, an unknown word, and it has a vector. The padding is word 1.")
padded_bags.wrong("adds up over the sentences and not over the places", "sum(dim=1)", "sum(dim=0)",
    "The vectors have shape (B, T, E). Which of the three axes holds the places?")


deep_cbow = task("2.7", section="Deep CBOW", axes="k")


@deep_cbow.cases
def _(draw):
    """Words (T,), table (V, E), W1 (H, E), b1 (H,), W2 (C, H), b2 (C,): several words, then a single one."""
    for T, E, H, C in ((2, 2, 2, 2), (3, 2, 3, 5), (5, 4, 3, 5), (1, 3, 2, 5)):
        ids, layers = draw.whole(0, 6, T), draw.normals((H, E), (H,), (C, H), (C,))
        yield ids, draw.normal(6, E) / 2, *layers


deep_cbow.wrong("sends every word through the network and adds the scores",
    lambda ids, table, W1, b1, W2, b2: (torch.tanh(table[ids] @ W1.T + b1) @ W2.T + b2).sum(0),
    "That is a bag of words again: each word has its votes, whatever stands beside it. Sum first.")
deep_cbow.wrong("bends every word on its own and adds the hidden layers",
    lambda ids, table, W1, b1, W2, b2: W2 @ torch.tanh(table[ids] @ W1.T + b1).sum(0) + b2,
    "The tanh must see the whole sentence. Otherwise no word can change what another one means.")
deep_cbow.wrong("adds the first bias after the tanh", " + b1)", ") + b1",
    "b1 shifts what the tanh sees: add it first, then bend.")
deep_cbow.wrong("has no tanh between the layers", "torch.tanh", "",
    "Two layers without a bend between them are one layer, and so a bag of words.")
deep_cbow.wrong("bends the scores as well", "W2 @ hidden + b2", "torch.tanh(W2 @ hidden + b2)",
    "After the last layer nothing follows: a score may be as large as it likes.")
deep_cbow.wrong("bends before the first layer and not after it",
    "torch.tanh(W1 @ bag + b1)", "W1 @ torch.tanh(bag) + b1",
    "Read the equation from the inside: sum, W1 and b1, tanh, W2 and b2.")
deep_cbow.wrong("takes the mean of the vectors and not their sum", "sum(", "mean(",
    "Behind a tanh a mean and a sum are two different models. The equation has a sum.")
deep_cbow.wrong("forgets the first bias", " + b1", "",
    "Each layer has a bias of its own; b1 belongs inside the tanh.")
deep_cbow.wrong("turns the scores into chances", "W2 @ hidden + b2", "(W2 @ hidden + b2).softmax(0)",
    "Scores are asked for here. The softmax belongs to the loss.")
deep_cbow.wrong("forgets the second bias", " + b2", "", "Each layer has a bias of its own.")
deep_cbow.wrong("bends the scores and not the hidden layer",
    "torch.tanh", "", "W2 @ hidden + b2", "torch.tanh(W2 @ hidden + b2)",
    "The tanh stands between the two layers.")
deep_cbow.wrong("adds up the numbers of each word", "dim=0", "dim=1",
    "The vectors have shape (T, E): a sum over the words is one over axis 0.")


train = task(
    "2.10",
    section="The training loop",
    axes="row, e",
    tolerance=1e-4,
    after="All three on the toy treebank",
)


@train.cases
def _(draw):
    """vectors (V, E), W (C, E), bags (B, V), labels (B,), rate, steps, freeze: one step, several, frozen."""
    for V, E, C, B, steps, freeze in (
        (3, 2, 2, 2, 1, False),
        (3, 2, 2, 2, 1, True),
        (4, 2, 3, 3, 3, False),
        (5, 3, 4, 2, 4, True),
    ):
        bags = draw.whole(0, 3, B, V).float()
        bags[:, 0] += 1  # no sentence is empty
        y = draw.whole(0, C, B)
        yield *draw.normals((V, E), (C, E)), bags, y, 0.5, steps, freeze


def one_by_one(vectors, W, bags, y, rate, steps, freeze):
    """A step for each sentence."""
    for _ in range(steps):
        for b in range(len(y)):
            parts = train(vectors, W, bags[b : b + 1], y[b : b + 1], rate, 1, freeze)
            vectors, W = parts[: len(vectors)], parts[len(vectors) :]
    return torch.cat([vectors, W])


def in_turns(vectors, W, bags, y, rate, steps, freeze):
    """Steps of the vectors alone and of W alone, one after the other."""
    for _ in range(steps):
        if not freeze:
            vectors = train(vectors, W, bags, y, rate, 1, False)[: len(vectors)]
        W = train(vectors, W, bags, y, rate, 1, True)[len(vectors) :]
    return torch.cat([vectors, W])


train.wrong("never sets the gradients back to zero", "sgd.zero_grad()", "",
    "backward() ADDS to what is in .grad. Before each backward the old gradient must go.")
train.wrong("adds the gradients of the sentences and does not divide by their number",
    "(o, y)", "(o, y, reduction='sum')",
    "One backward() for each sentence adds up. The loss is the mean over the batch.")
train.wrong("takes a softmax before the cross-entropy, which takes one itself", "(o, y)", "(o.softmax(1), y)",
    "Give `cross_entropy` the scores. Twice softmax means small steps, and no error message.")
train.wrong("moves the frozen vectors too", "not freeze", "True", "[W] if freeze else ", "",
    "Frozen means bit for bit the same after training. What is handed to the optimiser when `freeze` is "
    "True?")
train.wrong("never moves the vectors", "not freeze", "False",
    "`Embedding.from_pretrained` freezes unless it is told otherwise, and a clone may not require a "
    "gradient. Where `freeze` is False, the vectors learn.")
train.wrong("goes uphill", "loss.backward()", "(-loss).backward()",
    "The gradient points to where the loss grows. Step against it.")
train.wrong("moves nothing at all", "sgd.step()", "",
    "What is in .grad when you step? `zero_grad` between `backward` and `step` leaves nothing to step with.")
train.wrong("takes one step for each sentence", one_by_one,
    "All B sentences are one batch here: one gradient, one step.")
train.wrong("moves the vectors first and asks for the gradient of W afterwards", in_turns,
    "Both gradients belong to the same moment. Compute them together, then move both.")
train.wrong("takes one step too many", "range(steps)", "range(steps + 1)",
    "The loop goes round `steps` times. Count the steps before it and behind it.")
train.wrong("takes one step too few", "range(steps)", "range(steps - 1)",
    "Each round ends with a step, the last one too.")
train.wrong("puts W above the vectors", "[vectors, W]).", "[W, vectors]).",
    "The contract has the vectors first, and W under them.")
train.wrong("freezes W too", "range(steps)", "range(0 if freeze else steps)",
    "Frozen are the vectors alone. Where `freeze` is True, W learns.")
