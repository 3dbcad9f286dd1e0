"""A batch of a study's points from references to a result: hands them to children, and stores their answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from tradeium_runner import log
from tradeium_runner.execution.candle_file import read_candles
from tradeium_runner.execution.points import Answered, PointsDone, compute_points
from tradeium_runner.execution.weights import Weights, points_file
from tradeium_runner.failures import StrategyFailure, beginning_of, lines_of
from tradeium_runner.limits import MAX_BATCH_BYTES, MAX_CANDLES_BYTES
from tradeium_runner.message_file import MAX_POINTS_BYTES, message_file, points_in
from tradeium_runner.run_input import PointsInput
from tradeium_runner.strategy_run import Output, Runner, milliseconds


async def run_points(runner: Runner, batch: PointsInput) -> Output:
    """
    The activity's output: the answers of the first points, as many as the budget and the memory for weights allow, and
    one at least. Raises BlobMissing, BlobsAway, InvalidInput, SandboxUnavailable or InterpreterFailed. Cancelling it
    ends the interpreter at once.
    """
    started = time.monotonic()
    message = points_in(await runner.blobs.read(batch.source, MAX_POINTS_BYTES))
    table, shape = read_candles(await runner.blobs.read(batch.candles, MAX_CANDLES_BYTES))
    most = max(1, MAX_BATCH_BYTES // (8 * len(shape.timestamps) * len(shape.coins)))
    job = {"source": message.code, "settings": batch.settings}
    done = await compute_points(
        runner.pool, job, table, shape, runner.limits, message.points[:most], batch.budget_seconds
    )
    answers = {"check": message.check, "doubt": done.doubt, "points": _described(done.answers, message.code)}
    weights = [each.outcome for each in done.answers if not isinstance(each.outcome, StrategyFailure)]
    timing = {
        "interpreter_wait": milliseconds(done.waited),
        "strategy": milliseconds(done.seconds - done.waited),
        "total": 0.0,
    }
    output: Output = {
        "answers": await runner.blobs.write(message_file(answers)),
        # One file for all of them: so many small ones would cost more than the strategies.
        "weights": await _write_weights(runner, weights, message.check) if weights else None,
        "done": len(done.answers),
        "timing_ms": timing,
    }
    timing["total"] = milliseconds(time.monotonic() - started)
    _log(batch, len(message.points), done, len(weights), timing)
    return output


async def _write_weights(runner: Runner, weights: Sequence[Weights], check: str) -> str:
    return await runner.blobs.write(await asyncio.to_thread(points_file, weights, check))


def _described(answers: Sequence[Answered], source: str) -> list[dict[str, object]]:
    points: list[dict[str, object]] = []
    row = 0
    # Counted once: a batch may fail at each of its points.
    lines = lines_of(source)
    for answer in answers:
        known: dict[str, object] = {"index": answer.point.index, "ms": milliseconds(answer.seconds)}
        if isinstance(answer.outcome, StrategyFailure):
            failure = answer.outcome
            line = failure.line if failure.line is not None and 1 <= failure.line <= lines else None
            words = {"kind": failure.kind, "line": line, "message": beginning_of(failure.message)}
            points.append({**known, "ok": False, **words})
        else:
            points.append({**known, "ok": True, "row": row})
            row += 1
    return points


def _log(batch: PointsInput, points: int, done: PointsDone, worked: int, timing: dict[str, float]) -> None:
    log.info(
        "points ended",
        run_id=batch.run_id,
        points=points,
        done=len(done.answers),
        failed=len(done.answers) - worked,
        doubt=done.doubt,
        children=done.children,
        timing_ms=timing,
    )
