"""Keeps interpreters warm: each is used once, and replaced as soon as it is taken or has died."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tradeium_runner import log
from tradeium_runner.failures import InterpreterFailed, SandboxUnavailable
from tradeium_runner.interpreter import Interpreter

_FIRST_RETRY_SECONDS = 0.2
_LAST_RETRY_SECONDS = 15.0


class Pool:
    """
    `size` interpreters ready at any time; with 0 each run starts its own. `launch` learns whether it must hurry, as
    no other is ready.
    """

    def __init__(
        self,
        launch: Callable[[bool], Awaitable[Interpreter]],
        size: int,
        problem: SandboxUnavailable | InterpreterFailed | None = None,
    ):
        self._launch = launch
        self._size = size
        self.idle: list[Interpreter] = []
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self.problem = problem

    def start(self) -> None:
        """Starts warming interpreters; call it in the main thread's event loop."""
        self._keepers = [asyncio.create_task(self._keep_one_warm()) for _ in range(self._size)]

    async def take(self) -> Interpreter:
        """
        An interpreter for one run, which the caller closes. Waits for the next to become warm; raises
        SandboxUnavailable or InterpreterFailed when starting one has failed.
        """
        if self._size == 0:
            return await self._launch(True)
        async with self._changed:
            while True:
                if self.idle:
                    return self.idle.pop(0)
                if self.problem:
                    raise self.problem
                await self._changed.wait()

    async def until_settled(self) -> None:
        """Returns when the first interpreter is warm, or could not be started."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._size == 0 or self.idle or self.problem)

    async def close(self) -> None:
        """Stops warming and ends the idle ones; callers close those that they took."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def _keep_one_warm(self) -> None:
        retry_seconds = _FIRST_RETRY_SECONDS
        while True:
            try:
                interpreter = await self._launch(not self.idle)
            except (SandboxUnavailable, InterpreterFailed) as cause:
                await self._report(cause)
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(retry_seconds * 2, _LAST_RETRY_SECONDS)
                continue
            if await self._offer(interpreter):
                retry_seconds = _FIRST_RETRY_SECONDS
            else:
                log.warn("an idle interpreter died and is replaced", pid=interpreter.pid)
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(retry_seconds * 2, _LAST_RETRY_SECONDS)

    async def _report(self, problem: SandboxUnavailable | InterpreterFailed) -> None:
        if str(problem) != str(self.problem):
            log.error("strategies cannot be run and are refused", cause=str(problem))
        async with self._changed:
            self.problem = problem
            self._changed.notify_all()

    async def _offer(self, interpreter: Interpreter) -> bool:
        """Holds an interpreter ready until it has begun a run (True) or has died (False)."""
        async with self._changed:
            self.problem = None
            self.idle.append(interpreter)
            self._changed.notify()
        # Its replacement starts only after its own run has begun, which it would delay.
        begins = asyncio.create_task(interpreter.begun.wait())
        ends = asyncio.create_task(interpreter.process.wait())
        try:
            await asyncio.wait({begins, ends}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            begins.cancel()
            ends.cancel()
            if interpreter in self.idle:
                self.idle.remove(interpreter)
                await interpreter.close()
        return interpreter.begun.is_set()
