"""The limits of one run, in one place for the tests and the documents."""

from __future__ import annotations

from dataclasses import dataclass

MAX_SOURCE_BYTES = 256 * 1024
MAX_CANDLES_BYTES = 256 * 1024 * 1024
# Fits the longest message with each character as an escaped pair.
MAX_HEADER_BYTES = 32 * 1024
MAX_MESSAGE_CHARACTERS = 2000
MAX_PRINTS_BYTES = 64 * 1024
# Of a strategy that fails, which costs nothing: enough for its error, the traceback and a few values, not for results.
MAX_FREE_MESSAGE_CHARACTERS = 300
MAX_FREE_PRINTS_CHARACTERS = 1000
MAX_OPEN_FILES = 64
# A check of a strategy's file needs about 20 MB and 30 ms; no person writes a file that takes more.
CHECK_MEMORY_BYTES = 256 * 1024 * 1024
CHECK_SECONDS = 2.0
CHECKS_AT_ONCE = 4
# Bubblewrap's own, the supervisor, and the strategy's, which can start none.
MAX_PROCESSES = 16
START_TIMEOUT_SECONDS = 30.0
# An endless loop is first interrupted inside Python, which gives the line; what ignores that is killed this much later.
KILL_AFTER_SECONDS = 0.5
# Of one point of a study, where the operator's limit for a run is no lower: the others wait for it.
MAX_POINT_SECONDS = 10.0
# A batch of points ends early when its weights take more: hourly ones of many years do.
MAX_BATCH_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class RunLimits:
    """The operator's limits: memory of one interpreter with its libraries, and time from hand-over to answer."""

    memory_bytes: int
    timeout_seconds: float
