"""The error for an author whose strategy breaks the contract: its kind, text and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from candle_samples import COINS, candles_blob, read_arrow
from tradeium_strategy.candles import Candles, utc_index
from tradeium_strategy.contract import compile_strategy, load_strategy, weights_from
from tradeium_strategy.failure import Failure

INDEX = utc_index(np.arange(5, dtype=np.int64) * 86_400_000)
CANDLES = Candles(INDEX, ("BTC", "ETH"), "24h", lambda _: np.ones((5, 2)))
EVEN = pd.DataFrame(0.5, INDEX, ["BTC", "ETH"])


def refusal(source: str) -> tuple[str, str, int | None]:
    with pytest.raises(Failure) as caught:
        load_strategy(compile_strategy(source))
    return caught.value.kind, caught.value.message, caught.value.line


def fault(result: object) -> str:
    with pytest.raises(Failure) as caught:
        weights_from(result, CANDLES, 7)
    assert (caught.value.kind, caught.value.line) == ("contract", 7)
    return caught.value.message


def test_text_that_is_no_python_is_a_syntax_error_with_its_line() -> None:
    kind, message, line = refusal("def strategy(candles, settings):\n    return candles.close >\n")
    assert (kind, line) == ("syntax", 2)
    assert "invalid syntax" in message
    assert refusal("def strategy(c, s):\nreturn 1")[::2] == ("syntax", 2)
    assert refusal("x = 1\0")[0] == "syntax"
    assert refusal("(" * 10_000)[0] == "syntax"
    assert refusal("return 1")[::2] == ("syntax", 1)
    assert refusal("x = " + "-" * 100_000 + "1")[0] == "syntax"


def test_there_must_be_one_function_strategy() -> None:
    assert "no function named strategy" in refusal("def other(candles, settings): pass")[1]
    assert "no function named strategy" in refusal("")[1]
    assert "no function named strategy" in refusal("strategy = lambda candles, settings: None")[1]
    kind, message, line = refusal("def strategy(c, s):\n    pass\n\ndef strategy(c, s):\n    pass\n")
    assert (kind, line) == ("contract", 4)
    assert "lines 1 and 4" in message
    assert "async" in refusal("async def strategy(c, s): pass")[1]
    assert "two arguments" in refusal("def strategy(candles): pass")[1]
    assert "not a function any more" in refusal("def strategy(c, s): pass\nstrategy = 1")[1]


def test_helpers_are_welcome() -> None:
    program = compile_strategy(
        "import math\ndef half(x): return x / 2\ndef strategy(candles, settings):\n    return half(1)\n"
    )
    assert load_strategy(program)(None, None) == 0.5
    assert program.result_line == 4


def test_the_result_line_is_that_of_a_single_return() -> None:
    assert (
        compile_strategy(
            "def strategy(c, s):\n    f = lambda: 1\n    def g():\n        return 2\n    return 3"
        ).result_line
        == 5
    )
    assert compile_strategy("def strategy(c, s):\n    if c:\n        return 1\n    return 2").result_line == 1


def test_weights_come_in_the_candles_order() -> None:
    weights = weights_from(EVEN.assign(BTC=0.1)[["ETH", "BTC"]], CANDLES, 7)
    assert weights.tolist()[0] == [0.1, 0.5]


def test_a_coin_without_a_column_has_no_weight() -> None:
    assert weights_from(EVEN[["ETH"]], CANDLES, 7).tolist()[0] == [0.0, 0.5]


def test_a_row_without_any_weight_stays_empty() -> None:
    weights = weights_from(EVEN[["ETH"]].mask(EVEN.index.to_series() < INDEX[2]), CANDLES, 7)
    assert np.isnan(weights[:2]).all()
    assert not np.isnan(weights[2:]).any()


@pytest.mark.parametrize("kind", ["int64", "float32", "bool", "Float64", "Int64", "boolean"])
def test_every_kind_of_number_will_do(kind: str) -> None:
    assert weights_from((EVEN * 2).astype(kind), CANDLES, 7).tolist()[0] == [1.0, 1.0]


def test_a_missing_value_of_any_kind_is_nan() -> None:
    frame = EVEN.astype("Float64")
    frame.iloc[0] = pd.NA
    assert np.isnan(weights_from(frame, CANDLES, 7)[0]).all()


def test_anything_but_a_table_is_refused() -> None:
    assert "returned nothing" in fault(None)
    assert "a Series" in fault(EVEN["BTC"])
    assert "a ndarray" in fault(EVEN.to_numpy())
    assert "a dict" in fault({})


def test_columns_must_be_coins() -> None:
    assert "'DOGE', but the coins are BTC, ETH" in fault(EVEN.assign(DOGE=0.0))
    assert "column USDT" in fault(EVEN.assign(USDT=0.0))
    assert "no columns" in fault(EVEN[[]])
    assert "BTC more than once" in fault(pd.concat([EVEN, EVEN[["BTC"]]], axis=1))
    assert "'0'" in fault(EVEN.set_axis([0, 1], axis=1))


@pytest.mark.parametrize("value", ["a", None, [1], 1j])
def test_weights_must_be_numbers(value: object) -> None:
    frame = EVEN.copy()
    frame["BTC"] = pd.Series([value] * 5, index=INDEX, dtype=complex if value == 1j else object)
    assert "weights of BTC are not numbers" in fault(frame)


@pytest.mark.parametrize("coins", [("BTC",), ("BTC", "ETH")])
def test_categories_are_no_numbers_even_if_they_are_named_like_some(coins: tuple[str, ...]) -> None:
    candles = Candles(INDEX, coins, "24h", lambda _: np.ones((5, len(coins))))
    with pytest.raises(Failure, match="weights of BTC are not numbers"):
        weights_from(EVEN[[*coins]].astype("category"), candles, 7)


def test_rows_must_be_the_bars() -> None:
    assert "no row for 2 of 5 bars, first 1970-01-01 00:00 UTC" in fault(EVEN.iloc[2:])
    assert "not labelled with UTC times" in fault(EVEN.reset_index(drop=True))
    assert "not labelled with UTC times" in fault(EVEN.tz_localize(None))
    assert "order of time" in fault(EVEN.iloc[::-1])
    assert "more than one row for 1970-01-02" in fault(EVEN.iloc[[0, 1, 1, 2, 3, 4]])
    extra = pd.concat([EVEN, EVEN.shift(1, freq="D").tail(1)])
    assert "1 rows for which there is no bar, first 1970-01-06" in fault(extra)


def test_the_same_times_in_another_unit_or_zone_will_do() -> None:
    assert weights_from(EVEN.set_axis(INDEX.as_unit("s")), CANDLES, 7).shape == (5, 2)
    assert weights_from(EVEN.tz_convert("Asia/Tokyo"), CANDLES, 7).shape == (5, 2)


Run = Callable[..., dict[str, Any]]


def test_a_good_strategy_gives_weights_for_all_bars(run: Run, blob_path: Callable[[str], Path]) -> None:
    source = """
def strategy(candles, settings):
    print(settings.fees, settings.portfolio[-1], candles.interval)
    momentum = candles.close.pct_change(5)
    held = momentum > 0
    return held.div(held.sum(axis=1).clip(lower=1), axis=0).where(momentum.notna())
"""
    output = run(source)
    assert {key: output[key] for key in ("ok", "rows", "columns", "prints")} == {
        "ok": True, "rows": 40, "columns": 3, "prints": "0.001 USDT 24h\n",
    }  # fmt: skip
    assert set(output["timing_ms"]) == {"interpreter_wait", "strategy", "causality", "total"}
    table = read_arrow(blob_path(output["weights"]).read_bytes())
    assert table.column_names == ["timestamp", *COINS]
    assert table.column("timestamp").equals(read_arrow(candles_blob()).column("timestamp"))
    close = pd.DataFrame({coin: read_arrow(candles_blob()).column(f"{coin}.close").to_numpy() for coin in COINS})
    held = close.pct_change(5) > 0
    expected = held.div(held.sum(axis=1).clip(lower=1), axis=0).where(close.pct_change(5).notna())
    np.testing.assert_array_equal(np.column_stack([table.column(coin).to_numpy() for coin in COINS]), expected)
    assert table.column("BTC").null_count == 0


def test_the_same_inputs_give_the_same_bytes(run: Run) -> None:
    source = """
import random
import numpy as np
def strategy(candles, settings):
    coins = {"BTC", "ETH", "SOL"}
    print(list(coins), random.random())
    return candles.close * 0 + np.random.random(candles.close.shape) / 3
"""
    first, second = run(source), run(source)
    assert first["ok"]
    assert (first["weights"], first["prints"]) == (second["weights"], second["prints"])


def test_an_exception_names_the_authors_innermost_line(run: Run) -> None:
    source = """
def inner(frame):
    return frame['DOGE']

def strategy(candles, settings):
    return inner(candles.close)
"""
    output = run(source)
    assert (output["ok"], output["kind"], output["line"]) == (False, "exception", 3)
    assert output["source_line"] == "return frame['DOGE']"
    assert output["message"] == "KeyError: 'DOGE'"
    assert 'File "strategy.py", line 6, in strategy' in output["prints"]
    assert "/packages" not in output["prints"]


def test_a_failure_shows_its_error_and_the_end_of_its_prints_but_no_result(run: Run) -> None:
    source = """
def strategy(candles, settings):
    print('first')
    print('x' * 5000)
    raise ValueError('secret ' + '7' * 5000)
"""
    output = run(source)
    assert (output["kind"], output["line"]) == ("exception", 5)
    assert output["message"].startswith("ValueError: secret 7")
    assert (len(output["message"]), output["message"][-1]) == (300, "…")
    assert len(output["prints"]) < 1100
    assert output["prints"].startswith("[Only the end is kept of what a failed strategy prints.]\n")
    assert "first" not in output["prints"]


def test_a_failure_keeps_short_prints_whole(run: Run) -> None:
    output = run("def strategy(candles, settings):\n    print('first')\n    return 1 / 0\n")
    assert output["prints"].startswith("first\nTraceback:\n")


def test_a_module_that_raises_is_reported_with_its_line(run: Run) -> None:
    output = run("import nothing_of_this_name\ndef strategy(candles, settings): pass\n")
    assert (output["kind"], output["line"]) == ("exception", 1)
    assert "ModuleNotFoundError" in output["message"]


def test_a_syntax_error_comes_with_its_line(run: Run) -> None:
    output = run("def strategy(candles, settings):\n    return (\n")
    assert (output["kind"], output["line"], output["source_line"]) == ("syntax", 2, "return (")


def test_wrong_numbers_name_bar_and_coin_and_the_return(run: Run) -> None:
    output = run("def strategy(candles, settings):\n    w = candles.close * 0\n    w.iloc[3, 1] = 1.5\n    return w\n")
    assert (output["kind"], output["line"], output["source_line"]) == ("contract", 4, "return w")
    assert output["message"] == "the weight of ETH at 2024-01-04 00:00 UTC is 1.5; weights must lie between 0 and 1"


def test_candles_before_a_listing_are_nan(run: Run) -> None:
    source = """
def strategy(candles, settings):
    print(candles.close.isna().sum().tolist())
    return candles.close * 0
"""
    output = run(source, candles_blob(listed_late=10))
    assert output["prints"] == "[0, 0, 10]\n"
    assert (output["kind"], output["line"]) == ("contract", 4)
    assert "SOL at 2024-01-01 00:00 UTC is missing (NaN)" in output["message"]


def test_a_large_frame_comes_through(run: Run) -> None:
    coins = tuple(f"C{i}" for i in range(19))
    output = run(
        "def strategy(candles, settings):\n    return candles.close.notna() / len(candles.coins)\n",
        candles_blob(60_000, coins, "1h", first_bar=9_600, begin_ms=1_514_764_800_000),
    )
    assert (output["ok"], output["rows"], output["columns"]) == (True, 50_400, 19)
