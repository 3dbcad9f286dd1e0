"""Checks the target weights from a sandbox, and stores them as an Arrow file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tradeium_runner.execution.candle_file import CandleShape

# As far as the engine goes: single precision is off by 1e-7.
_TOLERANCE = 1e-6
# Sums of double precision are off by less.
_DUST = 1e-9

Weights = npt.NDArray[np.float64]


def find_fault(weights: Weights, shape: CandleShape) -> str | None:
    """The fault of weights [bar, coin], as text with the first bar and coin; None if nothing."""
    if _are_plain(weights):
        return None
    empty = np.isnan(weights)
    partly = empty.any(axis=1) & ~empty.all(axis=1)
    with np.errstate(over="ignore"):
        total = np.where(empty, 0.0, weights).sum(axis=1)
    if np.isinf(weights).any():
        bar, coin = np.argwhere(np.isinf(weights))[0]
        return f"the weight of {shape.coins[coin]} at {_at(shape, bar)} is infinite; was something divided by zero?"
    if partly.any():
        bar = int(partly.argmax())
        coin = int(empty[bar].argmax())
        return (
            f"the weight of {shape.coins[coin]} at {_at(shape, bar)} is missing (NaN) while other coins have one; "
            "make it 0 with fillna(0), or leave the whole row NaN to trade nothing"
        )
    outside = (weights < -_TOLERANCE) | (weights > 1 + _TOLERANCE)
    if outside.any():
        bar, coin = np.argwhere(outside)[0]
        return (
            f"the weight of {shape.coins[coin]} at {_at(shape, bar)} is {weights[bar, coin]:.6g}; "
            "weights must lie between 0 and 1"
        )
    if (total > 1 + _TOLERANCE).any():
        bar = int((total > 1 + _TOLERANCE).argmax())
        return f"the weights at {_at(shape, bar)} add up to {total[bar]:.6g}; they must not exceed 1 (the rest is USDT)"
    return None


def clean_weights(weights: Weights) -> Weights:
    """
    Faultless weights [bar, coin] as the engine takes them: rounding dust is cut off, and rows of single precision that
    add up to more than 1 are scaled to 1.
    """
    if _are_plain(weights):
        return weights
    clean: Weights = np.clip(weights, 0.0, 1.0) + 0.0
    total = clean.sum(axis=1, keepdims=True)
    clean /= np.where(total > 1 + _DUST, total, 1.0)
    return clean


def _are_plain(weights: Weights) -> bool:
    """
    True if all are numbers from 0 to 1, none a negative zero, and no row adds up to more, in a tenth of the time that
    it takes to say which are not. As integers, numbers with a sign are negative. Sums in another order differ by less
    than the dust.
    """
    return bool(
        weights.size
        and weights.view(np.int64).min() >= 0
        and weights.max() <= 1
        and np.einsum("ij->i", weights).max() <= 1 + _DUST / 2
    )


def weights_file(weights: Weights, shape: CandleShape) -> memoryview:
    """
    An uncompressed Arrow IPC file of the weights once they are clean: `timestamp`, then a float64 column for each coin.
    """
    clean = clean_weights(weights)
    columns = [pa.array(shape.timestamps), *(pa.array(np.ascontiguousarray(column)) for column in clean.T)]
    batch = pa.record_batch(columns, names=["timestamp", *shape.coins])
    sink = pa.BufferOutputStream()
    _write_batch(sink, batch)
    return memoryview(sink.getvalue())


def points_file(weights: Sequence[Weights], check: str) -> memoryview:
    """
    An uncompressed Arrow IPC file with one float64 column `weights`: row by row, then bar by bar, coin by coin. As an
    Arrow file it is swept like those of runs, should nobody remove it. `check` names the batch: equal weights of two
    batches are two files, because each batch removes its own.
    """
    schema = pa.schema([("weights", pa.float64())], metadata={"check": check})
    batch = pa.record_batch([pa.array(np.stack(weights).ravel())], schema=schema)
    measured = pa.MockOutputStream()
    _write_batch(measured, batch)
    # Room for so much that it takes long to grow.
    content = pa.allocate_buffer(measured.size())
    with pa.FixedSizeBufferWriter(content) as sink:
        _write_batch(sink, batch)
    return memoryview(content)


def _write_batch(sink: pa.NativeFile, batch: pa.RecordBatch) -> None:
    with pa.ipc.new_file(sink, batch.schema) as writer:
        writer.write_batch(batch)


def _at(shape: CandleShape, bar: int) -> str:
    moment = datetime.fromtimestamp(int(shape.timestamps[bar]) / 1000, UTC)
    return moment.strftime("%Y-%m-%d %H:%M UTC")
