"""Runs one strategy in the real sandbox without any server: for operators, tests and measurements."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tradeium_runner import log
from tradeium_runner.config import ConfigError, read_limits
from tradeium_runner.execution.candle_file import read_candles
from tradeium_runner.failures import (
    BlobMissing,
    InterpreterFailed,
    InvalidInput,
    PrivateStrategyFailed,
    SandboxUnavailable,
)
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.limits import MAX_CANDLES_BYTES
from tradeium_runner.main import PRIVATE_STRATEGIES
from tradeium_runner.run_input import parse_run_input
from tradeium_runner.sandbox.bubblewrap import Sandbox, prepare_sandbox
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.strategy_run import Output, Runner, run_strategy

_MAX_REPORT_BYTES = 1 << 20


def run_once(words: Sequence[str], env: Mapping[str, str]) -> int:
    """
    Prints the activity's answer as one line of JSON, with its report in it, and writes the weights. The exit status is
    0 when the strategy returned weights, 1 when it failed, 2 when nothing could run.
    """
    options = _parse(words)
    log.open_log("silent")
    try:
        sandbox = prepare_sandbox(read_limits(env))
        output = asyncio.run(_run(options, sandbox))
    except PrivateStrategyFailed:
        output = {"ok": False, "private": True}
    except (ConfigError, OSError, BlobMissing, InterpreterFailed, InvalidInput, SandboxUnavailable) as cause:
        print(f"tradeium_runner: {cause}", file=sys.stderr)
        return 2
    print(json.dumps(output))
    return 0 if output["ok"] else 1


def _parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tradeium_runner run", description=__doc__)
    strategy = parser.add_mutually_exclusive_group(required=True)
    strategy.add_argument("--strategy", type=Path, metavar="FILE", help="a strategy's Python source")
    strategy.add_argument("--private", metavar="ID", help="a strategy of ours")
    parser.add_argument("--candles", type=Path, metavar="FILE", required=True, help="candles as an Arrow file")
    parser.add_argument("--weights", type=Path, metavar="FILE", required=True, help="where to write the weights")
    parser.add_argument("--no-causality", action="store_true", help="do not run it again to test for look-ahead")
    return parser.parse_args(words)


async def _run(options: argparse.Namespace, sandbox: Sandbox) -> Output:
    candles = options.candles.read_bytes()
    parent = WarmParent(lambda: sandbox)
    pool = Pool(parent.launch, 0, elsewhere=WarmParent(lambda: sandbox))
    with tempfile.TemporaryDirectory(prefix="tradeium-run-") as folder:
        blobs = Blobs(Path(folder), None)
        value = {"run_id": "command line", "candles": await blobs.write(candles), "settings": _settings(candles)}
        if options.private:
            value["private_strategy_id"] = options.private
        else:
            value["code"] = await blobs.write(options.strategy.read_bytes())
        runner = Runner(pool, blobs, sandbox.limits, PRIVATE_STRATEGIES, not options.no_causality)
        try:
            output = await run_strategy(runner, parse_run_input(value))
        finally:
            await pool.close()
            await parent.close()
        if output["ok"]:
            options.weights.write_bytes(await blobs.read(str(output["weights"]), MAX_CANDLES_BYTES))
        report = bytes(await blobs.read(str(output["report"]), _MAX_REPORT_BYTES))
    return {**output, "report": json.loads(report)}


def _settings(candles: bytes) -> dict[str, object]:
    """The job that the backtest service would send with these candles."""
    table, shape = read_candles(memoryview(candles))
    first, last = (datetime.fromtimestamp(int(shape.timestamps[bar]) / 1000, UTC) for bar in (shape.first_bar, -1))
    return {
        "portfolio": [*shape.coins, "USDT"],
        "timeframe": table.schema.metadata[b"interval"].decode(),
        "fees": 0.001,
        "start_date": f"{first:%Y-%m-%d}",
        "end_date": f"{last:%Y-%m-%d}",
    }
