"""The starter: imports what all notebooks import, once, and forks a fork server for each worker that asks.

Started by `starters`, as a file of its own: it holds nothing of the library, since every fork server gets the
copy of its own sheet. A request is JSON with two descriptors: the fork server's line to its worker, and a
file for its last words. No byte of a student's comes here, so that there is none in what all inherit.
"""

import ctypes
import gc
import importlib
import json
import os
import signal
import socket
import sys

SHARED = ("torch", "matplotlib.pyplot", "IPython.core.interactiveshell", "msgspec")
LARGEST_REQUEST = 1 << 16
LIBRARIES = "/libraries"  # the copies of the library for all sheets, of which a jail sees its own
LIBRARY = "/library"  # the copy of the library for one sheet, inside
NEWNS = 0x00020000
READ_ONLY, NOSUID, NODEV, BIND, REC, PRIVATE = 1, 2, 4, 0x1000, 0x4000, 0x40000

_libc = ctypes.CDLL(None, use_errno=True)


def checked(result: int, what: str) -> None:
    """Check what a call to the kernel returned.

    Raises:
        OSError: it failed.
    """
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def unshare(flags: int) -> None:
    """Leave some namespaces for new ones; see unshare(2).

    Raises:
        OSError: not allowed here.
    """
    checked(_libc.unshare(flags), "unshare")


def mount(kind: str, place: str, flags: int, options: str = "", source: str = "none") -> None:
    """Mount something; see mount(2).

    Raises:
        OSError: not allowed here.
    """
    parts = (source.encode(), place.encode(), kind.encode())
    checked(_libc.mount(*parts, flags, options.encode() or None), f"mount {place}")


def main() -> None:
    """Serve until the grader closes the socket."""
    requests = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    sys.path[0] = os.getcwd()  # a notebook may import what lies beside it, not what lies beside this file
    gc.disable()  # it would look through all of torch again and again
    for name in SHARED:
        importlib.import_module(name)
    gc.freeze()  # nor need any jail look through it, and copy it into its own memory
    gc.enable()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a fork server
    while True:
        request, ends, _, _ = socket.recv_fds(requests, LARGEST_REQUEST, 2)
        if not request:
            return
        if os.fork() == 0:
            requests.close()
            try:
                _serve(json.loads(request), *ends)
            except BaseException as error:
                os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "replace"))
            finally:
                os._exit(0)
        for end in ends:
            os.close(end)


def _serve(settings: dict, line: int, words: int) -> None:
    """In a fork: become a fork server, which sees one copy of the library."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(words, 2)
    os.close(words)
    library = settings["library"]
    if settings["identity"] is not None:
        unshare(NEWNS)
        mount("", "/", REC | PRIVATE)
        mount("", LIBRARY, BIND, source=library)
        mount("tmpfs", LIBRARIES, READ_ONLY | NOSUID | NODEV, "size=4096,mode=555")
        library = LIBRARY
    sys.path[1:] = [library, *(place for place in sys.path[1:] if place != library)]
    os.environ["PYTHONPATH"] = library
    importlib.invalidate_caches()
    forkserver = importlib.import_module("prpn_class.sandbox.forkserver")
    forkserver.serve(settings, socket.socket(fileno=line))


if __name__ == "__main__":
    main()
