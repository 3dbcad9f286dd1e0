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
    """`size` interpreters ready at any time; with 0 each run starts its own."""

    def __init__(
        self,
        launch: Callable[[], Awaitable[Interpreter]],
        size: int,
        problem: SandboxUnavailable | InterpreterFailed | None = None,
    ):
        self._launch = launch
        self._size = size
        self._idle: list[tuple[Interpreter, asyncio.Event]] = []
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self.problem = problem

    def start(self) -> None:
        """Begins to warm interpreters; call it in the main thread's event loop."""
        self._keepers = [asyncio.create_task(self._keep_one_warm()) for _ in range(self._size)]

    @property
    def idle(self) -> list[Interpreter]:
        """Those that wait for work now."""
        return [interpreter for interpreter, _ in self._idle]

    async def take(self) -> Interpreter:
        """
        An interpreter for one run, which the caller closes. Waits for the next to become warm; raises
        SandboxUnavailable or InterpreterFailed when starting one has failed.
        """
        if self._size == 0:
            return await self._launch()
        async with self._changed:
            while True:
                while self._idle:
                    interpreter, taken = self._idle.pop(0)
                    taken.set()
                    if interpreter.alive:
                        return interpreter
                if self.problem:
                    raise self.problem
                await self._changed.wait()

    async def until_settled(self) -> None:
        """Returns when the first interpreter is warm, or could not be started."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._size == 0 or self._idle or self.problem)

    async def close(self) -> None:
        """Stops warming and ends the idle ones; those that were taken are their takers' to close."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def _keep_one_warm(self) -> None:
        retry_seconds = _FIRST_RETRY_SECONDS
        while True:
            try:
                interpreter = await self._launch()
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
        """Holds an interpreter ready until it is taken (True) or dies (False, closed)."""
        taken = asyncio.Event()
        entry = (interpreter, taken)
        async with self._changed:
            self.problem = None
            self._idle.append(entry)
            self._changed.notify()
        ends = asyncio.create_task(interpreter.process.wait())
        takes = asyncio.create_task(taken.wait())
        try:
            await asyncio.wait({ends, takes}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ends.cancel()
            takes.cancel()
            if not taken.is_set():
                if entry in self._idle:
                    self._idle.remove(entry)
                await interpreter.close()
        return taken.is_set()
