"""Executes a finished run's strategy again: on a view of its candles, or on the same candles in another way."""

from __future__ import annotations

import asyncio
import contextlib
import io
import struct
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import pyarrow as pa

from tradeium_runner.execution.answer import WeightsAnswer
from tradeium_runner.execution.candle_file import CandleShape, candles_for_sandbox, rows_as_file
from tradeium_runner.execution.candle_views import adverse, cut_off, mirrored, with_noise
from tradeium_runner.execution.outcome import await_outcome
from tradeium_runner.execution.weights import Weights
from tradeium_runner.failures import InterpreterFailed, StrategyFailure
from tradeium_runner.limits import RunLimits
from tradeium_runner.sandbox.interpreter import Execution, Interpreter

Future = Literal["cut", "noise", "mirror", "adverse"]
# A re-run that takes longer than this multiple of the run's time, plus a second, has failed.
_STUCK_TIMES = 3.0
_STUCK_SECONDS = 1.0
_MAX_HAND_OVERS = 2
# A run under so many seconds is fast; starting another interpreter for its views pays from so many on.
_FAST_SECONDS = 0.25
_MANY_VIEWS = 12
_KEPT = struct.Struct("<I")


@dataclass
class FinishedRun:
    """
    A run that returned weights, and the means to repeat it. `seconds`: how long it took; `fresh` returns an unused
    interpreter, `elsewhere` one in which objects have other addresses. After the interpreter died or was killed,
    `is_gone` is set until it is replaced; `check_causality` closes it. `names_lines` is false for a private strategy.
    `ahead`: the weights on views that it was repeated on ahead.
    """

    interpreter: Interpreter
    fresh: Callable[[], Awaitable[Interpreter]]
    elsewhere: Callable[[], Awaitable[Interpreter]]
    job: Mapping[str, object]
    table: pa.Table
    shape: CandleShape
    limits: RunLimits
    weights: Weights
    seconds: float
    names_lines: bool = True
    is_gone: bool = False
    ahead: dict[View, WeightsAnswer] = field(default_factory=dict)

    @property
    def is_fast(self) -> bool:
        """True if starting a child takes longer than the strategy, or not much less."""
        return self.seconds < _FAST_SECONDS


@dataclass(frozen=True)
class View:
    """
    The run's candles with another future after `bar`; `variant` numbers several such futures, `held` are the coins that
    fall in an adverse one.
    """

    future: Future
    bar: int
    variant: int = 0
    held: tuple[str, ...] = ()


class TimeIsUp(Exception):
    """The executions have used their time."""


async def execute_again(run: FinishedRun, end: float, **more: object) -> WeightsAnswer | StrategyFailure:
    """Repeats the run on its own candles; `more` is added to the job. Ends and raises as `execute_view`."""
    with await asyncio.to_thread(candles_for_sandbox, run.table) as candles:
        return await _execute(run, candles, run.shape, end, more)


async def execute_fresh(run: FinishedRun, end: float) -> WeightsAnswer | StrategyFailure:
    """Repeats the run in a new interpreter, where objects have other addresses. Ends and raises as `execute_view`."""
    elsewhere = replace(run, interpreter=await run.elsewhere(), fresh=run.elsewhere, is_gone=False)
    try:
        return await execute_again(elsewhere, end, scatter=True)
    finally:
        await asyncio.shield(elsewhere.interpreter.close())


async def execute_view(run: FinishedRun, view: View, end: float, **more: object) -> WeightsAnswer | StrategyFailure:
    """
    Repeats the run on a view of its candles. Raises TimeIsUp at `end` (by the monotonic clock), and InterpreterFailed;
    an execution that takes much longer than the run is a failure.
    """
    with await asyncio.to_thread(_candles_of, run, view) as candles:
        return await _execute(run, candles, _shape_of(run, view), end, {**_as_live(run, view), **more})


async def execute_ahead(run: FinishedRun, views: list[View], end: float) -> None:
    """
    Repeats a fast run on these views, which are all cuts or none, and keeps its weights in `ahead`. A fast strategy
    takes less time than a child does to start, so it runs on many views in one child, in the order of time: what an
    earlier time leaves behind is of the past. Every second of many views is another interpreter's, at the same time.
    """
    if not run.is_fast or not views:
        return
    ordered = sorted(views, key=lambda view: view.bar)
    if len(ordered) < _MANY_VIEWS:
        run.ahead |= await _execute_in_turn(run, ordered, end)
        return
    helper = replace(run, interpreter=await run.fresh(), is_gone=False)
    try:
        halves = _execute_in_turn(run, ordered[::2], end), _execute_in_turn(helper, ordered[1::2], end)
        for outcomes in await asyncio.gather(*halves):
            run.ahead |= outcomes
    finally:
        await asyncio.shield(helper.interpreter.close())


async def _execute_in_turn(run: FinishedRun, views: list[View], end: float) -> dict[View, WeightsAnswer]:
    """The weights on views in the order of time, until one fails, the sandbox dies or the time is up."""
    outcomes: dict[View, WeightsAnswer] = {}
    with contextlib.suppress(TimeIsUp, ConnectionError), _replaced_when_dead(run):
        with await asyncio.to_thread(_candles_of, run, views[0]) as candles:
            execution = await _begin(run, {**run.job, **_as_live(run, views[0])}, candles.fileno())
        try:
            for view, following in zip(views, [*views[1:], None], strict=True):
                # Made while the child works, but given only once it has answered.
                later = following and _candles_after(run, view.bar, following)
                outcome = await _outcome(run, execution, _shape_of(run, view), end)
                if isinstance(outcome, StrategyFailure):
                    break
                outcomes[view] = outcome
                if later:
                    await execution.give(later)
        finally:
            execution.close()
    return outcomes


@contextlib.contextmanager
def _replaced_when_dead(run: FinishedRun) -> Iterator[None]:
    """A sandbox may die before it reads its job. Each cut is then executed alone, the first in a new sandbox."""
    try:
        yield
    except InterpreterFailed:
        run.is_gone = True


async def _execute(
    run: FinishedRun, candles: io.FileIO, shape: CandleShape, end: float, more: Mapping[str, object]
) -> WeightsAnswer | StrategyFailure:
    if time.monotonic() >= end:
        raise TimeIsUp
    execution = await _begin(run, {**run.job, **more}, candles.fileno())
    try:
        return await _outcome(run, execution, shape, end)
    finally:
        execution.close()


async def _outcome(
    run: FinishedRun, execution: Execution, shape: CandleShape, end: float
) -> WeightsAnswer | StrategyFailure:
    started = time.monotonic()
    if started >= end:
        raise TimeIsUp
    stuck = started + _STUCK_SECONDS + _STUCK_TIMES * run.seconds
    outcome = await await_outcome(run.interpreter, execution, run.limits, shape, min(end, stuck) - started)
    now = time.monotonic()
    if now < min(end, stuck):
        return outcome
    run.is_gone = True
    if now < stuck:
        raise TimeIsUp
    return StrategyFailure("timeout", f"it took longer than {now - started:.1f} seconds, the run {run.seconds:.1f}")


async def _begin(run: FinishedRun, job: Mapping[str, object], candles: int) -> Execution:
    """Hands the job to the run's interpreter; to a new one if that died meanwhile, as when its child did not end."""
    for _ in range(_MAX_HAND_OVERS):
        if run.is_gone:
            await run.interpreter.close()
            run.interpreter = await run.fresh()
            run.is_gone = False
        try:
            return await run.interpreter.execute(job, candles)
        except ConnectionError as problem:
            run.is_gone = True
            cause = problem
    raise InterpreterFailed(f"a strategy could not be run again: {cause}") from cause


def _as_live(run: FinishedRun, view: View) -> dict[str, object]:
    """Live trading ends with its newest bar: the interpreter takes its day for the end date that a cut leaves open."""
    settings = run.job["settings"]
    return {"settings": {**settings, "end_date": None}} if view.future == "cut" and isinstance(settings, dict) else {}


def _shape_of(run: FinishedRun, view: View) -> CandleShape:
    if view.future != "cut":
        return run.shape
    return CandleShape(run.shape.timestamps[: view.bar + 1], run.shape.coins, run.shape.first_bar)


def _candles_of(run: FinishedRun, view: View) -> io.FileIO:
    return candles_for_sandbox(_table_of(run, view))


def _candles_after(run: FinishedRun, known: int, view: View) -> bytes:
    """A view's candles for a child that has the run's own up to the bar `known`: how many it keeps, then the others."""
    table = _table_of(run, view)
    return _KEPT.pack(known + 1) + rows_as_file(table, known + 1, table.num_rows)


def _table_of(run: FinishedRun, view: View) -> pa.Table:
    if view.future == "cut":
        return cut_off(run.table, view.bar)
    if view.future == "adverse":
        return adverse(run.table, run.shape.coins, view.bar, view.held)
    if view.future == "mirror":
        return mirrored(run.table, run.shape.coins, view.bar)
    return with_noise(run.table, run.shape.coins, view.bar, view.variant)
