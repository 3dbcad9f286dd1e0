"""The candles that a strategy is given: one table a price, and the same at larger intervals without look-ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

HOUR_MS = 3_600_000
# A week begins on Monday; 1970-01-05 was one.
_FIRST_MONDAY_MS = 4 * 24 * HOUR_MS
INTERVAL_HOURS = {"1h": 1, "4h": 4, "6h": 6, "8h": 8, "12h": 12, "24h": 24, "weekly": 168}
_OTHER_NAMES = {"1d": "24h", "d": "24h", "daily": "24h", "1w": "weekly", "w": "weekly", "7d": "weekly"}
# Prices that a flat candle would change; its close is the last one, and its volume nothing.
_TRADED = ("open", "high", "low")
_AGGREGATES = {"open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum"}

Read = Callable[[str], npt.NDArray[np.float64]]
# True where a flat candle stands in for an outage, [bar, coin].
Filled = Callable[[], npt.NDArray[np.bool_]]


class Candles:
    """
    `open`, `high`, `low`, `close`, `volume`: DataFrames, one row per bar, one column per coin (USDT is none of them);
    NaN before a coin was listed. The index of the backtest's own candles is the bars' open time (UTC), for resampled
    ones see `resample`. Row t is decided at the close of bar t and traded at the open of the next one.
    """

    def __init__(
        self,
        index: pd.DatetimeIndex,
        coins: tuple[str, ...],
        interval: str,
        read: Read,
        filled: Filled | None = None,
        columns: pd.Index | None = None,
    ):
        self.index = index
        self.coins = coins
        self.interval = interval
        self._read = read
        self._filled = filled
        self._columns = pd.Index(list(coins)) if columns is None else columns

    @cached_property
    def open(self) -> pd.DataFrame:
        """Price of the first trade in the bar."""
        return self._frame("open")

    @cached_property
    def high(self) -> pd.DataFrame:
        """Highest price in the bar."""
        return self._frame("high")

    @cached_property
    def low(self) -> pd.DataFrame:
        """Lowest price in the bar."""
        return self._frame("low")

    @cached_property
    def close(self) -> pd.DataFrame:
        """Price of the last trade in the bar."""
        return self._frame("close")

    @cached_property
    def volume(self) -> pd.DataFrame:
        """Amount traded in the bar, in coins."""
        return self._frame("volume")

    def resample(self, interval: str) -> Candles:
        """
        The candles at a larger interval ('4h' … '24h' or '1d', 'weekly' or '1w'): closed and complete bars only.
        A large bar is labelled with the last small bar in it, at whose close it is known: the daily bar of 2 January
        of hourly candles is labelled 2 January 23:00. So `reindex(candles.close.index, method="ffill")` brings it
        back to the small bars without ever seeing the future. As at the exchange, an outage within a large bar is no
        part of it: its open, high and low are those of the bars that were traded.
        """
        name = _interval_name(interval)
        step, span = (INTERVAL_HOURS[n] * HOUR_MS for n in (self.interval, name))
        if span == step:
            return self
        if span < step or span % step:
            raise ValueError(f"candles of {self.interval} cannot be resampled to {interval!r}")
        opens = self.index.as_unit("ms").asi8
        origin = _FIRST_MONDAY_MS if name == "weekly" else 0
        begins = (opens - origin) // span * span + origin
        complete = (begins >= opens[0]) & (begins + span <= opens[-1] + step) if len(opens) else np.zeros(0, bool)
        labels = begins[complete] + span - step
        outages = self._outages_within(complete, labels)

        def read(field: str) -> npt.NDArray[np.float64]:
            table = getattr(self, field)[complete]
            if outages is not None and field in _TRADED:
                table = table.mask(outages)
            groups = table.groupby(labels, sort=True)
            how = _AGGREGATES[field]
            return (groups.sum(min_count=1) if how == "sum" else getattr(groups, how)()).to_numpy()

        return ResampledCandles(self, utc_index(np.unique(labels)), name, read)

    def _outages_within(
        self, complete: npt.NDArray[np.bool_], labels: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.bool_] | None:
        """The filled bars [bar, coin] of the large bars in which something was traded; None if there are none."""
        filled = None if self._filled is None else self._filled()[complete]
        if filled is None or not filled.any():
            return None
        traded = pd.DataFrame(~filled).groupby(labels).transform("any").to_numpy()
        return filled & traded

    def _frame(self, field: str) -> pd.DataFrame:
        # Copied, as tables that share their columns share what a strategy does to them; to make them takes longer.
        return pd.DataFrame(self._read(field), index=self.index, columns=self._columns.copy(deep=True), copy=False)


class ResampledCandles(Candles):
    """Candles made from smaller ones; resampling again goes back to those."""

    def __init__(self, base: Candles, index: pd.DatetimeIndex, interval: str, read: Read):
        super().__init__(index, base.coins, interval, read, columns=base._columns)
        self._base = base

    def resample(self, interval: str) -> Candles:
        """As `Candles.resample`, from the backtest's own candles."""
        return self._base.resample(interval)


def utc_index(timestamps_ms: npt.NDArray[np.int64]) -> pd.DatetimeIndex:
    """An index of UTC times from milliseconds since 1970."""
    return pd.DatetimeIndex(
        timestamps_ms.astype("datetime64[ms]").astype("datetime64[ns]"), name="timestamp"
    ).tz_localize("UTC")


def _interval_name(interval: str) -> str:
    name = str(interval).lower()
    name = _OTHER_NAMES.get(name, name)
    if name not in INTERVAL_HOURS:
        raise ValueError(f"unknown interval {interval!r}; there are {', '.join(INTERVAL_HOURS)}")
    return name
