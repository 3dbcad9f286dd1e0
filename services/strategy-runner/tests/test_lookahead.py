"""Strategies that use the future, run for real: each is caught, and its honest counterpart is not."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

import pytest
from candle_samples import COINS, DAY_2024_MS, candles_blob, read_arrow
from conftest import Run, run_once

from tradeium_runner.execution.executions import FinishedRun
from tradeium_runner.lookahead import rerun
from tradeium_runner.strategy_run import Runner

DAILY = candles_blob(bars=400, first_bar=100)
HOURLY = candles_blob(bars=24 * 120, first_bar=24 * 30, interval="1h")
DAY_MS = 86_400_000
LAST = read_arrow(DAILY).column("BTC.close")[-1].as_py()

HEAD = "import pandas as pd, numpy as np\n"


def holding(condition: str, before: str = "pass") -> str:
    """A strategy that holds, in equal parts, the coins for which a condition on `close` is true."""
    return f"""{HEAD}
def strategy(candles, settings):
    close = candles.close
    {before}
    held = {condition}
    return held.fillna(False).astype(float) / len(candles.coins)
"""


TREND = "trend, on_monday = close > close.rolling(240).mean(), pd.Series(close.index.dayofweek == 0, close.index)"

# Name: the candles, what looks ahead, the same without it.
PAIRS = {
    "the next close": (DAILY, holding("close.shift(-1) > close"), holding("close > close.shift(1)")),
    "a centred mean": (
        DAILY,
        holding("close > close.rolling(9, center=True).mean()"),
        holding("close > close.rolling(9).mean()"),
    ),
    "the mean and deviation of the whole sample": (
        DAILY,
        holding("(close - close.mean()) / close.std() > 0"),
        holding("(close - close.expanding().mean()) / close.expanding().std() > 0"),
    ),
    "pandas' days, labelled with their beginning": (
        HOURLY,
        holding("day > day.shift(24)", "day = close.resample('1D').last().reindex(close.index, method='ffill')"),
        holding("day > day.shift(24)", "day = candles.resample('1d').close.reindex(close.index, method='ffill')"),
    ),
    "the last close of all": (DAILY, holding("close < close.iloc[-1]"), holding("close > close.iloc[0]")),
    "a day ahead on Mondays when in the market": (
        HOURLY,
        holding(
            "trend.mask(on_monday, trend & (close.shift(-24) > close))",
            TREND,
        ),
        holding(
            "trend.mask(on_monday, trend & (close.shift(24) < close))",
            TREND,
        ),
    ),
    "gaps filled backwards": (
        DAILY,
        holding("weekly > close", "weekly = close[close.index.dayofweek == 6].reindex(close.index).bfill()"),
        holding("weekly > close", "weekly = close[close.index.dayofweek == 6].reindex(close.index).ffill()"),
    ),
    "ranks over all time": (
        DAILY,
        holding("close.rank(pct=True) > 0.5"),
        holding("close.expanding().rank(pct=True) > 0.5"),
    ),
}


def verdict(output: dict[str, Any]) -> dict[str, Any]:
    assert output["ok"], output
    causality: dict[str, Any] = output["causality"]
    assert (causality["planned"], causality["decisions"] in (299, 24 * 90 - 1)) == (5, True)
    assert causality["made_up_tested"] <= causality["tested"] <= causality["decisions"]
    return causality


@pytest.mark.parametrize("name", PAIRS)
def test_using_the_future_is_found_and_bar_and_coin_are_named(run: Run, name: str) -> None:
    candles, cheating, _ = PAIRS[name]
    found = verdict(run(cheating, candles))
    assert found["reproducible"]
    assert found["look_ahead"] is not None, found
    assert found["look_ahead"]["at_ms"] <= found["look_ahead"]["known_until_ms"]
    assert found["look_ahead"]["coin"] in COINS
    assert found["look_ahead"]["weight"] != found["look_ahead"]["without_future"]


@pytest.mark.parametrize("name", PAIRS)
def test_the_honest_one_is_not_blamed(run_at_leisure: Run, name: str) -> None:
    candles, _, honest = PAIRS[name]
    found = verdict(run_at_leisure(honest, candles))
    assert found["tested"] >= 5
    assert {**found, "tested": 0, "decisions": 0} == {
        "planned": 5, "tested": 0, "explained": 0, "made_up_tested": 4, "decisions": 0, "reproducible": True,
        "first_difference": None, "look_ahead": None, "depends_on_length": None, "rounding": None, "made_up": None,
        "failed": None,
    }  # fmt: skip


def test_without_re_runs_nothing_is_said(loop: asyncio.AbstractEventLoop, runner: Runner) -> None:
    unchecked = dataclasses.replace(runner, checks_causality=False)
    output = loop.run_until_complete(run_once(unchecked, PAIRS["the next close"][1], DAILY))
    assert (output["ok"], output["causality"]) == (True, None)


def test_a_run_may_ask_for_none(loop: asyncio.AbstractEventLoop, runner: Runner) -> None:
    output = loop.run_until_complete(run_once(runner, PAIRS["the next close"][1], DAILY, reruns=False))
    assert (output["ok"], output["causality"]) == (True, None)


def test_the_offending_weight_is_told_with_the_one_without_the_future(run: Run) -> None:
    source = f"""
def strategy(candles, settings):
    weights = candles.close * 0 + 0.25
    weights.iloc[150:, 1] = 0.375 if candles.close.iloc[-1, 0] == {LAST} else 0.125
    return weights
"""
    found = verdict(run(source, DAILY))["look_ahead"]
    # Dates are tested from the last back: the first difference is in bar 150 and its second coin.
    assert found["known_until_ms"] > DAY_2024_MS + 300 * DAY_MS
    assert {key: value for key, value in found.items() if key != "known_until_ms"} == {
        "future": "cut", "at_ms": DAY_2024_MS + 150 * DAY_MS, "coin": "ETH", "weight": 0.375, "without_future": 0.125,
        "line": 4,
    }  # fmt: skip


def test_a_row_that_is_empty_without_the_future_names_a_coin_that_it_had_with_it(run: Run) -> None:
    source = f"""
def strategy(candles, settings):
    weights = candles.close * 0 + 0.25
    if candles.close.iloc[-1, 0] != {LAST}: weights.iloc[120] = float("nan")
    return weights
"""
    found = verdict(run(source, DAILY))["look_ahead"]
    assert found["at_ms"] == DAY_2024_MS + 120 * DAY_MS
    assert (found["coin"], found["weight"], found["without_future"]) == ("BTC", 0.25, None)


@pytest.mark.parametrize(
    "first_time",
    [
        "not hasattr(builtins, 'seen') and setattr(builtins, 'seen', 1) is None",
        "'seen' not in sys.modules and sys.modules.setdefault('seen', sys) is sys",
        "not hasattr(pd, 'seen') and setattr(pd, 'seen', 1) is None",
        "len(gc.get_objects()) < (before := getattr(np, 'before', 10**9)) and setattr(np, 'before', 0) is None",
        "not os.environ.get('SEEN') and os.environ.setdefault('SEEN', '1')",
        "os.lseek(1, 0, 1) == 0 and not print('seen')",
        "os.getpid() <= 3",
        "threading.get_native_id() + 1 & 0xFFFF <= 4",
        "ctypes.CDLL(None).syscall(39) <= 3",
        "fcntl.fcntl(0, fcntl.F_GETFL) & os.O_NONBLOCK == 0 and os.set_blocking(0, False) is None",
        "fcntl.fcntl(0, fcntl.F_GETFL) & os.O_APPEND == 0 and fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND) == 0",
    ],
)
def test_a_re_run_cannot_be_told_from_the_run_by_what_an_earlier_one_left(run: Run, first_time: str) -> None:
    """Each looks ahead only at its first execution; if any state survived, the re-runs would be honest and differ."""
    source = f"""{HEAD}import builtins, ctypes, fcntl, gc, os, sys, threading
try: FIRST = bool({first_time})
except OSError: FIRST = True
print(FIRST)
def strategy(candles, settings):
    close = candles.close
    held = (close.shift(-1) > close) if FIRST else (close > close.shift(1))
    return held.fillna(False).astype(float) / len(candles.coins)
"""
    output = run(source, DAILY)
    assert output["prints"].splitlines()[-1] == "True"
    found = verdict(output)
    assert found["reproducible"], "the repetition, the last of all executions, must be as the first"
    assert found["look_ahead"] is not None


def test_honesty_where_the_candles_are_shorter_hides_nothing(run_at_leisure: Run) -> None:
    source = f"""{HEAD}
def strategy(candles, settings):
    close = candles.close
    held = close.shift(-1) > close if len(close) == 400 else KNOWN.reindex(close.index)
    return held.fillna(False).astype(float) / len(candles.coins)
"""
    # The run's rows, written into the source: what a perfect cheat would return for shorter candles.
    close = {coin: read_arrow(DAILY).column(f"{coin}.close").to_pylist() for coin in COINS}
    known = f"CLOSE = pd.DataFrame({close!r}, pd.date_range('2024-01-01', periods=400, tz='UTC'))\n"
    known += "KNOWN = CLOSE.shift(-1) > CLOSE\n"
    found = verdict(run_at_leisure(HEAD + known + source, DAILY))
    assert (found["look_ahead"]["future"], found["made_up"]) == ("noise", None)


@pytest.mark.parametrize(
    "chance",
    ["np.random.default_rng().random()", "time.perf_counter() % 1", "int(__import__('uuid').uuid4()) / 2**128"],
)
def test_what_cannot_be_repeated_is_not_called_look_ahead(run: Run, chance: str) -> None:
    source = f"{HEAD}import time\ndef strategy(candles, settings):\n    return candles.close * 0 + {chance} / 3\n"
    found = verdict(run(source, DAILY))
    assert (found["reproducible"], found["look_ahead"]) == (False, None)
    first = found["first_difference"]
    assert (first["at_ms"], first["coin"]) == (DAY_2024_MS + 100 * DAY_MS, "BTC"), "the first within the range"
    assert first["weight"] != first["again"]


def test_seeded_chance_can_be_repeated(run_at_leisure: Run) -> None:
    source = f"""{HEAD}import random
def strategy(candles, settings):
    return candles.close * 0 + random.random() / 3
"""
    assert verdict(run_at_leisure(source, DAILY))["look_ahead"] is None
    source = source.replace("random.random()", "np.random.default_rng(1).random()")
    found = verdict(run_at_leisure(source, DAILY))
    assert found["tested"] >= 5


def test_a_re_run_that_fails_is_told_with_its_line(run: Run) -> None:
    source = "def strategy(candles, settings):\n    candles.close.iloc[399]\n    return candles.close * 0\n"
    output = run(source, DAILY)
    found = verdict(output)
    assert (found["tested"], found["look_ahead"]) == (0, None)
    assert found["failed"]["future"] == "cut"
    assert "(line 2: candles.close.iloc[399])" in output["rerun_failure"]
    assert "IndexError" in output["rerun_failure"]
    assert "cut off" in output["rerun_failure"]


def test_look_ahead_is_told_beside_a_failed_re_run(run: Run) -> None:
    source = holding("close.shift(-1) > close", "close.iloc[399]")
    found = verdict(run(source, DAILY))
    assert found["failed"]["future"] == "cut"
    assert found["look_ahead"]["future"] == "noise"


@pytest.mark.parametrize("end", ["import os; os._exit(3)", "x = bytearray(4 << 30)", "return close * 7"])
def test_every_end_of_a_re_run_is_a_failure_of_it(run: Run, end: str) -> None:
    source = f"""
def strategy(candles, settings):
    close = candles.close
    if len(close) < 400:
        {end}
    return close * 0
"""
    output = run(source, DAILY)
    assert verdict(output)["failed"] is not None
    assert output["rerun_failure"]


def test_a_re_run_that_does_not_end_is_ended_and_a_failure(run_at_leisure: Run) -> None:
    source = (
        "def strategy(candles, settings):\n    while len(candles.close) < 400: pass\n    return candles.close * 0\n"
    )
    output = run_at_leisure(source, DAILY)
    assert verdict(output)["failed"]["future"] == "cut"
    assert "took longer" in output["rerun_failure"]


def test_slow_re_runs_end_with_the_time_for_them(run: Run) -> None:
    source = "import time\ndef strategy(candles, settings):\n    time.sleep(0.9)\n    return candles.close * 0\n"
    found = verdict(run(source, DAILY))
    assert 0 < found["tested"] < found["planned"]
    assert found["failed"] is None


def test_look_ahead_cannot_hide_behind_re_runs_that_take_for_ever(run_at_leisure: Run) -> None:
    wait = "import time; time.sleep(0.5 if str(close.index[-1]) > '2025-02-03' else 100)"
    source = holding("close.shift(-1) > close", wait)
    found = verdict(run_at_leisure(source, DAILY))
    assert (found["tested"], found["failed"]["future"]) == (0, "cut")


VOTES = f"""{HEAD}
def strategy(candles, settings):
    close = candles.close
    weights = close * 0
    for coin in candles.coins:
        price = close[coin]
        votes = pd.concat([(price > price.rolling(bars).mean()).astype(float) for bars in range(2, 22, 2)], axis=1)
        weights[coin] = (votes.dot(np.full(10, 0.1)) >= 0.8) / len(candles.coins)
    return weights
"""


def test_a_sum_that_rounds_otherwise_in_a_shorter_table_is_no_look_ahead(run_at_leisure: Run) -> None:
    found = verdict(run_at_leisure(VOTES, DAILY))
    assert (found["look_ahead"], found["failed"]) == (None, None)
    assert found["tested"] + found["explained"] >= 5


def test_what_hangs_on_how_many_bars_follow_is_told_and_is_no_look_ahead(run_at_leisure: Run) -> None:
    output = run_at_leisure(holding("close.iloc[:-3].reindex(close.index) > 0"), DAILY)
    found = verdict(output)
    assert (found["look_ahead"], found["reproducible"], found["tested"]) == (None, True, 0)
    difference = found["depends_on_length"]
    assert difference["known_until_ms"] - difference["at_ms"] == 2 * DAY_MS
    assert (difference["weight"], difference["without_future"]) == (pytest.approx(1 / len(COINS)), 0)


def test_prints_of_re_runs_are_not_shown(run: Run) -> None:
    output = run("def strategy(candles, settings):\n    print('once')\n    return candles.close * 0\n", DAILY)
    assert output["prints"] == "once\n"


def test_the_same_run_is_tested_at_the_same_dates(run: Run) -> None:
    source = PAIRS["the next close"][1]
    assert run(source, DAILY)["causality"] == run(source, DAILY)["causality"]


def test_a_set_has_the_same_order_in_every_interpreter(run: Run) -> None:
    source = f"""{HEAD}
def strategy(candles, settings):
    order = list({{'BTC', 'ETH', 'SOL', 'ADA', 'XRP', 'TRX', 'LTC', 'BNB'}})
    print(order)
    return candles.close * 0 + [order.index(coin) / 100 for coin in candles.coins]
"""
    first, second = run(source), run(source)
    assert first["ok"]
    assert (first["weights"], first["prints"]) == (second["weights"], second["prints"])
    assert first["causality"]["reproducible"]


@pytest.mark.parametrize("interval", ["1h", "24h", "weekly"])
def test_a_range_of_one_bar_has_nothing_to_test(run: Run, interval: str) -> None:
    output = run(holding("close > close.shift(1)"), candles_blob(bars=30, first_bar=29, interval=interval))
    found = output["causality"]
    assert (found["planned"], found["tested"], found["decisions"]) == (0, 0, 0)
    assert (found["reproducible"], found["look_ahead"], found["failed"]) == (True, None, None)


@pytest.mark.parametrize(
    "order",
    [
        "[coin.name for coin in {Coin(name) for name in candles.coins}]",
        "sorted(candles.coins, key=lambda name: id(kept[6 * candles.coins.index(name)]))",
    ],
)
def test_an_order_of_objects_by_their_address_is_not_reproducible(run_at_leisure: Run, order: str) -> None:
    source = f"""{HEAD}
class Coin:
    def __init__(self, name): self.name, self.past = name, [name] * 40

def strategy(candles, settings):
    kept = [Coin(str(number)) for number in range(50)]
    order = {order}
    return candles.close * 0 + [order.index(coin) / 40 for coin in candles.coins]
"""
    # So many that two interpreters hardly ever agree on their order.
    coins = ("BTC", "ETH", "SOL", "ADA", "XRP", "BNB", "LTC", "DOT")
    candles = candles_blob(bars=60, first_bar=20, coins=coins)
    found = run_at_leisure(source, candles)["causality"]
    assert not found["reproducible"]
    assert found["first_difference"]["coin"] in coins
    assert found["look_ahead"] is None


def test_the_line_that_uses_the_future_is_named(run: Run) -> None:
    source = """
def held(close):
    calm = close.rolling(20).std() < close.rolling(60).std()
    fall = close.pct_change().shift(-1) < -0.03
    return calm & ~fall

def strategy(candles, settings):
    close = candles.close
    average = close.rolling(10).mean()
    return (held(close) & (close > average)) / 3
"""
    found = verdict(run(source, DAILY))["look_ahead"]
    assert found["line"] == 4
    assert found["at_ms"] >= DAY_2024_MS + 100 * DAY_MS, "a date within the range"


def test_an_interpreter_that_dies_between_two_runs_is_replaced(
    run_at_leisure: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_seconds = rerun._work_seconds

    async def and_kill(finished: FinishedRun) -> float:
        seconds = await work_seconds(finished)
        finished.interpreter.kill()
        await finished.interpreter.process.wait()
        return seconds

    monkeypatch.setattr(rerun, "_work_seconds", and_kill)
    found = run_at_leisure(holding("close > close.rolling(9).mean()"), DAILY)["causality"]
    assert found["tested"] >= 5
    assert found["failed"] is None
