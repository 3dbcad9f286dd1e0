"""Reads what the trusted side must know of a candles file: its bars, its coins and where the backtest begins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tradeium_runner.failures import InvalidInput

FIELDS = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True)
class CandleShape:
    """`timestamps`: open time of every bar in ms UTC; bars before `first_bar` are for warm-up."""

    timestamps: npt.NDArray[np.int64]
    coins: tuple[str, ...]
    first_bar: int


def read_candle_shape(content: memoryview) -> CandleShape:
    """The shape of an Arrow IPC file of candles; raises InvalidInput when it is not as agreed."""
    try:
        table = pa.ipc.open_file(pa.py_buffer(content)).read_all()
        metadata = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
        coins = tuple(metadata["coins"].split(","))
        first_bar = int(metadata["first_bar"])
        timestamps = table.column("timestamp").to_numpy()
        kinds = {table.schema.field(f"{coin}.{field}").type for coin in coins for field in FIELDS}
    except (pa.ArrowException, KeyError, ValueError) as cause:
        raise InvalidInput(f"the candles cannot be read: {cause}") from cause
    if timestamps.dtype != np.int64 or kinds != {pa.float64()}:
        raise InvalidInput("the candles must have int64 timestamps and float64 prices")
    if not 0 <= first_bar < len(timestamps) or bool((np.diff(timestamps) <= 0).any()):
        raise InvalidInput("the candles must rise in time and reach into the backtest")
    return CandleShape(timestamps, coins, first_bar)
