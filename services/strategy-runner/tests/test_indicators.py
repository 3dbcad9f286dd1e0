"""Indicators match TA-Lib or pandas on each coin's own bars, and none sees a later bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
import pandas as pd
import pytest
import talib
from random_tables import assert_causal, random_candles
from tradeium_strategy import (
    atr,
    bollinger_bands,
    donchian_channel,
    ema,
    macd,
    rate_of_change,
    rsi,
    sma,
    volatility,
    zscore,
)
from tradeium_strategy.candles import Candles

CANDLES = random_candles(1)
Indicator = Callable[[Candles], pd.DataFrame]

EVERY: dict[str, Indicator] = {
    "sma": lambda c: sma(c.close, 20),
    "ema": lambda c: ema(c.close, 20),
    "rsi": lambda c: rsi(c.close),
    "macd": lambda c: macd(c.close).macd,
    "signal": lambda c: macd(c.close).signal,
    "histogram": lambda c: macd(c.close).histogram,
    "upper band": lambda c: bollinger_bands(c.close).upper,
    "lower band": lambda c: bollinger_bands(c.close).lower,
    "channel": lambda c: donchian_channel(c, 15).middle,
    "atr": lambda c: atr(c),
    "rate of change": lambda c: rate_of_change(c.close, 30),
    "volatility": lambda c: volatility(c.close, 30),
    "zscore": lambda c: zscore(c.close, 30),
}
FIRST_BAR = {
    "sma": 19, "ema": 19, "rsi": 14, "macd": 33, "signal": 33, "histogram": 33, "upper band": 19, "lower band": 19,
    "channel": 14, "atr": 14, "rate of change": 30, "volatility": 30, "zscore": 29,
}  # fmt: skip


def same(found: pd.DataFrame, expected: Callable[[str], object], rtol: float = 1e-9) -> None:
    """Compares each listed coin's own bars with what `expected` makes of them."""
    for coin in ("BTC", "ETH", "SOL", "ADA"):
        own = CANDLES.close[coin].notna()
        np.testing.assert_allclose(found.loc[own, coin], np.asarray(expected(coin)), rtol=rtol, atol=1e-9)
    assert found["XRP"].isna().all()


def own(field: str, coin: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return getattr(CANDLES, field)[coin].dropna().to_numpy()


def test_talib_agrees_where_it_has_the_same() -> None:
    close = CANDLES.close
    same(sma(close, 20), lambda coin: talib.SMA(own("close", coin), 20))
    same(ema(close, 20), lambda coin: talib.EMA(own("close", coin), 20))
    same(rsi(close, 9), lambda coin: talib.RSI(own("close", coin), 9))
    same(atr(CANDLES, 9), lambda coin: talib.ATR(own("high", coin), own("low", coin), own("close", coin), 9))
    same(rate_of_change(close, 10), lambda coin: talib.ROCP(own("close", coin), 10))
    same(macd(close, 5, 11, 4).macd, lambda coin: talib.MACD(own("close", coin), 5, 11, 4)[0])
    same(macd(close, 5, 11, 4).signal, lambda coin: talib.MACD(own("close", coin), 5, 11, 4)[1])
    same(macd(close, 5, 11, 4).histogram, lambda coin: talib.MACD(own("close", coin), 5, 11, 4)[2])
    bands = bollinger_bands(close, 10, 1.5)
    same(bands.upper, lambda coin: talib.BBANDS(own("close", coin), 10, 1.5, 1.5)[0])
    same(bands.middle, lambda coin: talib.BBANDS(own("close", coin), 10, 1.5, 1.5)[1])
    same(bands.lower, lambda coin: talib.BBANDS(own("close", coin), 10, 1.5, 1.5)[2])
    channel = donchian_channel(CANDLES, 10)
    same(channel.upper, lambda coin: talib.MAX(own("high", coin), 10))
    same(channel.lower, lambda coin: talib.MIN(own("low", coin), 10))


def test_pandas_agrees_where_talib_has_nothing_like_it() -> None:
    close = CANDLES.close
    returns = close.pct_change(fill_method=None)
    pd.testing.assert_frame_equal(volatility(close, 30), returns.rolling(30).std() * 365**0.5)
    rolling = close.rolling(30)
    pd.testing.assert_frame_equal(zscore(close, 30), (close - rolling.mean()) / rolling.std())


def test_wilders_smoothing_is_what_it_says() -> None:
    closes = own("close", "BTC")
    change = np.diff(closes)
    gain, loss = change[:14].clip(0).mean(), -change[:14].clip(max=0).mean()
    for step in change[14:]:
        gain, loss = (gain * 13 + max(step, 0)) / 14, (loss * 13 + max(-step, 0)) / 14
    assert rsi(CANDLES.close)["BTC"].iloc[-1] == pytest.approx(100 - 100 / (1 + gain / loss), rel=1e-12)


@pytest.mark.parametrize("interval", ["1h", "6h", "24h", "weekly"])
def test_a_years_volatility_knows_the_interval(interval: str) -> None:
    hours = {"1h": 1, "6h": 6, "24h": 24, "weekly": 168}[interval]
    close = random_candles(2, interval=interval).close
    expected = close["BTC"].pct_change().rolling(20).std() * (365 * 24 / hours) ** 0.5
    pd.testing.assert_series_equal(volatility(close, 20)["BTC"], expected)
    pd.testing.assert_frame_equal(volatility(close, 20, 365 * 24 / hours), volatility(close, 20))


@pytest.mark.parametrize("name", EVERY)
def test_no_indicator_sees_a_later_bar(name: str) -> None:
    for seed in (3, 4):
        assert_causal(EVERY[name], random_candles(seed, gap=seed == 4), (1, 2, 35, 60, 105, 150, 239))


@pytest.mark.parametrize("name", EVERY)
def test_a_coin_begins_with_its_own_bars(name: str) -> None:
    table = EVERY[name](CANDLES)
    assert table.index.equals(CANDLES.index)
    assert list(table.columns) == list(CANDLES.coins)
    for coin, listed in (("BTC", 0), ("SOL", 40), ("ADA", 90)):
        known = table[coin].notna().to_numpy()
        assert int(known.argmax()) == listed + FIRST_BAR[name], coin
        assert known[listed + FIRST_BAR[name] :].all()
    assert table["XRP"].isna().all()


@pytest.mark.parametrize("name", EVERY)
def test_a_bar_without_a_price_is_passed_over(name: str) -> None:
    table = EVERY[name](random_candles(5, gap=True))["ETH"]
    assert table.iloc[100:110].isna().all()
    assert table.iloc[110:].notna().all()


@pytest.mark.parametrize("name", EVERY)
def test_too_few_bars_give_nan_and_no_error(name: str) -> None:
    for bars in (0, 1, 2):
        table = EVERY[name](random_candles(6, bars=bars))
        assert table.shape == (bars, 5)
        assert table.isna().all(axis=None)


def test_resampled_tables_will_do() -> None:
    daily = random_candles(7, bars=24 * 60, interval="1h").resample("1d")
    pd.testing.assert_frame_equal(
        volatility(daily.close, 20), daily.close.pct_change(fill_method=None).rolling(20).std() * 365**0.5
    )
    assert atr(daily).iloc[-1, 0] > 0


def test_one_bar_is_an_average_too() -> None:
    pd.testing.assert_frame_equal(sma(CANDLES.close, 1), CANDLES.close)
    pd.testing.assert_frame_equal(ema(CANDLES.close, 1), CANDLES.close)


def test_a_price_that_stands_still_has_no_zscore() -> None:
    flat = CANDLES.close * 0 + 5
    assert zscore(flat, 10).isna().all(axis=None)
    assert (volatility(flat, 10)["BTC"].dropna() == 0).all()


def test_other_numbers_than_floats_will_do() -> None:
    whole = pd.DataFrame({"BTC": range(1, 31)}, index=CANDLES.index[:30])
    assert sma(whole, 3)["BTC"].iloc[-1] == 29
    assert ema(whole.astype("Int64"), 3)["BTC"].notna().sum() == 28


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: sma(CANDLES, 5), TypeError, "values must be a DataFrame with a .* not a Candles; pass"),
        (
            lambda: rsi(CANDLES.close["BTC"]),
            TypeError,
            "close must be a DataFrame with .* not a Series",
        ),
        (
            lambda: sma(CANDLES.close.astype(str), 5),
            TypeError,
            "values must be a DataFrame of numbers; the type of",
        ),
        (lambda: sma(CANDLES.close, cast(int, 5.0)), TypeError, "bars must be a whole number, not 5.0"),
        (lambda: sma(CANDLES.close, 0), ValueError, "bars must be at least 1, not 0"),
        (lambda: rsi(CANDLES.close, 1), ValueError, "bars must be at least 2, not 1"),
        (lambda: macd(CANDLES.close, 26, 12), ValueError, "fast must be less than slow, not 26 and 12"),
        (lambda: atr(CANDLES.close), TypeError, "candles must be candles"),
        (lambda: bollinger_bands(CANDLES.close, 20, -1), ValueError, "deviations must be at least 0, not -1"),
        (lambda: volatility(CANDLES.close, 20, True), TypeError, "periods_per_year must be a number, not True"),
        (lambda: volatility(CANDLES.close.reset_index(drop=True), 20), ValueError, "give periods_per_year"),
    ],
)
def test_a_mistake_is_told_with_the_name_of_the_argument(
    call: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
