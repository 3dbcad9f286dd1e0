"""The bounds of one run, in one place, so that the tests and the documents can name them."""

from __future__ import annotations

from dataclasses import dataclass

MAX_SOURCE_BYTES = 256 * 1024
MAX_CANDLES_BYTES = 256 * 1024 * 1024
# A message of the most characters, each written as an escaped pair, fits.
MAX_HEADER_BYTES = 32 * 1024
MAX_MESSAGE_CHARACTERS = 2000
MAX_PRINTS_BYTES = 64 * 1024
MAX_OPEN_FILES = 64
# A check of a strategy's file needs about 20 MB and 30 ms; what takes more is no file that a person has written.
CHECK_MEMORY_BYTES = 256 * 1024 * 1024
CHECK_SECONDS = 2.0
CHECKS_AT_ONCE = 4
# Of bubblewrap's, the supervisor and the one that runs a strategy, which can start none.
MAX_PROCESSES = 16
START_TIMEOUT_SECONDS = 30.0
# An endless loop is first interrupted inside Python, which tells the line; what ignores that is killed this much later.
KILL_AFTER_SECONDS = 0.5


@dataclass(frozen=True)
class RunLimits:
    """What an operator may set: memory of one interpreter with its libraries, and time from hand-over to answer."""

    memory_bytes: int
    timeout_seconds: float
