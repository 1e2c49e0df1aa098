"""Learn records from remarks alone, learn to copy names, and write down how well it went.

    python -m experiments.toy_records [--seeds 0 1 2 3 4]

writes `results/toy-records.json`. Each seed draws 500 training remarks and its own starts; development and
test remarks are the same for all. The counting learner sees records and states, the others words alone:
"lexicon" also knows which words each state may write, "nothing" does not, and takes of its starts the one
whose training objective is highest. The test remarks are read once, after that choice; gold records of the
development set name the values that a learner found.
"""

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from experiments.provenance import Clock, percent, provenance, write
from prpn_edu.data import toy_credits, toy_records
from prpn_edu.data.toy_records import FIELDS, SCHEMA, Remark
from prpn_edu.evaluation import paired_interval
from prpn_edu.latent import records
from prpn_edu.latent.records import RecordModel, Tables
from prpn_edu.latent.records.learning import maximised

COMMAND = "python -m experiments.toy_records"
SIZE, SMOOTHING = 500, 0.1
STEPS = {"em": 100, "gradient": 300}
LEARNING_RATE, SPREAD, STARTS = 0.1, 0.5, 4
SIZES = (25, 50, 100, 200)
LEARNERS = {
    "generator": "the law that drew the remarks; not learnt",
    "counted": "records and states seen, counted",
    "lexicon": "EM on words alone, knowing which words each state may write",
    "gradient": "the gradient on words alone, from the same start as EM with the lexicon",
    "nothing": f"EM on words alone, knowing nothing, the best of {STARTS} starts by its objective",
}
Hints = dict[str, set[str]] | None
COPYING = {"chooses": "learnt pointers", "anywhere": "equal pointers", "nowhere": "no copying"}


def learn(name: str, remarks: Sequence[Remark], seed: int) -> tuple[RecordModel, dict[str, Any]]:
    """Train one learner; it and what is to be said of its training."""
    if name == "generator":
        return records.generator(), {}
    if name == "counted":
        return records.counted(SCHEMA, remarks, SMOOTHING), {}
    began = time.process_time()
    hints = None if name == "nothing" else toy_records.known_words()
    starts = [
        RecordModel.random(SCHEMA, 100 * seed + start, SPREAD, hints)
        for start in range(STARTS if name == "nothing" else 1)
    ]
    batch = starts[0].read([remark.words for remark in remarks])
    if name == "gradient":
        heights = [records.fit_gradient(starts[0], batch, STEPS["gradient"], LEARNING_RATE, SMOOTHING)]
    else:
        heights = [records.fit_em(model, batch, STEPS["em"], SMOOTHING) for model in starts]
    ends = [height[-1] for height in heights]
    best = max(range(len(starts)), key=ends.__getitem__)
    told = {
        "objective": [round(end, 2) for end in ends],
        "chosen": best,
        "steps_to_within_1": next(n for n, h in enumerate(heights[best]) if h > ends[best] - 1),
        "cpu_seconds": round(time.process_time() - began, 1),
    }
    if name == "nothing":
        dev = toy_records.toy_records("dev")
        hits = [records.extraction_hits(one, dev, records.best_names(one, dev)) for one in starts]
        told["dev_accuracy_of_starts"] = [percent(whole(one).mean().item()) for one in hits]
    return starts[best], told


def whole(hits: dict[str, Tensor]) -> Tensor:
    """The share of a record's fields that are right, (B,)."""
    return torch.stack(list(hits.values())).mean(0)


def measure(model: RecordModel, test: Sequence[Remark], dev: Sequence[Remark]) -> dict[str, Tensor]:
    """For each test remark: hits in each field, in all of them on average, and its cost in nats."""
    hits = records.extraction_hits(model, test, records.best_names(model, dev))
    with torch.no_grad():
        nats = -model.log_prob(model.read([remark.words for remark in test]))
    return {**hits, "fields": whole(hits), "nats": nats}


def majority(train: Sequence[Remark], test: Sequence[Remark]) -> dict[str, Tensor]:
    """Always the commonest value of the training records."""
    hits = {}
    for number, field in enumerate(FIELDS):
        (common, _), *_ = Counter(remark.record[number] for remark in train).most_common()
        hits[field] = torch.tensor([remark.record[number] == common for remark in test]).double()
    return {**hits, "fields": whole(hits)}


def compare(first: list[Tensor], second: list[Tensor], unit: float) -> dict[str, Any]:
    """The mean difference over seeds and remarks, its interval over remarks, and that of each seed."""
    ours, others = torch.stack(first).mean(0), torch.stack(second).mean(0)
    low, high = paired_interval(ours, others)
    return {
        "difference": round(unit * (ours - others).mean().item(), 4),
        "interval": [round(unit * low, 4), round(unit * high, 4)],
        "seeds": [round(unit * (a - b).mean().item(), 4) for a, b in zip(first, second, strict=True)],
    }


def extraction(seeds: Sequence[int], sizes: Sequence[int] = SIZES) -> dict[str, Any]:
    """Train every learner from every seed; accuracies, perplexities, differences."""
    dev, test = toy_records.toy_records("dev"), toy_records.toy_records("test")
    steps = sum(len(remark.words) + 1 for remark in test)
    found: dict[str, list[dict[str, Tensor]]] = {name: [] for name in (*LEARNERS, "majority")}
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in LEARNERS}
    curve: dict[str, dict[str, list[float]]] = {name: {} for name in ("counted", "lexicon")}
    for seed in seeds:
        train = toy_records.toy_records("train", SIZE, seed)
        found["majority"].append(majority(train, test))
        for name in LEARNERS:
            model, told = learn(name, train, seed)
            each = measure(model, test, dev)
            found[name].append(each)
            accuracy = {field: percent(each[field].mean().item()) for field in (*FIELDS, "fields")}
            perplexity = round(math.exp(each["nats"].sum().item() / steps), 3)
            runs[name].append({"seed": seed, **accuracy, "perplexity": perplexity, **told})
        for size, name in ((size, name) for size in sizes for name in curve):
            model = learn(name, train[:size], seed)[0]
            right = measure(model, test, dev)["fields"].mean().item()
            curve[name].setdefault(str(size), []).append(percent(right))
    fields = {name: [one["fields"] for one in each] for name, each in found.items()}
    nats = {name: [one["nats"] for one in found[name]] for name in LEARNERS}
    pairs = [("lexicon", other) for other in ("counted", "majority", "nothing")]
    pairs += [("generator", "lexicon"), ("gradient", "lexicon"), ("nothing", "majority")]
    costs = [(name, "generator") for name in ("counted", "lexicon", "nothing")] + [("gradient", "lexicon")]
    return {
        "learners": LEARNERS,
        "test": {"remarks": len(test), "predictions": steps},
        "runs": runs,
        "majority": {
            field: percent(statistics.fmean(one[field].mean().item() for one in found["majority"]))
            for field in (*FIELDS, "fields")
        },
        "accuracy_minus": {f"{a} - {b}": compare(fields[a], fields[b], 100) for a, b in pairs},
        "nats_a_word": {f"{a} - {b}": compare(nats[a], nats[b], len(test) / steps) for a, b in costs},
        "accuracy_by_size": curve,
    }


def unchained(counts: Tables) -> Tables:
    """Counts with the pointers pooled: each is drawn by itself, whatever the one before it."""
    shares, goes = counts.start + counts.moves[:, :-1].sum(0), counts.moves[:, :-1].sum()
    row = torch.cat([shares / shares.sum() * goes, counts.moves[:, -1:].sum(0)])
    return counts._replace(start=shares, moves=row.expand_as(counts.moves))


def learn_unchained(remarks: Sequence[Remark], seed: int, starts: int, hints: Hints) -> RecordModel:
    """EM without a chain, from the starts of the learners with one; the start with the highest objective."""
    found = []
    for start in range(starts):
        model = RecordModel.random(SCHEMA, 100 * seed + start, SPREAD, hints)
        batch = model.read([remark.words for remark in remarks])
        for _ in range(STEPS["em"]):
            counts = unchained(records.expected_counts(model, batch))
            before = Tables(*(table.exp() for table in model.log_tables()))
            model.set_tables(maximised(counts, SMOOTHING, before))
        found.append((records.objective(model, batch, SMOOTHING).item(), model))
    return max(found, key=lambda one: one[0])[1]


def law_unchained() -> RecordModel:
    """The law that drew the remarks, but each pointer by itself, as often as the law visits it."""
    law = records.generator()
    tables = Tables(*(table.exp() for table in law.log_tables()))
    visits = torch.linalg.solve(torch.eye(len(tables.start)) - tables.moves[:, :-1].T, tables.start)
    used = tables._replace(moves=visits[:, None] * tables.moves)
    return RecordModel(SCHEMA, maximised(unchained(used), 0.0, tables))


def vote(test: Sequence[Remark]) -> dict[str, Tensor]:
    """For each remark and field: whether the mean of what its words say alone names the value."""
    words, prior, hits = records.generator().log_tables().words.exp(), toy_records.prior(), {}
    for number, (field, values) in enumerate(FIELDS.items()):
        alone = torch.zeros(len(SCHEMA.words), len(values), dtype=torch.float64)
        for record, chance in zip(SCHEMA.records, prior, strict=True):
            rows = [SCHEMA.row(state, record) for state in SCHEMA.reads]
            alone[:, values.index(record[number])] += chance * words[rows].sum(0)
        alone /= alone.sum(-1, keepdim=True)
        said = [alone[[SCHEMA.words.index(word) for word in one.words]].mean(0).argmax() for one in test]
        gold = [values.index(one.record[number]) for one in test]
        hits[field] = torch.tensor([int(a) == b for a, b in zip(said, gold, strict=True)]).double()
    return {**hits, "fields": whole(hits)}


def rivals(seeds: Sequence[int]) -> dict[str, Any]:
    """What the chain is worth: the law and EM without it, and a vote of single words, on the test remarks."""
    dev, test = toy_records.toy_records("dev"), toy_records.toy_records("test")
    steps = sum(len(remark.words) + 1 for remark in test)

    def told(each: dict[str, Tensor]) -> dict[str, float]:
        out = {field: percent(each[field].mean().item()) for field in (*FIELDS, "fields")}
        if "nats" in each:
            out["perplexity"] = round(math.exp(each["nats"].sum().item() / steps), 3)
        return out

    runs: dict[str, list[dict[str, float]]] = {"lexicon": [], "nothing": []}
    known: dict[str, tuple[int, Hints]] = {
        "lexicon": (1, toy_records.known_words()),
        "nothing": (STARTS, None),
    }
    for seed in seeds:
        train = toy_records.toy_records("train", SIZE, seed)
        for name, (starts, hints) in known.items():
            model = learn_unchained(train, seed, starts, hints)
            runs[name].append({"seed": seed, **told(measure(model, test, dev))})
    return {"vote": told(vote(test)), "law": told(measure(law_unchained(), test, dev)), "runs": runs}


def copying(seeds: Sequence[int]) -> dict[str, Any]:
    """Three models of remarks about people, on test remarks with names that were and were not in training."""
    names = (*toy_credits.SEEN, *toy_credits.UNSEEN)
    tests = {
        "seen": toy_credits.toy_credits("test", 300),
        "unseen": toy_credits.toy_credits("test", 300, names=toy_credits.UNSEEN),
    }
    nats: dict[str, dict[str, list[Tensor]]] = {part: {looks: [] for looks in COPYING} for part in tests}
    right: dict[str, list[float]] = {looks: [] for looks in COPYING if looks != "nowhere"}
    for seed in seeds:
        train = toy_credits.toy_credits("train", 200, seed)
        glue = {w for one in train for w, s in zip(one.words, one.sources, strict=True) if s is None}
        for looks in COPYING:
            words = sorted(glue) if looks != "nowhere" else sorted(glue | set(names))
            model = records.CopyModel(words, names, looks)
            steps = model.read(train)
            for _ in range(30):
                model.em_step(steps)
            for part, test in tests.items():
                nats[part][looks].append(-model.log_prob(model.read(test)))
            if looks in right:
                right[looks].append(percent(sources_right(model, tests["unseen"])))
    predictions = {part: sum(len(one.words) + 1 for one in test) for part, test in tests.items()}
    return {
        "models": COPYING,
        "train": 200,
        "test": {part: len(test) for part, test in tests.items()},
        "perplexity": {
            part: {
                looks: [round(math.exp(x.sum().item() / predictions[part]), 3) for x in each]
                for looks, each in by.items()
            }
            for part, by in nats.items()
        },
        "nats_a_word": {
            f"{part}: {a} - {b}": compare(nats[part][a], nats[part][b], len(tests[part]) / predictions[part])
            for part in tests
            for a, b in (("anywhere", "nowhere"), ("chooses", "anywhere"))
        },
        "sources_right": right,
    }


def sources_right(model: records.CopyModel, test: Sequence[toy_credits.Credit]) -> float:
    """How often the most probable pointer of a name is the field that it was copied from."""
    best = model.pointers(model.read(test)).argmax(-1).tolist()
    gold = [source for one in test for source in (*one.sources, None)]
    pairs = [(toy_credits.FIELDS.index(s), b - 1) for s, b in zip(gold, best, strict=True) if s]
    return statistics.fmean(a == b for a, b in pairs)


def record(seeds: Sequence[int], sizes: Sequence[int] = SIZES) -> dict[str, Any]:
    """What `results/toy-records.json` holds."""
    clock = Clock()
    found, copied = extraction(seeds, sizes), copying(seeds)
    return {
        "what": "Records found in remarks without seeing one, and names copied from records",
        **provenance(COMMAND, list(seeds), clock),
        "training": {
            "remarks": SIZE,
            "smoothing": SMOOTHING,
            "steps": STEPS,
            "lr": LEARNING_RATE,
            "spread": SPREAD,
        },
        **found,
        "without_chain": rivals(seeds),
        "copying": copied,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file and print one line for each learner."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/toy-records.json"), help="where to write")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    given = parser.parse_args(argv)
    torch.set_num_threads(1)
    results = record(given.seeds)
    write(given.out, results)
    for name, rows in results["runs"].items():
        print(f"{name}: fields right {statistics.fmean(row['fields'] for row in rows):.1f} %")
    print(f"written to {given.out} after {results['cpu_seconds']} s of processor time")


if __name__ == "__main__":
    main()
