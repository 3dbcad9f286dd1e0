"""One execution in a separate child: takes the job, drops its rights, runs the strategy, sends the answer."""

from __future__ import annotations

import array
import base64
import gc
import json
import mmap
import os
import socket
import struct
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa
import talib  # noqa: F401  (imported now, so that a strategy finds it warm)
from tradeium_sandbox.confinement import filter_system_calls, restrict_to_reading, set_resource_limits

from tradeium_strategy.contract import compile_strategy, load_strategy, weights_from
from tradeium_strategy.execution import NOTHING, Points, candles_in, run_once, start_clock

_LENGTH = struct.Struct("<I")


def run_and_exit(channel: int, prints: int) -> NoReturn:
    """
    Runs one strategy in a process that was forked for it. `channel` is the socket on which the job comes and the answer
    goes; nothing else is left open, and none of the author's code is compiled before the process is confined. While
    the worker sends other candles, the strategy is run on them as well; for a job with `points`, while it sends
    parameters.
    """
    try:
        keep_only(channel, prints)
        job, table, slots = _receive_job()
        set_resource_limits(job["resource_limits"])
        restrict_to_reading()
        filter_system_calls(base64.b64decode(job["filter"]))
        os.write(3, b"A")
    except BaseException as cause:
        print(f"not confined: {cause!r}")
        os._exit(1)
    if slots is not None:
        _answer_points(job, table, slots)
    else:
        _answer_candles(job, table)
    os._exit(0)


def _answer_candles(job: Mapping[str, Any], table: pa.Table) -> None:
    while True:
        header, weights = run_once(job, table)
        _answer(header, weights)
        del weights
        later = _receive_frame() if header["ok"] else None
        if later is None:
            return
        (kept,) = _LENGTH.unpack_from(later)
        table = pa.concat_tables([table.slice(0, kept), _table_in(later[_LENGTH.size :])])
        gc.collect()


def _answer_points(job: Mapping[str, Any], table: pa.Table, slots: mmap.mmap) -> None:
    points = Points(job, table)
    begin = number = 0
    while (text := _receive_frame()) is not None:
        header, weights = points.run(json.loads(text))
        slots[begin : begin + len(weights)] = weights
        begin = (begin + len(weights)) % len(slots)
        _answer({**header, "number": number})
        number += 1
        del weights
        points.clean_up()


def keep_only(channel: int, prints: int) -> None:
    """
    Makes them descriptor 3, and standard output and error; closes all others. Even standard input gets a new file
    description: its flags would outlive this process.
    """
    null = os.open("/dev/null", os.O_RDWR)
    for descriptor, number in ((null, 0), (prints, 1), (prints, 2), (channel, 3)):
        os.dup2(descriptor, number)
    os.closerange(4, 4096)


def _receive_job() -> tuple[dict[str, Any], pa.Table, mmap.mmap | None]:
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=3)
    descriptors = array.array("i")
    first, ancillary, _, _ = channel.recvmsg(_LENGTH.size, socket.CMSG_SPACE(2 * descriptors.itemsize))
    for _, _, data in ancillary:
        descriptors.frombytes(data[: len(data) // descriptors.itemsize * descriptors.itemsize])
    (length,) = _LENGTH.unpack(first)
    text = bytearray()
    while len(text) < length:
        piece = channel.recv(length - len(text))
        if not piece:
            raise EOFError
        text += piece
    channel.detach()
    candles, *slots = descriptors
    # Private: older kernels refuse to share a file that is sealed against writing.
    content = mmap.mmap(candles, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
    shared = mmap.mmap(slots[0], 0) if slots else None
    # A mapping keeps a descriptor, which would reveal when the file was made.
    os.closerange(4, 4096)
    return json.loads(text), _table_in(content), shared


def _receive_frame() -> bytes | None:
    """The next frame of the worker; None when there are no more."""
    length = _receive(_LENGTH.size)
    return _receive(*_LENGTH.unpack(length)) if length else None


def _receive(count: int) -> bytes:
    """So many bytes; none when the worker has closed its side."""
    pieces: list[bytes] = []
    while count > 0 and (piece := os.read(3, count)):
        pieces.append(piece)
        count -= len(piece)
    return b"" if count > 0 else b"".join(pieces)


def _table_in(content: mmap.mmap | bytes) -> pa.Table:
    return pa.ipc.open_file(pa.py_buffer(content)).read_all()


def warm_up() -> None:
    """Triggers the libraries' lazy initialisation once, so that no execution pays for it."""
    names = [f"{coin}.{field}" for coin in ("A", "B") for field in ("open", "high", "low", "close", "volume")]
    hours = pa.array(np.arange(48, dtype=np.int64) * 3_600_000)
    filled = [pa.array(np.zeros(48, dtype=np.uint8))] * 2
    columns = [hours, *[pa.array(np.ones(48))] * len(names), *filled]
    batch = pa.record_batch(columns, names=["timestamp", *names, "A.filled", "B.filled"])
    sink = pa.BufferOutputStream()
    metadata = {"interval": "1h", "coins": "A,B"}
    with pa.ipc.new_file(sink, batch.schema.with_metadata(metadata)) as writer:
        writer.write_batch(batch.replace_schema_metadata(metadata))
    candles = candles_in(_table_in(sink.getvalue().to_pybytes()))
    program = compile_strategy(_REHEARSAL)
    weights_from(load_strategy(program)(candles, None), candles, program.result_line)
    json.loads(json.dumps({"a": [1, 0.5, None]}))
    start_clock(0)
    del sys.modules["strategy"]


_REHEARSAL = """
import pandas as pd

def strategy(candles, settings):
    momentum = candles.resample("24h").close.pct_change().rolling(2).mean()
    momentum = momentum.reindex(candles.close.index, method="ffill")
    pd.concat([candles.close.rank(axis=1), candles.volume.ewm(span=3).mean()])
    return (momentum > 0).div((momentum > 0).sum(axis=1).clip(lower=1), axis=0)
"""


def _answer(header: Mapping[str, object], weights: memoryview = NOTHING) -> None:
    text = json.dumps(header).encode()
    _send(_LENGTH.pack(len(text)) + text)
    _send(weights)


def _send(data: bytes | memoryview) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(3, view) :]
