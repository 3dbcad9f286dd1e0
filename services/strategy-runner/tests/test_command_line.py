"""One run from the command line, without any server, for operators, tests and measurements."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from candle_samples import candles_blob, read_arrow

ROOT = Path(__file__).parent.parent
GOOD = "def strategy(candles, settings):\n    print(settings.start_date)\n    return candles.close * 0\n"


@pytest.fixture
def candles(tmp_path: Path) -> Path:
    path = tmp_path / "candles.arrow"
    path.write_bytes(candles_blob())
    return path


def command(tmp_path: Path, *words: str) -> tuple[int, dict[str, Any] | None, str]:
    program = [sys.executable, "-m", "tradeium_runner", "run", *words, "--weights", str(tmp_path / "weights.arrow")]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode, json.loads(ended.stdout) if ended.stdout else None, ended.stderr


def strategy(tmp_path: Path, source: str) -> tuple[str, str]:
    (tmp_path / "strategy.py").write_text(source)
    return "--strategy", str(tmp_path / "strategy.py")


def test_a_strategy_gives_weights_and_the_answer(tmp_path: Path, candles: Path) -> None:
    status, answer, _ = command(tmp_path, *strategy(tmp_path, GOOD), "--candles", str(candles))
    assert answer
    assert (status, answer["ok"]) == (0, True)
    assert answer["causality"]["tested"] >= answer["causality"]["planned"] == 5
    assert answer["report"]["prints"] == "2024-01-21\n"
    assert read_arrow((tmp_path / "weights.arrow").read_bytes()).num_rows == 60


def test_re_runs_can_be_left_out_and_failures_are_told(tmp_path: Path, candles: Path) -> None:
    words = ("--candles", str(candles), "--no-causality")
    status, answer, _ = command(tmp_path, *strategy(tmp_path, GOOD), *words)
    assert (status, answer and answer["causality"]) == (0, None)
    status, answer, _ = command(tmp_path, *strategy(tmp_path, "def strategy(c, s): return c.nothing"), *words)
    assert answer
    assert (status, answer["kind"], answer["line"]) == (1, "exception", 1)
    assert "nothing" in answer["report"]["message"]


def test_what_cannot_be_run_is_said_in_a_line(tmp_path: Path, candles: Path) -> None:
    status, answer, said = command(tmp_path, "--private", "nothing_of_this_name", "--candles", str(candles))
    assert (status, answer, said.count("\n")) == (2, None, 1)
    assert "there is no private strategy nothing_of_this_name" in said
    status, _, said = command(tmp_path, *strategy(tmp_path, GOOD), "--candles", str(tmp_path / "none"))
    assert (status, said.count("\n")) == (2, 1)
