"""Checks while the author types: Python's own messages and positions, for any text, without running it."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Run
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment
from tradeium_sandbox.definition import read_file
from tradeium_sandbox.fault import Fault, Span

from tradeium_runner import log, source_check
from tradeium_runner.activity import make_check_strategy
from tradeium_runner.failures import CheckGaveUp, InterpreterFailed, InvalidInput, SandboxUnavailable
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.sandbox.bubblewrap import Sandbox
from tradeium_runner.sandbox.sandbox_process import start_process
from tradeium_runner.source_check import Checker, Reading, check_strategy, end_of, read_source, reading_in

GOOD = "def strategy(candles, settings):\n    return candles.close * 0\n"

Check = Callable[[str], list[dict[str, Any]]]


@pytest.fixture
def check(loop: asyncio.AbstractEventLoop, sandbox: Sandbox) -> Check:
    return lambda source: loop.run_until_complete(read_source(sandbox, source))["problems"]


def only_fault(source: str) -> Fault | None:
    faults = read_file(source).faults
    assert len(faults) <= 1
    return faults[0] if faults else None


def fault_in(source: str) -> tuple[str, tuple[int, int, int, int] | None] | None:
    fault = only_fault(source)
    return None if fault is None else (fault.message, dataclasses.astuple(fault.span) if fault.span else None)


def test_a_strategy_that_can_be_run_has_no_problems(check: Check) -> None:
    assert check(GOOD) == []


def test_a_problem_has_the_words_and_the_place_of_the_parser(check: Check) -> None:
    place = {"line": 2, "column": 12, "end_line": 2, "end_column": 13}
    problem = {**place, "severity": "error", "message": "SyntaxError: '(' was never closed"}
    assert check("def strategy(candles, settings):\n    return (\n") == [problem]


@pytest.mark.parametrize(
    ("source", "message", "span"),
    [
        ("x = = 1", "SyntaxError: invalid syntax", (1, 5, 1, 6)),
        ("if x:\nreturn 1", "IndentationError: expected an indented block after 'if' statement", (2, 1, 2, 7)),
        ("x = 'abc", "SyntaxError: unterminated string literal (detected at line 1)", (1, 5, 1, 6)),
        # The parser counts characters, the compiler bytes; editors count neither.
        ("x = '🚀é' = 1", "SyntaxError: cannot assign to literal", (1, 5, 1, 10)),
        ("x = '🚀é'; return 1", "SyntaxError: 'return' outside function", (1, 12, 1, 20)),
        ("x = 1\r\ny = (\r\n", "SyntaxError: '(' was never closed", (2, 5, 2, 6)),
        ("x = 1\f\ny = )", "SyntaxError: unmatched ')'", (2, 5, 2, 6)),
        ("", "there is no function named strategy; define one: def strategy(candles, settings)", None),
        ("strategy = 1", "there is no function named strategy; define one: def strategy(candles, settings)", None),
        (
            GOOD + GOOD,
            "strategy is defined more than once, in lines 1 and 3; keep one of them",
            (3, 1, 3, 13),
        ),
        ("async def strategy(c, s): pass", "strategy must be a plain function, not an async one", (1, 1, 1, 19)),
    ],
)  # fmt: skip
def test_each_fault_has_words_and_a_place(source: str, message: str, span: tuple[int, int, int, int] | None) -> None:
    words, place = fault_in(source) or ("", None)
    assert (words[: len(message)], place) == (message, span)


@pytest.mark.parametrize("parameters", ["", "candles", "a, b, c", "a, *, b", "a, b, *, c", "**all"])
def test_other_than_two_parameters_are_told(parameters: str) -> None:
    assert fault_in(f"x = 1\ndef strategy({parameters}): pass") == (
        "strategy must take two arguments: def strategy(candles, settings)",
        (2, 1, 2, 13),
    )


@pytest.mark.parametrize(
    "parameters", ["a, b", "a, b=1", "a=1, b=2, c=3", "*all", "a, *rest", "a, b, /", "a, b, *, c=1"]
)
def test_what_takes_two_arguments_is_fine(parameters: str) -> None:
    assert fault_in(f"def strategy({parameters}): pass") is None


@pytest.mark.parametrize(
    "source",
    [
        "import functools\n@functools.cache\ndef strategy(a): pass",
        "def strategy(a): pass\nstrategy = lambda a, b: a",
        "def strategy(a): pass\nfrom functools import reduce as strategy",
        "def strategy(a): pass\nimport functools as strategy",
        "def strategy(a): pass\nfrom functools import *",
        "def strategy(a): pass\nclass strategy: __init__ = lambda self, a, b: None",
        "def strategy(a): pass\nif True:\n def strategy(a, b): pass",
        "def strategy(a): pass\nfor strategy in [max]: pass",
        "def strategy(a): pass\nmatch max:\n case strategy: pass",
        "def strategy(a): pass\ndef change():\n global strategy\n from operator import add as strategy\nchange()",
    ],
)
def test_a_function_that_may_become_another_is_left_to_the_run(source: str) -> None:
    assert fault_in(source) is None


@pytest.mark.parametrize("source", ["class strategy: pass", "from functools import reduce as strategy"])
def test_what_only_looks_like_the_function_is_none_for_a_run_either(run: Run, source: str) -> None:
    assert fault_in(source) == (run(source)["message"], None)


@pytest.mark.parametrize(
    "rebinding",
    [
        "from operator import sub as strategy",
        "class strategy:\n def __new__(cls, candles, settings): return candles.close * 0",
    ],
)
def test_what_a_run_accepts_has_no_fault(run: Run, rebinding: str) -> None:
    source = f"def strategy(a): pass\n{rebinding}\n"
    assert fault_in(source) is None
    assert run(source).get("message") != "strategy must take two arguments: def strategy(candles, settings)"


def test_code_for_which_there_is_not_enough_memory_is_not_blamed(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    large = f"x = [{'1,' * 120_000}]\n{GOOD}"
    monkeypatch.setattr(source_check, "CHECK_SECONDS", 30.0)
    assert check(large) == []
    monkeypatch.setattr(source_check, "CHECK_MEMORY_BYTES", 128 * 1024 * 1024)
    assert check(large) == []
    assert "too deeply nested" in str(check(f"x = {'-' * 250_000}1")[0]["message"])


def test_code_for_which_there_is_not_enough_time_is_not_blamed(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def end_when_begun(process: asyncio.subprocess.Process, _seconds: float) -> None:
        await begun.wait()
        process.kill()
        await process.wait()

    async def start(*arguments: Any, **files: Any) -> asyncio.subprocess.Process:
        process = await start_process(*arguments, **files)
        while os.fstat(files["stdout"]).st_size == 0 or os.pread(files["stdout"], 1, 0) != b"A":
            await asyncio.sleep(0.001)
        begun.set()
        return process

    monkeypatch.setattr(source_check, "start_process", start)
    monkeypatch.setattr(source_check, "end_of", end_when_begun)
    slow = "|".join(["(" * 90 + "1" + ")" * 90] * 1300)
    with pytest.raises(CheckGaveUp):
        check(f"match x:\n case {slow}: pass\n)")


@pytest.mark.parametrize(
    "source", ["def strategy(c, s):\nreturn 1", "x = 1\0", "return 1", "def strategy(c): pass", GOOD + GOOD]
)
def test_a_run_and_a_check_say_the_same(run: Run, source: str) -> None:
    output, fault = run(source), only_fault(source)
    assert fault is not None
    line = fault.span.line if fault.span else None
    assert (output["kind"], output["message"], output["line"]) == (fault.kind, fault.message, line)


HOSTILE = {
    "nested brackets": "(" * 200_000,
    "nested lists": "x = " + "[" * 100_000 + "]" * 100_000,
    "signs": "x = " + "-" * 250_000 + "1",
    "attributes": "x = a" + ".b" * 120_000,
    "calls": "x = a" + "()" * 120_000,
    "additions": "x = 1" + "+1" * 120_000,
    "nested lambdas": "x = " + "lambda:" * 30_000 + "1",
    "nested blocks": "\n".join(" " * n + "if 1:" for n in range(300)),
    "one long line": "x = '" + "a" * 250_000,
    "many lines": "\n" * 250_000,
    "null bytes": "def strategy(a, b): pass\0",
    "half a surrogate pair": "x = '\ud800'",
    "a coding cookie": "# -*- coding: utf-7 -*-\nx = '+ACc-; import os'",
    "an unknown coding cookie": "# coding: nothing-of-this-name\nx = 1",
    "a large power": "x = 9 ** 9 ** 9 ** 9",
    "a large product": "x = 'a' * 10 ** 10, (0,) * 10 ** 10, 1 << 10 ** 10",
    "many digits": "x = " + "9" * 200_000,
    "an f-string": "f'" + "{" * 100_000,
    "alternatives": "match x:\n case " + "|".join(["(" * 90 + "1" + ")" * 90] * 500) + ": pass",
    "terminal sequences": "x = 1\nnonlocal \x1b[31m",
    "a byte order mark": "\ufeff\ufeffx = 1",
}


# spec: live.23
@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_text_crashes_or_hangs_the_runner(check: Check, source: str) -> None:
    # One that takes too long is given up, which raises.
    problems = check(source)
    assert len(problems) == 1
    assert problems[0]["message"].isprintable()
    assert check(GOOD) == []


def test_nothing_of_the_author_is_run(check: Check) -> None:
    assert check("import os\nos._exit(3)\nraise SystemExit\n" + GOOD) == []


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"[", b"[" * 15_000, b"{}", b"7", b"[7]", b"\xff",
        b'{"problems": [], "parameters": 7}',
        b'{"problems": [], "parameters": [{"name": null}]}',
        b'{"problems": [], "parameters": [{"name": "x", "choices": [[]]}]}',
        b'{"problems": [{"line": 1}], "parameters": []}',
        *(
            b'{"problems": [{"line": %s, "column": 1, "end_line": 1, "end_column": 1, "severity": %s, "message": %s}], '
            b'"parameters": []}' % fields
            for fields in (
                (b"0", b'"error"', b'""'), (b"true", b'"error"', b'""'), (b"1e3", b'"error"', b'""'),
                (b"1", b'"error"', b'["x"]'), (b"1", b'"fatal"', b'""'),
            )
        ),
    ],
)  # fmt: skip
def test_an_answer_that_is_not_ours_blames_the_text(answer: bytes) -> None:
    message = "this cannot be read as Python: it is too large or too deeply nested"
    place = {"line": 1, "column": 1, "end_line": 1, "end_column": 1}
    blamed = {"problems": [{**place, "severity": "error", "message": message}], "parameters": []}
    assert reading_in(answer, 0) == reading_in(answer, 128 + signal.SIGSEGV) == blamed
    # Killed from outside, for its memory or its time, or without memory for an answer.
    for status in (-signal.SIGKILL, 128 + signal.SIGKILL, 128 + signal.SIGXCPU, 1):
        with pytest.raises(CheckGaveUp):
            reading_in(answer, status)


def test_what_an_answer_may_hold_is_bounded() -> None:
    place = {"line": 1, "column": 1, "end_line": 1, "end_column": 2, "severity": "warning"}
    problem = {**place, "message": "\x1b[31m" + "x" * 10_000}
    parameter = {"name": "n", "kind": "whole", "default": 1, "choices": [1, 2], "line": 3}
    found = reading_in(json.dumps({"problems": [problem] * 100, "parameters": [parameter] * 100}).encode(), 0)
    assert found == {"problems": [{**place, "message": "x" * 500}] * 20, "parameters": [parameter] * 20}


def test_a_check_that_takes_too_long_is_killed(loop: asyncio.AbstractEventLoop) -> None:
    async def story() -> int | None:
        process = await asyncio.create_subprocess_exec("sleep", "60")
        await end_of(process, 0.1)
        return process.returncode

    assert loop.run_until_complete(story()) == -signal.SIGKILL


def test_what_cannot_be_confined_is_not_checked(loop: asyncio.AbstractEventLoop, sandbox: Sandbox) -> None:
    broken = dataclasses.replace(sandbox, strict_filter=b"\0" * 8)
    with pytest.raises(InterpreterFailed, match="not confined"):
        loop.run_until_complete(read_source(broken, GOOD))
    nothing = dataclasses.replace(sandbox, arguments=b"--no-such-option\0")
    with pytest.raises(InterpreterFailed, match="did not begin"):
        loop.run_until_complete(read_source(nothing, GOOD))


def test_the_activity_takes_and_gives_references(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, blobs: Blobs
) -> None:
    checker = Checker(lambda: sandbox, blobs)

    async def story() -> Any:
        source = await blobs.write(b"\0REPLY\0" + json.dumps({"check": "c1", "code": "x = )"}).encode() + b"\0")
        output = await check_strategy(checker, {"source": source})
        return bytes(await blobs.read(str(output["reading"]), 10_000))

    content = loop.run_until_complete(story())
    assert content.startswith(b"\0REPLY\0")
    assert content.endswith(b"\0")
    answer = json.loads(content[7:-1])
    assert (answer["check"], answer["problems"][0]["message"]) == ("c1", "SyntaxError: unmatched ')'")
    for value in ({}, None, {"source": "../x"}):
        with pytest.raises(InvalidInput):
            loop.run_until_complete(check_strategy(checker, value))


def test_without_a_sandbox_nothing_is_checked(loop: asyncio.AbstractEventLoop, blobs: Blobs) -> None:
    def none() -> Sandbox:
        raise SandboxUnavailable("bubblewrap is missing")

    with pytest.raises(SandboxUnavailable):
        loop.run_until_complete(check_strategy(Checker(none, blobs), {"source": "0" * 64}))


def test_checks_go_side_by_side(loop: asyncio.AbstractEventLoop, sandbox: Sandbox) -> None:
    async def many() -> list[Reading]:
        return await asyncio.gather(*(read_source(sandbox, "x" * n + " = )") for n in range(1, 9)))

    places = [found["problems"][0]["column"] for found in loop.run_until_complete(many())]
    assert places == [n + 4 for n in range(1, 9)]


def test_a_span_counts_as_editors_do() -> None:
    fault = only_fault("é = '🚀' )")
    assert fault is not None
    assert fault.span == Span(1, 10, 1, 11)


def test_that_there_is_no_sandbox_is_logged_once_until_there_is_one(
    loop: asyncio.AbstractEventLoop, sandbox: Sandbox, blobs: Blobs, caplog: pytest.LogCaptureFixture
) -> None:
    there: list[Sandbox] = []

    def found() -> Sandbox:
        if not there:
            raise SandboxUnavailable("bubblewrap is missing")
        return there[0]

    check = make_check_strategy(Checker(found, blobs))

    async def story() -> None:
        source = await blobs.write(b"\0REPLY\0" + json.dumps({"check": "c1", "code": GOOD}).encode() + b"\0")
        for has_sandbox in (False, False, True, True, False, False):
            there[:] = [sandbox] if has_sandbox else []
            with contextlib.nullcontext() if has_sandbox else pytest.raises(ApplicationError, match="missing"):
                await ActivityEnvironment().run(check, {"source": source})

    with caplog.at_level("INFO"):
        loop.run_until_complete(story())
    said = ["code cannot be checked", "code can be checked again", "code cannot be checked"]
    assert [record.message for record in caplog.records if record.name == log.SERVICE] == said
