"""The recorded adjectives of chapter 1: what their command gives, and what a reader's cell needs of them."""

import json
from pathlib import Path

import pytest
import torch

from experiments import toy_adjectives
from experiments.toy_company import ADJECTIVES, EVERY, NOUNS, Company
from prpn_edu import data
from prpn_edu.composition import lexical_function, mixture

RECORD = json.loads((Path(__file__).parents[1] / "results/toy-adjectives.json").read_text("utf-8"))


def test_what_is_new_comes_out_again():
    rows = toy_adjectives.novelty(data.toy("train", 2000))
    assert rows == RECORD["novelty"][:2]
    assert [row[0] for row in RECORD["novelty"]] == list(range(0, toy_adjectives.REMARKS, 1000))
    assert RECORD["command"] == toy_adjectives.COMMAND


def test_the_trials_count_every_phrase_once():
    for made in RECORD["trials"].values():
        assert sum(one["of"] for one in made.values()) == RECORD["phrases"]["number"]
        for one in made.values():
            assert one["hits"] == sum(a == b for a, b in zip(one["answers"], one["right"], strict=True))
    assert sum(RECORD["picked"].values()) == len(EVERY) == RECORD["phrases"]["adjectives"]
    assert len(RECORD["company"]["nearest"]) == len(NOUNS)


def test_the_record_holds_the_numbers_that_the_chapter_says_in_words():
    novelty = {row[0]: row for row in RECORD["novelty"]}
    assert novelty[39_000][1:4] == [862, 1000, 0]
    assert RECORD["company"]["shapes"]["phrase"] == [1826, 1239] and RECORD["company"]["zeros"] == 0.86
    assert RECORD["picked"] == {"matrix, ridge 0.1": 53}
    assert RECORD["phrases"]["number"] == 1179 and RECORD["phrases"]["median"] == 9
    copied = RECORD["trials"]["nearest noun"]
    assert copied["moody"]["hits"] == 199 and copied["plain"]["hits"] == copied["plain"]["of"] == 960
    for name in ("noun alone", "weighted sum", "mean phrase", "nearest noun", "matrix, ridge 0.1"):
        assert RECORD["apart"][name] == RECORD["trials"][name]["moody"]["hits"]
    assert RECORD["moody"]["grim"] == [12, 13]
    assert RECORD["learning"]["worse than silence"] == 5 and RECORD["learning"]["heard"][0] == 24


def test_the_stored_vectors_still_favour_a_matrix():
    """Rounded to three decimals, a matrix still predicts "silly" better than the noun alone."""
    silly = RECORD["examples"]["silly"]
    n, p = (torch.tensor(silly[part]) for part in ("n", "p"))
    assert n.shape == p.shape == (len(silly["nouns"]), 40)
    assert silly["labels"] == RECORD["silly"]["noun alone"]["right"]
    assert torch.allclose(p.norm(dim=1), torch.ones(len(p)), atol=5e-3)
    guesses = lexical_function.leave_one_out(n, p, 0.1)
    assert mixture.cosine(guesses, p).mean() > mixture.cosine(n, p).mean()


@pytest.fixture(scope="module")
def company():
    """Of a few remarks, in a few dimensions, with phrases that were heard twice."""
    return Company(data.toy("train", 500), size=6, times=2)


def test_a_competitor_never_sees_the_noun(company):
    """The phrase that was left out changes, and its own prediction does not."""
    adjective = max(EVERY, key=lambda word: len(company.examples(word)[0]))
    known, n, p = company.examples(adjective)
    other = p.clone()
    other[0] += 1
    for name, predict in company.competitors().items():
        assert torch.allclose(predict(adjective, n, p)[0], predict(adjective, n, other)[0], atol=1e-6), name
    one = company.trial(company.competitors()["mean phrase"], adjective)
    assert len(one["near"]) == len(known) and all(
        phrase != f"{adjective} {noun}" for phrase, noun in zip(one["near"], known, strict=True)
    )


def test_nouns_are_placed_without_the_contexts_of_their_adjective(company):
    adjective = max(ADJECTIVES["plain"], key=lambda word: len(company.examples(word)[0]))
    own = [k for k, context in enumerate(company.counts.contexts) if context.startswith(f"{adjective}:")]
    before = company.examples(adjective)[1]
    company.counts.table[:, own] += 3
    after = company.examples(adjective)[1]
    company.counts.table[:, own] -= 3
    assert own and torch.equal(before, after)
