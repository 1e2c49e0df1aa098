"""How much faster is the batched form of the gates than the loop form?

One run, one thread, the same scores, side by side.

    python benchmarks/gates.py [--batch 64] [--length 64] [--rounds 20]

Prints the best of several alternating rounds and the ratio; exits with 1 when it is below the bar of 20.
"""

import argparse
import sys
import time

import torch

from prpn_edu.latent import gates
from prpn_edu.loops import gates as loops

BAR = 20


def loop_form(d: list[list[float]]) -> list[list[list[float]]]:
    return [[loops.expected_gates(loops.alphas(row, t)) for t in range(len(row))] for row in d]


def batched_form(d: torch.Tensor) -> torch.Tensor:
    return gates.expected_gates(gates.alphas(d))


def seconds(function, argument) -> float:
    start = time.perf_counter()
    function(argument)
    return time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--length", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()

    torch.set_num_threads(1)
    d = torch.rand(options.batch, options.length, generator=torch.Generator().manual_seed(0))
    rows = d.tolist()
    last = torch.tensor(loop_form(rows[:1])[0][-1])
    assert torch.allclose(batched_form(d[:1])[0, -1, :-1], last, atol=1e-6), "the two forms disagree"

    # A process that has freed a large block keeps its memory; a bare one returns every tensor to the system
    # and faults it in again, up to three times slower and at random. Models live in the first kind.
    batched_form(d.repeat(8, 1))
    times = [(seconds(loop_form, rows), seconds(batched_form, d)) for _ in range(options.rounds)]
    slow, fast = (min(column) for column in zip(*times, strict=True))
    print(f"B={options.batch} T={options.length}, best of {options.rounds}, one thread")
    print(f"loop     {slow * 1e3:8.2f} ms")
    print(f"batched  {fast * 1e3:8.2f} ms")
    print(f"ratio    {slow / fast:8.1f}")
    return 0 if slow / fast >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
