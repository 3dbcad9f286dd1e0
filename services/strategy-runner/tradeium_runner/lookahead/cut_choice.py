"""Where to cut off the future so that rare look-ahead shows: where knowing it would have paid. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tradeium_runner.execution.weights import Weights
from tradeium_runner.lookahead.calendar_classes import calendar_classes

Series = npt.NDArray[np.float64]
Bars = npt.NDArray[np.int64]

_BLOCKS = 8
_GROUPS = 12
_TRAIL = 50
_HORIZONS = (6, 24)
# Stretches of time are these parts of the range long.
_WINDOWS = (200, 60, 25, 10)


@dataclass(frozen=True)
class Prices:
    """Candles as arrays [bar, coin]."""

    high: Series
    low: Series
    close: Series
    volume: Series


def paying_bars(
    weights: Weights, prices: Prices, timestamps: Bars, first_bar: int, count: int, taken: list[int]
) -> list[int]:
    """
    Up to `count` bars of the backtest, the most suspicious first, without its last one and those of `taken`. Look-ahead
    over one bar shows only if the future is cut off at this very bar, so these are bars whose decision earned most in
    the next bars: over all, by coin, by part of the range, and by those regular times (hour, weekday, every n-th bar)
    and states of the market at which decisions earn more often than by chance. The same weights give the same bars.
    """
    rows = np.arange(first_bar, len(weights) - 1)
    if len(rows) == 0 or count <= 0:
        return []
    held = _held(weights)
    changes = np.diff(held, axis=0, prepend=0.0)
    there_and_back, *others = (_best(score[rows]) for score in _scores(changes, prices))
    earned = [_steadied(one, prices)[rows] for one in (changes, held)]
    classes = calendar_classes(timestamps, rows, _states(prices, rows))
    families = [
        there_and_back,
        _by_class(earned, classes),
        _by_window(earned),
        *others,
        _by_block(earned[0]),
        _by_coin((changes * _ahead(prices.close, 1))[rows]),
    ]
    # Regular times take another turn, as there are so many of them.
    families.insert(6, families[1])
    seen, chosen = {bar - first_bar for bar in taken}, list[int]()
    while families and len(chosen) < count:
        for family in list(families):
            place = next((place for place in family if place not in seen), None)
            if place is None:
                families.remove(family)
            elif len(chosen) < count:
                seen.add(place)
                chosen.append(int(rows[place]))
    return chosen


def _held(weights: Weights) -> Series:
    """The last target of each coin at each bar; an empty row changes nothing."""
    given = np.isfinite(weights).any(axis=1)
    last = np.maximum.accumulate(np.where(given, np.arange(len(weights)), -1))
    return np.where((last >= 0)[:, None], np.nan_to_num(weights[last]), 0.0)


def _ahead(close: Series, bars: int) -> Series:
    """The return of each coin over the next bars; 0 where it is not known."""
    later = np.concatenate([close[bars:], np.repeat(close[-1:], min(bars, len(close)), axis=0)])[: len(close)]
    with np.errstate(invalid="ignore", divide="ignore"):
        gain = later / close - 1
    return np.nan_to_num(gain, nan=0.0, posinf=0.0, neginf=0.0)


def _next(values: Series) -> Series:
    return np.concatenate([values[1:], values[-1:]])


def _scores(changes: Series, prices: Prices) -> list[Series]:
    """For each bar, how much knowing the next bars would have earned, in several ways, the strongest first."""
    gain = _ahead(prices.close, 1)
    back = _next(changes)
    there_and_back = np.where(changes * back < 0, np.sign(changes) * np.minimum(abs(changes), abs(back)), 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        fall = np.nan_to_num(1 - _next(prices.low) / prices.close).clip(0)
        rise = np.nan_to_num(_next(prices.high) / prices.close - 1, posinf=0.0).clip(0)
        busy = np.log(_next(prices.volume) / _trailing_mean(prices.volume))
    busy = np.nan_to_num(busy, nan=0.0, posinf=0.0, neginf=0.0).clip(0)
    scores = [
        there_and_back * gain,
        (-changes).clip(0) * -gain,
        changes.clip(0) * gain,
        (-changes).clip(0) * fall + changes.clip(0) * rise,
        abs(changes) * busy,
        abs(changes) * abs(gain),
        *(changes * _ahead(prices.close, bars) for bars in _HORIZONS),
    ]
    return [score.sum(axis=1) for score in scores]


def _steadied(shares: Series, prices: Prices) -> Series:
    """
    What shares (held, or bought and sold) earned in the next bar, in units of the usual return, and its root: calm
    times count like wild ones, and no single bar dominates.
    """
    gain = _ahead(prices.close, 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        usual = np.nan_to_num(gain / np.sqrt(_trailing_mean(gain**2)), nan=0.0, posinf=0.0, neginf=0.0)
    earned = (shares * usual).sum(axis=1)
    return np.sign(earned) * np.sqrt(abs(earned))


def _trailing_mean(values: Series) -> Series:
    total = np.cumsum(np.nan_to_num(values), axis=0)
    total[_TRAIL:] -= total[:-_TRAIL].copy()
    return total / np.minimum(np.arange(1, len(values) + 1), _TRAIL)[:, None]


def _states(prices: Prices, rows: Bars) -> list[Series]:
    """Inputs that a decision may depend on: the market's volatility, its last move, and its distance from its mean."""
    gain = np.concatenate([np.zeros((1, prices.close.shape[1])), _ahead(prices.close, 1)[:-1]])
    market = gain.mean(axis=1)
    level = np.cumsum(market)
    far = level - _trailing_mean(level[:, None])[:, 0]
    return [state[rows] for state in (_trailing_mean(gain**2).mean(axis=1), gain.std(axis=1), market, far)]


def _best(score: Series) -> Iterator[int]:
    """The places with the highest score, as far as it is positive."""
    for place in np.argsort(-score, kind="stable"):
        if not score[place] > 0:
            return
        yield int(place)


def _by_coin(earned: Series) -> Iterator[int]:
    return _in_turn([_best(column) for column in earned.T])


def _by_block(score: Series) -> Iterator[int]:
    edges = np.linspace(0, len(score), _BLOCKS + 1).astype(int)
    return _in_turn([_best_within(score, np.arange(*edge)) for edge in pairwise(edges)])


def _by_window(earned: list[Series]) -> Iterator[int]:
    """The best bars of the stretches of time in which decisions earned most reliably."""
    stretches: list[tuple[float, Bars]] = []
    for score in earned:
        for parts in _WINDOWS:
            width = max(3, len(score) // parts)
            begins = np.arange(0, max(1, len(score) - width + 1), max(1, width // 4))
            sums = (np.concatenate([[0.0], np.cumsum(values)]) for values in (score, score**2))
            total, squares = (one[np.minimum(begins + width, len(score))] - one[begins] for one in sums)
            surely = _surely(total, squares, score)
            best = np.argsort(-surely, kind="stable")[:_GROUPS]
            stretches += [(float(surely[k]), np.arange(begins[k], min(begins[k] + width, len(score)))) for k in best]
    return _of_groups(earned, stretches)


def _by_class(earned: list[Series], classes: list[Bars]) -> Iterator[int]:
    """The best bars of the classes in which decisions earned most reliably; each array has a class for each bar."""
    groups: list[tuple[float, Bars]] = []
    for score in earned:
        ranked: list[tuple[float, int, int]] = []
        paid = np.flatnonzero(score)
        values, squares = score[paid], score[paid] ** 2
        for number, members in enumerate(classes):
            of = members[paid]
            total, spread = (np.bincount(of, one).astype(np.float64) for one in (values, squares))
            surely = _surely(total, spread, score)
            ranked += [(float(surely[k]), number, int(k)) for k in np.argsort(-surely, kind="stable")[:3]]
        ranked.sort(key=lambda one: -one[0])
        groups += [(surely, np.flatnonzero(classes[number] == k)) for surely, number, k in ranked[:_GROUPS]]
    return _of_groups(earned, groups)


def _of_groups(earned: list[Series], groups: list[tuple[float, Bars]]) -> Iterator[int]:
    """From the most reliable groups in turn: bars at which a change earned most, and bars at which holding did."""
    groups.sort(key=lambda one: -one[0])
    return _in_turn([_in_turn([_best_within(score, bars) for score in earned]) for _, bars in groups[:_GROUPS]])


def _surely(total: Series, squares: Series, score: Series) -> Series:
    """A sum in standard errors, shrunk towards 0 for few bars."""
    usual = float((score**2).sum()) / max(1, int(np.count_nonzero(score)))
    return total / np.sqrt(squares + 2 * usual + 1e-300)


def _best_within(score: Series, places: Bars) -> Iterator[int]:
    return (int(places[place]) for place in _best(score[places]))


def _in_turn(families: list[Iterator[int]]) -> Iterator[int]:
    """One of each, then the next of each, without repeats."""
    seen: set[int] = set()
    while families:
        for family in list(families):
            place = next((place for place in family if place not in seen), None)
            if place is None:
                families.remove(family)
            else:
                seen.add(place)
                yield place
