"""Polls Temporal for runs, points and checks while there is a sandbox; when it is stopped, running ones finish."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

from temporalio.client import Client
from temporalio.runtime import LogForwardingConfig, LoggingConfig, Runtime, TelemetryConfig, TelemetryFilter
from temporalio.worker import Worker

from tradeium_runner import log
from tradeium_runner.activity import make_check_strategy, make_run_points, make_run_strategy
from tradeium_runner.config import Config
from tradeium_runner.files.access import temporal_refusal
from tradeium_runner.limits import CHECKS_AT_ONCE
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.source_check import Checker
from tradeium_runner.strategy_run import Output, Runner

TASK_QUEUE = "strategy-runner"
# A separate one with as many places: a rebalance must not wait until runs of others have ended.
REBALANCE_TASK_QUEUE = "strategy-rebalances"
# A separate one: a user who types must not wait for runs that take minutes.
CHECK_TASK_QUEUE = "strategy-checks"
_FIRST_RETRY_SECONDS = 0.5
_LAST_RETRY_SECONDS = 15.0


async def poll_until(
    stop: asyncio.Event,
    config: Config,
    pool: Pool,
    runner: Runner,
    checker: Checker,
    set_polling: Callable[[bool], None],
) -> None:
    """
    Serves the task queues until `stop` is set and what it has taken from them has ended. While the pool cannot start an
    interpreter it takes nothing: what is in the queues is another worker's.
    """
    runtime = _runtime()
    retry_seconds = _FIRST_RETRY_SECONDS
    is_logged = False
    refusal: str | None = None
    while not stop.is_set():
        await _first_of(stop.wait(), pool.until_able())
        if stop.is_set():
            return
        try:
            client = await Client.connect(config.temporal.address, runtime=runtime, **config.temporal.options())
            workers = [
                _worker(client, config, runner, TASK_QUEUE, make_run_points(runner)),
                _worker(client, config, runner, REBALANCE_TASK_QUEUE),
                _check_worker(client, checker),
            ]
            await _serve(workers, stop, pool, set_polling)
            retry_seconds = _FIRST_RETRY_SECONDS
            is_logged = False
        except Exception as cause:  # The SDK raises plain RuntimeErrors; whatever it is, only waiting helps.
            if not is_logged:
                log.warn("waiting for Temporal", cause=str(cause)[:500])
            is_logged = True
            before, refusal = refusal, temporal_refusal(str(cause), config.temporal.address)
            if refusal and refusal != before:
                log.error("Temporal does not let this process in", reason=refusal)
            await _wait(stop, retry_seconds)
            retry_seconds = min(retry_seconds * 2, _LAST_RETRY_SECONDS)
        finally:
            set_polling(False)


def _worker(
    client: Client, config: Config, runner: Runner, task_queue: str, *more: Callable[[Any], Awaitable[Output]]
) -> Worker:
    return Worker(
        client,
        task_queue=task_queue,
        activities=[make_run_strategy(runner, client), *more],
        max_concurrent_activities=max(1, config.warm_interpreters),
        # Heartbeats deliver cancellations, so they must not be throttled.
        max_heartbeat_throttle_interval=timedelta(seconds=2),
        default_heartbeat_throttle_interval=timedelta(seconds=2),
        # A run, its re-runs and a control each take one time limit at most.
        graceful_shutdown_timeout=timedelta(seconds=3 * config.limits.timeout_seconds + 5),
    )


def _check_worker(client: Client, checker: Checker) -> Worker:
    return Worker(
        client,
        task_queue=CHECK_TASK_QUEUE,
        activities=[make_check_strategy(checker)],
        max_concurrent_activities=CHECKS_AT_ONCE,
        graceful_shutdown_timeout=timedelta(seconds=5),
    )


async def _first_of(*waits: Coroutine[Any, Any, object]) -> None:
    """Returns when one of them has ended, and ends the others."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def _serve(workers: list[Worker], stop: asyncio.Event, pool: Pool, set_polling: Callable[[bool], None]) -> None:
    running = [asyncio.create_task(worker.run()) for worker in workers]
    stopping = asyncio.create_task(_first_of(stop.wait(), pool.until_unable()))
    try:
        # A worker that cannot start, for lack of the namespace for example, fails before its first poll.
        done, _ = await asyncio.wait({*running, stopping}, timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            set_polling(True)
            log.info("ready", task_queue=TASK_QUEUE)
            await asyncio.wait({*running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        # Nothing is taken any more, though what was taken may take a while.
        set_polling(False)
        if stop.is_set():
            log.info("draining")
        # All of them: a failed one is replaced together with the others.
        await asyncio.gather(*(w.shutdown() for w, task in zip(workers, running, strict=True) if not task.done()))
        await asyncio.gather(*running)
    finally:
        stopping.cancel()


def _runtime() -> Runtime:
    """The SDK's core writes to our log, so that lost connections show there."""
    forwarding = LogForwardingConfig(logger=logging.getLogger("temporal"))
    logging_config = LoggingConfig(TelemetryFilter(core_level="WARN", other_level="ERROR"), forwarding=forwarding)
    return Runtime(telemetry=TelemetryConfig(logging=logging_config))


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
