"""Records and remarks: every sum against enumeration, every gradient against the counts that it should be."""

import math
from fractions import Fraction as F
from itertools import pairwise, product

import pytest
import torch

from prpn_book import figures
from prpn_edu.data import toy_credits, toy_records
from prpn_edu.data.toy_records import SCHEMA, Schema
from prpn_edu.latent import records
from prpn_edu.latent.records import Tables
from prpn_edu.latent.records.learning import maximised
from prpn_edu.loops import records as loops

SMALL = Schema(
    {"part": ("plot", "music"), "verdict": ("good", "so", "bad")},
    {"glue": None, "part": "part", "verdict": "verdict"},
    ("the", "a", "b", "c", "d"),
)
REMARKS = [("the", "a", "c"), ("b", "d", "the", "a"), ("c",), ("the", "b", "d")]


def probabilities(model):
    return Tables(*(table.exp().detach() for table in model.log_tables()))


def enumerated(model, words):
    """For every record and every path of states, its probability, from the tables alone."""
    prior, start, moves, table = probabilities(model)
    schema, states = model.schema, list(model.schema.reads)
    for r, record in enumerate(schema.records):
        rows = [schema.row(state, record) for state in states]
        for path in product(range(len(states)), repeat=len(words)):
            p = prior[r] * start[path[0]] * moves[path[-1], -1]
            for a, b in pairwise(path):
                p = p * moves[a, b]
            for a, word in zip(path, words, strict=True):
                p = p * table[rows[a], schema.words.index(word)]
            yield r, path, p.item()


@pytest.fixture(scope="module")
def model():
    return records.RecordModel.random(SMALL, seed=3)


def test_both_sums_and_both_posteriors_by_enumeration(model):
    batch = model.read(REMARKS)
    joint, alone = model.log_joint(batch).exp(), model.log_prob(batch).exp()
    posterior, states = model.posterior(batch), model.states(batch)
    for b, words in enumerate(REMARKS):
        of_record, of_state, total = [0.0] * 6, torch.zeros(len(words), 3).double(), 0.0
        for r, path, p in enumerated(model, words):
            of_record[r] += p
            total += p
            for t, a in enumerate(path):
                of_state[t, a] += p
        assert joint[b].tolist() == pytest.approx(of_record, rel=1e-9)
        assert alone[b].item() == pytest.approx(total, rel=1e-9)
        assert posterior[b].tolist() == pytest.approx([p / total for p in of_record])
        assert torch.allclose(states[b, : len(words)], of_state / total)
        assert states[b, len(words) :].abs().sum() == 0


def test_the_first_words_of_a_remark_say_what_all_its_continuations_say():
    """With a chain that ends after two words, the prefix is the sum over its continuations, or its end."""
    schema = Schema({"part": ("x", "y")}, {"glue": None, "part": "part"}, ("the", "a", "b"))
    model = records.RecordModel.random(schema, seed=2)
    moves = torch.tensor([[0.0, 0.6, 0.4], [0.0, 0.0, 1.0]]).double()
    model.set_tables(probabilities(model)._replace(moves=moves))
    whole = model.log_joint(model.read([("a",), *(("a", word) for word in schema.words)])).exp().sum(0)
    assert torch.allclose(model.log_joint(model.read([("a",)]), unfinished=True).exp()[0], whole)


def test_a_reading_names_values_by_their_words():
    fields, links = records.reading(records.generator(), ["the", "songs", "felt", "truly", "lovely"])
    assert fields == {
        "part": "songs / score  1.00",
        "verdict": "lovely / fresh  1.00",
        "strength": "truly / really  1.00",
    }
    assert links == [pytest.approx(row) for row in ([0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 0])]
    with pytest.raises(ValueError, match="no record can write"):
        records.reading(records.generator(), ["the", "the"])


def test_all_remarks_of_a_law_sum_to_one():
    """Where every remark has one or two words, the sum over all of them is 1."""
    schema = Schema({"part": ("x", "y")}, {"glue": None, "part": "part"}, ("the", "a", "b"))
    model = records.RecordModel.random(schema, seed=1)
    tables = probabilities(model)
    moves = torch.tensor(
        [[0.0, 0.3, 0.7], [0.0, 0.0, 1.0]]
    ).double()  # glue may be followed by part, part ends
    model.set_tables(tables._replace(moves=moves))
    remarks = [words for n in (1, 2) for words in product(schema.words, repeat=n)]
    assert model.log_prob(model.read(remarks)).exp().sum().item() == pytest.approx(1)


def test_expected_counts_by_enumeration(model):
    counts = records.expected_counts(model, model.read(REMARKS))
    want = Tables(*(torch.zeros_like(table) for table in counts))
    for words in REMARKS:
        paths = list(enumerated(model, words))
        total = math.fsum(p for *_, p in paths)
        for r, path, p in paths:
            share, record = p / total, SMALL.records[r]
            want.prior[r] += share
            want.start[path[0]] += share
            for a, b in zip(path, [*path[1:], 3], strict=True):
                want.moves[a, b] += share
            for a, word in zip(path, words, strict=True):
                row = SMALL.row(list(SMALL.reads)[a], record)
                want.words[row, SMALL.words.index(word)] += share
    for got, wanted in zip(counts, want, strict=True):
        assert torch.allclose(got, wanted)


def test_gradient_is_what_was_used_less_what_the_tables_foretell(model):
    """d log p(x) / d logit = expected count - (sum of its row's counts) * theta."""
    batch = model.read(REMARKS)
    counts, tables = records.expected_counts(model, batch), probabilities(model)
    model.zero_grad()
    model.log_prob(batch).sum().backward()
    for name, count, theta in zip(Tables._fields, counts, tables, strict=True):
        assert torch.allclose(getattr(model, name).grad, count - count.sum(-1, keepdim=True) * theta)


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_em_never_falls_and_ends_where_the_gradient_is_zero(smoothing):
    model = records.RecordModel.random(SMALL, seed=0)
    batch = model.read(REMARKS * 3)
    reached = records.fit_em(model, batch, 60, smoothing)
    assert all(b >= a - 1e-9 for a, b in pairwise(reached)), "EM fell"
    assert reached[-1] > reached[0] + 1
    if smoothing:
        records.fit_em(model, batch, 250, smoothing)
        model.zero_grad()
        records.objective(model, batch, smoothing).backward()
        assert max(p.grad.abs().max().item() for p in model.parameters()) < 1e-3


def test_em_and_gradient_reach_the_same_tables():
    hints = {"glue": {"the"}, "part": {"a", "b"}, "verdict": {"c", "d"}}
    remarks = [
        ("the", "a", "a", "c"),
        ("a", "c", "c"),
        ("the", "b", "b", "d"),
        ("b", "d", "d"),
        ("a", "d"),
    ]
    ends = []
    for fit, steps in ((records.fit_em, 150), (records.fit_gradient, 250)):
        model = records.RecordModel.random(SMALL, seed=1, spread=0.3, hints=hints)
        batch = model.read(remarks)
        records.fit_em(model, batch, 10, smoothing=0.5)  # by now both see the same top before them
        height = fit(model, batch, steps, smoothing=0.5)[-1]
        ends.append((height, probabilities(model)))
    (em, em_tables), (gradient, gradient_tables) = ends
    assert gradient == pytest.approx(em, abs=1e-4)
    for a, b in zip(em_tables, gradient_tables, strict=True):
        assert torch.allclose(a, b, atol=5e-3)


def test_a_row_that_is_never_used_stays():
    counts = Tables(*(torch.zeros(1, 2).double() for _ in range(4)))
    before = Tables(*(torch.tensor([[0.25, 0.75]]).double() for _ in range(4)))
    for table in maximised(counts, 0.0, before):
        assert table.tolist() == [[0.25, 0.75]]


def test_counting_finds_the_generator_and_renaming_forgives_names():
    remarks = toy_records.toy_records("train", 400)
    counted = records.counted(SCHEMA, remarks, 0.1)
    states = list(SCHEMA.reads)
    began = sum(remark.states[0] == "the" for remark in remarks)
    assert counted.start.exp()[states.index("the")].item() == pytest.approx((began + 0.1) / (400 + 0.1 * 7))
    dev = toy_records.toy_records("dev", 100)
    hits = records.extraction_hits(counted, dev, records.best_names(counted, dev))
    assert hits["verdict"].mean() > 0.85 and hits["part"].mean() > 0.8
    swapped = records.counted(
        SCHEMA, [r._replace(record=(r.record[0], OTHER[r.record[1]], r.record[2])) for r in remarks]
    )
    again = records.extraction_hits(swapped, dev, records.best_names(swapped, dev))
    assert torch.equal(again["verdict"], hits["verdict"])


OTHER = {"praise": "complaint", "complaint": "praise"}


def test_the_generator_draws_what_the_data_hold():
    truth = records.generator()
    remarks = toy_records.toy_records("train", 300)
    assert torch.isfinite(truth.log_prob(truth.read([r.words for r in remarks]))).all()
    generator = torch.Generator().manual_seed(0)
    record = ("music", "praise", "strong")
    drawn = [truth.sample(record, generator) for _ in range(200)]
    batch = truth.read(drawn)
    assert torch.isfinite(truth.log_joint(batch)[:, SCHEMA.records.index(record)]).all()
    words = {word for remark in drawn for word in remark}
    assert "songs" in words and not words & {"story", "dull", "mildly"}


def test_the_data_are_fixed_and_stop_on_bad_input():
    assert toy_records.toy_records("dev", 3) == toy_records.toy_records("dev", 5)[:3]
    assert toy_records.toy_records("dev", 3) != toy_records.toy_records("dev", 3, seed=1)
    assert math.fsum(toy_records.prior()) == pytest.approx(1)
    for rows in (toy_records.WORDS, toy_records.MOVES):
        assert all(math.fsum(row.values()) == pytest.approx(1) for row in rows.values())
    with pytest.raises(ValueError, match="unknown split 'all'"):
        toy_records.toy_records("all")
    with pytest.raises(ValueError, match="0 or more, not -1"):
        toy_records.toy_records("dev", -1)


def test_bad_tables_and_remarks_are_refused(model):
    with pytest.raises(ValueError, match="'x' is none of the 5 words"):
        model.read([("x",)])
    with pytest.raises(ValueError, match="at least one word"):
        model.read([()])
    tables = probabilities(model)
    with pytest.raises(
        ValueError, match=r"'moves' must have the shape .*\(3, 4\)|'moves' must have the shape"
    ):
        records.RecordModel(SMALL, tables._replace(moves=tables.moves[:, :3]))
    with pytest.raises(ValueError, match="'prior' must be chances"):
        records.RecordModel(SMALL, tables._replace(prior=tables.prior * 2))
    with pytest.raises(ValueError, match="never seen"):
        records.counted(SCHEMA, toy_records.toy_records("dev", 2), smoothing=0)


PRIOR = {
    ("plot", "good"): F(1, 2),
    ("plot", "bad"): F(1, 8),
    ("music", "good"): F(1, 8),
    ("music", "bad"): F(1, 4),
}
SHARES = [F(1, 2), F(1, 4), F(1, 4)]
TABLES = [
    {"the": F(3, 4), "a": F(1, 4)},
    {"plot": {"a": F(1)}, "music": {"a": F(1, 3), "b": F(2, 3)}},
    {"good": {"c": F(1)}, "bad": {"c": F(1, 5), "d": F(4, 5)}},
]


def test_loops_are_exact_and_agree_with_the_batch():
    words = ("the", "a", "c", "d")
    assert sum(loops.marginal(w, PRIOR, SHARES, TABLES) for w in product("abcd", repeat=2)) < 1
    every = product(["the", "a", "b", "c", "d"], repeat=2)
    assert sum(loops.marginal(w, PRIOR, SHARES, TABLES) for w in every) == 1
    schema = Schema({"part": ("plot", "music"), "verdict": ("good", "bad")}, SMALL.reads, SMALL.words)
    share = torch.tensor([float(s) for s in SHARES]).double()
    stay = torch.cat([share * 0.8, torch.tensor([0.2]).double()]).repeat(3, 1)
    rows = [TABLES[0], *TABLES[1].values(), *TABLES[2].values()]
    table = torch.tensor([[float(row.get(w, 0)) for w in schema.words] for row in rows]).double()
    prior = torch.tensor([float(PRIOR[record]) for record in schema.records]).double()
    batch_model = records.RecordModel(schema, Tables(prior, share, stay, table))
    batch = batch_model.read([words])
    law = loops.posterior(words, PRIOR, SHARES, TABLES)
    assert batch_model.posterior(batch)[0].tolist() == pytest.approx([float(law[r]) for r in schema.records])
    chances = loops.pointers(words, PRIOR, SHARES, TABLES)
    assert batch_model.states(batch)[0].tolist() == [pytest.approx(list(map(float, row))) for row in chances]
    moves = [[s * F(4, 5) for s in SHARES]] * 3
    for record in PRIOR:
        one = loops.forward(words, record, SHARES, moves, [F(1, 5)] * 3, TABLES) * PRIOR[record]
        got = batch_model.log_joint(batch)[0, schema.records.index(record)].exp().item()
        assert got == pytest.approx(float(one))
        assert one == loops.joint(words, record, PRIOR, SHARES, TABLES) * F(4, 5) ** 3 * F(1, 5)
    with pytest.raises(ValueError, match="no record"):
        loops.posterior(["zzz"], PRIOR, SHARES, TABLES)


def test_forward_is_the_sum_over_all_paths():
    moves, end = (
        [[F(1, 4), F(1, 4), F(1, 4)], [F(1, 2), 0, F(1, 4)], [0, F(1, 3), F(1, 3)]],
        [F(1, 4), F(1, 4), F(1, 3)],
    )
    words, record, total = ["the", "a", "c"], ("music", "bad"), 0
    for path in product(range(3), repeat=3):
        p = SHARES[path[0]] * end[path[-1]]
        for a, b in pairwise(path):
            p *= moves[a][b]
        for a, word in zip(path, words, strict=True):
            p *= loops.row(a, record, TABLES).get(word, 0)
        total += p
    assert loops.forward(words, record, SHARES, moves, end, TABLES) == total > 0


def test_copying_sums_its_pointer_and_never_falls():
    train = toy_credits.toy_credits("train", 200)
    glue = sorted(
        {w for one in train for w, source in zip(one.words, one.sources, strict=True) if not source}
    )
    model = records.CopyModel(glue, toy_credits.SEEN)
    steps = model.read(train)
    heights = []
    for _ in range(8):
        heights.append(
            model.log_prob(steps).sum()
            + model.smoothing * (model.pointer.log().sum() + model.chances.log().sum())
        )
        model.em_step(steps)
    assert all(b >= a - 1e-9 for a, b in pairwise(heights))
    k = model.contexts["carries"]
    vocabulary = dict(zip(model.words, model.chances[k].tolist(), strict=True))
    one = toy_credits.Credit(("carries", "amsel"), ("dorn", "amsel", "amsel"), (None, "star"))
    got = model.parts(model.read([one])).sum(-1)
    assert got[1].item() == pytest.approx(
        loops.copy_mixture("amsel", one.record, model.pointer[k].tolist(), vocabulary)
    )
    every = sum(
        loops.copy_mixture(w, one.record, model.pointer[k].tolist(), vocabulary)
        for w in {*vocabulary, "dorn", "amsel"}
    )
    assert every == pytest.approx(1), "the mixture is a distribution over words and names"
    assert model.pointers(model.read([one]))[1].argmax() == 2, "after 'carries' comes the star"
    with pytest.raises(ValueError, match="'zeder' stands neither"):
        model.read([toy_credits.Credit(("zeder",), ("dorn", "amsel", "amsel"), (None,))])
    with pytest.raises(ValueError, match="not 'up'"):
        records.CopyModel(glue, (), looks="up")


def test_twins_of_the_copy_model_differ_in_one_thing():
    train = toy_credits.toy_credits("train", 100)
    words = sorted({w for one in train for w in one.words} | set(toy_credits.SEEN))
    never = records.CopyModel(words, toy_credits.SEEN, looks="nowhere")
    never.em_step(never.read(train))
    assert (never.pointer[:, 0] == 1).all()
    glue = [w for w in words if w not in toy_credits.SEEN]
    anywhere = records.CopyModel(glue, toy_credits.SEEN, looks="anywhere")
    anywhere.em_step(anywhere.read(train))
    assert torch.allclose(anywhere.pointer[:, 1:], anywhere.pointer[:, 1:2].expand(-1, 3))
    remark = toy_credits.toy_credits("test", 20, names=toy_credits.UNSEEN)
    assert {s for one in remark for s in one.sources} == {None, *toy_credits.FIELDS}
    for one in remark:
        people = dict(zip(toy_credits.FIELDS, one.record, strict=True))
        assert all(
            source is None or people[source] == word
            for word, source in zip(one.words, one.sources, strict=True)
        )


def test_a_card_says_all_its_links():
    card = figures.record_card(
        {"part": "music", "verdict": "praise"},
        ["songs", "felt", "fresh"],
        [[0.75, 0], [0, 0.01], [0.125, 0.625]],
        "A card",
    )
    assert card.alt.splitlines() == [
        "A card",
        "record: part = music, verdict = praise",
        "songs: part 0.75",
        "felt: glue",
        "fresh: part 0.125, verdict 0.625",
    ]
    assert card.svg.count("<polygon") == 3
    tied = figures.record_card({"part": "x", "verdict": "y"}, ["songs"], [[0.5, 0.5]])
    assert tied.svg.count(">0.50<") == 2  # a number for each link
    with pytest.raises(ValueError, match="1 to 5 fields"):
        figures.record_card({}, [], [])
    with pytest.raises(ValueError, match="each of 1 words, 1 numbers"):
        figures.record_card({"a": "b"}, ["x"], [])
    with pytest.raises(ValueError, match="shares of 1"):
        figures.record_card({"a": "b"}, ["x"], [[1.5]])
