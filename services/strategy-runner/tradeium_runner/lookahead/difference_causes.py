"""Why a decision changes with the candles after it: look-ahead, their number, or only rounding."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from tradeium_runner.execution.executions import FinishedRun, TimeIsUp, View, execute_again, execute_view
from tradeium_runner.execution.weights import Weights
from tradeium_runner.failures import InterpreterFailed, StrategyFailure
from tradeium_runner.lookahead.causality import differing_cells

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

    async def of(self, view: View, other: Weights) -> Cause:
        """Why the weights up to the view's bar are `other` with its candles: with as many, it is not their number."""
        self._asked += 1
        try:
            is_future = view.future != "cut" or await self._differs_with_other_futures(view.bar)
            if await self._is_rounding(view, other):
                return "rounding"
            return "future" if is_future else "length"
        except (TimeIsUp, InterpreterFailed):
            return "future"

    async def _differs_with_other_futures(self, bar: int) -> bool:
        """True if the same number of different candles after the bar changes the weights up to it."""
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

    async def _is_rounding(self, view: View, other: Weights) -> bool:
        """
        Whether the differing weights depend on the last digit of a calculation: they also change on the same candles
        when the processor rounds in another direction.
        """
        bars = view.bar + 1
        differing = differing_cells(self._run.weights[:bars], other[:bars])
        if self._unstable is None:
            # A strategy that changes by chance would change with the rounding, too.
            plain = await execute_again(self._run, self.end)
            if isinstance(plain, StrategyFailure) or differing_cells(self._run.weights, plain.weights).any():
                return False
            self._unstable = await self._cells_that_round(None, self._run.weights)
        unstable = self._unstable[:bars]
        if not (differing & unstable).any():
            return False
        if not (unstable | ~differing).all():
            unstable = unstable | (await self._cells_that_round(view, other))[:bars]
        return float((differing & unstable).sum()) >= _ROUNDED_SHARE * float(differing.sum())

    async def _cells_that_round(self, view: View | None, weights: Weights) -> Cells:
        """Which weights, of the run or of a view, change when the processor rounds in another direction."""
        cells = np.zeros(weights.shape, dtype=bool)
        for rounding in _ROUNDINGS:
            if view is None:
                outcome = await execute_again(self._run, self.end, rounding=rounding)
            else:
                outcome = await execute_view(self._run, view, self.end, rounding=rounding)
            if not isinstance(outcome, StrategyFailure):
                cells |= differing_cells(weights, outcome.weights)
        return cells
