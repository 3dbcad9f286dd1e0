"""Tests every run for look-ahead: runs the strategy again on candles without the future, and compares."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np

from tradeium_runner.causality import Difference, cut_bars, find_difference
from tradeium_runner.cut_choice import Prices, paying_bars
from tradeium_runner.difference_causes import Causes
from tradeium_runner.executions import (
    FinishedRun,
    TimeIsUp,
    View,
    execute_again,
    execute_cuts,
    execute_fresh,
    execute_view,
)
from tradeium_runner.failures import InterpreterFailed, StrategyFailure, source_line
from tradeium_runner.limits import KILL_AFTER_SECONDS
from tradeium_runner.line_of_difference import differing_line
from tradeium_runner.weights import Weights

# All re-runs together may take this long: in seconds, or as a multiple of the run's time.
_LEAST_SECONDS = 20.0
_MOST_TIMES = 18.0
# Every second one of the evenly spread dates is also tried with made-up prices.
_NOISE_STEP = 2
# A faster strategy gets more cuts where look-ahead would have paid: pairs of a run's longest processor time and their
# number. So the same run has the same cuts, unless it waits.
_MORE_CUTS = ((0.1, 35), (0.3, 24), (2.0, 16), (3.5, 6))
_WAITING = 8.0
# What makes weights depend on the addresses of objects, or on memory that nothing was written to, has one of these.
_ADDRESSES = re.compile(
    r"[{]|%[sr]|__\w+__|\b(set|frozenset|id|hash|repr|str|format|object|vars|dir|globals|locals|gc|weakref|ctypes|sys|os"
    r"|inspect|exec|eval|getattr|empty|empty_like)\b"
)
# Re-runs end after this many failures, or differences with an honest cause.
_MOST_FAILURES = 3
_MOST_EXPLAINED = 8
# Where made-up prices change decisions, the future is cut off at this many of them.
_SCOUTED = 4
# Chance with few outcomes may well repeat once.
_REPETITIONS = 3


@dataclass(frozen=True)
class Causality:
    """The activity's answer on it, and a message for the author where a re-run failed."""

    answer: Mapping[str, object]
    rerun_failure: str | None


@dataclass
class _Findings:
    """
    The results so far. `planned`: the number of cuts that a complete test needs; `cut`: bars at which cutting off the
    future changed nothing; `noise`: the same for made-up prices.
    """

    planned: int
    cut: set[int] = field(default_factory=set)
    noise: set[int] = field(default_factory=set)
    explained: set[int] = field(default_factory=set)
    failures: int = 0
    failed: Mapping[str, object] | None = None
    depends_on_length: Mapping[str, object] | None = None
    rounding: Mapping[str, object] | None = None
    made_up: Mapping[str, object] | None = None
    verdict: Mapping[str, object] = field(default_factory=dict)
    words: str | None = None
    causes: Causes | None = None


async def check_causality(run: FinishedRun) -> Causality:
    """
    Repeats a run over candles that end at one of several bars, until a weight that was decided by then differs. That is
    look-ahead unless rounding or the mere number of candles explains it, and only if repetitions over
    the run's own candles give no difference. It is tried with made-up prices, which alone prove nothing, and in a fresh
    interpreter, too. Raises InterpreterFailed.
    """
    end = time.monotonic() + min(max(_LEAST_SECONDS, _MOST_TIMES * run.seconds), run.limits.timeout_seconds)
    bars, more = await asyncio.to_thread(_chosen_bars, run, await _work_seconds(run))
    seen = _Findings(planned=len(bars))
    try:
        await _cut(run, seen, [*reversed(bars)], end)
        # Before made-up prices, which prove nothing and may use up the time.
        if not seen.verdict:
            seen.verdict = await _repeat_fresh(run, end)
        if not seen.verdict:
            await _make_up(run, seen, bars[::_NOISE_STEP], end)
        if not seen.verdict and not seen.failed:
            await _cut(run, seen, more, end)
    except TimeIsUp:
        pass
    except InterpreterFailed:
        # A re-run that was killed takes its sandbox along.
        if seen.failed is None and seen.made_up is None:
            raise
    finally:
        await asyncio.shield(run.interpreter.close())
    return Causality(_answer(run, seen), seen.words)


def _answer(run: FinishedRun, seen: _Findings) -> dict[str, object]:
    return {
        "planned": seen.planned,
        "tested": len(seen.cut),
        "explained": len(seen.explained),
        "made_up_tested": len(seen.noise & seen.cut),
        "decisions": len(run.weights) - 1 - run.shape.first_bar,
        "reproducible": True,
        "first_difference": None,
        "look_ahead": None,
        "depends_on_length": seen.depends_on_length,
        "rounding": seen.rounding,
        "made_up": seen.made_up,
        "failed": seen.failed,
        **seen.verdict,
    }


async def _work_seconds(run: FinishedRun) -> float:
    """The run's processor time, which a busy machine hardly changes; a part of its time if it mostly waits."""
    ending = await run.interpreter.end_child()
    return max(ending.cpu_seconds if ending else run.seconds, run.seconds / _WAITING)


def _chosen_bars(run: FinishedRun, seconds: float) -> tuple[list[int], list[int]]:
    """The bars to cut at: some that are spread evenly, and those where look-ahead would have paid."""
    shape = run.shape
    bars = cut_bars(run.weights, shape.timestamps, shape.first_bar)
    count = next((count for most, count in _MORE_CUTS if seconds < most), 0)

    def read(name: str) -> Weights:
        return np.column_stack([run.table.column(f"{coin}.{name}").to_numpy() for coin in shape.coins])

    prices = Prices(*(read(name) for name in ("high", "low", "close", "volume")))
    return bars, paying_bars(run.weights, prices, shape.timestamps, shape.first_bar, count, bars)


async def _repeat_fresh(run: FinishedRun, end: float) -> dict[str, object]:
    """
    The verdict if the same candles give other weights in a new interpreter; else empty. Starting one takes longer than
    most strategies, so it is only done for those whose source can depend on it.
    """
    if not _ADDRESSES.search(str(run.job["source"])):
        return {}
    again = await execute_fresh(run, end)
    if isinstance(again, StrategyFailure):
        return {} if again.kind == "timeout" else {"reproducible": False}
    return _own_difference(run, again.weights)


async def _cut(run: FinishedRun, seen: _Findings, bars: list[int], end: float) -> None:
    """Cuts the future off after one bar after another, until there is enough evidence."""
    async with aclosing(execute_cuts(run, [View("cut", bar) for bar in bars], end)) as executions:
        async for view, outcome in executions:
            if isinstance(outcome, StrategyFailure):
                _fail(run, seen, view, outcome)
            else:
                await _compare_cut(run, seen, view, outcome.weights)
            if seen.verdict or seen.failures >= _MOST_FAILURES or len(seen.explained) >= _MOST_EXPLAINED:
                return


async def _compare_cut(run: FinishedRun, seen: _Findings, view: View, other: Weights) -> None:
    difference = find_difference(run.weights, other, view.bar + 1, run.shape.first_bar)
    if difference and run.is_fast:
        # Perhaps only because other cuts came before it in the same child.
        alone = await execute_view(run, view, time.monotonic() + run.limits.timeout_seconds)
        if isinstance(alone, StrategyFailure):
            _fail(run, seen, view, alone)
            return
        other = alone.weights
        difference = find_difference(run.weights, other, view.bar + 1, run.shape.first_bar)
    if difference is None:
        seen.cut.add(view.bar)
        return
    facts = {"known_until_ms": _moment(run, view.bar), **_facts(run, difference, "without_future")}
    seen.causes = seen.causes or Causes(run, time.monotonic() + run.limits.timeout_seconds)
    cause = await seen.causes.of(view.bar, other)
    if cause == "future":
        seen.verdict = await _verdict(run, {"future": "cut", **facts}, view, seen.causes.end)
        return
    seen.explained.add(view.bar)
    if cause == "rounding":
        seen.rounding = seen.rounding or facts
    else:
        seen.depends_on_length = seen.depends_on_length or facts


async def _make_up(run: FinishedRun, seen: _Findings, bars: list[int], end: float) -> None:
    """
    Replaces the future with made-up prices. Where that changes decisions, the future is cut off as well; the difference
    itself counts only if the strategy fails without its future.
    """
    for bar in reversed(bars):
        view = View("noise", bar)
        outcome = await execute_view(run, view, end)
        if isinstance(outcome, StrategyFailure):
            _fail(run, seen, view, outcome)
            return
        difference = find_difference(run.weights, outcome.weights, bar + 1, run.shape.first_bar)
        if difference is None:
            seen.noise.add(bar)
            continue
        facts = {"known_until_ms": _moment(run, bar), **_facts(run, difference, "without_future")}
        if seen.failed:
            seen.verdict = await _verdict(
                run, {"future": "noise", **facts}, view, time.monotonic() + run.limits.timeout_seconds
            )
        elif bar not in seen.explained:
            seen.made_up = seen.made_up or {"fails": False, **facts}
            await _cut(run, seen, _scouted(run, outcome.weights, bar), end)
        if seen.verdict:
            return


def _scouted(run: FinishedRun, other: Weights, bar: int) -> list[int]:
    """Some of the bars up to `bar` at which two tables differ, from the first to the last."""
    first = run.shape.first_bar
    rows = [
        row
        for row in range(first, bar + 1)
        if find_difference(run.weights[row : row + 1], other[row : row + 1], 1, 0) is not None
    ]
    return sorted({rows[len(rows) * part // _SCOUTED] for part in range(_SCOUTED)} | set(rows[-1:])) if rows else []


def _fail(run: FinishedRun, seen: _Findings, view: View, failure: StrategyFailure) -> None:
    """Keeps the first failure with the future cut off, or else the first with made-up prices."""
    known = _moment(run, view.bar)
    if view.future == "cut":
        seen.failures += 1
        if seen.failed is None:
            seen.failed = {"future": "cut", "known_until_ms": known}
            seen.words = _words(run, view, failure)
    elif seen.failed is None and seen.made_up is None:
        seen.made_up = {"fails": True, "known_until_ms": known}
        seen.words = _words(run, view, failure)


async def _verdict(run: FinishedRun, facts: Mapping[str, object], view: View, end: float) -> dict[str, object]:
    """
    The verdict on a difference with a view: repetitions on the run's own candles distinguish look-ahead from
    chance. One that fails means that the strategy cannot be judged, without a difference to name.
    """
    end += KILL_AFTER_SECONDS
    for repetition in range(_REPETITIONS):
        try:
            again = await execute_again(run, end)
        except (TimeIsUp, InterpreterFailed):
            if repetition > 0:
                break
            return {"reproducible": False}
        if isinstance(again, StrategyFailure):
            return {"reproducible": False}
        own = _own_difference(run, again.weights)
        if own:
            return own
    return {"look_ahead": {**facts, "line": await differing_line(run, view, end) if run.names_lines else None}}


def _own_difference(run: FinishedRun, again: Weights) -> dict[str, object]:
    own = find_difference(run.weights, again, len(run.weights), run.shape.first_bar)
    return {"reproducible": False, "first_difference": _facts(run, own, "again")} if own else {}


def _moment(run: FinishedRun, bar: int) -> int:
    return int(run.shape.timestamps[bar])


def _facts(run: FinishedRun, difference: Difference, other: str) -> dict[str, object]:
    return {
        "at_ms": _moment(run, difference.bar),
        "coin": run.shape.coins[difference.coin],
        "weight": difference.weight,
        other: difference.other,
    }


def _words(run: FinishedRun, view: View, failure: StrategyFailure) -> str:
    moment = datetime.fromtimestamp(_moment(run, view.bar) / 1000, UTC)
    text = source_line(str(run.job["source"]), failure.line)
    where = "" if text is None else f" (line {failure.line}: {text})"
    what = "cut off" if view.future == "cut" else "replaced by noise"
    return f"with the future after {moment:%Y-%m-%d %H:%M} UTC {what}: {failure.message}{where}"
