"""Master gates: a soft step over ordered levels says what is forgotten and what may be written.

Letters: m levels of C neurons each, H = m C.
"""

import torch
from torch import Tensor


def cumax(scores: Tensor) -> Tensor:
    """The running sum of the softmax over the last axis: a soft step, from nearly 0 up to 1.

    Args:
        scores: (..., m).
    Returns:
        (..., m), never falling; entry k is the chance that a point, drawn by the softmax, lies at k or below.
    Source: Shen et al. (2019), section 4.1.
    """
    return scores.softmax(-1).cumsum(-1)


def master_gates(forget_scores: Tensor, input_scores: Tensor) -> tuple[Tensor, Tensor]:
    """f~ = cumax, which rises to 1, and i~ = 1 - cumax, which falls to 0; each (..., m).

    So the highest level is never written and never forgotten.
    Source: Shen et al. (2019), section 4.2.
    """
    return cumax(forget_scores), 1 - cumax(input_scores)


def meet(f: Tensor, i: Tensor, f_master: Tensor, i_master: Tensor) -> tuple[Tensor, Tensor]:
    """The gates that the cell uses: the ordinary ones where both master gates are open, w = f~ i~.

    f^ = f w + (f~ - w)     i^ = i w + (i~ - w)

    Args:
        f, i: (..., m, C), the ordinary gates, level by level.
        f_master, i_master: (..., m).
    Returns:
        f^ and i^, (..., m, C).
    Source: Shen et al. (2019), section 4.2.
    """
    f_master, i_master = f_master.unsqueeze(-1), i_master.unsqueeze(-1)  # (..., m, 1)
    w = f_master * i_master
    return f * w + (f_master - w), i * w + (i_master - w)


def distance(f_master: Tensor) -> Tensor:
    """How much is forgotten, d = 1 - mean(f~): (..., m) to (...).

    High where a large phrase has just been closed. In [0, 1 - 1/m], since the highest level forgets nothing.
    Source: Shen et al. (2019), eq. (15), divided by m, as their program does.
    """
    return 1 - f_master.mean(-1)


def check_levels(hidden: int, chunk: int) -> int:
    """How many levels m = H / C there are.

    Raises:
        ValueError: H is no multiple of C, or there would be fewer than two levels.
    """
    if chunk < 1 or hidden % chunk or hidden // chunk < 2:
        raise ValueError(
            f"{hidden} neurons cannot be cut into levels of {chunk}: choose a chunk that divides them, "
            "and at least two levels"
        )
    return hidden // chunk


def all_open(x: Tensor, levels: int) -> tuple[Tensor, Tensor]:
    """Master gates that are one everywhere, for x (B, T, ...): two of (B, T, m)."""
    ones = torch.ones(*x.shape[:2], levels, dtype=x.dtype, device=x.device)
    return ones, ones
