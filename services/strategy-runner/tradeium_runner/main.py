"""Wires the worker together and ends it: drained on SIGTERM, at once on a second signal or without a parent."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path

from tradeium_runner import log
from tradeium_runner.config import Config, ConfigError, read_config
from tradeium_runner.failures import BlobsAway, BlobsUnusable, SandboxUnavailable
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.health import PortUnusable, State, start_health_server
from tradeium_runner.sandbox.bubblewrap import Sandbox, prepare_sandbox
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.source_check import Checker
from tradeium_runner.strategy_run import Runner
from tradeium_runner.temporal_worker import poll_until

# Outside every sandbox's view.
PRIVATE_STRATEGIES = Path(__file__).resolve().parent.parent / "strategies"


def main() -> int:
    """Runs the worker until it is stopped; returns the exit status."""
    try:
        config = read_config(os.environ)
    except ConfigError as cause:
        log.open_log("error")
        log.error("the configuration is not valid", problems=cause.problems)
        return 2
    log.open_log(config.log_level)
    try:
        sandbox, problem = prepare_sandbox(config.limits), None
    except SandboxUnavailable as cause:
        # No runs are taken, so that another worker has them, and the sandbox is tried again.
        sandbox, problem = None, cause
        log.error("strategies cannot be run: no runs are taken", cause=str(cause))
    return asyncio.run(_serve(config, sandbox, problem))


async def _serve(config: Config, sandbox: Sandbox | None, problem: SandboxUnavailable | None) -> int:
    blobs = Blobs(config.blobs_directory, config.s3)
    try:
        await blobs.check(writes=True)
    except BlobsUnusable as cause:
        log.error("could not start", cause=str(cause))
        return 1
    except BlobsAway as cause:
        log.warn("blobs cannot be used yet", cause=str(cause))
    polling = False

    def set_polling(value: bool) -> None:
        nonlocal polling
        polling = value

    def prepared_sandbox() -> Sandbox:
        nonlocal sandbox
        sandbox = sandbox or prepare_sandbox(config.limits)
        return sandbox

    parent = WarmParent(prepared_sandbox)
    pool = Pool(parent.launch, config.warm_interpreters, problem, elsewhere=WarmParent(prepared_sandbox))

    def working_sandbox() -> Sandbox:
        """The pool tries again where there is none; a check does not wait for that."""
        if sandbox is None:
            raise SandboxUnavailable(str(pool.problem))
        return sandbox

    stop = _stop_event(config.exit_with_parent)

    async def state() -> State:
        runs = "ok" if polling else str(pool.problem or "Temporal does not answer")
        return State(polling, len(pool.idle), {"runs": runs, "blobs": await _state_of(blobs)})

    try:
        health = (
            await start_health_server(config.health_host, config.health_port, state) if config.health_port else None
        )
    except PortUnusable as cause:
        log.error("could not start", cause=str(cause))
        return 1
    pool.start()
    sweeping = asyncio.create_task(blobs.keep_cache_small())
    try:
        runner = Runner(pool, blobs, config.limits, PRIVATE_STRATEGIES)
        await poll_until(stop, config, pool, runner, Checker(working_sandbox, blobs), set_polling)
    finally:
        sweeping.cancel()
        await pool.close()
        await parent.close()
        if health:
            health.close()
    log.info("stopped")
    return 0


async def _state_of(blobs: Blobs) -> str:
    try:
        await blobs.check()
    except BlobsAway as cause:
        return str(cause)
    return "ok"


def _stop_event(exit_with_parent: bool) -> asyncio.Event:
    """Set by the first SIGTERM or SIGINT. A second one, or the parent's end, waits for nothing."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        if stop.is_set():
            _leave("second request to stop")
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, on_signal)
    if exit_with_parent:
        threading.Thread(target=_leave_with_parent, daemon=True).start()
    return stop


def _leave_with_parent() -> None:
    while os.read(0, 4096):
        pass
    _leave("the parent process is gone")


def _leave(reason: str) -> None:
    """Interpreters die with this process; Temporal gives their runs to another worker."""
    log.warn("leaving at once", reason=reason)
    os._exit(1)
