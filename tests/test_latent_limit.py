"""Laws of a limit and the language model that sums over it: loops, enumeration, races, gradients."""

import math
from collections import Counter
from fractions import Fraction as F
from itertools import permutations, product

import pytest
import torch

from prpn_edu import data, evaluation, training
from prpn_edu.latent import LatentLimitLm, gates, limit_laws, pairwise, ranking
from prpn_edu.latent.limit_lm import AVERAGES, recent
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.loops import gates as loops
from prpn_edu.loops import limits, marginal

FIGURE_3 = [F(7, 10), F(6, 10), F(3, 10), F(4, 10), F(5, 10)]
WORDS = [f"w{k}" for k in range(7)]
every_law = pytest.mark.parametrize("law", limit_laws.LAWS)


def scores(size, seed=0):
    return torch.rand(size, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) + 0.05


def make(seed=0, **settings):
    torch.manual_seed(seed)
    settings = {"embedding": 6, "features": 8, "init_range": 1.0} | settings
    return LatentLimitLm(build_vocabulary([WORDS]), **settings).double().eval()


def looked_at(model, sentence):
    """The batch of one sentence, its vectors as lists, and its scores d."""
    batch = model.collate([model.read(sentence)])
    return batch, model.table[batch.ids[0]].tolist(), model.scores(batch)[0][0]


# Laws


def test_figure_3_of_the_note_and_the_ranking_on_its_scores():
    pairs = loops.limit_distribution(marginal.going_on(FIGURE_3, 4))
    assert pairs == [F(125, 792), F(25, 132), F(5, 24), F(4, 9)]
    assert marginal.law_of(marginal.ranking_gates(FIGURE_3, 4)) == [F(5, 18), F(5, 36), F(5, 36), F(4, 9)]


@pytest.mark.parametrize(
    "d", [FIGURE_3, [F(1), F(5), F(2), F(2), F(9)], [F(3), F(1), F(1), F(4), F(1), F(2)]]
)
def test_the_ranking_law_is_that_of_all_rankings_enumerated(d):
    t, law = len(d) - 1, Counter()
    for order in permutations(range(len(d))):
        left, chance = sum(d), F(1)
        for i in order:
            chance, left = chance * d[i] / left, left - d[i]
        height = [-order.index(i) for i in range(len(d))]
        law[loops.nearest_higher(height, t)] += chance
    assert marginal.law_of(marginal.ranking_gates(d, t)) == [law[k] for k in range(t)]


@every_law
def test_a_law_sums_to_one_and_its_running_sum_is_its_gates(law):
    d = scores((3, 7))
    g = limit_laws.expected_gates(d, law, tau=0.7)
    p = limit_laws.of_gates(g)
    assert p.shape == g.shape == (3, 7, 7)
    assert (p >= -1e-15).all()
    assert torch.allclose(p.sum(-1), torch.tensor([0.0] + [1.0] * 6, dtype=p.dtype).expand(3, -1))
    assert torch.allclose(p.cumsum(-1).tril(-1), g)


def test_batched_laws_equal_their_loops():
    d = scores((2, 6))
    for row in range(2):
        for t in range(1, 6):
            pairs = loops.expected_gates(marginal.going_on(d[row].tolist(), t))
            ranks = marginal.ranking_gates(d[row].tolist(), t)
            for law, expected in (("pairs", pairs), ("ranking", ranks)):
                got = limit_laws.expected_gates(d, law)[row, t]
                assert got[:t].tolist() == pytest.approx(expected)
                assert not got[t:].any()
                p = limit_laws.of_gates(got.expand(6, 6))[t, :t].tolist()
                assert p == pytest.approx(marginal.law_of(expected))


def test_pairs_are_the_note_s_and_other_laws_those_of_the_gates():
    d = scores((2, 6))
    p = pairwise.limit_distribution(pairwise.bradley_terry(d))
    assert torch.allclose(limit_laws.of_gates(limit_laws.expected_gates(d, "pairs")), p)
    for form in gates.FORMS:
        p = gates.limit_distribution(gates.alphas(d, 0.4, form))
        assert torch.allclose(limit_laws.of_gates(limit_laws.expected_gates(d, form, 0.4)), p)


def test_ranking_gates_have_the_right_gradient_and_take_any_batch():
    d = scores((2, 5)).requires_grad_()
    assert torch.autograd.gradcheck(ranking.expected_gates, d)
    assert ranking.expected_gates(d.detach()[0]).shape == (5, 5)
    assert ranking.expected_gates(torch.tensor([2.0])).tolist() == [[0.0]]


def test_scores_that_a_law_does_not_take_are_named():
    with pytest.raises(ValueError, match=r"d\[1\] is 0\.0"):
        ranking.expected_gates(torch.tensor([1.0, 0.0]))
    with pytest.raises(TypeError, match="floats"):
        ranking.expected_gates(torch.tensor([1, 2]))
    with pytest.raises(ValueError, match="law must be one of pairs"):
        limit_laws.expected_gates(torch.ones(2), "coins")


def test_the_nearest_limit_has_the_same_chance_under_both_laws():
    """With one rival a comparison is a ranking; further away the laws part, but for the middle of three."""
    d = scores(6)
    pairs, ranks = (limit_laws.of_gates(limit_laws.expected_gates(d, law)) for law in ("pairs", "ranking"))
    assert torch.allclose(pairs.diagonal(-1), ranks.diagonal(-1))
    assert (pairs - ranks).abs().max() > 0.05


# The model


def test_recent_places_come_nearest_first():
    places, there = recent(4, 2)
    assert places.tolist() == [[0, 0], [0, 0], [1, 0], [2, 1]]
    assert there.tolist() == [[True, False], [True, False], [True, True], [True, True]]
    assert recent(1, 5)[0].tolist() == [[0]]


@pytest.mark.parametrize("law", ["pairs", "ranking"])
@pytest.mark.parametrize("average", AVERAGES)
def test_the_next_word_equals_the_loop(average, law):
    model = make(average=average, law=law)
    batch, x, d = looked_at(model, WORDS[:5])
    chances = model.logits(batch).softmax(-1)
    weights = model.loop_weights()
    for t in range(1, 6):
        if law == "pairs":
            g = loops.expected_gates(marginal.going_on(d.tolist(), t))
        else:
            g = marginal.ranking_gates(d.tolist(), t)
        if average == "gates":
            expected = marginal.next_word(weights, x, t, g)
        else:
            expected = marginal.mixture(marginal.law_of(g), marginal.next_word_by_limit(weights, x, t))
        assert chances[t].tolist() == pytest.approx(expected)


def test_the_marginal_is_the_sum_over_all_ways_in_which_the_coins_fall():
    model = make()
    batch, x, d = looked_at(model, WORDS[:5])
    nats = model.loss(batch).total.item()
    weights, alone = model.loop_weights(), model.logits(batch)[0].log_softmax(-1)[batch.targets[0]].item()
    total = -alone  # <s> sees nothing: one guess
    for t in range(1, 6):
        stops = [1 - a for a in marginal.going_on(d.tolist(), t)]
        p_word = 0.0
        for coins in product([False, True], repeat=t - 1):  # at 1 .. t-1
            limit = max([0] + [j for j, stop in enumerate(coins, 1) if stop])
            chance = math.prod(stops[j] if stop else 1 - stops[j] for j, stop in enumerate(coins, 1))
            guess = marginal.next_word(weights, x, t, loops.hard_gates(limit, t))
            p_word += chance * guess[batch.targets[t]]
        total -= math.log(p_word)
    assert nats == pytest.approx(total)


def test_the_sum_over_all_lists_of_limits_is_the_product_of_the_sums():
    model = make()
    batch, x, d = looked_at(model, WORDS[:4])
    weights, words = model.loop_weights(), batch.targets.tolist()
    laws = [[]] + [loops.limit_distribution(marginal.going_on(d.tolist(), t)) for t in range(1, 5)]
    guesses = [[]] + [marginal.next_word_by_limit(weights, x, t) for t in range(1, 5)]
    total = 0.0
    for some in limits.lists_of_limits(5):
        total += math.prod(laws[t][some[t]] * guesses[t][some[t]][words[t]] for t in range(1, 5))
    alone = model.logits(batch)[0].softmax(-1)[words[0]].item()
    assert model.loss(batch).total.item() == pytest.approx(-math.log(total * alone))


@pytest.mark.parametrize("average", AVERAGES)
@every_law
def test_padding_and_company_change_nothing(average, law):
    model = make(average=average, law=law, window=3)
    texts = [WORDS[:2], WORDS[:6], WORDS[3:4]]
    together = model.loss(model.collate([model.read(text) for text in texts])).total
    alone = [model.loss(model.collate([model.read(text)])).total for text in texts]
    assert together.item() == pytest.approx(sum(alone).item())
    assert torch.cat(model.surprisals(texts)).sum().item() == pytest.approx(together.item())


@pytest.mark.parametrize("average", AVERAGES)
def test_the_gradient_is_that_of_small_differences(average):
    model = make(average=average, tied=False, dropout=0.0)
    model.train(average == "logs")
    batch = model.collate([model.read(WORDS[:5])])
    for weight in (model.parser.scores.weight, model.key.weight, model.out.weight):
        weight.requires_grad_()
        (got,) = torch.autograd.grad(model.loss(batch).total, weight)
        place = tuple(int(k) for k in torch.unravel_index(got.abs().argmax(), got.shape))
        sides = []
        for step in (1e-5, -1e-5):
            with torch.no_grad():
                weight[place] += step
                sides.append(model.loss(batch).total.item())
                weight[place] -= step
        assert got[place].item() == pytest.approx((sides[0] - sides[1]) / 2e-5, rel=1e-4)


def test_the_bound_is_never_below_the_loss_and_equal_for_a_certain_limit():
    """Jensen: -E[log p] >= -log E[p]; in evaluation the model with averaged logarithms gives the marginal."""
    bound, whole = make(average="logs", dropout=0.0), make()
    whole.load_state_dict(bound.state_dict())
    batch = whole.collate([whole.read(WORDS[:6])])
    assert bound.loss(batch).total.item() == pytest.approx(whole.loss(batch).total.item())
    made = whole.guesses(batch)
    each = -(made.law * whole._log_word(made, batch)).sum(-1)
    assert (each >= -whole._joint(made, batch).logsumexp(-1) - 1e-12).all()
    short = whole.collate([whole.read(WORDS[:1])])  # steps 0 and 1 have one limit each
    made = whole.guesses(short)
    each = -(made.law * whole._log_word(made, short)).sum()
    assert each.item() == pytest.approx(whole.loss(short).total.item())


def test_limits_before_and_after_the_word_follow_bayes_and_average_back():
    model = make(window=3)
    before, after = model.limits(WORDS[:5])
    batch, x, d = looked_at(model, WORDS[:5])
    weights = model.loop_weights()
    assert before.shape == after.shape == (6, 6)
    for t in (1, 2, 3):
        p = loops.limit_distribution(marginal.going_on(d.tolist(), t))
        rows = marginal.next_word_by_limit(weights, x, t)
        assert before[t, :t].tolist() == pytest.approx(p)
        tells = marginal.posterior(p, [row[batch.targets[t]] for row in rows])
        assert after[t, :t].tolist() == pytest.approx(tells)
    p = loops.limit_distribution(marginal.going_on(d.tolist(), 5))
    assert before[5].tolist() == pytest.approx([0, 0, sum(p[:3]), *p[3:], 0])  # the window ends at 2
    assert torch.allclose(after.sum(-1), torch.ones(6, dtype=after.dtype))


def test_where_the_average_stands_is_the_only_difference():
    models = {average: make(average=average, dropout=0.5) for average in AVERAGES}
    first = models["gates"].state_dict()
    batch = models["gates"].collate([models["gates"].read(WORDS[:1])])  # one limit a step: nothing to average
    losses = []
    for model in models.values():
        assert all(torch.equal(value, first[name]) for name, value in model.state_dict().items())
        model.train()
        torch.manual_seed(4)  # the same entries are dropped
        losses.append(model.loss(batch).total.item())
    assert losses == pytest.approx([losses[0]] * 3)


def test_a_frozen_parser_stays_and_gives_no_gradient_to_the_words():
    model = make(frozen=True, tied=False)
    model.loss(model.collate([model.read(WORDS)])).total.backward()
    assert all(weight.grad is None for weight in model.parser.parameters())
    assert model.table.grad is not None


def test_limits_of_chance_zero_leave_the_gradient_finite():
    model = make(law="code", tau=0.001)
    model.loss(model.collate([model.read(WORDS)])).total.backward()
    assert all(weight.grad is None or weight.grad.isfinite().all() for weight in model.parameters())


def test_a_score_that_rounds_to_zero_is_no_end():
    model = make()
    with torch.no_grad():
        model.parser.scores.bias.fill_(-1000.0)
    loss = model.loss(model.collate([model.read(WORDS)])).total
    loss.backward()
    assert loss.isfinite() and model.key.weight.grad.isfinite().all()


def test_settings_that_do_not_exist_are_named():
    for wrong, message in (
        ({"average": "words"}, "average must be one of chances, logs, gates"),
        ({"law": "coins"}, "law must be one of pairs"),
        ({"window": 0}, "window must be 1 or more"),
    ):
        with pytest.raises(ValueError, match=message):
            make(**wrong)


def test_it_learns_parses_and_comes_back_from_a_folder(tmp_path):
    train, dev = data.toy("train", 40), data.toy("dev", 10)
    torch.manual_seed(0)
    model = LatentLimitLm(build_vocabulary(train), embedding=16, features=16)
    before = evaluation.perplexity(model, dev)
    training.fit(model, train, dev, epochs=2, batch_size=16, lr=1e-2, progress=False)
    assert evaluation.perplexity(model, dev) < 0.9 * before
    model.save(tmp_path / "model")
    again = LatentLimitLm.load(tmp_path / "model")
    sentence = "the film was good"
    assert again.parse(sentence) == model.parse(sentence)
    assert torch.equal(again.limits(sentence)[0], model.limits(sentence)[0])
