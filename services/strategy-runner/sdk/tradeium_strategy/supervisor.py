"""The first process of an interpreter: forks a pristine child for each execution of a strategy."""

from __future__ import annotations

import os
import signal
import socket
import struct
from typing import NoReturn

from tradeium_sandbox.forking import Forking

from tradeium_strategy.session import run_and_exit

_CONTROL = 3
# How a child ended: whether it was killed, its wait status, and its processor time in seconds.
_END = struct.Struct("<?id")
# How long a child may take to exit after its answer.
_GRACE_SECONDS = 0.5
_CHILD_ENDS = {signal.SIGCHLD}


def serve_children() -> NoReturn:
    """
    Serves one child after another until the worker ends the sandbox. For each the worker sends one byte with the two
    descriptors that only this child gets, its answer's socket and its prints; and one byte to end it,
    which is answered with how it ended. Everything else a child gets from the worker directly.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, _CHILD_ENDS)
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=_CONTROL)
    forking = Forking()
    # The worker learns by this which process it is, and answers once that is in its cgroup.
    os.write(_CONTROL, b"R")
    if channel.recv(1) != b"G":
        os._exit(1)
    os.write(_CONTROL, b"R")
    while True:
        _, descriptors, _, _ = socket.recv_fds(channel, 1, 2)
        if len(descriptors) != 2:
            os._exit(1)
        child = forking.fork()
        if child == 0:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _CHILD_ENDS)
            run_and_exit(*descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if channel.recv(1) != b"E":
            os._exit(1)
        os.write(_CONTROL, _end(child))


def _end(child: int) -> bytes:
    """Waits a moment for the child to exit, kills it if it does not, and returns how it ended."""
    lingers = signal.sigtimedwait(_CHILD_ENDS, _GRACE_SECONDS) is None
    if lingers:
        os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    if lingers:
        signal.sigtimedwait(_CHILD_ENDS, 0)
    return _END.pack(lingers, status, usage.ru_utime + usage.ru_stime)
