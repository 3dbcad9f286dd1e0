"""Why a decision changes when the future is cut off: look-ahead, or only rounding or the number of candles."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from tradeium_runner.causality import differing_cells
from tradeium_runner.executions import FinishedRun, TimeIsUp, View, execute_again, execute_view
from tradeium_runner.failures import InterpreterFailed, StrategyFailure
from tradeium_runner.weights import Weights

Cause = Literal["future", "length", "rounding"]

_ROUNDINGS = ("up", "down", "zero")
# This share of the differing weights must change with the rounding; the rest may be the same in all directions by luck.
_ROUNDED_SHARE = 0.8
# Other futures of the same length: the opposite of what happened, then random ones; fewer after the first differences.
_OTHER_FUTURES = 4
_OTHER_FUTURES_LATER = 2
_THOROUGH = 2

Cells = npt.NDArray[np.bool_]


class Causes:
    """Finds the causes of one run's differences, until `end`. What cannot be explained in time is due to the future."""

    def __init__(self, run: FinishedRun, end: float):
        self.end = end
        self._run = run
        self._unstable: Cells | None = None
        self._asked = 0

    async def of(self, bar: int, other: Weights) -> Cause:
        """Why the weights up to `bar` change when the candles after it are cut off."""
        self._asked += 1
        try:
            if not await self._differs_with_other_futures(bar):
                return "length"
            return "rounding" if await self._is_rounding(bar, other) else "future"
        except (TimeIsUp, InterpreterFailed):
            return "future"

    async def _differs_with_other_futures(self, bar: int) -> bool:
        """Whether the same number of different candles after the bar changes the weights up to it."""
        count = _OTHER_FUTURES if self._asked <= _THOROUGH else _OTHER_FUTURES_LATER
        views = [View("mirror", bar), *(View("noise", bar, variant) for variant in range(1, count))]
        compared = 0
        for view in views:
            outcome = await execute_view(self._run, view, self.end)
            if isinstance(outcome, StrategyFailure):
                continue
            compared += 1
            if differing_cells(self._run.weights[: bar + 1], outcome.weights[: bar + 1]).any():
                return True
        return compared == 0

    async def _is_rounding(self, bar: int, other: Weights) -> bool:
        """
        Whether the differing weights depend on the last digit of a calculation: they also change on the same candles
        when the processor rounds in another direction.
        """
        differing = differing_cells(self._run.weights[: bar + 1], other)
        if self._unstable is None:
            # A strategy that changes by chance would change with the rounding, too.
            plain = await execute_again(self._run, self.end)
            if isinstance(plain, StrategyFailure) or differing_cells(self._run.weights, plain.weights).any():
                return False
            self._unstable = await self._cells_that_round(None, self._run.weights)
        unstable = self._unstable[: bar + 1]
        if not (differing & unstable).any():
            return False
        if not (unstable | ~differing).all():
            unstable = unstable | await self._cells_that_round(bar, other)
        return float((differing & unstable).sum()) >= _ROUNDED_SHARE * float(differing.sum())

    async def _cells_that_round(self, bar: int | None, weights: Weights) -> Cells:
        """Which weights change when the processor rounds in another direction; without the future after `bar`."""
        cells = np.zeros(weights.shape, dtype=bool)
        for rounding in _ROUNDINGS:
            if bar is None:
                outcome = await execute_again(self._run, self.end, rounding=rounding)
            else:
                outcome = await execute_view(self._run, View("cut", bar), self.end, rounding=rounding)
            if not isinstance(outcome, StrategyFailure):
                cells |= differing_cells(weights, outcome.weights)
        return cells
