"""Where a strategy is tested for look-ahead, and what counts as a difference: tables, and seeded chance."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from candle_samples import COINS, DAY_2024_MS, candles_blob, read_arrow

from tradeium_runner.execution.candle_file import candles_for_sandbox, read_candles
from tradeium_runner.execution.candle_views import cut_off, mirrored, with_noise
from tradeium_runner.execution.weights import Weights
from tradeium_runner.lookahead.causality import DATES, Bars, Difference, cut_bars, find_difference

HOUR = 3_600_000
NAN = float("nan")


def hours(count: int) -> Bars:
    return DAY_2024_MS + np.arange(count, dtype=np.int64) * HOUR


def days(count: int) -> Bars:
    return DAY_2024_MS + np.arange(count, dtype=np.int64) * 24 * HOUR


def constant(count: int) -> Weights:
    return np.full((count, 2), 0.5)


@pytest.mark.parametrize(("bars", "first_bar", "dates"), [(1, 0, 0), (2, 0, 1), (4, 0, 3), (6, 0, 5), (100, 98, 1)])
def test_there_are_as_many_dates_as_bars_allow(bars: int, first_bar: int, dates: int) -> None:
    assert len(cut_bars(constant(bars), days(bars), first_bar)) == dates


@pytest.mark.parametrize("seed", range(200))
def test_dates_rise_within_the_backtest_and_never_are_its_last_bar(seed: int) -> None:
    random = np.random.default_rng(seed)
    bars = int(random.integers(2, 3000))
    first_bar = int(random.integers(0, bars - 1))
    weights = random.choice([0.0, 0.25, 0.5], (bars, 2))
    weights[random.random(bars) < random.random()] = np.nan
    chosen = cut_bars(weights, hours(bars), first_bar)
    assert chosen == sorted(set(chosen)) == cut_bars(weights.copy(), hours(bars), first_bar)
    assert len(chosen) == min(DATES, bars - 1 - first_bar)
    assert first_bar <= chosen[0]
    assert chosen[-1] < bars - 1
    edges = [first_bar + (bars - 1 - first_bar) * number // len(chosen) for number in range(len(chosen) + 1)]
    assert all(edges[number] <= bar < edges[number + 1] for number, bar in enumerate(chosen)), "one from each fifth"


def test_bars_with_a_new_decision_are_preferred() -> None:
    weights = constant(1001)
    decisions = [37, 290, 555, 710, 930]
    for bar in decisions:
        weights[bar:] = 0.9 - weights[bar:]
    assert cut_bars(weights, hours(1001), 0) == decisions


def test_an_empty_row_is_no_decision() -> None:
    weights = np.full((1001, 2), NAN)
    weights[23::24] = 0.5
    weights[23 : 23 + 24 * 30 : 48] = 0.25
    assert all(bar % 24 == 23 for bar in cut_bars(weights, hours(1001), 0))


def test_dates_fall_on_different_hours_and_weekdays_unless_the_decisions_force_them() -> None:
    bars = 24 * 5 * 49 + 1  # Every fifth has its middle at the same hour.
    chosen = cut_bars(constant(bars), hours(bars), 0)
    assert len({bar % 24 for bar in chosen}) == 5
    assert len({bar // 24 % 7 for bar in chosen}) == 5


def test_the_weekday_with_most_decisions_is_among_them() -> None:
    random = np.random.default_rng(1)
    weights = np.zeros((24 * 7 * 40, 1))
    for day in range(7 * 40):
        often = day % 7 == 3
        if often or random.random() < 0.3:
            weights[24 * day : 24 * day + (24 if often else 1), 0] = random.random(24 if often else 1)
    assert 3 in {bar // 24 % 7 for bar in cut_bars(weights, hours(len(weights)), 24 * 7 * 10)}


@pytest.mark.parametrize(
    ("row", "other", "found"),
    [
        ((0.5, 0.5), (0.5, 0.5), None),
        ((0.5, 0.5), (0.5 + 9e-10, 0.5), None),
        ((0.5, 0.5), (0.5, 0.5 + 2e-9), Difference(2, 1, 0.5, 0.5 + 2e-9)),
        ((0.5, 0.4), (0.4, 0.5), Difference(2, 0, 0.5, 0.4)),
        ((NAN, NAN), (NAN, NAN), None),
        ((NAN, NAN), (0.1, 0.4), Difference(2, 1, None, 0.4)),
        ((0.0, 0.0), (NAN, NAN), Difference(2, 0, 0.0, None)),
    ],
)
def test_a_difference_is_the_first_bar_then_the_first_coin(
    row: tuple[float, float], other: tuple[float, float], found: Difference | None
) -> None:
    one, two = constant(6), constant(6)
    one[2], two[2] = row, other
    two[4] = 0.1
    assert find_difference(one, two, 4) == found
    assert find_difference(one[:3], two, 3) == found
    assert find_difference(one, two, 2) is None


def columns(table: pa.Table, field: str) -> Weights:
    return np.column_stack([table.column(f"{coin}.{field}").to_numpy() for coin in COINS])


@pytest.mark.parametrize("bar", [0, 1, 5, 30, 58])
def test_noise_keeps_the_past_and_replaces_the_whole_future(bar: int) -> None:
    table, shape = read_candles(memoryview(candles_blob(listed_late=3)))
    noise = with_noise(table, shape.coins, bar)
    assert noise.schema.equals(table.schema, check_metadata=True)
    assert noise.column("timestamp").equals(table.column("timestamp"))
    prices = {field: columns(noise, field) for field in ("open", "high", "low", "close", "volume")}
    for field, values in prices.items():
        np.testing.assert_array_equal(values[: bar + 1], columns(table, field)[: bar + 1])
    future = {field: values[bar + 1 :] for field, values in prices.items()}
    there = columns(table, "close")[bar] > 0
    assert np.isnan(future["close"][:, ~there]).all()
    assert np.isfinite(future["close"][:, there]).all()
    for price in ("open", "close"):
        assert (future["low"] <= future[price])[:, there].all()
        assert (future[price] <= future["high"])[:, there].all()
    for field, values in future.items():
        if field != "volume":
            assert (values >= np.nanmin(columns(table, "low"), axis=0) * (1 - 1e-12))[:, there].all()
            assert (values <= np.nanmax(columns(table, "high"), axis=0) * (1 + 1e-12))[:, there].all()
    if bar >= 5:
        assert (future["close"] != columns(table, "close")[bar + 1 :]).all()
        growth = abs(np.diff(np.log(prices["close"][bar:, 0])))
        past = abs(np.diff(np.log(prices["close"][: bar + 1, 0])))
        assert np.isclose(growth[:, None], past[None, :], atol=1e-12).any(axis=1).mean() > 0.6
    again = with_noise(table, shape.coins, bar)
    assert candles_for_sandbox(again).read() == candles_for_sandbox(noise).read(), "the same inputs, the same noise"


def test_noise_never_leaves_the_numbers() -> None:
    bars = 60_000
    price = np.exp(np.linspace(0, 200, 1000))
    values = np.concatenate([price, np.full(bars - 1000, price[-1])])
    fields = {f"BTC.{field}": values for field in ("open", "high", "low", "close", "volume")}
    table = pa.table({"timestamp": hours(bars), **fields})
    assert np.isfinite(with_noise(table, ("BTC",), 999).column("BTC.close").to_numpy()).all()


@pytest.mark.parametrize("bar", [0, 5, 30, 58])
def test_a_mirrored_future_falls_where_it_rose(bar: int) -> None:
    table, shape = read_candles(memoryview(candles_blob(listed_late=3)))
    mirror = mirrored(table, shape.coins, bar)
    for field in ("open", "high", "low", "close", "volume"):
        np.testing.assert_array_equal(columns(mirror, field)[: bar + 1], columns(table, field)[: bar + 1])
    there = columns(table, "close")[bar] > 0
    close, other = (columns(one, "close")[bar : bar + 2][:, there] for one in (table, mirror))
    low, high = (columns(mirror, field)[:, there] for field in ("low", "high"))
    assert np.isnan(columns(mirror, "close")[bar + 1 :, ~there]).all()
    after = columns(mirror, "close")[bar + 1 :, there]
    assert ((low[bar + 1 :] <= after) & (after <= high[bar + 1 :])).all()
    opposite = np.isclose(np.diff(np.log(close), axis=0), -np.diff(np.log(other), axis=0))
    assert opposite.mean() >= 0.5, "unless that leaves the range of the coin"


def test_a_difference_within_the_backtest_comes_first() -> None:
    one, two = constant(6), constant(6)
    two[[1, 4], 1] = 0.1
    assert find_difference(one, two, 6, 3) == Difference(4, 1, 0.5, 0.1)
    assert find_difference(one, two, 6, 5) == Difference(1, 1, 0.5, 0.1)


def test_a_cut_has_the_bars_that_were_known() -> None:
    table = read_arrow(candles_blob())
    assert cut_off(table, 9).equals(table.slice(0, 10))
    assert cut_off(table, 9).schema.metadata == table.schema.metadata
