"""Runs every case of the corpus in the real sandbox and prints which are caught: python tests/corpus_table.py."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "sdk")]

from candle_samples import settings_for  # noqa: E402
from corpus import Case, candles_of  # noqa: E402
from corpus_cheats import PEEKS, RARE  # noqa: E402
from corpus_honest import COUNTING, HONEST  # noqa: E402

from tradeium_runner import log  # noqa: E402
from tradeium_runner.failures import InterpreterFailed  # noqa: E402
from tradeium_runner.files.blobs import Blobs  # noqa: E402
from tradeium_runner.limits import RunLimits  # noqa: E402
from tradeium_runner.run_input import RunInput  # noqa: E402
from tradeium_runner.sandbox.bubblewrap import prepare_sandbox  # noqa: E402
from tradeium_runner.sandbox.pool import Pool  # noqa: E402
from tradeium_runner.sandbox.warm_parent import WarmParent  # noqa: E402
from tradeium_runner.strategy_run import Runner, run_strategy  # noqa: E402

# Name: the cases, and whether they should be found out.
GROUPS = {
    "rare one-bar peeks": (PEEKS, True),
    "other rare cheats": (RARE, True),
    "by the number of candles": (COUNTING, True),
    "honest": (HONEST, False),
}


def is_accused(causality: dict[str, Any]) -> bool:
    """True if the result says that it must not be believed."""
    found = [causality[name] for name in ("look_ahead", "failed")]
    if causality["depends_on_length"] or not causality["reproducible"]:
        return True
    return any(one is not None for one in found)


async def main(words: Sequence[str]) -> int:
    """Runs the cases with one of these words in their group or name, or all; returns 1 if one is judged wrongly."""
    log.open_log("silent")
    sandbox = prepare_sandbox(RunLimits(1 << 30, 60))
    parent = WarmParent(lambda: sandbox)
    pool = Pool(parent.launch, 2, elsewhere=WarmParent(lambda: sandbox))
    pool.start()
    wrong_ones = 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(pool, Blobs(Path(folder), None), sandbox.limits, Path("/nonexistent"))
        for group, (cases, expected) in GROUPS.items():
            chosen = [case for case in cases if not words or any(word in f"{group}: {case.name}" for word in words)]
            outputs = [await _run(runner, case) for case in chosen]
            wrong = [case for case, output in zip(chosen, outputs, strict=True) if _accused(output) is not expected]
            wrong_ones += len(wrong)
            _print_group(group, chosen, outputs, wrong, expected)
    await pool.close()
    await parent.close()
    return 1 if wrong_ones else 0


async def _run(runner: Runner, case: Case) -> dict[str, Any]:
    candles = candles_of(case.candles)
    code, data = await runner.blobs.write(case.source.encode()), await runner.blobs.write(candles)
    run = RunInput("corpus", code, None, data, settings_for(candles))
    try:
        output = await run_strategy(runner, run)
    except InterpreterFailed:
        output = await run_strategy(runner, run)
    report = bytes(await runner.blobs.read(str(output["report"]), 1 << 20))
    return {**output, "words": report.decode()}


def _accused(output: dict[str, Any]) -> bool | None:
    return is_accused(output["causality"]) if output["ok"] else None


def _print_group(
    group: str, cases: list[Case], outputs: list[dict[str, Any]], wrong: list[Case], expected: bool
) -> None:
    accused = sum(_accused(output) is True for output in outputs)
    seconds = [
        sum(output["timing_ms"][name] for output in outputs if output["ok"]) / 1000
        for name in ("strategy", "causality")
    ]
    words = "caught" if expected else "accused"
    print(
        f"{group}: {accused} of {len(cases)} {words}; strategies {seconds[0]:.1f} s, tests {seconds[1]:.1f} s",
        flush=True,
    )
    for case, output in zip(cases, outputs, strict=True):
        if case in wrong:
            found = output.get("causality") or output["words"]
            print(
                f"  {'missed' if expected else 'accused'}: {case.candles}, {case.name}: {found} {output['words'][:300]}"
            )


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
