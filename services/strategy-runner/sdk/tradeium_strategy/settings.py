"""The settings of the backtest, as a strategy may read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Settings:
    """`fees` is a rate (0.001 = 0.1 %); the dates are UTC days 'YYYY-MM-DD', both included."""

    portfolio: tuple[str, ...]
    timeframe: str
    fees: float
    start_date: str
    end_date: str


def settings_from(value: Mapping[str, Any]) -> Settings:
    """Makes the settings from the job's JSON."""
    names = ("timeframe", "fees", "start_date", "end_date")
    return Settings(tuple(value["portfolio"]), **{name: value[name] for name in names})
