"""Runs a strategy over candles inside a confined child, once or for many points of a study, and reports its failure."""

from __future__ import annotations

import gc
import random
import resource
import signal
import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tradeium_strategy.candles import Candles, utc_index
from tradeium_strategy.contract import Program, compile_strategy, load_strategy, weights_from
from tradeium_strategy.failure import Failure, OutOfTime, describe, print_traceback, remember_source
from tradeium_strategy.line_trace import tracing
from tradeium_strategy.settings import settings_from
from tradeium_strategy.variations import rounding_to, scatter_addresses

# A header for the worker, and the weights as bytes of little-endian float64.
Answer = tuple[dict[str, object], memoryview]

NOTHING = memoryview(b"")


def run_once(job: Mapping[str, Any], table: pa.Table) -> Answer:
    """Runs the job's strategy over these candles; its failure is an answer too."""
    try:
        candles = candles_in(table)
        remember_source(job["source"])
        _seed()
        if job.get("scatter"):
            scatter_addresses()
        start_clock(job["timeout_seconds"])
        program = compile_strategy(job["source"])
        with rounding_to(job.get("rounding")), tracing(candles, job.get("known_bars")) as trace:
            weights = _weights(program, candles, job["settings"])
        _stop_clock()
        header: dict[str, object] = {"ok": True, "line": program.result_line}
        if trace:
            header["lines"] = list(trace.digests.items())
        return header, _bytes_of(weights)
    except BaseException as cause:
        return _report(cause), NOTHING


class Points:
    """
    Runs the job's strategy with one set of parameters after the other, each with a clean module, fresh candles and
    fresh settings. The file is compiled once, and the candles are read from their file once.
    """

    def __init__(self, job: Mapping[str, Any], table: pa.Table):
        self._job = job
        self._fresh = _Copies(table)
        self._modules = dict(sys.modules)
        self._soft_limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        remember_source(job["source"])

    def run(self, parameters: Mapping[str, object]) -> Answer:
        """The answer of this point, as `run_once` gives it for a job with these parameters."""
        try:
            candles = self._fresh.candles()
            _seed()
            start_clock(self._job["timeout_seconds"])
            program = compile_strategy(self._job["source"])
            weights = _weights(program, candles, {**self._job["settings"], "parameters": parameters})
            _stop_clock()
            return {"ok": True, "line": program.result_line}, _bytes_of(weights)
        except BaseException as cause:
            return _report(cause), NOTHING

    def clean_up(self) -> None:
        """
        Takes away what a point has left in the table of modules, and the room for its report. Modules of libraries
        that it was the first to import stay: some of them can be loaded only once.
        """
        sys.modules.pop("strategy", None)
        if sys.modules != self._modules:
            for name in sys.modules.keys() - self._modules.keys():
                if not isinstance(getattr(sys.modules[name], "__spec__", None), ModuleSpec):
                    del sys.modules[name]
            sys.modules.update(self._modules)
            self._modules = dict(sys.modules)
        gc.collect()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (self._soft_limit, hard))


class _Copies:
    """Candles of one table as often as they are needed, none of which shares memory with another."""

    def __init__(self, table: pa.Table):
        self._first = candles_in(table)
        self._kept: dict[str, npt.NDArray[Any]] = {}

    def candles(self) -> Candles:
        first = self._first

        def read(field: str) -> npt.NDArray[np.float64]:
            if field not in self._kept:
                self._kept[field] = first._read(field)
            # In the same order in memory, on which the rounding of sums depends.
            return self._kept[field].copy(order="K")

        index = first.index.copy(deep=True)
        return Candles(index, first.coins, first.interval, read, first._filled, first._columns)


def candles_in(table: pa.Table) -> Candles:
    """The candles of an Arrow table; a field is copied from it when the strategy first reads it."""
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    coins = tuple(metadata["coins"].split(","))

    def read(field: str) -> npt.NDArray[np.float64]:
        return np.stack([table.column(f"{coin}.{field}").to_numpy() for coin in coins]).T

    def filled() -> npt.NDArray[np.bool_]:
        return np.stack([table.column(f"{coin}.filled").to_numpy() for coin in coins]).T.astype(np.bool_)

    index = utc_index(table.column("timestamp").to_numpy())
    return Candles(index, coins, metadata["interval"], read, filled)


def start_clock(seconds: float) -> None:
    """Raises OutOfTime at the line that runs when so much time has passed; 0: never."""

    def on_time_out(*_: object) -> None:
        raise OutOfTime(f"the strategy took longer than {seconds:g} seconds")

    signal.signal(signal.SIGALRM, on_time_out)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _stop_clock() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _seed() -> None:
    random.seed(0)
    np.random.seed(0)


def _weights(program: Program, candles: Candles, settings: Mapping[str, Any]) -> npt.NDArray[np.float64]:
    chosen = settings_from(settings, candles.index, program.parameters)
    strategy = load_strategy(program)
    return weights_from(strategy(candles, chosen), candles, program.result_line)


def _bytes_of(weights: npt.NDArray[np.float64]) -> memoryview:
    return weights.astype("<f8", order="C", copy=False).data.cast("B")


def _report(cause: BaseException) -> dict[str, object]:
    """Needs some memory, which the limits leave when the strategy's is used up."""
    _stop_clock()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    failure: Failure = describe(cause)
    print_traceback(cause)
    return {"ok": False, "kind": failure.kind, "message": failure.message, "line": failure.line}
