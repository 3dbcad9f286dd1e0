"""Candles at larger intervals: the right numbers, and none from the future."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from candle_samples import DAY_2024_MS, HOURS
from tradeium_strategy.candles import Candles, utc_index
from tradeium_strategy.execution import candles_in
from tradeium_strategy.settings import settings_from

RANDOM = np.random.default_rng(3)


def sample(bars: int, interval: str = "1h", begin_ms: int = DAY_2024_MS) -> Candles:
    close = 100 + RANDOM.normal(0, 1, (bars, 2)).cumsum(axis=0)
    values = {"open": close - 0.5, "high": close + 1, "low": close - 1, "close": close, "volume": close / 10}
    index = utc_index(begin_ms + np.arange(bars, dtype=np.int64) * HOURS[interval] * 3_600_000)
    return Candles(index, ("BTC", "ETH"), interval, values.__getitem__)


def cut_off(candles: Candles, bars: int) -> Candles:
    return Candles(
        candles.index[:bars],
        candles.coins,
        candles.interval,
        lambda field: getattr(candles, field).to_numpy()[:bars],
    )


def test_a_field_is_a_table_of_bars_and_coins() -> None:
    candles = sample(48)
    assert list(candles.close.columns) == ["BTC", "ETH"]
    assert candles.close.index[0] == pd.Timestamp("2024-01-01", tz="UTC")
    assert candles.volume.shape == (48, 2)
    assert candles.close is candles.close


def test_a_daily_bar_is_made_of_its_hours() -> None:
    hourly = sample(72)
    daily = hourly.resample("1d")
    day = hourly.close.index.normalize() == pd.Timestamp("2024-01-02", tz="UTC")
    assert daily.interval == "24h"
    assert len(daily.close) == 3
    assert daily.open["ETH"].iloc[1] == hourly.open["ETH"][day].iloc[0]
    assert daily.high["ETH"].iloc[1] == hourly.high["ETH"][day].max()
    assert daily.low["ETH"].iloc[1] == hourly.low["ETH"][day].min()
    assert daily.close["ETH"].iloc[1] == hourly.close["ETH"][day].iloc[-1]
    assert daily.volume["ETH"].iloc[1] == pytest.approx(hourly.volume["ETH"][day].sum())


def test_a_large_bar_is_labelled_with_the_small_bar_at_whose_close_it_is_known() -> None:
    daily = sample(72).resample("24h")
    assert [str(label) for label in daily.close.index[:2]] == [
        "2024-01-01 23:00:00+00:00",
        "2024-01-02 23:00:00+00:00",
    ]


@pytest.mark.parametrize(
    ("base", "larger"), [("1h", "4h"), ("1h", "weekly"), ("4h", "24h"), ("8h", "24h"), ("24h", "weekly")]
)
@pytest.mark.parametrize("offset_hours", [0, 24 * 3])
def test_taking_the_future_away_changes_nothing_in_the_past(base: str, larger: str, offset_hours: int) -> None:
    bars = 24 * 7 * 5 // HOURS[base]
    whole = sample(bars, base, DAY_2024_MS + offset_hours * 3_600_000)
    seen = whole.resample(larger).close.reindex(whole.index, method="ffill")
    for cut in range(1, bars, 5):
        past = cut_off(whole, cut)
        again = past.resample(larger).close.reindex(past.index, method="ffill")
        pd.testing.assert_frame_equal(again, seen.iloc[:cut], check_freq=False)


def test_a_large_bar_is_there_as_soon_as_it_has_closed() -> None:
    hourly = sample(48)
    seen = hourly.resample("1d").close.reindex(hourly.index, method="ffill")
    assert seen["BTC"].iloc[:23].isna().all()
    assert seen["BTC"].iloc[23] == hourly.close["BTC"].iloc[23]
    assert (seen["BTC"].iloc[23:47] == hourly.close["BTC"].iloc[23]).all()


def test_incomplete_bars_at_both_ends_are_left_out() -> None:
    hourly = sample(24 * 2 + 5, begin_ms=DAY_2024_MS + 7 * 3_600_000)
    assert [str(label)[:10] for label in hourly.resample("1d").close.index] == ["2024-01-02"]


def test_weeks_begin_on_monday() -> None:
    daily = sample(30, "24h", DAY_2024_MS + 2 * 24 * 3_600_000)  # from a Wednesday
    weekly = daily.resample("weekly").close
    assert [label.day_name() for label in weekly.index] == ["Sunday"] * 3
    assert str(weekly.index[0])[:10] == "2024-01-14"


def test_a_coin_that_is_listed_within_a_bar_has_what_there_is_of_it() -> None:
    close = np.full((48, 1), np.nan)
    close[30:] = np.arange(18)[:, None]
    index = utc_index(DAY_2024_MS + np.arange(48, dtype=np.int64) * 3_600_000)
    daily = Candles(index, ("BTC",), "1h", lambda _: close).resample("1d")
    assert daily.open["BTC"].tolist()[1] == 0
    assert daily.volume["BTC"].tolist()[1] == sum(range(18))
    assert daily.volume["BTC"].isna().tolist() == [True, False]


def test_an_outage_is_no_part_of_the_large_bar_around_it() -> None:
    # A flat candle at 100 from 0:00 to 2:00, trades at 90 to 95 from 2:00 to 4:00; then a bar that is all outage.
    fields = {
        "open": [101.0, 100, 100, 90, 92, 95, 95, 95, 95, 94],
        "high": [101.0, 100, 100, 93, 95, 95, 95, 95, 95, 96],
        "low": [100.0, 100, 100, 89, 91, 95, 95, 95, 95, 93],
        "close": [100.0, 100, 100, 92, 95, 95, 95, 95, 95, 95],
        "volume": [5.0, 0, 0, 7, 8, 0, 0, 0, 0, 3],
    }
    filled = np.array([[0, 1, 1, 0, 0, 1, 1, 1, 1, 0]], dtype=bool).T
    index = utc_index(DAY_2024_MS + (np.arange(10, dtype=np.int64) - 1) * 3_600_000)
    hourly = Candles(index, ("BTC",), "1h", lambda field: np.array([fields[field]]).T, lambda: filled)
    large = hourly.resample("4h")
    bars = [[getattr(large, field)["BTC"].iloc[bar] for field in fields] for bar in range(2)]
    assert bars == [[90, 95, 89, 95, 15], [95, 95, 95, 95, 0]]


def test_the_candles_file_says_which_bars_are_outages() -> None:
    prices = pa.array([101.0, 101, 90, 92, 95])
    columns = {f"BTC.{field}": prices for field in ("open", "high", "low", "close", "volume")}
    hours = pa.array(DAY_2024_MS + (np.arange(5, dtype=np.int64) - 1) * 3_600_000)
    filled = pa.array(np.array([0, 1, 0, 0, 0], dtype=np.uint8))

    table = pa.table({"timestamp": hours, **columns, "BTC.filled": filled})
    candles = candles_in(table.replace_schema_metadata({"interval": "1h", "coins": "BTC"}))
    assert candles.resample("4h").open["BTC"].iloc[0] == 90


def test_resampling_again_starts_from_the_backtests_candles() -> None:
    hourly = sample(24 * 14)
    again = hourly.resample("4h").resample("1d")
    pd.testing.assert_frame_equal(again.close, hourly.resample("1d").close)
    assert hourly.resample("1h") is hourly


@pytest.mark.parametrize("interval", ["30m", "weekly ", "12h", "", "1h"])
def test_intervals_that_do_not_fit_are_refused(interval: str) -> None:
    with pytest.raises(ValueError, match=r"unknown interval|cannot be resampled"):
        sample(60, "8h").resample(interval)


def test_settings_can_be_read_and_not_changed() -> None:
    settings = settings_from(
        {
            "portfolio": ["BTC", "USDT"],
            "timeframe": "24h",
            "fees": 0.001,
            "start_date": "2024-01-01",
            "end_date": "2024-02-01",
        },
        pd.DatetimeIndex(["2024-01-20"], tz="UTC"),
    )
    assert settings.end_date == "2024-02-01"
    assert (settings.portfolio, settings.fees) == (("BTC", "USDT"), 0.001)
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.fees = 0  # type: ignore[misc]
