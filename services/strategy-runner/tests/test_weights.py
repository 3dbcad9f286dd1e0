"""The trusted side's own check of the numbers, independent of the sandbox."""

from __future__ import annotations

import numpy as np
import pytest
from candle_samples import DAY_2024_MS, read_arrow

from tradeium_runner.execution.candle_file import CandleShape
from tradeium_runner.execution.weights import clean_weights, find_fault, points_file, weights_file

SHAPE = CandleShape(DAY_2024_MS + np.arange(4) * 86_400_000, ("BTC", "ETH"), 0)
NAN = float("nan")


def fault(*rows: tuple[float, float]) -> str | None:
    weights = np.zeros((4, 2))
    weights[1 : 1 + len(rows)] = rows
    return find_fault(weights, SHAPE)


@pytest.mark.parametrize(
    "row", [(0, 0), (1, 0), (0.5, 0.5), (NAN, NAN), (1e-300, 1 - 1e-16), (-0.0, 1), (-1e-12, 1 + 1e-12)]
)
def test_good_rows_pass(row: tuple[float, float]) -> None:
    assert fault(row) is None


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ((float("inf"), 0), "BTC at 2024-01-02 00:00 UTC is infinite"),
        ((0, float("-inf")), "ETH at 2024-01-02 00:00 UTC is infinite"),
        ((0.5, NAN), "ETH at 2024-01-02 00:00 UTC is missing (NaN)"),
        ((-0.1, 0), "BTC at 2024-01-02 00:00 UTC is -0.1; weights must lie between 0 and 1"),
        ((0, 1.0001), "ETH at 2024-01-02 00:00 UTC is 1.0001"),
        ((1e308, 1e308), "BTC at 2024-01-02 00:00 UTC is 1e+308"),
        ((0.6, 0.5), "at 2024-01-02 00:00 UTC add up to 1.1"),
        ((1 + 1e-5, 0), "weights must lie"),
        ((0.5, 0.5 + 1e-5), "must not exceed 1"),
    ],
)
def test_bad_rows_are_named(row: tuple[float, float], words: str) -> None:
    assert words in (fault(row) or "")


def test_three_thirds_of_single_precision_are_the_whole_portfolio() -> None:
    shape = CandleShape(SHAPE.timestamps, ("BTC", "ETH", "SOL"), 0)
    thirds = np.full((4, 3), np.float32(1 / 3)).astype(np.float64)
    assert thirds.sum(axis=1).max() > 1 + 1e-8
    assert find_fault(thirds, shape) is None
    table = read_arrow(bytes(weights_file(thirds, shape)))
    total = sum(table.column(coin).to_numpy() for coin in shape.coins)
    np.testing.assert_allclose(total, 1, rtol=0, atol=1e-15)


def test_the_first_bad_bar_is_named() -> None:
    assert "2024-01-03" in (fault((0.5, 0.5), (2, 0), (3, 0)) or "")


def test_the_file_has_exact_numbers_and_no_rounding_dust() -> None:
    weights = np.array([[0.1, 0.2], [NAN, NAN], [-1e-12, 1 + 1e-12], [-0.0, 1]])
    table = read_arrow(bytes(weights_file(weights, SHAPE)))
    assert table.column("timestamp").to_pylist() == SHAPE.timestamps.tolist()
    np.testing.assert_array_equal(table.column("BTC").to_numpy(), [0.1, NAN, 0, 0])
    np.testing.assert_array_equal(table.column("ETH").to_numpy(), [0.2, NAN, 1, 1])
    assert not np.signbit(table.column("BTC").to_numpy()[2:]).any()
    assert bytes(weights_file(weights, SHAPE)) == bytes(weights_file(weights.copy(), SHAPE))


@pytest.mark.parametrize(
    "last", [(0.0, 1.0), (-0.0, 0.3), (0.5, 0.5 + 1e-16), (1e-300, 1), (0.5, 0.5 + 1e-7), (NAN, NAN)]
)
def test_weights_are_cleaned_alike_whatever_the_others_are(last: tuple[float, float]) -> None:
    alone = np.array([last])
    beside_dust = clean_weights(np.array([last, (-1e-12, 1.0)]))[:1]
    assert find_fault(alone, SHAPE) is None
    assert clean_weights(alone).tobytes() == beside_dust.tobytes()
    assert not np.signbit(clean_weights(alone)).any()


def test_equal_weights_of_two_batches_are_two_files() -> None:
    weights = [np.array([[0.1, 0.2]]), np.array([[0.0, 1.0]])]
    one, other = bytes(points_file(weights, "study-1")), bytes(points_file(weights, "study-2"))
    # Each batch removes its own file, which another may not have read yet.
    assert one != other
    assert one == bytes(points_file(weights, "study-1"))
    for content in (one, other):
        assert read_arrow(content).column("weights").to_pylist() == [0.1, 0.2, 0.0, 1.0]
