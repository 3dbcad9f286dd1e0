"""The activity's input, parsed: references to blobs and the settings that the strategy may read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tradeium_runner.failures import InvalidInput
from tradeium_runner.files.blobs import is_digest

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PRIVATE_ID = re.compile(r"[a-z0-9_]{1,100}")
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
    run_id, settings = value.get("run_id"), value.get("settings")
    if not isinstance(run_id, str) or not 0 < len(run_id) <= 200:
        raise InvalidInput("run_id is not a string of 1 to 200 characters")
    if not isinstance(settings, dict):
        raise InvalidInput("settings is not an object")
    reruns = value.get("reruns", True)
    if not isinstance(reruns, bool):
        raise InvalidInput("reruns is not true or false")
    return RunInput(run_id, code, private, value["candles"], _settings(settings), reruns=reruns)


def _settings(value: Mapping[str, object]) -> Mapping[str, object]:
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
