"""Traces what each line of a strategy left in its tables up to a bar, to find where two executions diverge."""

from __future__ import annotations

import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
import pandas as pd
from tradeium_sandbox.definition import FILE

from tradeium_strategy.candles import Candles

_MOST_SECONDS = 2.0
_MOST_LINES = 400
# A line that runs more often is in a loop, where looking at all tables each time would take too long.
_MOST_VISITS = 30
_NO_NUMBER = -1.2345e30


class LineTrace:
    """
    `digests`: for each line, in the order of execution, a number for what it changed in the rows up to the first
    `known` bars. In two executions whose candles agree up to there, an honest line has the same number.
    """

    def __init__(self, candles: Candles, known: int):
        self._bars = len(candles.index)
        self._known = known
        self._last = candles.index[known - 1]
        self._end = time.monotonic() + _MOST_SECONDS
        self._visits: dict[int, int] = {}
        self.digests: dict[int, int] = {}

    def on_call(self, frame: FrameType, event: str, argument: object) -> Any:
        """For sys.settrace: follows the author's functions."""
        if frame.f_code.co_filename != FILE:
            return None
        seen: dict[str, int] = {}
        line = frame.f_lineno

        def on_line(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal line
            if time.monotonic() > self._end:
                return None
            if event in ("line", "return") and self._visits.get(line, 0) < _MOST_VISITS:
                self._visits[line] = self._visits.get(line, 0) + 1
                self._look(line, frame, seen, argument if event == "return" else None)
            line = frame.f_lineno
            return on_line

        return on_line

    def _look(self, line: int, frame: FrameType, seen: dict[str, int], returned: object) -> None:
        values = {**frame.f_locals, "return": returned}
        for name, value in values.items():
            digest = self._digest(value)
            if digest is not None and seen.get(name) != digest:
                seen[name] = digest
                text = f"{self.digests.get(line, 0)} {name} {digest}"
                if line in self.digests or len(self.digests) < _MOST_LINES:
                    self.digests[line] = zlib.crc32(text.encode())

    def _digest(self, value: object) -> int | None:
        """A number for the rows up to the known bars; None for input that is not a table over the bars."""
        known = self._known
        if isinstance(value, (pd.DataFrame, pd.Series)):
            index = value.index
            if isinstance(index, pd.DatetimeIndex) and index.tz is not None and index.is_monotonic_increasing:
                known = int(index.searchsorted(self._last, side="right"))
            elif len(index) != self._bars:
                return None
            rows = value.iloc[:known].to_numpy()
        elif isinstance(value, (np.ndarray, list)) and len(value) == self._bars:
            rows = np.asarray(value[:known])
        else:
            return None
        if rows.dtype.kind not in "bifu":
            return None
        numbers = np.nan_to_num(np.ascontiguousarray(rows, dtype=np.float32), nan=_NO_NUMBER)
        return zlib.crc32(numbers.tobytes())


@contextmanager
def tracing(candles: Candles, known: int | None) -> Iterator[LineTrace | None]:
    """Traces meanwhile what the author's lines leave in the first `known` bars; None: does nothing."""
    if known is None:
        yield None
        return
    trace = LineTrace(candles, known)
    sys.settrace(trace.on_call)
    try:
        yield trace
    finally:
        sys.settrace(None)
