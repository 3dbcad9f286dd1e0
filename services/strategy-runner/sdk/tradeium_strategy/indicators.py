"""Indicators on whole tables of candles: each coin by itself, nothing from later bars, NaN until it
has enough bars.

`bars` counts a coin's own bars: one that was listed late starts when it was listed, and a bar without a price is passed
over. Every function returns tables of the same rows and columns as it was given, and raises TypeError or ValueError
that names the argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
import talib

from tradeium_strategy.arguments import Values, candles_of, count_of, number_of, numbers_of, table_like, table_of
from tradeium_strategy.candles import Candles

_YEAR = pd.Timedelta(days=365)


class Bands(NamedTuple):
    """Tables of one shape, in the unit of the price."""

    upper: pd.DataFrame
    middle: pd.DataFrame
    lower: pd.DataFrame


class Macd(NamedTuple):
    """Tables of one shape, in the unit of the price; histogram = macd - signal."""

    macd: pd.DataFrame
    signal: pd.DataFrame
    histogram: pd.DataFrame


def sma(values: pd.DataFrame, bars: int) -> pd.DataFrame:
    """Simple moving average: the mean of the last `bars` values."""
    bars = count_of(bars, "bars")
    return _per_coin(values, lambda own: pd.Series(own).rolling(bars).mean().to_numpy())


def ema(values: pd.DataFrame, bars: int) -> pd.DataFrame:
    """Exponential moving average with the factor 2 / (bars + 1), begun with the mean of the first `bars` (TA-Lib)."""
    bars = count_of(bars, "bars")
    return _per_coin(values, lambda own: own if bars == 1 else talib.EMA(own, bars))


def rsi(close: pd.DataFrame, bars: int = 14) -> pd.DataFrame:
    """Relative strength index, 0 to 100, with Wilder's smoothing (1978; TA-Lib). 0 while a price has never moved."""
    bars = count_of(bars, "bars", least=2)
    return _per_coin(close, lambda own: talib.RSI(own, bars), "close")


def macd(close: pd.DataFrame, fast: int = 12, slow: int = 26, signal: int = 9) -> Macd:
    """Moving average convergence/divergence (Appel): ema(fast) - ema(slow), and its own ema(signal) (TA-Lib)."""
    fast, slow = count_of(fast, "fast", least=2), count_of(slow, "slow", least=2)
    signal = count_of(signal, "signal")
    if fast >= slow:
        raise ValueError(f"fast must be less than slow, not {fast} and {slow}")
    tables = _tables_per_coin(close, 3, lambda own: talib.MACD(own, fast, slow, signal))
    return Macd(*tables)


def bollinger_bands(close: pd.DataFrame, bars: int = 20, deviations: float = 2.0) -> Bands:
    """The simple moving average, and `deviations` standard deviations (ddof 0, as Bollinger has it) around it."""
    bars, deviations = count_of(bars, "bars", least=2), number_of(deviations, "deviations", 0)

    def bands(own: Values) -> tuple[Values, Values, Values]:
        rolling = pd.Series(own).rolling(bars)
        middle, width = rolling.mean().to_numpy(), deviations * rolling.std(ddof=0).to_numpy()
        return middle + width, middle, middle - width

    return Bands(*_tables_per_coin(close, 3, bands))


def donchian_channel(candles: Candles, bars: int = 20) -> Bands:
    """
    Highest high and lowest low of the last `bars` bars, and their mean. The current bar is one of them, so for a
    breakout compare with the bar before: `candles.close > channel.upper.shift(1)`.
    """
    candles, bars = candles_of(candles, "candles"), count_of(bars, "bars")
    upper = _per_coin(candles.high, lambda own: pd.Series(own).rolling(bars).max().to_numpy())
    lower = _per_coin(candles.low, lambda own: pd.Series(own).rolling(bars).min().to_numpy())
    return Bands(upper, (upper + lower) / 2, lower)


def atr(candles: Candles, bars: int = 14) -> pd.DataFrame:
    """Average true range in the unit of the price, with Wilder's smoothing (1978; TA-Lib)."""
    candles, bars = candles_of(candles, "candles"), count_of(bars, "bars")
    prices = np.stack([frame.to_numpy(dtype=np.float64) for frame in (candles.high, candles.low, candles.close)])
    result = np.full(prices.shape[1:], np.nan)
    for coin in range(prices.shape[2]):
        known = ~np.isnan(prices[:, :, coin]).any(axis=0)
        if known.any():
            high, low, close = np.ascontiguousarray(prices[:, known, coin])
            result[known, coin] = talib.ATR(high, low, close, bars)
    return table_like(candles.close, result)


def rate_of_change(values: pd.DataFrame, bars: int) -> pd.DataFrame:
    """The change over `bars` bars as a share: 0.05 is 5 % more than `bars` bars ago. Often called momentum."""
    bars = count_of(bars, "bars")
    return _per_coin(values, lambda own: _change(own, bars))


def volatility(close: pd.DataFrame, bars: int, periods_per_year: float | None = None) -> pd.DataFrame:
    """
    Standard deviation (ddof 1) of the last `bars` returns, a year's: times the root of `periods_per_year`. That is
    as many as the table's bars fit into 365 days, unless it is given.
    """
    frame, bars = table_of(close, "close"), count_of(bars, "bars", least=2)
    if periods_per_year is None:
        periods_per_year = _periods_per_year(frame)
    root = number_of(periods_per_year, "periods_per_year", 0) ** 0.5
    return _per_coin(frame, lambda own: pd.Series(_change(own, 1)).rolling(bars).std().to_numpy() * root)


def zscore(values: pd.DataFrame, bars: int) -> pd.DataFrame:
    """How many standard deviations (ddof 1) a value lies above the mean of the last `bars`, itself one of them."""
    bars = count_of(bars, "bars", least=2)

    def score(own: Values) -> Values:
        rolling = pd.Series(own).rolling(bars)
        deviation = rolling.std().to_numpy()
        return (own - rolling.mean().to_numpy()) / np.where(deviation > 0, deviation, np.nan)

    return _per_coin(values, score)


def _change(own: Values, bars: int) -> Values:
    result = np.full(len(own), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        result[bars:] = own[bars:] / own[:-bars] - 1
    return result


def _periods_per_year(frame: pd.DataFrame) -> float:
    """From the first two rows, which no later candle can change."""
    if len(frame.index) < 2:
        return 1.0
    if not isinstance(frame.index, pd.DatetimeIndex):
        raise ValueError("the rows of close are not times; give periods_per_year")
    return float(_YEAR / (frame.index[1] - frame.index[0]))


def _per_coin(values: pd.DataFrame, function: Callable[[Values], Values], name: str = "values") -> pd.DataFrame:
    return _tables_per_coin(values, 1, lambda own: (function(own),), name)[0]


def _tables_per_coin(
    values: pd.DataFrame, count: int, function: Callable[[Values], tuple[Values, ...]], name: str = "close"
) -> list[pd.DataFrame]:
    """Applies a function to each coin's own numbers, without the NaN that TA-Lib would carry on for ever."""
    frame, found = numbers_of(values, name)
    results = [np.full(found.shape, np.nan) for _ in range(count)]
    for coin in range(found.shape[1]):
        known = ~np.isnan(found[:, coin])
        if known.any():
            for result, own in zip(results, function(np.ascontiguousarray(found[known, coin])), strict=True):
                result[known, coin] = own
    return [table_like(frame, result) for result in results]
