"""A strategy's standard output and error: bounded, and written at once, so that a kill loses nothing."""

from __future__ import annotations

import io
import os
import sys

MAX_BYTES = 64 * 1024
_CUT = b"\n[the rest of the output was cut off]\n"


class _Bounded(io.RawIOBase):
    """Passes on what fits and silently drops the rest, so that a chatty strategy still runs."""

    def __init__(self) -> None:
        self._left = MAX_BYTES - len(_CUT)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def write(self, data: bytes) -> int:  # type: ignore[override]
        text = bytes(data)
        if self._left > 0:
            os.write(1, text[: self._left])
            self._left -= len(text)
            if self._left < 0:
                os.write(1, _CUT)
        return len(text)


def bound_output() -> None:
    """Replaces the standard streams, and drops what the libraries have written so far."""
    os.lseek(1, 0, os.SEEK_SET)
    stream = io.TextIOWrapper(_Bounded(), "utf-8", "backslashreplace", write_through=True)  # type: ignore[type-var]
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[assignment, misc]
