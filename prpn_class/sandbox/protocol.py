"""What crosses the border of the sandbox: a job goes in as msgpack, replies come out as lines of JSON.

Jobs are the grader's own. Replies are written in the student's process and may hold anything: each line is
decoded against the types below, which hold what an honest process can have written, and bounds. A line that
does not fit counts for nothing.
"""

import pickle
import struct
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
import torch
from msgspec import Meta, Struct

from prpn_class.sandbox.archives import File
from prpn_class.sandbox.submission import Released, Submission
from prpn_course.checking.outcomes import TROUBLES, Outcome
from prpn_course.checking.results import LARGEST_RESULT

LONGEST = 2_000  # characters of a message, or of what a function printed
MOST_ARGUMENTS = 16  # of a function that is checked
MOST_HEARD = 12  # of the checks that a notebook makes itself, of each task
MOST_ALIKE = 20  # names of functions
MOST_TASKS, LONGEST_ID = 50, 10  # of a sheet, and characters of a task's id
MOST_CASES = 100  # of a check; a claim to more would stay in the grader's own memory
BEGUN = b"\n"  # the first byte out of a jail: it is set up, and what follows is the student's doing
RUN, STOP, DONE, MEMORY, WAITED = b"j", b"s", b"d", b"m", b"w"  # between the worker and the fork server
SECONDS = struct.Struct("=d")  # follows WAITED, as an answer
DTYPES = {str(kind): kind for kind in vars(torch).values() if isinstance(kind, torch.dtype)}

Text = Annotated[str, Meta(max_length=LONGEST)]
Name = Annotated[str, Meta(max_length=LONGEST_ID)]
Size = Annotated[int, Meta(ge=0, le=LARGEST_RESULT)]


class ProtocolError(ValueError):
    """A value that no honest process writes."""


class Cell(Struct, tag=True, frozen=True):
    """A cell to run.

    Attributes:
        source: of the cell.
        brief: whether it gets a part of the time only, since it was late before.
    """

    source: str
    brief: bool = False


class Call(Struct, tag=True, frozen=True):
    """A function of the notebook to call on each of the cases.

    Attributes:
        answers: expressions for it; the first that means something is called.
        cases: packed.
        instead: the names of functions for which right ones stand in meanwhile.
        right: cells that define those.
        heard: the task, where what is wanted came when the notebook checked an answer itself; else "".
        place: in this case, of which one of the last checks.
    """

    answers: tuple[str, ...]
    cases: bytes
    instead: list[str] = []
    right: str = ""
    heard: str = ""
    place: int = 0


class Read(Struct, tag=True, frozen=True):
    """Files to unpack, to parse, and to reduce to the student's own cells."""

    files: list[File]
    released: Released


Step = Cell | Call | Read


class Packed(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An outcome as plain data; see `Outcome`. The entries of the value are float64."""

    trouble: Literal[TROUBLES] | None = None  # type: ignore[valid-type]
    shape: Annotated[list[Size], Meta(max_length=16)] = []
    data: Annotated[bytes, Meta(max_length=8 * LARGEST_RESULT)] = b""
    dtype: Literal[tuple(DTYPES)] = "torch.float32"  # type: ignore[valid-type]
    detail: Text = ""
    message: Text = ""
    changed: Annotated[list[int], Meta(max_length=MOST_ARGUMENTS)] = []
    printed: Text = ""


class Reply(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What came of one step.

    Attributes:
        step: its number.
        late: it was interrupted.
        error: what a cell raised.
        absent: whether that is a module, a file or a page that may be there on the student's machine.
        heard: the tasks whose checks a cell called.
        missing, uncallable, open: no such function; something else under its name; an untouched stub.
        near: where it is missing, the name of one that is called almost so.
        alike: those that take as many arguments, and that no other function uses.
        outcomes: of a call, one a case.
        guessed: of a call, for what it was guessed what the machine lacks, or what that made it raise.
        submission, refused: of a reading: the cells, or why there are none.
    """

    step: int
    late: bool = False
    error: Text = ""
    absent: bool = False
    heard: Annotated[list[Name], Meta(max_length=MOST_TASKS)] = []
    missing: bool = False
    near: Text = ""
    alike: Annotated[list[Text], Meta(max_length=MOST_ALIKE)] = []
    uncallable: Text = ""
    open: bool = False
    outcomes: Annotated[list[Packed], Meta(max_length=MOST_CASES)] | None = None
    guessed: Text = ""
    submission: Submission | None = None
    refused: Text = ""


pack_job = msgspec.msgpack.Encoder().encode
unpack_job = msgspec.msgpack.Decoder(list[Step]).decode
pack_reply = msgspec.json.Encoder().encode
_unpack_reply = msgspec.json.Decoder(Reply).decode


def unpack_reply(line: bytes) -> Reply | None:
    """A reply, None for a line that is none."""
    try:
        return _unpack_reply(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


def pack_cases(cases: list[tuple]) -> bytes:
    """The inputs of a task. Only the grader packs, so that unpickling them inside is safe."""
    return pickle.dumps(cases)


def unpack_cases(data: bytes) -> list[tuple]:
    """The inputs of a task, inside the sandbox."""
    return pickle.loads(data)


def short(text: Any) -> str:
    """Text that can be encoded and is not too long."""
    return str(text)[:LONGEST].encode("utf-8", "replace").decode()


def pack(outcome: Outcome) -> Packed:
    """An outcome as plain data."""
    value = outcome.value
    packed = Packed(trouble=outcome.trouble, changed=list(outcome.changed), detail=short(outcome.detail))
    packed.message, packed.printed = short(outcome.message), short(outcome.printed)
    if value is not None:
        packed.shape, packed.dtype = list(value.shape), str(outcome.dtype)
        packed.data = value.contiguous().numpy().tobytes()
    return packed


def unpack(packed: Packed) -> Outcome:
    """An outcome from the student's process.

    Raises:
        ProtocolError: the entries do not fill the shape, or are none of their kind.
    """
    outcome = Outcome(
        trouble=packed.trouble,
        detail=packed.detail,
        message=packed.message,
        changed=tuple(packed.changed),
        printed=packed.printed,
    )
    if packed.trouble is not None:
        return outcome
    try:
        data = packed.data
        value = torch.frombuffer(bytearray(data), dtype=torch.float64) if data else torch.zeros(0).double()
        value = value.reshape(packed.shape)
        kind = DTYPES[packed.dtype]
        if not kind.is_floating_point and not torch.equal(value, value.round()):  # nor is nan equal to nan
            raise ValueError("fractions in a tensor of whole numbers")
    except (ValueError, RuntimeError) as error:
        raise ProtocolError(f"an outcome that cannot be read ({type(error).__name__})") from None
    return replace(outcome, value=value, dtype=kind)
