"""Seeded random candles with late listings, and the check that a function of them sees no later bar."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pandas as pd
from tradeium_strategy.candles import HOUR_MS, INTERVAL_HOURS, Candles, utc_index

COINS = ("BTC", "ETH", "SOL", "ADA", "XRP")
LISTED = (0, 0, 40, 90, 10_000)
FIELDS = ("open", "high", "low", "close", "volume")
MONDAY_MS = 1_704_067_200_000  # 2024-01-01


def random_candles(seed: int, bars: int = 240, interval: str = "24h", coins: int = 5, gap: bool = False) -> Candles:
    """A random walk per coin; the third and fourth are listed late, the fifth never. `gap`: ETH misses ten bars."""
    random = np.random.default_rng(seed)
    close = 100 * np.exp(np.cumsum(random.normal(0, 0.03, (bars, coins)), axis=0))
    opened = np.roll(close, 1, axis=0) * np.exp(random.normal(0, 0.002, (bars, coins)))
    opened[:1] = close[:1]
    tables = {
        "open": opened,
        "high": np.maximum(opened, close) * 1.01,
        "low": np.minimum(opened, close) * 0.99,
        "close": close,
        "volume": random.uniform(1, 100, (bars, coins)),
    }
    for table in tables.values():
        for coin, listed in enumerate(LISTED[:coins]):
            table[:listed, coin] = np.nan
        if gap:
            table[100:110, 1] = np.nan
    return candles_from(tables, MONDAY_MS, COINS[:coins], interval)


def candles_from(
    tables: dict[str, npt.NDArray[np.float64]], begin_ms: int, coins: tuple[str, ...], interval: str
) -> Candles:
    """Candles from one array [bar, coin] per field."""
    opens = begin_ms + np.arange(len(tables["close"]), dtype=np.int64) * INTERVAL_HOURS[interval] * HOUR_MS
    return Candles(utc_index(opens), coins, interval, lambda field: tables[field])


def cut(candles: Candles, bars: int) -> Candles:
    """The first `bars` bars."""
    tables = {field: getattr(candles, field).to_numpy()[:bars].copy() for field in FIELDS}
    return Candles(candles.index[:bars], candles.coins, candles.interval, lambda field: tables[field])


def with_noise(candles: Candles, bars: int) -> Candles:
    """The first `bars` bars unchanged, then very different prices, even for coins that had none."""
    random = np.random.default_rng(bars)
    tables = {field: getattr(candles, field).to_numpy().copy() for field in FIELDS}
    for table in tables.values():
        table[bars:] = random.uniform(1, 1000, table[bars:].shape)
    return Candles(candles.index, candles.coins, candles.interval, lambda field: tables[field])


def assert_causal(function: Callable[[Candles], pd.DataFrame], candles: Candles, kept: tuple[int, ...]) -> None:
    """Removing or replacing the bars after the first `kept` leaves the rows until then unchanged."""
    whole = function(candles).to_numpy()
    for bars in kept:
        for other in (cut(candles, bars), with_noise(candles, bars)):
            np.testing.assert_array_equal(function(other).to_numpy()[:bars], whole[:bars], err_msg=f"{bars} bars kept")
