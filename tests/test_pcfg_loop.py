"""The chart of a grammar of many symbols, as plain loops: against all derivations, and the file it reads."""

from itertools import product

import pytest
import torch

from prpn_edu.data import Vocabulary
from prpn_edu.latent.grammar import Grammar, NeuralGrammar, export
from prpn_edu.loops import inside, pcfg

N, P, V = 3, 4, 6
WORDS = tuple(f"w{k}" for k in range(V))


@pytest.fixture
def all_kept(monkeypatch):
    """No symbol of a span is dropped."""
    monkeypatch.setattr(pcfg, "BEAM", 0.0)


def grammar(seed, **settings):
    return Grammar.random(
        Vocabulary(["<unk>", "<pad>", *WORDS]), **{"pairs": N, "words": P} | settings, seed=seed
    )


def listed(model):
    """The rules of a grammar of a file, as `loops.inside` takes them, with a root "R" of their own."""
    symbols = range(model["symbols"])
    pairs = {
        (a, b, c): model["rest"][a] + dict(model["rules"][b * len(symbols) + c]).get(a, 0.0)
        for a in range(len(model["rest"]))
        for b, c in product(symbols, symbols)
    }
    rules = [(a, (b, c), chance) for (a, b, c), chance in pairs.items()]
    rules += [
        ("R", (b, c), sum(model["root"][a] * pairs[a, b, c] for a in range(len(model["root"]))))
        for b, c in product(symbols, symbols)
    ]
    return rules + [(s, (f"e{k}",), value) for k, cell in enumerate(model["words"]) for s, value in cell]


@pytest.mark.parametrize("seed", range(5))
def test_chances_of_spans_are_those_of_all_derivations(seed, all_kept):
    model = pcfg.read(export.table(grammar(seed)))
    entries = torch.randint(V + 2, (6,), generator=torch.Generator().manual_seed(seed)).tolist()
    found = pcfg.span_chances(model, entries)
    expected = inside.span_chances(listed(model), [f"e{k}" for k in entries], "R")
    for start, end in product(range(6), range(7)):
        assert found[start][end] == pytest.approx(expected.get((start, end), 0.0), abs=1e-12)


def test_the_file_holds_the_grammar_up_to_its_steps(all_kept):
    """Rules within half a step, and chances of spans near those of the grammar."""
    whole = grammar(3, pairs=5, words=8)
    model = pcfg.read(export.table(whole))
    rules = whole.rules()
    half = export.STEP**0.5
    for pair, kept in enumerate(model["rules"]):
        for parent, chance in kept:
            assert half < rules.pairs.flatten(1)[parent, pair].item() / chance < 1 / half
    for entries in ([2, 3, 4, 5], [7, 2, 2, 6, 3]):
        exact = whole.span_chances(torch.tensor(entries))
        assert torch.allclose(exact, torch.tensor(pcfg.span_chances(model, entries)).double(), atol=0.05)


def test_a_rule_that_is_left_out_has_its_parents_rest():
    whole = NeuralGrammar(Vocabulary(["<unk>", "<pad>", *WORDS]), pairs=N, words=P, size=8).double()
    with torch.no_grad():
        whole.pairs_of.weight.mul_(30)
    table, pairs = export.table(whole), whole.rules().pairs.flatten(1)
    kept = torch.tensor([[letter != pcfg.NONE for letter in line] for line in table["pairs"]])
    assert kept.any(1).all() and not kept.all()
    assert pairs[kept].min() > pairs[~kept].max()
    means = (pairs * ~kept).sum(1) / (~kept).sum(1)
    assert table["rest"] == pytest.approx(means.tolist(), rel=0.01, abs=1e-12)
    chances = pcfg.span_chances(pcfg.read(table), [2, 3, 4, 5, 6, 7, 2, 3])
    assert chances[0][8] == pytest.approx(1)


def test_what_is_far_behind_is_dropped_and_little_changes():
    whole = grammar(1, pairs=6, words=9)
    model, entries = pcfg.read(export.table(whole)), [2, 5, 3, 7, 4, 2, 6]
    cells = pcfg.inside(model, entries)
    for start, row in enumerate(cells):
        for end, cell in enumerate(row):
            values = [value for _, value in cell]
            assert not cell or end - start in (1, 7) or min(values) >= pcfg.BEAM * max(values)
    assert len(cells[0][7]) == 6, "of the whole sentence none: the root may be one that is behind"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pcfg, "BEAM", 0.0)
        exact = pcfg.span_chances(model, entries)
    for found, expected in zip(pcfg.span_chances(model, entries), exact, strict=True):
        assert found == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("seed", range(4))
def test_each_tree_has_a_span_less_than_words_whatever_is_dropped(seed):
    """Also where whole sentences are a symbol that is far behind the best one of their chart."""
    draw = torch.Generator().manual_seed(seed)
    table = export.table(grammar(seed, pairs=6, words=9))
    for _ in range(4):
        root = int(torch.randint(6, (), generator=draw))
        line = "".join(pcfg.LEVELS[-1 - k % 3] for k in range(15**2))
        pairs = [line if k == root else other for k, other in enumerate(table["pairs"])]
        model = pcfg.read(table | {"root": [float(k == root) for k in range(6)], "pairs": pairs})
        entries = torch.randint(2, V + 2, (9,), generator=draw).tolist()
        chances = [chance for row in pcfg.span_chances(model, entries) for chance in row]
        assert sum(chances) == pytest.approx(8) and max(chances) == pytest.approx(1)


def test_a_single_word_has_no_span():
    assert pcfg.span_chances(pcfg.read(export.table(grammar(0))), [2]) == [[0.0, 0.0]]


def test_forty_words_do_not_vanish():
    model = pcfg.read(export.table(grammar(2)))
    chances = pcfg.span_chances(model, [2 + k % V for k in range(40)])
    assert chances[0][40] == pytest.approx(1)


@pytest.mark.parametrize("other", [None, {}, {"format": "prpn-edu page"}])
def test_another_file_is_refused(other):
    with pytest.raises(ValueError, match="no grammar of prpn-edu"):
        pcfg.read(other)


def test_a_later_version_is_refused():
    with pytest.raises(ValueError, match="another version"):
        pcfg.read(export.table(grammar(0)) | {"version": 2})


def test_a_grammar_whose_symbols_do_both_is_not_written():
    both = Grammar.from_rules([("S", ("S", "S"), 0.5), ("S", ("a",), 0.5)], "S")
    with pytest.raises(ValueError, match="each to do one"):
        export.table(both)
