"""How fast does PRPN learn, beside a form that takes each step on its own and beside an LSTM?

One run, one thread, the same batch, the same weights, side by side: a whole step of training (forward,
backward, clipping, Adam) in processor time.

    python benchmarks/prpn.py [--rounds 7]

Prints the median of alternating rounds, in training tokens per second, and the ratios, each with its lowest
and highest round; exits with 1 when the one against the form step by step is below its floor.

"plain loop" is PRPN without the derivatives written by hand (`latent.prpn.tape`). The form step by step
follows the structure of the authors' code: the parsing network reads all words at once, but each step makes
its key and its attention, reads, and moves the tape on by one slot, layer by layer, and looks ahead by an
attention of its own. Layer normalisation is written out there as it is here. Its equations are ours, so that
all forms give the same numbers, which is checked first.
"""

import argparse
import statistics
import sys
import time
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.latent import LstmLm, Prpn
from prpn_edu.latent.language_model import Batch
from prpn_edu.latent.prpn import Predictor, TapeReader, build_vocabulary
from prpn_edu.latent.prpn.reader import FastTapeReader
from prpn_edu.losses import cross_entropy
from prpn_edu.training import make_optimisers

WORDS, EMBEDDING, HIDDEN, LAYERS, SLOTS, SENTENCES, STEPS = 3522, 200, 200, 2, 15, 64, 22
GOAL, FLOOR = 2.0, 1.2  # times the form step by step: hoped for, and the least


def normalised(norm: nn.LayerNorm, x: Tensor) -> Tensor:
    deviation = (x.var(-1, unbiased=False, keepdim=True) + norm.eps).sqrt()
    return norm.weight * (x - x.mean(-1, keepdim=True)) / deviation + norm.bias


def attend(key: Tensor, memory: Tensor, gate: Tensor) -> Tensor:
    """Weights of the slots, (B, M): key (B, H), memory (B, M, H), gate (B, M)."""
    logits = torch.bmm(memory, key[:, :, None]).squeeze(2) / key.size(1) ** 0.5
    raw = torch.exp(logits - logits.max(-1, keepdim=True)[0]) * gate
    return raw / (raw.sum(-1, keepdim=True) + 1e-20)


def moved_on(memory: Tensor, newest: Tensor) -> Tensor:
    return torch.cat([newest[:, None, :], memory[:, :-1, :]], 1)


def read(reader: TapeReader, x: Tensor, tape: tuple[Tensor, Tensor], gate: Tensor, kept: Tensor):
    """One layer, one step: the new state and the tape with it; x (B, E), tape two (B, M, H), newest first."""
    memory_h, memory_c = tape
    key = reader.dropout(reader.key_x(reader.dropout(x)) + reader.key_h(memory_h[:, 0]))
    s = attend(key, memory_h, gate)
    h = (memory_h * s[:, :, None]).sum(1) * kept
    c = (memory_c * s[:, :, None]).sum(1)
    from_x = normalised(reader.norm_x, reader.from_x(reader.dropout(x)))
    i, f, g, o = (from_x + normalised(reader.norm_h, reader.from_h(h))).chunk(4, 1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    h = o.sigmoid() * normalised(reader.norm_c, c).tanh()
    return h, (moved_on(memory_h, h), moved_on(memory_c, c))


def slots_of(gate: Tensor) -> Tensor:
    """(B, T, T) gates as (B, T, M): slot 0 is the last step's memory, and what was never written is shut."""
    padded = F.pad(gate, (SLOTS, 0))  # (B, T, M + T)
    rows = [padded[:, t, t : t + SLOTS].flip(-1) for t in range(gate.size(1))]
    return torch.stack(rows, 1)


def by_steps(model: Prpn, batch: Batch) -> Tensor:
    """The logits (N, V) of a batch without padding."""
    x = model.table[batch.ids]  # (B, T, E)
    gate, ahead = (slots_of(each).unbind(1) for each in model.gates(batch))
    empty = x.new_zeros(len(x), SLOTS, HIDDEN)
    tapes, seen_before = [(empty, empty)] * LAYERS, empty
    kept = [reader.recurrent_dropout(x.new_ones(HIDDEN)) for reader in model.readers]
    predictor: Predictor = model.predictor
    states, seen = [], []
    for t in range(x.size(1)):
        h = x[:, t]
        for layer, reader in enumerate(model.readers):
            h, tapes[layer] = read(reader, h, tapes[layer], gate[t], kept[layer])
        key = predictor.dropout(predictor.key(predictor.dropout(h)))
        s = attend(key, seen_before, ahead[t])
        seen.append((seen_before * s[:, :, None]).sum(1))
        states.append(h)
        seen_before = moved_on(seen_before, h)
    both = torch.cat([torch.stack(states, 1), torch.stack(seen, 1)], -1).flatten(0, 1)  # (BT, 2H)
    o = torch.tanh(predictor.norm(predictor.mix(predictor.dropout(both))))
    return model.out(model.dropout(o))


def contestants() -> tuple[dict, Batch]:
    vocabulary = build_vocabulary([[f"w{k}" for k in range(WORDS - 4)]])
    torch.manual_seed(0)
    size = {"embedding": EMBEDDING, "hidden": HIDDEN, "layers": LAYERS}
    prpn = Prpn(vocabulary, window=SLOTS, **size)
    lstm = LstmLm(vocabulary, **size)
    generator = torch.Generator().manual_seed(0)
    items = torch.randint(4, WORDS, (SENTENCES, STEPS - 1), generator=generator)
    batch = prpn.collate(list(items))

    def ours(plain: bool) -> Tensor:
        for reader in prpn.readers:
            reader.forward = partial((TapeReader if plain else FastTapeReader).forward, reader)
        return prpn.logits(batch)

    forms = {
        "PRPN": (prpn, lambda: ours(plain=False)),
        "plain loop": (prpn, lambda: ours(plain=True)),
        "step by step": (prpn, lambda: by_steps(prpn, batch)),
        "nn.LSTM": (lstm, lambda: lstm.logits(batch)),
    }
    prpn.eval()
    assert torch.allclose(forms["PRPN"][1](), forms["step by step"][1](), atol=1e-4), "the forms disagree"
    prpn.train()
    return forms, batch


def seconds(logits, model: nn.Module, optimiser: torch.optim.Optimizer, batch: Batch) -> float:
    """Processor time of one step of training."""
    began = time.process_time()
    optimiser.zero_grad()
    cross_entropy(logits(), batch.targets).mean.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()
    return time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(1)
    forms, batch = contestants()
    optimisers = {name: make_optimisers(model, 1e-3)[0] for name, (model, _) in forms.items()}
    speeds: dict[str, list[float]] = {name: [] for name in forms}
    for turn in range(rounds + 1):
        for name, (model, logits) in forms.items():
            taken = seconds(logits, model, optimisers[name], batch)
            if turn > 0:  # the first round only warms up
                speeds[name].append(len(batch.targets) / taken)
    print(f"V={WORDS}, E={EMBEDDING}, H={HIDDEN}, {LAYERS} layers, {SLOTS} slots, B={SENTENCES}, T={STEPS}")
    for name, row in speeds.items():
        print(f"  {name:14}{statistics.median(row):8.0f} training tokens/s")
    for slow in ("plain loop", "step by step", "nn.LSTM"):
        ratios = [a / b for a, b in zip(speeds["PRPN"], speeds[slow], strict=True)]
        spread = f"rounds {min(ratios):.2f} to {max(ratios):.2f}"
        bar = f" (goal {GOAL}, at least {FLOOR})" if slow == "step by step" else ""
        print(f"  PRPN / {slow}: {statistics.median(ratios):.2f}, {spread}{bar}")
    slower = [a / b for a, b in zip(speeds["PRPN"], speeds["step by step"], strict=True)]
    return 1 if statistics.median(slower) < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main())
