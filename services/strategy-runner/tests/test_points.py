"""A batch of a study's points: each answers as a single run does, costs itself only, and stops within the budget."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from candle_samples import COINS, candles_blob, read_arrow, settings_for
from hostile import GOOD

from tradeium_runner.failures import InvalidInput
from tradeium_runner.points_run import run_points
from tradeium_runner.run_input import RunInput, parse_points_input
from tradeium_runner.strategy_run import Runner, run_strategy

CANDLES = candles_blob(bars=120, first_bar=40)
PARAMETERS = 'PARAMETERS = {"n": {"default": 2, "min": 0, "max": 99, "step": 1}}\n'
AVERAGES = (
    PARAMETERS
    + """
import numpy as np
import random

def strategy(candles, settings):
    mean = candles.close.rolling(settings.parameters["n"] + 1).mean()
    candles.close.iloc[:] = 7.0
    score = mean.pct_change().fillna(0) + random.random() * np.random.rand(*mean.shape)
    return score.clip(lower=0).div(score.clip(lower=0).sum(axis=1).clip(lower=1e-3), axis=0)
"""
)


def at(body: str) -> str:
    """A strategy that returns n hundredths of everything, and does this first."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    head = f"import os, sys, time\nimport numpy as np\nimport pandas as pd\n{PARAMETERS}"
    result = "    return candles.close * 0 + n / 300\n"
    return f'{head}\ndef strategy(candles, settings):\n    n = settings.parameters["n"]\n{lines}{result}'


class Batch:
    """The answers of a batch, and its weights [row, bar, coin]."""

    def __init__(self, output: dict[str, Any], answers: dict[str, Any], weights: npt.NDArray[np.float64] | None):
        self.output = output
        self.check, self.doubt = answers["check"], answers["doubt"]
        self.points: list[dict[str, Any]] = answers["points"]
        self.weights = weights

    def point(self, index: int) -> dict[str, Any]:
        (found,) = [point for point in self.points if point["index"] == index]
        return found

    def share(self, index: int) -> float:
        """The weight of all coins at a point of `at`."""
        assert self.weights is not None, self.points
        (share,) = {round(weight * 300, 6) for weight in self.weights[self.point(index)["row"]].flat}
        return float(share)


Points = Callable[..., Batch]


@pytest.fixture(scope="session")
def patient(runner: Runner) -> Runner:
    """So much time for a point that a busy machine does not use it up."""
    return dataclasses.replace(runner, limits=dataclasses.replace(runner.limits, timeout_seconds=60))


@pytest.fixture(scope="session")
def points(loop: asyncio.AbstractEventLoop, patient: Runner) -> Points:
    def points(source: str, numbers: list[Any], *, budget_ms: int = 60_000, seconds: float = 60) -> Batch:
        limits = dataclasses.replace(patient.limits, timeout_seconds=seconds)
        used = dataclasses.replace(patient, limits=limits)
        given = [{"index": n, "parameters": {"n": number}} for n, number in enumerate(numbers)]
        return loop.run_until_complete(run_batch(used, source, given, budget_ms))

    return points


async def value_for(runner: Runner, source: str, points: Any, budget_ms: Any = 60_000) -> dict[str, Any]:
    message = json.dumps({"check": "study-1", "code": source, "points": points}).encode()
    return {
        "run_id": "test",
        "candles": await runner.blobs.write(CANDLES),
        "source": await runner.blobs.write(b"\0REPLY\0" + message + b"\0"),
        "settings": settings_for(CANDLES),
        "budget_ms": budget_ms,
    }


async def run_batch(runner: Runner, source: str, points: Any, budget_ms: int) -> Batch:
    output = await run_points(runner, parse_points_input(await value_for(runner, source, points, budget_ms)))
    answers = bytes(await runner.blobs.read(str(output["answers"]), 1 << 20))
    assert answers.startswith(b"\0REPLY\0") and answers.endswith(b"\0")
    weights = None
    if output["weights"]:
        table = read_arrow(bytes(await runner.blobs.read(str(output["weights"]), 1 << 26)))
        weights = table.column("weights").to_numpy().reshape(-1, 120, len(COINS))
    batch = Batch(output, json.loads(answers[7:-1]), weights)
    assert batch.check == "study-1"
    assert output["done"] == len(batch.points)
    assert [point["row"] for point in batch.points if point["ok"]] == list(
        range(0 if weights is None else len(weights))
    )
    return batch


async def single(runner: Runner, source: str, number: Any) -> dict[str, Any]:
    """The output of a run with this parameter, with its report and the weights [bar, coin]."""
    message = json.dumps({"check": "run-1", "code": source, "parameters": {"n": number}}).encode()
    code = await runner.blobs.write(b"\0REPLY\0" + message + b"\0")
    data = await runner.blobs.write(CANDLES)
    once = dataclasses.replace(runner, checks_causality=False)
    output = await run_strategy(once, RunInput("test", code, None, data, settings_for(CANDLES)))
    report = json.loads(bytes(await runner.blobs.read(str(output["report"]), 1 << 20)))
    if output["ok"]:
        table = read_arrow(bytes(await runner.blobs.read(str(output["weights"]), 1 << 26)))
        report["matrix"] = np.stack([table.column(coin).to_numpy() for coin in COINS]).T
    return {**output, **report}


def test_each_point_is_equal_to_the_bit_to_a_run_with_its_parameters(
    loop: asyncio.AbstractEventLoop, patient: Runner, points: Points
) -> None:
    numbers = [3, 50, 1, 3, 20]
    batch = points(AVERAGES, numbers)
    assert (batch.output["done"], batch.doubt) == (5, None)
    assert batch.weights is not None
    for index, number in enumerate(numbers):
        alone = loop.run_until_complete(single(patient, AVERAGES, number))["matrix"]
        assert batch.weights[batch.point(index)["row"]].tobytes() == alone.tobytes()
    assert set(batch.output) == {"answers", "weights", "done", "timing_ms"}
    assert set(batch.output["timing_ms"]) == {"interpreter_wait", "strategy", "total"}
    assert set(batch.points[0]) == {"index", "ok", "row", "ms"}


FAILS = """
if n == 1: return 1 / 0
if n == 2: return candles.close * 0 + [0, np.nan, 1]
if n == 3: return None
if n == 4: raise ValueError("x" * 1000)
if n == 5: open("/etc/passwd", "w")
if n == 6: sys.exit()
if n == 7: return candles.close * 9
"""


def test_a_point_that_fails_says_so_as_a_run_does_and_the_others_go_on(
    loop: asyncio.AbstractEventLoop, patient: Runner, points: Points
) -> None:
    numbers = [0, 1, 2, 3, 4, 5, 6, 7, "no number", 100, 9]
    batch = points(at(FAILS), numbers)
    assert batch.doubt is None
    for index, number in enumerate(numbers):
        answer = batch.point(index)
        alone = loop.run_until_complete(single(patient, at(FAILS), number))
        assert answer["ok"] == alone["ok"] == (number in (0, 9))
        if not alone["ok"]:
            assert [answer[name] for name in ("kind", "line", "message")] == [
                alone[name] for name in ("kind", "line", "message")
            ]
            assert len(answer["message"]) <= 300
    assert (batch.share(0), batch.share(10)) == (0, 9)


def test_a_file_that_cannot_be_read_fails_at_each_point(points: Points) -> None:
    batch = points("x = )", [1, 2, 3])
    assert [(point["kind"], point["line"]) for point in batch.points] == [("syntax", 1)] * 3
    assert batch.output["weights"] is None


def test_a_point_that_hangs_costs_itself_only(points: Points) -> None:
    batch = points(at("while n == 5: pass"), [1, 5, 2, 3], seconds=2)
    assert (batch.point(1)["kind"], batch.point(1)["message"]) == ("timeout", "the strategy took longer than 2 seconds")
    assert [batch.share(index) for index in (0, 2, 3)] == [1, 2, 3]
    deaf = "import signal\nif n == 5: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\nwhile n == 5: pass"
    batch = points(at(deaf), [1, 5, 2], seconds=2)
    assert (batch.point(1)["kind"], batch.share(0), batch.share(2)) == ("timeout", 1, 2)


@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        ("bytearray(4 << 30)", "memory"),
        ("x = []\nwhile n == 5: x.append(bytearray(1 << 20))", "memory"),
        ("os._exit(0)", "exception"),
        ("os.abort()", "exception"),
        ("os.write(3, b'!' * 9)", "forbidden"),
        ("os.close(3)", "exception"),
    ],
)
def test_a_point_that_ends_its_child_costs_itself_only(points: Points, deed: str, kind: str) -> None:
    body = "if n == 5:\n" + "\n".join(f"    {line}" for line in deed.splitlines())
    batch = points(at(body), [1, 2, 5, 3, 5, 4])
    assert [batch.point(index)["kind"] for index in (2, 4)] == [kind, kind]
    assert [batch.share(index) for index in (0, 1, 3, 5)] == [1, 2, 3, 4]


def test_a_point_is_not_blamed_for_the_memory_that_earlier_ones_hold(points: Points) -> None:
    batch = points(at("pd.held = [*getattr(pd, 'held', []), bytearray(60 << 20)]"), [1, 2, 3, 4, 5, 6])
    assert [batch.share(index) for index in range(6)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "forged",
    [b'{"ok": true, "line": 1}', b'{"ok": true, "line": 1, "number": %d}', b'{"ok": false, "line": 1, "number": %d}'],
)
def test_answers_that_no_point_was_asked_for_do_not_stay(points: Points, forged: bytes) -> None:
    # The number that is due in the shared child; alone, where it forges its first answer, it is out of turn.
    text = forged.replace(b"%d", b"1")
    frame = len(text).to_bytes(4, "little") + text
    batch = points(at(f"if n == 5: os.write(3, {frame!r})"), [1, 5, 2, 3, 4])
    assert [batch.share(index) for index in (0, 2, 3, 4)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "left",
    [
        "times = pd.times = getattr(pd, 'times', -1) + 1\nn += times",
        "times = np.times = getattr(np, 'times', -1) + 1\nif times: raise ValueError(n)",
    ],
)
def test_what_a_strategy_leaves_behind_is_noticed_and_does_not_count(points: Points, left: str) -> None:
    batch = points(at(left), [1, 2, 3, 4, 5])
    assert batch.doubt == "state"
    assert [batch.share(index) for index in range(5)] == [1, 2, 3, 4, 5]


def test_modules_and_seeds_are_fresh_at_each_point(points: Points) -> None:
    body = """
import random, types
global counted
counted = globals().get("counted", 0) + 1
kept = sys.modules.setdefault("kept", types.SimpleNamespace(times=0))
kept.times += 1
json = sys.modules.pop("json")
assert (counted, kept.times, json.__name__) == (1, 1, "json")
assert (random.random(), np.random.rand()) == (0.8444218515250481, 0.5488135039273248)
"""
    batch = points(at(body), [1, 2, 3])
    assert batch.doubt is None
    assert [batch.share(index) for index in range(3)] == [1, 2, 3]


def test_a_strategy_at_random_is_told_from_one_with_state(points: Points) -> None:
    batch = points(at("n = np.random.default_rng().random()"), [1, 2, 3])
    assert (batch.doubt, batch.output["done"]) == ("random", 3)
    assert len({batch.share(index) for index in range(3)}) == 3


def test_what_a_point_does_to_its_candles_is_not_seen_by_the_next(points: Points) -> None:
    body = """
index, columns = candles.index, candles.open.columns
seen = (candles.close.iloc[0, 0], index[0], index.freq, columns.tolist(), columns.name)
pd.seen = getattr(pd, "seen", seen)
assert seen == pd.seen, (seen, pd.seen)
prices = candles.close.to_numpy()
prices.flags.writeable = True
prices[:] = n
index.freq = "D"
index.asi8[:] = n
columns._values[0] = "SOL"
columns.name = "coin"
candles.interval = "1h"
"""
    batch = points(at(body), [1, 2, 3])
    assert batch.doubt is None
    assert [batch.share(index) for index in range(3)] == [1, 2, 3]


def test_slow_points_after_fast_ones_do_not_hold_up_others(points: Points) -> None:
    batch = points(at("time.sleep(0.5 if n > 4 else 0)"), list(range(30)), budget_ms=1000)
    assert 5 <= batch.output["done"] <= 9
    assert [batch.share(index) for index in range(batch.output["done"])] == list(range(batch.output["done"]))


def test_the_budget_ends_a_batch_and_what_is_left_can_be_sent_again(points: Points) -> None:
    slow = at("time.sleep(0.3)")
    batch = points(slow, [1, 2, 3, 4, 5, 6, 7, 8], budget_ms=700)
    assert 1 <= batch.output["done"] < 8
    assert [point["index"] for point in batch.points] == list(range(batch.output["done"]))
    assert points(slow, [1, 2], budget_ms=100).output["done"] == 1
    with_state = at("time.sleep(0.3)\npd.times = n = getattr(pd, 'times', n) + 10")
    batch = points(with_state, [1, 2, 3, 4, 5, 6, 7, 8], budget_ms=1500)
    assert batch.doubt == "state"
    assert 1 <= batch.output["done"] < 8
    assert [batch.share(point["index"]) for point in batch.points] == [11 + point["index"] for point in batch.points]


def test_more_prints_than_are_kept_do_not_stop_a_point(points: Points) -> None:
    assert points(at("print('x' * 100_000)"), [1, 2, 3]).share(2) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"budget_ms": 99},
        {"budget_ms": 60_001},
        {"budget_ms": 1000.5},
        {"budget_ms": True},
        {"source": "../x"},
        {"candles": None},
        {"run_id": ""},
        {"settings": {}},
        {"settings": None},
    ],
)
def test_bad_input_is_refused(change: dict[str, Any]) -> None:
    digest = "0" * 64
    good = {
        "run_id": "r", "candles": digest, "source": digest, "settings": settings_for(CANDLES), "budget_ms": 100,
    }  # fmt: skip
    assert parse_points_input(good).budget_seconds == 0.1
    with pytest.raises(InvalidInput):
        parse_points_input(good | change)


@pytest.mark.parametrize(
    "bad",
    [
        [],
        {},
        [{"index": n, "parameters": {}} for n in range(501)],
        [{"index": 1, "parameters": {}}] * 2,
        [{"index": -1, "parameters": {}}],
        [{"index": True, "parameters": {}}],
        [{"index": 1.5, "parameters": {}}],
        [{"index": 1}],
        [{"index": 1, "parameters": {"n": [1]}}],
        [{"index": 1, "parameters": {"n": "x" * 61}}],
        [{"index": 1, "parameters": dict.fromkeys(map(str, range(21)), 1)}],
        [None],
    ],
)
def test_bad_points_are_refused(loop: asyncio.AbstractEventLoop, runner: Runner, bad: Any) -> None:
    with pytest.raises(InvalidInput):
        loop.run_until_complete(run_batch(runner, GOOD, bad, 1000))


@pytest.mark.parametrize(
    "content",
    [GOOD.encode(), b"\0REPLY\0\0", b"\0REPLY\0[]\0", b"\0REPLY\0" + b"[" * 100_000 + b"\0", b"x" * 7_000_000],
)
def test_a_source_that_is_no_message_is_refused(
    loop: asyncio.AbstractEventLoop, runner: Runner, content: bytes
) -> None:
    async def story() -> None:
        value = await value_for(runner, GOOD, [])
        value["source"] = await runner.blobs.write(content)
        await run_points(runner, parse_points_input(value))

    with pytest.raises(InvalidInput):
        loop.run_until_complete(story())


def test_a_cancelled_batch_ends_its_interpreter_at_once(loop: asyncio.AbstractEventLoop, patient: Runner) -> None:
    async def story() -> None:
        taken = []

        async def take() -> Any:
            taken.append(await pool_take())
            return taken[-1]

        pool_take = patient.pool.take
        watched = dataclasses.replace(patient, pool=Watched(take))  # type: ignore[arg-type]
        endless = run_batch(watched, at("while True: pass"), [{"index": 0, "parameters": {}}], 1000)
        task = asyncio.create_task(endless)
        while not taken:
            await asyncio.sleep(0)
        await asyncio.wait_for(taken[0].begun.wait(), 30)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()
        assert taken[0].process.has_ended

    loop.run_until_complete(story())


@dataclasses.dataclass
class Watched:
    """A pool that shows the interpreters that are taken from it."""

    take: Callable[[], Any]
