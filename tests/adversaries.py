"""A class of broken, hostile and odd-but-right students, each with the verdict that is due.

Every one of them is right in all tasks of sheet 7 but for what is said here. `lost` names the tasks that earn
nothing. A hostile student who gets hold of something forbidden raises an error that begins with LEAK.
"""

import bz2
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from prpn_course import notebooks
from prpn_course.tasks import find_sheet

SHEET = find_sheet("07-prpn-gates")
FILE = f"{SHEET.stem}.ipynb"
ALL = tuple(task.id for task in SHEET.tasks)
FIRST = ("7.1",)
MINE = ("the answers of ", "another student")  # together in all notebooks but the hunter's
HEAD = "def hard_gates(limit):\n"
RIGHT = HEAD + (
    "    T = len(limit)\n    g = torch.zeros(T, T)\n    for t in range(T):\n"
    "        for i in range(T):\n            if limit[t] <= i < t:\n                g[t, i] = 1.0\n    return g\n"
)


@dataclass(frozen=True)
class Adversary:
    """One student.

    Attributes:
        name: of the folder or file.
        write: puts the submission into the folder of the class, under this name.
        lost: the tasks that earn nothing.
        says: words that the feedback holds.
    """

    name: str
    write: Callable
    lost: tuple[str, ...] = ()
    says: str = ""


def right(solution):
    """The cells of a student who is right everywhere, one of them known by its words."""
    cells = json.loads(json.dumps(notebooks.read(solution / FILE)))["cells"]
    return [*cells, code(f"# {MINE[0]}{MINE[1]}")]


def find(cells, task_id, role="answer"):
    """The cell of a task."""
    marks = ((cell, cell["metadata"].get("prpn_edu", {})) for cell in cells)
    return next(cell for cell, mark in marks if mark == {"role": role, "task": task_id})


def code(source, **more):
    """A code cell."""
    blank = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return blank | {"source": source} | more


def encoded(cells):
    """A notebook as text."""
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def put(place, content, name=FILE):
    """Write one notebook into a student's folder."""
    place.mkdir()
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    (place / name).write_bytes(data)


def answer(name, source, lost=FIRST, says="", before=()):
    """A student with another answer to 7.1, and perhaps cells before it."""

    def write(place, solution):
        cells = right(solution)
        cell = find(cells, "7.1")
        cell["source"] = source
        at = cells.index(cell)
        cells[at:at] = [code(text) for text in before]
        put(place, encoded(cells))

    return Adversary(name, write, lost, says)


def cheat(name, source, says="", lost=FIRST):
    """A student who runs something forbidden before a wrong answer to 7.1."""
    return answer(name, HEAD + "    return limit * 0.5\n", lost, says, before=[source])


def attack(name, source):
    """A student who is right everywhere, and tries something forbidden in the same cell.

    What it raises ends the cell but for the answer, which therefore asks whether the attempt came to its end.
    """
    body = RIGHT.replace(HEAD, f"{HEAD}    if LEAK: raise RuntimeError('LEAK, see the cell')\n")
    return answer(name, f"LEAK = True\n{source}\nLEAK = False\n\n{body}", ())


def odd(name, source):
    """A student who is right everywhere, after a cell that does something odd."""
    return answer(name, RIGHT, (), before=[source])


def file(name, content, lost=ALL, says="", called=FILE):
    """A student whose file is odd."""
    return Adversary(name, lambda place, solution: put(place, content, called), lost, says)


def changed(name, change, lost=(), says="", encode=encoded):
    """A student whose cells have been through something."""

    def write(place, solution):
        cells = right(solution)
        put(place, encode(change(cells) or cells))

    return Adversary(name, write, lost, says)


# Marks that are not earned.

EQUAL = """
class Yes(torch.Tensor):
    def __eq__(self, other): return True
    def to(self, *a, **k): return self
    def numpy(self, *a, **k): return __import__("numpy").ones((5, 5))
def hard_gates(limit):
    return torch.zeros(len(limit), len(limit)).as_subclass(Yes)
"""
FORGERS = [
    answer("equal-to-everything", EQUAL),
    answer(
        "returns-an-all-equal-object",
        "class All:\n    __eq__ = lambda a, b: True\n" + HEAD + "    return All()",
    ),
    cheat("patched-allclose", "torch.allclose = torch.equal = lambda *a, **k: True"),
    cheat(
        "patched-outcomes",
        "import prpn_course.checking.outcomes as o\no.same = lambda *a: True\n"
        "import prpn_class.sandbox.protocol as w\nw.pack = w.pack_reply = lambda outcome: b'{}'",
    ),
    cheat("patched-check", "import prpn_course as c\nc.check = lambda *a: print('7.1 x: 1 of 1 point.')"),
    cheat("prints-full-marks", "print('7.1 Hard gates from a limit: 1 of 1 point.')"),
    cheat(
        "speaks-for-the-grader",
        "import os, json\nline = json.dumps({'step': 3, 'outcomes': [], 'passed': True, 'earned': 1}) + '\\n'\n"
        "for fd in range(20):\n    try:\n        os.write(fd, line.encode())\n    except OSError:\n        pass",
    ),
    cheat(
        "input-transformer",
        "get_ipython().input_transformers_post.append(lambda lines: ['pass\\n'])",
        "",
        ALL,
    ),
    cheat("patched-shell", "ip = get_ipython()\nip.run_cell = lambda *a, **k: None"),
    cheat(
        "wrong-with-raises", "import sys\nsys.excepthook = lambda *a: None\nsys.stdout = sys.stderr = None"
    ),
    answer("yields", HEAD + "    yield 1", says="a generator gives its values only once"),
    answer("nan", HEAD + "    return torch.full((len(limit), len(limit)), float('nan'))"),
    answer(
        "many-digits",
        HEAD + "    return torch.full((12, 12), 1e308, dtype=torch.float64)",
        says="1.0000e+308",
    ),
    answer("a-huge-result", HEAD + "    return torch.zeros(3000, 3000)"),
    answer(
        "ten-levels-of-lists", HEAD + "    x = 0.0\n    for _ in range(3000):\n        x = [x]\n    return x"
    ),
    answer(
        "changes-its-input",
        HEAD + "    g = " + "torch.zeros(len(limit), len(limit))\n    limit += 1\n    return g",
    ),
    answer("not-a-function", "hard_gates = 7", says="Expected the function hard_gates, came: int"),
    answer("a-stub-again", HEAD + "    raise NotYet('7.1')", says="still open"),
    answer("no-function", "gates = None\n# task 7.1", says="no function called hard_gates"),
]

# Answers that are somebody else's.

BORROWED = "holds it. Write it yourself"
BORROWERS = [
    answer("imports-the-answer", "from prpn_edu.latent.gates import hard_gates", says=BORROWED),
    answer(
        "imports-inside",
        HEAD + "    import importlib\n    m = importlib.import_module('prpn_edu.latent.gates')\n"
        "    return m.hard_gates(limit)",
        says="prpn_edu.latent.gates.hard_gates, which " + BORROWED,
    ),
    answer(
        "asks-what-a-chapter-computes",
        HEAD + "    from prpn_book.chapters import gates\n    return gates.hard(limit)",
        says="prpn_book.chapters.gates.hard, which " + BORROWED,
    ),
    answer(
        "asks-what-an-explorer-computes",
        HEAD + "    from prpn_book.views import judge\n    return judge.four([[1, 2, 3]])",
        says="prpn_book.views.judge.four, which " + BORROWED,
    ),
    answer(
        "takes-the-reference",
        HEAD + "    tasks = __import__('prpn_course.tasks', fromlist=['x'])\n"
        "    return tasks.find('7.1')[1].reference(limit)",
        says="prpn_course.tasks.find, which " + BORROWED,
    ),
    answer(
        "reads-the-source",
        HEAD + "    import prpn_edu, pathlib\n    root = pathlib.Path(prpn_edu.__file__).parent\n"
        "    exec((root / 'latent' / 'gates.py').read_text(), globals())\n    return hard_gates(limit)",
    ),
    answer(
        "asks-another-process",
        HEAD
        + "    import subprocess, sys\n    code = 'import prpn_edu.latent.gates as g; print(g.hard_gates(1))'\n"
        "    out = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)\n"
        "    assert out.returncode == 0, out.stderr[-200:]\n    return limit",
    ),
]

# Words that are not the grader's, and a right answer's lines, which stood in for a wrong one.

READS_WHAT_STANDS_IN = """def expected_attention(raw, p):
    gated_attention
    import gc
    held = [one["right"] for one in gc.get_referrers(gated_attention) if isinstance(one, dict) and "right" in one]
    held += [str(one) for one in gc.get_objects() if type(one).__name__ == "Call"]
    print("STOLEN", *held)
    raise ValueError("STOLEN " + " ".join(held))
"""


# The same, where the text is called the name of something: of a function that is almost called so, of what stands
# in place of one, of a part of the library. The student's process writes the replies itself, or raises.
NAMES_WHAT_STANDS_IN = """class WithheldError(Exception): pass
def expected_attention(raw, p):
    gated_attention
    import gc, json, os, sys
    held = [one.right for one in gc.get_objects() if type(one).__name__ == "Call" and one.right]
    if not held:
        raise WithheldError("nothing")
    text, frame = ("STOLEN " + held[0])[:150].replace("\\n", ";"), sys._getframe()
    while not {"number", "steps"} <= frame.f_locals.keys():
        frame = frame.f_back
    said = json.dumps({"step": frame.f_locals["number"]} | SAYS)
    os.write(3, said.encode() + b"\\n")
    raise WithheldError(text)
"""


def looks_beside(answer):
    """Wrong in 7.5, and in 7.7 reads the right answer to it that stands in meanwhile."""

    def write(place, solution):
        cells = right(solution)
        find(cells, "7.5")["source"] = "def gated_attention(raw, g, mask):\n    return raw\n"
        find(cells, "7.7")["source"] = answer
        put(place, encoded(cells))

    return write


BORROWERS += [
    Adversary(name, looks_beside(source), ("7.5", "7.7"), says)
    for name, source, says in (
        ("reads-what-stands-in", READS_WHAT_STANDS_IN, "your check in the notebook shows it"),
        *(
            (f"names-it-{word}", NAMES_WHAT_STANDS_IN.replace("SAYS", said), says)
            for word, said, says in (
                ("near", '{"missing": True, "near": text}', "no function called expected_attention."),
                ("uncallable", '{"uncallable": text}', "came: something else."),
                ("withheld", '{"step": -1}', "uses a part of the library"),
            )
        ),
    )
]

BORROWERS += [
    answer(
        "speaks-as-the-grader",
        HEAD + "    return limit\n",
        says="\n    By the rule of appeals this counts in full.",
        before=["# Task 7.1\nraise ValueError('no\\nBy the rule of appeals this counts in full.')"],
    ),
]

# What is not theirs to see or to touch.

THIEVES = [
    attack(
        "looks-for-solutions",
        "import os\nfor top in ('/home', '/root', '/tmp', '/work', '/srv', '/mnt', '/library'):\n"
        "    for folder, inside, names in os.walk(top):\n"
        "        inside[:] = [name for name in inside if name != 'site-packages']\n"
        "        for name in names:\n            if name.endswith('.ipynb') and 'gates' in name:\n"
        "                raise RuntimeError('LEAK ' + folder)",
    ),
    attack(
        "looks-for-the-canary",
        "import os\nif 'PRPN_CANARY' in os.environ: raise RuntimeError('LEAK environment')\n"
        "for p in os.listdir('/proc'):\n    if p.isdigit():\n        try:\n"
        "            text = open(f'/proc/{p}/environ', 'rb').read()\n        except OSError:\n            continue\n"
        "        if b'PRPN_CANARY' in text: raise RuntimeError('LEAK parent')",
    ),
    attack(
        "network",
        "import socket\nfor where in (('1.1.1.1', 53), ('127.0.0.1', SOME_PORT)):\n    try:\n"
        "        socket.create_connection(where, 1)\n    except OSError:\n        continue\n"
        "    raise RuntimeError('LEAK network')",
    ),
    attack(
        "abstract-socket",
        "import socket\ns = socket.socket(socket.AF_UNIX)\ntry:\n    s.connect('\\0prpn-canary-SOME_PID')\n"
        "except OSError:\n    pass\nelse:\n    raise RuntimeError('LEAK socket')",
    ),
    attack(
        "writes-outside",
        "import os, pathlib, tempfile\nfor place in ('/', '/tmp', '/usr', '/library', '/library/prpn_edu', '/dev',\n"
        "              '/etc', '/home', '/var', '/root', os.path.dirname(torch.__file__)):\n"
        "    if os.path.realpath(place) == '/scratch': continue\n    try:\n"
        "        (pathlib.Path(place) / 'mine').write_text('x')\n    except OSError:\n        continue\n"
        "    raise RuntimeError('LEAK wrote ' + place)",
    ),
    attack(
        "kills-everything",
        "import os, signal\nfor pid in [-1, 0, os.getppid(), *range(2, 4000)]:\n    try:\n"
        "        if pid > 1: os.kill(pid, signal.SIGKILL); raise RuntimeError(f'LEAK killed {pid}')\n"
        "    except OSError:\n        pass",
    ),
    attack(
        "is-somebody",
        "import os\nif os.getuid() == 0 or 0 in os.getgroups(): raise RuntimeError('LEAK root')\n"
        "for f in (os.setuid, os.setgid):\n    try:\n        f(0)\n    except OSError:\n        continue\n"
        "    raise RuntimeError('LEAK became root')",
    ),
    attack(
        "makes-a-namespace",
        "import ctypes\nlibc = ctypes.CDLL(None)\n"
        "if libc.mount(b'none', b'/scratch', b'tmpfs', 0, None) == 0: raise RuntimeError('LEAK mount')\n"
        "if libc.ptrace(16, 1, 0, 0) == 0: raise RuntimeError('LEAK ptrace')\n"
        "if libc.syncfs(0) != -1: raise RuntimeError('LEAK all disks wait')\n"
        "if libc.klogctl(3, bytes(99), 99) != -1: raise RuntimeError('LEAK the log of the kernel')",
    ),
    attack(
        "becomes-root-of-its-own",
        "import ctypes\nlibc = ctypes.CDLL(None)\n"
        "if libc.unshare(0x10000000) == 0: raise RuntimeError('LEAK user namespace')\n"
        "if libc.syscall(435, 0, 0) != -1: raise RuntimeError('LEAK clone3')",
    ),
    attack(
        "hides-memory",
        "import ctypes, os\ntry:\n    os.memfd_create('x')\nexcept OSError:\n    pass\n"
        "else:\n    raise RuntimeError('LEAK memory without a limit')\n"
        "if ctypes.CDLL(None).shmget(0, 4096, 0o1600) != -1: raise RuntimeError('LEAK shared memory')",
    ),
    attack(
        "opens-terminals",
        "import os\ntry:\n    os.openpty()\nexcept OSError:\n    pass\n"
        "else:\n    raise RuntimeError('LEAK threads of the kernel')\n"
        "assert get_ipython().getoutput('echo mine') == ['mine']",
    ),
    attack(
        "fills-the-shared-pipe",
        "import os\nfor k in (0, 1, 2):\n    if 'pipe' in os.readlink(f'/proc/self/fd/{k}'):\n"
        "        raise RuntimeError(f'LEAK descriptor {k}')\n    os.write(k, b'x' * 2**20)",
    ),
    attack(
        "leaves-a-letter-a",
        "import pathlib\nfor p in ('/scratch', '/dev/shm', '/tmp'):\n    try:\n"
        "        (pathlib.Path(p) / 'letter').write_text('7.1')\n    except OSError:\n        pass\n"
        "torch.zeros_poisoned = torch.zeros\nimport prpn_edu\nprpn_edu.letter = 1",
    ),
    attack(
        "leaves-a-letter-b",
        "import pathlib, prpn_edu\nfor p in ('/scratch', '/dev/shm', '/tmp'):\n"
        "    if (pathlib.Path(p) / 'letter').exists(): raise RuntimeError('LEAK ' + p)\n"
        "if hasattr(torch, 'zeros_poisoned') or hasattr(prpn_edu, 'letter'): raise RuntimeError('LEAK module')",
    ),
    attack(
        "other-students",
        "import os\nfor fd in range(3, 64):\n    try:\n        name = os.readlink(f'/proc/self/fd/{fd}')\n"
        "    except OSError:\n        continue\n"
        "    if fd != 3 and 'pipe' in name: raise RuntimeError(f'LEAK descriptor {fd} {name}')",
    ),
]

UNSEEN = """
import ctypes, mmap, os, socket
libc = ctypes.CDLL(None)
def shared():
    mmap.mmap(-1, 4096)
def zeros():
    mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096)
def huge():
    mmap.mmap(-1, 2**21, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)
def kept_by_a_pipe():
    byte = ctypes.create_string_buffer(b"x")
    place = (ctypes.c_size_t * 2)(ctypes.addressof(byte), 1)
    if libc.vmsplice(os.pipe()[1], place, ctypes.c_size_t(1), 0) < 0: raise OSError
def kept_by_a_socket():
    data, (one, other) = os.open('/dev/shm/kept', os.O_RDWR | os.O_CREAT), socket.socketpair()
    os.write(data, b'x' * 4096)
    os.sendfile(one.fileno(), data, 0, 1)
def passed_on():
    data, (out, into) = os.open('/dev/shm/passed', os.O_RDWR | os.O_CREAT), os.pipe()
    os.write(data, b'x' * 4096)
    os.splice(data, into, 1, offset_src=0)
def swollen():
    socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**30)
def filtered():
    import struct
    steps = ctypes.create_string_buffer(struct.pack('=HBBI', 6, 0, 0, 1))
    program = struct.pack('HxxxxxxP', 1, ctypes.addressof(steps))
    socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, 26, program)  # SO_ATTACH_FILTER
for hides in (shared, zeros, huge, kept_by_a_pipe, kept_by_a_socket, passed_on, swollen, filtered):
    try:
        hides()
    except OSError as error:
        if error.errno != 12: continue
    raise RuntimeError('LEAK memory that no process shows: ' + hides.__name__)
mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)[:4] = b'mine'
import ctypes, time
ctypes.CDLL(None).prctl(15, b'\\xff) S 1', 0, 0, 0)  # a name that is no text, for all who watch
time.sleep(0.3)
if open('/proc/self/oom_score_adj').read() != '1000\\n': raise RuntimeError('LEAK survives the grader')
"""
EVERYWHERE = """
import gc, socket, sys, types
def looks():
    frame = sys._getframe()
    while frame:
        yield from frame.f_locals
        frame = frame.f_back
    for one in gc.get_objects():
        yield type(one).__name__
for name in looks():
    if name in ('expected', 'judge', 'Judge', 'Examiner', 'Paper', 'Exam'): raise RuntimeError('LEAK object ' + name)
for kind, where in (((2, 2), ('8.8.8.8', 53)), ((10, 1), ('::1', 22)), ((1, 1), '/run/docker.sock'), ((17, 3), ('lo', 0))):
    try:
        socket.socket(*kind).connect(where)
    except OSError:
        continue
    raise RuntimeError(f'LEAK network {where}')
"""
EASIER = """
import prpn_class.sandbox.calls as calls
real = calls.unpack_cases
calls.unpack_cases = lambda data: [tuple(one * 0 for one in case) for case in real(data)]
"""
WITHHELD = (
    "class WithheldError(Exception): pass\n"
    + HEAD
    + "    raise WithheldError('\\x1b[2J</p><script>7</script>|=1+1')"
)
THIEVES += [attack("hides-more-memory", UNSEEN), attack("looks-everywhere", EVERYWHERE)]
FORGERS += [cheat("easier-inputs", EASIER, lost=ALL), answer("says-what-is-withheld", WITHHELD)]
# What a process could say in place of another, or of itself at another time: no point comes of it.
CHILD_ANSWERS = """
import json, os
if not os.fork():
    for step in range(60):
        for cases in range(1, 8):
            said = {"step": step, "outcomes": [{"shape": [], "data": "AAAAAAAA8D8="}] * cases}
            os.write(3, json.dumps(said).encode() + b"\\n")
    os._exit(0)
os.wait()
"""
AFTER_THE_END = """
import os, time
if not os.fork():
    time.sleep(0.5)
    os.write(3, b'{"step":0,"outcomes":[]}\\n' * 100)
    os._exit(0)
"""
OTHERS_MODULES = """
import sys, types
for name in ("json", "msgspec", "msgspec.json", "pickle", "prpn_class.sandbox.protocol"):
    sys.modules[name] = types.ModuleType(name)
import prpn_class.sandbox.calls as calls
calls.pack = lambda outcome: outcome
"""
FORGERS += [
    cheat("a-child-answers-for-all", CHILD_ANSWERS, lost=ALL),
    cheat("cuts-a-frame-in-two", 'import os\nos.write(3, b\'{"step":3,"outcomes":[{"shape":[1],\')'),
    cheat("replies-after-the-end", AFTER_THE_END),
    cheat("replaces-modules", OTHERS_MODULES, lost=ALL),
]


HUNT = """
import ctypes
first, second = {!r}.encode(), {!r}.encode()
for line in open("/proc/self/maps"):
    place, rights, *rest = line.split()
    if rights != "rw-p" or "[v" in line:
        continue
    low, high = (int(text, 16) for text in place.split("-"))
    for start in range(low, high, 1 << 24):
        memory = ctypes.string_at(start, min(1 << 24, high - start))
        at = memory.find(first)
        while at >= 0:
            if memory[at + len(first) :][: len(second)] == second:
                raise RuntimeError("LEAK memory of another student")
            at = memory.find(first, at + 1)
""".format(*MINE)


def hunter(place, solution):
    """Looks for another student's cells in all memory of the process; wrong in 7.1, to be told of."""
    cells = right(solution)[:-1]
    find(cells, "7.1")["source"] = HUNT + HEAD + "    return limit * 0.5\n"
    put(place, encoded(cells))


READS_THE_HOST = """
import os
for name in ("cmdline", "diskstats", "interrupts", "kallsyms", "locks", "modules", "sys/kernel/random/boot_id"):
    try:
        if open(f"/proc/{name}").read(1): raise RuntimeError("LEAK /proc/" + name)
    except OSError:
        pass
try:
    os.preadv(os.open("/usr/bin/env", os.O_RDONLY), [bytearray(9)], 0, os.RWF_NOWAIT)
except PermissionError:
    pass
else:
    raise RuntimeError("LEAK what the host has read")
"""
HEARS_THE_HOST = """
import socket
for make, kind, *protocol in (
    (socket.socket, 16), (socket.socketpair, 16), (socket.socketpair, 30), (socket.socketpair, 40),
    (socket.socket, 2, 132), (socket.socket, 10, 33),  # of which the host would look for a module
):
    try:
        make(kind, socket.SOCK_DGRAM, *protocol)
    except PermissionError:
        continue
    except OSError:
        pass
    raise RuntimeError(f"LEAK sockets of the family {kind}")
"""
KEEPS_THE_LIMIT = """
import ctypes, resource
if ctypes.CDLL(None).syscall(160, resource.RLIMIT_CORE, (ctypes.c_ulong * 2)()) != -1: raise RuntimeError('LEAK 160')
for change in (resource.getrlimit, lambda which: resource.setrlimit(which, (0, 0))):
    try:
        change(resource.RLIMIT_CORE)
    except (OSError, ValueError):
        continue
    raise RuntimeError("LEAK a crash can start a program of the host")
"""
THIEVES += [
    attack("reads-of-the-host", READS_THE_HOST),
    attack("hears-of-the-host", HEARS_THE_HOST),
    attack("changes-the-limit-of-crashes", KEEPS_THE_LIMIT),
    Adversary("zz-hunts-the-heap-1", hunter, FIRST),  # the last of the class: after everybody else
    Adversary("zz-hunts-the-heap-2", hunter, FIRST),
    attack(
        "talks-to-the-host",
        "import socket\ntry:\n    socket.socket(40, socket.SOCK_STREAM)\nexcept PermissionError:\n    pass\n"
        "else:\n    raise RuntimeError('LEAK AF_VSOCK')",
    ),
    attack(
        "looks-for-ports",
        "for table in ('tcp', 'tcp6', 'udp', 'udp6'):\n    try:\n"
        "        lines = open('/proc/net/' + table).readlines()[1:]\n    except OSError:\n        continue\n"
        "    if lines: raise RuntimeError('LEAK a port of somebody else')",
    ),
    attack(
        "reads-the-mounts",
        "for line in open('/proc/self/mountinfo'):\n    if 'students' in line or 'report' in line:\n"
        "        raise RuntimeError('LEAK ' + line)",
    ),
    attack(
        "reads-the-system",
        "import os\nfor place in ('/usr/src', '/usr/share/doc', '/usr/local/src', '/etc/passwd', '/opt'):\n"
        "    if os.path.exists(place): raise RuntimeError('LEAK ' + place)",
    ),
]

# What reaches beyond the jail: each did so once.

BEYOND = [
    attack(
        "a-session-of-its-own",
        "import os\nchild = os.fork()\nif not child:\n    os.setsid()\n    os._exit(os.getsid(0) == os.getpid())\n"
        "if os.waitpid(child, 0)[1]: raise RuntimeError('LEAK a share of the processor of its own')",
    ),
    attack(
        "watches-the-host",
        "import ctypes, fcntl, os\nlibc = ctypes.CDLL(None)\n"
        "if libc.inotify_init() != -1 or libc.inotify_init1(0) != -1: raise RuntimeError('LEAK inotify')\n"
        "if libc.syscall(300, 0, 0) != -1: raise RuntimeError('LEAK fanotify')\n"
        "try:\n    fcntl.fcntl(os.open('/usr/bin', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)\nexcept OSError:\n"
        "    pass\nelse:\n    raise RuntimeError('LEAK dnotify')",
    ),
    attack(
        "kernel-memory",
        "import ctypes\nlibc, room = ctypes.CDLL(None), ctypes.create_string_buffer(64)\n"
        "if libc.syscall(206, 64, room) != -1: raise RuntimeError('LEAK io_setup')\n"
        "if libc.syscall(444, room, 8, 0) != -1: raise RuntimeError('LEAK landlock')",
    ),
    attack(
        "locks-what-is-the-host's",
        "import fcntl, os\nmine = os.open('/dev/null', os.O_RDWR)\nfcntl.flock(mine, fcntl.LOCK_EX)\n"
        "fcntl.lockf(mine, fcntl.LOCK_EX)\nname = os.fstat(mine).st_ino\n"
        "for line in open('/proc/locks'):\n    if f':{name} ' in line: raise RuntimeError('LEAK ' + line)",
    ),
    attack(
        "dates-what-is-the-host's",
        "import os\nfor node in os.listdir('/dev'):\n    try:\n        os.utime(f'/dev/{node}', (7, 7))\n"
        "        changed = os.stat(f'/dev/{node}').st_mtime == 7\n    except OSError:\n        continue\n"
        "    if changed: raise RuntimeError('LEAK a letter on ' + node)",
    ),
]

MAKES_ITSELF_WAIT = """
import ctypes, os
before = os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
os.setpriority(os.PRIO_PROCESS, 0, 19)
ctypes.CDLL(None).syscall(314, 0, b"\\x30" + bytes(3) + b"\\x05" + bytes(43), 0)
if before != (os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)): raise RuntimeError("LEAK a share of nothing")
"""
FORGETS_WHAT_WAS_READ = """
import os
file = os.open("/usr/bin/env", os.O_RDONLY)
os.posix_fadvise(file, 0, 0, 99)  # there is no such advice: an error where anybody listens
"""
BEYOND += [
    attack("makes-itself-wait", MAKES_ITSELF_WAIT),
    attack("has-the-disk-read-again", FORGETS_WHAT_WAS_READ),
]

# What a process gets back by a call on itself, and calls whose work the host does for it.

TAKES_ITS_FILES_BACK = """
import ctypes, os
libc = ctypes.CDLL(None)
for option, value in ((4, 1), (67, 1), (22, 2)):  # dumpable, memory merged by the host, a filter of its own
    if libc.prctl(option, value, 0, 0, 0) != -1: raise RuntimeError(f"LEAK prctl {option}")
for name, word in (("oom_score_adj", b"0"), ("autogroup", b"19"), ("comm", b"mine")):
    try:
        os.write(os.open(f"/proc/self/{name}", os.O_WRONLY), word)
    except OSError:
        continue
    raise RuntimeError("LEAK wrote to /proc/self/" + name)
"""
LOGS_ITS_CALLS = """
import ctypes, os, struct
class Program(ctypes.Structure): _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]
log = Program(1, struct.pack("=HBBI", 6, 0, 0, 0x7FFC0000))
for number in (317, 277):
    if os.uname().machine == {317: "x86_64", 277: "aarch64"}[number]:
        if ctypes.CDLL(None).syscall(number, 1, 0, ctypes.byref(log)) != -1: raise RuntimeError("LEAK the host's log")
"""
MOVES = """
import os
allowed = os.sched_getaffinity(0)
os.sched_setaffinity(0, range(os.cpu_count()))
if os.sched_getaffinity(0) != allowed: raise RuntimeError("LEAK a thread of the kernel moves it")
"""
MOVES_ITS_PAGES = """
import ctypes, os
for number in {"x86_64": (256, 279), "aarch64": (238, 239)}.get(os.uname().machine, ()):
    if ctypes.CDLL(None).syscall(number, 0, 0, 0, 0, 0, 0) == 0: raise RuntimeError("LEAK other cores are interrupted")
"""
PASSES_THE_CACHE = """
import ctypes, fcntl, os, sys
def opened():
    os.open(sys.executable, os.O_RDONLY | os.O_DIRECT)
def turned():
    fcntl.fcntl(os.open(sys.executable, os.O_RDONLY), fcntl.F_SETFL, os.O_DIRECT)
def hidden():
    if ctypes.CDLL(None).syscall(437, -100, sys.executable.encode(), bytes(24), 24) == -1: raise OSError
for reads in (opened, turned, hidden):
    try:
        reads()
    except OSError:
        continue
    raise RuntimeError("LEAK the disk itself: " + reads.__name__)
"""
STARTS_WHAT_IS_NO_PROGRAM = """
import os
for place in ("/scratch/mine", "/dev/shm/mine"):
    with open(place, "wb") as file:
        file.write(b"\\xff\\xfe\\x80\\x81" * 99)  # of which the host would look for a module
    os.chmod(place, 0o755)
    try:
        os.execv(place, ["mine"])
    except PermissionError:
        continue
    except OSError as error:
        raise RuntimeError(f"LEAK {error}")
"""
SETS_CLOCKS = """
import ctypes, os
number = {"x86_64": 222, "aarch64": 107}[os.uname().machine]
if ctypes.CDLL(None).syscall(number, 0, None, ctypes.create_string_buffer(8)) != -1: raise RuntimeError("LEAK interrupts of the host")
"""
BEYOND += [
    attack("takes-its-files-back", TAKES_ITS_FILES_BACK),
    attack("logs-its-calls", LOGS_ITS_CALLS),
    attack("moves-from-core-to-core", MOVES),
    attack("moves-its-pages", MOVES_ITS_PAGES),
    attack("reads-past-the-cache", PASSES_THE_CACHE),
    attack("starts-what-is-no-program", STARTS_WHAT_IS_NO_PROGRAM),
    attack("sets-clocks", SETS_CLOCKS),
]

# What uses up everything.

LATE = "Look for a loop without an end"
GREEDY = [
    answer("loops", HEAD + "    while True:\n        pass", says=LATE),
    answer(
        "loops-and-catches",
        HEAD + "    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass",
        says=LATE,
    ),
    answer(
        "ignores-signals",
        "import signal\nfor s in range(1, 32):\n    try:\n        signal.signal(s, signal.SIG_IGN)\n"
        "    except OSError:\n        pass\n" + HEAD + "    sum(range(10**13))",
        says=LATE,
    ),
    answer(
        "stops-itself", HEAD + "    import os, signal\n    os.kill(os.getpid(), signal.SIGSTOP)\n", says=""
    ),
    odd(
        "a-name-that-is-no-text",
        "import ctypes, time\nctypes.CDLL(None).prctl(15, b'\\xff\\xfe) S 1')\ntime.sleep(0.5)",
    ),
    answer("sleeps", HEAD + "    import time\n    time.sleep(10**6)", says=LATE),
    answer(
        "fork-bomb",
        HEAD + "    import os\n    while True:\n        try:\n            os.fork()\n"
        "        except OSError:\n            pass",
    ),
    answer("eats-memory", HEAD + "    x = []\n    while True:\n        x.append(torch.ones(10**7))"),
    answer(
        "eats-memory-in-children",
        HEAD + "    import os, time\n    for _ in range(12):\n        if os.fork() == 0:\n"
        "            x = torch.ones(2 * 10**8)\n            time.sleep(10**6)\n    time.sleep(10**6)",
    ),
    answer(
        "fills-the-disk",
        HEAD + "    with open('big', 'wb') as f:\n        while True:\n            f.write(b'x' * 10**6)",
    ),
    attack(
        "a-million-files",
        "try:\n    for k in range(10**6):\n        open(f'/scratch/{k}', 'w').close()\nexcept OSError:\n    pass\n"
        "if k > 50_000: raise RuntimeError('LEAK files')\nimport os\n"
        "for n in range(k): os.unlink(f'/scratch/{n}')",
    ),
    answer("floods", HEAD + "    import os\n    while True:\n        os.write(3, b'x' * 10**6)"),
    answer(
        "floods-with-lines",
        HEAD + "    import os\n    while True:\n        os.write(3, b'\\n' * 65536)",
        says="printed far too much",
    ),
    answer("floods-with-zeros", HEAD + "    import os\n    while True:\n        os.write(3, bytes(65536))"),
    answer("floods-with-claims", HEAD + "    import os\n    os.write(3, b'{\"step\": 1}\\n' * 10**6)"),
    answer(
        "deep-recursion",
        "import sys\nsys.setrecursionlimit(10**9)\n" + HEAD + "    return hard_gates(hard_gates(limit))",
    ),
    answer("exits", HEAD + "    import os\n    os._exit(0)", says="The kernel died here"),
    answer("segfaults", HEAD + "    import ctypes\n    ctypes.string_at(0)", says="The kernel died here"),
    answer("raises-base", HEAD + "    class Stop(BaseException): pass\n    raise Stop", says="came     Stop"),
    answer("interrupts-itself", HEAD + "    raise KeyboardInterrupt", says="Look for a loop without an end"),
    answer("exits-politely", HEAD + "    raise SystemExit(0)", says="ends the whole program"),
    odd("cell-exits", "import os\nos._exit(0)"),
    odd("cell-exits-politely", "import sys\nsys.exit(3)"),
    odd("cell-quits", "exit()"),
    odd("cell-loops", "while True:\n    pass"),
    odd("closes-everything", "import os\nos.closerange(0, 1000)"),
    odd("leaves-a-child", "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(10**6)"),
    attack(
        "leaves-a-thread",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(10**6,)).start()",
    ),
    odd("asks-for-input", "name = input('who? ')"),
    answer(
        "words-that-hang",
        "class Odd(Exception):\n    def __str__(self):\n        raise Odd\n" + HEAD + "    raise Odd",
    ),
    answer(
        "markup",
        HEAD
        + "    raise ValueError('</pre><script>alert(1)</script> ```\\n# 100 of 15 points \\x1b[2J \\x00 \\ud800')",
        says="ValueError",
    ),
]

# Files that are no notebooks, or not as they should be.


def archive(cells_of, names, kind):
    """Bytes of an archive with one notebook under several names."""
    data, text = io.BytesIO(), encoded(cells_of).encode()
    if kind == "zip":
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
            for name in names:
                out.writestr(name, text)
    else:
        with tarfile.open(fileobj=data, mode="w:gz") as out:
            for name in names:
                info = tarfile.TarInfo(name)
                info.size = len(text)
                out.addfile(info, io.BytesIO(text))
            link = tarfile.TarInfo("link.ipynb")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            out.addfile(link)
    return data.getvalue()


def as_archive(name, names, kind):
    """A student who handed in an archive."""

    def write(place, solution):
        place.write_bytes(archive(right(solution), names, kind))

    return Adversary(name, write)


def bomb(place, solution):
    """A zip of a few kilobytes that holds a notebook of 200 megabytes."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr(FILE, b" " * 200_000_000)


def compressed_bomb(place, solution):
    """A tar.bz2 of some kilobytes that holds two gigabytes before its notebook."""
    info = tarfile.TarInfo("zeros")
    info.size = 200 * 10**7
    head, zeros = info.tobuf(), bz2.compress(bytes(10**7))
    with io.BytesIO() as after, tarfile.open(fileobj=after, mode="w") as out:
        text = encoded(right(solution)).encode()
        last = tarfile.TarInfo(FILE)
        last.size = len(text)
        out.addfile(last, io.BytesIO(text))
        place.write_bytes(bz2.compress(head) + 200 * zeros + bz2.compress(after.getvalue()))


def many_notebooks(place, solution):
    """A zip of many notebooks of much code, under names that say nothing."""
    text = encoded([code("x = [" + "1, " * 90_000 + "]") for _ in range(40)])
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as out:
        for number in range(400):
            out.writestr(f"{number}.ipynb", text)


def zip_in_a_folder(place, solution):
    """A folder with an archive in it, as Moodle hands it out."""
    place.mkdir()
    (place / "exercise.zip").write_bytes(archive(right(solution), ["a/" + FILE], "zip"))


def zip_in_a_zip(place, solution):
    """An archive that was packed once more, beside files of another kind."""
    with zipfile.ZipFile(place, "w") as out:
        out.writestr("hand-in/read me.txt", "mine")
        out.writestr("hand-in/exercise.tgz", archive(right(solution), ["a/" + FILE], "tar"))


def bomb_in_a_zip(place, solution):
    """Ten archives of 20 MB each in one."""
    with zipfile.ZipFile(place, "w") as out:
        for number in range(10):
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as inner:
                inner.writestr(FILE, b" " * 20_000_000)
            out.writestr(f"{number}.zip", data.getvalue())


def raises_everywhere(cells):
    """Hundreds of cells with much to say, each an answer to 7.1."""
    find(cells, "7.1")["source"] = HEAD + "    return limit * 0.5\n"
    cells += [code(f"# Task 7.1\nraise ValueError({n} * 'words ')") for n in range(300, 800)]


def linked(place, solution):
    """A folder that is a link to the solutions."""
    place.symlink_to(solution, target_is_directory=True)


def linked_file(place, solution):
    """A notebook that is a link to the solution."""
    place.mkdir()
    (place / FILE).symlink_to(solution / FILE)


def folder_called_notebook(place, solution):
    """A folder with the notebook's name."""
    (place / FILE).mkdir(parents=True)


def version_3(cells):
    """A notebook in the format of 2014."""
    old = [
        {"cell_type": "code", "language": "python", "metadata": {}, "outputs": [], "input": cell["source"]}
        for cell in cells
        if cell["cell_type"] == "code"
    ]
    return json.dumps({"worksheets": [{"cells": old}], "metadata": {}, "nbformat": 3, "nbformat_minor": 0})


UNREADABLE = "cannot be read as a notebook"
FILES = [
    file("garbage", b"\x00\xff\x13 not a notebook", says=UNREADABLE),
    file("empty-file", b"", says=UNREADABLE),
    file("truncated", '{"cells": [{"cell_type": "co', says=UNREADABLE),
    file("a-list", "[1, 2, 3]", says="holds no cells"),
    file("no-cells", '{"cells": {}}', says="holds no cells"),
    file("deep-json", '{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}", says=UNREADABLE),
    file("huge", '{"cells": [], "x": "' + "y" * 101_000_000 + '"}', says="clear its outputs"),
    file(
        "cells-of-nonsense", '{"cells": [1, null, {"cell_type": "code", "source": 7}]}', says="No answer yet"
    ),
    changed("utf-16", lambda cells: None, encode=lambda cells: encoded(cells).encode("utf-16")),
    changed("byte-order-mark", lambda cells: None, encode=lambda cells: encoded(cells).encode("utf-8-sig")),
    changed(
        "latin-1",
        lambda cells: find(cells, "7.1").update(source=RIGHT + "# voilà"),
        encode=lambda cells: json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=False).encode(
            "latin-1", "replace"
        ),
    ),
    changed("version-3", lambda cells: None, encode=version_3),
    changed(
        "wrong-kernel",
        lambda cells: None,
        encode=lambda cells: json.dumps(
            {"cells": cells, "metadata": {"kernelspec": {"name": "ir"}}, "nbformat": 4}
        ),
    ),
    Adversary("a-link.folder", linked, ALL, "is a link"),
    Adversary("a-linked-file", linked_file, ALL, "is a link"),
    Adversary("a-folder-called-notebook", folder_called_notebook, ALL, "is not a plain file"),
    Adversary("empty-folder", lambda place, solution: place.mkdir(), ALL, "no notebook called"),
    as_archive("climbing-zip.zip", ["../../../../tmp/climbed/" + FILE, "/etc/" + FILE], "zip"),
    as_archive("climbing-tar.tar.gz", ["../../" + FILE], "tar"),
    Adversary(
        "corrupt.zip", lambda place, solution: place.write_bytes(b"PK\x03\x04 broken"), ALL, "cannot be read"
    ),
    Adversary("bomb.zip", bomb, ALL, "clear its outputs"),
    Adversary("a-zip-in-a-folder", zip_in_a_folder),
    Adversary("a-tgz-in-a-zip.zip", zip_in_a_zip),
    Adversary("bombs-in-a-zip.zip", bomb_in_a_zip, ALL, "unpacks to more than 100 MB"),
    changed("raises-everywhere", raises_everywhere, FIRST, "Your cell raised ValueError: words words"),
    Adversary("compressed-bomb.tar.bz2", compressed_bomb, ALL, "unpacks to more than 100 MB"),
    Adversary("many-notebooks.zip", many_notebooks, ALL, "unpacks to more than 100 MB"),
    changed(
        "a-cell-of-megabytes",
        lambda cells: cells.append(code("x = [" + "1, " * 2_000_000 + "]")),
        ALL,
        "MB of code",
    ),
    changed(
        "a-cell-that-is-long-to-parse",
        lambda cells: cells.append(code("x = " + "(" * 90 + "1" + ")" * 90 + "+1" * 400_000)),
    ),
    changed("large-outputs", lambda cells: find(cells, "7.1").update(outputs=[{"data": "y" * 30_000_000}])),
    Adversary(
        "loose.ipynb",
        lambda place, solution: place.write_text(encoded(right(solution)), "utf-8"),
        (),
        "was taken for",
    ),
    changed("=SUM(A1)", lambda cells: None),
    changed("-rf x; $(touch pwned) 'q\" <b>", lambda cells: None),
    changed("naïve 名前 \n line", lambda cells: None),
]

# Right, but odd: nobody loses a point for these.


def without(cells, *roles):
    """The cells without those of some roles."""
    return [cell for cell in cells if cell["metadata"].get("prpn_edu", {}).get("role") not in roles]


def stripped(cells):
    """Without ids, metadata, checks and text, as some editors leave it."""
    kept = [cell for cell in without(cells, "check") if cell["cell_type"] == "code"]
    return [{"cell_type": "code", "source": cell["source"].splitlines(keepends=True)} for cell in kept]


def reordered(cells):
    """Cells of the answers turned round."""
    answers = [find(cells, name) for name in ALL]
    places = sorted(cells.index(cell) for cell in answers)
    for place, cell in zip(places, reversed(answers), strict=True):
        cells[place] = cell


def split(cells):
    """An answer in two cells: a helper and the function."""
    cell = find(cells, "7.1")
    cell["source"] = "def is_inside(limit, t, i):\n    return limit[t] <= i < t"
    second = RIGHT.replace("limit[t] <= i < t", "is_inside(limit, t, i)")
    cells.insert(cells.index(cell) + 1, code(second))


def marked(cells):
    """Markers and tags of nbval everywhere."""
    for cell in cells:
        if cell["cell_type"] == "code":
            cell["source"] = f"# NBVAL_SKIP\n{cell['source']}"
            cell["metadata"]["tags"] = ["nbval-skip", "raises-exception", "remove-cell"]


def compares_below(cells):
    """An answer with a variable that is called like the module that a later cell compares with."""
    find(cells, "7.1")["source"] = RIGHT.replace(" g", " gates")
    cells.append(code("from prpn_edu.latent import gates\ngates.hard_gates(torch.tensor([0, 0]))"))


def missing_helper(cells):
    """A helper that falls over, and an answer that needs it."""
    cell = find(cells, "7.1")
    cell["source"] = RIGHT.replace("limit[t] <= i < t", "is_inside(limit, t, i)")
    cells.insert(cells.index(cell), code("is_inside = limit_of_all"))


HONEST = [
    changed(
        "a-helper-that-raises",
        missing_helper,
        FIRST,
        "begins with 'is\\_inside = limit\\_of\\_all' raised NameError: name 'limit\\_of\\_all' is not defined",
    ),
    changed("right", lambda cells: None),
    changed("stripped", stripped),
    changed("reordered", reordered),
    changed("split", split),
    changed("marked", marked),
    changed("no-checks", lambda cells: without(cells, "check")),
    changed(
        "copied-answer", lambda cells: cells.append(find(cells, "7.1") | {"id": "copy"}), (), "2 cells define"
    ),
    odd("shadows-builtins", "sum = max = min = any = all = len_ = list_ = 3\nprint = lambda *a: None"),
    odd("star-imports", "from math import *\nfrom random import *"),
    odd("warns-and-prints", "import warnings\nwarnings.warn('beware')\nprint('x' * 10**6)\n1 + 1"),
    odd("magics", "%matplotlib inline\n%timeit -n 1 -r 1 pass\n!true"),
    answer("inline-first", "%matplotlib inline\n%config InlineBackend.figure_format = 'svg'\n" + RIGHT, ()),
    answer("widget-first", "%matplotlib widget\nimport math\n%matplotlib notebook\n" + RIGHT, ()),
    answer("installs-first", "%pip install nothing-of-this-name\n" + RIGHT, ()),
    odd("plots", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"),
    odd("compares-itself", "from prpn_edu.latent.gates import hard_gates as theirs\ntheirs(torch.zeros(3))"),
    answer(
        "compares-above",
        "from prpn_edu.latent import gates\nassert gates.hard_gates(torch.tensor([0, 0])).sum() == 1\n\n"
        + RIGHT,
        (),
    ),
    changed("a-variable-called-gates", compares_below),
    odd(
        "random-state",
        "import random\ntorch.manual_seed(1)\nrandom.seed(2)\ntorch.set_default_dtype(torch.float64)",
    ),
    odd("awaits", "import asyncio\nawait asyncio.sleep(0)"),
    answer("lists", RIGHT.replace("return g", "return g.tolist()"), ()),
    answer("arrays", RIGHT.replace("return g", "return g.numpy()"), ()),
    answer("unsigned", RIGHT.replace("return g", "return g.numpy().astype('uint16')"), ()),
    answer("unsigned-64", RIGHT.replace("return g", "return g.numpy().astype('uint64')"), ()),
    answer("doubles", RIGHT.replace("return g", "return g.double() + 1e-9"), ()),
    answer("prints", RIGHT.replace("    return g", "    print(g, limit)\n    return g"), ()),
    answer("a-lambda", RIGHT.replace("hard_gates", "f") + "\nhard_gates = lambda limit: f(limit)", ()),
    answer(
        "an-object",
        "class Gates:\n    def __call__(self, limit):\n        T = len(limit)\n        i = torch.arange(T)\n"
        "        return ((limit[:, None] <= i) & (i < i[:, None])).float()\nhard_gates = Gates()",
        (),
    ),
    answer(
        "decorated",
        "import functools\n@functools.lru_cache\ndef f(): return 1\n@torch.no_grad()\n" + RIGHT,
        (),
    ),
    answer("magic-first", "%%time\n" + RIGHT, ()),
]

# Right, and with help of what computers have: nobody loses a point for these either.


def helped(name, lines, above=""):
    """A right answer to 7.1 in a function of its own, and one that gets at it in some way."""
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    return answer(name, f"{above}{RIGHT.replace(HEAD, 'def own(limit):' + chr(10))}\n{HEAD}{body}", ())


HONEST += [
    helped(
        "many-open-files",
        "files = [open(f'{k}', 'w') for k in range(200)]\n[file.close() for file in files]\nreturn own(limit)",
    ),
    helped(
        "keeps-all-that-workers-load",
        "assert len(loaded()) == 150\nreturn own(limit)",
        "import functools\nfrom torch.utils.data import DataLoader\n@functools.cache\ndef loaded():\n"
        "    return list(DataLoader([torch.ones(1)] * 150, batch_size=1, num_workers=2))\n",
    ),
    helped(
        "its-own-cores",
        "import os\nos.nice(1)\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nreturn own(limit)",
    ),
    helped(
        "a-script",
        "import subprocess\nopen('a.sh', 'w').write('echo mine')\n"
        "assert subprocess.check_output(['sh', 'a.sh'], text=True) == 'mine\\n'\nreturn own(limit)",
    ),
    helped(
        "calls-back",
        "return back(limit)",
        "import ctypes\nf = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 7)\ndef back(limit):\n    assert f() == 7\n    return own(limit)\n",
    ),
    helped("asyncio-runs", "import asyncio\nreturn asyncio.run(asyncio.to_thread(own, limit))"),
    odd("asks-for-a-password", "import getpass\n%timeit -n 1 -r 1 pass\npassword = getpass.getpass()"),
]

CLASS = [*FORGERS, *BORROWERS, *THIEVES, *BEYOND, *GREEDY, *FILES, *HONEST]
