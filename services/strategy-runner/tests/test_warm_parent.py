"""Interpreters of one warmed parent: apart from it and from each other, and gone without a trace."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import struct
import time
from pathlib import Path
from typing import Any

import pytest
from candle_samples import candles_blob
from conftest import NO_PRIVATE, run_once, until_gone
from hostile import GOOD, attack

from tradeium_runner.failures import InterpreterFailed
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.limits import MAX_PROCESSES
from tradeium_runner.sandbox import warm_parent
from tradeium_runner.sandbox.bubblewrap import Sandbox
from tradeium_runner.sandbox.cgroup import Cgroup
from tradeium_runner.sandbox.forked_process import ForkedProcess
from tradeium_runner.sandbox.interpreter import Interpreter
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.strategy_run import Runner

NAMESPACES = ("pid", "net", "ipc", "uts", "cgroup")
JOBS = 150


def status_of(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, value in (line.split(":", 1) for line in lines)}


def parent_of(interpreter: Interpreter) -> int:
    return int(status_of(interpreter.pid)["PPid"])


def children_of(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if int(status_of(int(path.name))["PPid"]) == pid:
                found.append(int(path.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def code_addresses(interpreter: Interpreter) -> list[str]:
    lines = Path(f"/proc/{interpreter.pid}/maps").read_text().splitlines()
    return [line.split()[0] for line in lines if "libarrow" in line]


def runner_of(sandbox: Sandbox, blobs: Blobs, parent: WarmParent) -> Runner:
    return Runner(Pool(parent.launch, 0), blobs, sandbox.limits, NO_PRIVATE, checks_causality=False)


def test_an_interpreter_has_no_rights_and_its_own_namespaces(
    loop: asyncio.AbstractEventLoop, parent: WarmParent
) -> None:
    async def story() -> None:
        one, other = await parent.launch(True), await parent.launch(True)
        for interpreter in (one, other):
            status = status_of(interpreter.pid)
            assert {name: int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {
                "CapInh": 0,
                "CapPrm": 0,
                "CapEff": 0,
                "CapAmb": 0,
            }
            assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
            assert status["NSpid"].split()[-1] == "1"
        processes = (one.pid, other.pid, parent_of(one), os.getpid())
        assert parent_of(one) == parent_of(other)
        for kind in NAMESPACES:
            assert len({os.readlink(f"/proc/{pid}/ns/{kind}") for pid in processes}) == len(processes), kind
        await one.close()
        await other.close()

    loop.run_until_complete(story())


def test_an_interpreter_holds_no_descriptor_of_its_parent_or_of_others(
    loop: asyncio.AbstractEventLoop, parent: WarmParent
) -> None:
    async def story() -> None:
        one, other = await parent.launch(True), await parent.launch(True)
        held = [
            {os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()}
            for pid in (one.pid, other.pid, parent_of(one))
        ]
        assert [len(list(Path(f"/proc/{each.pid}/fd").iterdir())) for each in (one, other)] == [4, 4]
        sockets = [{name for name in names if name.startswith("socket:")} for names in held]
        assert [len(names) for names in sockets] == [1, 1, 1]
        assert len(set.union(*sockets)) == 3
        await one.close()
        await other.close()

    loop.run_until_complete(story())


def test_without_filters_a_strategy_still_finds_only_itself_and_its_supervisor(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, blobs: Blobs
) -> None:
    anything = struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)
    open_one = dataclasses.replace(sandbox, filter=anything, strict_filter=anything)
    find = """
    for pid in range(1, 3000):
        try: os.sched_getaffinity(pid)
        except ProcessLookupError: continue
        print(pid)
    """

    async def story() -> None:
        parent = WarmParent(lambda: open_one)
        busy = await parent.launch(True)
        output = await run_once(runner_of(open_one, blobs, parent), attack(find), candles_blob())
        assert output["prints"].split() == ["1", "2"]
        assert not busy.process.has_ended
        await busy.close()
        await parent.close()

    loop.run_until_complete(story())


def test_a_supervisor_that_is_killed_costs_its_own_run_only(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, blobs: Blobs, parent: WarmParent
) -> None:
    async def story() -> None:
        taken: list[Interpreter] = []

        async def launch(hurry: bool) -> Interpreter:
            taken.append(await parent.launch(hurry))
            return taken[-1]

        runner = Runner(Pool(launch, 0), blobs, sandbox.limits, NO_PRIVATE, checks_causality=False)

        async def begun(source: str) -> asyncio.Task[dict[str, Any]]:
            task = asyncio.create_task(run_once(runner, attack(source), candles_blob()))
            count = len(taken)
            while len(taken) == count:
                await asyncio.sleep(0)
            await taken[-1].begun.wait()
            return task

        waits = await begun("import time; time.sleep(1)")
        dies = await begun("while True: pass")
        os.kill(taken[-1].pid, signal.SIGKILL)
        with pytest.raises(InterpreterFailed):
            await dies
        assert (await waits)["ok"]
        assert (await run_once(runner, GOOD, candles_blob()))["ok"]

    loop.run_until_complete(story())


def test_many_jobs_leave_no_process_no_descriptor_and_no_memory(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, blobs: Blobs
) -> None:
    async def story() -> None:
        parent = WarmParent(lambda: sandbox)
        witness = await parent.launch(True)
        pid = parent_of(witness)
        runner = runner_of(sandbox, blobs, parent)
        assert (await run_once(runner, GOOD, candles_blob()))["ok"]
        before = len(os.listdir("/proc/self/fd")), int(status_of(pid)["VmRSS"].split()[0])
        for _ in range(JOBS):
            await (await parent.launch(True)).close()
        assert (await run_once(runner, GOOD, candles_blob()))["ok"]
        after = len(os.listdir("/proc/self/fd")), int(status_of(pid)["VmRSS"].split()[0])
        assert children_of(pid) == [witness.pid]
        assert after[0] <= before[0]
        assert after[1] - before[1] < 1024, "kB"
        await witness.close()
        await parent.close()
        await until_gone(pid)

    loop.run_until_complete(story())


def test_a_parent_that_has_died_is_started_again(loop: asyncio.AbstractEventLoop, sandbox: Sandbox) -> None:
    async def story() -> None:
        parent = WarmParent(lambda: sandbox)
        first = await parent.launch(True)
        os.kill(parent_of(first), signal.SIGKILL)
        await asyncio.wait_for(first.process.wait(), 10)
        await first.close()
        second = await parent.launch(True)
        assert not second.process.has_ended
        await second.close()
        await parent.close()

    loop.run_until_complete(asyncio.wait_for(story(), 60))


def test_only_another_parent_gives_objects_other_addresses(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, parent: WarmParent
) -> None:
    async def story() -> None:
        other = WarmParent(lambda: sandbox)
        interpreters = [await parent.launch(True), await parent.launch(True), await other.launch(True)]
        one, same, apart = (code_addresses(interpreter) for interpreter in interpreters)
        assert one == same
        assert not set(one) & set(apart)
        for interpreter in interpreters:
            await interpreter.close()
        await other.close()

    loop.run_until_complete(story())


@pytest.mark.parametrize("kills", [1, 2])
def test_a_fork_that_is_killed_before_it_is_ready_costs_only_itself(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    left = kills

    class Killed(ForkedProcess):
        def __init__(self, pid: int):
            nonlocal left
            super().__init__(pid)
            if left > 0:
                left -= 1
                self.kill()

    async def story() -> None:
        witness = await parent.launch(True)
        monkeypatch.setattr(warm_parent, "ForkedProcess", Killed)
        if kills == 1:
            await (await parent.launch(True)).close()
        else:
            with pytest.raises(InterpreterFailed):
                await parent.launch(True)
        after = await parent.launch(True)
        assert left == 0
        assert not witness.process.has_ended
        assert parent_of(after) == parent_of(witness)
        await witness.close()
        await after.close()

    loop.run_until_complete(story())


def test_a_fork_that_the_kernel_refuses_costs_only_itself(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, parent: WarmParent
) -> None:
    if sandbox.cgroups is None:
        # An ordinary user without a delegated group, where nothing counts processes.
        return

    async def story() -> None:
        witness = await parent.launch(True)
        group = _group_of(sandbox, parent_of(witness))
        limit = (group / "pids.max").read_text()
        (group / "pids.max").write_text((group / "pids.current").read_text())
        try:
            with pytest.raises(InterpreterFailed):
                await parent.launch(True)
        finally:
            (group / "pids.max").write_text(limit)
        after = await parent.launch(True)
        assert not witness.process.has_ended
        assert parent_of(after) == parent_of(witness)
        await witness.close()
        await after.close()

    loop.run_until_complete(story())


def test_more_interpreters_than_a_group_has_processes_are_forked_together(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Cgroup.add

    def add_slowly(group: Cgroup, pid: int) -> None:
        time.sleep(0.3)
        add(group, pid)

    async def story() -> None:
        await (await parent.launch(True)).close()
        monkeypatch.setattr(Cgroup, "add", add_slowly)
        interpreters = await asyncio.gather(*[parent.launch(True) for _ in range(MAX_PROCESSES + 4)])
        assert len({parent_of(interpreter) for interpreter in interpreters}) == 1
        await asyncio.gather(*[interpreter.close() for interpreter in interpreters])

    loop.run_until_complete(story())


def test_a_parent_that_is_silent_is_replaced(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        parent = WarmParent(lambda: sandbox)
        first = await parent.launch(True)
        os.kill(parent_of(first), signal.SIGSTOP)
        with monkeypatch.context() as hasty:
            hasty.setattr(warm_parent, "START_TIMEOUT_SECONDS", 0.1)
            hasty.setattr(warm_parent, "_ANSWER_TIMEOUT_SECONDS", 0.1)
            with pytest.raises(InterpreterFailed):
                await parent.launch(True)
        await asyncio.wait_for(first.process.wait(), 10)
        await first.close()
        await (await parent.launch(True)).close()
        await parent.close()

    loop.run_until_complete(asyncio.wait_for(story(), 60))


def _group_of(sandbox: Sandbox, pid: int) -> Path:
    """The directory of the group that counts a process."""
    assert sandbox.cgroups is not None
    groups = sandbox.cgroups.directories["pids"].glob(f"{sandbox.cgroups.name}.*")
    return next(group for group in groups if str(pid) in (group / "cgroup.procs").read_text().split())
