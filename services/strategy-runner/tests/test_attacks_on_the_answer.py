"""Attacks on the worker through a strategy's answer, prints or exceptions."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import socket

import pytest
from conftest import Run
from hostile import attack

from tradeium_runner.sandbox import interpreter
from tradeium_runner.sandbox.prints import open_prints


def framed(content: bytes) -> bytes:
    return len(content).to_bytes(4, "little") + content


# The bytes that it writes to the channel, after the length prefix of an honest answer.
FORGERIES = {
    "no JSON": b"!!!!",
    "no text": b"\xff\xfe",
    "no object": b"[]",
    "a pickle": pickle.dumps(print),
    "deep nesting": b"[" * 16_000,
    "another kind": b'{"ok": false, "kind": "free", "message": "", "line": 1}',
    "a message that is no text": b'{"ok": false, "kind": "memory", "message": {}, "line": 1}',
    "a price of its own": b'{"ok": true, "line": 1, "columns": 0}',
    "truth that is not true": b'{"ok": 1, "line": 1}',
    "too much": b" " * 20_000,
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_answer_is_refused(strike: Run, forgery: str) -> None:
    output = strike(attack(f"os.write(3, {framed(FORGERIES[forgery])!r})"))
    assert (output["ok"], output["kind"]) == (False, "forbidden")


@pytest.mark.parametrize("bytes_", [b'{"ok": true}' * 100, b"\xff\xff\xff\xff"])
def test_what_is_no_frame_is_refused(strike: Run, bytes_: bytes) -> None:
    assert strike(attack(f"os.write(3, {bytes_!r})"))["kind"] == "forbidden"


def test_a_partial_answer_is_no_answer(strike: Run) -> None:
    for part in (b"\x40\x00", framed(b'{"ok": true, "line": 1}')):
        assert strike(attack(f"os.write(3, {part!r}); os._exit(0)"))["kind"] == "exception"


def test_forged_weights_are_checked_like_honest_ones(strike: Run) -> None:
    forged = f"""
    import struct
    os.write(3, {framed(b'{"ok": true, "line": 2}')!r} + struct.pack('<d', float('inf')) * candles.close.size)
    os._exit(0)
    """
    output = strike(attack(forged))
    assert (output["kind"], output["line"]) == ("contract", 2)
    assert "infinite" in output["message"]


def test_terminal_sequences_in_output_and_messages_are_removed(strike: Run) -> None:
    output = strike(
        attack("print('\\x1b[31mred\\x1b[0m\\x07 \\u202e')\nraise ValueError('a\\x1b]0;title\\x07b\\r\\nc\\x00')")
    )
    assert output["prints"].startswith("red \n")
    assert output["message"] == "ValueError: ab\nc"


def test_leaving_is_not_an_answer(strike: Run) -> None:
    assert "exit()" in strike(attack("sys.exit(0)"))["message"]
    output = strike(attack("os._exit(0)"))
    assert (output["kind"], "exit status 0" in output["message"]) == ("exception", True)
    assert strike(attack("os.abort()"))["kind"] == "exception"
    assert strike(attack("ctypes.string_at(0)"))["kind"] == "exception"


def test_a_hostile_exception_is_still_reported(strike: Run) -> None:
    hostile = """
    class E(Exception):
        def __str__(self): raise ValueError
    raise E
    """
    output = strike(attack(hostile))
    assert (output["kind"], output["source_line"]) == ("exception", "raise E")
    output = strike(attack("raise ValueError('x' * 100_000_000)"))
    assert len(output["message"]) <= 300


def test_patched_libraries_do_not_reach_the_worker(strike: Run) -> None:
    assert not strike(attack("import json\njson.dumps = lambda *_: 'x' * 10_000_000"))["ok"]
    functions = "numpy.array = numpy.isnan = numpy.clip"
    assert strike(attack(f"import numpy\n{functions} = lambda *_, **__: 1 / 0"))["kind"] == "exception"


def test_a_child_that_does_not_read_what_it_is_given_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "_HAND_OVER_TIMEOUT_SECONDS", 0.2)

    async def story() -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs, contextlib.closing(interpreter.Execution(ours, open_prints())) as execution:
            await execution.give(bytes(8 << 20))

    with pytest.raises(ConnectionError, match="does not read"):
        asyncio.run(story())
