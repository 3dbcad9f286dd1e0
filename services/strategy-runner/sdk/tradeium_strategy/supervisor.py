"""The warm interpreter: imports the libraries, then forks a pristine child for each execution of a strategy."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import struct

from tradeium_strategy.output import bound_output
from tradeium_strategy.session import run_and_exit, warm_up

_CONTROL = 3
# How a child ended: whether it was killed, its wait status, and its processor time in seconds.
_END = struct.Struct("<?id")
# How long a child may take to exit after its answer.
_GRACE_SECONDS = 0.5
_CLONE = {"x86_64": 56, "aarch64": 220}
_CHILD_ENDS = {signal.SIGCHLD}


def serve(control: int) -> None:
    """
    Serves one child after another until the worker ends the sandbox. For each the worker sends one byte with the two
    descriptors that only this child gets, its answer's socket and its prints; and one byte to end it,
    which is answered with how it ended. Everything else a child gets from the worker directly.
    """
    os.dup2(control, _CONTROL)
    os.closerange(_CONTROL + 1, 4096)
    warm_up()
    os.environ.clear()
    bound_output()
    signal.pthread_sigmask(signal.SIG_BLOCK, _CHILD_ENDS)
    channel = socket.socket(fileno=_CONTROL)
    libc = ctypes.PyDLL(None, use_errno=True)
    clone = _CLONE[os.uname().machine]
    gc.collect()
    gc.freeze()
    gc.enable()
    os.write(_CONTROL, b"R")
    while True:
        _, descriptors, _, _ = socket.recv_fds(channel, 1, 2)
        if len(descriptors) != 2:
            os._exit(1)
        # Not os.fork(): libc would learn the child's id, which differs at each execution.
        child = libc.syscall(clone, signal.SIGCHLD, 0, 0, 0, 0)
        if child == 0:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _CHILD_ENDS)
            run_and_exit(*descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if child < 0 or channel.recv(1) != b"E":
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
