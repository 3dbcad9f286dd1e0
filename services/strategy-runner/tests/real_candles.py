"""The repository's real hourly candles, at every interval, and the strategies that are files of this package."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from candle_samples import arrow_file
from random_tables import FIELDS
from tradeium_strategy.candles import HOUR_MS, INTERVAL_HOURS, Candles, utc_index
from tradeium_strategy.contract import compile_strategy, load_strategy
from tradeium_strategy.settings import Settings, settings_from

ROOT = Path(__file__).parents[1]
CANDLES = ROOT.parent / "paper-exchange" / "data" / "1h"


def strategy_file(name: str) -> str:
    """The source of a strategy, such as "strategies/trendbot_2_0.py"."""
    return (ROOT / name).read_text()


def strategy_function(name: str) -> Callable[[Candles, Settings], pd.DataFrame]:
    """The function of that file, loaded as the sandbox does."""
    return load_strategy(compile_strategy(strategy_file(name)))


@functools.cache
def real_candles(coins: tuple[str, ...], start: str, end: str, interval: str = "1h") -> Candles:
    """From `start` to `end`, missing hours flat at the last close; labelled with the open time."""
    tables = {field: np.column_stack([hours(coin, start, end)[field] for coin in coins]) for field in FIELDS}
    opens = pd.date_range(start, end, freq="1h", inclusive="left", tz="UTC").as_unit("ms").asi8
    hourly = Candles(utc_index(opens), coins, "1h", tables.__getitem__)
    if interval == "1h":
        return hourly
    larger = hourly.resample(interval)
    opens = larger.index.as_unit("ms").asi8 - (INTERVAL_HOURS[interval] - 1) * HOUR_MS
    return Candles(utc_index(opens), coins, interval, lambda field: getattr(larger, field).to_numpy())


@functools.cache
def hours(coin: str, start: str, end: str) -> pd.DataFrame:
    """One coin's hours; NaN before it was listed."""
    table = pd.read_csv(CANDLES / f"{coin}USDT.csv.gz", index_col="timestamp")
    table.index = pd.to_datetime(table.index, unit="ms", utc=True)
    table = table.reindex(pd.date_range(start, end, freq="1h", inclusive="left", tz="UTC"))
    close = table["close"].ffill()
    volume = table["volume"].fillna(0).where(close.notna())
    return table.apply(lambda column: column.fillna(close)).assign(volume=volume)


def settings_of(candles: Candles, start: str) -> Settings:
    """Settings of a backtest of these candles that begins at a day."""
    return settings_from(settings_json(candles, start), candles.index)


def settings_json(candles: Candles, start: str) -> dict[str, Any]:
    """The same as the backtest service sends them."""
    return {
        "portfolio": [*candles.coins, "USDT"],
        "timeframe": candles.interval,
        "fees": 0.001,
        "start_date": start,
        "end_date": str(candles.index[-1].date()),
    }


def blob_of(candles: Candles, start: str) -> bytes:
    """The candles as the Arrow file that the runner is given, with the bars before `start` as warm-up."""
    columns: dict[str, Any] = {"timestamp": candles.index.as_unit("ms").asi8}
    for coin in candles.coins:
        columns |= {f"{coin}.{field}": getattr(candles, field)[coin].to_numpy() for field in FIELDS}
        columns[f"{coin}.filled"] = np.zeros(len(candles.index), dtype=np.uint8)
    first_bar = int(candles.index.searchsorted(pd.Timestamp(start, tz="UTC")))
    metadata = {"interval": candles.interval, "coins": ",".join(candles.coins), "first_bar": str(first_bar)}
    return arrow_file(pa.table(columns).replace_schema_metadata(metadata))
