"""The settings of the backtest, as a strategy may read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pandas as pd
from tradeium_sandbox.parameters import NAME, Parameter, Value, values_of

from tradeium_strategy.failure import breach


class _Values(dict[str, Value]):
    def __missing__(self, name: object) -> Value:
        raise KeyError(f"there is no parameter {name!r} in {NAME}")


@dataclass(frozen=True)
class Settings:
    """
    `fees` is a rate (0.001 = 0.1 %); the dates are UTC days 'YYYY-MM-DD', both included. `parameters` has a value for
    each parameter that the file declares.
    """

    portfolio: tuple[str, ...]
    timeframe: str
    fees: float
    start_date: str
    end_date: str
    parameters: Mapping[str, Value]


def settings_from(value: Mapping[str, Any], bars: pd.DatetimeIndex, declared: Sequence[Parameter] = ()) -> Settings:
    """
    Makes the settings from the job's JSON. Without an end date they end with the newest bar, as in live trading. Raises
    Failure when the chosen parameters are not as the file declares them.
    """
    parameters: dict[str, Value] = {}
    try:
        parameters = values_of(declared, value.get("parameters", {}))
    except ValueError as cause:
        breach(str(cause), declared[0].line if declared else None)
    names = ("timeframe", "fees", "start_date")
    end_date = value["end_date"] or f"{bars[-1]:%Y-%m-%d}"
    return Settings(
        tuple(value["portfolio"]),
        **{name: value[name] for name in names},
        end_date=end_date,
        parameters=MappingProxyType(_Values(parameters)),
    )
