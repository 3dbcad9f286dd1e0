"""Fast strategies run on several cuts in one child: anything they leave there neither accuses nor hides."""

from __future__ import annotations

from typing import Any

from candle_samples import candles_blob
from conftest import Run

DAILY = candles_blob(bars=400, first_bar=100)


def causality_of(output: dict[str, Any]) -> dict[str, Any]:
    assert output["ok"], output
    causality: dict[str, Any] = output["causality"]
    return causality


def test_what_earlier_cuts_leave_for_later_ones_is_not_held_against_a_strategy(run_at_leisure: Run) -> None:
    source = """import pandas as pd

def strategy(candles, settings):
    pd.times = getattr(pd, "times", 0) + 1
    return candles.close * 0 + 0.01 * pd.times
"""
    found = causality_of(run_at_leisure(source, DAILY))
    assert (found["look_ahead"], found["reproducible"], found["failed"]) == (None, True, None)
    assert found["tested"] >= 5


def test_what_earlier_cuts_leave_is_never_the_future_of_later_ones(run: Run) -> None:
    source = """import pandas as pd

def strategy(candles, settings):
    pd.known = max(getattr(pd, "known", candles.close), candles.close, key=len)
    held = (pd.known.shift(-1) > pd.known).reindex(candles.close.index)
    return held.astype(float) / len(candles.coins)
"""
    assert causality_of(run(source, DAILY))["look_ahead"] is not None
