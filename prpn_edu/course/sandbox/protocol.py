"""What crosses the border of the sandbox: frames of JSON, and outcomes as plain numbers.

Frames that go in are the grader's own. Lines that come out were written in the student's process and may hold
anything: `unpack` takes only what an honest process could have written.
"""

import base64
import json
import os
import pickle

import torch

from prpn_edu.course.checking.outcomes import TROUBLES, Outcome

LARGEST_FRAME = 32_000_000  # bytes
LARGEST_RESULT = 200_000  # entries of one result; those of the tasks have hundreds
BEGUN = b"\n"  # the first word of a jail: it is made, and what happens from here on is the student's doing
LONGEST = 2_000  # characters of a message, or of what a function printed
DTYPES = {
    str(dtype): dtype
    for dtype in (
        *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
        *(torch.float16, torch.bfloat16, torch.float32, torch.float64),
    )
}


class ProtocolError(ValueError):
    """Bytes that no honest process writes."""


def send(descriptor: int, message: dict) -> None:
    """Write one frame: its length in four bytes, then JSON."""
    body = json.dumps(message).encode()
    data = memoryview(len(body).to_bytes(4, "big") + body)
    while data:
        data = data[os.write(descriptor, data) :]


def receive(descriptor: int) -> dict | None:
    """Read one frame; None when the other end is gone.

    Raises:
        ProtocolError: a frame that is too long, or no JSON.
    """
    head = _exactly(descriptor, 4)
    if head is None:
        return None
    size = int.from_bytes(head, "big")
    if size > LARGEST_FRAME:
        raise ProtocolError(f"a frame of {size} bytes")
    body = _exactly(descriptor, size)
    if body is None:
        return None
    try:
        return json.loads(body)
    except ValueError as error:
        raise ProtocolError(str(error)) from None


def _exactly(descriptor: int, size: int) -> bytes | None:
    parts, missing = [], size
    while missing:
        part = os.read(descriptor, min(missing, 1 << 20))
        if not part:
            return None
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def pack_cases(cases: list[tuple]) -> str:
    """The inputs of a task as text. Only the grader packs, so that unpickling them inside is safe."""
    return base64.b64encode(pickle.dumps(cases)).decode()


def unpack_cases(text: str) -> list[tuple]:
    """The inputs of a task, inside the sandbox."""
    return pickle.loads(base64.b64decode(text))


def pack(outcome: Outcome) -> dict:
    """An outcome as JSON."""
    value = outcome.value
    if value is not None and value.numel() > LARGEST_RESULT:
        return pack(Outcome(trouble="type", detail=f"one of shape {tuple(value.shape)}"))
    return {
        "shape": None if value is None else list(value.shape),
        "data": "" if value is None else base64.b64encode(value.contiguous().numpy().tobytes()).decode(),
        "dtype": str(outcome.dtype),
        "trouble": outcome.trouble,
        "detail": outcome.detail[:LONGEST],
        "message": outcome.message[:LONGEST],
        "changed": list(outcome.changed),
        "printed": outcome.printed[:LONGEST],
    }


def unpack(packed: object) -> Outcome:
    """An outcome from the student's process.

    Raises:
        ProtocolError: it is not what `pack` writes.
    """
    try:
        words = {key: packed[key] for key in ("detail", "message", "printed")}
        changed, trouble = tuple(packed["changed"]), packed["trouble"]
        sound = all(isinstance(text, str) and len(text) <= LONGEST for text in words.values())
        sound = sound and all(type(position) is int for position in changed)
        if not sound or not (trouble is None or trouble in TROUBLES):
            raise ProtocolError("an outcome with unsound fields")
        if trouble is not None:
            return Outcome(trouble=trouble, changed=changed, **words)
        return Outcome(value=_value(packed), dtype=DTYPES[packed["dtype"]], changed=changed, **words)
    except (KeyError, TypeError, ValueError, IndexError, RuntimeError) as error:
        raise ProtocolError(f"an outcome that cannot be read ({type(error).__name__})") from None


def _value(packed: dict) -> torch.Tensor:
    shape = packed["shape"]
    if not all(type(size) is int and 0 <= size <= LARGEST_RESULT for size in shape) or len(shape) > 16:
        raise ProtocolError("a shape that cannot be")
    data = base64.b64decode(packed["data"], validate=True)
    value = torch.frombuffer(bytearray(data), dtype=torch.float64) if data else torch.zeros(0).double()
    return value.reshape(shape)
