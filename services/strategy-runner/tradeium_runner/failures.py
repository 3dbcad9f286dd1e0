"""How a run can fail: through the strategy, which is a result, or through us, which is raised."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tradeium_runner.limits import MAX_FREE_MESSAGE_CHARACTERS

KINDS = ("syntax", "contract", "exception", "timeout", "memory", "forbidden")


@dataclass(frozen=True)
class StrategyFailure:
    """A failure that the author can act on; `line` counts from 1 in the file, None where no line is to blame."""

    kind: str
    message: str
    line: int | None = None


class SandboxUnavailable(Exception):
    """Nothing can run safely on this machine; the message says what to install or set."""


class InterpreterFailed(Exception):
    """An interpreter did not start, or broke before it got any work."""


class CheckGaveUp(Exception):
    """A check ran out of time or memory, so nothing is known of the text."""


class BlobMissing(Exception):
    """A referenced blob is missing, or its bytes do not match its digest."""


class BlobsAway(Exception):
    """The store of blobs is down or too slow: nothing is known of the blob, and waiting may help."""


class BlobsUnusable(BlobsAway):
    """The store of blobs refuses us: the message says what to change."""


class InvalidInput(Exception):
    """The activity's input breaks its contract."""


_LINE_END = re.compile(r"\r\n|\r|\n")


class PrivateStrategyFailed(Exception):
    """A strategy of ours failed. The error hides why and where, as both reveal something of its source."""


def lines_of(source: str) -> int:
    """How many lines a strategy has, as Python counts them."""
    return 1 + sum(1 for _ in _LINE_END.finditer(source))


def source_line(source: str, line: int | None) -> str | None:
    """The text of one line of a strategy, at most 300 characters, as Python counts lines."""
    if line is None:
        return None
    lines = _LINE_END.split(source)
    if not 1 <= line <= len(lines):
        return None
    return lines[line - 1].strip()[:300]


def beginning_of(message: str) -> str:
    """As much of a failure's message as its author may read."""
    return message if len(message) <= MAX_FREE_MESSAGE_CHARACTERS else message[: MAX_FREE_MESSAGE_CHARACTERS - 1] + "…"
