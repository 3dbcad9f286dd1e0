"""The worker as in production: a separate process, against a real Temporal server."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from candle_samples import candles_blob, settings_for
from server_programs import find_server
from temporalio import workflow
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError, WorkflowHandle
from temporalio.common import RetryPolicy
from temporalio.exceptions import ActivityError, ApplicationError, CancelledError
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

ROOT = Path(__file__).parent.parent
GOOD = "def strategy(candles, settings):\n    return candles.close.notna() / len(candles.coins)\n"
RUNS_BESIDE_A_BROKEN_WORKER = 20
ENDLESS = "def strategy(candles, settings):\n    while True: pass\n"

Handle = WorkflowHandle[Any, Any]

pytestmark = pytest.mark.integration


@workflow.defn
class RunOnce:
    """Calls the activity by name, as the backtest service does."""

    is_started = False

    @workflow.signal(name="strategyStarted")
    def started(self) -> None:
        self.is_started = True

    @workflow.update
    async def until_started(self) -> None:
        await workflow.wait_condition(lambda: self.is_started)

    @workflow.run
    async def run(
        self, value: dict[str, Any], task_queue: str = "strategy-runner", name: str = "runStrategy"
    ) -> dict[str, Any]:
        return await workflow.execute_activity(
            name,
            value,
            task_queue=task_queue,
            start_to_close_timeout=timedelta(seconds=90),
            heartbeat_timeout=timedelta(seconds=10),
            retry_policy=RetryPolicy(maximum_attempts=2, initial_interval=timedelta(milliseconds=100)),
            cancellation_type=workflow.ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
        )


@workflow.defn
class CheckOnce:
    """Has a file checked, as the backtest service does."""

    @workflow.run
    async def run(self, value: dict[str, Any]) -> dict[str, Any]:
        return await workflow.execute_activity(
            "checkStrategy",
            value,
            task_queue="strategy-checks",
            start_to_close_timeout=timedelta(seconds=60),
            retry_policy=RetryPolicy(maximum_attempts=1),
        )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def accepts(address: str) -> bool:
    host, port = address.split(":")
    with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1):
        return True
    return False


@pytest.fixture(scope="module")
def temporal() -> Iterator[str]:
    address = f"127.0.0.1:{free_port()}"
    program = find_server("temporal", "TEMPORAL_BINARY")
    words = [
        program,
        "server",
        "start-dev",
        "--headless",
        "--port",
        address.split(":")[1],
        "--log-level",
        "error",
    ]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    while not accepts(address):
        assert server.poll() is None, "Temporal's server ended"
        time.sleep(0.05)
    yield address
    server.kill()
    server.wait()


class WorkerProcess:
    """A running worker and its log, which ends after two minutes at the latest so that no test hangs."""

    def __init__(self, address: str, blobs: Path, **env: str):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tradeium_runner"],
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"], "TEMPORAL_ADDRESS": address,
                "BLOBS_DIRECTORY": str(blobs),
                "RUNNER_WARM_INTERPRETERS": "1", "RUNNER_MEMORY_MB": "256", **env,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        self.watchdog = threading.Timer(120, self.process.kill)
        self.watchdog.start()

    def until(self, message: str) -> dict[str, Any]:
        """The next log line with this message; fails when the log ends first."""
        assert self.process.stdout
        for line in self.process.stdout:
            entry: dict[str, Any] = json.loads(line)
            assert {"level", "time", "service", "pid", "msg"} <= entry.keys()
            if message in entry["msg"]:
                return entry
        raise AssertionError(f"the worker ended without saying {message!r}")

    def end(self) -> None:
        """Ends it unless it has ended."""
        self.watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()


@pytest.fixture
def worker(temporal: str, tmp_path: Path) -> Iterator[WorkerProcess]:
    worker = WorkerProcess(temporal, tmp_path)
    yield worker
    worker.end()


def put(folder: Path, content: bytes) -> str:
    digest = hashlib.sha256(content).hexdigest()
    (folder / digest[:2]).mkdir(exist_ok=True)
    (folder / digest[:2] / digest).write_bytes(content)
    return digest


def value_for(folder: Path, source: str) -> dict[str, Any]:
    candles = candles_blob()
    return {
        "run_id": "run-1", "code": put(folder, source.encode()), "candles": put(folder, candles),
        "settings": settings_for(candles),
    }  # fmt: skip


async def execute(
    address: str,
    value: dict[str, Any],
    when_started: Callable[[Handle], Awaitable[None]] | None = None,
    called: type[RunOnce | CheckOnce] = RunOnce,
    places: str = "strategy-runner",
    name: str = "runStrategy",
) -> dict[str, Any]:
    client = await Client.connect(address)
    queue = str(uuid.uuid4())
    async with Worker(client, task_queue=queue, workflows=[called], workflow_runner=UnsandboxedWorkflowRunner()):
        args = [value] if called is CheckOnce else [value, places, name]
        handle = await client.start_workflow(called.run, args=args, id=queue, task_queue=queue)
        if when_started:
            await handle.execute_update(RunOnce.until_started)
            await when_started(handle)
        return await handle.result()


async def beside_an_endless_run(address: str, folder: Path, other: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    outputs: list[dict[str, Any]] = []

    async def when_started(handle: Handle) -> None:
        outputs.append(await other)
        assert (await handle.describe()).status == WorkflowExecutionStatus.RUNNING
        await handle.cancel()

    with pytest.raises(WorkflowFailureError) as caught:
        await execute(address, value_for(folder, ENDLESS), when_started)
    assert isinstance(caught.value.cause, CancelledError)
    return outputs[0]


def cause_of(caught: pytest.ExceptionInfo[WorkflowFailureError]) -> BaseException:
    cause = caught.value.cause
    return cause.cause if isinstance(cause, ActivityError) and cause.cause else cause


def test_a_workflow_gets_weights_and_failures_as_results(temporal: str, worker: WorkerProcess, tmp_path: Path) -> None:
    worker.until("ready")
    output = asyncio.run(execute(temporal, value_for(tmp_path, GOOD)))
    assert (output["ok"], output["rows"], output["columns"]) == (True, 40, 3)
    assert (tmp_path / output["weights"][:2] / output["weights"]).exists()
    assert set(output) == {
        "ok", "weights", "rows", "columns", "code_sha256", "report", "causality", "timing_ms",
    }  # fmt: skip
    assert output["code_sha256"] == value_for(tmp_path, GOOD)["code"]
    assert output["causality"]["tested"] >= output["causality"]["planned"] == 5
    output = asyncio.run(execute(temporal, value_for(tmp_path, "def strategy(candles, settings):\n    return 1 / 0\n")))
    assert {**output, "report": ""} == {"ok": False, "kind": "exception", "line": 2, "report": ""}
    report = json.loads((tmp_path / output["report"][:2] / output["report"]).read_bytes())
    assert report == {
        "prints": 'Traceback:\n  File "strategy.py", line 2, in strategy\n    return 1 / 0\n'
        "           ~~^~~\nZeroDivisionError: division by zero\n",
        "message": "ZeroDivisionError: division by zero",
        "source_line": "return 1 / 0",
        "rerun_failure": None,
    }


def test_a_file_is_checked_while_the_only_place_for_runs_is_taken(
    temporal: str, worker: WorkerProcess, tmp_path: Path
) -> None:
    worker.until("ready")
    source = put(tmp_path, b"\0REPLY\0" + json.dumps({"check": "c1", "code": "x = )"}).encode() + b"\0")
    check = execute(temporal, {"source": source}, called=CheckOnce)
    digest = asyncio.run(beside_an_endless_run(temporal, tmp_path, check))["reading"]
    content = (tmp_path / digest[:2] / digest).read_bytes()
    assert json.loads(content[7:-1])["problems"][0]["message"] == "SyntaxError: unmatched ')'"


def test_a_rebalance_is_computed_while_the_only_place_for_runs_is_taken(
    temporal: str, worker: WorkerProcess, tmp_path: Path
) -> None:
    worker.until("ready")
    rebalance = execute(temporal, value_for(tmp_path, GOOD) | {"reruns": False}, places="strategy-rebalances")
    assert asyncio.run(beside_an_endless_run(temporal, tmp_path, rebalance))["ok"]


def test_points_of_a_study_are_answered(temporal: str, worker: WorkerProcess, tmp_path: Path) -> None:
    worker.until("ready")
    message = {"check": "s", "code": GOOD, "points": [{"index": 4, "parameters": {}}]}
    value = value_for(tmp_path, GOOD) | {"source": put(tmp_path, b"\0REPLY\0" + json.dumps(message).encode() + b"\0")}
    assert asyncio.run(execute(temporal, value | {"budget_ms": 100}, name="runPoints"))["done"] == 1
    worker.until("points ended")


def test_our_own_failures_are_raised_by_type(temporal: str, worker: WorkerProcess, tmp_path: Path) -> None:
    worker.until("ready")
    value = value_for(tmp_path, GOOD)
    for bad, kind, final in (
        ({"code": "0" * 64}, "BlobMissing", False),
        ({"code": "../x"}, "InvalidInput", True),
    ):
        with pytest.raises(WorkflowFailureError) as caught:
            asyncio.run(execute(temporal, value | bad))
        cause = cause_of(caught)
        assert isinstance(cause, ApplicationError)
        assert (cause.type, cause.non_retryable) == (kind, final)


def test_a_private_strategy_runs_by_its_id(temporal: str, worker: WorkerProcess, tmp_path: Path) -> None:
    worker.until("ready")
    value = value_for(tmp_path, GOOD)
    del value["code"]
    output = asyncio.run(execute(temporal, value | {"private_strategy_id": "trendbot_2_0"}))
    assert (output["ok"], output["rows"]) == (True, 40)


def test_cancelling_the_workflow_ends_an_endless_strategy(temporal: str, worker: WorkerProcess, tmp_path: Path) -> None:
    worker.until("ready")
    with pytest.raises(WorkflowFailureError) as caught:
        asyncio.run(execute(temporal, value_for(tmp_path, ENDLESS), lambda handle: handle.cancel()))
    assert isinstance(caught.value.cause, CancelledError)


def test_sigterm_lets_a_running_strategy_end(temporal: str, worker: WorkerProcess, tmp_path: Path) -> None:
    worker.until("ready")
    slow = GOOD.replace("    return", "    import time; time.sleep(2)\n    return")

    async def stop(_: Handle) -> None:
        worker.process.send_signal(signal.SIGTERM)

    assert asyncio.run(execute(temporal, value_for(tmp_path, slow) | {"reruns": False}, stop))["ok"]
    worker.until("draining")
    worker.until("stopped")
    assert worker.process.wait(60) == 0


def test_it_ends_when_its_parent_is_gone(temporal: str, tmp_path: Path) -> None:
    worker = WorkerProcess(temporal, tmp_path, EXIT_WITH_PARENT="1")
    worker.until("ready")
    assert worker.process.stdin
    worker.process.stdin.close()
    assert worker.process.wait(60) == 1
    worker.end()


def test_health_says_whether_runs_are_taken(temporal: str, tmp_path: Path) -> None:
    port = free_port()
    worker = WorkerProcess(temporal, tmp_path, HEALTH_PORT=str(port))
    worker.until("ready")
    for path in ("readyz", "readyz/all"):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=5) as answer:
            assert json.load(answer) == {"ready": True, "warm": 1, "capabilities": {"runs": "ok", "blobs": "ok"}}
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        figures = answer.read().decode()
    assert 'tradeium_warm_interpreters{service="strategy-runner"} 1.0' in figures
    assert 'tradeium_capability{capability="runs",service="strategy-runner"} 1.0' in figures
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
    worker.end()


def test_without_temporal_it_keeps_trying_and_says_so_once(tmp_path: Path) -> None:
    port = free_port()
    worker = WorkerProcess(f"127.0.0.1:{port}", tmp_path)
    worker.until("waiting for Temporal")
    with socket.create_server(("127.0.0.1", port)) as server:
        server.settimeout(60)
        for _ in range(2):
            server.accept()[0].close()
    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.stdout
    said = [json.loads(line)["msg"] for line in worker.process.stdout]
    assert "stopped" in said
    assert "waiting for Temporal" not in said
    assert worker.process.wait(60) == 0
    worker.end()


def test_without_a_sandbox_a_worker_takes_nothing_and_another_loses_nothing(temporal: str, tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "empty").mkdir()
    broken = WorkerProcess(temporal, tmp_path, PATH=str(tmp_path / "empty"), HEALTH_PORT=str(port))
    assert "apt-get install bubblewrap" in broken.until("strategies cannot be run")["cause"]
    healthy = WorkerProcess(temporal, tmp_path, RUNNER_WARM_INTERPRETERS="2")
    healthy.until("ready")

    async def runs() -> list[dict[str, Any]]:
        value = {**value_for(tmp_path, GOOD), "reruns": False}
        client = await Client.connect(temporal)
        queue = str(uuid.uuid4())
        async with Worker(client, task_queue=queue, workflows=[RunOnce], workflow_runner=UnsandboxedWorkflowRunner()):
            running = (
                client.execute_workflow(RunOnce.run, args=[value], id=f"{queue}-{number}", task_queue=queue)
                for number in range(RUNS_BESIDE_A_BROKEN_WORKER)
            )
            return await asyncio.gather(*running)

    assert [output["ok"] for output in asyncio.run(runs())] == [True] * RUNS_BESIDE_A_BROKEN_WORKER
    with pytest.raises(urllib.error.HTTPError, match="503") as caught:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5)
    assert json.load(caught.value)["ready"] is False
    broken.process.send_signal(signal.SIGTERM)
    assert broken.process.wait(60) == 0
    assert broken.process.stdout
    assert "run" not in " ".join(json.loads(line)["msg"] for line in broken.process.stdout)
    healthy.end()
    broken.end()


def test_every_wrong_variable_is_named_in_one_line_of_the_log() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tradeium_runner"],
        cwd=ROOT,
        env={"HEALTH_PORT": "many", "NATS_USER": "runner"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (2, "")
    said = json.loads(answer.stdout)
    assert said["msg"] == "the configuration is not valid"
    named = " ".join(said["problems"])
    for name in ("TEMPORAL_ADDRESS", "BLOBS_DIRECTORY", "HEALTH_PORT"):
        assert name in named
