"""Tasks 3.7 to 3.10: the states of a padded batch, dropout, and the epoch whose weights are kept."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

last_states = task("3.7", section="On the toy treebank", axes="b, k")


@last_states.cases
def _(draw):
    """States (B, T, H) and lengths (B,) with at least one full and one short sentence; a batch of one."""
    yield draw.normal(2, 3, 2), torch.tensor([3, 2])
    for B, T, H in ((3, 4, 2), (4, 6, 3), (5, 5, 2)):
        lengths = draw.whole(2, T, B)
        lengths[B - 1] = T  # the longest sentence need not come first
        yield draw.normal(B, T, H), lengths
    yield draw.normal(1, 3, 4), torch.tensor([3])


def words(h, lengths):
    """True where the batch holds a word, (B, T, 1)."""
    return (torch.arange(h.size(1)) < lengths[:, None])[..., None]


last_states.wrong("takes the last column of the padded batch", "lengths - 1", "-1",
    "A short sentence has been read on into its padding there. Where did its last word stand?")
last_states.wrong("stops one word too early", "lengths - 1", "lengths - 2",
    "The last word has to be read as well: its place is n - 1.")
last_states.wrong("takes the state one column behind the last word, where there is one",
    "lengths - 1", "lengths.clamp(max=h.size(1) - 1)",
    "Columns count from 0: where does the last of n words stand?")
last_states.wrong("takes the state after the first word", "lengths - 1", "0",
    "After the first word the network knows one word. Which state has seen them all?")
last_states.wrong("cuts every sentence to the shortest one", "lengths - 1", "lengths.min() - 1",
    "Each sentence has a length of its own, so the place differs from row to row.")
last_states.wrong("takes the mean of the states over the words",
    lambda h, lengths: (h * words(h, lengths)).sum(1) / lengths[:, None],
    "A mean is another model. Here the state after the last word is asked for.")
last_states.wrong("takes the largest value of each unit over the words",
    lambda h, lengths: h.masked_fill(~words(h, lengths), -torch.inf).amax(1),
    "Max pooling is another model. Here the state after the last word is asked for.")


back_in_order = task("3.8", section="On the toy treebank", axes="b, t, k")


@back_in_order.cases
def _(draw):
    """States (T, B, H) of sorted sentences, and where each came from (B,): a ring of three, random, one."""
    yield draw.normal(2, 3, 2), torch.tensor([2, 0, 1])
    yield from ((draw.normal(T, B, H), draw.order(B)) for T, B, H in ((4, 4, 2), (3, 5, 2), (2, 6, 3)))
    yield draw.normal(3, 1, 2), torch.tensor([0])


back_in_order.wrong("leaves the sentences sorted, so that they meet the wrong labels",
    "unsorted[b]", "unsorted[k]",
    "The labels still stand in the old order. Row b must belong to sentence b.")
back_in_order.wrong("sorts once more in place of undoing it",
    "unsorted[b] = states[:, k]", "unsorted[k] = states[:, b]",
    "`[order]` asks for the row numbered order[b]. You know the opposite: row k belongs AT order[k].")
back_in_order.wrong("changes the shape with `view` where the axes should be exchanged",
    "states[:, k]", "states.view(B, T, H)[k]",
    "`view` and `reshape` cut the same row of numbers into other pieces, and mix the sentences. `transpose` "
    "exchanges two axes.")
back_in_order.wrong("leaves the time first", "return unsorted", "return unsorted.transpose(0, 1)",
    "The order is right. But the result is batch first: (B, T, H).")
back_in_order.wrong("turns the sorted batch round", "unsorted[b]", "unsorted[-1 - k]",
    "Shortest first is still sorted. `order` says where each sentence was.")


drop = task("3.9", section="On the toy treebank", axes="n")


@drop.cases
def _(draw):
    """h (N,), mask (N,), p and whether we train: the same numbers in both modes, then random ones."""
    yield from ((real([1, -2, 3, 4]), real([1, 0, 1, 0]), 0.25, training) for training in (True, False))
    for N, p, training in ((5, 0.2, True), (6, 0.6, False), (4, 0.0, True)):
        kept = (draw.uniform(N) >= p).float()
        kept[0] = 1.0
        yield draw.normal(N), kept, p, training


drop.wrong("drops at test time as well", "not training", "False",
    "A tested model should use all it knows. That is what `model.eval()` is for; who forgets it gets "
    "another answer every time.")
drop.wrong("never drops anything", "not training", "True",
    "In training the units with mask 0 are silent. A model that stays in `eval()` trains without dropout.")
drop.wrong("does not make up for what was dropped", " / (1 - p)", "",
    "Fewer units speak, so those that remain speak louder: on average the sum must stay the same.")
drop.wrong("drops in the test and not in training", "not training", "training",
    "The two modes are exchanged.")
drop.wrong("divides by the share that is dropped", "(1 - p)", "p",
    "p is the chance to be dropped. What is the chance to stay?")
drop.wrong("multiplies by 1 - p where it should divide", "/ (1 - p)", "* (1 - p)",
    "Fewer units speak, so those that remain must speak louder, and not more softly still.")
drop.wrong("scales at test time in place of training time",
    "return h\n", "return h * (1 - p)\n", "mask / (1 - p)", "mask",
    "Dropout was first published like that. Today the training is scaled, so that the test needs nothing.")
drop.wrong("keeps what the mask drops", "mask /", "(1 - mask) /", "A 1 in the mask stays, a 0 goes.")


best_weights = task("3.10", section="On the toy treebank", axes="n")


@best_weights.cases
def _(draw):
    """w (N,), changes (epochs, N), accuracies: the best in the middle, after a worse one, a tie,
    random, one epoch that got nothing right."""
    w, changes = real([0, 1]), real([[1, 0], [0, 2], [5, 0], [0, 1]])
    yield w, changes, (0.4, 0.6, 0.5, 0.45), (0.4, 0.5, 0.65, 0.3)
    longer = torch.cat([changes, real([[0, 3], [2, 0], [0, 4]])])  # four worse ones, then the best of all
    yield w, longer, (0.4, 0.6, 0.5, 0.45, 0.3, 0.2, 0.7), (0.5, 0.3, 0.6, 0.2, 0.1, 0.3, 0.4)
    yield w, changes, (0.4, 0.6, 0.5, 0.6), (0.7, 0.1, 0.2, 0.65)  # a tie, the first of smaller weights
    for epochs in (4, 6):
        dev, test = (tuple((draw.order(50)[:epochs] / 50).tolist()) for _ in range(2))
        yield draw.normal(2), draw.normal(epochs, 2), dev, test
    yield draw.normal(2), draw.normal(1, 2), (0.0,), (0.5,)


best_weights.wrong("ends up with the weights of the last epoch", "now.clone()", "now",
    "Two things do that. Does `best` become dev[epoch] when you keep an epoch? Else each one beats it. And "
    "did you keep a copy? The training goes on changing the tensor in place, under all of its names.")
best_weights.wrong("stops at the first epoch that is worse than the one before",
    "now +=", "if epoch and dev[epoch] < dev[epoch - 1]:\n            break\n        now +=",
    "return kept", "return now",
    "After a worse epoch a better one may come. Look at all of them.")
best_weights.wrong("never keeps an epoch, so that None comes back", "> best", "< best",
    "`best` begins at -1, and no accuracy is below that. Is it < where it should be >?")
best_weights.wrong("chooses the epoch that is best on the test split",
    "if dev[epoch]", "if test[epoch]", "= dev[epoch]", "= test[epoch]",
    "What is chosen on the test split is no longer tested on it. Choose with the development split.")
best_weights.wrong("takes the last of two epochs that are equally good", "> best", ">= best",
    "Is it >= where it should be >?")
best_weights.wrong("keeps the weights from before the best epoch", "now.clone()", "now - changes[epoch]",
    "dev[e] was measured AFTER epoch e. Keep what the weights are then.")
best_weights.wrong("keeps the worst epoch", "-1.0", "2.0", "> best", "< best",
    "These are accuracies, and no losses: larger is better.")
best_weights.wrong("chooses with the sum of both splits",
    "if dev[epoch]", "if dev[epoch] + test[epoch]", "= dev[epoch]", "= dev[epoch] + test[epoch]",
    "Half a look at the test split is a look. Leave `test` alone.")
