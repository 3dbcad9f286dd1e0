"""A private strategy's source never leaves the runner: not in an answer, blob, log line, error or sandbox."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import traceback
from pathlib import Path
from typing import Any

import pytest
from candle_samples import candles_blob, settings_for
from conftest import Run
from hostile import attack
from temporalio.converter import DataConverter
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment

from tradeium_runner.activity import make_run_strategy
from tradeium_runner.failures import InvalidInput
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.main import PRIVATE_STRATEGIES
from tradeium_runner.run_input import parse_run_input
from tradeium_runner.strategy_run import Runner

CANARY = "canary_of_the_source"
BODIES = {
    "success": f"print('{CANARY}')\n    return candles.close * 0",
    "look-ahead": f"print('{CANARY}')\n    return (candles.close.shift(-1) > candles.close) / 3",
    "failed re-run": f"if len(candles.close) < 60: raise ValueError('{CANARY}')\n    return candles.close * 0",
    "syntax": f"{CANARY} ===",
    "contract": f"{CANARY} = 7\n    return candles.close * {CANARY}",
    "exception": f"raise ValueError('{CANARY}')",
    "timeout": f"print('{CANARY}')\n    while True: {CANARY} = 1",
    "memory": f"{CANARY} = bytearray(4 << 30)",
    "forbidden": f"open('/tmp/{CANARY}', 'w')",
    "killed": f"print('{CANARY}', flush=True)\n    import os; os._exit(7)",
}
WORKS = ("success", "look-ahead", "failed re-run")


@pytest.fixture
def private_runner(runner: Runner, tmp_path: Path) -> Runner:
    (tmp_path / "strategies").mkdir()
    blobs = Blobs(tmp_path / "blobs", None)
    return dataclasses.replace(runner, private_strategies=tmp_path / "strategies", blobs=blobs)


def value_for(loop: asyncio.AbstractEventLoop, runner: Runner, name: str) -> dict[str, Any]:
    candles = candles_blob()
    digest = loop.run_until_complete(runner.blobs.write(candles))
    return {"run_id": "r", "private_strategy_id": name, "candles": digest, "settings": settings_for(candles)}


@pytest.mark.parametrize("name", BODIES)
def test_nothing_that_leaves_the_runner_has_any_of_the_source(
    loop: asyncio.AbstractEventLoop,
    private_runner: Runner,
    name: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (private_runner.private_strategies / "ours.py").write_text(
        f"# {CANARY}\ndef strategy(candles, settings):\n    {BODIES[name]}\n"
    )
    value = value_for(loop, private_runner, "ours")
    activity = make_run_strategy(private_runner)
    visible = ""
    with caplog.at_level(logging.DEBUG):
        try:
            output = loop.run_until_complete(ActivityEnvironment().run(activity, value))
            assert name in WORKS
            assert output["ok"]
            assert len(str(output["code_sha256"])) == 64
            report = json.loads(bytes(loop.run_until_complete(private_runner.blobs.read(str(output["report"]), 9999))))
            assert report == {"prints": "", "message": None, "source_line": None, "rerun_failure": None}
            visible += repr(output)
        except ApplicationError as cause:
            assert name not in WORKS
            assert (cause.type, cause.non_retryable, cause.details) == ("PrivateStrategyFailed", True, ())
            assert (cause.__cause__, cause.__suppress_context__) == (None, True)
            visible += "".join(traceback.format_exception(cause)) + failure_as_sent(cause)
            assert "a private strategy failed" in caplog.text
    visible += caplog.text + "".join(repr(vars(record)) for record in caplog.records) + "".join(capfd.readouterr())
    for path in private_runner.blobs._directory.rglob("*"):
        visible += path.name + (path.read_bytes().decode("latin-1") if path.is_file() else "")
    assert CANARY not in visible


def failure_as_sent(cause: BaseException) -> str:
    from temporalio.api.failure.v1 import Failure

    failure = Failure()
    converter = DataConverter.default
    converter.failure_converter.to_failure(cause, converter.payload_converter, failure)
    return str(failure)


def test_the_same_source_does_leave_when_it_is_a_users_own(run: Run) -> None:
    """The test above would find a leak."""
    output = run(f"def strategy(candles, settings):\n    {BODIES['exception']}\n")
    assert CANARY in output["message"]
    assert CANARY in output["source_line"]


@pytest.mark.parametrize("name", ["missing", "../strategies/ours", "ours.py", "Ours", "", "ours\n", "a" * 101, 7])
def test_only_the_id_of_one_that_is_there_is_taken(
    loop: asyncio.AbstractEventLoop, private_runner: Runner, name: Any
) -> None:
    (private_runner.private_strategies / "ours.py").write_text(attack("pass"))
    with pytest.raises(ApplicationError) as caught:
        value = value_for(loop, private_runner, name)
        loop.run_until_complete(ActivityEnvironment().run(make_run_strategy(private_runner), value))
    assert (caught.value.type, caught.value.non_retryable) == ("InvalidInput", True)


def test_code_and_private_strategy_exclude_each_other() -> None:
    value = {"run_id": "r", "candles": "0" * 64, "settings": settings_for(candles_blob())}
    for both in ({}, {"code": "0" * 64, "private_strategy_id": "ours"}):
        with pytest.raises(InvalidInput, match="exactly one"):
            parse_run_input(value | both)


def test_no_strategy_finds_the_sources_of_private_ones(run: Run) -> None:
    search = """
    print(sorted(os.listdir('/')), sorted(os.listdir('/sdk')))
    """
    assert [path.name for path in PRIVATE_STRATEGIES.glob("*.py")] == ["trendbot_2_0.py"]
    top, sdk = run(attack(search))["prints"].split("] [")
    assert "strategies" not in top
    assert sdk == "'bootstrap.py', 'check.py', 'tradeium_sandbox', 'tradeium_strategy', 'trial.py']\n"
