"""The activities' input, parsed: references to blobs and the settings that the strategy may read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tradeium_runner.failures import InvalidInput
from tradeium_runner.files.blobs import is_digest

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PRIVATE_ID = re.compile(r"[a-z0-9_]{1,100}")
_BUDGET_MS = (100, 60_000)
_INTERVALS = ("1h", "4h", "6h", "8h", "12h", "24h", "weekly")


@dataclass(frozen=True)
class RunInput:
    """
    `code`, of a user's strategy, and `candles` are digests of blobs; `private` is the id of a strategy of ours: one of
    the two is None. `settings` follows the contract and is passed on unchanged.
    """

    run_id: str
    code: str | None
    private: str | None
    candles: str
    settings: Mapping[str, object]
    # Makes the report of a run its own, so that it can be removed when it was read.
    mark: str | None = None
    # Says if it is run again to test for look-ahead.
    reruns: bool = True


def parse_run_input(value: object) -> RunInput:
    """Raises InvalidInput, naming what is wrong."""
    if not isinstance(value, dict):
        raise InvalidInput("the input is not an object")
    code, private = value.get("code"), value.get("private_strategy_id")
    if (code is None) == (private is None):
        raise InvalidInput("exactly one of code and private_strategy_id must be there")
    if code is not None and not is_digest(code):
        raise InvalidInput("code is not the SHA-256 of a blob")
    if private is not None and not (isinstance(private, str) and _PRIVATE_ID.fullmatch(private)):
        raise InvalidInput("private_strategy_id is not the id of a strategy")
    if not is_digest(value.get("candles")):
        raise InvalidInput("candles is not the SHA-256 of a blob")
    run_id, settings = _run_id(value), _settings(value.get("settings"))
    reruns = value.get("reruns", True)
    if not isinstance(reruns, bool):
        raise InvalidInput("reruns is not true or false")
    return RunInput(run_id, code, private, value["candles"], settings, reruns=reruns)


@dataclass(frozen=True)
class PointsInput:
    """
    `source`: the digest of a message with code and points. `budget_seconds`: after how long no further point is begun.
    """

    run_id: str
    candles: str
    source: str
    settings: Mapping[str, object]
    budget_seconds: float


def parse_points_input(value: object) -> PointsInput:
    """Raises InvalidInput, naming what is wrong."""
    if not isinstance(value, dict):
        raise InvalidInput("the input is not an object")
    for name in ("candles", "source"):
        if not is_digest(value.get(name)):
            raise InvalidInput(f"{name} is not the SHA-256 of a blob")
    budget = value.get("budget_ms")
    if type(budget) is not int or not _BUDGET_MS[0] <= budget <= _BUDGET_MS[1]:
        raise InvalidInput(f"budget_ms is not a whole number from {_BUDGET_MS[0]} to {_BUDGET_MS[1]}")
    run_id, settings = _run_id(value), _settings(value.get("settings"))
    return PointsInput(run_id, value["candles"], value["source"], settings, budget / 1000)


def _run_id(value: Mapping[str, object]) -> str:
    run_id = value.get("run_id")
    if not isinstance(run_id, str) or not 0 < len(run_id) <= 200:
        raise InvalidInput("run_id is not a string of 1 to 200 characters")
    return run_id


def _settings(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise InvalidInput("settings is not an object")
    portfolio, fees = value.get("portfolio"), value.get("fees")
    if not isinstance(portfolio, list) or len(portfolio) > 1000 or not all(isinstance(c, str) for c in portfolio):
        raise InvalidInput("settings.portfolio is not a list of coins")
    if isinstance(fees, bool) or not isinstance(fees, (int, float)) or not 0 <= fees <= 1:
        raise InvalidInput("settings.fees is not a rate from 0 to 1")
    if value.get("timeframe") not in _INTERVALS:
        raise InvalidInput("settings.timeframe is not an interval")
    for name in ("start_date", "end_date"):
        day = value.get(name)
        if not isinstance(day, str) or not _DAY.fullmatch(day):
            raise InvalidInput(f"settings.{name} is not a day (YYYY-MM-DD)")
    return {name: value[name] for name in ("portfolio", "timeframe", "fees", "start_date", "end_date")}
