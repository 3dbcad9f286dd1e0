"""Which rows of weights are traded: at the end of larger bars, when prices have drifted, at the start of a backtest."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from random_tables import MONDAY_MS, assert_causal, candles_from, random_candles
from tradeium_strategy import drift_bands, equal_weight, inverse_volatility, invest_at_start, rank_top, rebalance_every
from tradeium_strategy.candles import Candles
from tradeium_strategy.settings import Settings

HOURLY = random_candles(21, bars=24 * 30, interval="1h")
DAILY = random_candles(22)


def even(candles: Candles) -> pd.DataFrame:
    return equal_weight(candles.close.notna())


def traded(weights: pd.DataFrame) -> npt.NDArray[np.int64]:
    return np.flatnonzero(weights.notna().all(axis=1))


def settings(start: str) -> Settings:
    return Settings(("BTC", "USDT"), "1h", 0.001, start, "2024-12-31", {})


def test_a_day_is_traded_at_its_end() -> None:
    weights = rebalance_every(even(HOURLY), HOURLY, "1d")
    assert set(weights.index[traded(weights)].hour) == {23}
    assert len(traded(weights)) == 30
    assert weights.iloc[traded(weights)].equals(even(HOURLY).iloc[traded(weights)])


@pytest.mark.parametrize("interval", ["1h", "4h", "6h", "8h", "12h", "24h"])
def test_a_week_is_traded_so_that_the_next_bar_opens_on_monday(interval: str) -> None:
    candles = random_candles(23, bars=600, interval=interval)
    chosen = traded(rebalance_every(even(candles), candles, "weekly"))
    next_open = candles.index[chosen] + (candles.index[1] - candles.index[0])
    assert (next_open.day_of_week == 0).all()
    assert (next_open.hour == 0).all()
    assert len(chosen) == 600 // (7 * 86_400 // int((candles.index[1] - candles.index[0]).total_seconds()))


def test_a_bar_of_a_day_that_is_not_whole_is_traded_too() -> None:
    tables = {field: np.ones((3, 1)) for field in ("open", "close")}
    candles = candles_from(tables, MONDAY_MS - 3_600_000, ("BTC",), "1h")
    assert traded(rebalance_every(even(candles), candles, "1d")).tolist() == [0]


def test_the_own_interval_trades_every_row() -> None:
    assert rebalance_every(even(DAILY), DAILY, "1d").equals(even(DAILY))


def test_rows_that_are_nan_stay_nan() -> None:
    weights = even(HOURLY)
    weights.iloc[23] = np.nan
    assert 23 not in traded(rebalance_every(weights, HOURLY, "1d"))


def bars_by_hand(weights: pd.DataFrame, candles: Candles, band: float) -> list[int]:
    """The same rule with an explicit account, bar by bar."""
    opens, closes = candles.open.fillna(0).to_numpy(), candles.close.fillna(0).to_numpy()
    target = weights.to_numpy()
    cash, units, waiting, rows = 10_000.0, np.zeros(target.shape[1]), None, []
    for bar in range(len(target)):
        if waiting is not None:
            value = cash + float((units * opens[bar]).sum())
            units = np.where(opens[bar] > 0, waiting * value / np.where(opens[bar] > 0, opens[bar], 1), 0)
            cash, waiting = value * (1 - float(waiting.sum())), None
        if np.isnan(target[bar]).all():
            continue
        share = units * closes[bar] / (cash + float((units * closes[bar]).sum()))
        differs = np.abs(share - target[bar]) > band
        if (differs | ((share > 0) != (target[bar] > 0))).any():
            rows.append(bar)
            waiting = target[bar]
    return rows


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("band", [0.0, 0.02, 0.05, 0.2])
def test_drift_bands_trade_when_an_account_kept_by_hand_says_so(seed: int, band: float) -> None:
    candles = random_candles(seed, bars=600)
    choices = {
        0: even(candles),
        1: rank_top(candles.close.pct_change(20, fill_method=None), 2),
        2: inverse_volatility(candles.close, 20) * 0.7,
        3: even(candles).where(pd.Series(np.arange(600) % 7 == 0, candles.index), axis=0),
    }
    weights = choices[seed % 4]
    found = drift_bands(weights, candles, band)
    assert traded(found).tolist() == bars_by_hand(weights, candles, band)
    assert found.iloc[traded(found)].equals(weights.iloc[traded(found)])


def test_a_wider_band_trades_less() -> None:
    counts = [len(traded(drift_bands(even(DAILY), DAILY, band))) for band in (0, 0.01, 0.05, 0.3)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 230
    assert counts[-1] == 3  # the first buy, and each listing


def test_a_coin_that_is_to_go_or_come_is_traded_however_small() -> None:
    weights = even(DAILY) * 0
    weights.iloc[10:20, 0] = 0.01
    assert traded(drift_bands(weights, DAILY, 0.5)).tolist() == [10, 20]


def test_nothing_is_traded_while_all_stays_in_usdt() -> None:
    assert drift_bands(even(DAILY) * 0, DAILY, 0).isna().all(axis=None)


def test_some_of_the_coins_will_do() -> None:
    weights = even(DAILY)[["ETH", "BTC"]]
    assert drift_bands(weights, DAILY, 0.05).columns.tolist() == ["ETH", "BTC"]


def test_no_later_bar_is_seen() -> None:
    assert_causal(lambda c: drift_bands(even(c), c, 0.03), DAILY, (1, 12, 60, 130, 239))
    assert_causal(lambda c: rebalance_every(even(c), c, "1d"), HOURLY, (1, 23, 24, 25, 700))
    assert_causal(lambda c: invest_at_start(even(c), settings("2024-01-10")), HOURLY, (240, 400))


def test_the_start_gets_the_last_decision_before_it() -> None:
    weights = rebalance_every(even(HOURLY), HOURLY, "weekly")
    assert traded(weights).tolist() == [167, 335, 503, 671]
    invested = invest_at_start(weights, settings("2024-01-10"))
    last_warm_up = 9 * 24 - 1
    assert traded(invested).tolist() == [167, last_warm_up, 335, 503, 671]
    assert invested.iloc[last_warm_up].equals(weights.iloc[167].rename(invested.index[last_warm_up]))


def test_a_start_without_an_earlier_decision_changes_nothing() -> None:
    weights = rebalance_every(even(HOURLY), HOURLY, "weekly")
    for start in ("2023-12-01", "2024-01-01", "2024-01-05"):
        assert invest_at_start(weights, settings(start)).equals(weights)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: rebalance_every(even(DAILY), DAILY, "1h"), ValueError, "24h cannot be resampled to '1h'"),
        (lambda: rebalance_every(even(DAILY), DAILY, "monthly"), ValueError, "unknown interval 'monthly'"),
        (lambda: rebalance_every(even(HOURLY), DAILY, "1d"), ValueError, "one row per bar of candles; bring them"),
        (
            lambda: rebalance_every(even(HOURLY.resample("1d")), HOURLY.resample("1d"), "1w"),
            ValueError,
            "candles must be the backtest's own",
        ),
        (lambda: drift_bands(even(DAILY), DAILY, 5), ValueError, "band must be from 0 to 1, not 5"),
        (lambda: drift_bands(even(DAILY), cast(Candles, DAILY.close), 0.1), TypeError, "candles must be candles"),
        (lambda: drift_bands(even(DAILY).assign(DOGE=0.0), DAILY, 0.1), ValueError, "'DOGE', but the coins are BTC"),
        (lambda: invest_at_start(even(DAILY), cast(Settings, DAILY)), TypeError, "settings must be what strategy is"),
    ],
)
def test_a_mistake_is_told_with_the_name_of_the_argument(
    call: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
