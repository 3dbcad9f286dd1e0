"""Keeps what a strategy prints, bounded and free of control characters, even when its process is killed."""

from __future__ import annotations

import os
import re

from tradeium_runner.limits import MAX_PRINTS_BYTES
from tradeium_runner.sandbox.memory_file import fixed_size_file

_TERMINAL_SEQUENCES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
# Control characters but tab and newline, and the marks that turn the reading direction around.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def open_prints() -> int:
    """A sandbox's standard output and error; the file cannot grow, so there is nothing to drain."""
    return fixed_size_file("prints", MAX_PRINTS_BYTES)


def read_prints(descriptor: int) -> str:
    """The text written so far. The position is the sandbox's to move, so it is only trusted within the file."""
    end = min(max(os.lseek(descriptor, 0, os.SEEK_CUR), 0), MAX_PRINTS_BYTES)
    return printable(os.pread(descriptor, end, 0).decode("utf-8", "replace"))


def printable(text: str) -> str:
    """Text without what could move a cursor, recolour a terminal or break a log line's shape."""
    return _UNPRINTABLE.sub("", _TERMINAL_SEQUENCES.sub("", text.replace("\r\n", "\n")))
