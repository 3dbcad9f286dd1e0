"""How a run can fail: by the strategy's doing, which is a result, or by ours, which is raised."""

from __future__ import annotations

import re
from dataclasses import dataclass

KINDS = ("syntax", "contract", "exception", "timeout", "memory", "forbidden")


@dataclass(frozen=True)
class StrategyFailure:
    """A failure that the author can act on; `line` counts from 1 in his file, None where no line is to blame."""

    kind: str
    message: str
    line: int | None = None


class SandboxUnavailable(Exception):
    """Nothing can be run safely on this machine; the message says what to install or to set."""


class InterpreterFailed(Exception):
    """An interpreter did not start or broke before it was given any work."""


class BlobMissing(Exception):
    """A referenced blob is nowhere to be found, or its bytes do not have its digest."""


class InvalidInput(Exception):
    """The activity was called with something that is not in its contract."""


class PrivateStrategyFailed(Exception):
    """A strategy of ours failed. Neither why nor where is told, as both say something of its source."""


def source_line(source: str, line: int | None) -> str | None:
    """The text of one line of a strategy, at most 300 characters, as Python counts lines."""
    lines = re.split(r"\r\n|\r|\n", source)
    if line is None or not 1 <= line <= len(lines):
        return None
    return lines[line - 1].strip()[:300]
