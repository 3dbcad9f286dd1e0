"""Reads and writes the services' message files: JSON between marks, needed once, so that it can be removed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tradeium_runner.failures import InvalidInput
from tradeium_runner.limits import MAX_SOURCE_BYTES

# The sweep of old files recognises these marks.
_FILE_BEGINS, _FILE_ENDS = b"\0REPLY\0", b"\0"
# Each character of the source may be written as an escaped pair.
MAX_JOB_BYTES = 12 * MAX_SOURCE_BYTES + 1024
MOST_POINTS = 500
# Twenty parameters with long names and words are 2 KB.
MAX_POINTS_BYTES = MAX_JOB_BYTES + MOST_POINTS * 4096
MOST_PARAMETERS = 20
_MAX_CHECK_CHARACTERS = 100
_MAX_NAME_CHARACTERS = 100
_MAX_WORD_CHARACTERS = 60
# Larger whole numbers are rounded by other languages.
_MOST_INDEX = 2**53


@dataclass(frozen=True)
class Job:
    """A message with code: its mark, and for a run the values of the strategy's parameters."""

    check: str
    code: str
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class Point:
    """One choice of a strategy's parameters, with the number by which the caller knows it."""

    index: int
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class PointsJob:
    """A message with code and the points of a study at which it is to run."""

    check: str
    code: str
    points: tuple[Point, ...]


def is_message(content: memoryview) -> bool:
    """True if a file is a message with code, not the code itself."""
    return bytes(content[: len(_FILE_BEGINS)]) == _FILE_BEGINS


def message_file(message: Mapping[str, object]) -> bytes:
    """The message as such a file."""
    return _FILE_BEGINS + json.dumps(message).encode() + _FILE_ENDS


def job_in(content: memoryview) -> Job:
    """Reads a message with code. Raises InvalidInput."""
    message = _message_in(content)
    return Job(*_code_in(message), _parameters_in(message.get("parameters", {})))


def points_in(content: memoryview) -> PointsJob:
    """Reads a message with code and points. Raises InvalidInput."""
    message = _message_in(content)
    points = message.get("points")
    if not is_message(content) or not isinstance(points, list) or not 1 <= len(points) <= MOST_POINTS:
        raise InvalidInput(f"the points are not a list of 1 to {MOST_POINTS}")
    read = tuple(_point_in(point) for point in points)
    if len({point.index for point in read}) < len(read):
        raise InvalidInput("two points have the same index")
    return PointsJob(*_code_in(message), read)


def is_plain_value(value: object) -> bool:
    """True for what a parameter may be: a boolean, a number or a short text."""
    return isinstance(value, (bool, int, float)) or (isinstance(value, str) and len(value) <= _MAX_WORD_CHARACTERS)


def _message_in(content: memoryview) -> Mapping[str, object]:
    try:
        message = json.loads(bytes(content[len(_FILE_BEGINS) : -len(_FILE_ENDS)]))
    except (ValueError, RecursionError) as cause:
        raise InvalidInput("the source is no JSON of a check and its code") from cause
    if not isinstance(message, dict):
        raise InvalidInput("the source is no JSON of a check and its code")
    return message


def _code_in(message: Mapping[str, object]) -> tuple[str, str]:
    check, source = message.get("check"), message.get("code")
    if not isinstance(check, str) or len(check) > _MAX_CHECK_CHARACTERS:
        raise InvalidInput("the check has no name")
    if not isinstance(source, str) or len(source) > MAX_SOURCE_BYTES:
        raise InvalidInput(f"the source is no text of at most {MAX_SOURCE_BYTES} characters")
    return check, source


def _parameters_in(parameters: object) -> Mapping[str, object]:
    if (
        not isinstance(parameters, dict)
        or len(parameters) > MOST_PARAMETERS
        or not all(map(is_plain_value, parameters.values()))
    ):
        raise InvalidInput(f"the parameters are not an object of at most {MOST_PARAMETERS} plain values")
    return parameters


def _point_in(point: object) -> Point:
    index = point.get("index") if isinstance(point, dict) else None
    if not isinstance(point, dict) or type(index) is not int or not 0 <= index <= _MOST_INDEX:
        raise InvalidInput("the index of a point is not a whole number from 0")
    return Point(index, _parameters_in(point.get("parameters")))
