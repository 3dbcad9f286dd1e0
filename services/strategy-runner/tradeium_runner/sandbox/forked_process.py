"""A process that another one has forked: ended and awaited by a descriptor, as its number may come to be another's."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal


class ForkedProcess:
    """Watches a process that is alive when this is made; `close` frees the descriptor."""

    def __init__(self, pid: int):
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._descriptor, self._note_end)
        self._closed = False

    @property
    def has_ended(self) -> bool:
        """True once it is known to be gone, with everything in a namespace that it was the first process of."""
        return self._ended.is_set()

    def kill(self) -> None:
        """Ends it. Does not wait."""
        if not self._closed:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    async def wait(self) -> None:
        """Returns when it has ended."""
        await self._ended.wait()

    def close(self) -> None:
        """Stops watching it."""
        if not self._closed:
            self._closed = True
            self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)

    def _note_end(self) -> None:
        self._loop.remove_reader(self._descriptor)
        self._ended.set()
