"""Weights that hang on how many candles there are, and honest ones that look similar: each in the real sandbox."""

from __future__ import annotations

from typing import Any

import pytest
from candle_samples import DAY_2024_MS, candles_blob
from conftest import Run

DAY_MS = 86_400_000
# With more warm-up than any average here needs, with little, and with none.
LONG, SHORT, NONE = (candles_blob(bars=330, first_bar=first_bar) for first_bar in (260, 120, 0))

_HEAD = """import numpy as np
import pandas as pd


def strategy(candles, settings):
    c, v = candles.close, candles.volume
    r, n, t, i, k = c.pct_change(), len(c), c.index, np.arange(len(c)), len(candles.coins)
"""

# Name: the candles, the lines that make `w`.
HONEST = {
    "a rolling mean": (LONG, "w = (c > c.rolling(50).mean()) / k"),
    "an expanding mean, without warm-up": (NONE, "w = (c > c.expanding().mean()) / k"),
    "exponential means": (SHORT, "w = (c.ewm(span=10).mean() > c.ewm(span=40).mean()) / k"),
    "weeks of closed candles": (
        SHORT,
        "week = candles.resample('weekly').close\n"
        "w = (week > week.shift(3)).reindex(t, method='ffill').fillna(False).astype(float) / k",
    ),
    "a guard that the warm-up satisfies": (
        LONG,
        "if len(t) < 250: return c * 0.0\nw = (c > c.rolling(250).mean()) / k",
    ),
    "a guard as long as its average": (
        SHORT,
        "if len(t) < 200: return c * 0.0\nw = (c > c.rolling(200).mean()) / k",
    ),
    "a guard that gives zeros where there was no decision yet": (
        SHORT,
        "if len(t) < 200: return c * 0.0\nw = ((c > c.rolling(200).mean()) / k).where(c.rolling(200).count() == 200)",
    ),
    "a guard that raises where a deployment never is": (
        SHORT,
        "assert len(t) > 121, 'too few candles'\nw = (c > c.rolling(20).mean()) / k",
    ),
    "ranks among coins": (SHORT, "w = (c.pct_change(30).rank(axis=1) == 3).astype(float)"),
    "the distance from the highest price so far": (NONE, "w = (c > 0.8 * c.cummax()) / k"),
    "empty rows between rebalances": (
        SHORT,
        "from tradeium_strategy import drift_bands, rebalance_every\n"
        "w = drift_bands(rebalance_every((c > 0) / k, candles, 'weekly'), candles, 0.05)",
    ),
    "a purchase at the start": (
        SHORT,
        "from tradeium_strategy import invest_at_start, rebalance_every\n"
        "w = invest_at_start(rebalance_every((c > 0) / k, candles, 'weekly'), settings)",
    ),
    "days of the calendar": (SHORT, "w = c * 0.0 + 1 / k\nw[t.month % 2 == 0] = 0.0"),
    "every seventh bar from the first": (SHORT, "w = c * np.nan\nw[i % 7 == 0] = (c > c.shift(7))[i % 7 == 0] / k"),
    "chance by date": (
        SHORT,
        "w = c * 0.0\nw['ETH'] = [np.random.default_rng(d.year * 1000 + d.dayofyear).random() for d in t]",
    ),
    "chance row by row": (
        SHORT,
        "w = pd.DataFrame(np.random.default_rng(4).random(c.shape) / k, t, c.columns)",
    ),
    "an expanding score": (SHORT, "w = (((c - c.expanding().mean()) / c.expanding().std()) < 0) / k"),
    "from the first price of a coin on": (
        candles_blob(bars=330, first_bar=120, listed_late=100),
        "w = c * 0.0\nfor coin in candles.coins: w[coin] = (t > c[coin].first_valid_index() + pd.Timedelta('30D')) / k",
    ),
    "ranks among all that was": (NONE, "w = (c.expanding().rank(pct=True) > 0.5) / k"),
    "a choice among coins month by month": (
        SHORT,
        "w = c * np.nan\n"
        "for day in np.flatnonzero(t.is_month_start):\n"
        "    past = c.iloc[: day + 1]\n"
        "    w.iloc[day] = (past.iloc[-1] / past.iloc[0]).rank().eq(k).astype(float)\n"
        "w = w.ffill()",
    ),
    "a length that was chosen in the warm-up": (
        LONG,
        "def gain(b): return ((c > c.rolling(b).mean()).shift(1) * r).loc[:settings.start_date].sum().sum()\n"
        "best = max(range(5, 50, 5), key=gain)\n"
        "w = (c > c.rolling(best).mean()) / k",
    ),
    "the dates of the settings": (
        SHORT,
        "w = (c > c.rolling(20).mean()) / k\nw = w.loc[:settings.end_date]\nw[t < settings.start_date] = 0.0",
    ),
    "the last days written out": (SHORT, "w = pd.DataFrame(1 / k, t, c.columns)\nw[t >= '2024-11-10'] = 0.0"),
    "a loop over the bars": (
        SHORT,
        "a, out, held = c['BTC'].to_numpy(), [], 0.0\n"
        "for b in range(n):\n"
        "    held = 1.0 if b >= 20 and a[b] > a[b - 20] else held * 0.9\n"
        "    out.append(held)\n"
        "w = c * 0.0\nw['BTC'] = out",
    ),
}

COUNTING = {
    "the last quarter": (SHORT, "w = c * 0.0\nw['BTC'] = np.where(i > n * 0.75, 1.0, 0.2)"),
    "a line over all bars": (SHORT, "w = c * 0.0\nw['BTC'] = np.linspace(0, 1, n)"),
    "the bar in the middle": (SHORT, "w = c * 0.0\nw.loc[t >= t[n // 2], 'ETH'] = 1.0"),
    "a guard that zeroes decisions": (SHORT, "if len(t) < 250: return c * 0.0\nw = (c > c.rolling(20).mean()) / k"),
    "a guard on the first bars of the range only": (
        SHORT,
        "if len(t) < 123: return c * 0.0\nw = (c > 0) / k",
    ),
    "not the last bars": (SHORT, "w = (c > 0) / k\nw.iloc[-5:] = 0.0"),
    "counted from the end": (SHORT, "w = c * 0.0\nw['BTC'] = (i[::-1] % 20 < 10).astype(float)"),
    "chance by the number of bars": (
        SHORT,
        "w = pd.DataFrame(np.random.default_rng(n).random(c.shape) / k, t, c.columns)",
    ),
    "until the end date": (
        SHORT,
        "w = (c > 0) / k\nw[t > pd.Timestamp(settings.end_date, tz='UTC') - pd.Timedelta('9D')] = 0.0",
    ),
    "a window of a tenth of the bars": (SHORT, "w = (c > c.rolling(n // 10).mean()) / k"),
}

# On ranges of 30 days behind 300 of warm-up, where the future is a small part of the table.
MONTH = candles_blob(bars=330, first_bar=300)
WHOLE = {
    "the best coin": "w = c * 0.0\nw[(c.iloc[-1] / c.iloc[0]).idxmax()] = 1.0",
    "the calmest coin": "w = c * 0.0\nw[r.std().idxmin()] = 1.0",
    "the best ratio": "w = c * 0.0\nw[(r.mean() / r.std()).idxmax()] = 1.0",
    "all that rose": "w = c * 0.0\nfor coin in candles.coins: w[coin] = float(c[coin].iloc[-1] > c[coin].iloc[0]) / k",
    "the most traded coin": "w = c * 0.0\nw[v.mean().idxmax()] = 1.0",
    "mean and deviation": "w = (((c - c.mean()) / c.std()) > 0) / k",
    "a quantile": "w = (c < c.quantile(0.3)) / k",
    "ranks over time": "w = (c.rank(pct=True) > 0.5) / k",
    "a line fitted to all": (
        "w = c * 0.0\nfor coin in candles.coins: w[coin] = (c[coin] > np.polyval(np.polyfit(i, c[coin], 1), i)) / k"
    ),
    "the last price": "w = (c < c.iloc[-1]) / k",
}


def source(lines: str) -> str:
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    return f"{_HEAD}{body}\n    return w.astype(float)\n"


def judged(run: Run, lines: str, candles: bytes) -> dict[str, Any]:
    output = run(source(lines), candles)
    assert output["ok"], output
    causality: dict[str, Any] = output["causality"]
    return causality


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_strategy_stays_unaccused(run_at_leisure: Run, name: str) -> None:
    candles, lines = HONEST[name]
    found = judged(run_at_leisure, lines, candles)
    told = {key: found[key] for key in ("look_ahead", "depends_on_length", "rounding", "made_up", "failed")}
    assert told == dict.fromkeys(told)
    assert found["reproducible"]
    assert found["tested"] >= found["planned"] == 5


@pytest.mark.parametrize("name", COUNTING)
def test_what_hangs_on_the_number_of_candles_is_told_with_its_line(run_at_leisure: Run, name: str) -> None:
    candles, lines = COUNTING[name]
    found = judged(run_at_leisure, lines, candles)
    assert (found["look_ahead"], found["rounding"], found["failed"]) == (None, None, None)
    difference = found["depends_on_length"]
    assert DAY_2024_MS + 119 * DAY_MS <= difference["at_ms"] <= difference["known_until_ms"], "a decision of the range"
    assert difference["weight"] != difference["without_future"]
    assert difference["line"] is not None


@pytest.mark.parametrize("name", WHOLE)
def test_a_choice_that_rests_on_the_whole_table_is_found_in_a_short_range(run_at_leisure: Run, name: str) -> None:
    found = judged(run_at_leisure, WHOLE[name], MONTH)
    assert found["look_ahead"] is not None, found
    assert found["made_up"] is None


def test_all_decisions_of_a_short_range_are_tested(run_at_leisure: Run) -> None:
    found = judged(run_at_leisure, HONEST["a rolling mean"][1], MONTH)
    assert found["tested"] == found["decisions"] == 29


def test_a_rest_before_the_range_that_counts_is_not_told(run_at_leisure: Run) -> None:
    lines = "w = c * 0.0 + 1 / k\nw[i < min(100, n // 4)] = 0.0"
    assert judged(run_at_leisure, lines, SHORT)["depends_on_length"] is None
