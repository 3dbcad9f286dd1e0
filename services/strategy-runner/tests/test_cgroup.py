"""Groups get their limits, report when memory ran out, and are removed; in both versions of the interface."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tradeium_runner.sandbox.cgroup import CgroupParent, create_cgroup, find_cgroup_parent


def parent_of(version: int, folder: Path) -> CgroupParent:
    """A parent among ordinary folders, which shows the files that would be written."""
    names = ("memory", "pids", "cpu")
    directories = {name: folder / name for name in names} if version == 1 else dict.fromkeys(names, folder)
    for directory in directories.values():
        directory.mkdir(parents=True, exist_ok=True)
    return CgroupParent(version, directories, "tradeium-runner-1")


def test_version_1_has_a_group_in_each_hierarchy(tmp_path: Path) -> None:
    group = create_cgroup(parent_of(1, tmp_path), "7", 256 << 20)
    group.add(42)
    for controller in ("memory", "pids", "cpu"):
        assert (tmp_path / controller / "tradeium-runner-1.7" / "cgroup.procs").read_text() == "42"
    assert (tmp_path / "memory/tradeium-runner-1.7/memory.limit_in_bytes").read_text() == str(256 << 20)
    assert not (tmp_path / "memory/tradeium-runner-1.7/memory.memsw.limit_in_bytes").exists()
    assert (tmp_path / "pids/tradeium-runner-1.7/pids.max").read_text() == "16"
    assert (tmp_path / "cpu/tradeium-runner-1.7/cpu.cfs_quota_us").read_text() == "100000"


def test_version_2_has_one_group(tmp_path: Path) -> None:
    group = create_cgroup(parent_of(2, tmp_path), "7", 256 << 20)
    here = tmp_path / "tradeium-runner-1.7"
    assert (here / "memory.max").read_text() == str(256 << 20)
    assert (here / "pids.max").read_text() == "16"
    assert (here / "cpu.max").read_text() == "100000 100000"
    group.set_low_priority(True)
    low = (here / "cpu.weight").read_text()
    group.set_low_priority(False)
    assert (low, (here / "cpu.weight").read_text()) == ("33", "100")


def test_memory_that_ran_out_is_known(tmp_path: Path) -> None:
    first, second = parent_of(1, tmp_path / "a"), parent_of(2, tmp_path / "b")
    for parent, name, text in (
        (first, "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill {}\n"),
        (second, "memory.events", "low 0\nhigh 0\nmax 9\noom 1\noom_kill {}\noom_group_kill 0\n"),
    ):
        group = create_cgroup(parent, "1", 1 << 20)
        for kills in (0, 2):
            (group.directories["memory"] / name).write_text(text.format(kills))
            assert group.ran_out_of_memory() == (kills > 0)


def test_a_real_group_bounds_a_process_and_is_removed() -> None:
    parent = find_cgroup_parent()
    if parent is None:
        # An ordinary user without a delegated group: the rest of the suite then shows that rlimits hold.
        return
    group = create_cgroup(parent, "test", 64 << 20)
    hungry = subprocess.Popen([sys.executable, "-c", "input(); bytearray(256 << 20)"], stdin=subprocess.PIPE)
    group.add(hungry.pid)
    hungry.communicate(b"\n")
    assert hungry.returncode == -9
    assert group.ran_out_of_memory()
    group.remove()
    assert not any(directory.exists() for directory in group.directories.values())
