"""Turns whatever a strategy raises into a message for its author: what happened, and in which line."""

from __future__ import annotations

import errno
import linecache
import sys
import traceback
from types import TracebackType
from typing import NoReturn

from tradeium_sandbox.definition import FILE

_MAX_MESSAGE = 2000
_MAX_FRAMES = 20
_FORBIDDEN = (errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS)


class Failure(Exception):
    """Ends a run with a kind of failure, a message and a line of the author's file."""

    def __init__(self, kind: str, message: str, line: int | None = None):
        super().__init__(message)
        self.kind = kind
        self.message = message[:_MAX_MESSAGE]
        self.line = line


class OutOfTime(BaseException):
    """Raised at the line that runs when time is up. Not an Exception, so that `except Exception` lets it pass."""


def breach(message: str, line: int | None = None) -> NoReturn:
    """The strategy breaks the contract."""
    raise Failure("contract", message, line)


def describe(cause: BaseException) -> Failure:
    """Classifies an exception from the strategy's code."""
    line = _innermost_line(cause.__traceback__)
    if isinstance(cause, Failure):
        return cause
    if isinstance(cause, OutOfTime):
        return Failure("timeout", str(cause), line)
    if isinstance(cause, MemoryError) or (isinstance(cause, OSError) and cause.errno == errno.ENOMEM):
        return Failure("memory", "the strategy needs more memory than it may use", line)
    if isinstance(cause, SystemExit):
        return Failure("exception", "the strategy called exit() instead of returning weights", line)
    text = f"{type(cause).__name__}: {_text(cause)}".removesuffix(": ")[:_MAX_MESSAGE]
    if isinstance(cause, OSError) and cause.errno in _FORBIDDEN:
        return Failure("forbidden", f"a strategy may not use the network, files or other programs ({text})", line)
    return Failure("exception", text, line)


def print_traceback(cause: BaseException) -> None:
    """Writes the author's own frames to standard error, as Python would."""
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if frame.filename == FILE][-_MAX_FRAMES:]
    if frames and not isinstance(cause, Failure):
        print("Traceback:", file=sys.stderr)
        print(
            "".join(traceback.format_list(frames)),
            f"{type(cause).__name__}: {_text(cause)}",
            sep="",
            file=sys.stderr,
        )


def remember_source(source: str) -> None:
    """Lets tracebacks and warnings quote the author's lines."""
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)


def _innermost_line(trace: TracebackType | None) -> int | None:
    line = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _text(cause: BaseException) -> str:
    try:
        return str(cause)
    except BaseException:
        return "(its text cannot be read)"
