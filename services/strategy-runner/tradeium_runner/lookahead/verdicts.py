"""The words about a difference between a run and a re-run: bar, coin, line, and whether it can be repeated."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from tradeium_runner.execution.executions import FinishedRun, TimeIsUp, View, execute_again
from tradeium_runner.execution.weights import Weights
from tradeium_runner.failures import InterpreterFailed, StrategyFailure, source_line
from tradeium_runner.limits import KILL_AFTER_SECONDS
from tradeium_runner.lookahead.causality import Difference, find_difference
from tradeium_runner.lookahead.line_of_difference import differing_line

# Chance with few outcomes may well repeat once.
_REPETITIONS = 3

Facts = Mapping[str, object]


async def proven(run: FinishedRun, name: str, facts: Facts, view: View, end: float) -> dict[str, object]:
    """
    The verdict `name` on a difference with a view: repetitions on the run's own candles distinguish it from chance. One
    that fails means that the strategy cannot be judged, without a difference to name.
    """
    end += KILL_AFTER_SECONDS
    for repetition in range(_REPETITIONS):
        try:
            again = await execute_again(run, end)
        except (TimeIsUp, InterpreterFailed):
            if repetition > 0:
                break
            return {"reproducible": False}
        if isinstance(again, StrategyFailure):
            return {"reproducible": False}
        own = own_difference(run, again.weights)
        if own:
            return own
    return {name: {**facts, "line": await differing_line(run, view, end) if run.names_lines else None}}


def own_difference(run: FinishedRun, again: Weights) -> dict[str, object]:
    """The verdict if the run's own candles gave other weights; else empty."""
    own = find_difference(run.weights, again, len(run.weights), run.shape.first_bar)
    return {"reproducible": False, "first_difference": _weights_at(run, own, "again")} if own else {}


def facts_of(run: FinishedRun, view: View, difference: Difference) -> dict[str, object]:
    """Where the weights with a view's candles differ first."""
    return {"known_until_ms": moment(run, view.bar), **_weights_at(run, difference, "without_future")}


def moment(run: FinishedRun, bar: int) -> int:
    """When a bar opens, ms UTC."""
    return int(run.shape.timestamps[bar])


def failure_words(run: FinishedRun, view: View, failure: StrategyFailure) -> str:
    """For the author: how the strategy failed on a view."""
    at = datetime.fromtimestamp(moment(run, view.bar) / 1000, UTC)
    text = source_line(str(run.job["source"]), failure.line)
    where = "" if text is None else f" (line {failure.line}: {text})"
    what = "cut off" if view.future == "cut" else "replaced by noise"
    return f"with the future after {at:%Y-%m-%d %H:%M} UTC {what}: {failure.message}{where}"


def _weights_at(run: FinishedRun, difference: Difference, other: str) -> dict[str, object]:
    return {
        "at_ms": moment(run, difference.bar),
        "coin": run.shape.coins[difference.coin],
        "weight": difference.weight,
        other: difference.other,
    }
