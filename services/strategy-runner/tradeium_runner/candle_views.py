"""Views of a run's candles, for testing for look-ahead: without the future, or with another one. Pure."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

_MOST_LOG_GROWTH = 100.0
_SEED = 20_180_101

Series = npt.NDArray[np.float64]


def cut_off(table: pa.Table, bar: int) -> pa.Table:
    """The candles up to and including a bar."""
    return table.slice(0, bar + 1)


def with_noise(table: pa.Table, coins: tuple[str, ...], bar: int, variant: int = 0) -> pa.Table:
    """
    All candles, but after `bar` each coin goes on from its close with bars drawn, with replacement and from a seeded
    generator, from its own past: their prices relative to the close before, and their volumes. So low ≤ open, close ≤
    high holds as it did, and a coin that is not there at `bar` stays away. Each `variant` is
    another such future.
    """
    draws = np.random.default_rng((_SEED, bar, variant)).random(table.num_rows - bar - 1)
    columns = {name: table.column(name) for name in table.column_names}
    for coin in coins:
        fields = ("open", "high", "low", "close", "volume")
        past = {field: columns[f"{coin}.{field}"].to_numpy()[: bar + 1] for field in fields}
        for field, future in _continuation(past, draws).items():
            columns[f"{coin}.{field}"] = pa.array(np.concatenate([past[field], future]))
    return pa.table(columns).replace_schema_metadata(table.schema.metadata)


def _continuation(past: dict[str, Series], draws: Series) -> dict[str, Series]:
    close = past["close"]
    if not close[-1] > 0:
        return {field: np.full(len(draws), np.nan) for field in past}
    growth = close[1:] / close[:-1]
    usable = np.flatnonzero(np.isfinite(growth) & (growth > 0)) + 1
    if len(usable) == 0:
        # Listed with this very bar: nothing else is known of it.
        usable = np.array([len(close) - 1])
        before = close[usable]
    else:
        before = close[usable - 1]
    drawn = (draws * len(usable)).astype(np.int64)
    steps = np.log(close[usable] / before)[drawn]
    # Decades of a coin's best weeks would overflow.
    closes = close[-1] * np.exp(np.clip(np.cumsum(steps), -_MOST_LOG_GROWTH, _MOST_LOG_GROWTH))
    base = np.concatenate([close[-1:], closes[:-1]])
    future = {field: base * (past[field][usable] / before)[drawn] for field in ("open", "high", "low")}
    future["close"] = np.clip(closes, future["low"], future["high"])
    future["volume"] = past["volume"][usable[drawn]]
    return future
