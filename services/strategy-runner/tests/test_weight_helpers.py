"""The weight helpers' guarantees for every table: valid shares, ties, unlisted coins, no look-ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
import pandas as pd
import pytest
from random_tables import assert_causal, random_candles
from tradeium_strategy import (
    cap,
    equal_weight,
    inverse_volatility,
    rank_top,
    rate_of_change,
    volatility,
)
from tradeium_strategy.candles import Candles

CANDLES = random_candles(11)
HELPERS: dict[str, Callable[[Candles], pd.DataFrame]] = {
    "equal_weight": lambda c: equal_weight(rate_of_change(c.close, 10) > 0),
    "rank_top": lambda c: rank_top(rate_of_change(c.close, 10), 3),
    "rank_top of the rising": lambda c: rank_top(rate_of_change(c.close, 10).where(lambda r: r > 0), 2),
    "rank_top, spread": lambda c: rank_top(rate_of_change(c.close, 10), 3, spread=True),
    "rank_top, more than there are": lambda c: rank_top(rate_of_change(c.close, 10), 99),
    "inverse_volatility": lambda c: inverse_volatility(c.close, 20),
    "inverse_volatility of some": lambda c: inverse_volatility(c.close, 20, rate_of_change(c.close, 5) > 0),
    "cap": lambda c: cap(inverse_volatility(c.close, 20), 0.3),
    "cap, spread": lambda c: cap(inverse_volatility(c.close, 20), 0.4, spread=True),
}


def table(rows: list[list[float]], columns: str = "ABCD") -> pd.DataFrame:
    index = pd.date_range("2024-01-01", periods=len(rows), tz="UTC")
    return pd.DataFrame(rows, index, list(columns[: len(rows[0])]))


def rows(frame: pd.DataFrame) -> list[list[float]]:
    return [[round(value, 12) for value in row] for row in frame.to_numpy().tolist()]


@pytest.mark.parametrize("name", HELPERS)
@pytest.mark.parametrize("seed", range(5))
def test_weights_are_shares_of_listed_coins(name: str, seed: int) -> None:
    candles = random_candles(seed, gap=seed % 2 == 1)
    weights = HELPERS[name](candles)
    assert weights.index.equals(candles.index)
    assert list(weights.columns) == list(candles.coins)
    values = weights.to_numpy()
    assert not np.isnan(values).any()
    assert values.min() >= 0
    assert values.sum(axis=1).max() <= 1 + 1e-12
    assert values.max() > 0
    assert (values[candles.close.isna().to_numpy()] == 0).all()


@pytest.mark.parametrize("name", HELPERS)
def test_no_helper_sees_a_later_bar(name: str) -> None:
    assert_causal(HELPERS[name], CANDLES, (1, 12, 60, 130, 239))


def test_equal_weight_shares_the_whole_among_the_selected() -> None:
    assert rows(equal_weight(table([[1, 1, 0], [0, 0, 0], [0, 1, np.nan]]))) == [[0.5, 0.5, 0], [0, 0, 0], [0, 1, 0]]
    later = (CANDLES.close > 0).iloc[5:].reindex(CANDLES.index)
    assert later["BTC"].dtype == object
    assert equal_weight(later).sum(axis=1).tolist()[:7] == [0, 0, 0, 0, 0, 1, 1]
    assert rows(equal_weight(table([[1, 0]]).astype("boolean"))) == [[1, 0]]


def test_rank_top_gives_an_nth_to_each_of_the_highest() -> None:
    assert rows(rank_top(table([[3, 1, 2, 0]]), 2)) == [[0.5, 0, 0.5, 0]]
    assert rows(rank_top(table([[-3, -1, -2, -4]]), 1)) == [[0, 1, 0, 0]]


def test_of_equal_scores_the_first_column_wins() -> None:
    assert rows(rank_top(table([[1, 2, 1, 1], [5, 5, 5, 5]]), 2)) == [[0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0]]


def test_what_has_no_score_leaves_its_share_in_usdt_or_to_the_others() -> None:
    scores = table([[np.nan, 2, np.nan, 1], [np.nan] * 4])
    assert rows(rank_top(scores, 4)) == [[0, 0.25, 0, 0.25], [0, 0, 0, 0]]
    assert rows(rank_top(scores, 4, spread=True)) == [[0, 0.5, 0, 0.5], [0, 0, 0, 0]]
    assert rows(rank_top(table([[np.nan, -np.inf, np.inf, 0]]), 2)) == [[0, 0, 0.5, 0.5]]
    assert rows(rank_top(table([[np.nan, -np.inf]]), 1)) == [[0, 1]]


def test_rank_top_is_what_sorting_each_row_by_hand_gives() -> None:
    random = np.random.default_rng(3)
    scores = random.integers(-3, 4, (300, 6)).astype(float)
    scores[random.random(scores.shape) < 0.3] = np.nan
    found = rank_top(table(scores.tolist(), "ABCDEF"), 3).to_numpy()
    for row, weights in zip(scores, found, strict=True):
        ranked = sorted((c for c in range(6) if not np.isnan(row[c])), key=lambda c: (-row[c], c))
        assert np.flatnonzero(weights).tolist() == sorted(ranked[:3])
        assert set(weights.tolist()) <= {0, 1 / 3}


def test_inverse_volatility_is_in_proportion_to_it() -> None:
    weights = inverse_volatility(CANDLES.close, 20)
    inverse = 1 / volatility(CANDLES.close, 20)
    pd.testing.assert_frame_equal(weights.iloc[30:], inverse.div(inverse.sum(axis=1), axis=0).fillna(0).iloc[30:])
    assert (weights.iloc[:20] == 0).all(axis=None)
    assert (weights["SOL"].iloc[:60] == 0).all()
    assert (weights["SOL"].iloc[60:] > 0).all()


def test_only_what_is_selected_is_sized() -> None:
    selected = pd.DataFrame(True, CANDLES.index, list(CANDLES.coins)).assign(ETH=False)
    weights = inverse_volatility(CANDLES.close, 20, selected)
    assert (weights["ETH"] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=1).iloc[20:], 1)


def test_a_price_that_stands_still_gets_nothing() -> None:
    weights = inverse_volatility(CANDLES.close.assign(ETH=5.0), 20)
    assert (weights["ETH"] == 0).all()
    assert np.isfinite(weights.to_numpy()).all()


def test_cap_cuts_and_leaves_the_rest_in_usdt_or_to_the_others() -> None:
    weights = table([[0.6, 0.3, 0.1, 0], [0.2, 0.2, 0, 0], [np.nan] * 4])
    assert rows(cap(weights, 0.4))[:2] == [[0.4, 0.3, 0.1, 0], [0.2, 0.2, 0, 0]]
    assert rows(cap(weights, 0.4, spread=True))[:2] == [[0.4, 0.4, 0.2, 0], [0.2, 0.2, 0, 0]]
    assert rows(cap(weights, 0.25, spread=True))[0] == [0.25, 0.25, 0.25, 0]
    assert cap(weights, 0.4).iloc[2].isna().all()
    assert cap(weights, 0.4, spread=True).iloc[2].isna().all()
    assert rows(cap(weights, 1, spread=True))[:2] == rows(weights)[:2]
    assert rows(cap(weights, 0))[0] == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(20))
def test_what_cap_spreads_keeps_the_sum_as_far_as_there_is_room(seed: int) -> None:
    random = np.random.default_rng(seed)
    raw = random.random((50, 6)) ** 3 * (random.random((50, 6)) < 0.7)
    weights = table((raw / np.maximum(raw.sum(axis=1, keepdims=True), 1) * random.random((50, 1))).tolist(), "ABCDEF")
    most = float(random.uniform(0.02, 0.6))
    capped = cap(weights, most, spread=True).to_numpy()
    assert capped.max() <= most
    held = (weights.to_numpy() > 0).sum(axis=1)
    np.testing.assert_allclose(capped.sum(axis=1), np.minimum(weights.sum(axis=1), held * most), atol=1e-12)
    np.testing.assert_array_equal(capped > 0, weights.to_numpy() > 0)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: equal_weight(CANDLES.close), ValueError, "selected must be True or False for each coin.*BTC at 2024"),
        (lambda: equal_weight(CANDLES.close.astype(object)), TypeError, "selected must be a DataFrame of numbers; the"),
        (lambda: equal_weight(cast(pd.DataFrame, None)), TypeError, "selected must be a DataFrame.*not None"),
        (
            lambda: rank_top(cast(pd.DataFrame, CANDLES), 3),
            TypeError,
            "scores must be a DataFrame.*not a Candles; pass",
        ),
        (lambda: rank_top(CANDLES.close, 0), ValueError, "n must be at least 1, not 0"),
        (lambda: rank_top(CANDLES.close, cast(int, "3")), TypeError, "n must be a whole number, not '3'"),
        (lambda: inverse_volatility(CANDLES.close, 1), ValueError, "bars must be at least 2, not 1"),
        (
            lambda: inverse_volatility(CANDLES.close, 20, CANDLES.close.iloc[:5] > 0),
            ValueError,
            "selected must have the rows and columns of close",
        ),
        (lambda: cap(CANDLES.close, 50), ValueError, "most must be from 0 to 1, not 50"),
        (lambda: cap(cast(pd.DataFrame, [0.5]), 1), TypeError, "weights must be a DataFrame.*not a list"),
    ],
)
def test_a_mistake_is_told_with_the_name_of_the_argument(
    call: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
