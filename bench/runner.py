"""Measures the strategy runner from inside its process: hand-overs, starts, a whole run, points of a study, memory."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa

from tradeium_runner import log
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.limits import RunLimits
from tradeium_runner.main import PRIVATE_STRATEGIES
from tradeium_runner.message_file import message_file
from tradeium_runner.points_run import run_points
from tradeium_runner.run_input import parse_points_input, parse_run_input
from tradeium_runner.sandbox.bubblewrap import Sandbox, prepare_sandbox
from tradeium_runner.sandbox.cgroup import find_cgroup_parent
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.strategy_run import Output, Runner, run_strategy

LIMITS = RunLimits(memory_bytes=1 << 30, timeout_seconds=60)
WARM_INTERPRETERS = 2
HAND_OVERS = 60
COLD_STARTS = 5
YEARS = 20
WARM_UP_DAYS, YEAR_DAYS = 400, 365
POINTS = 400
SAMPLE_SECONDS = 0.002

EVEN = """
def strategy(candles, settings):
    return candles.close * 0 + 1 / candles.close.shape[1]
"""

MOMENTUM = """
def strategy(candles, settings):
    momentum = candles.close.pct_change(30)
    return (momentum > 0).div((momentum > 0).sum(axis=1).clip(lower=1), axis=0)
"""

AVERAGES = """
import statistics, time

PARAMETERS = {"slow": {"default": 50, "min": 20, "max": 500, "step": 1}}

def crossed(candles, slow):
    up = candles.close.rolling(10).mean() > candles.close.rolling(slow).mean()
    return up.div(up.sum(axis=1).clip(lower=1), axis=0)

def strategy(candles, settings):
"""
ONCE = "    return crossed(candles, settings.parameters['slow'])\n"
# The strategy's own time, where it runs.
OFTEN = f"""
    times = []
    for slow in range(20, 20 + {POINTS}):
        started = time.perf_counter()
        crossed(candles, slow)
        times.append(time.perf_counter() - started)
    print(statistics.mean(times) * 1000)
    return crossed(candles, 20)
"""

# Every page is really written to.
GREEDY = """
def strategy(candles, settings):
    held = []
    while True:
        held.append(b"x" * (16 << 20))
"""


async def main(candles: Path, settings: dict[str, object]) -> dict[str, object]:
    sandbox = prepare_sandbox(LIMITS)
    cold = [await start_ms(sandbox) for _ in range(COLD_STARTS)]
    with tempfile.TemporaryDirectory() as folder:
        blobs = Blobs(Path(folder), None)
        parent = WarmParent(lambda: sandbox)
        pool = Pool(parent.launch, WARM_INTERPRETERS, elsewhere=WarmParent(lambda: sandbox))
        runner = Runner(pool, blobs, LIMITS, PRIVATE_STRATEGIES)
        digest = await blobs.write(candles.read_bytes())
        last_year = await blobs.write(year_of(candles.read_bytes()))

        async def warm() -> None:
            while len(pool.idle) < WARM_INTERPRETERS:
                await asyncio.sleep(SAMPLE_SECONDS)

        async def run(source: str, **more: object) -> Output:
            code = await blobs.write(source.encode())
            job = {"run_id": "bench", "code": code, "candles": digest, "settings": settings, **more}
            await warm()
            return await run_strategy(runner, parse_run_input(job))

        async def batch() -> dict[str, object]:
            output = await run(AVERAGES + OFTEN, reruns=False)
            own = json.loads(bytes(await blobs.read(str(output["report"]), 1 << 20)))["prints"]
            points = [{"index": n, "parameters": {"slow": 20 + n}} for n in range(POINTS)]
            source = message_file({"check": "bench", "code": AVERAGES + ONCE, "points": points})
            value = {"source": await blobs.write(source), "candles": digest, "settings": settings}
            await warm()
            done = await run_points(runner, parse_points_input({**value, "run_id": "bench", "budget_ms": 60_000}))
            return {"count": done["done"], "own_ms": float(own), "total_ms": done["timing_ms"]["total"]}

        pool.start()
        # A pool that no run has used keeps only one interpreter ready.
        await (await pool.take()).close()
        try:
            runs = [await run(EVEN) for _ in range(HAND_OVERS)]
            years = [await run(f"# {n}{MOMENTUM}", candles=last_year) for n in range(YEARS)]
            points = await batch()
            output, peak = await with_peak_memory(run(GREEDY))
        finally:
            await pool.close()
            await parent.close()
    return {
        "hand_over_ms": [one["timing_ms"]["interpreter_wait"] for one in runs],
        "cold_start_ms": [first for first, _ in cold],
        "fork_ms": [second for _, second in cold],
        "year_ms": [one["timing_ms"]["total"] for one in years],
        "year_tests_ms": [one["timing_ms"]["causality"] for one in years],
        "points": points,
        "memory": {"limit": LIMITS.memory_bytes, "peak": peak, "kind": output.get("kind")},
    }


async def start_ms(sandbox: Sandbox) -> tuple[float, float]:
    """From nothing to an interpreter that waits for its job, and from there to the next one of the same parent."""
    parent = WarmParent(lambda: sandbox)
    start = time.perf_counter()
    first = await parent.launch(True)
    ready = time.perf_counter()
    second = await parent.launch(True)
    end = time.perf_counter()
    for each in (first, second, parent):
        await each.close()
    return (ready - start) * 1000, (end - ready) * 1000


def year_of(candles: bytes) -> bytes:
    """The last year of these daily candles, with the days before it that a run gets to warm up."""
    table = pa.ipc.open_file(pa.py_buffer(candles)).read_all()
    table = table.slice(table.num_rows - WARM_UP_DAYS - YEAR_DAYS).combine_chunks()
    table = table.replace_schema_metadata({**table.schema.metadata, b"first_bar": str(WARM_UP_DAYS).encode()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


async def with_peak_memory(work: asyncio.Future[Output]) -> tuple[Output, int | None]:
    """The highest use that the kernel has accounted to any interpreter; None where there are no cgroups."""
    task, peak = asyncio.ensure_future(work), 0
    while not task.done():
        peak = max(peak, *peaks())
        await asyncio.sleep(SAMPLE_SECONDS)
    return task.result(), peak or None


def peaks() -> list[int]:
    parent = find_cgroup_parent()
    if parent is None:
        return [0]
    file = "memory.max_usage_in_bytes" if parent.version == 1 else "memory.peak"
    found = [0]
    for group in parent.directories["memory"].glob(f"{parent.name}.*/{file}"):
        try:
            found.append(int(group.read_text()))
        except OSError:
            # It has ended since.
            continue
    return found


if __name__ == "__main__":
    log.open_log("error")
    print(json.dumps(asyncio.run(main(Path(sys.argv[1]), json.loads(sys.argv[2])))))
