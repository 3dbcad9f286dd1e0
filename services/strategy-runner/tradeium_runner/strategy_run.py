"""One run from references to a result: hands code and candles to an interpreter, checks and keeps the weights."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass

from tradeium_runner.answer import ForgedAnswer, NoAnswer, WeightsAnswer, read_answer
from tradeium_runner.blobs import Blobs
from tradeium_runner.candle_file import CandleShape, read_candle_shape
from tradeium_runner.failures import InterpreterFailed, StrategyFailure, source_line
from tradeium_runner.interpreter import Interpreter, describe_exit
from tradeium_runner.limits import KILL_AFTER_SECONDS, MAX_CANDLES_BYTES, MAX_SOURCE_BYTES, RunLimits
from tradeium_runner.memory_file import sealed_copy
from tradeium_runner.pool import Pool
from tradeium_runner.run_input import RunInput
from tradeium_runner.weights import find_fault, weights_file

Output = dict[str, object]

_MAX_HAND_OVERS = 3
_FORGED = StrategyFailure("forbidden", "the strategy tampered with the runner's channel")


@dataclass(frozen=True)
class Runner:
    """What runs need of their surroundings."""

    pool: Pool
    blobs: Blobs
    limits: RunLimits


async def run_strategy(runner: Runner, run: RunInput) -> Output:
    """
    The activity's output: weights, or the strategy's failure. Raises BlobMissing, InvalidInput, SandboxUnavailable
    or InterpreterFailed when the fault is ours. Cancelling it ends the interpreter at once.
    """
    started = time.monotonic()
    try:
        source = str(await runner.blobs.read(run.code, MAX_SOURCE_BYTES), "utf-8")
    except UnicodeDecodeError:
        return _failed(StrategyFailure("syntax", "the strategy is not UTF-8 text"), "", "")
    candles = await runner.blobs.read(run.candles, MAX_CANDLES_BYTES)
    shape = read_candle_shape(candles)
    job = {"source": source, "settings": run.settings, "timeout_seconds": runner.limits.timeout_seconds}
    waiting = time.monotonic()
    interpreter = await _start(runner.pool, job, candles)
    try:
        handed_over = time.monotonic()
        result = await _execute(interpreter, runner.limits, shape)
        answered = time.monotonic()
        prints = interpreter.prints()
    finally:
        await asyncio.shield(interpreter.close())
    if isinstance(result, StrategyFailure):
        return _failed(result, source, prints)
    weights = await runner.blobs.write(weights_file(result.weights, shape))
    return {
        "ok": True,
        "weights": weights,
        "rows": len(shape.timestamps) - shape.first_bar,
        "columns": len(shape.coins),
        "prints": prints,
        "timing_ms": {
            "interpreter_wait": _ms(handed_over - waiting),
            "strategy": _ms(answered - handed_over),
            "total": _ms(time.monotonic() - started),
        },
    }


async def _start(pool: Pool, job: Mapping[str, object], candles: memoryview) -> Interpreter:
    """Hands the job to a warm interpreter; one that has died in the meantime is passed over."""
    copy = await asyncio.to_thread(sealed_copy, "candles", candles)
    try:
        for _ in range(_MAX_HAND_OVERS):
            interpreter = await pool.take()
            try:
                await interpreter.hand_over(job, copy)
                return interpreter
            except ConnectionError:
                await interpreter.close()
            except BaseException:
                await interpreter.close()
                raise
        raise InterpreterFailed("interpreters die before they are given work")
    finally:
        os.close(copy)


async def _execute(interpreter: Interpreter, limits: RunLimits, shape: CandleShape) -> WeightsAnswer | StrategyFailure:
    end = time.monotonic() + limits.timeout_seconds + KILL_AFTER_SECONDS
    try:
        with interpreter.kill_after(end - time.monotonic()):
            answer = await read_answer(interpreter.channel, len(shape.timestamps), len(shape.coins))
    except ForgedAnswer:
        return _FORGED
    except NoAnswer:
        return _timed_out(limits) if time.monotonic() >= end else await _explain_end(interpreter, limits)
    interpreter.kill()
    if isinstance(answer, StrategyFailure):
        return answer
    fault = find_fault(answer.weights, shape)
    return StrategyFailure("contract", fault, answer.line) if fault else answer


async def _explain_end(interpreter: Interpreter, limits: RunLimits) -> StrategyFailure:
    """Why an interpreter that gave no answer is gone."""
    if interpreter.ran_out_of_memory():
        return _out_of_memory(limits)
    try:
        code = await asyncio.wait_for(interpreter.process.wait(), 1)
    except asyncio.TimeoutError:
        return _FORGED
    if code < 0 or (code == 128 + signal.SIGKILL and interpreter.knows_memory):
        raise InterpreterFailed(f"the sandbox was ended from outside ({describe_exit(code)})")
    if code == 128 + signal.SIGKILL:
        return _out_of_memory(limits)
    if code == 128 + signal.SIGXCPU:
        return _timed_out(limits)
    if code == 128 + signal.SIGSYS:
        return StrategyFailure("forbidden", "the strategy made a system call of another processor's kind")
    if code > 128:
        return StrategyFailure(
            "exception", f"the strategy crashed Python ({describe_exit(code)}): too deep a recursion?"
        )
    return StrategyFailure("exception", f"the strategy ended its process ({describe_exit(code)}) instead of returning")


def _timed_out(limits: RunLimits) -> StrategyFailure:
    return StrategyFailure("timeout", f"the strategy took longer than {limits.timeout_seconds:g} seconds")


def _out_of_memory(limits: RunLimits) -> StrategyFailure:
    return StrategyFailure(
        "memory", f"the strategy needs more memory than the {limits.memory_bytes >> 20} MB it may use"
    )


def _failed(failure: StrategyFailure, source: str, prints: str) -> Output:
    text = source_line(source, failure.line)
    return {
        "ok": False,
        "kind": failure.kind,
        "message": failure.message,
        "line": failure.line if text is not None else None,
        "source_line": text,
        "prints": prints,
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
