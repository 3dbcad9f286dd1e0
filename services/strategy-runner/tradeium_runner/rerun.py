"""Tests every run for look-ahead: runs the strategy again on candles without the future, and compares."""

from __future__ import annotations

import asyncio
import io
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import pyarrow as pa

from tradeium_runner.answer import WeightsAnswer
from tradeium_runner.candle_file import CandleShape, candles_for_sandbox
from tradeium_runner.candle_views import cut_off, with_noise
from tradeium_runner.causality import Difference, cut_bars, find_difference
from tradeium_runner.failures import InterpreterFailed, StrategyFailure, source_line
from tradeium_runner.interpreter import Interpreter
from tradeium_runner.limits import KILL_AFTER_SECONDS, RunLimits
from tradeium_runner.outcome import await_outcome
from tradeium_runner.weights import Weights

Future = Literal["cut", "noise"]
FUTURES: tuple[Future, Future] = ("cut", "noise")
# All re-runs together may take this long: in seconds, or as a multiple of the run's time.
_LEAST_SECONDS = 5.0
_MOST_TIMES = 12.0
# A re-run that takes longer than this multiple of the run's time, plus a second, has failed.
_STUCK_TIMES = 3.0
_STUCK_SECONDS = 1.0
# A matrix product rounds its last rows differently (OpenBLAS), so a weight at a threshold may flip in a table that
# is merely shorter. A few bars of noise keep a bar from being among the last.
_PADDING_BARS = 8
_PADDED_FUTURES = 6
# Chance with few outcomes may well repeat once.
_REPETITIONS = 3


@dataclass(frozen=True)
class FinishedRun:
    """A run that returned weights, and the means to repeat it. `seconds`: how long it took."""

    interpreter: Interpreter
    job: Mapping[str, object]
    table: pa.Table
    shape: CandleShape
    limits: RunLimits
    weights: Weights
    seconds: float


@dataclass(frozen=True)
class View:
    """The run's candles with another future after `bar`, for a sandbox."""

    future: Future
    bar: int
    shape: CandleShape
    candles: io.FileIO


@dataclass(frozen=True)
class Causality:
    """The activity's answer on it, and a message for the author where a re-run failed."""

    answer: Mapping[str, object]
    rerun_failure: str | None


class _TimeIsUp(Exception):
    """The re-runs have used their time, and the sandbox is gone."""


async def check_causality(run: FinishedRun) -> Causality:
    """
    Repeats a run over views of its candles, the last date first, until a weight differs that was decided before the
    future began. A difference is held against the strategy only if a repetition over the run's own candles gives none.
    Raises InterpreterFailed.
    """
    end = time.monotonic() + min(max(_LEAST_SECONDS, _MOST_TIMES * run.seconds), run.limits.timeout_seconds)
    bars = cut_bars(run.weights, run.shape.timestamps, run.shape.first_bar)
    answer: dict[str, object] = {
        "planned": len(bars), "tested": 0, "reproducible": True, "first_difference": None, "look_ahead": None,
        "depends_on_length": None, "failed": None,
    }  # fmt: skip
    failure, compared = None, Counter[int]()
    async with aclosing(_views(run, bars)) as views:
        async for view in views:
            with view.candles as candles:
                try:
                    outcome = await _execute(run, candles, view.shape, end)
                except _TimeIsUp:
                    break
                except InterpreterFailed:
                    # A re-run that was killed takes its sandbox along.
                    if failure is not None:
                        break
                    raise
            if isinstance(outcome, StrategyFailure):
                if failure is None:
                    answer["failed"] = _view_names(run, view)
                    failure = _words(run, view, outcome)
                continue
            compared[view.bar] += 1
            difference = find_difference(run.weights, outcome.weights, view.bar + 1)
            if difference is None:
                continue
            told = {**_view_names(run, view), **_difference(run, difference, "without_future")}
            if view.future == "cut" and not await _differs_with_other_candles(run, view.bar, end):
                del told["future"]
                answer["depends_on_length"] = answer["depends_on_length"] or told
                continue
            compared[view.bar] = len(FUTURES)
            answer |= await _hold_against(run, told)
            break
    answer["tested"] = sum(count == len(FUTURES) for count in compared.values())
    return Causality(answer, failure)


async def _differs_with_other_candles(run: FinishedRun, bar: int, end: float) -> bool:
    """
    Whether changing earlier decisions takes different candles after the bar, not merely fewer: they are
    cut off a little later, and the rest is noise, one kind after another. What cannot be tried in time is
    held against the strategy.
    """
    shape, bars = run.shape, bar + 1 + _PADDING_BARS
    padded = CandleShape(shape.timestamps[:bars], shape.coins, shape.first_bar)
    for variant in range(1, _PADDED_FUTURES + 1):
        table = with_noise(cut_off(run.table, bars - 1), shape.coins, bar, variant)
        with await asyncio.to_thread(candles_for_sandbox, table) as candles:
            try:
                outcome = await _execute(run, candles, padded, end)
            except _TimeIsUp:
                return True
        if isinstance(outcome, StrategyFailure) or find_difference(run.weights, outcome.weights, bar + 1):
            return True
    return False


async def _hold_against(run: FinishedRun, told: Mapping[str, object]) -> dict[str, object]:
    """
    The verdict on a difference: repetitions on the run's own candles tell look-ahead from chance. One that
    fails means that the strategy cannot be judged, without a difference to name.
    """
    end = time.monotonic() + run.limits.timeout_seconds + KILL_AFTER_SECONDS
    for repetition in range(_REPETITIONS):
        with await asyncio.to_thread(candles_for_sandbox, run.table) as candles:
            try:
                again = await _execute(run, candles, run.shape, end)
            except (_TimeIsUp, InterpreterFailed):
                if repetition > 0:
                    break
                return {"reproducible": False}
        if isinstance(again, StrategyFailure):
            return {"reproducible": False}
        own = find_difference(run.weights, again.weights, len(run.weights))
        if own:
            return {"reproducible": False, "first_difference": _difference(run, own, "again")}
    return {"look_ahead": told}


async def _execute(
    run: FinishedRun, candles: io.FileIO, shape: CandleShape, end: float
) -> WeightsAnswer | StrategyFailure:
    """
    One more execution of the run, until `end` (by the monotonic clock), then raises _TimeIsUp; one that takes much
    longer than the run is a failure before that. Both leave no sandbox behind.
    """
    started = time.monotonic()
    if started >= end:
        raise _TimeIsUp
    stuck = started + _STUCK_SECONDS + _STUCK_TIMES * run.seconds
    try:
        execution = await run.interpreter.execute(run.job, candles.fileno())
    except ConnectionError as cause:
        raise InterpreterFailed(f"a strategy could not be run again: {cause}") from cause
    try:
        seconds = min(end, stuck) - time.monotonic()
        outcome = await await_outcome(run.interpreter, execution, run.limits, shape, seconds)
    finally:
        execution.close()
    now = time.monotonic()
    if now < min(end, stuck):
        return outcome
    if now < stuck:
        raise _TimeIsUp
    return StrategyFailure("timeout", f"it took longer than {now - started:.1f} seconds, the run {run.seconds:.1f}")


async def _views(run: FinishedRun, bars: list[int]) -> AsyncGenerator[View]:
    """Two views of each date, the last date first. The next one is made while the previous one is in use."""
    wanted: list[tuple[Future, int]] = [(future, bar) for bar in reversed(bars) for future in FUTURES]
    making = [asyncio.ensure_future(asyncio.to_thread(_view, run, *wanted[0]))] if wanted else []
    for following in [*wanted[1:], None]:
        view = await making.pop()
        if following:
            making.append(asyncio.ensure_future(asyncio.to_thread(_view, run, *following)))
        yield view


def _view(run: FinishedRun, future: Future, bar: int) -> View:
    shape = run.shape
    if future == "noise":
        return View(future, bar, shape, candles_for_sandbox(with_noise(run.table, shape.coins, bar)))
    cut = CandleShape(shape.timestamps[: bar + 1], shape.coins, shape.first_bar)
    return View(future, bar, cut, candles_for_sandbox(cut_off(run.table, bar)))


def _view_names(run: FinishedRun, view: View) -> dict[str, object]:
    return {"future": view.future, "known_until_ms": int(run.shape.timestamps[view.bar])}


def _difference(run: FinishedRun, difference: Difference, other: str) -> dict[str, object]:
    return {
        "at_ms": int(run.shape.timestamps[difference.bar]),
        "coin": None if difference.coin is None else run.shape.coins[difference.coin],
        "weight": difference.weight,
        other: difference.other,
    }


def _words(run: FinishedRun, view: View, failure: StrategyFailure) -> str:
    moment = datetime.fromtimestamp(int(run.shape.timestamps[view.bar]) / 1000, UTC)
    text = source_line(str(run.job["source"]), failure.line)
    where = "" if text is None else f" (line {failure.line}: {text})"
    what = {"cut": "cut off", "noise": "replaced by noise"}[view.future]
    return f"with the future after {moment:%Y-%m-%d %H:%M} UTC {what}: {failure.message}{where}"
