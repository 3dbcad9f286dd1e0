"""One run from references to a result: hands code and candles to an interpreter, checks and stores the weights."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tradeium_runner import log
from tradeium_runner.execution.candle_file import candles_for_sandbox, read_candles
from tradeium_runner.execution.executions import FinishedRun
from tradeium_runner.execution.outcome import await_outcome
from tradeium_runner.execution.weights import weights_file
from tradeium_runner.failures import (
    InterpreterFailed,
    InvalidInput,
    PrivateStrategyFailed,
    StrategyFailure,
    beginning_of,
    source_line,
)
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.limits import (
    KILL_AFTER_SECONDS,
    MAX_CANDLES_BYTES,
    MAX_FREE_PRINTS_CHARACTERS,
    MAX_SOURCE_BYTES,
    RunLimits,
)
from tradeium_runner.lookahead.rerun import check_causality
from tradeium_runner.message_file import MAX_JOB_BYTES, is_message, job_in
from tradeium_runner.run_input import RunInput
from tradeium_runner.sandbox.interpreter import Execution, Interpreter
from tradeium_runner.sandbox.pool import Pool

Output = dict[str, object]

_MAX_HAND_OVERS = 3


@dataclass(frozen=True)
class Runner:
    """The dependencies of runs. `private_strategies`: the folder with ours, `<id>.py`."""

    pool: Pool
    blobs: Blobs
    limits: RunLimits
    private_strategies: Path
    checks_causality: bool = True


async def run_strategy(runner: Runner, run: RunInput) -> Output:
    """
    The activity's output: weights, or the strategy's failure. Raises BlobMissing, InvalidInput, SandboxUnavailable
    or InterpreterFailed when the fault is ours, and PrivateStrategyFailed. Cancelling it ends the interpreter at once.
    """
    started = time.monotonic()
    source_bytes, run = await _read_source(runner, run)
    try:
        source = str(source_bytes, "utf-8")
    except UnicodeDecodeError:
        return await _failed(runner, run, StrategyFailure("syntax", "the strategy is not UTF-8 text"), "", "")
    table, shape = read_candles(await runner.blobs.read(run.candles, MAX_CANDLES_BYTES))
    job = {"source": source, "settings": run.settings, "timeout_seconds": runner.limits.timeout_seconds}
    with await asyncio.to_thread(candles_for_sandbox, table) as candles:
        waiting = time.monotonic()
        interpreter, execution = await _start(runner.pool, job, candles.fileno())
    try:
        begun = time.monotonic()
        seconds = runner.limits.timeout_seconds + KILL_AFTER_SECONDS
        outcome = await await_outcome(interpreter, execution, runner.limits, shape, seconds)
        answered = time.monotonic()
        prints = execution.prints()
        if isinstance(outcome, StrategyFailure):
            return await _failed(runner, run, outcome, source, prints)
        finished = FinishedRun(
            interpreter,
            runner.pool.take,
            runner.pool.take_elsewhere,
            job,
            table,
            shape,
            runner.limits,
            outcome.weights,
            answered - begun,
            names_lines=run.private is None,
        )
        causality = await check_causality(finished) if runner.checks_causality and run.reruns else None
        checked = time.monotonic()
    finally:
        execution.close()
        await asyncio.shield(interpreter.close())
    rerun_failure = causality.rerun_failure if causality else None
    return {
        "ok": True,
        "weights": await runner.blobs.write(weights_file(outcome.weights, shape)),
        "rows": len(shape.timestamps) - shape.first_bar,
        "columns": len(shape.coins),
        "code_sha256": hashlib.sha256(source_bytes).hexdigest(),
        "report": await _report(runner, run, prints=prints, rerun_failure=rerun_failure),
        "causality": causality.answer if causality else None,
        "timing_ms": {
            "interpreter_wait": milliseconds(begun - waiting),
            "strategy": milliseconds(answered - begun),
            "causality": milliseconds(checked - answered),
            "total": milliseconds(time.monotonic() - started),
        },
    }


async def _read_source(runner: Runner, run: RunInput) -> tuple[bytes, RunInput]:
    if run.code is not None:
        content = await runner.blobs.read(run.code, MAX_JOB_BYTES)
        if is_message(content):
            message = job_in(content)
            settings = {**run.settings, "parameters": message.parameters}
            return message.code.encode(), dataclasses.replace(run, mark=message.check, settings=settings)
        return bytes(await runner.blobs.read(run.code, MAX_SOURCE_BYTES)), run
    try:
        return await asyncio.to_thread((runner.private_strategies / f"{run.private}.py").read_bytes), run
    except FileNotFoundError:
        raise InvalidInput(f"there is no private strategy {run.private}") from None


async def _start(pool: Pool, job: Mapping[str, object], candles: int) -> tuple[Interpreter, Execution]:
    """Hands the job to a warm interpreter; skips one that has died in the meantime."""
    cause = ""
    for _ in range(_MAX_HAND_OVERS):
        interpreter = await pool.take()
        try:
            return interpreter, await interpreter.execute(job, candles)
        except ConnectionError as problem:
            cause = str(problem)
            await interpreter.close()
        except BaseException:
            await interpreter.close()
            raise
    raise InterpreterFailed(f"interpreters die before they are given work: {cause}")


async def _failed(runner: Runner, run: RunInput, failure: StrategyFailure, source: str, prints: str) -> Output:
    text = source_line(source, failure.line)
    line = failure.line if text is not None else None
    if run.private is not None:
        log.error("a private strategy failed", run_id=run.run_id, strategy=run.private, kind=failure.kind, line=line)
        raise PrivateStrategyFailed
    report = await _report(runner, run, prints=_end_of(prints), message=beginning_of(failure.message), source_line=text)
    return {"ok": False, "kind": failure.kind, "line": line, "report": report}


def _end_of(prints: str) -> str:
    """The newest lines, with the traceback."""
    if len(prints) <= MAX_FREE_PRINTS_CHARACTERS:
        return prints
    return "[Only the end is kept of what a failed strategy prints.]\n" + prints[-MAX_FREE_PRINTS_CHARACTERS:]


async def _report(
    runner: Runner,
    run: RunInput,
    *,
    prints: str,
    message: str | None = None,
    source_line: str | None = None,
    rerun_failure: str | None = None,
) -> str:
    """Stores what only the author may see and returns its digest; stores nothing of a private strategy."""
    words = {"prints": prints, "message": message, "source_line": source_line, "rerun_failure": rerun_failure}
    if run.private is not None:
        words = {"prints": "", "message": None, "source_line": None, "rerun_failure": None}
    if run.mark is not None:
        words = {**words, "run": run.mark}
    return await runner.blobs.write(json.dumps(words, ensure_ascii=False).encode())


def milliseconds(seconds: float) -> float:
    """Seconds as the outputs state them."""
    return round(seconds * 1000, 3)
