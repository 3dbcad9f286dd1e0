"""Small seeded candles in the files' real format, for the tests."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pyarrow as pa

HOURS = {"1h": 1, "4h": 4, "6h": 6, "8h": 8, "12h": 12, "24h": 24, "weekly": 168}
DAY_2024_MS = 1_704_067_200_000  # 2024-01-01, a Monday
COINS = ("BTC", "ETH", "SOL")


@functools.cache
def candles_blob(
    bars: int = 60,
    coins: tuple[str, ...] = COINS,
    interval: str = "24h",
    first_bar: int = 20,
    begin_ms: int = DAY_2024_MS,
    listed_late: int = 0,
) -> bytes:
    """A random walk for each coin; the last coin has no prices in its first `listed_late` bars."""
    random = np.random.default_rng(7)
    columns: dict[str, Any] = {"timestamp": begin_ms + np.arange(bars, dtype=np.int64) * HOURS[interval] * 3_600_000}
    for coin in coins:
        close = 100 * np.exp(np.cumsum(random.normal(0, 0.02, bars)))
        opened = np.concatenate([close[:1], close[:-1]])
        prices = {
            "open": opened,
            "high": np.maximum(opened, close) * 1.01,
            "low": np.minimum(opened, close) * 0.99,
            "close": close,
            "volume": random.uniform(1, 100, bars),
        }
        for field, values in prices.items():
            if coin == coins[-1]:
                values[:listed_late] = np.nan
            columns[f"{coin}.{field}"] = values
        columns[f"{coin}.filled"] = np.zeros(bars, dtype=np.uint8)
    metadata = {"interval": interval, "coins": ",".join(coins), "first_bar": str(first_bar)}
    return arrow_file(pa.table(columns).replace_schema_metadata(metadata))


def arrow_file(table: pa.Table) -> bytes:
    """A table as an uncompressed Arrow IPC file."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def read_arrow(content: bytes) -> pa.Table:
    """The table in an Arrow IPC file."""
    return pa.ipc.open_file(pa.py_buffer(content)).read_all()


def settings_for(content: bytes) -> dict[str, Any]:
    """Settings as the backtest service sends them with these candles."""
    table = read_arrow(content)
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    days = table.column("timestamp").to_numpy().astype("datetime64[ms]").astype("datetime64[D]").astype(str)
    return {
        "portfolio": [*metadata["coins"].split(","), "USDT"],
        "timeframe": metadata["interval"],
        "fees": 0.001,
        "start_date": days[int(metadata["first_bar"])],
        "end_date": days[-1],
    }
