"""TrendBot 2.0 on real candles: fits the contract at every interval and portfolio, sees no later bar, trades little."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from candle_samples import read_arrow
from conftest import Run
from random_tables import assert_causal, cut
from real_candles import blob_of, real_candles, settings_of, strategy_file, strategy_function
from tradeium_strategy.candles import INTERVAL_HOURS, Candles

TRENDBOT = "strategies/trendbot_2_0.py"
NINE = ("BTC", "ETH", "BNB", "SOL", "AVAX", "LINK", "LTC", "XRP", "DOGE")
PORTFOLIOS = (("BTC",), ("BTC", "ETH"), ("ETH", "BTC", "SOL", "UNI"), NINE, ("SOL", "DOT"))
FIRST_LISTED, START, END = "2020-01-01", "2021-01-01", "2022-07-01"
trendbot = strategy_function(TRENDBOT)


def weights_of(candles: Candles, start: str = START) -> pd.DataFrame:
    return trendbot(candles, settings_of(candles, start))


def in_force(weights: pd.DataFrame) -> pd.DataFrame:
    """The target at the end of each week, whatever the interval."""
    step = weights.index[1] - weights.index[0]
    weekly = weights.ffill().set_axis(weights.index + step)
    return weekly[(weekly.index.day_of_week == 0) & (weekly.index.hour == 0)]


@pytest.mark.parametrize("coins", PORTFOLIOS, ids=len)
@pytest.mark.parametrize("interval", INTERVAL_HOURS)
def test_it_keeps_to_the_contract_at_every_interval(interval: str, coins: tuple[str, ...]) -> None:
    candles = real_candles(coins, FIRST_LISTED, END, interval)
    weights = weights_of(candles)
    assert weights.index.equals(candles.index)
    assert weights.columns.tolist() == list(coins)
    empty = weights.isna()
    assert (empty.all(axis=1) == empty.any(axis=1)).all()
    rows = weights.dropna()
    assert rows.min(axis=None) >= 0
    assert rows.sum(axis=1).max() <= 1 + 1e-12
    assert rows.max(axis=None) > 0.4
    assert (rows.to_numpy()[candles.close.loc[rows.index].isna().to_numpy()] == 0).all()
    if len(coins) > 3:
        assert rows.max(axis=None) <= 0.5


@pytest.mark.parametrize("interval", ["4h", "6h", "8h", "12h", "24h", "weekly"])
def test_it_decides_the_same_whatever_the_interval(interval: str) -> None:
    hourly, other = (in_force(weights_of(real_candles(NINE, FIRST_LISTED, END, i))) for i in ("1h", interval))
    both = hourly.index.intersection(other.index)
    assert len(both) > 70
    pd.testing.assert_frame_equal(hourly.loc[both], other.loc[both], check_freq=False)


@pytest.mark.parametrize("interval", ["1h", "24h", "weekly"])
def test_it_sees_no_later_bar(interval: str) -> None:
    candles = real_candles(NINE, FIRST_LISTED, END, interval)
    first = int(candles.index.searchsorted(pd.Timestamp(START, tz="UTC")))
    kept = [first + round(part * (len(candles.index) - first)) for part in (0.05, 0.33, 0.5, 0.71, 0.98)]
    assert_causal(weights_of, candles, tuple(kept))


def test_it_holds_what_rose_and_nothing_while_the_market_falls() -> None:
    candles = real_candles(NINE, FIRST_LISTED, END, "24h")
    close, held = candles.close, weights_of(candles).ffill().fillna(0)
    assert held.loc["2021-02-15"].sum() > 0.5
    assert (held.loc["2021-02-15":"2021-02-15"] > 0).sum(axis=1).item() == 3
    assert (held.loc["2022-06-14":].sum(axis=1) == 0).all(), "half a year after the top"
    half_year = close / close.shift(182) - 1
    assert half_year.loc["2021-02-15"][held.loc["2021-02-15"] > 0].min() > 0


def test_the_market_decides_only_where_it_is_in_the_portfolio() -> None:
    tables = {"close": np.ones((60, 2)).cumsum(axis=0), "open": np.ones((60, 2)).cumsum(axis=0)}
    tables["close"][:, 0] = 100 - tables["close"][:, 0]
    shaken = tables["close"] * (1 + 0.001 * np.sin(np.arange(120)).reshape(60, 2))
    opens = real_candles(("BTC",), "2020-01-06", "2021-06-01", "weekly").index[:60]

    def held(coins: tuple[str, ...]) -> pd.Series:
        candles = Candles(opens, coins, "weekly", lambda field: shaken)
        return weights_of(candles, "2020-06-01").ffill().fillna(0).iloc[-1]

    assert held(("BTC", "ETH")).tolist() == [0, 0]
    assert held(("DOT", "ETH")).tolist() == [0, 1]


def test_it_begins_invested() -> None:
    candles = real_candles(NINE, FIRST_LISTED, END)
    weights = weights_of(candles, "2021-02-03")
    last_warm_up = weights.loc["2021-02-02 23:00"]
    assert last_warm_up.sum() > 0.5
    assert weights.loc["2021-02-03":"2021-02-06"].isna().all(axis=None)


def test_it_trades_little() -> None:
    candles = real_candles(NINE, FIRST_LISTED, END)
    targets = weights_of(candles).loc[START:].dropna()
    years = 1.5
    assert 10 < len(targets) < 52 * years
    one_sided = targets.diff().abs().sum(axis=1).sum() / 2 / years
    assert one_sided < 25, "times a year that the portfolio is turned over"


@pytest.mark.parametrize("days", [1, 6, 8, 20, 40, 100])
@pytest.mark.parametrize("interval", ["1h", "24h", "weekly"])
def test_short_ranges_and_young_coins_stay_in_usdt(interval: str, days: int) -> None:
    candles = real_candles(("BTC", "ETH", "SOL"), FIRST_LISTED, END, interval)
    bars = max(1, days * 24 // INTERVAL_HOURS[interval])
    weights = weights_of(cut(candles, bars), FIRST_LISTED)
    assert weights.shape == (bars, 3)
    if days < 91:
        assert weights.fillna(0).sum(axis=None) == 0
    listed = weights_of(candles).ffill()["SOL"].to_numpy() > 0
    assert listed.any()
    assert candles.close["SOL"].notna().to_numpy()[: int(listed.argmax())].sum() >= 12 * 168 // INTERVAL_HOURS[interval]


@pytest.mark.parametrize("interval", ["1h", "weekly"])
def test_it_runs_in_the_sandbox(run: Run, blob_path: Callable[[str], Path], interval: str) -> None:
    candles = real_candles(("BTC", "ETH", "SOL"), FIRST_LISTED, END, interval)
    output = run(strategy_file(TRENDBOT), blob_of(candles, START))
    assert output["ok"], output
    weights = read_arrow(blob_path(output["weights"]).read_bytes()).drop(["timestamp"])
    start = str(candles.index[int(candles.index.searchsorted(pd.Timestamp(START, tz="UTC")))].date())
    expected = weights_of(candles, start)
    np.testing.assert_array_equal(np.column_stack([c.to_numpy() for c in weights.columns]), expected)
