"""What do sparse gradients save on a bag of words?

One run, one thread, the same weights and sentences, side by side: whole training steps (forward, backward,
optimiser) of CBOW with 300 numbers a word and a vocabulary of the Stanford treebank's size. A dense gradient
is a table of zeros with a few rows filled, and Adam walks through all of it; a sparse one is just those rows.

    python benchmarks/bag.py [--batches 25 256] [--rounds 9]

Prints sentences per second of processor time, the median of alternating rounds, and the ratio with its lowest
and highest round; exits with 1 when sparse is not faster.
"""

import argparse
import random
import statistics
import sys
import time

import torch

from prpn_edu import data
from prpn_edu.composition import Cbow
from prpn_edu.training import make_optimisers

WORDS, EMBEDDING, MEAN_LENGTH = 18_282, 300, 19


def sentences(vocabulary: data.Vocabulary, count: int, draw: random.Random) -> list[tuple[torch.Tensor, int]]:
    """Random sentences as numbers; frequent words are frequent, as in Zipf's law."""
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    lengths = [draw.randint(2, 2 * MEAN_LENGTH - 2) for _ in range(count)]
    return [
        (torch.tensor(draw.choices(range(len(vocabulary)), weights, k=length)), draw.randrange(5))
        for length in lengths
    ]


def seconds(
    model: Cbow, optimisers: list[torch.optim.Optimizer], items: list[tuple[torch.Tensor, int]]
) -> float:
    """Processor time of one training step."""
    began = time.process_time()
    loss = model.loss(model.collate(items)).mean
    for optimiser in optimisers:
        optimiser.zero_grad()
    loss.backward()
    for optimiser in optimisers:
        optimiser.step()
    return time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--batches", type=int, nargs="+", default=[25, 256])
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()

    torch.set_num_threads(1)
    vocabulary = data.Vocabulary(["<unk>", "<pad>", *(f"w{k}" for k in range(WORDS - 2))])
    draw, models = random.Random(0), {}
    for name in ("dense", "sparse"):
        torch.manual_seed(0)
        models[name] = Cbow(vocabulary, embedding=EMBEDDING, sparse=name == "sparse")
    check = models["dense"].collate(sentences(vocabulary, 8, draw))
    assert torch.equal(models["dense"](check), models["sparse"](check)), "the two do not begin alike"
    optimisers = {name: make_optimisers(model, lr=1e-3) for name, model in models.items()}

    slower = False
    for size in options.batches:
        speeds: dict[str, list[float]] = {name: [] for name in models}
        for turn in range(options.rounds + 1):
            items = sentences(vocabulary, size, draw)
            for name, model in models.items():
                taken = seconds(model, optimisers[name], items)
                if turn > 0:  # the first round only warms up
                    speeds[name].append(size / taken)
        dense, sparse = (statistics.median(speeds[name]) for name in ("dense", "sparse"))
        print(f"B={size}, V={WORDS}, E={EMBEDDING}, median of {options.rounds}, one thread")
        print(f"  dense   {dense:8.0f} sentences/s")
        print(f"  sparse  {sparse:8.0f} sentences/s")
        ratios = [a / b for a, b in zip(speeds["sparse"], speeds["dense"], strict=True)]
        ratio = statistics.median(ratios)
        print(f"  ratio   {ratio:8.1f}, rounds {min(ratios):.1f} to {max(ratios):.1f}")
        slower |= ratio <= 1
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
