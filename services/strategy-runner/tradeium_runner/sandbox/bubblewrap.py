"""Describes the sandbox to bubblewrap and checks, before any strategy runs, whether it works here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tradeium_runner import log
from tradeium_runner.failures import SandboxUnavailable
from tradeium_runner.limits import RunLimits
from tradeium_runner.sandbox.cgroup import CgroupParent, find_cgroup_parent
from tradeium_runner.sandbox.memory_file import sealed_copy
from tradeium_runner.sandbox.python_tree import PythonTree, find_python_tree, make_reachable, unreachable_folders
from tradeium_runner.sandbox.seccomp import UnsupportedMachine, filter_program

_NOBODY = 65534
_OLDEST = (0, 8)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_CLOSE_NAMESPACES = "--disable-userns"
# An interpreter is in namespaces of its own, which its parent needs a capability to make; it drops that itself.
PARENT_OPTIONS = ("--cap-add", "CAP_SYS_ADMIN")
_ALL_NAMESPACES = "--unshare-all"
_NAMESPACES = {
    "--unshare-cgroup": 0x02000000,
    "--unshare-uts": 0x04000000,
    "--unshare-ipc": 0x08000000,
    "--unshare-pid": 0x20000000,
    "--unshare-net": 0x40000000,
}
# The file that bubblewrap needs to write for that, and cannot where a container's /proc is partly read-only.
_CLOSED_BY = "max_user_namespaces"
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "HOME": "/",
    # Sets have the same order in every interpreter, so that equal inputs give equal weights.
    "PYTHONHASHSEED": "0",
    # The supervisor must have no second thread when it forks.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MALLOC_ARENA_MAX": "2",
}


@dataclass(frozen=True)
class Sandbox:
    """
    Everything for starting interpreters. `command` starts their parent. `filter`: the system calls of a supervisor;
    `strict_filter`: those left to a strategy. `host_user`: the user of the host they run as; None: the worker's own.
    """

    program: str
    arguments: bytes
    command: tuple[str, ...]
    filter: bytes
    strict_filter: bytes
    host_user: int | None
    cgroups: CgroupParent | None
    limits: RunLimits

    @property
    def namespaces(self) -> int:
        """The kinds of namespaces (CLONE_NEW…) that an interpreter has of its own: those that its parent has."""
        words = self.arguments.decode().split("\0")
        return sum(flag for word, flag in _NAMESPACES.items() if word in words or _ALL_NAMESPACES in words)


def prepare_sandbox(limits: RunLimits) -> Sandbox:
    """
    Determines how to confine strategies here and tries it once; raises SandboxUnavailable with a remedy.
    May give this process its own mounts, so call it before any thread is started.
    """
    program = _find_program()
    try:
        filters = filter_program(supervisor=True), filter_program()
    except UnsupportedMachine as cause:
        raise SandboxUnavailable(str(cause)) from cause
    cgroups = find_cgroup_parent()
    problem = ""
    for host_user, tree in _candidates():
        command = (tree.executable, "-s", "-S", "-B", "-X", "utf8", "/sdk/bootstrap.py")
        for closing in ((_CLOSE_NAMESPACES,), ()):
            sandbox = Sandbox(program, _arguments(tree, closing), command, *filters, host_user, cgroups, limits)
            problem = _try_out(sandbox)
            if not problem:
                _describe(sandbox)
                return sandbox
            if _CLOSED_BY not in problem:
                break
    raise SandboxUnavailable(_remedy(problem))


def as_user(host_user: int | None) -> dict[str, object]:
    """The arguments that make subprocess start a program as this user."""
    return {} if host_user is None else {"user": host_user, "group": host_user, "extra_groups": []}


def _find_program() -> str:
    if not sys.platform.startswith("linux"):
        raise SandboxUnavailable(
            "strategies run on Linux only (namespaces, seccomp); use the containers on other systems"
        )
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxUnavailable("bubblewrap is missing: install it (Debian, Ubuntu: apt-get install bubblewrap)")
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    numbers = re.search(r"(\d+)\.(\d+)", answer.stdout)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < _OLDEST:
        raise SandboxUnavailable(
            f"bubblewrap 0.8 or newer is needed, {program} is {answer.stdout.strip() or 'unknown'}"
        )
    return program


def _candidates() -> list[tuple[int | None, PythonTree]]:
    """Even when started by root, an interpreter runs as a user who owns nothing on the host, where possible."""
    tree = find_python_tree()
    if os.geteuid() != 0:
        return [(None, tree)]
    try:
        return [(_NOBODY, make_reachable(tree)), (None, tree)]
    except OSError as cause:
        log.warn(
            "Python is closed to other users and cannot be mounted elsewhere",
            folders=unreachable_folders(tree),
            cause=cause,
        )
        return [(None, tree)]


def _arguments(tree: PythonTree, closing: tuple[str, ...]) -> bytes:
    """
    Options of bwrap, each ended by NUL. Everything inside is read-only, and there is no /proc. Without `closing` only
    the filters refuse further namespaces.
    """
    words = [
        _ALL_NAMESPACES,
        "--unshare-user",
        *closing,
        "--uid",
        str(_NOBODY),
        "--gid",
        str(_NOBODY),
    ]
    words += [
        "--hostname",
        "sandbox",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--clearenv",
    ]
    for name, value in {**_ENVIRONMENT, "LD_LIBRARY_PATH": tree.library_path}.items():
        words += ["--setenv", name, value]
    for here, there in tree.binds:
        words += ["--ro-bind", here, there]
    for target, name in tree.links:
        words += ["--symlink", target, name]
    for device in _DEVICES:
        words += ["--dev-bind", device, device]
    words += ["--dir", "/tmp", "--dir", "/dev/shm", "--remount-ro", "/", "--chdir", "/"]
    return b"".join(word.encode() + b"\0" for word in words)


def _try_out(sandbox: Sandbox) -> str:
    """
    Starts Python in the sandbox, which imports its packages, forks, and proves by forbidden calls that both filters
    hold; returns what went wrong, or nothing.
    """
    arguments = sealed_copy("arguments", sandbox.arguments)
    try:
        words = [sandbox.program, "--args", str(arguments), *PARENT_OPTIONS, sandbox.command[0], "-s", "-S", "-B"]
        filters = [sandbox.filter.hex(), sandbox.strict_filter.hex()]
        answer = subprocess.run(
            [*words, "/sdk/trial.py", str(sandbox.namespaces), *filters],
            pass_fds=(arguments,),
            env={},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
            **as_user(sandbox.host_user),  # type: ignore[call-overload]
        )
    except (OSError, subprocess.SubprocessError) as cause:
        return str(cause)
    finally:
        os.close(arguments)
    if answer.returncode == 0:
        return ""
    return (answer.stderr.strip().splitlines() or [f"exit status {answer.returncode}"])[-1]


def _remedy(problem: str) -> str:
    hint = ""
    if re.search(r"namespace|uid map|not permitted|Permission denied", problem):
        hint = "; let ordinary users create namespaces, or grant them to the container (docs/sandbox.md)"
    return f"bubblewrap does not work here: {problem}{hint}"


def _describe(sandbox: Sandbox) -> None:
    log.info(
        "sandbox works",
        runs_as="an unprivileged user" if sandbox.host_user or os.geteuid() else "root without privileges",
        limits=f"cgroup v{sandbox.cgroups.version} and rlimits"
        if sandbox.cgroups
        else "rlimits only, no writable cgroup",
        namespaces="closed and refused"
        if _CLOSE_NAMESPACES.encode() in sandbox.arguments
        else "refused by the filters",
        container_filter=_has_filter(),
    )


def _has_filter() -> bool:
    """True if this process is under a system call filter itself, as in a container that has one."""
    return re.search(r"^Seccomp:\s*2", Path("/proc/self/status").read_text(), re.MULTILINE) is not None
