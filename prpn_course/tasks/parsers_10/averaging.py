"""Tasks 10.3 and 10.4: two averages over sentences, and how much of a difference may be luck."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

averages = task("10.3", section="Two choices, four numbers", axes="average", in_page=True)


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


averages.wrong("exchanges the two averages", "gold.sum())]", "gold.sum())][::-1]",
    "First a vote a sentence, then a vote a span.")
averages.wrong("gives a sentence without spans 0",
    "f1(*counts)", "f1(*counts) if counts[1] + counts[2] else 0.0",
    "Nothing to find, nothing claimed: the published code gives such a sentence 1.")
averages.wrong("gives 0 where there is no span, in both averages", "else 1.0", "else 0.0",
    "Nothing to find, nothing claimed: that is right, and scores 1, in a sentence and in a corpus.")
averages.wrong("leaves sentences without spans out of the mean",
    "strict=True)", "strict=True) if counts[1] + counts[2]", "/ len(each)", "/ len(each) if each else 1.0",
    "You left out sentences without spans; the published code counts 1 for each.")
averages.wrong("gives nan, as 0 / 0 does", " if p + g else 1.0", "",
    "A sentence may have no span at all. What do you divide by then?")
averages.wrong("combines the mean precision and the mean recall of the sentences",
    "    each =",
    "    P, R = (torch.where(n > 0, hits / n.clamp(1), 1.0).mean() for n in (predicted, gold))\n    each =",
    "sum(each) / len(each)", "2 * P * R / (P + R)",
    "Take the F1 of each sentence first, the mean afterwards: the order makes a difference.")
averages.wrong("adds up the spans in both averages",
    "sum(each) / len(each)", "f1(hits.sum(), predicted.sum(), gold.sum())",
    "In the first average a long sentence weighs no more than a short one.")
averages.wrong("takes the mean over sentences in both averages",
    "f1(hits.sum(), predicted.sum(), gold.sum())", "sum(each) / len(each)",
    "In the second average add up the three counts over all sentences, and divide once.")
averages.wrong("leaves out the factor 2 of F1", "2 * h", "h",
    "Two equal trees must score 1: h hits of p = h and g = h.")
averages.wrong("adds up the F1 of the sentences without dividing by their number", " / len(each)", "",
    "A mean divides by N. No score is above 1.")
averages.wrong("weighs the sentences of the first average by their spans",
    "sum(each) / len(each)",
    "(torch.tensor(each) * (predicted + gold)).sum() / (predicted + gold).sum().clamp(min=1)",
    "In the first average every sentence has one vote, however many spans it has.")
averages.wrong("gives precision in place of F1 in the second average", "gold.sum()", "predicted.sum()",
    "F1 counts the hits twice, and divides by the spans of both trees.")
averages.wrong("gives recall in place of F1 in the second average", "predicted.sum()", "gold.sum()",
    "Recall asks what was found. F1 counts the hits twice, and divides by the spans of both trees.")
averages.wrong("divides 0 by 0 where no sentence of the corpus has a span",
    "f1(hits.sum(), predicted.sum(), gold.sum())", "2 * hits.sum() / (predicted + gold).sum()",
    "You look after a sentence without spans. The sums over all sentences can be 0 too.")
averages.wrong("gives 0 where no sentence of the corpus has a span",
    "gold.sum())", "gold.sum()) if any(predicted + gold) else 0.0",
    "The rule for a sentence without spans holds for a corpus without spans as well.")


paired_interval = task("10.4", section="Better, or lucky?", axes="k")


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


paired_interval.wrong("subtracts the first parser from the second", "first - second", "second - first",
    "The difference is first minus second: positive where the first parser is better.")
paired_interval.wrong("draws other sentences for the second parser",
    "gap[draws]", "(first[draws] - second[draws.flip(0)])",
    "Each parser has sentences of its own here. A drawn sentence brings both of its scores.")
paired_interval.wrong("takes medians in place of means",
    "gap[draws].mean(1)", "gap[draws].median(1).values", "gap.mean()", "gap.median()",
    "The mean is asked for: of the sentences, and of each draw.")
paired_interval.wrong("takes the median for the difference", "gap.mean()", "gap.median()",
    "The first number is the mean of the sentences' differences.")
paired_interval.wrong("takes the median of each draw", "gap[draws].mean(1)", "gap[draws].median(1).values",
    "The quantiles are those of the mean difference: one mean for each row of draws.")
paired_interval.wrong("takes 1.96 standard errors to each side, without the draws",
    "torch.cat([gap.mean()[None], ends])",
    "gap.mean() + torch.tensor([0, -1.96, 1.96]) * gap.std() / len(gap) ** 0.5",
    "That is a formula for many sentences. Here the draws say how far the mean moves.")
paired_interval.wrong("gives how far the ends lie from the difference",
    "gap.mean()[None], ends", "gap.mean()[None], (ends - gap.mean()).abs()",
    "The ends themselves are asked for: two differences, not two distances.")
paired_interval.wrong("divides each difference by the second parser's score",
    "first - second", "(first - second) / second",
    "Points of difference are asked for, not per cent of the second parser.")
paired_interval.wrong("asks only who was better", "first - second", "(first > second).float()",
    "How much better counts as well: subtract the scores.")
paired_interval.wrong("takes the size of the sentences' differences, without their signs",
    "first - second", "(first - second).abs()",
    "Where the second parser is better, the difference is below 0, and must pull the mean down.")
paired_interval.wrong("subtracts the ends of the second parser's means from those of the first",
    lambda a, b, draws: paired_interval(a, 0 * a, draws) - paired_interval(b, 0 * b, draws),
    "Subtract first, sentence by sentence; the quantiles are those of the mean difference.")
paired_interval.wrong("sorts the scores of each parser first",
    "first - second", "first.sort().values - second.sort().values",
    "Place n of both lists is one sentence. Sorting tears the pairs apart.")
paired_interval.wrong("takes the ends over the sentences' own differences, without drawing any",
    "gap[draws].mean(1)", "gap",
    "The question is how much the mean would differ, not how much a single sentence does.")
paired_interval.wrong("takes the mean over the draws in place of the sentences", "mean(1)", "mean(0)",
    "A row of `draws` is one test set. Which axis is the mean over?")
paired_interval.wrong("leaves out 5 % at each end", "[0.025, 0.975]", "[0.05, 0.95]",
    "95 % stay inside: how much is left for each of the two ends?")
paired_interval.wrong("takes the smallest and the largest mean", "[0.025, 0.975]", "[0.0, 1.0]",
    "Draw often enough and the extremes grow without end. The ends are quantiles.")
paired_interval.wrong("takes 1.96 standard deviations to each side in place of the quantiles",
    "torch.cat([gap.mean()[None], ends])", "gap.mean() + torch.tensor([0, -1.96, 1.96]) * means.std()",
    "That is the interval of a bell curve. Sort the means: where do the middle 95 % of them end?")
paired_interval.wrong("exchanges the two ends", "ends])", "ends.flip(0)])",
    "First the lower end, then the upper one.")
paired_interval.wrong("puts the difference between its ends",
    "torch.cat([gap.mean()[None], ends])", "torch.stack([ends[0], gap.mean(), ends[1]])",
    "The difference itself stands first, then the lower end, then the upper one.")
paired_interval.wrong("adds the differences up", "return ", "return len(first) * ",
    "A mean divides by the number of sentences.")
paired_interval.wrong("gives the mean over the draws in place of the difference that was measured",
    "gap.mean()", "means.mean()",
    "The first number needs no draws: it is the difference on the test set as it is.")
averages.entries("a vote a sentence", 0)
averages.entries("a vote a span", 1)
