"""The activities for runs, points and checks: they send heartbeats and map failures to Temporal's terms."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from temporalio import activity
from temporalio.client import Client
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError

from tradeium_runner import log
from tradeium_runner.failures import (
    BlobMissing,
    BlobsAway,
    CheckGaveUp,
    InterpreterFailed,
    InvalidInput,
    PrivateStrategyFailed,
    SandboxUnavailable,
)
from tradeium_runner.metrics import measured
from tradeium_runner.points_run import run_points
from tradeium_runner.run_input import parse_points_input, parse_run_input
from tradeium_runner.source_check import Checker, check_strategy
from tradeium_runner.strategy_run import Output, Runner, run_strategy

_HEARTBEAT_SECONDS = 2.0
_STARTED_SIGNAL = "strategyStarted"
_SIGNAL_TIMEOUT = timedelta(seconds=5)
_NOT_TO_BE_RETRIED = (InvalidInput, CheckGaveUp)
_OURS = (InvalidInput, SandboxUnavailable, BlobMissing, BlobsAway, InterpreterFailed)
_POINTS = "points"


def make_run_strategy(runner: Runner, client: Client | None = None) -> Callable[[Any], Awaitable[Output]]:
    """
    The activity with these dependencies. A strategy's own failure is an output; ApplicationErrors of the types
    InvalidInput and PrivateStrategyFailed are final; SandboxUnavailable, BlobMissing, BlobsAway and InterpreterFailed
    may be retried, as another worker may manage. With a client, the run's workflow gets a signal when its strategy
    begins.
    """

    @activity.defn(name="runStrategy")
    async def run(value: Any) -> Output:
        with measured(activity.info().task_queue) as measure:
            output = await attempt(value)
            measure.outcome = str(output.get("kind", "ok"))
        return output

    async def attempt(value: Any) -> Output:
        heartbeats = asyncio.create_task(_beat())
        signal = asyncio.create_task(_signal_start(client))
        try:
            parsed = parse_run_input(value)
            output = await run_strategy(runner, parsed)
        except PrivateStrategyFailed:
            raise ApplicationError(
                "the strategy failed", type=PrivateStrategyFailed.__name__, non_retryable=True
            ) from None
        except _OURS as cause:
            log.error("run failed on our side", run_id=_run_id(value), cause=str(cause))
            raise _application_error(cause) from cause
        finally:
            heartbeats.cancel()
            signal.cancel()
        log.info(
            "run ended",
            run_id=parsed.run_id,
            outcome=output.get("kind", "ok"),
            timing_ms=output.get("timing_ms"),
        )
        return output

    return run


def make_run_points(runner: Runner) -> Callable[[Any], Awaitable[Output]]:
    """The activity with these dependencies: failures of points are in its output, ours are those of `runStrategy`."""

    @activity.defn(name="runPoints")
    async def run(value: Any) -> Output:
        with measured(activity.info().task_queue) as measure:
            output = await attempt(value)
            measure.outcome = _POINTS
        return output

    async def attempt(value: Any) -> Output:
        heartbeats = asyncio.create_task(_beat())
        try:
            return await run_points(runner, parse_points_input(value))
        except _OURS as cause:
            log.error("points failed on our side", run_id=_run_id(value), cause=str(cause))
            raise _application_error(cause) from cause
        finally:
            heartbeats.cancel()

    return run


def make_check_strategy(checker: Checker) -> Callable[[Any], Awaitable[Output]]:
    """The activity with these dependencies: problems of a file are an output, failures are those of `runStrategy`."""
    has_sandbox = True

    @activity.defn(name="checkStrategy")
    async def check(value: Any) -> Output:
        with measured(activity.info().task_queue) as measure:
            output = await attempt(value)
            measure.outcome = "ok"
        return output

    async def attempt(value: Any) -> Output:
        nonlocal has_sandbox
        try:
            output = await check_strategy(checker, value)
            if not has_sandbox:
                log.info("code can be checked again")
            has_sandbox = True
            return output
        except SandboxUnavailable as cause:
            # Editors repeat the check as the user types.
            if has_sandbox:
                log.error("code cannot be checked", cause=str(cause))
            has_sandbox = False
            raise _application_error(cause) from cause
        except CheckGaveUp as cause:
            raise _application_error(cause) from cause
        except (InvalidInput, BlobMissing, BlobsAway, InterpreterFailed) as cause:
            log.error("a check failed on our side", cause=str(cause))
            raise _application_error(cause) from cause

    return check


def _application_error(cause: Exception) -> ApplicationError:
    return ApplicationError(str(cause), type=type(cause).__name__, non_retryable=isinstance(cause, _NOT_TO_BE_RETRIED))


async def _signal_start(client: Client | None) -> None:
    """Shows the run's watchers that waiting is over. Nothing depends on it, so a failure is only logged."""
    if client is None:
        return
    info = activity.info()
    if info.workflow_id is None:
        return
    try:
        handle = client.get_workflow_handle(info.workflow_id, run_id=info.workflow_run_id)
        await handle.signal(_STARTED_SIGNAL, rpc_timeout=_SIGNAL_TIMEOUT)
    except RPCError as cause:
        log.warn("the start of a strategy could not be signalled", cause=str(cause))


async def _beat() -> None:
    """Heartbeats also deliver cancellations."""
    while True:
        activity.heartbeat()
        await asyncio.sleep(_HEARTBEAT_SECONDS)


def _run_id(value: Any) -> str:
    return str(value.get("run_id"))[:200] if isinstance(value, dict) else ""
