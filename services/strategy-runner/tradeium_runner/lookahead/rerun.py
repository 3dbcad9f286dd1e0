"""Tests every run for look-ahead: runs the strategy again on candles without the future, and compares."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from tradeium_runner.execution.answer import WeightsAnswer
from tradeium_runner.execution.executions import (
    FinishedRun,
    TimeIsUp,
    View,
    execute_ahead,
    execute_fresh,
    execute_view,
)
from tradeium_runner.execution.weights import Weights
from tradeium_runner.failures import InterpreterFailed, StrategyFailure
from tradeium_runner.lookahead.causality import cut_bars, find_difference, first_traded_difference
from tradeium_runner.lookahead.cut_choice import Prices, paying_bars
from tradeium_runner.lookahead.difference_causes import Cause, Causes
from tradeium_runner.lookahead.verdicts import Facts, facts_of, failure_words, moment, own_difference, proven

# All re-runs together may take this long: in seconds, or as a multiple of the run's time.
_LEAST_SECONDS = 20.0
_MOST_TIMES = 18.0
# Every second one of the evenly spread dates is also tried with made-up prices.
_NOISE_STEP = 2
# A faster strategy gets more cuts where look-ahead would have paid: pairs of a run's longest processor time and their
# number. So the same run has the same cuts, unless it waits.
_MORE_CUTS = ((0.1, 35), (0.3, 24), (2.0, 16), (3.5, 6))
_WAITING = 8.0
# Code whose weights depend on the addresses of objects, or on memory that nothing was written to, has one of these.
_ADDRESSES = re.compile(
    r"[{]|%[sr]|__\w+__|\b(set|frozenset|id|hash|repr|str|format|object|vars|dir|globals|locals|gc|weakref|ctypes|sys|os"
    r"|inspect|exec|eval|getattr|empty|empty_like)\b"
)
# Re-runs end after this many failures, or differences with an honest cause.
_MOST_FAILURES = 3
_MOST_EXPLAINED = 8
# Where made-up prices change decisions, the future is cut off at this many of them.
_SCOUTED = 4


@dataclass(frozen=True)
class Causality:
    """The activity's answer on it, and a message for the author where a re-run failed."""

    answer: Mapping[str, object]
    rerun_failure: str | None


@dataclass
class _Findings:
    """
    The results so far. `planned`: the number of cuts that a complete test needs; `cut`: bars at which cutting off the
    future changed nothing; `noise`: the same for made-up prices. `shortest`: a cut on top of those, with so few candles
    that failing proves nothing: a deployment never has so few.
    """

    planned: int
    shortest: int | None = None
    cut: set[int] = field(default_factory=set)
    noise: set[int] = field(default_factory=set)
    explained: set[int] = field(default_factory=set)
    failures: int = 0
    failed: Facts | None = None
    length: tuple[View, Facts] | None = None
    rounding: Facts | None = None
    made_up: Facts | None = None
    verdict: Facts = field(default_factory=dict)
    words: str | None = None
    causes: Causes | None = None


async def check_causality(run: FinishedRun) -> Causality:
    """
    Repeats a run over candles that end at one of several bars, and over others with made-up prices after it, until a
    weight that was decided by then differs. That is look-ahead unless the number of candles or rounding explains it,
    and only if repetitions over the run's own candles, one of them in a fresh interpreter, give no difference. Raises
    InterpreterFailed.
    """
    end = time.monotonic() + min(max(_LEAST_SECONDS, _MOST_TIMES * run.seconds), run.limits.timeout_seconds)
    bars, more = await asyncio.to_thread(_chosen_bars, run, await _work_seconds(run))
    seen = _Findings(planned=len(bars))
    try:
        with contextlib.suppress(TimeIsUp):
            await _test(run, seen, bars, more, end)
        if seen.length and not seen.verdict:
            view, facts = seen.length
            seen.verdict = await proven(run, "depends_on_length", facts, view, _patience(run))
    except InterpreterFailed:
        # A re-run that was killed takes its sandbox along.
        if seen.failed is None and seen.made_up is None:
            raise
    finally:
        await asyncio.shield(run.interpreter.close())
    return Causality(_answer(run, seen), seen.words)


async def _test(run: FinishedRun, seen: _Findings, bars: list[int], more: list[int], end: float) -> None:
    first = run.shape.first_bar
    shortest = [first] if bars and first not in bars else []
    seen.shortest = next(iter(shortest), None)
    await execute_ahead(run, [View("cut", bar) for bar in {*bars, *shortest, *more}], end)
    await _cut(run, seen, [*reversed(bars), *shortest], end)
    # Before made-up prices, which may use up the time.
    if not seen.verdict:
        seen.verdict = await _repeat_fresh(run, end)
    if not seen.verdict:
        await _make_up(run, seen, bars[::_NOISE_STEP], end)
    if not seen.verdict and not seen.failed:
        await _cut(run, seen, more, end)


def _patience(run: FinishedRun) -> float:
    """Until when a difference may be examined: an accusation is worth more time than the tests have."""
    return time.monotonic() + run.limits.timeout_seconds


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
        "depends_on_length": None,
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
    """
    The bars to cut at besides the first: some that are spread evenly, and those where look-ahead would have paid, or
    all of a short range.
    """
    shape = run.shape
    bars = cut_bars(run.weights, shape.timestamps, shape.first_bar)
    count = next((count for most, count in _MORE_CUTS if seconds < most), 0)
    others = [bar for bar in range(shape.first_bar + 1, len(run.weights) - 1) if bar not in bars]
    if len(others) <= count:
        return bars, others

    def read(name: str) -> Weights:
        return np.column_stack([run.table.column(f"{coin}.{name}").to_numpy() for coin in shape.coins])

    prices = Prices(*(read(name) for name in ("high", "low", "close", "volume")))
    return bars, paying_bars(run.weights, prices, shape.timestamps, shape.first_bar, count, [*bars, shape.first_bar])


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
    return own_difference(run, again.weights)


async def _cut(run: FinishedRun, seen: _Findings, bars: list[int], end: float) -> None:
    """Cuts the future off after one bar after another, until there is enough evidence."""
    for view in (View("cut", bar) for bar in bars):
        outcome = await _outcome(run, view, end)
        if isinstance(outcome, StrategyFailure):
            _fail(run, seen, view, outcome)
        else:
            await _compare_cut(run, seen, view, outcome.weights)
        if seen.verdict or seen.failures >= _MOST_FAILURES or len(seen.explained) >= _MOST_EXPLAINED:
            return


async def _outcome(run: FinishedRun, view: View, end: float) -> WeightsAnswer | StrategyFailure:
    """The outcome ahead if that is the run's; it may differ only because of other views before it in its child."""
    ahead = run.ahead.get(view)
    if ahead and find_difference(run.weights, ahead.weights, view.bar + 1, run.shape.first_bar) is None:
        return ahead
    return await execute_view(run, view, _patience(run) if ahead else end)


async def _compare_cut(run: FinishedRun, seen: _Findings, view: View, other: Weights) -> None:
    difference = find_difference(run.weights, other, view.bar + 1, run.shape.first_bar)
    if difference is None:
        seen.cut.add(view.bar)
        return
    facts = facts_of(run, view, difference)
    cause = await _cause_of(run, seen, view, other)
    if cause == "future":
        seen.verdict = await proven(run, "look_ahead", {"future": "cut", **facts}, view, _patience(run))
    elif cause == "rounding":
        seen.explained.add(view.bar)
        seen.rounding = seen.rounding or {"future": "cut", **facts}
    elif decided := first_traded_difference(run.weights, other, view.bar + 1, run.shape.first_bar):
        seen.explained.add(view.bar)
        seen.length = seen.length or (view, facts_of(run, view, decided))
    else:
        seen.cut.add(view.bar)


async def _cause_of(run: FinishedRun, seen: _Findings, view: View, other: Weights) -> Cause:
    seen.causes = seen.causes or Causes(run, _patience(run))
    return await seen.causes.of(view, other)


async def _make_up(run: FinishedRun, seen: _Findings, bars: list[int], end: float) -> None:
    """
    Replaces the future with made-up prices. Where that changes decisions, the future is cut off as well, which shows it
    better; but past decisions that other prices change have used the future, whatever a cut shows.
    """
    first = run.shape.first_bar
    views = [View("noise", bar) for bar in reversed(bars)]
    views += [View("adverse", first, held=_favourites(run)) for _ in bars[:1]]
    await execute_ahead(run, views, end)
    for view in views:
        outcome = await _outcome(run, view, end)
        if isinstance(outcome, StrategyFailure):
            # Adverse prices are beyond what an author must expect.
            if view.future == "noise":
                _fail(run, seen, view, outcome)
            return
        difference = find_difference(run.weights, outcome.weights, view.bar + 1, first)
        if difference is None:
            seen.noise.add(view.bar)
        elif view.bar not in seen.explained:
            await _compare_made_up(run, seen, view, outcome.weights, facts_of(run, view, difference))
        if seen.verdict:
            return


async def _compare_made_up(run: FinishedRun, seen: _Findings, view: View, other: Weights, facts: Facts) -> None:
    # Not known to be look-ahead until it has been examined.
    seen.made_up = {"fails": False, **facts}
    if not seen.failed:
        scouted = [bar for bar in _scouted(run, other, view.bar) if bar not in seen.cut]
        await _cut(run, seen, scouted, _patience(run))
    if seen.verdict:
        return
    noise = {"future": "noise", **facts}
    if await _cause_of(run, seen, view, other) == "rounding":
        seen.rounding = seen.rounding or noise
    else:
        seen.verdict = await proven(run, "look_ahead", noise, view, _patience(run))
    seen.made_up = None


def _favourites(run: FinishedRun) -> tuple[str, ...]:
    """The coins that have more of the weights in the range than others; every second one if none has."""
    means = np.nan_to_num(run.weights[run.shape.first_bar :]).mean(axis=0)
    favoured = means > means.mean() + 1e-6
    if not favoured.any():
        favoured[::2] = True
    return tuple(coin for coin, is_favoured in zip(run.shape.coins, favoured, strict=True) if is_favoured)


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
    if view.bar == seen.shortest:
        return
    known = moment(run, view.bar)
    if view.future == "cut":
        seen.failures += 1
        if seen.failed is None:
            seen.failed = {"future": "cut", "known_until_ms": known}
            seen.words = failure_words(run, view, failure)
    elif seen.failed is None and seen.made_up is None:
        seen.made_up = {"fails": True, "known_until_ms": known}
        seen.words = failure_words(run, view, failure)
