"""A graphics card that only the student's machine has: what asks for it is done on the CPU."""

import functools
import re
import traceback
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from prpn_course.checking.not_here import NotHere

CARD = re.compile(r"(cuda|mps|xpu)(:\d+)?")
MISSING = re.compile(
    r"not compiled with|compiled without|not linked with|without MPS backend|NVIDIA driver|CUDA GPUs|"
    r"accelerator device|ATen_cuda|requires CUDA|CUDA (build|support)|from the '(CUDA|MPS|XPU)' backend|"
    r"dummy base class"
)
ASKS = re.compile(r"""\.(cuda|xpu)\(|["'](cuda|mps|xpu)(:\d+)?["']""")  # in a cell
OF_CARDS = re.compile(r"torch\.(cuda|mps|xpu)\b")
WORKS_WITHOUT = re.compile(r"_|is_|device_count|manual_seed")  # the beginnings of their names
_lasting: TorchFunctionMode | None = None


def is_meant(error: BaseException) -> bool:
    """Whether an error says that there is no card, or comes out of what asks a card."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if frames and OF_CARDS.match(str(frames[-1].f_globals.get("__name__"))):
        return True
    try:
        words = str(error) if isinstance(error, AssertionError | RuntimeError | TypeError) else ""
        return MISSING.search(words) is not None
    except Exception:  # an error whose own words raise
        return False


class OnCpu(TorchFunctionMode):
    """Every call of torch that names a card gets the CPU instead; of little use where there is a card."""

    def __torch_function__(self, func: Any, types, args=(), kwargs=None):
        """Make the call."""
        name = getattr(func, "__name__", "")
        if name in ("cuda", "mps", "xpu", "pin_memory"):  # methods of a tensor
            return args[0]
        if func is torch.device:
            by_number = type(args[0] if args else None) is int
            return torch.device("cpu") if by_number else _here(func(*args, **(kwargs or {})))
        places = {key: _here(value, key == "device") for key, value in (kwargs or {}).items()}
        return func(*(_here(value, name == "to") for value in args), **places)

    def __enter__(self) -> TorchFunctionMode:
        """Let also what asks a card, or orders its work, do nothing; its types are those of the CPU."""
        why = RuntimeError("there is no accelerator device")
        for module in (one for one in (torch.cuda, torch.mps, torch.xpu) if not one.is_available()):
            for name, value in [*vars(module).items()]:
                own = getattr(value, "__module__", "") or ""
                is_error = isinstance(value, type) and issubclass(value, BaseException)
                if name.endswith("Tensor") and hasattr(torch, name):
                    setattr(module, name, getattr(torch, name))
                elif OF_CARDS.match(own) and not (is_error or WORKS_WITHOUT.match(name)):
                    setattr(module, name, NotHere(why))  # each its own: torch tells them apart
        return super().__enter__()


def _here(value: Any, by_number: bool = False) -> Any:
    """The CPU in place of a card, which a number may name, or something that is not here; else the value."""
    is_named = isinstance(value, str | torch.device) and CARD.fullmatch(str(value)) is not None
    is_number = by_number and (type(value) is int or isinstance(value, NotHere))
    return torch.device("cpu") if is_named or is_number else value


def fall_back() -> bool:
    """Work on the CPU from now on; False where that is so already."""
    global _lasting
    if _lasting is not None:
        return False
    _lasting = OnCpu()
    _lasting.__enter__()
    return True


def foresee(source: str) -> None:
    """Work on the CPU from a cell on that asks for a card without asking whether there is one.

    Where it fails in a loop, the loop would else be begun anew.
    """
    is_there = torch.cuda.is_available() or torch.backends.mps.is_available()
    if ASKS.search(source) and "is_available" not in source and not is_there:
        fall_back()


def patient_default() -> None:
    """Let a default device that is not here be the CPU: else every tensor that is made later fails."""
    set_default = torch.set_default_device
    if hasattr(set_default, "__wrapped__"):
        return

    @functools.wraps(set_default)
    def set_default_device(device: Any) -> None:
        set_default(device)
        try:
            torch.empty(0)
        except (AssertionError, RuntimeError):
            set_default(None)

    torch.set_default_device = set_default_device
