"""One sandboxed interpreter: forked with the libraries imported, used for one run's executions, killed."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tradeium_runner.sandbox.cgroup import Cgroup
from tradeium_runner.sandbox.forked_process import ForkedProcess
from tradeium_runner.sandbox.prints import open_prints, read_prints

_LENGTH = struct.Struct("<I")
_ENDING = struct.Struct("<?id")
_HAND_OVER_TIMEOUT_SECONDS = 10
_END_TIMEOUT_SECONDS = 10


@dataclass(frozen=True)
class Ending:
    """How a child ended: whether it was killed, its exit status (-n: by signal n), and its processor time."""

    lingered: bool
    status: int
    cpu_seconds: float


class Execution:
    """One execution in a child of an interpreter: the socket and the prints that only this child has."""

    def __init__(self, channel: socket.socket, prints: int):
        self.channel = channel
        self._prints = prints

    def prints(self) -> str:
        """The strategy's prints so far, made harmless."""
        return read_prints(self._prints)

    async def give(self, content: bytes) -> None:
        """
        Has the child run its strategy on candles that follow, or with parameters; raises ConnectionError, also when the
        child does not read.
        """
        frame = _LENGTH.pack(len(content)) + content
        try:
            async with asyncio.timeout(_HAND_OVER_TIMEOUT_SECONDS):
                await asyncio.get_running_loop().sock_sendall(self.channel, frame)
        except TimeoutError:
            raise ConnectionError("the child does not read what it is given") from None

    def dismiss(self) -> None:
        """Has the child exit once it has answered."""
        with contextlib.suppress(OSError):
            self.channel.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Frees what it holds; the child is ended by its interpreter."""
        self.channel.close()
        os.close(self._prints)


class Interpreter:
    """Owns the supervisor's process, its socket and its cgroup; `close` ends all of them and every child."""

    def __init__(self, process: ForkedProcess, control: socket.socket, said: int, cgroup: Cgroup | None):
        self.process = process
        self.begun = asyncio.Event()
        self.resource_limits: dict[str, tuple[int, int]] = {}
        self.strict_filter = b""
        self._control = control
        self._said = said
        self._cgroup = cgroup
        self._child: Execution | None = None
        self._closed = False

    async def execute(self, job: Mapping[str, object], *descriptors: int) -> Execution:
        """
        Ends the previous child and forks a new one, which gets the job and the descriptors: of the candles, and for
        points of the slots for their weights. Returns when it reports that it is confined and begins; raises
        ConnectionError when it, or the interpreter, dies first.
        """
        if self._child:
            await self.end_child()
        more = {"resource_limits": self.resource_limits, "filter": base64.b64encode(self.strict_filter).decode()}
        text = json.dumps({**job, **more}).encode()
        frame = memoryview(_LENGTH.pack(len(text)) + text)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        ours.setblocking(False)
        execution = Execution(ours, open_prints())
        loop = asyncio.get_running_loop()
        try:
            with theirs:
                sent = socket.send_fds(ours, [frame], descriptors)
                socket.send_fds(self._control, [b"F"], [theirs.fileno(), execution._prints])
            self._child = execution
            with self.kill_after(_HAND_OVER_TIMEOUT_SECONDS):
                await loop.sock_sendall(ours, frame[sent:])
                if await loop.sock_recv(ours, 1) != b"A":
                    raise ConnectionResetError(f"it ended before it began {execution.prints().strip()[-1000:]}")
        except ConnectionError as cause:
            execution.close()
            raise ConnectionResetError(f"{cause} {self.said().strip()[-1000:]}".strip()) from cause
        except BaseException:
            execution.close()
            raise
        self.begun.set()
        return execution

    def has_child(self, execution: Execution) -> bool:
        """True until the child of this execution has been ended, or another one has followed it."""
        return self._child is execution

    async def end_child(self) -> Ending | None:
        """Ends the child if it still runs; returns how it ended, None when the whole sandbox is gone."""
        loop = asyncio.get_running_loop()
        answer = b""
        if self._child:
            self._child.dismiss()
        with self.kill_after(_END_TIMEOUT_SECONDS), contextlib.suppress(ConnectionError):
            await loop.sock_sendall(self._control, b"E")
            while len(answer) < _ENDING.size:
                piece = await loop.sock_recv(self._control, _ENDING.size - len(answer))
                if not piece:
                    break
                answer += piece
        self._child = None
        if len(answer) < _ENDING.size:
            return None
        lingered, status, cpu_seconds = _ENDING.unpack(answer)
        return Ending(lingered, os.waitstatus_to_exitcode(status), cpu_seconds)

    def said(self) -> str:
        """The supervisor's own words, if it could not be confined."""
        return read_prints(self._said)

    @property
    def pid(self) -> int:
        """The supervisor's process, as the worker sees it."""
        return self.process.pid

    @property
    def knows_memory(self) -> bool:
        """True if `ran_out_of_memory` works here."""
        return self._cgroup is not None

    def ran_out_of_memory(self) -> bool:
        """True if the kernel ended it for memory; always False where there is no cgroup."""
        return self._cgroup is not None and self._cgroup.ran_out_of_memory()

    def kill(self) -> None:
        """Ends the supervisor and, as it is the first process of its namespace, every child. Does not wait."""
        self.process.kill()

    @contextlib.contextmanager
    def kill_after(self, seconds: float) -> Iterator[None]:
        """Kills it when the block takes longer; readers of its channel then see it end."""
        timer = asyncio.get_running_loop().call_later(seconds, self.kill)
        try:
            yield
        finally:
            timer.cancel()

    async def close(self) -> None:
        """Kills it, waits until it is gone and frees its resources; its cgroup a little later. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self.kill()
        self._control.close()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.process.wait(), 5)
        self.process.close()
        os.close(self._said)
        if self._cgroup:
            asyncio.get_running_loop().run_in_executor(None, self._cgroup.remove)
