"""The settings of the backtest, as a strategy may read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd


@dataclass(frozen=True)
class Settings:
    """`fees` is a rate (0.001 = 0.1 %); the dates are UTC days 'YYYY-MM-DD', both included."""

    portfolio: tuple[str, ...]
    timeframe: str
    fees: float
    start_date: str
    end_date: str


def settings_from(value: Mapping[str, Any], newest: pd.Timestamp) -> Settings:
    """Makes the settings from the job's JSON. Without an end date they end with the newest bar, as in live trading."""
    names = ("timeframe", "fees", "start_date")
    end_date = value["end_date"] or f"{newest:%Y-%m-%d}"
    return Settings(tuple(value["portfolio"]), **{name: value[name] for name in names}, end_date=end_date)
