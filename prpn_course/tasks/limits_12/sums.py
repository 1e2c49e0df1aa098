"""Tasks 12.3 and 12.4: the chance of the next word, summed over the limit, and the limit after the word."""

from prpn_course.builder import task
from prpn_course.draw import real

next_word = task("12.3", section="The sum", axes="v", in_page=True)


@next_word.cases
def _(draw):
    """The law (t,) and scores (t, V): two limits by hand, one limit, random ones, a sure limit."""
    yield real([0.25, 0.75]), real([[3, 3, 3], [0, 0, 9]])
    yield real([0.5, 0.5]), real([[3, -3, 1.5], [-3, 3, 1.5]])
    yield from ((draw.simplex(t), 2 * draw.normal(t, V)) for t, V in ((2, 5), (4, 3), (5, 7)))
    yield real([0, 1, 0]), draw.normal(3, 4)
    yield real([1]), real([[2, 0]])


next_word.wrong("averages the scores and guesses once",
    "p @ torch.softmax(scores,", "torch.softmax(p @ scores,",
    "That is an average before the guess, and may favour a word that no limit wants. Guess first.")
next_word.wrong("averages scores that are no chances", "torch.softmax(scores, dim=-1)", "scores",
    "Add up your numbers: the chances of all words sum to 1. Each row needs a softmax.")
next_word.wrong("takes the softmax over the limits", "dim=-1", "dim=0",
    "Under one limit the chances of all *words* sum to 1: which axis holds the words?")
next_word.wrong("gives every limit the same weight", "p @ ", "", "dim=-1)", "dim=-1).mean(0)",
    "Some limits are likelier than others: weigh row k with p[k].")
next_word.wrong("adds up without weights", "p @ ", "", "dim=-1)", "dim=-1).sum(0)",
    "Add up your numbers: they should sum to 1.")
next_word.wrong("uses the most probable limit alone", "p @ ", "", "scores, dim", "scores[p.argmax()], dim",
    "Nobody saw the limit: every one of them takes part in the sum.")
next_word.wrong("averages the logarithms of the chances",
    "p @ torch.softmax(scores, dim=-1)", "(p @ torch.log_softmax(scores, dim=-1)).exp()",
    "Those numbers do not sum to 1. The sum is over chances, not over their logarithms.")
next_word.wrong("returns one row for each limit", "p @", "p[:, None] *",
    "These are the terms of the sum. Add them up over the limits.")
next_word.wrong("sums the terms over the words",
    "p @ torch.softmax(scores, dim=-1)", "(p[:, None] * torch.softmax(scores, dim=-1)).sum(1)",
    "What comes out has one number for each word: sum over the limits, the first axis.")
next_word.wrong("returns the logarithms of the chances",
    "p @ torch.softmax(scores, dim=-1)", "(p @ torch.softmax(scores, dim=-1)).log()",
    "Asked for are chances, between 0 and 1.")
next_word.wrong("takes a softmax of the law too", "p @", "p.softmax(0) @",
    "p is a law already: it sums to 1. Only the rows of scores need a softmax.")
next_word.wrong("takes a second softmax at the end",
    "p @ torch.softmax(scores, dim=-1)", "(p @ torch.softmax(scores, dim=-1)).softmax(-1)",
    "An average of chances with weights that sum to 1 is a list of chances already.")
next_word.wrong("divides once at the end instead of in each row",
    "p @ torch.softmax(scores, dim=-1)", "p @ scores.exp() / (p @ scores.exp()).sum()",
    "Each limit's chances must sum to 1 before they are averaged: one softmax a row.")
next_word.wrong("turns the law round", "p @", "p.flip(0) @",
    "Row k of the scores belongs to the limit k, and so does p[k].")


after_the_word = task("12.4", section="The sum", axes="k", in_page="Practise")


@after_the_word.cases
def _(draw):
    """The law (t,), chances of the words (t, V), a word: by hand, random ones, a limit that is ruled out."""
    yield real([0.25, 0.75]), real([[0.8, 0.1, 0.1], [0.2, 0.2, 0.6]]), 0
    yield real([0.25, 0.75]), real([[0.8, 0.1, 0.1], [0.2, 0.2, 0.6]]), 2
    for t, V in ((2, 4), (3, 5), (6, 4)):
        yield draw.simplex(t), draw.simplex(t, V), int(draw.whole(0, V))
    yield real([0.2, 0.3, 0.5]), real([[0.5, 0.5], [0, 1], [0.25, 0.75]]), 0
    yield real([0.25, 0.75]), real([[2e-8, 1], [1e-8, 1]]), 0  # a word that nearly never comes
    yield real([1]), real([[0.3, 0.7]]), 1


after_the_word.wrong("does not divide by the sum", " / joint.sum()", "",
    "Add up your numbers: after the word, too, the limits' chances sum to 1.")
after_the_word.wrong("adds a small number below the line", "joint.sum()", "(joint.sum() + 1e-6)",
    "A word may be very improbable, and then a small number is not small. The sum is never 0 here.")
after_the_word.wrong("forgets how likely each limit was before", "p * ", "",
    "A limit that nearly never happens stays unlikely even if it explains the word well. Where is p?")
after_the_word.wrong("forgets the word", " * chances[:, word]", "",
    "The word tells about the limit: a limit that made it likely gains.")
after_the_word.wrong("weighs by the law twice", "p * chances", "p * p * chances",
    "The law before the word is one factor, the word's chance the other.")
after_the_word.wrong("gives the logarithm", "joint / joint.sum()", "(joint / joint.sum()).log()",
    "A law is asked for: chances that sum to 1.")
after_the_word.wrong("divides by the largest instead of by the sum", "joint.sum()", "joint.max()",
    "Shares of a whole sum to 1. What is the whole?")
after_the_word.wrong("takes a softmax of the products", "joint / joint.sum()", "torch.softmax(joint, dim=-1)",
    "The products are chances already, no scores: divide them by their sum. What of a product of 0?")
after_the_word.wrong("divides by the sum of the word's chances", "joint.sum()", "chances[:, word].sum()",
    "The whole is the chance of the word, p(word): each limit's part weighted by the limit.")
after_the_word.wrong("divides the law by the word's chances",
    "p * chances[:, word]", "p / chances[:, word].clamp(min=1e-6)",
    "Bayes' rule multiplies: a limit under which the word is likely gains.")
after_the_word.wrong("adds the two chances", "p *", "p +",
    "Both must happen, the limit and then the word: multiply.")
after_the_word.wrong("keeps the most probable limit alone",
    "joint / joint.sum()", "(torch.arange(len(p)) == joint.argmax()).float()",
    "Asked for is a law, not its peak.")
after_the_word.wrong("takes the word before the one that came", "word]", "word - 1]",
    "Words are numbered from 0, as columns are: the column of the word is `word`.")
after_the_word.wrong("takes shares of logarithms", "p * chances[:, word]", "p.log() + chances[:, word].log()",
    "Sums of logarithms stand for products: the shares are those of the products themselves.")
after_the_word.wrong("takes the last word for the one that came", "word]", "-1]",
    "The word that came has the number `word`: its chances stand in one column.")
