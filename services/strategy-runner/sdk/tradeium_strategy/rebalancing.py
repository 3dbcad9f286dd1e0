"""When to trade: rows of weights that need not be traded become NaN, which leaves the portfolio as it is.

These functions come last, when all else has been decided, and return a new table. Errors are TypeError or ValueError
that name the argument.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from tradeium_strategy.arguments import Values, candles_of, number_of, numbers_of, table_like, table_of
from tradeium_strategy.candles import HOUR_MS, INTERVAL_HOURS, Candles, ResampledCandles
from tradeium_strategy.settings import Settings

_MONDAY = pd.Timestamp("1970-01-05", tz="UTC")
_MIDNIGHT = pd.Timestamp("1970-01-01", tz="UTC")
_FEWEST, _MOST = 8, 4096


def rebalance_every(weights: pd.DataFrame, candles: Candles, interval: str) -> pd.DataFrame:
    """
    Keeps the rows at whose close a bar of the larger `interval` ("4h" … "24h" or "1d", "weekly" or "1w") ends: they
    are traded at the open of the next day, or of Monday. The rows between them become NaN.
    """
    frame = table_of(weights, "weights")
    _check_rows(frame, candles)
    if isinstance(candles, ResampledCandles):
        raise ValueError("candles must be the backtest's own, not resampled ones")
    name = candles.resample(interval).interval
    step, span = (pd.Timedelta(milliseconds=INTERVAL_HOURS[each] * HOUR_MS) for each in (candles.interval, name))
    ends = (frame.index + step - (_MONDAY if name == "weekly" else _MIDNIGHT)) % span == pd.Timedelta(0)
    return frame.where(pd.Series(ends, index=frame.index), axis=0)


def drift_bands(weights: pd.DataFrame, candles: Candles, band: float) -> pd.DataFrame:
    """
    Keeps a row only where a coin is newly bought or sold off, or where the share of one, as prices have moved it
    since the last trade, is more than `band` (0.05: five points of a hundred) away from its weight; the other rows
    become NaN. A trade brings all coins back to their weights.

    As the engine does, a row that is kept is traded at the open of the next bar, and shares are taken at each bar's
    close; before the first trade all is USDT. Only fees are left out: they make the true shares differ by less than
    the fee. Works in the order of the bars and sees no later one than the row that it decides about.
    """
    frame, target = numbers_of(weights, "weights")
    _check_rows(frame, candles)
    band = number_of(band, "band", 0, 1)
    opens, closes = (_prices(table, frame) for table in (candles.open, candles.close))
    result = np.full(target.shape, np.nan)
    rows = np.flatnonzero(~np.isnan(target).all(axis=1))
    units, cash = np.zeros(target.shape[1]), 1.0
    begin, size = 0, _FEWEST
    while begin < len(rows):
        block = rows[begin : begin + size]
        away = _is_away(target[block], units * closes[block], cash, band)
        first = int(away.argmax())
        if not away[first]:
            begin, size = begin + size, min(size * 2, _MOST)
            continue
        row = block[first]
        result[row] = target[row]
        if row + 1 < len(opens):
            # Of a portfolio that is worth 1 at the open.
            price = opens[row + 1]
            units = np.divide(target[row], price, out=np.zeros_like(price), where=price > 0)
            cash = 1 - target[row].sum()
        begin, size = begin + first + 1, _FEWEST
    return table_like(frame, result)


def invest_at_start(weights: pd.DataFrame, settings: Settings) -> pd.DataFrame:
    """
    Gives the last bar before the start date the latest row that is not NaN, so that a backtest begins with what the
    strategy would hold by then, and does not wait in USDT for its next trade.
    """
    frame, found = numbers_of(weights, "weights")
    if not isinstance(settings, Settings):
        raise TypeError(f"settings must be what strategy is given, not a {type(settings).__name__}")
    last = int(frame.index.searchsorted(pd.Timestamp(settings.start_date, tz="UTC"))) - 1
    decided = np.flatnonzero(~np.isnan(found[: last + 1]).all(axis=1))
    if len(decided):
        found = found.copy()
        found[last] = found[decided[-1]]
    return table_like(frame, found)


def _is_away(target: Values, held: Values, cash: float, band: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    share = held / (held.sum(axis=1, keepdims=True) + cash)
    return ((np.abs(share - target) > band) | ((share > 0) != (target > 0))).any(axis=1)


def _prices(table: pd.DataFrame, weights: pd.DataFrame) -> Values:
    """Of the coins that have weights; 0 where there is no price."""
    return np.nan_to_num(table[list(weights.columns)].to_numpy(dtype=np.float64), nan=0.0)


def _check_rows(weights: pd.DataFrame, candles: Candles) -> None:
    own = candles_of(candles, "candles")
    if len(weights.index) != len(own.index) or not bool((weights.index == own.index).all()):
        raise ValueError(
            "weights must have one row per bar of candles; bring them there first: "
            'weights.reindex(candles.close.index, method="ffill")'
        )
    for coin in weights.columns:
        if coin not in own.coins:
            raise ValueError(f"weights have a column {str(coin)!r}, but the coins are {', '.join(own.coins)}")
