"""The authors' page is run as printed: good examples must trade, broken ones fail with the quoted message."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tradeium_strategy
from candle_samples import candles_blob, read_arrow
from conftest import Run

from tradeium_runner.failures import KINDS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "strategies.md").read_text()
CATALOGUE = (ROOT / "libs" / "contracts" / "src" / "findings.ts").read_text()
GOOD = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
BROKEN = re.findall(r"```python broken\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
FINDINGS = dict(re.findall(r"^  ([A-Z_]+): \{\n.*?^    text: '(.*?)',$", CATALOGUE, re.DOTALL | re.MULTILINE))


def candles() -> bytes:
    return candles_blob(bars=400, first_bar=200)


@pytest.mark.parametrize("source", GOOD, ids=count())
def test_an_example_trades_and_sees_no_future(
    run_at_leisure: Run, blob_path: Callable[[str], Path], source: str
) -> None:
    output = run_at_leisure(source, candles())
    assert output["ok"], output
    weights = read_arrow(blob_path(output["weights"]).read_bytes()).drop(["timestamp"])
    assert max(np.nanmax(column.to_numpy()[200:]) for column in weights.columns) > 0
    found = output["causality"]
    assert found["tested"] >= found["planned"] == 5
    assert text_of(output).startswith(f"NO_LOOK_AHEAD: {found['tested']} of 199 decisions were tested")


@pytest.mark.parametrize(("source", "quoted"), BROKEN, ids=count())
def test_a_broken_example_is_told_what_the_page_quotes(run_at_leisure: Run, source: str, quoted: str) -> None:
    expected = re.escape(" ".join(quoted.split())).replace("…", ".+")
    assert re.fullmatch(expected, text_of(run_at_leisure(source, candles())))


def test_no_block_is_left_out() -> None:
    assert len(GOOD) >= 10
    assert len(BROKEN) >= 12
    assert PAGE.count("```") == 2 * (len(GOOD) + 2 * len(BROKEN))


def test_every_finding_and_kind_of_failure_is_explained() -> None:
    assert len(FINDINGS) > 10
    table = PAGE.split("## What the checks say")[1].split("\n## ")[0]
    assert set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", table)) == set(FINDINGS)
    kinds = PAGE.split("## When it fails")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", kinds, re.MULTILINE)) == set(KINDS)


def test_every_name_that_is_exported_is_on_the_page() -> None:
    blocks = set(re.findall(r"`(\w+)\(", PAGE))
    functions = {name for name in tradeium_strategy.__all__ if name.islower()}
    assert functions <= blocks
    assert all(hasattr(tradeium_strategy, name) for name in tradeium_strategy.__all__)


def test_a_helper_that_is_misused_points_at_the_authors_line(run: Run) -> None:
    output = run(
        "from tradeium_strategy import *\n\ndef chosen(candles):\n    return rank_top(candles, 3)\n\n"
        "def strategy(candles, settings):\n    return chosen(candles)\n"
    )
    assert (output["kind"], output["line"], output["source_line"]) == ("exception", 4, "return rank_top(candles, 3)")
    assert output["message"] == (
        "TypeError: scores must be a DataFrame with a column per coin, not a Candles; "
        "pass one of its tables, such as candles.close"
    )


def text_of(output: dict[str, Any]) -> str:
    """A failure, or the result of the look-ahead test, in the words that the author sees."""
    if not output["ok"]:
        where = "" if output["line"] is None else f", line {output['line']}"
        return f"{output['kind']}{where}: {output['message']}"
    code, data = finding(output["causality"])
    text = re.sub(r"\[([^]]*)\]", lambda part: part[1] if set(re.findall(r"\{(\w+)\}", part[1])) <= set(data) else "",
                  FINDINGS[code])  # fmt: skip
    return f"{code}: " + re.sub(r"\{(\w+)\}", lambda match: str(data[match[1]]), text)


def finding(causality: dict[str, Any]) -> tuple[str, dict[str, object]]:
    """As the backtest service derives it from the runner's answer."""
    if not causality["reproducible"]:
        first = causality["first_difference"]
        return "NOT_REPRODUCIBLE", {
            "coin": first["coin"],
            "at": day(first["at_ms"]),
            "weight": weight(first["weight"]),
            "again": weight(first["again"]),
        }
    if ahead := causality["look_ahead"]:
        return f"LOOK_AHEAD_{ahead['future'].upper()}", {
            "coin": ahead["coin"],
            "at": day(ahead["at_ms"]),
            "knownUntil": day(ahead["known_until_ms"]),
            "weight": weight(ahead["weight"]),
            "withoutFuture": weight(ahead["without_future"]),
            **({"line": ahead["line"]} if ahead["line"] else {}),
        }
    if length := causality["depends_on_length"]:
        return "DEPENDS_ON_LENGTH", {
            "coin": length["coin"],
            "at": day(length["at_ms"]),
            "knownUntil": day(length["known_until_ms"]),
            "weight": weight(length["weight"]),
            "withoutFuture": weight(length["without_future"]),
            "line": length["line"],
        }
    if failed := causality["failed"]:
        change = {"cut": "missing", "noise": "replaced by noise"}[failed["future"]]
        return "FUTURE_REQUIRED", {
            "knownUntil": day(failed["known_until_ms"]),
            "change": change,
        }
    return "NO_LOOK_AHEAD", {
        "dates": causality["tested"],
        "decisions": causality["decisions"],
        "madeUp": causality["made_up_tested"],
    }


def day(moment_ms: int) -> str:
    return datetime.fromtimestamp(moment_ms / 1000, UTC).strftime("%Y-%m-%d")


def weight(value: float | None) -> str:
    return "none (NaN)" if value is None else f"{value:.4f}".rstrip("0").rstrip(".")
