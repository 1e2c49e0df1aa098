"""The sandbox: what a jail can see, whom it shares a number with, and what comes in and out of it."""

import contextlib
import io
import os
import re
import select
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import threading
import time
from pathlib import Path

import msgspec
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from prpn_class.grading import turn as turn_module
from prpn_class.grading.turn import Turn
from prpn_class.grading.verdict import judged
from prpn_class.sandbox import (
    archives,
    cells,
    confinement,
    crowd,
    forkserver,
    identity,
    jail,
    protocol,
    syscalls,
    worker,
)
from prpn_class.sandbox.archives import File, SubmissionError
from prpn_class.sandbox.identity import Identity
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Call, Cell, Read
from prpn_class.sandbox.submission import Own, Released, Submission
from prpn_class.sandbox.worker import MOST_BRACKETS, Worker, WorkerError, _listen, _read
from prpn_course import tasks
from prpn_course.checking.judge import Judge
from prpn_course.checking.outcomes import Outcome, OverTime
from prpn_course.tasks import find

SYSTEMD = 61_184  # from here on its dynamic users
confined = pytest.mark.skipif(
    confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}"
)


# What can be seen.


def options(shown, hidden):
    """The order in which places are shown ("+") and covered ("-")."""
    words = confinement._places({str(place) for place in shown}, {str(place) for place in hidden})
    signs = {"--ro-bind-try": "+", "--tmpfs": "-"}
    return [signs[word] + Path(words[n + 1]).name for n, word in enumerate(words) if word in signs]


def test_what_is_hidden_is_covered_and_what_is_shown_inside_of_it_comes_out(tmp_path):
    for place in ("usr/checkout/.venv/lib/package", "elsewhere"):
        (tmp_path / place).mkdir(parents=True)
    usr = tmp_path / "usr"
    package = usr / "checkout/.venv/lib/package"
    shown = {usr, usr / "checkout/.venv/lib"}
    assert options(shown, {usr / "checkout", package}) == ["+usr", "-checkout", "+lib", "-package"]
    assert options(shown, {tmp_path / "elsewhere"}) == ["+usr", "+lib"]  # it is not shown at all


def test_the_checkout_of_the_course_is_always_hidden():
    root = Path(__file__).resolve().parents[1]
    assert {str(root), str(root / "prpn_edu")} <= confinement._course()


@confined
@pytest.mark.slow
def test_hidden_folders_and_files_hold_nothing_inside(tmp_path):
    stdlib = Path(sysconfig.get_path("stdlib"))
    folder, file = stdlib / "wsgiref", stdlib / "this.py"
    look = (
        f"import os\nassert os.listdir({str(stdlib)!r}) and not os.listdir({str(folder)!r})\n"
        f"try:\n    text = open({str(file)!r}).read()\nexcept OSError:\n    text = ''\nassert not text"
    )
    with Worker([], Limits(), hidden=[folder, file, tmp_path / "absent"]) as worker:
        (reply,) = worker.run([Cell(look)]).replies.values()
    assert reply.error == ""


# Who one is.


def test_a_core_is_shared_where_all_are_taken_and_else_the_free_one_is_next(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1001, 1002})  # no jail of another test has them
    held = [Identity() for _ in range(4)]
    assert [one.core for one in held] == [1001, 1002, 1001, 1002]
    held[1].release()  # as at the end of a sheet, while the first goes on
    held[1] = Identity()
    assert held[1].core == 1002
    for one in held:
        one.release()


@confined
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core")
def test_the_jails_of_a_worker_stay_on_one_core():
    look = "import os\nos.sched_setaffinity(0, range(os.cpu_count()))\nraise OSError(os.sched_getaffinity(0))"
    with Worker([], Limits()) as one, Worker([], Limits()) as other:
        cores = [worker.run([Cell(look)]).replies[0].error for worker in (one, other)]
    assert all(re.search(r"OSError: \{\d+\}$", core) for core in cores), cores


def test_identities_are_not_shared_and_come_back():
    held = [Identity() for _ in range(70)]
    numbers = {one.number for one in held}
    assert len(numbers) == 70 and max(numbers) < SYSTEMD
    for one in held:
        one.release()
    again = [Identity() for _ in range(70)]
    assert {one.number for one in again} == numbers
    for one in again:
        one.release()


def test_processes_do_not_share_identities_however_their_pids_lie(monkeypatch):
    first, pid = Identity(), os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: pid + 129)
    second, third = Identity(), Identity()
    assert len({first.number, second.number, third.number}) == 3
    for one in (first, second, third):
        one.release()


def test_when_all_identities_are_taken_it_says_so(monkeypatch):
    held = Identity()
    monkeypatch.setattr(identity, "FIRST", held.number)
    monkeypatch.setattr(identity, "LAST", held.number)
    with pytest.raises(OSError, match="no user number"):
        Identity()
    held.release()


@confined
@pytest.mark.slow
def test_two_workers_have_jails_of_two_users_and_two_libraries():
    look = (
        "import os, prpn_edu.loops, prpn_edu.latent\n"
        "raise ValueError(os.getuid(), hasattr(prpn_edu.loops, 'x') - hasattr(prpn_edu.latent, 'x'))"
    )
    seen = []
    with Worker(["prpn_edu.loops"], Limits()) as one, Worker(["prpn_edu.latent"], Limits()) as two:
        for worker in (one, two):
            (reply,) = worker.run([Cell(look)]).replies.values()
            seen.append([int(number) for number in re.findall(r"-?\d+", reply.error)])
    uids, difference = zip(*seen, strict=True)
    assert len(set(uids)) == (2 if os.geteuid() == 0 else 1)
    assert difference == (1, -1)  # what is withheld has everything that one asks for


@confined
@pytest.mark.slow
def test_a_fork_server_that_is_lost_is_replaced_and_one_that_is_abandoned_is_not():
    with Worker([], Limits()) as worker:
        assert worker.run([]).over == "done"
        lost = worker.process
        lost.kill()
        assert worker.run([]).over == "done" and worker.process is not lost
        threading.Timer(0.5, worker.abandon).start()
        with pytest.raises(WorkerError, match=r"given up|lost"):
            worker.run([Cell("while True: pass")])
        assert worker.process is None
        with pytest.raises(WorkerError, match="given up"):
            worker.run([])


def test_a_worker_that_is_given_up_while_its_fork_server_starts_does_not_wait_for_it(monkeypatch):
    with Worker([], Limits(), confined=False) as one:
        begin = worker.subprocess.Popen
        monkeypatch.setattr(worker.subprocess, "Popen", lambda *a, **b: one.abandon() or begin(*a, **b))
        monkeypatch.setattr(worker, "_listen", lambda *given: pytest.fail("it was waited for"))
        with pytest.raises(WorkerError, match="given up"):
            one.run([])
        assert one.process is None


def test_the_time_of_listening_is_on_the_account_of_who_is_heard(monkeypatch):
    def listened(one, job, control, *most):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return protocol.BEGUN, "", 0.0

    monkeypatch.setattr(Worker, "_start", lambda one: None)
    monkeypatch.setattr(Worker, "_do", listened)
    assert Worker([], Limits()).run([]).reading >= 0.05


def test_bytes_that_come_one_by_one_are_read_together(monkeypatch):
    (control, theirs), (out, into) = socket.socketpair(), os.pipe()
    reads, honest_read, honest_select = [], os.read, select.select

    def gathers(waits, *rest):
        """While nobody looks at the pipe, a byte comes ten times; at last the fork server has a word."""
        if waits == [control.fileno()]:
            for _ in range(10):
                os.write(into, b"x")
            if len(reads) == 5:
                theirs.send(protocol.DONE)
        return honest_select(waits, *rest)

    monkeypatch.setattr(worker.os, "read", lambda *given: reads.append(given) or honest_read(*given))
    monkeypatch.setattr(worker.select, "select", gathers)
    os.write(into, protocol.BEGUN)
    said, over, _ = _listen(control, out, Limits(wall=3.0))
    assert (said, over, len(reads)) == (protocol.BEGUN + 40 * b"x", "", 5)
    for end in (control, theirs):
        end.close()
    for descriptor in (out, into):
        os.close(descriptor)


@confined
@pytest.mark.slow
def test_what_a_jail_makes_of_its_descriptors_is_no_other_jails():
    """The open files behind 0, 1 and 2 are its own: flags and signals that it sets there go with it."""
    flags = "import fcntl, os\nfor k in (0, 1, 2):\n    fcntl.fcntl(k, fcntl.F_SETFL, os.O_NONBLOCK)"
    look = (
        "import fcntl, os\nassert not any(fcntl.fcntl(k, fcntl.F_GETFL) & os.O_NONBLOCK for k in (0, 1, 2))"
    )
    with Worker([], Limits()) as worker:
        for cell in (flags, look):
            (reply,) = worker.run([Cell(cell)]).replies.values()
            assert reply.error == ""


@confined
@pytest.mark.slow
def test_a_crowd_gives_way_to_the_other_jails():
    """All but the first of its processes, and their threads, get what is left of the processors."""
    look = (
        "import os, threading, time\nfirst = os.getpid()\nchildren = []\n"
        "threads = [threading.Thread(target=time.sleep, args=(60,), daemon=True) for _ in range(3)]\n"
        "[thread.start() for thread in threads]\n"
        "for _ in range(5):\n    children.append(os.fork())\n"
        "    if not children[-1]:\n        time.sleep(60)\n"
        "everybody = [*children, *(thread.native_id for thread in threads)]\n"
        "def niceness():\n    return {os.getpriority(os.PRIO_PROCESS, one) for one in everybody}\n"
        "while niceness() != {19}:\n    time.sleep(0.05)\n"
        "raise ValueError(os.getpriority(os.PRIO_PROCESS, first))"
    )
    with Worker([], Limits(step=10)) as worker:
        (reply,) = worker.run([Cell(look)]).replies.values()
    assert reply.error == f"ValueError: {os.nice(0)}", "the first keeps the niceness of the grader"


def test_sockets_are_on_the_account_of_memory():
    before = crowd.sockets(os.getpid())
    pairs = [socket.socketpair() for _ in range(20)]
    assert crowd.sockets(os.getpid()) >= before + 40 and crowd.sockets(2**22 + 1) == 0
    assert crowd.memory(os.getpid(), {}) >= 40 * jail.SOCKET
    for ends in pairs:
        for end in ends:
            end.close()


APART = """
import ctypes, sys
libc = ctypes.CDLL(None)
libc.mmap.restype, libc.mmap.argtypes = ctypes.c_void_p, [ctypes.c_void_p, *5 * [ctypes.c_long]]
for k in range(2_000):  # a page in each gigabyte takes two for its tables
    ctypes.c_char.from_address(libc.mmap(0x200000000000 + (k << 30), 4096, 3, 0x100022, -1, 0)).value
print(flush=True)
sys.stdin.read()
"""


def test_the_tables_of_pages_are_on_the_account_of_memory():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    child = subprocess.Popen([sys.executable, "-c", APART], **pipes)
    child.stdout.readline()
    assert crowd.memory(child.pid, {child.pid: 0}) >= 2_000 * 2 * 4096
    assert crowd.beside_resident(2**22 + 1) == 0
    child.communicate()


def test_what_is_swapped_out_is_on_the_account_of_memory(monkeypatch):
    said = b"Name:\tVmSwap: 9 kB\nVmRSS:\t  500 kB\nVmPTE:\t  30 kB\nVmSwap:\t 4000 kB\n"
    monkeypatch.setattr(crowd, "open", lambda name, mode: io.BytesIO(said), raising=False)
    assert crowd.beside_resident(1) == 1024 * (30 + 4000)


def test_a_job_is_given_the_time_in_which_others_had_the_processor(monkeypatch):
    """The fork server is asked when the time is up, and answers; a crowd, or a sleeper, gets no more."""
    for waits, least, most in (([0.0], 0.2, 0.3), ([0.2, 0.2], 0.4, 0.5), ([9.0] * 9, 0.8, 0.9)):
        (control, theirs), (out, into) = socket.socketpair(), os.pipe()
        os.write(into, b"\n")
        now = [0.0]
        monkeypatch.setattr(worker.time, "monotonic", lambda now=now: now[0])

        def wait(ready, _, __, seconds, now=now, theirs=theirs, waits=waits):
            if seconds == worker.GATHER:
                return [], [], []
            if len(ready) == 1:  # the answer of the fork server
                assert theirs.recv(1) == protocol.WAITED
                theirs.send(protocol.WAITED + protocol.SECONDS.pack(waits.pop(0)))
                return ready, [], []
            first = now[0] == 0.0
            now[0] += seconds + 1e-9 if now[0] else 1e-9
            return ([ready[1]] if first else []), [], []

        monkeypatch.setattr(worker.select, "select", wait)
        assert _listen(control, out, Limits(wall=0.2))[1] == "late"
        assert least <= now[0] <= most
        monkeypatch.undo()
        for end in (control, theirs):
            end.close()
        for descriptor in (out, into):
            os.close(descriptor)


BURNS = """
import os, sys, threading
def burn():
    while True:
        pass
if sys.argv[1] == "children":
    for _ in range(2):
        if not os.fork():
            burn()
if sys.argv[1] == "threads":
    threading.Thread(target=burn, daemon=True).start()
if sys.argv[1] == "itself":
    threading.Timer(60, os._exit, (0,)).start()
    burn()
sys.stdin.read()
"""


@pytest.mark.parametrize("who", ["children", "threads", "itself"])
def test_what_its_own_company_took_is_known(who):
    """So that nobody is given more time for having waited for helpers of one's own."""
    child = subprocess.Popen([sys.executable, "-c", BURNS, who], stdin=subprocess.PIPE)
    company, busy = crowd.Company(child.pid), 0.0
    while busy < 0.5:
        members = crowd.family(child.pid)
        company.look(members)
        busy = sum(map(crowd.processor_time, members))
        time.sleep(0.02)
    for one in members:
        os.kill(one, signal.SIGKILL)
    child.communicate()
    assert company.taken < 0.2 if who == "itself" else company.taken > 0.2
    assert crowd.processor_time(2**22 + 1) == 0.0


def test_company_that_never_lives_long_is_known(monkeypatch):
    """A chain of processes: each is seen with a hundredth of a second, and has ended at the next look."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(crowd, "processor_time", lambda process: 0.01)
    monkeypatch.setattr(jail, "ran", lambda process: 0.01)
    company = crowd.Company(1)
    for link in range(2, 12):
        now[0] += 0.1
        company.look([1, link])
    assert company.taken == pytest.approx(1.0)


def test_a_job_is_not_given_the_time_in_which_its_own_company_had_the_processor(monkeypatch):
    monkeypatch.setattr(jail, "waited", lambda process: 7.0)
    job = forkserver.Forked.__new__(forkserver.Forked)
    job.first, job.crowded, job.company = os.getpid(), False, crowd.Company(os.getpid())
    control, theirs = socket.socketpair()
    for taken, crowded, most in ((0.0, False, 7.0), (5.0, False, 2.0), (9.0, False, 0.0), (0.0, True, 0.0)):
        job.company.taken, job.crowded = taken, crowded
        control.send(protocol.WAITED)
        assert job._word(theirs) is None
        assert control.recv(9) == protocol.WAITED + protocol.SECONDS.pack(most)
    for end in (control, theirs):
        end.close()


def test_the_helpers_of_a_jail_die_with_its_first_process_and_do_not_wait_for_it():
    """It may be long in dying. Here it is no first process of a space, and the kernel kills nobody."""
    program = "import os, time\nos.fork()\ntime.sleep(60)"
    job = forkserver.Forked.__new__(forkserver.Forked)
    job.alive, alive = os.pipe()
    child = subprocess.Popen([sys.executable, "-c", program], pass_fds=[alive])
    os.close(alive)
    job.first, job.child, job.identity = child.pid, child.pid, os.getuid()
    while len(members := crowd.family(child.pid)) < 2:
        time.sleep(0.01)
    seen = os.dup(job.alive)  # its end is reached when nobody holds the other
    job._close()
    ended = bool(select.select([seen], [], [], 0)[0])
    for one in members:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    assert ended
    os.close(seen)
    child.returncode = 0  # it was waited for


def test_a_job_may_be_given_less_than_the_limit(monkeypatch):
    seen = []
    monkeypatch.setattr(
        worker, "_listen", lambda control, out, limits, more: seen.append(limits.wall) or 1 / 0
    )
    with Worker([], Limits(wall=9.0), confined=False) as one:
        for most in (5.0, 20.0):
            control, theirs = socket.socketpair()
            with pytest.raises(ZeroDivisionError), control, theirs:
                one._do(b"", control, most, 0.0)
    assert seen == [5.0, 9.0]


class Slow:
    """A sandbox in which a job takes all that it is given, and by the clock what others take too."""

    limits = Limits(wall=10.0)

    def __init__(self, waits):
        self.now, self.waits, self.given = 0.0, waits, []

    def run(self, steps, most, more):
        self.given.append(min(most, self.limits.wall))
        self.now += self.given[-1] + self.waits
        return worker.Run({}, "late", self.waits)


@pytest.mark.parametrize("waits", [0.0, 3.0])
def test_a_submission_has_twice_the_time_of_a_job_in_however_many_it_runs(monkeypatch, waits):
    slow = Slow(waits)
    monkeypatch.setattr(turn_module.time, "monotonic", lambda: slow.now)
    turn = Turn(slow)
    slow.now += 5.0  # of the first, which was over before the limit
    for _ in range(3):
        turn.run([])
    assert slow.given == [10.0, 5.0, 0.0] and turn.is_over


def test_a_submission_is_given_no_more_in_many_jobs_than_in_two(monkeypatch):
    """Each of these jobs takes a second, and says that it waited for thirty."""
    slow = Slow(0.0)
    monkeypatch.setattr(turn_module.time, "monotonic", lambda: slow.now)
    turn = Turn(slow)

    def run(steps, most, more):
        slow.now += 31.0
        return worker.Run({}, "done", min(30.0, more))

    slow.run, jobs = run, 0
    while not turn.is_over:
        turn.run([])
        jobs += 1
    assert slow.now <= 2 * slow.limits.wall * (1 + worker.MOST_WAITED) + 31.0 and jobs < 4


def test_a_submission_is_read_for_some_seconds_in_however_many_jobs_it_runs(monkeypatch):
    slow = Slow(0.0)
    monkeypatch.setattr(turn_module.time, "monotonic", lambda: slow.now)
    turn = Turn(slow)
    monkeypatch.setattr(slow, "run", lambda steps, most, more: worker.Run({}, "done", 0.0, 2.0))
    for over in (False, False, True):
        assert turn.run([]).reading == 2.0 and turn.is_over is over


def test_the_alarm_counts_no_time_in_which_others_had_the_processor(monkeypatch):
    begun = time.monotonic()
    monkeypatch.setattr(cells, "waited", lambda: min(0.3, time.monotonic() - begun))
    with pytest.raises(OverTime), cells.alarm(0.1):
        time.sleep(60)
    assert 0.45 < time.monotonic() - begun < 30


LONG = """import time
before = time.process_time()
while True:
    pass
def answer():
    return before
after = 1
"""


@confined
def test_of_a_late_cell_what_it_defines_below_is_there_and_a_brief_one_has_less_time():
    cells = [Cell(LONG), Cell("answer(), after"), Cell("begun = before"), Cell(LONG, brief=True)]
    cells += [Cell("assert time.process_time() - before < 0.8 < before - begun")]
    with Worker([], Limits(step=1.0)) as worker:
        replies = worker.run(cells).replies
    assert [replies[number].late for number in range(5)] == [True, False, False, True, False]
    assert replies[1].error == "NameError: name 'after' is not defined"
    assert not replies[2].error and not replies[4].error


def test_the_family_of_a_process_is_all_that_descends_from_it():
    name = b"\xff) S 1 1\n"  # of a process, which it gives itself
    program = f"import ctypes, os, sys\nctypes.CDLL(None).prctl(15, {name!r})\nos.fork()\nsys.stdin.read()"
    child = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE)
    while len(family := crowd.family(child.pid)) < 2:
        assert child.poll() is None
        time.sleep(0.01)
    assert child.pid in family and all(family.values())
    assert set(family) < set(crowd.family(os.getpid())) and os.getppid() not in crowd.family(os.getpid())
    child.communicate()


ENDS_ITS_FIRST_THREAD = """
import ctypes, sys, threading
held = bytearray(200_000_000)
for k in range(0, len(held), 4096): held[k] = 1
threading.Thread(target=sys.stdin.read).start()
ctypes.CDLL(None).pthread_exit(None)
"""


def test_the_memory_of_a_process_counts_when_its_first_thread_has_ended():
    child = subprocess.Popen([sys.executable, "-c", ENDS_ITS_FIRST_THREAD], stdin=subprocess.PIPE)
    while b") Z " not in Path(f"/proc/{child.pid}/stat").read_bytes():
        assert child.poll() is None
        time.sleep(0.01)
    family = crowd.family(child.pid)
    assert crowd.memory(child.pid, family) > 200_000_000
    child.kill()
    child.communicate()


ENDS_IT_WITH_TABLES = APART.replace("sys.stdin.read()", ENDS_ITS_FIRST_THREAD.partition("held[k] = 1\n")[2])


def test_the_tables_and_mappings_of_a_process_count_when_its_first_thread_has_ended():
    program = ENDS_IT_WITH_TABLES.replace("import ctypes, sys", "import ctypes, sys, threading")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    child = subprocess.Popen([sys.executable, "-c", program], **pipes)
    while b") Z " not in Path(f"/proc/{child.pid}/stat").read_bytes():
        assert child.poll() is None
        time.sleep(0.01)
    assert crowd.beside_resident(child.pid) >= 2_000 * 2 * 4096
    assert crowd.mappings(child.pid) >= 2_000 and crowd.mappings(2**22 + 1) == 0
    child.kill()
    child.communicate()


MAPS = """
import ctypes, mmap, os, time
libc, most = ctypes.CDLL(None), 30_000
room = mmap.mmap(-1, most * 8192, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(room))
for k in range(most):
    libc.mprotect(ctypes.c_void_p(start + k * 8192), ctypes.c_size_t(4096), mmap.PROT_READ)
for _ in range(30):
    if os.fork():
        break
time.sleep(20)
"""


@confined
@pytest.mark.slow
def test_forks_with_many_mappings_are_stopped_before_the_kernels_notes_fill_the_memory():
    with Worker([], Limits()) as worker:
        assert worker.run([Cell(MAPS)]).over == "memory"


def test_an_answer_that_comes_too_late_is_not_the_last_word():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(protocol.WAITED + protocol.SECONDS.pack(1.5) + protocol.DONE)
        assert worker._last_word(ours) == protocol.DONE


def test_a_crowd_is_counted_a_few_at_each_look(monkeypatch):
    counted = []
    held = iter([0, *[2**28] * 99])
    monkeypatch.setattr(crowd, "kernel_memory", lambda: next(held))
    monkeypatch.setattr(crowd, "mappings", lambda one: counted.append(one) or 100 if one < 10 else 60_000)
    seen, members = crowd.Mappings(), range(13)  # three of them have 60,000
    while not seen.are_too_many(members):
        assert len(counted) < 40
    held = iter([0, *[2**28] * 99])
    seen = crowd.Mappings()
    assert not any(seen.are_too_many(range(12)) for _ in range(40))  # two have
    assert not seen.are_too_many(range(10, 14))  # few
    held = iter([0, *[2**20] * 99])
    seen = crowd.Mappings()
    assert not any(seen.are_too_many(range(13)) for _ in range(40))  # the kernel has not grown


# What is unpacked.


def tar_of(members, folder, kind="gz"):
    path = folder / f"a.tar.{kind}"
    with tarfile.open(path, f"w:{kind}") as out:
        for name, size in members:
            (folder / "member").write_bytes(bytes(size))
            out.add(folder / "member", name)
    return File(path.name, path.read_bytes())


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz"])
def test_an_archive_is_given_up_where_it_is_too_much(tmp_path, monkeypatch, kind):
    file = tar_of([("large", 300_000), ("a.ipynb", 10)], tmp_path, kind)
    assert [one.name for one in archives.notebooks(file)] == ["a.ipynb"]
    monkeypatch.setattr(archives, "MOST_UNPACKED", 200_000)
    with pytest.raises(SubmissionError, match="unpacks to more than"):
        archives.notebooks(file)


def test_shadows_of_notebooks_are_left_out(tmp_path):
    names = ["a/b.ipynb", "__MACOSX/a/._b.ipynb", "a/.ipynb_checkpoints/b.ipynb", "._b.ipynb", "b.txt"]
    file = tar_of([(name, 1) for name in names], tmp_path)
    assert [one.name for one in archives.notebooks(file)] == ["a/b.ipynb"]


@given(st.binary(max_size=60), st.sampled_from(["a.zip", "a.tar", "a.tgz"]))
def test_an_archive_of_nonsense_is_told_as_one(content, name):
    for start in (b"", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"):
        with pytest.raises(SubmissionError, match="hand in the notebook itself"):
            archives.notebooks(File(name, start + content))


# What comes out.


@pytest.mark.parametrize("dtype", [kind for kind in protocol.DTYPES.values() if kind.is_floating_point])
def test_outcomes_come_out_as_they_went_in(dtype):
    value = torch.tensor([[1.5, float("nan"), -0.0]], dtype=torch.float64)
    came = Outcome(value=value, dtype=dtype, changed=(1,), printed="half \ud800", message="x" * 9_999)
    reply = protocol.Reply(3, outcomes=[protocol.pack(came)])
    (packed,) = protocol.unpack_reply(protocol.pack_reply(reply)).outcomes
    back = protocol.unpack(packed)
    assert torch.equal(back.value.isnan(), value.isnan()) and back.value.shape == value.shape
    assert (back.dtype, back.changed, back.printed) == (dtype, (1,), "half ?")
    assert len(back.message) == protocol.LONGEST


HONEST = msgspec.to_builtins(protocol.Packed(shape=[2], data=bytes(16), dtype="torch.int64"))


@pytest.mark.parametrize(
    "forged",
    [
        {"shape": [-1]},
        {"shape": [10**9]},
        {"shape": [True]},
        {"shape": [1] * 17},
        {"shape": [200, 200], "data": "A" * 213_340},
        {"dtype": "torch.save"},
        {"trouble": "bribed"},
        {"message": "x" * 2_001},
        {"data": "no base64!"},
        {"changed": ["all"]},
        {"changed": [0] * 17},
        {"passed": True},
    ],
)
def test_a_forged_outcome_counts_for_nothing(forged):
    line = msgspec.json.encode({"step": 0, "outcomes": [HONEST | forged]})
    assert protocol.unpack_reply(line) is None
    assert protocol.unpack_reply(msgspec.json.encode({"step": 0, "outcomes": [HONEST]})) is not None


@pytest.mark.parametrize("changed", [[1], [-1], [10**18]])
def test_an_argument_that_is_none_cannot_be_claimed_to_be_changed(changed):
    judge = Judge(find("7.1")[1], None, 5)
    packed = [protocol.pack(one) for one in judge.expected]
    for one in packed:
        one.data, one.changed = bytes(len(one.data)), changed
    assert judged(judge, protocol.Reply(0, outcomes=packed), 30).endswith("cannot be read.")
    packed[0].changed = packed[1].changed = [0]
    assert "cannot be read" in judged(judge, protocol.Reply(0, outcomes=packed), 30)


def test_a_claim_to_more_cases_than_a_check_has_is_not_kept():
    """A hundred megabytes of them, for each check, would lie in the grader's own memory."""
    most = max(len(task.cases(0)) for stem in tasks.MODULES for task in tasks.find_sheet(stem).tasks)
    assert most <= protocol.MOST_CASES
    said = [b'{"step":0,"outcomes":[%s]}' % b",".join([b"{}"] * n) for n in (most, protocol.MOST_CASES + 1)]
    assert [protocol.unpack_reply(line) is None for line in said] == [False, True]


def test_entries_that_do_not_fill_the_shape_are_refused():
    for shape, data in (([3], bytes(16)), ([2], bytes(15)), ([2, 2], b"")):
        with pytest.raises(protocol.ProtocolError):
            protocol.unpack(protocol.Packed(shape=shape, data=data))


@pytest.mark.parametrize("entry", [0.5, float("nan")])
def test_fractions_that_are_called_whole_numbers_are_refused(entry):
    value = torch.tensor([1.0, entry], dtype=torch.float64)
    packed = protocol.pack(Outcome(value=value, dtype=torch.float32))
    assert protocol.unpack(packed).holds_floats
    packed.dtype = "torch.int64"
    with pytest.raises(protocol.ProtocolError):
        protocol.unpack(packed)


@given(st.binary(max_size=200))
def test_nonsense_in_between_does_not_hide_an_honest_reply(nonsense):
    said = protocol.BEGUN + nonsense + b"\n" + protocol.pack_reply(protocol.Reply(1, error="mine"))
    assert _read(said, [Cell(""), Cell("")])[1].error == "mine"


def test_the_first_reply_to_a_step_counts_and_foreign_steps_do_not():
    lines = [protocol.pack_reply(protocol.Reply(step, error=str(n))) for n, step in enumerate((0, 0, -1, 7))]
    steps = [Cell(""), Call(("f",), b"")]
    assert {step: one.error for step, one in _read(b"\n" + b"\n".join(lines), steps).items()} == {0: "0"}
    with pytest.raises(WorkerError, match="sandbox startup failure"):
        _read(b"", steps)


@pytest.mark.parametrize(
    ("reply", "kinds"),
    [
        (protocol.Reply(0, outcomes=[]), {Call}),
        (protocol.Reply(0, submission=Submission()), {Read}),
        (protocol.Reply(0), {Cell, Call, Read}),
    ],
)
def test_a_reply_to_another_question_counts_for_nothing(reply, kinds):
    said = protocol.BEGUN + protocol.pack_reply(reply)
    steps = (Cell(""), Call(("f",), b""), Read([], Released("", {}, {}, frozenset())))
    assert {type(step) for step in steps if _read(said, [step])} == kinds


def test_a_reply_of_millions_of_objects_is_not_made_out():
    """Fifteen megabytes of them are eight seconds and more than a gigabyte, in the grader's own process."""
    outcomes = b"[" + b",".join([b"{}"] * (MOST_BRACKETS + 1)) + b"]"
    assert _read(
        b'\n{"step":0}\n{"step":1,"outcomes":' + outcomes + b"}", [Cell(""), Call(("f",), b"")]
    ).keys() == {0}
    lists = b",".join(b'"%d":[]' % n for n in range(MOST_BRACKETS + 1))
    hidden = b'\n{"step":0,"submission":{"below":{' + lists + b'}},"submission":null}'
    assert not _read(hidden, [Cell("")])
    code = protocol.pack_reply(protocol.Reply(0, submission=Submission([Own("{" * (MOST_BRACKETS + 1))])))
    assert _read(
        b"\n" + code, [Read([], Released("", {}, {}, frozenset()))]
    )  # of a jail in which nothing of a student's has run


def test_a_job_is_listened_to_until_it_ends_or_has_used_up_what_it_may(monkeypatch):
    monkeypatch.setattr(worker, "START", 0.0)
    (control, theirs), (out, into) = socket.socketpair(), os.pipe()
    with pytest.raises(WorkerError, match="did not start"):
        _listen(control, out, Limits())
    for limits, over in ((Limits(wall=0.0), "late"), (Limits(output=3), "output")):
        os.write(into, b"\nsaid")
        assert _listen(control, out, limits) == (b"\nsaid", over, 0.0) and theirs.recv(9) == protocol.STOP
    theirs.send(protocol.MEMORY)
    assert _listen(control, out, Limits()) == (b"", "", 0.0)  # the fork server has the word
    for end in (control, theirs):
        end.close()
    for descriptor in (out, into):
        os.close(descriptor)


@confined
@pytest.mark.slow
def test_a_job_larger_than_a_pipe_goes_in_and_a_reply_comes_out():
    cell = Cell("text = '" + "x" * 3_000_000 + "'\ndef length(start):\n    return torch.zeros(len(text))[:5]")
    call = Call(("length",), protocol.pack_cases([(1,)] * 50))
    with Worker(["prpn_edu.latent.gates"], Limits()) as worker:
        imports = Cell("from prpn_edu import evaluation\nfrom prpn_edu.latent import limit_laws\nx = 1")
        assert [one.error for one in worker.run([imports, Cell("x")]).replies.values()] == ["", ""]
        run = worker.run([Cell("import torch"), cell, call])
        assert run.over == "done" and len(run.replies[2].outcomes) == 50
        assert worker.run([Cell("length")]).replies[0].error.startswith("NameError")


def test_the_filter_of_calls_jumps_inside_of_itself():
    for machine in syscalls.MACHINES:
        code = syscalls.program(machine)
        steps = [code[at : at + 8] for at in range(0, len(code), 8)]
        for at, step in enumerate(steps):
            assert at + 1 + max(step[2], step[3]) < len(steps) or step[0] == syscalls.RETURN
