"""Proves, before any strategy is taken, that this sandbox has the packages and that both of its filters hold."""

import ctypes
import os
import sys

sys.path[:0] = ["/sdk", "/packages"]

import numpy  # noqa: E402, F401
import tradeium_strategy  # noqa: E402, F401
from tradeium_sandbox.confinement import filter_system_calls  # noqa: E402

libc = ctypes.CDLL(None, use_errno=True)
# Without a filter everybody may unshare nothing, and learn its process id.
if libc.unshare(0) == 0:
    sys.exit("the filter of system calls does not hold: namespaces can be made")
filter_system_calls(bytes.fromhex(sys.argv[1]))
if os.getpid() > 0:
    sys.exit("the strict filter of system calls does not hold")
