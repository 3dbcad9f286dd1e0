"""The strategy library is run on real candles: every example trades, keeps to the contract, and uses no later bar."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from candle_samples import read_arrow
from conftest import Run
from real_candles import blob_of, real_candles

EXAMPLES = Path(__file__).parents[3] / "web" / "src" / "features" / "strategy-editor" / "library" / "examples"
SOURCES = sorted(EXAMPLES.glob("*.py"))
COINS = ("BTC", "ETH", "BNB", "XRP", "ADA")
FIRST, START, END = "2020-01-01", "2021-01-01", "2023-01-01"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_an_example_trades_and_uses_no_later_bar(
    run_at_leisure: Run, blob_path: Callable[[str], Path], path: Path
) -> None:
    output = run_at_leisure(path.read_text(), blob_of(real_candles(COINS, FIRST, END, "24h"), START))
    assert output["ok"], output
    weights = read_arrow(blob_path(output["weights"]).read_bytes()).drop(["timestamp"])
    assert max(np.nanmax(column.to_numpy()[366:]) for column in weights.columns) > 0
    causality = output["causality"]
    assert causality["reproducible"]
    assert [causality[each] for each in ("look_ahead", "depends_on_length", "failed")] == [None] * 3
    assert causality["tested"] >= causality["planned"] > 0


def test_the_library_has_ten_examples() -> None:
    assert len(SOURCES) == 10
