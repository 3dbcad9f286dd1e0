"""The activities `runStrategy` and `checkStrategy`: they keep Temporal informed and sort failures into its terms."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from temporalio import activity
from temporalio.exceptions import ApplicationError

from tradeium_runner import log
from tradeium_runner.failures import (
    BlobMissing,
    InterpreterFailed,
    InvalidInput,
    PrivateStrategyFailed,
    SandboxUnavailable,
)
from tradeium_runner.run_input import parse_run_input
from tradeium_runner.source_check import Checker, check_strategy
from tradeium_runner.strategy_run import Output, Runner, run_strategy

_HEARTBEAT_SECONDS = 2.0
_NOT_TO_BE_RETRIED = (InvalidInput, SandboxUnavailable)


def make_run_strategy(runner: Runner) -> Callable[[Any], Awaitable[Output]]:
    """
    The activity over these surroundings. A strategy's own failure is an output; ApplicationErrors of the types
    InvalidInput, SandboxUnavailable and PrivateStrategyFailed are final, BlobMissing and InterpreterFailed may be
    retried.
    """

    @activity.defn(name="runStrategy")
    async def run(value: Any) -> Output:
        heartbeats = asyncio.create_task(_beat())
        try:
            parsed = parse_run_input(value)
            output = await run_strategy(runner, parsed)
        except PrivateStrategyFailed:
            raise ApplicationError(
                "the strategy failed", type=PrivateStrategyFailed.__name__, non_retryable=True
            ) from None
        except (InvalidInput, SandboxUnavailable, BlobMissing, InterpreterFailed) as cause:
            log.error("run failed on our side", run_id=_run_id(value), cause=str(cause))
            raise _application_error(cause) from cause
        finally:
            heartbeats.cancel()
        log.info(
            "run ended",
            run_id=parsed.run_id,
            outcome=output.get("kind", "ok"),
            timing_ms=output.get("timing_ms"),
        )
        return output

    return run


def make_check_strategy(checker: Checker) -> Callable[[Any], Awaitable[Output]]:
    """The activity over these surroundings: problems of a file are an output, failures are those of `runStrategy`."""
    has_sandbox = True

    @activity.defn(name="checkStrategy")
    async def check(value: Any) -> Output:
        nonlocal has_sandbox
        try:
            output = await check_strategy(checker, value)
            if not has_sandbox:
                log.info("code can be checked again")
            has_sandbox = True
            return output
        except SandboxUnavailable as cause:
            # Somebody who types asks again and again.
            if has_sandbox:
                log.error("code cannot be checked", cause=str(cause))
            has_sandbox = False
            raise _application_error(cause) from cause
        except (InvalidInput, BlobMissing, InterpreterFailed) as cause:
            log.error("a check failed on our side", cause=str(cause))
            raise _application_error(cause) from cause

    return check


def _application_error(cause: Exception) -> ApplicationError:
    return ApplicationError(str(cause), type=type(cause).__name__, non_retryable=isinstance(cause, _NOT_TO_BE_RETRIED))


async def _beat() -> None:
    """Heartbeats also bring the news of a cancellation."""
    while True:
        activity.heartbeat()
        await asyncio.sleep(_HEARTBEAT_SECONDS)


def _run_id(value: Any) -> str:
    return str(value.get("run_id"))[:200] if isinstance(value, dict) else ""
