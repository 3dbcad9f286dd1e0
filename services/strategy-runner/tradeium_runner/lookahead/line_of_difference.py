"""Finds the line of a strategy that first used the future."""

from __future__ import annotations

from tradeium_runner.execution.executions import FinishedRun, TimeIsUp, View, execute_again, execute_view
from tradeium_runner.failures import InterpreterFailed, StrategyFailure


async def differing_line(run: FinishedRun, view: View, end: float) -> int | None:
    """
    The first line whose tables differ, up to the view's bar, between the run's candles and the view's; or else the
    first that only the view came to, as behind a condition. None if there is none. Both executions are traced line by
    line.
    """
    try:
        own = await execute_again(run, end, known_bars=view.bar + 1)
        other = await execute_view(run, view, end, known_bars=view.bar + 1)
    except (TimeIsUp, InterpreterFailed):
        return None
    if isinstance(own, StrategyFailure) or isinstance(other, StrategyFailure):
        return None
    digests, of_run = dict(other.lines), dict(own.lines)
    differing = (line for line, digest in own.lines if line in digests and digests[line] != digest)
    return next(differing, None) or next((line for line in digests if line not in of_run), None)
