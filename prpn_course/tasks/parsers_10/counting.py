"""Tasks 10.1 and 10.2: the spans of a tree, and their score."""

from prpn_course.builder import task

PLAIN = (("the", "critic"), ("liked", ("the", "film")))
CRITIC = (("the", "old", "critic"), ("liked", ("the", "film")))  # a phrase of three words, left flat
MIDDLE = ("we", ("did", "not"), "laugh")
LONE = (("films",), ("end", "badly"))  # a phrase of one word
STACKED = ((("good", "films"),), (("end",), "badly"))  # two nodes over the same words as well


def flat_tree(draw, n):
    """A random tree over n words with nodes of two or more parts: a binary one with some nodes dissolved."""

    def dissolve(tree):
        if isinstance(tree, str):
            return tree
        parts = []
        for part in map(dissolve, tree):
            parts += part if not isinstance(part, str) and draw.whole(0, 2) else [part]
        return tuple(parts)

    return dissolve(draw.tree(n))


spans = task("10.1", section="A score by hand", axes="span, place", in_page=True)


@spans.cases
def _(draw):
    """Trees as nested tuples over two or more words: the chapter's, flat and stacked ones, random ones."""
    yield from (PLAIN, CRITIC, MIDDLE, STACKED, *(flat_tree(draw, n) for n in (4, 6, 9)), ("good", "film"))


spans.wrong("gives the last word of a span in place of the place behind it",
    "{(start, end)}", "{(start, end - 1)}",
    "As in a Python slice, the end is the first place that no longer belongs to the span.")
spans.wrong("takes single words for spans",
    "return start + 1", "found.add((start, start + 1))\n            return start + 1",
    "Every tree has the single words. Which spans does that leave?")
spans.wrong("keeps a phrase that holds one word", "> 1", "> 0",
    "A node over one word claims no more than the word does. Look at the length of the span, not at its "
    "node.")
spans.wrong("leaves out the whole sentence", "sorted(found)", "sorted(found - {(0, walk(tree, 0))})",
    "The root is a node like the others. Here it stays in; whoever scores decides about it.")
spans.wrong("lists a span twice where two nodes stand over the same words",
    "set()", "[]", "update({(start, end)})", "append((start, end))",
    "Two nodes over the same words make one claim. What kind of collection holds each thing once?")
spans.wrong("keeps spans of more than two words only", "> 1", "> 2",
    "Two words make a phrase. From how many words on is end - start a span's length?")
spans.wrong("begins to count at 1", "{(start, end)}", "{(start + 1, end + 1)}", "The first word has place 0.")
spans.wrong("gives the length of a span in place of its end", "{(start, end)}", "{(start, end - start)}",
    "The second number is a place in the sentence, counted from its first word.")
spans.wrong("lists the spans in the order in which they end, not sorted",
    "set()", "{}", "{(start, end)}", "{(start, end): None}", "sorted", "list",
    "The right spans, in the order of the walk. The contract asks for a sorted list.")


scores = task("10.2", section="A score by hand", axes="k", in_page="Practise")


@scores.cases
def _(draw):
    """Predicted and gold spans, each once, in any order: the chapter's, random ones, one or both empty."""
    yield ((1, 6), (2, 6), (3, 6), (4, 6)), ((0, 3), (3, 6), (4, 6))
    yield ((0, 2), (3, 5), (0, 4)), ((3, 5), (0, 3), (0, 2), (1, 4))
    every = [(start, end) for end in range(2, 6) for start in range(end - 1)]  # of five words
    for predicted, gold in ((4, 3), (3, 6)):
        P, G = draw.order(10)[:predicted].tolist(), draw.order(10)[:gold].tolist()
        yield tuple(every[k] for k in P), tuple(every[k] for k in G)
    yield from ((((0, 2),), ((0, 3),)), ((), ((0, 2),)), (((0, 2),), ()), ((), ()))


scores.wrong("exchanges precision and recall", "[precision, recall", "[recall, precision",
    "Precision divides by what was claimed, recall by what was there to be found.")
scores.wrong("takes the plain mean of precision and recall for F1", ", f1]", ", (precision + recall) / 2]",
    "One right claim, a hundred gold spans: precision 1, recall .01. Is that half as good as a perfect "
    "parse?")
scores.wrong("divides the hits by all spans that are in one tree or in both",
    "2 * hits / (len(P) + len(G))", "hits / (len(P) + len(G) - hits)",
    "That is the Jaccard index. In F1 the hits count twice, and so do they below the line.")
scores.wrong("leaves out the factor 2 of F1", "2 * hits", "hits",
    "Two equal trees must score 1. What do yours score?")
scores.wrong("gives 0 where there is nothing to find and nothing claimed",
    "float(not G)", "0.0", "if G else 1.0", "if G else float(bool(P))", "or G else 1.0", "or G else 0.0",
    "Nothing was to be found and nothing claimed: who made a mistake?")
scores.wrong("gives precision 0 where there is nothing to find and nothing claimed", "float(not G)", "0.0",
    "Nothing was to be found and nothing claimed: all three numbers are 1.")
scores.wrong("gives F1 0 where there is nothing to find and nothing claimed",
    "or G else 1.0", "or G else 0.0",
    "With nothing to find and nothing claimed the F1 is 1, as precision and recall are.")
scores.wrong("gives precision 1 whenever nothing is claimed", "float(not G)", "1.0",
    "There was a span to find, and the parser kept silent. The contract gives it precision 0.")
scores.wrong("gives recall 0 whenever there is nothing to find", "if G else 1.0", "if G else float(not P)",
    "All of nothing was found: the contract says 1. It is the precision that suffers.")
scores.wrong("compares the two lists place by place",
    "len(set(P) & set(G))", "sum(a == b for a, b in zip(P, G))",
    "The lists come in any order. A span is a hit wherever in the other list it stands.")
scores.wrong("takes a span for a hit when its start is right",
    "len(set(P) & set(G))", "sum(a[0] in {b[0] for b in G} for a in P)",
    "Both ends must agree: (0, 2) and (0, 3) are different claims.")
scores.wrong("takes a span for a hit when its end is right",
    "len(set(P) & set(G))", "sum(a[1] in {b[1] for b in G} for a in P)",
    "Both ends must agree: (1, 5) and (3, 5) are different claims.")
