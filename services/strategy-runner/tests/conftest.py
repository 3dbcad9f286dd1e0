"""One real sandbox and its warm pool for all tests, and a short way to run a strategy in it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from candle_samples import candles_blob, settings_for
from hostile import GOOD

from tradeium_runner.files.blobs import Blobs
from tradeium_runner.limits import RunLimits
from tradeium_runner.run_input import RunInput
from tradeium_runner.sandbox.bubblewrap import Sandbox, prepare_sandbox
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.strategy_run import Runner, run_strategy

NO_PRIVATE = Path("/nonexistent")

MEMORY_MB = 256
TIMEOUT_SECONDS = 3

Run = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The main thread's loop, where interpreters must start."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield loop
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """Fails, rather than skips, where strategies can't be confined: no test means anything then."""
    return prepare_sandbox(RunLimits(MEMORY_MB << 20, TIMEOUT_SECONDS))


@pytest.fixture(scope="session")
def blobs(tmp_path_factory: pytest.TempPathFactory) -> Blobs:
    return Blobs(tmp_path_factory.mktemp("blobs"), None)


@pytest.fixture(scope="session")
def parent(loop: asyncio.AbstractEventLoop, sandbox: Sandbox) -> Iterator[WarmParent]:
    parent = WarmParent(lambda: sandbox)
    yield parent
    loop.run_until_complete(parent.close())


@pytest.fixture(scope="session")
def pool(loop: asyncio.AbstractEventLoop, sandbox: Sandbox, parent: WarmParent) -> Iterator[Pool]:
    pool = Pool(parent.launch, 2, elsewhere=WarmParent(lambda: sandbox))
    loop.run_until_complete(_started(pool))
    yield pool
    loop.run_until_complete(pool.close())


@pytest.fixture(scope="session")
def runner(pool: Pool, blobs: Blobs, sandbox: Sandbox) -> Runner:
    return Runner(pool, blobs, sandbox.limits, NO_PRIVATE)


@pytest.fixture(scope="session")
def run(loop: asyncio.AbstractEventLoop, runner: Runner) -> Run:
    """Runs a strategy's source on candles; returns the activity's output together with its report."""

    def run(source: str, candles: bytes | None = None) -> dict[str, Any]:
        return loop.run_until_complete(run_once(runner, source, candles or candles_blob()))

    return run


@pytest.fixture(scope="session")
def run_at_leisure(loop: asyncio.AbstractEventLoop, runner: Runner) -> Run:
    """As `run`, but with the time that re-runs have in production, so that a busy machine leaves none of them out."""
    patient = dataclasses.replace(runner, limits=dataclasses.replace(runner.limits, timeout_seconds=60))

    def run(source: str, candles: bytes | None = None) -> dict[str, Any]:
        return loop.run_until_complete(run_once(patient, source, candles or candles_blob()))

    return run


@pytest.fixture(scope="module")
def strike(loop: asyncio.AbstractEventLoop, runner: Runner) -> Iterator[Run]:
    """
    Runs an attack once, without re-runs. What it did to the worker would show in the next attack, whose outcome is
    known; after the last of a file a well-behaved strategy must succeed.
    """
    once = dataclasses.replace(runner, checks_causality=False)

    def strike(source: str, timeout_seconds: float = TIMEOUT_SECONDS) -> dict[str, Any]:
        limited = dataclasses.replace(once, limits=dataclasses.replace(once.limits, timeout_seconds=timeout_seconds))
        # An attack must not outlive its time limit.
        return loop.run_until_complete(asyncio.wait_for(run_once(limited, source, candles_blob()), 60))

    yield strike
    assert strike(GOOD)["ok"], "the run after the attacks must succeed"


async def run_once(runner: Runner, source: str, candles: bytes, *, reruns: bool = True) -> dict[str, Any]:
    code, data = await runner.blobs.write(source.encode()), await runner.blobs.write(candles)
    output = await run_strategy(runner, RunInput("test", code, None, data, settings_for(candles), reruns=reruns))
    report = bytes(await runner.blobs.read(str(output["report"]), 1 << 20))
    return {**output, **json.loads(report)}


async def until_gone(pid: int) -> None:
    """The kernel takes a killed sandbox down at once, but after kill returns."""
    end = asyncio.get_running_loop().time() + 5
    while Path(f"/proc/{pid}").exists():
        assert asyncio.get_running_loop().time() < end, "the interpreter is still there"
        await asyncio.sleep(0.005)


async def _started(pool: Pool) -> None:
    pool.start()
    waits = [asyncio.create_task(wait) for wait in (pool.until_able(), pool.until_unable())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    if pool.problem:
        raise pool.problem


@pytest.fixture
def blob_path(blobs: Blobs) -> Callable[[str], Path]:
    """The path of a blob's file."""
    return lambda digest: blobs._directory / digest[:2] / digest
