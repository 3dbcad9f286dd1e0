"""The parent of interpreters: a sandbox whose Python has the libraries imported, and forks. It runs no user's code."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import resource
import signal
import socket
import struct
from collections.abc import Callable
from pathlib import Path

from tradeium_runner.failures import InterpreterFailed
from tradeium_runner.limits import MAX_OPEN_FILES, START_TIMEOUT_SECONDS, RunLimits
from tradeium_runner.sandbox.bubblewrap import PARENT_OPTIONS, Sandbox
from tradeium_runner.sandbox.cgroup import Cgroup, create_cgroup
from tradeium_runner.sandbox.forked_process import ForkedProcess
from tradeium_runner.sandbox.interpreter import Interpreter
from tradeium_runner.sandbox.prints import open_prints, read_prints
from tradeium_runner.sandbox.sandbox_process import start_process

# Each counts in the parent's cgroup until it is in its own; with bubblewrap and the parent, far below MAX_PROCESSES.
_FORKS_AT_ONCE = 8
_ANSWER_TIMEOUT_SECONDS = 10.0
_numbers = itertools.count(1)
_CREDENTIALS = struct.Struct("3i")
_MIB = 1024 * 1024


class WarmParent:
    """
    Starts when the first interpreter is needed, and again when it has ended. Those it has forked end with it. `sandbox`
    may raise SandboxUnavailable.
    """

    def __init__(self, sandbox: Callable[[], Sandbox]):
        self._sandbox = sandbox
        self._starting = asyncio.Lock()
        self._forks = asyncio.Semaphore(_FORKS_AT_ONCE)
        self._running: _Running | None = None

    async def launch(self, hurry: bool) -> Interpreter:
        """
        Forks an interpreter and returns once it waits for a run; raises InterpreterFailed or SandboxUnavailable. Where
        the parent has to start, that yields the processor to others unless in a `hurry`. Main thread only: a sandbox
        dies with the thread that started it.
        """
        sandbox = self._sandbox()
        try:
            async with self._forks:
                running = await self._ready(sandbox, hurry)
                try:
                    return await self._fork(sandbox, running)
                except TimeoutError:
                    raise
                except (OSError, InterpreterFailed):
                    # The kernel may lack a process for a moment, and the parent may just have died.
                    return await self._fork(sandbox, await self._ready(sandbox, hurry))
        except (OSError, InterpreterFailed) as cause:
            raise InterpreterFailed(f"an interpreter did not become ready: {cause!r}") from cause

    async def close(self) -> None:
        """Ends it and every interpreter that it has forked."""
        running, self._running = self._running, None
        if running:
            await running.close()

    async def _ready(self, sandbox: Sandbox, hurry: bool) -> _Running:
        """The parent, started where there is none. Raises OSError or InterpreterFailed."""
        async with asyncio.timeout(START_TIMEOUT_SECONDS), self._starting:
            if self._running is None or self._running.process.returncode is not None:
                await self.close()
                self._running = await _start(sandbox, hurry)
            return self._running

    async def _fork(self, sandbox: Sandbox, running: _Running) -> Interpreter:
        """Raises OSError or InterpreterFailed. A parent that still answers goes on: others may run in its forks."""
        try:
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                return await _fork(sandbox, running.control)
        except (OSError, InterpreterFailed):
            # Another one may have taken its place meanwhile.
            if not await running.answers() and self._running is running:
                await self.close()
            raise


class _Running:
    """The parent's process, its socket and its cgroup."""

    def __init__(self, process: asyncio.subprocess.Process, control: socket.socket, said: int, cgroup: Cgroup | None):
        self.process = process
        self.control = control
        self._said = said
        self._cgroup = cgroup
        self._asking = asyncio.Lock()

    async def answers(self) -> bool:
        """False if it has ended, or is silent for some seconds."""
        loop = asyncio.get_running_loop()
        async with self._asking:
            with contextlib.suppress(OSError):
                async with asyncio.timeout(_ANSWER_TIMEOUT_SECONDS):
                    await loop.sock_sendall(self.control, b"?")
                    return await loop.sock_recv(self.control, 1) == b"!"
            return False

    def said(self) -> str:
        """The output of the libraries or bubblewrap."""
        return read_prints(self._said).strip()[-1000:]

    async def close(self) -> None:
        """Kills it and waits until it is gone; its cgroup follows a little later."""
        if self.process.returncode is None:
            # Not process.kill(): it fetches the exit status first, which the event loop then misses.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        # Who waits for its answer learns of its end first: a socket that is waited for must not close.
        async with self._asking:
            self.control.close()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.process.wait(), 5)
        os.close(self._said)
        if self._cgroup:
            asyncio.get_running_loop().run_in_executor(None, self._cgroup.remove)


async def _start(sandbox: Sandbox, hurry: bool) -> _Running:
    """A parent that has imported the libraries. Raises OSError or InterpreterFailed."""
    ours, theirs = _socket_pair()
    said = open_prints()
    cgroup = None
    try:
        cgroup = _cgroup_of(sandbox)
        if cgroup:
            cgroup.set_low_priority(not hurry)
        process = await start_process(
            sandbox,
            PARENT_OPTIONS,
            (*sandbox.command, str(theirs.fileno()), str(sandbox.namespaces), sandbox.filter.hex()),
            cgroup,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            pass_fds=(theirs.fileno(),),
        )
    except BaseException:
        ours.close()
        os.close(said)
        if cgroup:
            cgroup.remove()
        raise
    finally:
        theirs.close()
    running = _Running(process, ours, said, cgroup)
    try:
        await _process_id(ours)
        if cgroup:
            cgroup.set_low_priority(False)
        return running
    except BaseException as cause:
        words = running.said()
        await running.close()
        if isinstance(cause, InterpreterFailed):
            raise InterpreterFailed(f"{cause} {words}") from None
        raise


async def _fork(sandbox: Sandbox, parent: socket.socket) -> Interpreter:
    """An interpreter in its own cgroup, confined as a supervisor. Raises OSError or InterpreterFailed."""
    loop = asyncio.get_running_loop()
    ours, theirs = _socket_pair()
    said = open_prints()
    interpreter = cgroup = None
    try:
        with theirs:
            cgroup = _cgroup_of(sandbox)
            socket.send_fds(parent, [b"F"], [theirs.fileno(), said])
        process = ForkedProcess(await _process_id(ours))
        interpreter = Interpreter(process, ours, said, cgroup)
        if cgroup:
            await asyncio.to_thread(cgroup.add, process.pid)
        # It answers, so it is alive, and the process that was looked up is still this one.
        await loop.sock_sendall(ours, b"G")
        if await loop.sock_recv(ours, 1) != b"R":
            raise InterpreterFailed("it ended before it began")
        interpreter.strict_filter = sandbox.strict_filter
        interpreter.resource_limits = _resource_limits(process.pid, sandbox.limits)
        return interpreter
    except BaseException as cause:
        words = read_prints(said).strip()[-1000:]
        if interpreter:
            await interpreter.close()
        else:
            ours.close()
            os.close(said)
            if cgroup:
                loop.run_in_executor(None, cgroup.remove)
        if isinstance(cause, InterpreterFailed) and words:
            raise InterpreterFailed(f"{cause} {words}") from None
        raise


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.setblocking(False)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    return ours, theirs


def _cgroup_of(sandbox: Sandbox) -> Cgroup | None:
    if sandbox.cgroups is None:
        return None
    return create_cgroup(sandbox.cgroups, str(next(_numbers)), sandbox.limits.memory_bytes)


async def _process_id(channel: socket.socket) -> int:
    """Waits for a process's first byte; returns its id, which the kernel attaches. Raises InterpreterFailed."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(channel, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(channel)
    byte, ancillary, _, _ = channel.recvmsg(1, socket.CMSG_SPACE(_CREDENTIALS.size))
    if byte != b"R" or not ancillary:
        raise InterpreterFailed("it ended")
    channel.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
    pid, _, _ = _CREDENTIALS.unpack(ancillary[0][2][: _CREDENTIALS.size])
    return int(pid)


def _resource_limits(pid: int, limits: RunLimits) -> dict[str, tuple[int, int]]:
    """
    Soft and hard limits by name, which a child sets for itself before it runs the strategy's code. Its address
    space may grow by what the memory limit leaves above what is resident now, so that an author sees a MemoryError at a
    line, rather than the process vanish.
    """
    size, resident = (int(n) * resource.getpagesize() for n in Path(f"/proc/{pid}/statm").read_text().split()[:2])
    may_use = size + max(limits.memory_bytes - resident, 64 * _MIB)
    seconds = int(limits.timeout_seconds) + 10
    return {
        # The difference is for the failure report.
        "RLIMIT_AS": (may_use, may_use + 32 * _MIB),
        "RLIMIT_CPU": (seconds, seconds + 1),
        "RLIMIT_NPROC": (1, 1),
        "RLIMIT_NOFILE": (MAX_OPEN_FILES, MAX_OPEN_FILES),
        "RLIMIT_FSIZE": (_MIB, _MIB),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_MEMLOCK": (0, 0),
        "RLIMIT_MSGQUEUE": (0, 0),
    }
