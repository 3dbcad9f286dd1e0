"""The reference workloads as strategies: each decides what the independent simulator trades a bar later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from candle_samples import read_arrow
from conftest import Run
from real_candles import blob_of, real_candles, settings_of, strategy_file, strategy_function
from tradeium_strategy.candles import Candles

COINS = ("BTC", "ETH", "BNB", "ADA", "LINK", "ATOM", "LTC", "BCH", "XLM", "TRX", "XRP")
START = "2020-01-01"
Values = npt.NDArray[np.float64]


def decided(name: str, candles: Candles) -> Values:
    return strategy_function(f"fixtures/{name}.py")(candles, settings_of(candles, START)).to_numpy()


def crossover(close: Values) -> Values:
    """Row i is traded at the open of bar i."""
    targets, held = np.full((len(close) + 1, 1), np.nan), 0
    for bar in range(100, len(targets)):
        target = int(close[bar - 20 : bar, 0].mean() > close[bar - 100 : bar, 0].mean())
        if target != held:
            targets[bar] = target
        held = target
    return targets


def three_best(close: Values) -> Values:
    """Row i is traded at the open of bar i."""
    bars, coins = close.shape
    targets = np.full((bars + 1, coins), np.nan)
    for bar in range(0, bars + 1, 24):
        if bar - 1 - 720 < 0:
            continue
        momentum = close[bar - 1] / close[bar - 1 - 720] - 1
        targets[bar] = 0
        for coin in sorted(range(coins), key=lambda c: (-momentum[c], c))[:3]:
            if momentum[coin] > 0:
                targets[bar, coin] = 1 / 3
    return targets


def test_w0_is_the_crossover_of_two_averages() -> None:
    candles = real_candles(("BTC",), START, "2025-10-08")
    expected = crossover(candles.close.to_numpy())
    found = decided("oracle_w0", candles)
    np.testing.assert_array_equal(found, expected[1:])
    assert int((~np.isnan(found)).sum()) > 600


def test_w1_is_even_at_the_open_of_each_day() -> None:
    candles = real_candles(COINS, "2019-12-31 23:00", "2021-01-01")
    expected = np.full((len(candles.index), 11), np.nan)
    expected[::24] = 1 / 11
    np.testing.assert_array_equal(decided("oracle_w1", candles), expected)
    assert candles.index[0].hour == 23, "the bar before the first one decides what is traded at its open"


def test_w2_is_a_third_each_for_the_three_best() -> None:
    candles = real_candles(COINS, START, "2025-10-08")
    assert candles.close.shape == (50_568, 11)
    found = decided("oracle_w2", candles)
    np.testing.assert_array_equal(found, three_best(candles.close.to_numpy())[1:])
    assert int((~np.isnan(found[:, 0])).sum()) == 2077


@pytest.mark.parametrize("name", ["oracle_w1", "oracle_w2"])
def test_they_run_in_the_sandbox(run: Run, blob_path: Callable[[str], Path], name: str) -> None:
    candles = real_candles(COINS, "2019-12-31 23:00", "2021-01-01")
    output = run(strategy_file(f"fixtures/{name}.py"), blob_of(candles, START))
    assert output["ok"], output
    weights = read_arrow(blob_path(output["weights"]).read_bytes()).drop(["timestamp"])
    np.testing.assert_array_equal(np.column_stack([c.to_numpy() for c in weights.columns]), decided(name, candles))
