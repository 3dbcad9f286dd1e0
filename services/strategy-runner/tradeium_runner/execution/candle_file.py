"""Reads a candles file for the trusted side, and makes copies for sandboxes."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tradeium_runner.failures import InvalidInput
from tradeium_runner.sandbox.memory_file import sealed_file

FIELDS = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True)
class CandleShape:
    """`timestamps`: open time of every bar in ms UTC; bars before `first_bar` are for warm-up."""

    timestamps: npt.NDArray[np.int64]
    coins: tuple[str, ...]
    first_bar: int


def read_candles(content: memoryview) -> tuple[pa.Table, CandleShape]:
    """The table in an Arrow IPC file of candles, not copied, and its shape; raises InvalidInput for a bad file."""
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
    return table, CandleShape(timestamps, coins, first_bar)


def candles_for_sandbox(table: pa.Table) -> io.FileIO:
    """
    A sealed file in memory with these candles. Written again for every execution, so that a file's form does not reveal
    whether it is the run's own or a view made to test it.
    """
    with sealed_file("candles") as (descriptor, file), pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return io.FileIO(descriptor, "rb")


def rows_as_file(table: pa.Table, first: int, end: int) -> bytes:
    """The bars from `first` to `end` (exclusive) as an Arrow file."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table.slice(first, end - first).combine_chunks())
    return sink.getvalue().to_pybytes()
