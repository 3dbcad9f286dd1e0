"""Times calls of another product: reads the work from a folder, prints one measurement per line."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

WARM_UP_SECONDS = 0.4
# Other work has used the processor and its caches since the last turn.
TURN_WARM_UP_SECONDS = 0.05


@dataclass(frozen=True)
class Work:
    """Prices and targets (bars × coins; NaN: no trade) and the rules that every product gets."""

    open: np.ndarray
    high: np.ndarray
    low: np.ndarray
    close: np.ndarray
    # One matrix for each run of a series; most works have one.
    targets: list[np.ndarray]
    open_times_ms: np.ndarray
    initial_cash: float
    fee: float
    # The work's file, which may say more than every product needs.
    about: dict[str, Any]


@dataclass(frozen=True)
class Call:
    """
    `run` is timed. Before it, `prepare` makes fresh inputs for each run; after it, `figures` reads from its
    outcome the figures to compare with the known right ones.
    """

    run: Callable[[Any], Any]
    figures: Callable[[Any], list[float]]
    prepare: Callable[[], Any] = lambda: None


Calls = Mapping[str, Callable[[Work], Call]]


def serve(calls: Calls) -> None:
    """With FOLDER WORK CALL measures one first run; with FOLDER alone a warm one for each line `WORK CALL`."""
    folder = Path(sys.argv[1])
    if len(sys.argv) > 2:
        work, call = sys.argv[2:]
        _answer(calls[call](_read_work(folder, work)), _timed)
        return
    known: dict[str, Call] = {}
    for line in sys.stdin:
        if line not in known:
            work, call = line.split()
            known[line] = calls[call](_read_work(folder, work))
            _warm_up(known[line])
        _answer(known[line], _timed_warm)


def _answer(call: Call, measure: Callable[[Call], tuple[float, Any]]) -> None:
    seconds, outcome = measure(call)
    print(json.dumps({"ms": seconds * 1000, "figures": call.figures(outcome)}), flush=True)


def _timed(call: Call) -> tuple[float, Any]:
    prepared = call.prepare()
    start = time.perf_counter()
    outcome = call.run(prepared)
    return time.perf_counter() - start, outcome


def _timed_warm(call: Call) -> tuple[float, Any]:
    """A call longer than the warm-up warms itself."""
    end = time.perf_counter() + TURN_WARM_UP_SECONDS
    while True:
        seconds, outcome = _timed(call)
        if time.perf_counter() > end:
            return seconds, outcome


def _warm_up(call: Call) -> None:
    end = time.perf_counter() + WARM_UP_SECONDS
    while time.perf_counter() < end:
        _timed(call)


def _read_work(folder: Path, name: str) -> Work:
    about = json.loads((folder / f"{name}.json").read_text())
    shape = (about["bars"], about["coins"])

    def matrices(what: str, runs: int = 1) -> list[np.ndarray]:
        return list(np.fromfile(folder / f"{name}.{what}.f64").reshape(runs, *shape))

    open_, high, low, close = (matrices(price)[0] for price in ("open", "high", "low", "close"))
    return Work(
        open=open_,
        high=high,
        low=low,
        close=close,
        targets=matrices("targets", about["runs"]),
        open_times_ms=about["start_ms"] + np.arange(about["bars"]) * about["bar_ms"],
        initial_cash=float(about["initial_cash"]),
        fee=float(about["fee"]),
        about=about,
    )
