"""Tasks 10.3 and 10.4: two averages over sentences, and how much of a difference may be luck."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def each_sentence(hits, predicted, gold, nothing=1.0, factor=2):
    """The F1 of every sentence (N,), and what counts for one without spans."""
    total = predicted + gold
    return torch.where(total > 0, factor * hits / total.clamp(min=1), nothing)


def over_sentences(hits, predicted, gold):
    """Sentence F1."""
    return each_sentence(hits, predicted, gold).mean()


def over_spans(hits, predicted, gold, nothing=1.0, factor=2):
    """Corpus F1."""
    return each_sentence(hits.sum(), predicted.sum(), gold.sum(), nothing, factor)


def of_means(hits, predicted, gold):
    """A mistake: the harmonic mean of the mean precision and the mean recall."""
    P, R = (torch.where(n > 0, hits / n.clamp(min=1), 1.0).mean() for n in (predicted, gold))
    return 2 * P * R / (P + R)


@task("10.3", section="Two choices, four numbers", axes="average")
def averages(hits, predicted, gold, sentence=over_sentences, corpus=over_spans):
    """Both averages, (2,)."""
    counts = hits.double(), predicted.double(), gold.double()
    return torch.stack([sentence(*counts), corpus(*counts)])


@averages.cases
def _(draw):
    """Counts (N,) of N sentences: the chapter's two, one without spans, random ones, one, none with spans."""
    yield tuple(map(torch.tensor, ([1, 2], [1, 4], [1, 3])))
    yield tuple(map(torch.tensor, ([0, 2, 0, 1], [0, 4, 3, 2], [0, 3, 1, 1])))
    yield tuple(map(torch.tensor, ([0, 0, 1, 0], [0, 2, 3, 0], [3, 0, 3, 0])))  # one tree without spans
    yield tuple(map(torch.tensor, ([0, 0, 1], [1, 0, 2], [0, 1, 1])))  # one span in the two together
    for N in (3, 6):
        predicted, gold = draw.whole(1, 9, N), draw.whole(1, 7, N)
        yield (draw.uniform(N) * (1 + torch.minimum(predicted, gold))).long(), predicted, gold
    yield tuple(map(torch.tensor, ([2], [3], [4])))
    yield tuple(map(torch.tensor, ([0, 0, 0], [0, 0, 0], [0, 0, 0])))


averages.wrong("exchanges the two averages", lambda *counts: averages(*counts).flip(0)).hint(
    "First a vote a sentence, then a vote a span."
)
averages.wrong(
    "gives a sentence without spans 0",
    sentence=lambda h, p, g: each_sentence(h, p, g, nothing=0.0).mean(),
).hint("Nothing to find, nothing claimed: the published code gives such a sentence 1.")
averages.wrong(
    "gives 0 where there is no span, in both averages",
    sentence=lambda h, p, g: each_sentence(h, p, g, nothing=0.0).mean(),
    corpus=lambda h, p, g: over_spans(h, p, g, nothing=0.0),
).hint("Nothing to find, nothing claimed: that is right, and scores 1, in a sentence and in a corpus.")
averages.wrong(
    "leaves sentences without spans out of the mean",
    sentence=lambda h, p, g: each_sentence(h, p, g)[p + g > 0].mean() if (p + g).any() else real(1).squeeze(),
).hint("You left out sentences without spans; the published code counts 1 for each.")
averages.wrong(
    "gives nan, as 0 / 0 does",
    sentence=lambda h, p, g: (2 * h / (p + g)).mean(),
    corpus=lambda h, p, g: 2 * h.sum() / (p + g).sum(),
).hint("A sentence may have no span at all. What do you divide by then?")
averages.wrong("combines the mean precision and the mean recall of the sentences", sentence=of_means).hint(
    "Take the F1 of each sentence first, the mean afterwards: the order makes a difference."
)
averages.wrong("adds up the spans in both averages", sentence=over_spans).hint(
    "In the first average a long sentence weighs no more than a short one."
)
averages.wrong("takes the mean over sentences in both averages", corpus=over_sentences).hint(
    "In the second average add up the three counts over all sentences, and divide once."
)
averages.wrong(
    "leaves out the factor 2 of F1",
    sentence=lambda h, p, g: each_sentence(h, p, g, factor=1).mean(),
    corpus=lambda h, p, g: over_spans(h, p, g, factor=1),
).hint("Two equal trees must score 1: h hits of p = h and g = h.")
averages.wrong(
    "adds up the F1 of the sentences without dividing by their number",
    sentence=lambda *counts: each_sentence(*counts).sum(),
).hint("A mean divides by N. No score is above 1.")
averages.wrong(
    "weighs the sentences of the first average by their spans",
    sentence=lambda h, p, g: (each_sentence(h, p, g) * (p + g)).sum() / (p + g).sum().clamp(min=1),
).hint("In the first average every sentence has one vote, however many spans it has.")
averages.wrong(
    "gives precision in place of F1 in the second average",
    corpus=lambda h, p, g: h.sum() / p.sum() if p.sum() else real(1).squeeze(),
).hint("F1 counts the hits twice, and divides by the spans of both trees.")
averages.wrong(
    "gives recall in place of F1 in the second average",
    corpus=lambda h, p, g: h.sum() / g.sum() if g.sum() else real(1).squeeze(),
).hint("Recall asks what was found. F1 counts the hits twice, and divides by the spans of both trees.")
averages.wrong(
    "divides 0 by 0 where no sentence of the corpus has a span",
    corpus=lambda h, p, g: 2 * h.sum() / (p + g).sum(),
).hint("You look after a sentence without spans. The sums over all sentences can be 0 too.")
averages.wrong(
    "gives 0 where no sentence of the corpus has a span",
    corpus=lambda h, p, g: over_spans(h, p, g, nothing=0.0),
).hint("The rule for a sentence without spans holds for a corpus without spans as well.")


def redrawn(first, second, draws):
    """The difference of every sentence drawn, (R, N): a sentence brings both of its scores."""
    return (first - second)[draws]


@task("10.4", section="Better, or lucky?", axes="k")
def paired_interval(
    first,
    second,
    draws,
    told=lambda first, second: (first - second).mean(),
    again=redrawn,
    ends=lambda means: torch.quantile(means, real([0.025, 0.975])),
):
    """The difference as measured, and the `ends` of what it is when the sentences are drawn `again`."""
    low, high = ends(again(first, second, draws).mean(1))
    return torch.stack([told(first, second), low, high])


@paired_interval.cases
def _(draw):
    """Scores (N,) of two parsers, draws (R, N) with replacement: by hand, random, N = 1, R = 1."""
    yield real([1, 0.5]), real([0.5, 0.6]), torch.tensor([[0, 0], [0, 1], [1, 0], [1, 1], [0, 1]])
    yield (
        real([0.9, 0.1, 0.4]),
        real([0.2, 0.6, 0.5]),
        torch.tensor([[0, 0, 1], [2, 2, 0], [1, 1, 1], [0, 1, 2]]),
    )
    for N, R in ((4, 9), (7, 30), (12, 60)):
        yield draw.uniform(N), draw.uniform(N), draw.whole(0, N, R, N)
    yield real([0.75]), real([0.5]), torch.zeros(3, 1, dtype=torch.long)
    yield real([1, 0.5]), real([0.5, 0.6]), torch.tensor([[0, 0]])


paired_interval.wrong(
    "subtracts the first parser from the second",
    lambda first, second, draws: paired_interval(second, first, draws),
).hint("The difference is first minus second: positive where the first parser is better.")
paired_interval.wrong(
    "draws other sentences for the second parser",
    again=lambda first, second, draws: first[draws] - second[draws.flip(0)],
).hint("Each parser has sentences of its own here. A drawn sentence brings both of its scores.")
paired_interval.wrong(
    "takes the size of the sentences' differences, without their signs",
    lambda first, second, draws: paired_interval((first - second).abs(), 0 * first, draws),
).hint("Where the second parser is better, the difference is below 0, and must pull the mean down.")
paired_interval.wrong(
    "subtracts the ends of the second parser's means from those of the first",
    lambda a, b, draws: paired_interval(a, 0 * a, draws) - paired_interval(b, 0 * b, draws),
).hint("Subtract first, sentence by sentence; the quantiles are those of the mean difference.")
paired_interval.wrong(
    "sorts the scores of each parser first",
    again=lambda first, second, draws: (first.sort().values - second.sort().values)[draws],
).hint("Place n of both lists is one sentence. Sorting tears the pairs apart.")
paired_interval.wrong(
    "takes the ends over the sentences' own differences, without drawing any",
    lambda first, second, draws: paired_interval(first, second, torch.arange(len(first))[:, None]),
).hint("The question is how much the mean would differ, not how much a single sentence does.")
paired_interval.wrong(
    "takes the mean over the draws in place of the sentences",
    lambda first, second, draws: paired_interval(first, second, draws, again=lambda *case: redrawn(*case).T),
).hint("A row of `draws` is one test set. Which axis is the mean over?")
paired_interval.wrong(
    "leaves out 5 % at each end", ends=lambda means: torch.quantile(means, real([0.05, 0.95]))
).hint("95 % stay inside: how much is left for each of the two ends?")
paired_interval.wrong(
    "takes the smallest and the largest mean", ends=lambda means: torch.stack(means.aminmax())
).hint("Draw often enough and the extremes grow without end. The ends are quantiles.")
paired_interval.wrong(
    "takes 1.96 standard deviations to each side in place of the quantiles",
    lambda first, second, draws: (
        (first - second).mean() + real([0, -1.96, 1.96]) * redrawn(first, second, draws).mean(1).std()
    ),
).hint("That is the interval of a bell curve. Sort the means: where do the middle 95 % of them end?")
paired_interval.wrong("exchanges the two ends", lambda *case: paired_interval(*case)[[0, 2, 1]]).hint(
    "First the lower end, then the upper one."
)
paired_interval.wrong(
    "puts the difference between its ends", lambda *case: paired_interval(*case)[[1, 0, 2]]
).hint("The difference itself stands first, then the lower end, then the upper one.")
paired_interval.wrong(
    "adds the differences up", lambda first, second, draws: len(first) * paired_interval(first, second, draws)
).hint("A mean divides by the number of sentences.")
paired_interval.wrong(
    "gives the mean over the draws in place of the difference that was measured",
    lambda first, second, draws: torch.cat(
        [redrawn(first, second, draws).mean()[None], paired_interval(first, second, draws)[1:]]
    ),
).hint("The first number needs no draws: it is the difference on the test set as it is.")
