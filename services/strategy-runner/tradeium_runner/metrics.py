"""The figures that operators watch, in Prometheus' text format, under the names that the Node services use."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator, Mapping

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from temporalio.exceptions import ApplicationError

from tradeium_runner.log import SERVICE

CONTENT_TYPE = CONTENT_TYPE_LATEST
_WORKS = "ok"
_FAILED = "failed"

_SECONDS = Histogram(
    "tradeium_strategy_run_duration_seconds",
    "Time from taking a run, a rebalance or a check to its end, by task queue and outcome",
    ["task_queue", "outcome"],
    buckets=[0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
)
_UNDER_WAY = Gauge("tradeium_strategy_runs_under_way", "What is being worked on, by task queue", ["task_queue"])
_WARM = Gauge("tradeium_warm_interpreters", "Interpreters that wait for a run")
_CAPABILITY = Gauge(
    "tradeium_capability", "What this process can do now: 1 when it works, 0 when it does not", ["capability"]
)


class Measured:
    """A run with its outcome: `ok`, a kind of failure of the strategy, or the name of our error."""

    outcome = _FAILED


@contextlib.contextmanager
def measured(task_queue: str) -> Iterator[Measured]:
    """Counts and times what is done inside; the outcome is set there, or follows from what is raised."""
    run = Measured()
    started = time.monotonic()
    under_way = _UNDER_WAY.labels(task_queue)
    under_way.inc()
    try:
        yield run
    except ApplicationError as cause:
        run.outcome = cause.type or _FAILED
        raise
    except asyncio.CancelledError:
        run.outcome = "cancelled"
        raise
    finally:
        under_way.dec()
        _SECONDS.labels(task_queue, run.outcome).observe(time.monotonic() - started)


class _OfThisService:
    """All figures, each with the label that those of the other services have; without when a series began."""

    def collect(self) -> Iterator[Metric]:
        for metric in REGISTRY.collect():
            metric.samples = [
                each._replace(labels={**each.labels, "service": SERVICE})
                for each in metric.samples
                if not each.name.endswith("_created")
            ]
            yield metric


def text(capabilities: Mapping[str, str], warm: int) -> bytes:
    """All figures as Prometheus reads them."""
    _WARM.set(warm)
    for capability, state in capabilities.items():
        _CAPABILITY.labels(capability).set(state == _WORKS)
    return generate_latest(_OfThisService())
