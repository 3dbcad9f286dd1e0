"""Limits one interpreter's memory, processes and processor time with cgroups (version 1 or 2)."""

from __future__ import annotations

import contextlib
import functools
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tradeium_runner.limits import MAX_PROCESSES

_PREFIX = "tradeium-runner-"
_CPU_PERIOD_US = 100_000
_CONTROLLERS = ("memory", "pids", "cpu")


@dataclass(frozen=True)
class CgroupParent:
    """Where interpreters' groups are made: one directory for version 2, one for each controller for version 1."""

    version: int
    directories: Mapping[str, Path]
    name: str


@dataclass(frozen=True)
class Cgroup:
    """The group of one interpreter."""

    version: int
    directories: Mapping[str, Path]

    def add(self, pid: int) -> None:
        """Moves a process into the group, before it starts others."""
        for directory in set(self.directories.values()):
            (directory / "cgroup.procs").write_text(str(pid))

    def set_low_priority(self, low: bool) -> None:
        """An idle interpreter yields the processor to those that run strategies."""
        directory = self.directories.get("cpu")
        if directory:
            name, normal = ("cpu.shares", 1024) if self.version == 1 else ("cpu.weight", 100)
            (directory / name).write_text(str(normal // 3 if low else normal))

    def ran_out_of_memory(self) -> bool:
        """True if the kernel has killed a process of the group for its memory."""
        directory = self.directories["memory"]
        text = (directory / ("memory.oom_control" if self.version == 1 else "memory.events")).read_text()
        counts = dict(line.split() for line in text.splitlines())
        return counts.get("oom_kill", "0") != "0"

    def remove(self) -> None:
        """Kills what is left in the group and removes it. Waits for two seconds at most."""
        for directory in set(self.directories.values()):
            _kill_and_remove(directory)


@functools.cache
def find_cgroup_parent() -> CgroupParent | None:
    """The groups that this process may add to, or None; removes what a killed worker left."""
    parent = _version_2() or _version_1()
    if parent:
        for directory in set(parent.directories.values()):
            _remove_left_over(directory)
    return parent


def create_cgroup(parent: CgroupParent, name: str, memory_bytes: int) -> Cgroup:
    """Makes a group with its limits set: memory without swap, processes, one processor. Raises OSError."""
    directories = {key: path / f"{parent.name}.{name}" for key, path in parent.directories.items()}
    for directory in set(directories.values()):
        directory.mkdir()
    group = Cgroup(parent.version, directories)
    try:
        for controller, file, value in _limits(parent.version, memory_bytes):
            # Swap is not always accounted for; where it is not, its file is missing.
            if controller in directories and ("sw" not in file or (directories[controller] / file).exists()):
                (directories[controller] / file).write_text(value)
    except OSError:
        group.remove()
        raise
    return group


def _limits(version: int, memory_bytes: int) -> Iterator[tuple[str, str, str]]:
    if version == 1:
        yield "memory", "memory.limit_in_bytes", str(memory_bytes)
        yield "memory", "memory.memsw.limit_in_bytes", str(memory_bytes)
        yield "cpu", "cpu.cfs_period_us", str(_CPU_PERIOD_US)
        yield "cpu", "cpu.cfs_quota_us", str(_CPU_PERIOD_US)
    else:
        yield "memory", "memory.max", str(memory_bytes)
        yield "memory", "memory.swap.max", "0"
        yield "cpu", "cpu.max", f"{_CPU_PERIOD_US} {_CPU_PERIOD_US}"
    yield "pids", "pids.max", str(MAX_PROCESSES)


def _own_name() -> str:
    return f"{_PREFIX}{os.getpid()}"


def _own_directories(filesystem: str) -> dict[str, Path]:
    """This process's directory in each mounted hierarchy, by controller ("" for version 2)."""
    own = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        own.update({controller: path for controller in controllers.split(",")})
    found: dict[str, Path] = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, after = line.split(" - ", 1)
        root, mount_point = before.split()[3:5]
        kind, _, options = after.split()[:3]
        if kind != filesystem:
            continue
        for controller in [""] if kind == "cgroup2" else options.split(","):
            if controller in own:
                inside = os.path.relpath(own[controller], root)
                found[controller] = Path(mount_point) / ("" if inside.startswith("..") else inside)
    return found


def _version_1() -> CgroupParent | None:
    with contextlib.suppress(OSError):
        own = _own_directories("cgroup")
        directories = {c: own[c] for c in _CONTROLLERS if c in own and os.access(own[c], os.W_OK)}
        if "memory" in directories and "pids" in directories and _can_create(directories):
            return CgroupParent(1, directories, _own_name())
    return None


def _version_2() -> CgroupParent | None:
    """Groups under our own need its controllers, which requires it to be empty of processes."""
    with contextlib.suppress(OSError):
        own = _own_directories("cgroup2").get("")
        if own is None or not {"memory", "pids"} <= set((own / "cgroup.controllers").read_text().split()):
            return None
        handed_down = " ".join(f"+{c}" for c in _CONTROLLERS if c in (own / "cgroup.controllers").read_text().split())
        if not {"memory", "pids"} <= set((own / "cgroup.subtree_control").read_text().split()):
            _step_aside(own, handed_down)
        directories = {c: own for c in _CONTROLLERS if c in (own / "cgroup.subtree_control").read_text().split()}
        if _can_create(directories):
            return CgroupParent(2, directories, _own_name())
    return None


def _step_aside(own: Path, handed_down: str) -> None:
    """Moves this worker into a leaf group, as a service with a delegated group does; undone when refused."""
    leaf = own / f"{_own_name()}.worker"
    leaf.mkdir(exist_ok=True)
    try:
        (leaf / "cgroup.procs").write_text(str(os.getpid()))
        (own / "cgroup.subtree_control").write_text(handed_down)
    except OSError:
        (own / "cgroup.procs").write_text(str(os.getpid()))
        leaf.rmdir()
        raise


def _can_create(directories: Mapping[str, Path]) -> bool:
    for directory in set(directories.values()):
        probe = directory / f"{_own_name()}.probe"
        probe.mkdir(exist_ok=True)
        probe.rmdir()
    return True


def _remove_left_over(directory: Path) -> None:
    for child in directory.glob(f"{_PREFIX}*"):
        pid = child.name.removeprefix(_PREFIX).split(".")[0]
        if not Path("/proc", pid).exists():
            with contextlib.suppress(OSError):
                child.rmdir()


def _kill_and_remove(directory: Path) -> None:
    """A killed process leaves its group a moment later, so removal needs more than one attempt."""
    for _ in range(100):
        with contextlib.suppress(OSError):
            for pid in map(int, (directory / "cgroup.procs").read_text().split()):
                # 0 stands for a process of another pid namespace; to kill() it would mean ourselves.
                if pid > 0:
                    os.kill(pid, 9)
        try:
            directory.rmdir()
            return
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.02)
