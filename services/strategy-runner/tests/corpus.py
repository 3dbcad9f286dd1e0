"""Strategies that look ahead rarely, and honest ones that look suspicious: what the test for look-ahead is held to."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from real_candles import blob_of, real_candles

# Name: the coins, the first bar, the start of the backtest, its end, the interval.
CANDLES = {
    "days": (("BTC", "ETH", "SOL", "AVAX", "LINK", "DOGE"), "2021-01-01", "2021-07-01", "2025-01-01", "24h"),
    "four": (("BTC", "ETH", "SOL", "LINK", "DOGE"), "2022-01-01", "2022-03-01", "2025-01-01", "4h"),
    "hours": (("BTC", "ETH", "SOL", "DOGE"), "2022-01-01", "2022-02-01", "2025-01-01", "1h"),
}
# The falls of the market and of one coin, and the large rise, that count in one bar.
MOVES = {"days": (0.03, 0.08, 0.06), "four": (0.02, 0.05, 0.03), "hours": (0.015, 0.04, 0.02)}

# A strategy as honest as it looks, before anything is added to it.
BASES = {
    "equal parts": "w = c * 0 + 1 / n",
    "momentum": "w = (c.pct_change(30).rank(axis=1, ascending=False) <= 2) / 2.0",
    "trend": "w = (c > c.rolling(50).mean()) / n",
    "inverse volatility": "w = 1 / r.rolling(40).std(); w = w.div(w.sum(axis=1), axis=0)",
    "reversion": "w = (c < c.rolling(20).mean() - 0.5 * c.rolling(20).std()) / n",
}

_HEAD = """import numpy as np
import pandas as pd


def strategy(candles, settings):
    o, h, l, c, v = candles.open, candles.high, candles.low, candles.close, candles.volume
    r, n, t, i = c.pct_change(), len(candles.coins), c.index, np.arange(len(c))
"""


@dataclass(frozen=True)
class Case:
    """A strategy and the name of the candles it runs on."""

    name: str
    candles: str
    source: str


def case(name: str, candles: str, *lines: str) -> Case:
    """A strategy of these lines; `o h l c v` are the prices, `r` the returns, `n` coins, `t` times, `i` numbers."""
    fall, crash, rise = MOVES[candles]
    constants = f"FALL, CRASH, RISE = {fall}, {crash}, {rise}"
    body = "\n".join(f"    {line}" for text in lines for line in text.splitlines())
    return Case(name, candles, f"{_HEAD}    {constants}\n{body}\n    return w.astype(float).fillna(0.0)\n")


@functools.cache
def candles_of(name: str) -> bytes:
    """The Arrow file of these candles, with the bars before the start as warm-up."""
    coins, begin, start, end, interval = CANDLES[name]
    return blob_of(real_candles(coins, begin, end, interval), start)
