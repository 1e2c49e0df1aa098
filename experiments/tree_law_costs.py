"""How long the chart of one sentence takes by each law over trees: a part of `experiments.tree_laws`."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import torch

from prpn_edu.latent import pairwise, permutations
from prpn_edu.latent.structures import BetweenTrees, LimitTrees, NoisyTrees, SplitTrees, noise


def costs() -> dict[str, Any]:
    """Processor seconds of one sentence's chart of spans, the median of five; None where it is refused."""
    lengths = (5, 9, 20, 40)
    rows: dict[str, list[float | None]] = {}
    for n in lengths:
        for name, way in _ways(n).items():
            few = name.startswith("random permutation")
            rows.setdefault(name, []).append(None if few and n > 9 else _seconds(way, 1 if few else 5))
    return {"words": list(lengths), "seconds": rows}


def _ways(n: int) -> dict[str, Callable[[], Any]]:
    """Each law's chart over n words."""
    d = torch.rand(n, generator=torch.Generator().manual_seed(n), dtype=torch.float64) + 0.1
    gaps = d[1:]
    scores = permutations.rank_scores(gaps.log())
    return {
        "Plackett-Luce, closed form": lambda: BetweenTrees(gaps).marginals,
        "Plackett-Luce through SPLIT": lambda: SplitTrees(d).marginals,
        "independent scores, integrals": lambda: NoisyTrees(noise.gamma_race(gaps, 3)).marginals,
        "categorical limits, chart": lambda: (
            LimitTrees(pairwise.limit_distribution(pairwise.bradley_terry(d))).marginals
        ),
        "random permutation, all orders": lambda: permutations.permutation_trees(scores).marginals,
        "one Gumbel-softmax draw": lambda: BetweenTrees(gaps).relaxed(0.3).marginals,
        "Sinkhorn, 20 rounds": lambda: permutations.sinkhorn(scores, 1.0),
        "most probable tree (Plackett-Luce)": lambda: BetweenTrees(gaps).mode,
    }


def _seconds(way: Callable[[], Any], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.process_time()
        way()
        times.append(time.process_time() - start)
    return round(statistics.median(times), 5)
