"""Figures of the worker: outcomes and times of runs, and what works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from temporalio.exceptions import ApplicationError

from tradeium_runner import metrics


def figures(name: str, *labels: str) -> dict[str, float]:
    """The series of this name that have these labels."""
    lines = metrics.text({"runs": "ok", "blobs": "the object store does not answer"}, 2).decode().splitlines()
    series = [line.rpartition(" ") for line in lines if line.startswith(name + "{")]
    return {key: float(value) for key, _, value in series if all(label in key for label in labels)}


def run(task_queue: str, end: Callable[[], str]) -> None:
    with metrics.measured(task_queue) as measure:
        measure.outcome = end()


def raises(problem: BaseException) -> Callable[[], str]:
    def end() -> str:
        raise problem

    return end


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda: "ok", "ok"),
        (lambda: "timeout", "timeout"),
        (raises(ApplicationError("gone", type="BlobMissing")), "BlobMissing"),
        (raises(asyncio.CancelledError()), "cancelled"),
        (raises(KeyError("a bug")), "failed"),
    ],
)
def test_a_run_is_counted_once_by_its_outcome(end: Callable[[], str], outcome: str) -> None:
    task_queue = f"queue-of-{outcome}"
    try:
        run(task_queue, end)
    except BaseException as cause:
        assert outcome in ("BlobMissing", "cancelled", "failed"), cause
    found = figures("tradeium_strategy_run_duration_seconds_count", f'task_queue="{task_queue}"')
    assert [*found.values()] == [1]
    assert f'outcome="{outcome}"' in next(iter(found))


def test_runs_that_are_under_way_are_counted() -> None:
    def count() -> list[float]:
        return [*figures("tradeium_strategy_runs_under_way", 'task_queue="busy"').values()]

    with metrics.measured("busy"), metrics.measured("busy"):
        assert count() == [2]
    assert count() == [0]


def test_a_capability_is_one_while_it_works_and_zero_while_it_does_not() -> None:
    assert figures("tradeium_capability") == {
        'tradeium_capability{capability="runs",service="strategy-runner"}': 1,
        'tradeium_capability{capability="blobs",service="strategy-runner"}': 0,
    }


def test_figures_of_the_process_belong_to_this_service() -> None:
    assert figures("process_resident_memory_bytes", 'service="strategy-runner"')


def test_a_series_does_not_say_when_it_began() -> None:
    run("plain", lambda: "ok")
    assert not figures("tradeium_strategy_run_duration_seconds_created")
