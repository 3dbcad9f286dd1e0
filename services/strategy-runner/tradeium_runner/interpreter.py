"""One sandboxed interpreter: started with the libraries imported, given one job, killed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import resource
import signal
import socket
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

from tradeium_runner.bubblewrap import Sandbox, as_user
from tradeium_runner.cgroup import Cgroup, create_cgroup
from tradeium_runner.failures import InterpreterFailed
from tradeium_runner.limits import MAX_OPEN_FILES, MAX_THREADS, START_TIMEOUT_SECONDS, RunLimits
from tradeium_runner.memory_file import sealed_copy
from tradeium_runner.prints import open_prints, read_prints

_numbers = itertools.count(1)
_CREDENTIALS = struct.Struct("3i")
_LENGTH = struct.Struct("<I")
_MIB = 1024 * 1024
_HAND_OVER_TIMEOUT_SECONDS = 10


class Interpreter:
    """Owns a process, its socket, its prints and its cgroup; `close` ends all of them."""

    def __init__(self, process: asyncio.subprocess.Process, channel: socket.socket, prints: int, cgroup: Cgroup | None):
        self.process = process
        self.channel = channel
        self.pid = 0
        self.begun = asyncio.Event()
        self.resource_limits: dict[str, tuple[int, int]] = {}
        self._prints = prints
        self._cgroup = cgroup
        self._closed = False

    async def hand_over(self, job: Mapping[str, object], candles: int) -> None:
        """
        Sends the job, and the candles as a file descriptor with its first byte. Returns when the interpreter says that
        it has them and begins; raises ConnectionError when it dies before that.
        """
        if self._cgroup:
            self._cgroup.set_low_priority(False)
        text = json.dumps({**job, "resource_limits": self.resource_limits}).encode()
        frame = memoryview(_LENGTH.pack(len(text)) + text)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", candles))]
        sent = self.channel.sendmsg([frame], rights)
        loop = asyncio.get_running_loop()
        with self.kill_after(_HAND_OVER_TIMEOUT_SECONDS):
            await loop.sock_sendall(self.channel, frame[sent:])
            if await loop.sock_recv(self.channel, 1) != b"A":
                raise ConnectionResetError("it ended")
        self.begun.set()

    def prints(self) -> str:
        """What the strategy has printed so far, made harmless."""
        return read_prints(self._prints)

    @property
    def knows_memory(self) -> bool:
        """Whether `ran_out_of_memory` can tell."""
        return self._cgroup is not None

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel ended it for memory; always False where there is no cgroup."""
        return self._cgroup is not None and self._cgroup.ran_out_of_memory()

    def kill(self) -> None:
        """Ends the process and, as its init dies with it, all that it has started. Does not wait."""
        if self.process.returncode is None:
            # Not process.kill(): it asks for the exit status first, and takes it away from the event loop.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)

    @contextlib.contextmanager
    def kill_after(self, seconds: float) -> Iterator[None]:
        """Kills it when the block takes longer; whoever waits at its channel then sees it end."""
        timer = asyncio.get_running_loop().call_later(seconds, self.kill)
        try:
            yield
        finally:
            timer.cancel()

    async def close(self) -> None:
        """Kills, waits until it is gone and frees what it held; its cgroup a little later. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self.kill()
        self.channel.close()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.process.wait(), 5)
        os.close(self._prints)
        if self._cgroup:
            asyncio.get_running_loop().run_in_executor(None, self._cgroup.remove)


async def launch(sandbox: Sandbox, *, hurry: bool = True) -> Interpreter:
    """
    Starts an interpreter and returns once it waits for its job; raises InterpreterFailed. Without `hurry` it leaves
    the processor to others until then. Main thread only: the sandbox dies with the thread that started it.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.setblocking(False)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    prints = open_prints()
    cgroup = None
    try:
        if sandbox.cgroups:
            cgroup = create_cgroup(sandbox.cgroups, str(next(_numbers)), sandbox.limits.memory_bytes)
            cgroup.set_low_priority(not hurry)
        process = await _spawn(sandbox, theirs, prints, cgroup)
    except OSError as cause:
        ours.close()
        os.close(prints)
        if cgroup:
            cgroup.remove()
        raise InterpreterFailed(f"cannot start an interpreter: {cause}") from cause
    finally:
        theirs.close()
    interpreter = Interpreter(process, ours, prints, cgroup)
    try:
        with interpreter.kill_after(START_TIMEOUT_SECONDS):
            interpreter.pid = await _ready(ours)
        interpreter.resource_limits = _resource_limits(interpreter.pid, sandbox.limits)
        return interpreter
    except (OSError, InterpreterFailed) as cause:
        said = interpreter.prints().strip()[-1000:]
        await interpreter.close()
        raise InterpreterFailed(f"an interpreter did not become ready: {cause!r} {said}".strip()) from cause
    except asyncio.CancelledError:
        await interpreter.close()
        raise


async def _spawn(
    sandbox: Sandbox, theirs: socket.socket, prints: int, cgroup: Cgroup | None
) -> asyncio.subprocess.Process:
    """
    Starts bwrap. It waits for its options on a pipe, which are written when it is in its cgroup: everything that it
    starts, it starts there.
    """
    reading, writing = os.pipe()
    seccomp = sealed_copy("seccomp", sandbox.seccomp)
    try:
        channel = theirs.fileno()
        words = [
            sandbox.program,
            "--args",
            str(reading),
            "--seccomp",
            str(seccomp),
            *sandbox.command,
            str(channel),
        ]
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=prints,
            stderr=prints,
            env={},
            pass_fds=(channel, reading, seccomp),
            **as_user(sandbox.host_user),  # type: ignore[arg-type]
        )
        try:
            if cgroup:
                await asyncio.to_thread(cgroup.add, process.pid)
            os.write(writing, sandbox.arguments)
        except BaseException:
            os.kill(process.pid, signal.SIGKILL)
            raise
        return process
    finally:
        for descriptor in (reading, writing, seccomp):
            os.close(descriptor)


async def _ready(channel: socket.socket) -> int:
    """Waits for the interpreter's first byte; returns its process id, which the kernel tells with it."""
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
    Soft and hard limits by name, which the interpreter sets for itself before it runs any code of the strategy's.
    Address space may grow by what the memory limit leaves beside what is resident now: so an author sees a
    MemoryError at his line, rather than his process vanish.
    """
    size, resident = (int(n) * resource.getpagesize() for n in Path(f"/proc/{pid}/statm").read_text().split()[:2])
    may_use = size + max(limits.memory_bytes - resident, 64 * _MIB)
    seconds = int(limits.timeout_seconds) + 10
    return {
        # The difference is for the report of the failure.
        "RLIMIT_AS": (may_use, may_use + 32 * _MIB),
        "RLIMIT_CPU": (seconds, seconds + 1),
        "RLIMIT_NPROC": (MAX_THREADS, MAX_THREADS),
        "RLIMIT_NOFILE": (MAX_OPEN_FILES, MAX_OPEN_FILES),
        "RLIMIT_FSIZE": (_MIB, _MIB),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_MEMLOCK": (0, 0),
        "RLIMIT_MSGQUEUE": (0, 0),
    }


def describe_exit(code: int | None) -> str:
    """The exit status of bwrap in words: 128 + n stands for signal n of the program inside."""
    if code is None:
        return "still running"
    number = -code if code < 0 else code - 128
    with contextlib.suppress(ValueError):
        if number > 0:
            return signal.Signals(number).name
    return f"exit status {code}"
