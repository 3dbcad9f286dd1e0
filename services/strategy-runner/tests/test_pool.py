"""Warm interpreters: each serves one run, dead ones are replaced, and all are gone when the pool closes."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from candle_samples import candles_blob
from conftest import MEMORY_MB, NO_PRIVATE, TIMEOUT_SECONDS, run_once, until_gone

from tradeium_runner.failures import InterpreterFailed, SandboxUnavailable
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.limits import RunLimits
from tradeium_runner.sandbox.interpreter import Interpreter
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.strategy_run import Runner

GOOD = "def strategy(candles, settings):\n    return candles.close * 0\n"
LIMITS = RunLimits(MEMORY_MB << 20, TIMEOUT_SECONDS)
T = TypeVar("T")


def in_loop(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    return loop.run_until_complete(asyncio.wait_for(work, 60))


async def until_idle(pool: Pool, count: int) -> None:
    async with pool._changed:
        await pool._changed.wait_for(lambda: len(pool.idle) >= count)


def test_an_interpreter_serves_one_run_and_is_replaced(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, blobs: Blobs
) -> None:
    async def story() -> None:
        pool = Pool(parent.launch, 1)
        pool.start()
        runner = Runner(pool, blobs, LIMITS, NO_PRIVATE)
        used: set[int] = set()
        for _ in range(3):
            await until_idle(pool, 1)
            pid = pool.idle[0].pid
            assert pid not in used
            used.add(pid)
            assert (await run_once(runner, GOOD, candles_blob()))["ok"]
            await until_gone(pid)
        await pool.close()
        assert pool.idle == []

    in_loop(loop, story())


def test_an_interpreter_that_dies_idle_is_replaced(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, blobs: Blobs
) -> None:
    async def story() -> None:
        pool = Pool(parent.launch, 1)
        pool.start()
        await until_idle(pool, 1)
        dead = pool.idle[0]
        os.kill(dead.pid, signal.SIGKILL)
        assert (await run_once(Runner(pool, blobs, LIMITS, NO_PRIVATE), GOOD, candles_blob()))["ok"]
        await until_idle(pool, 1)
        assert pool.idle[0].pid != dead.pid
        assert (await run_once(Runner(pool, blobs, LIMITS, NO_PRIVATE), GOOD, candles_blob()))["ok"]
        await pool.close()

    in_loop(loop, story())


def test_cancelling_a_run_ends_its_interpreter_at_once(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, blobs: Blobs
) -> None:
    async def story() -> None:
        pool = Pool(parent.launch, 1)
        pool.start()
        await until_idle(pool, 1)
        interpreter = pool.idle[0]
        endless = "def strategy(candles, settings):\n    while True: pass\n"
        run = asyncio.create_task(run_once(Runner(pool, blobs, LIMITS, NO_PRIVATE), endless, candles_blob()))
        while interpreter in pool.idle:
            await asyncio.sleep(0.01)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        await until_gone(interpreter.pid)
        await pool.close()

    in_loop(loop, story())


def test_one_stands_by_until_runs_come_and_again_once_they_stay_away(
    loop: asyncio.AbstractEventLoop, parent: WarmParent
) -> None:
    async def story() -> None:
        launched: list[int] = []

        async def launch_one(hurry: bool) -> Interpreter:
            interpreter = await parent.launch(hurry)
            launched.append(interpreter.pid)
            return interpreter

        pool = Pool(launch_one, 2, rest_seconds=1.0)
        pool.start()
        await until_idle(pool, 1)
        assert len(launched) == 1
        taken = await pool.take()
        await until_idle(pool, 1)
        spare = pool.idle[0]
        # Nobody takes another: the second goes, and the one that was taken is its run's.
        await until_gone(spare.pid)
        assert (pool.idle, len(launched)) == ([], 2)
        assert Path(f"/proc/{taken.pid}").exists()
        await taken.close()
        await until_idle(pool, 1)
        assert len(launched) == 3
        await pool.close()

    in_loop(loop, story())


def test_without_warm_interpreters_each_run_starts_its_own(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, blobs: Blobs
) -> None:
    async def story() -> None:
        pool = Pool(parent.launch, 0)
        pool.start()
        await pool.until_able()
        assert (await run_once(Runner(pool, blobs, LIMITS, NO_PRIVATE), GOOD, candles_blob()))["ok"]
        await pool.close()

    in_loop(loop, story())


@pytest.mark.parametrize("problem", [SandboxUnavailable("install bubblewrap"), InterpreterFailed("no memory")])
def test_runs_are_refused_while_none_can_be_started(
    loop: asyncio.AbstractEventLoop, parent: WarmParent, problem: SandboxUnavailable | InterpreterFailed
) -> None:
    async def story() -> None:
        attempts = 0

        async def launch_at_the_fifth_attempt(hurry: bool) -> Interpreter:
            nonlocal attempts
            attempts += 1
            if attempts < 5:
                raise problem
            return await parent.launch(hurry)

        pool = Pool(launch_at_the_fifth_attempt, 1)
        pool.start()
        await pool.until_unable()
        with pytest.raises(type(problem)):
            await pool.take()
        await pool.until_able()
        await until_idle(pool, 1)
        await (await pool.take()).close()
        await pool.close()

    in_loop(loop, story())


def test_interpreters_die_with_a_killed_worker(tmp_path: Path) -> None:
    script = """
import asyncio, sys
from tradeium_runner.sandbox.bubblewrap import prepare_sandbox
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.limits import RunLimits
async def main():
    sandbox = prepare_sandbox(RunLimits(256 << 20, 3))
    interpreter = await WarmParent(lambda: sandbox).launch(True)
    print(interpreter.pid, flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
    root = Path(__file__).parent.parent
    worker = subprocess.Popen([sys.executable, "-c", script], cwd=root, stdout=subprocess.PIPE, text=True)
    assert worker.stdout
    pid = int(worker.stdout.readline())
    descriptor = os.pidfd_open(pid)
    worker.kill()
    worker.wait()

    assert select.select([descriptor], [], [], 5)[0], "the interpreter must end with its worker"
    os.close(descriptor)
    worker.stdout.close()
