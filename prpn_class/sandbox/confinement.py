"""Is there a sandbox on this machine, and the command that starts a process in it.

On Linux, bubblewrap: no network, no environment, no home, no other student; system and Python read-only, one
scratch folder. Where there is none the grader refuses, unless the teacher trusts the students.
"""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

from prpn_class.sandbox.jail import SCRATCH
from prpn_class.sandbox.library import PACKAGES, folder_of

LIBRARY = "/library"  # the copy of the library for one sheet, inside
SYSTEM = (
    *("/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib"),
    *("/usr/share/fonts", "/usr/share/fontconfig", "/usr/share/zoneinfo", "/usr/share/terminfo"),
    *("/bin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/etc/fonts"),
)
RIGHTS = ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_SYS_RESOURCE")
CURE = (
    "install bubblewrap (Debian, Ubuntu: apt install bubblewrap) on a Linux that allows it (Ubuntu 24.04 and "
    "newer: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0), or, if you trust every student "
    "and hold nothing here that you would miss, grade with --trust-students"
)
IN_CI = (
    "give the run a sandbox: on GitHub, `sudo apt-get install bubblewrap` and `sudo sysctl -w "
    "kernel.apparmor_restrict_unprivileged_userns=0`, or, for a job with `container:`, install bubblewrap in "
    "it and add `options: --privileged`; on GitLab, `apt-get install bubblewrap` on a runner whose "
    "config.toml says `privileged = true`"
)


def cure() -> str:
    """How to get a sandbox where there is none: on this machine, or for a run of CI."""
    return IN_CI if os.environ.get("CI") else CURE


def environment(library: str, scratch: str) -> dict[str, str]:
    """All that a student's process learns of the environment."""
    return {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "PYTHONPATH": library,
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "TORCHDYNAMO_DISABLE": "1",  # `torch.compile` needs a compiler, and changes no value
        "HOME": scratch,
        "PWD": scratch,
        "TMPDIR": scratch,
        "IPYTHONDIR": f"{scratch}/.ipython",
        "MPLCONFIGDIR": f"{scratch}/.matplotlib",
        "MPLBACKEND": "Agg",
        "LANG": "C.UTF-8",
        "SHELL": "/bin/sh",
        **dict.fromkeys(("USER", "LOGNAME", "USERNAME"), "student"),
    }


def bubblewrap(library: Path, hidden: Iterable[Path] = ()) -> list[str]:
    """The command line up to the program that is to run inside.

    Args:
        library: the folder that answers import from.
        hidden: folders that are not to be seen, wherever they lie. Those of the course always are.
    """
    command = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    command += ["--hostname", "sandbox"]
    if os.geteuid() != 0:
        command.append("--unshare-user")
    command += ["--cap-drop", "ALL"]
    for right in RIGHTS:  # the fork server's, to make jails; a jail gives them up
        command += ["--cap-add", right]
    covered = {*_course(), *(str(Path(place).resolve()) for place in hidden)}
    command += [*_places({*SYSTEM, *_python()}, covered), "--ro-bind", str(library), LIBRARY]
    command += ["--dev", "/dev", "--proc", "/proc"]
    command += ["--dev-bind", os.devnull, "/dev/zero"]  # it can be mapped: memory that no limit counts
    command += ["--perms", "0755", "--tmpfs", SCRATCH, "--chdir", SCRATCH]
    if not any(Path(place).is_relative_to("/tmp") for place in _python()):
        command += ["--symlink", SCRATCH, "/tmp"]  # where answers may keep notes
    for name, value in environment(LIBRARY, SCRATCH).items():
        command += ["--setenv", name, value]
    return [*command, "--remount-ro", "/dev", "--remount-ro", "/"]


def _places(shown: set[str], hidden: set[str]) -> list[str]:
    """The options that show some places read-only, and cover the hidden ones among them.

    The outermost come first, so that what is hidden inside of something shown is covered, and what is shown
    inside of something hidden (an environment in a checkout) comes out of the cover again.
    """
    options, covers = [], []
    for place in sorted(shown | hidden, key=lambda place: (len(Path(place).parts), place)):
        if place not in hidden:
            for above in reversed(Path(place).parents[:-1]):  # a jail's own identity has to pass through
                options += ["--perms", "0755", "--dir", str(above)]
            options += ["--ro-bind-try", place, place]
        elif any(Path(place).is_relative_to(Path(folder).resolve()) for folder in shown):
            if Path(place).is_dir():
                options += ["--perms", "0755", "--tmpfs", place]
                covers += ["--remount-ro", place]
            elif Path(place).exists():
                options += ["--ro-bind", os.devnull, place]
    return options + covers


def _python() -> set[str]:
    """The folders of the interpreter and its packages, and nothing that lies beside them."""
    paths = map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib"))
    parts = ("bin", "lib", "lib64", "pyvenv.cfg")
    return {*paths, *(str(Path(prefix, part)) for prefix in (sys.prefix, sys.base_prefix) for part in parts)}


def _course() -> set[str]:
    """The course itself, which holds the answers: its packages, and the checkout that they lie in."""
    hidden = set()
    for package in map(folder_of, PACKAGES):
        checkout = package.parent
        own = checkout if (checkout / "pyproject.toml").is_file() else checkout / "solutions"
        hidden |= {str(package), str(own)}
    return hidden


@functools.cache
def trouble() -> str | None:
    """Why answers cannot be confined here; None when they can."""
    if sys.platform != "linux":
        return f"there is no sandbox for {sys.platform}"
    if shutil.which("bwrap") is None:
        return "bubblewrap (bwrap) is not installed"
    probe = subprocess.run(
        [*bubblewrap(folder_of("prpn_class").parent), sys.executable, "-c", PROBE],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    if probe.returncode == 0 and probe.stdout.strip() == "confined":
        return None
    said = (probe.stderr.strip() or "sandbox startup failure").splitlines()[-1]
    return f"bubblewrap does not work here ({said})"


PROBE = """
import os
from prpn_class.sandbox import jail
from prpn_class.sandbox.identity import FIRST
jail.unshare()
child = os.fork()
if child == 0:
    limits = jail.Limits()
    jail.mount_private(limits)
    jail.limit(limits)
    jail.give_up_rights(limits, FIRST)
    print("confined", flush=True)
    os._exit(0)
os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
