"""A source in a message file runs like any other, and its report is of this run alone."""

from __future__ import annotations

import asyncio
import json

from candle_samples import candles_blob, settings_for
from hostile import GOOD

from tradeium_runner.run_input import RunInput
from tradeium_runner.strategy_run import Runner, run_strategy


def test_a_marked_source_gives_the_same_and_a_report_with_its_mark(
    loop: asyncio.AbstractEventLoop, runner: Runner
) -> None:
    async def story() -> None:
        candles = candles_blob()
        data, plain = await runner.blobs.write(candles), await runner.blobs.write(GOOD.encode())
        job = json.dumps({"check": "run-1", "code": GOOD}).encode()
        marked = await runner.blobs.write(b"\0REPLY\0" + job + b"\0")
        outputs = [
            await run_strategy(runner, RunInput("test", code, None, data, settings_for(candles)))
            for code in (plain, marked)
        ]
        for same in ("weights", "code_sha256"):
            assert outputs[0][same] == outputs[1][same]
        reports = [json.loads(bytes(await runner.blobs.read(str(each["report"]), 10_000))) for each in outputs]
        assert reports[1] == {**reports[0], "run": "run-1"}

    loop.run_until_complete(story())
