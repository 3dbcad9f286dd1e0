"""Imports the libraries once, then forks the supervisors of interpreters. It never runs or reads users' code."""

from __future__ import annotations

import gc
import os
import signal
import socket
from typing import NoReturn

from tradeium_sandbox.confinement import drop_capabilities, filter_system_calls
from tradeium_sandbox.forking import Forking

from tradeium_strategy.output import bound_output
from tradeium_strategy.session import keep_only, warm_up
from tradeium_strategy.supervisor import serve_children

_CONTROL = 3


def serve(control: int, namespaces: int, program: bytes) -> NoReturn:
    """
    Forks one supervisor after another until the worker ends the sandbox: for each the worker sends one byte with the
    two descriptors that only this one gets, its control socket and what it says. If the kernel refuses the fork, the
    socket closes without a word. A question mark without descriptors is answered with an exclamation mark.
    `namespaces`: the kinds that each has of its own (CLONE_NEW…); `program`: the filter of system calls that holds
    for it.
    """
    os.dup2(control, _CONTROL)
    os.closerange(_CONTROL + 1, 4096)
    warm_up()
    os.environ.clear()
    bound_output()
    # Supervisors leave no zombies: nobody asks how they have ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    channel = socket.socket(fileno=_CONTROL)
    forking = Forking()
    gc.collect()
    gc.freeze()
    gc.enable()
    os.write(_CONTROL, b"R")
    while True:
        asked, descriptors, _, _ = socket.recv_fds(channel, 1, 2)
        if asked == b"?":
            os.write(_CONTROL, b"!")
            continue
        if len(descriptors) != 2:
            os._exit(1)
        try:
            child = forking.fork(namespaces)
        except OSError:
            # The kernel lacks processes or memory, which is no reason to end those that are forked already.
            child = -1
        if child == 0:
            _supervise(descriptors[0], descriptors[1], program)
        for descriptor in descriptors:
            os.close(descriptor)


def _supervise(control: int, said: int, program: bytes) -> NoReturn:
    """Keeps nothing of the parent but its memory: no right, no descriptor, no handler of signals."""
    try:
        keep_only(control, said)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        drop_capabilities()
        filter_system_calls(program)
    except BaseException as cause:
        print(f"not confined: {cause!r}")
        os._exit(1)
    serve_children()
