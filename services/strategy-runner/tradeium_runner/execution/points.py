"""Runs one strategy at many points of a study: several in one child, and again alone where that could matter."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import pyarrow as pa

from tradeium_runner.execution.candle_file import CandleShape, candles_for_sandbox
from tradeium_runner.execution.outcome import await_outcome
from tradeium_runner.execution.weight_slots import WeightSlots
from tradeium_runner.execution.weights import Weights, clean_weights
from tradeium_runner.failures import InterpreterFailed, StrategyFailure
from tradeium_runner.limits import KILL_AFTER_SECONDS, MAX_POINT_SECONDS, RunLimits
from tradeium_runner.message_file import Point
from tradeium_runner.sandbox.interpreter import Execution, Interpreter
from tradeium_runner.sandbox.pool import Pool

Doubt = Literal["state", "random"]
# The first child gets a part of the time only: a strategy that needs a child for each point shows early.
_FIRST_CHILD_SHARE = 0.25
# The kernel ends a child ten seconds of processor time after the operator's limit, whatever it has run until then.
_CHILD_SPARE_SECONDS = 12.0
_LEAST_CHILD_SECONDS = 1.0
# A child has the next points before the worker has checked the last: as many as take so long together.
_AHEAD_SECONDS = 0.25
_MAX_HAND_OVERS = 3
# After these a child can go on; all others leave behind what may hurt the points after them.
_HARMLESS = ("syntax", "contract", "exception")


@dataclass(frozen=True)
class Answered:
    """A point with its clean weights [bar, coin] or its failure, and how long it took."""

    point: Point
    outcome: Weights | StrategyFailure
    seconds: float

    @property
    def ran_out_of_time(self) -> bool:
        """True if it was interrupted, which says little about another try."""
        return isinstance(self.outcome, StrategyFailure) and self.outcome.kind == "timeout"


@dataclass(frozen=True)
class PointsDone:
    """`answers` in the order computed. `waited`: seconds until interpreters had begun, of `seconds` in all."""

    answers: list[Answered]
    doubt: Doubt | None
    children: int
    waited: float
    seconds: float


async def compute_points(
    pool: Pool,
    job: Mapping[str, object],
    table: pa.Table,
    shape: CandleShape,
    limits: RunLimits,
    points: Sequence[Point],
    budget_seconds: float,
) -> PointsDone:
    """
    The answers of the first points, as many as the budget allows and one at least; points under way when it ends, and
    the checks for state between points, are finished. Raises SandboxUnavailable or InterpreterFailed.
    """
    own = replace(limits, timeout_seconds=min(limits.timeout_seconds, MAX_POINT_SECONDS))
    full = {**job, "timeout_seconds": own.timeout_seconds}
    child_seconds = max(_LEAST_CHILD_SECONDS, limits.timeout_seconds - _CHILD_SPARE_SECONDS)
    children = _Children(pool, full, table, shape, own, child_seconds)
    started = time.monotonic()
    try:
        answers, doubt = await _compute(children, points, budget_seconds)
    finally:
        await asyncio.shield(children.close())
    return PointsDone(answers, doubt, children.begun, children.waited, time.monotonic() - started)


async def _compute(
    children: _Children, points: Sequence[Point], budget_seconds: float
) -> tuple[list[Answered], Doubt | None]:
    # A point that was the first in its child is as clean as a single run. The others are too, unless the strategy
    # leaves something that a clean module does not take away: an attribute of a library, a cache in one. So the end of
    # each child, where most has been left, is compared with a fresh child. If it differs, nothing that was second or
    # later can be trusted, in any child of the batch, and all of that is computed again, alone. A strategy that gives
    # other weights each time differs as well: one more fresh child tells the two apart.
    started = time.monotonic()
    end = started + budget_seconds
    clean: list[Answered] = []
    shared: list[Answered] = []
    rest = list(points)
    until = started + _FIRST_CHILD_SHARE * budget_seconds
    while rest and (not clean or time.monotonic() < end):
        group = await children.answer(rest, until)
        rest = rest[len(group.answers) :]
        if group.ended_badly and len(group.answers) > 1 and not group.answers[-1].ran_out_of_time:
            # Memory that earlier points hold, or what they have broken, may be to blame.
            clean.append(await children.answer_alone(group.answers.pop().point))
        clean.append(group.answers[0])
        shared.extend(group.answers[1:])
        doubt = await _doubt_of(children, group.answers)
        if doubt:
            again = [*(each.point for each in shared), *rest]
            while again and time.monotonic() < end:
                clean.append(await children.answer_alone(again.pop(0)))
            return clean, doubt
        until = end
    return [*clean, *shared], None


async def _doubt_of(children: _Children, answers: Sequence[Answered]) -> Doubt | None:
    """Compares the last weights of a child, and its last failure, with those of a fresh child."""
    if len(answers) < 2:
        return None
    failed = [each for each in answers[1:] if isinstance(each.outcome, StrategyFailure) and not each.ran_out_of_time]
    worked = [each for each in answers if not isinstance(each.outcome, StrategyFailure)]
    for given in (*worked[-1:], *failed[-1:]):
        again = await children.answer_alone(given.point)
        if not again.ran_out_of_time and not _is_same(given, again):
            return "state" if _is_same(again, await children.answer_alone(given.point)) else "random"
    return None


def _is_same(one: Answered, other: Answered) -> bool:
    """Equal weights, or failures of one kind: a message may name an address in memory."""
    a, b = one.outcome, other.outcome
    if isinstance(a, StrategyFailure) or isinstance(b, StrategyFailure):
        return isinstance(a, StrategyFailure) and isinstance(b, StrategyFailure) and a.kind == b.kind
    return np.array_equal(a, b, equal_nan=True)


@dataclass
class _Group:
    """The answers of one child in their order, one at least. `ended_badly`: the last of them was its end."""

    answers: list[Answered] = field(default_factory=list)
    ended_badly: bool = False


class _Children:
    """One child after another for the same job, in one sandbox as long as that lives."""

    def __init__(
        self,
        pool: Pool,
        job: Mapping[str, object],
        table: pa.Table,
        shape: CandleShape,
        limits: RunLimits,
        child_seconds: float,
    ):
        self._pool = pool
        self._job = job
        self._table = table
        self._shape = shape
        self._limits = limits
        self._child_seconds = child_seconds
        self._interpreter: Interpreter | None = None
        self.begun = 0
        self.waited = 0.0

    async def answer(self, points: Sequence[Point], until: float) -> _Group:
        """
        Runs the first of these points in a new child, as many as it gets until then (by the monotonic clock) and
        answers: one at least.
        """
        with contextlib.closing(WeightSlots(len(self._shape.timestamps), len(self._shape.coins))) as slots:
            interpreter, execution = await self._begin(slots)
            latest = min(until, time.monotonic() + self._child_seconds)
            with contextlib.closing(execution):
                group = await self._group(interpreter, execution, slots, points, latest)
        # The kernel's count of what it ended for memory stays, and would explain the end of later children too.
        if self._interpreter and interpreter.ran_out_of_memory():
            await self.close()
        return group

    async def answer_alone(self, point: Point) -> Answered:
        """Runs a point in a child of its own."""
        return (await self.answer([point], 0)).answers[0]

    async def close(self) -> None:
        """Ends the sandbox, and the child in it."""
        if self._interpreter:
            interpreter, self._interpreter = self._interpreter, None
            await interpreter.close()

    async def _group(
        self,
        interpreter: Interpreter,
        execution: Execution,
        slots: WeightSlots,
        points: Sequence[Point],
        until: float,
    ) -> _Group:
        group, given, todo, ahead = _Group(), deque[Point](), deque(points), 0
        while True:
            try:
                while todo and len(given) <= ahead and (not group.answers or time.monotonic() < until):
                    await execution.give(json.dumps(todo[0].parameters).encode())
                    given.append(todo.popleft())
            except ConnectionError as cause:
                # It died after its last answer: what it was not given is for the next child.
                if not group.answers:
                    raise InterpreterFailed(f"a child died before its first point: {cause}") from cause
                return group
            # Points that take longer than those before are not waited for: they were only meant to keep it busy.
            if not given or (group.answers and time.monotonic() >= until + _AHEAD_SECONDS):
                return group
            started = time.monotonic()
            outcome = await self._outcome(interpreter, execution, slots)
            seconds = time.monotonic() - started
            group.answers.append(Answered(given.popleft(), outcome, seconds))
            ahead = min(slots.count - 1, int(_AHEAD_SECONDS / max(seconds, 1e-6)))
            if isinstance(outcome, StrategyFailure) and not (
                outcome.kind in _HARMLESS and interpreter.has_child(execution)
            ):
                group.ended_badly = True
                return group

    async def _outcome(
        self, interpreter: Interpreter, execution: Execution, slots: WeightSlots
    ) -> Weights | StrategyFailure:
        seconds = self._limits.timeout_seconds + KILL_AFTER_SECONDS
        started = time.monotonic()
        outcome = await await_outcome(interpreter, execution, self._limits, self._shape, seconds, slots)
        if time.monotonic() - started >= seconds:
            await self.close()
        return outcome if isinstance(outcome, StrategyFailure) else clean_weights(outcome.weights)

    async def _begin(self, slots: WeightSlots) -> tuple[Interpreter, Execution]:
        started = time.monotonic()
        cause = ""
        for _ in range(_MAX_HAND_OVERS):
            self._interpreter = interpreter = self._interpreter or await self._pool.take()
            try:
                # A copy for each child, as for each execution of a run: no file is shared.
                with await asyncio.to_thread(candles_for_sandbox, self._table) as candles:
                    execution = await interpreter.execute(self._job, candles.fileno(), slots.descriptor)
                self.begun += 1
                self.waited += time.monotonic() - started
                return interpreter, execution
            except ConnectionError as problem:
                cause = str(problem)
                await self.close()
        raise InterpreterFailed(f"interpreters die before they are given work: {cause}")
