"""The outcome of one execution: weights that keep the contract, or a description of the strategy's failure."""

from __future__ import annotations

import contextlib
import signal
import time

from tradeium_runner.execution.answer import ForgedAnswer, NoAnswer, WeightsAnswer, read_answer
from tradeium_runner.execution.candle_file import CandleShape
from tradeium_runner.execution.weight_slots import WeightSlots
from tradeium_runner.execution.weights import find_fault
from tradeium_runner.failures import InterpreterFailed, StrategyFailure
from tradeium_runner.limits import RunLimits
from tradeium_runner.sandbox.interpreter import Execution, Interpreter

_FORGED = StrategyFailure("forbidden", "the strategy tampered with the runner's channel")


async def await_outcome(
    interpreter: Interpreter,
    execution: Execution,
    limits: RunLimits,
    shape: CandleShape,
    seconds: float,
    slots: WeightSlots | None = None,
) -> WeightsAnswer | StrategyFailure:
    """
    Reads and checks the answer of an execution over candles of this shape. After `seconds` the whole sandbox is killed,
    and the failure is a timeout. Raises InterpreterFailed when it was killed from outside.
    """
    end = time.monotonic() + seconds
    try:
        with interpreter.kill_after(seconds):
            answer = await read_answer(execution.channel, len(shape.timestamps), len(shape.coins), slots)
    except ForgedAnswer:
        return _FORGED
    except NoAnswer:
        return _timed_out(limits) if time.monotonic() >= end else await _explain_end(interpreter, limits)
    if isinstance(answer, StrategyFailure):
        return answer
    fault = find_fault(answer.weights, shape)
    return StrategyFailure("contract", fault, answer.line) if fault else answer


async def _explain_end(interpreter: Interpreter, limits: RunLimits) -> StrategyFailure:
    """Why a child that gave no answer is gone."""
    ending = await interpreter.end_child()
    if interpreter.ran_out_of_memory():
        return _out_of_memory(limits)
    if ending is None:
        raise InterpreterFailed("the sandbox was ended from outside")
    if ending.lingered:
        return _FORGED
    if ending.status == -signal.SIGKILL and interpreter.knows_memory:
        raise InterpreterFailed("the strategy's process was killed from outside")
    if ending.status == -signal.SIGKILL:
        return _out_of_memory(limits)
    if ending.status == -signal.SIGXCPU:
        return _timed_out(limits)
    if ending.status == -signal.SIGSYS:
        return StrategyFailure("forbidden", "the strategy made a system call of another processor's kind")
    words = _describe_exit(ending.status)
    if ending.status < 0:
        return StrategyFailure("exception", f"the strategy crashed Python ({words}): too deep a recursion?")
    return StrategyFailure("exception", f"the strategy ended its process ({words}) instead of returning")


def _timed_out(limits: RunLimits) -> StrategyFailure:
    return StrategyFailure("timeout", f"the strategy took longer than {limits.timeout_seconds:g} seconds")


def _out_of_memory(limits: RunLimits) -> StrategyFailure:
    return StrategyFailure(
        "memory", f"the strategy needs more memory than the {limits.memory_bytes >> 20} MB it may use"
    )


def _describe_exit(status: int) -> str:
    with contextlib.suppress(ValueError):
        if status < 0:
            return signal.Signals(-status).name
    return f"exit status {status}"
