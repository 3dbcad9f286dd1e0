"""One run inside the sandbox: waits for the job, runs the strategy under a clock, sends the answer."""

from __future__ import annotations

import array
import gc
import json
import mmap
import os
import random
import resource
import signal
import socket
import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import talib  # noqa: F401  (imported now, so that a strategy finds it warm)

from tradeium_strategy.candles import Candles, utc_index
from tradeium_strategy.confinement import restrict_to_reading
from tradeium_strategy.contract import Program, compile_strategy, load_strategy, weights_from
from tradeium_strategy.failure import Failure, OutOfTime, describe, print_traceback, remember_source
from tradeium_strategy.output import bound_output
from tradeium_strategy.settings import settings_from

_LENGTH = struct.Struct("<I")


def serve(channel: int) -> None:
    """Says that it is ready, runs one strategy and ends the process. `channel` is the socket to the worker."""
    os.dup2(channel, 3)
    os.closerange(4, 4096)
    _warm_up()
    restrict_to_reading()
    bound_output()
    gc.collect()
    gc.freeze()
    os.write(3, b"R")
    job, candles = _receive_job()
    _set_resource_limits(job["resource_limits"])
    os.write(3, b"A")
    try:
        header, weights = _run(job, _open_candles(candles))
    except BaseException as cause:
        header, weights = _report(cause), memoryview(b"")
    text = json.dumps(header).encode()
    _send(_LENGTH.pack(len(text)) + text)
    _send(weights)
    os._exit(0)


def _run(job: dict[str, Any], candles: Candles) -> tuple[dict[str, object], memoryview]:
    remember_source(job["source"])
    random.seed(0)
    np.random.seed(0)
    _start_clock(job["timeout_seconds"])
    program: Program = compile_strategy(job["source"])
    strategy = load_strategy(program)
    result = strategy(candles, settings_from(job["settings"]))
    weights = weights_from(result, candles, program.result_line)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return {"ok": True, "line": program.result_line}, memoryview(weights.astype("<f8", order="C").tobytes())


def _report(cause: BaseException) -> dict[str, object]:
    """Needs some memory of its own, which the limits leave when the strategy's is used up."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    failure: Failure = describe(cause)
    print_traceback(cause)
    return {"ok": False, "kind": failure.kind, "message": failure.message, "line": failure.line}


def _set_resource_limits(limits: dict[str, tuple[int, int]]) -> None:
    for name, (soft, hard) in limits.items():
        number = getattr(resource, name, None)
        if number is not None:
            most = resource.getrlimit(number)[1]
            most = hard if most == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (min(soft, most), most))


def _start_clock(seconds: float) -> None:
    def on_time_out(*_: object) -> None:
        raise OutOfTime(f"the strategy took longer than {seconds:g} seconds")

    signal.signal(signal.SIGALRM, on_time_out)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _receive_job() -> tuple[dict[str, Any], int]:
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=3)
    descriptors = array.array("i")
    first, ancillary, _, _ = channel.recvmsg(_LENGTH.size, socket.CMSG_SPACE(descriptors.itemsize))
    for _, _, data in ancillary:
        descriptors.frombytes(data[: descriptors.itemsize])
    (length,) = _LENGTH.unpack(first)
    text = bytearray()
    while len(text) < length:
        piece = channel.recv(length - len(text))
        if not piece:
            os._exit(1)
        text += piece
    channel.detach()
    return json.loads(text), descriptors[0]


def _open_candles(descriptor: int) -> Candles:
    """Maps the Arrow file; a field is copied into a table of its own when the strategy first reads it."""
    content = mmap.mmap(descriptor, 0, prot=mmap.PROT_READ)
    os.close(descriptor)
    table = pa.ipc.open_file(pa.py_buffer(content)).read_all()
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    coins = tuple(metadata["coins"].split(","))

    def read(field: str) -> npt.NDArray[np.float64]:
        return np.stack([table.column(f"{coin}.{field}").to_numpy() for coin in coins]).T

    return Candles(utc_index(table.column("timestamp").to_numpy()), coins, metadata["interval"], read)


def _warm_up() -> None:
    """Does once what the libraries put off to their first use."""
    index = utc_index(np.arange(48, dtype=np.int64) * 3_600_000)
    candles = Candles(index, ("A", "B"), "1h", lambda _: np.ones((48, 2)))
    momentum = candles.resample("24h").close.pct_change().rolling(2).mean().reindex(index, method="ffill")
    weights_from((momentum > 0).div((momentum > 0).sum(axis=1).clip(lower=1), axis=0), candles, 1)
    pd.concat([candles.close.rank(axis=1), candles.volume.ewm(span=3).mean()])
    _start_clock(0)


def _send(data: bytes | memoryview) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(3, view) :]
