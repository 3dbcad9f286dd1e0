"""Keeps interpreters warm: each is used once, and replaced as soon as it is taken or has died."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tradeium_runner import log
from tradeium_runner.failures import InterpreterFailed, SandboxUnavailable
from tradeium_runner.sandbox.interpreter import Interpreter
from tradeium_runner.sandbox.warm_parent import WarmParent

_FIRST_RETRY_SECONDS = 0.2
_LAST_RETRY_SECONDS = 15.0
_REST_SECONDS = 600.0
# One may fail for lack of memory for a moment, which is no reason to leave all runs to others.
_FAILURES_MAX = 4


class Pool:
    """
    `size` interpreters ready while it is used, one when no run has taken any for `rest_seconds`; with size 0 each run
    starts its own. `launch` learns whether it must hurry, as no other is ready. `elsewhere` is another parent than the
    one that `launch` forks from; it ends when the pool rests.
    """

    def __init__(
        self,
        launch: Callable[[bool], Awaitable[Interpreter]],
        size: int,
        problem: SandboxUnavailable | InterpreterFailed | None = None,
        rest_seconds: float = _REST_SECONDS,
        elsewhere: WarmParent | None = None,
    ):
        self._launch = launch
        self._size = size
        self._rest_seconds = rest_seconds
        self._elsewhere = elsewhere
        self._ending: asyncio.Task[None] | None = None
        self._in_use = asyncio.Event()
        self._at_rest = asyncio.Event()
        self._rest: asyncio.TimerHandle | None = None
        self.idle: list[Interpreter] = []
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self.problem = problem
        self._failures = 0

    def start(self) -> None:
        """Starts warming interpreters; call it in the main thread's event loop."""
        self._keepers = [asyncio.create_task(self._keep_one_warm(may_rest=number > 0)) for number in range(self._size)]

    async def take(self) -> Interpreter:
        """
        An interpreter for one run, which the caller closes. Waits for the next to become warm; raises
        SandboxUnavailable or InterpreterFailed when starting one has failed.
        """
        if self._size == 0:
            return await self._launch(True)
        self._note_use()
        async with self._changed:
            while True:
                if self.idle:
                    return self.idle.pop(0)
                if self.problem:
                    raise self.problem
                await self._changed.wait()

    async def take_elsewhere(self) -> Interpreter:
        """
        An interpreter from the other parent, in which objects have other addresses; the caller closes it. Raises
        InterpreterFailed.
        """
        if self._elsewhere is None:
            return await self.take()
        self._note_use()
        return await self._elsewhere.launch(True)

    async def until_able(self) -> None:
        """Returns when an interpreter is warm; with size 0 when one could be started."""
        while self._size == 0:
            try:
                await (await self._launch(False)).close()
                self.problem = None
                return
            except (SandboxUnavailable, InterpreterFailed) as cause:
                await self._report(cause)
                await asyncio.sleep(_LAST_RETRY_SECONDS)
        async with self._changed:
            await self._changed.wait_for(lambda: self.idle and not self.problem)

    async def until_unable(self) -> None:
        """Returns when there is no sandbox, or interpreters could not be started several times in a row."""
        async with self._changed:
            await self._changed.wait_for(
                lambda: isinstance(self.problem, SandboxUnavailable) or self._failures >= _FAILURES_MAX
            )

    async def close(self) -> None:
        """Stops warming and ends the idle ones; callers close those that they took."""
        if self._rest:
            self._rest.cancel()
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        if self._elsewhere:
            await self._elsewhere.close()

    def _note_use(self) -> None:
        if self._rest:
            self._rest.cancel()
        self._at_rest.clear()
        self._in_use.set()

        def rest() -> None:
            self._in_use.clear()
            self._at_rest.set()
            if self._elsewhere:
                self._ending = asyncio.create_task(self._elsewhere.close())

        self._rest = asyncio.get_running_loop().call_later(self._rest_seconds, rest)

    async def _keep_one_warm(self, may_rest: bool) -> None:
        retry_seconds = _FIRST_RETRY_SECONDS
        while True:
            if may_rest:
                await self._in_use.wait()
            try:
                interpreter = await self._launch(not self.idle)
            except (SandboxUnavailable, InterpreterFailed) as cause:
                await self._report(cause)
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(retry_seconds * 2, _LAST_RETRY_SECONDS)
                continue
            if await self._offer(interpreter, may_rest):
                retry_seconds = _FIRST_RETRY_SECONDS
            else:
                log.warn("an idle interpreter died and is replaced", pid=interpreter.pid)
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(retry_seconds * 2, _LAST_RETRY_SECONDS)

    async def _report(self, problem: SandboxUnavailable | InterpreterFailed) -> None:
        if str(problem) != str(self.problem):
            log.error("strategies cannot be run: no runs are taken", cause=str(problem))
        async with self._changed:
            self.problem = problem
            self._failures += 1
            self._changed.notify_all()

    async def _offer(self, interpreter: Interpreter, may_rest: bool) -> bool:
        """Holds an interpreter ready until it has begun a run or is not needed for now (True), or has died (False)."""
        async with self._changed:
            self.problem = None
            self._failures = 0
            self.idle.append(interpreter)
            # Not only runs wait here.
            self._changed.notify_all()
        # Its replacement starts only after its own run has begun, which it would delay.
        begins = asyncio.create_task(interpreter.begun.wait())
        ends = asyncio.create_task(interpreter.process.wait())
        rests = asyncio.create_task(self._at_rest.wait())
        waits: set[asyncio.Task[Any]] = {begins, ends, rests} if may_rest else {begins, ends}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            # One that was taken meanwhile is the run's.
            is_resting = rests in waits and rests.done() and interpreter in self.idle
        finally:
            for task in (begins, ends, rests):
                task.cancel()
            if interpreter in self.idle:
                self.idle.remove(interpreter)
                await interpreter.close()
        return is_resting or interpreter.begun.is_set()
