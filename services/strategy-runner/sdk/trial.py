"""Proves, before any strategy is taken, that interpreters can be forked here and that both of their filters hold."""

import ctypes
import os
import sys

sys.path[:0] = ["/sdk", "/packages"]

import numpy  # noqa: E402, F401
import tradeium_strategy  # noqa: E402, F401
from tradeium_sandbox.confinement import drop_capabilities, filter_system_calls  # noqa: E402
from tradeium_sandbox.forking import Forking  # noqa: E402


def try_filters(filter_program: bytes, strict_filter: bytes) -> None:
    drop_capabilities()
    filter_system_calls(filter_program)
    # Without a filter everybody may unshare nothing, and learn its process id.
    if ctypes.CDLL(None).unshare(0) == 0:
        sys.exit("the filter of system calls does not hold: namespaces can be made")
    filter_system_calls(strict_filter)
    if os.getpid() > 0:
        sys.exit("the strict filter of system calls does not hold")


child = Forking().fork(int(sys.argv[1]))
if child == 0:
    try_filters(*map(bytes.fromhex, sys.argv[2:4]))
else:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
