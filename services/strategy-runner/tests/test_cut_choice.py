"""Where the future is cut off in addition to the evenly spread dates: where knowing it would have paid."""

from __future__ import annotations

import numpy as np
import pytest
from candle_samples import DAY_2024_MS

from tradeium_runner.execution.weights import Weights
from tradeium_runner.lookahead.cut_choice import Prices, paying_bars

HOUR_MS = 3_600_000


def prices(bars: int, coins: int = 3, seed: int = 1) -> Prices:
    random = np.random.default_rng(seed)
    close = 100 * np.exp(np.cumsum(random.normal(0, 0.02, (bars, coins)), axis=0))
    return Prices(close * 1.01, close * 0.99, close, random.uniform(1, 100, (bars, coins)))


def noise(bars: int, coins: int = 3) -> Weights:
    return np.random.default_rng(2).choice([0.0, 1 / coins], (bars, coins))


def chosen(weights: Weights, market: Prices, count: int = 40, hours: int = 24) -> list[int]:
    opens = DAY_2024_MS + np.arange(len(weights), dtype=np.int64) * hours * HOUR_MS
    return paying_bars(weights, market, opens, 50, count, [60])


def test_the_bars_are_within_the_backtest_none_twice_and_always_the_same() -> None:
    weights, market = noise(500), prices(500)
    bars = chosen(weights, market)
    assert len(bars) == len(set(bars)) == 40
    assert min(bars) >= 50
    assert max(bars) < 499
    assert 60 not in bars
    assert chosen(weights.copy(), market) == bars


@pytest.mark.parametrize(("bars", "first_bar"), [(1, 0), (2, 1), (60, 59)])
def test_where_nothing_follows_there_is_nothing_to_cut(bars: int, first_bar: int) -> None:
    opens = DAY_2024_MS + np.arange(bars, dtype=np.int64)
    assert paying_bars(noise(bars), prices(bars), opens, first_bar, 40, []) == []


def test_no_decision_no_cut() -> None:
    assert chosen(np.zeros((500, 3)), prices(500)) == []


def test_the_one_exit_before_a_fall_is_the_first() -> None:
    weights, market = np.full((500, 3), 0.3), prices(500)
    market.close[301:] *= 0.8
    weights[300] = 0
    assert chosen(weights, market)[0] == 300


@pytest.mark.parametrize(
    ("when", "hours"),
    [
        (lambda bars: bars % 500 == 77, 1),
        (lambda bars: bars % 24 == 17, 1),
        (lambda bars: bars // 24 % 29 == 3, 1),
        (lambda bars: (bars > 4000) & (bars < 4100), 1),
        (lambda bars: bars > 5800, 24),
    ],
    ids=["each 500th bar", "an hour of the day", "each 29th day", "four days", "the end"],
)
def test_rare_times_at_which_decisions_pay_are_among_many_that_do_not(when: object, hours: int) -> None:
    weights, market = noise(6000), prices(6000)
    next_return = market.close[1:] / market.close[:-1] - 1
    rows = np.flatnonzero(when(np.arange(5999)))  # type: ignore[operator]
    weights[rows] = (next_return[rows] > 0) / 3
    assert set(rows) & set(chosen(weights, market, hours=hours)), "one of them is cut"
