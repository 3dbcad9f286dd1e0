"""Tests whether a strategy used the future: at which bars, and what differs without it. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tradeium_runner.execution.weights import Weights

DATES = 5
_TOLERANCE = 1e-9
_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS

Bars = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Difference:
    """
    The first bar at which two tables of weights differ, and in it the first coin; the one with the largest weight where
    the row is empty (NaN) in one of them. Weights are None where they are NaN.
    """

    bar: int
    coin: int
    weight: float | None
    other: float | None


def cut_bars(weights: Weights, timestamps: Bars, first_bar: int) -> list[int]:
    """
    The bars after which the future is removed, rising: one from each fifth of the backtest, fewer when it has fewer
    bars than that, never its last one. Short look-ahead shows where the strategy makes a new decision, so such
    bars are preferred; among them those of untested weekdays, then untested hours, the busiest weekday
    first, then the nearest to the fifth's middle. The same weights give the same bars.
    """
    bars = len(weights) - 1 - first_bar
    dates = max(0, min(DATES, bars))
    given = np.any(np.isfinite(weights), axis=1)
    decided = _decided(weights, given)
    weekdays, hours = (timestamps // _DAY_MS + 3) % 7, timestamps // _HOUR_MS % 24
    busyness = np.bincount(weekdays[first_bar:-1][decided[first_bar:-1]], minlength=7)
    weekday_uses, hour_uses = np.zeros(7, dtype=np.int64), np.zeros(24, dtype=np.int64)
    chosen: list[int] = []
    for date in range(dates):
        part = np.arange(first_bar + bars * date // dates, first_bar + bars * (date + 1) // dates)
        pool = next(pool for pool in (part[decided[part]], part[given[part]], part) if len(pool))
        weekday, hour = weekdays[pool], hours[pool]
        distance = np.abs(pool - (part[0] + part[-1]) / 2)
        best = np.lexsort((distance, hour_uses[hour], -busyness[weekday], weekday_uses[weekday]))[0]
        chosen.append(int(pool[best]))
        weekday_uses[weekday[best]] += 1
        hour_uses[hour[best]] += 1
    return chosen


def find_difference(weights: Weights, other: Weights, bars: int, first_bar: int = 0) -> Difference | None:
    """
    Where the first `bars` rows of two tables [bar, coin] first differ by more than rounding, from `first_bar` on or, if
    nowhere there, before it; None if nowhere.
    """
    one, two = weights[:bars], other[:bars]
    differs = differing_cells(one, two)
    rows = np.flatnonzero(differs.any(axis=1))
    if len(rows) == 0:
        return None
    bar = int(next(iter(rows[rows >= first_bar]), rows[0]))
    is_empty = np.isnan(one[bar]).all() or np.isnan(two[bar]).all()
    given = np.nan_to_num(one[bar]) + np.nan_to_num(two[bar])
    coin = int((given if is_empty else differs[bar]).argmax())
    return Difference(bar, coin, _number(one[bar, coin]), _number(two[bar, coin]))


def first_traded_difference(weights: Weights, other: Weights, bars: int, first_bar: int) -> Difference | None:
    """
    As `find_difference`, of what a backtest trades: from the decision before its first bar on, which is the first that
    it trades; and no number before the first one means the same as 0, since it begins in USDT.
    """
    start = max(0, first_bar - 1)
    one, two = (_from_usdt(table[start:bars]) for table in (weights, other))
    found = find_difference(one, two, bars - start)
    return found and replace(found, bar=found.bar + start)


def _from_usdt(weights: Weights) -> Weights:
    begun = np.logical_or.accumulate(np.isfinite(weights).any(axis=1))
    return np.where(begun[:, None], weights, 0.0)


def differing_cells(one: Weights, two: Weights) -> npt.NDArray[np.bool_]:
    """Which weights of two tables of one shape differ by more than rounding."""
    with np.errstate(invalid="ignore"):
        return (np.abs(one - two) > _TOLERANCE) | (np.isnan(one) != np.isnan(two))


def _decided(weights: Weights, given: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Rows that are not empty and differ from the last such row."""
    rows = np.flatnonzero(given)
    decided = np.zeros(len(weights), dtype=bool)
    decided[rows[:1]] = True
    decided[rows[1:]] = (np.abs(np.diff(weights[rows], axis=0)) > _TOLERANCE).any(axis=1)
    return decided


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
