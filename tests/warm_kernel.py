"""Jupyter kernels that are forked from a process in which torch and its like are imported.

Most of a kernel's start is these imports, some two seconds of a processor, and the tests start some sixty
kernels. `keep` starts the process and lets Jupyter find `kernels/python3`, which asks it for a kernel through
`main`. A kernel has imported nothing of the course, and works in a folder and environment of its own.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PLACE = "PRPN_EDU_WARM_KERNELS"
# Without the drawing of figures in notebooks, which looks for the notebook when it is imported.
IMPORTED = (
    "ipykernel.kernelapp",
    "matplotlib.figure",
    "matplotlib.backends.backend_svg",
    "nltk",
    "numpy",
    "torch",
)


def keep() -> subprocess.Popen:
    """Start the process that forks kernels; it ends with this one."""
    folder = tempfile.mkdtemp(prefix="prpn-edu-kernels-")
    os.environ[PLACE] = str(Path(folder, "socket"))
    path = [str(Path(__file__).parent), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(path)
    return subprocess.Popen(
        [sys.executable, __file__, "serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def serve() -> None:
    """Import, then fork a kernel for each that asks; end when standard input does."""
    place = os.environ[PLACE]
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(place)
        door.listen()
        threading.Thread(target=end_with, args=(sys.stdin.buffer, place), daemon=True).start()
        os.environ["MPLBACKEND"] = (
            "module://matplotlib_inline.backend_inline"  # read when matplotlib is imported
        )
        for module in IMPORTED:
            __import__(module)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a kernel
        while True:
            asking, _ = door.accept()
            with asking:
                if os.fork() == 0:
                    door.close()
                    become_a_kernel(asking)


def end_with(file, place) -> None:
    """End this process, and take its socket away, when a file ends."""
    file.read()
    os.unlink(place)
    os.rmdir(os.path.dirname(place))
    os._exit(0)


def become_a_kernel(asking) -> None:
    """What was asked for, until it ends or the asking process does."""
    from ipykernel.kernelapp import launch_new_instance

    file = asking.makefile("rb")
    wanted = json.loads(file.readline())
    asking.sendall(b"%d\n" % os.getpid())
    threading.Thread(target=lambda: (file.read(), os._exit(1)), daemon=True).start()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environment"])
    sys.path[:] = ["", *wanted["path"]]
    sys.argv[:] = ["ipykernel_launcher", "-f", wanted["file"]]
    launch_new_instance()
    os._exit(0)


def main(file: str) -> None:
    """Ask for a kernel with this connection file, hand interrupts on to it, and end when it does."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(os.environ[PLACE])
        here = {"folder": os.getcwd(), "environment": dict(os.environ), "path": sys.path[1:], "file": file}
        line.sendall(json.dumps(here).encode() + b"\n")
        answers = line.makefile("rb")
        kernel = int(answers.readline())
        signal.signal(signal.SIGINT, lambda number, frame: os.kill(kernel, number))
        answers.read()


if __name__ == "__main__":
    serve() if sys.argv[1] == "serve" else main(sys.argv[1])
