"""A strategy declares PARAMETERS: a wrong declaration has its message and line, a right one gives the code values."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from candle_samples import candles_blob, settings_for
from conftest import Run
from tradeium_sandbox.definition import read_file
from tradeium_sandbox.parameters import values_of

from tradeium_runner.run_input import RunInput
from tradeium_runner.sandbox.bubblewrap import Sandbox
from tradeium_runner.source_check import read_source
from tradeium_runner.strategy_run import Runner, run_strategy

READS = "def strategy(candles, settings):\n    print(dict(settings.parameters))\n    return candles.close * 0\n"
DECLARED = """
PARAMETERS = {
    "lookback": {"default": 30, "min": 5, "max": 120, "step": 5},
    "band": {"default": 0.05, "min": 0, "max": 1, "step": 0.05},
    "below": {"default": -3, "min": -10, "max": -1, "step": 1},
    "mode": {"default": "equal", "choices": ["equal", "inverse"]},
    "held": {"default": 2, "choices": (1, 2, 3)},
    "scale": {"default": 1, "choices": [0.5, 1]},
    "calm": {"default": True},
}
"""


def declared(source: str) -> list[dict[str, object]]:
    reading = read_file(source + READS)
    assert [fault for fault in reading.faults if not fault.is_warning] == []
    return [parameter.as_json() for parameter in reading.parameters]


def refused(source: str) -> tuple[str, int]:
    (fault,) = read_file(source + READS).faults
    assert not fault.is_warning
    assert fault.span is not None
    return fault.message, fault.span.line


def test_each_kind_is_read_without_running_the_file() -> None:
    assert declared(DECLARED) == [
        {"name": "lookback", "kind": "whole", "default": 30, "min": 5, "max": 120, "step": 5, "line": 3},
        {"name": "band", "kind": "number", "default": 0.05, "min": 0.0, "max": 1.0, "step": 0.05, "line": 4},
        {"name": "below", "kind": "whole", "default": -3, "min": -10, "max": -1, "step": 1, "line": 5},
        {"name": "mode", "kind": "word", "default": "equal", "choices": ["equal", "inverse"], "line": 6},
        {"name": "held", "kind": "whole", "default": 2, "choices": [1, 2, 3], "line": 7},
        {"name": "scale", "kind": "number", "default": 1.0, "choices": [0.5, 1.0], "line": 8},
        {"name": "calm", "kind": "boolean", "default": True, "line": 9},
    ]
    assert declared("PARAMETERS: dict = {}\n") == declared("") == []
    assert declared("print('PARAMETERS')\n") == []


N = 'PARAMETERS = {"n": %s}\n'
OF = N % '{"default": %s, "min": %s, "max": %s, "step": %s}'


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        ("PARAMETERS = dict(n=1)\n", "PARAMETERS must be a dictionary written out"),
        ("if True:\n    PARAMETERS = {}\n", "PARAMETERS must be a dictionary written out"),
        ("PARAMETERS, x = {}, 1\n", "PARAMETERS must be a dictionary written out"),
        ("PARAMETERS = {}\nPARAMETERS = {}\n", "PARAMETERS is set more than once; keep one of them"),
        ("PARAMETERS = {}\ndel PARAMETERS\n", "PARAMETERS is set more than once; keep one of them"),
        ("PARAMETERS = {}\nimport os as PARAMETERS\n", "PARAMETERS is set more than once; keep one of them"),
        ("def PARAMETERS(): pass\n", "PARAMETERS must be a dictionary written out"),
        ('PARAMETERS = {"__proto__": {"default": True}}\n', "the name of a parameter is made of letters, digits and _"),
        ("PARAMETERS = {**{}}\n", "the name of a parameter must be a text in quotation marks"),
        ("PARAMETERS = {1: {}}\n", "the name of a parameter must be a text in quotation marks"),
        ('PARAMETERS = {"a b": {}}\n', "the name of a parameter is made of letters, digits and _, at most 40 of them"),
        (N % "30", 'n must be a dictionary with "default"'),
        (N % "{}", "n needs a default"),
        (N % '{"default": 1, "most": 2}', "n takes default, min, max, step, choices"),
        (N % '{"default": 1, "default": 2}', "n has default twice"),
        (N % '{"default": 1}', "n is a number, so it needs min, max and step, or choices"),
        (N % '{"default": "x"}', 'n is a word, so it needs "choices"'),
        (N % '{"default": True, "min": 0}', "n is True or False, so it takes a default"),
        (OF % (7, 1, 5, 1), "n has the default 7, which is not between 1 and 5"),
        (OF % (3, 1, 5, 0), "n needs a step above 0"),
        (OF % (3, 5, 1, 1), "n has a min above its max"),
        (OF % (3, 0, 1_000_000, 1), "n has more than 10,000 steps in its range"),
        (OF % (3, 0, 5, 1e-320), "n has more than 10,000 steps in its range"),
        (OF % (3, 0, '"5"', 1), "n needs a number as max"),
        (OF % (3, 0, "1e999", 1), "n has a number that is too large"),
        (OF % (3, 0, 2**60, 2**55), "n has a number that is too large"),
        (OF % ("1j", 0, 5, 1), "n must have plain values"),
        (OF % ('float("nan")', 0, 5, 1), "n must have plain values"),
        (OF % ("1 + 1", 0, 5, 1), "n must have plain values"),
        (OF % ("-True", 0, 5, 1), "n must have plain values"),
        (N % '{"default": 1, "choices": [1, 2], "step": 1}', "n has choices, so it takes no min, max or step"),
        (N % '{"default": 1, "choices": range(9)}', "n needs its choices as a list, written out"),
        (N % '{"default": 1, "choices": [1]}', "n has 1 choices"),
        (N % f'{{"default": 1, "choices": {list(range(10_000))}}}', "n has 10000 choices"),
        (N % '{"default": 1, "choices": [1, "a"]}', "n must have choices of one kind"),
        (N % '{"default": 1, "choices": [True, 2]}', "n is True or False, so it takes a default"),
        (N % '{"default": 1, "choices": [1, 2, 1.0]}', "n has the same choice twice"),
        (N % '{"default": 3, "choices": [1, 2]}', "n has the default 3, which is not one"),
        (N % '{"default": "", "choices": ["", "a"]}', "n has a word that is empty, longer than"),
        ('PARAMETERS = {"n": {"default": True}, "n": {"default": True}}\n', "n is declared twice"),
        (f"PARAMETERS = {({f'p{n}': {'default': True} for n in range(21)})}\n", "PARAMETERS has 21 parameters"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_declaration_is_told(declaration: str, message: str) -> None:
    assert refused(declaration)[0].removeprefix("the parameter ").startswith(message)


def test_a_fault_is_where_it_is_written() -> None:
    source = (
        'PARAMETERS = {\n    "é": {"default": True},\n    "a": {"default": True},\n    "a": {"default": False},\n}\n'
    )
    assert refused(source.replace('"é"', '"e"'))[1] == 4
    (fault,) = read_file(source + READS).faults
    assert fault.span is not None
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (2, 5, 8)


def test_a_parameter_that_the_code_never_reads_is_a_warning() -> None:
    source = 'PARAMETERS = {\n    "used": {"default": True},\n    "idle": {"default": True},\n}\n' + READS
    reads = source.replace("dict(settings.parameters)", 'settings.parameters["used"]')
    (fault,) = read_file(reads).faults
    assert fault.is_warning
    assert fault.message == "the code never reads the parameter idle: settings.parameters['idle']"
    assert fault.span is not None
    assert (fault.span.line, fault.span.column) == (3, 5)
    assert read_file(reads.replace("return", "settings.parameters.get('idle')\n    return")).faults == []
    for other in ("idle = 1", "rule(idle=1)", "p.idle"):
        assert len(read_file(reads.replace("return", f"{other}\n    return")).faults) == 1
    passed_on = "def rule(idle): pass\n" + reads.replace("return", "rule(**settings.parameters)\n    return")
    assert read_file(passed_on).faults == []


def test_code_that_reads_the_declaration_and_no_chosen_value_is_warned() -> None:
    source = 'PARAMETERS = {"n": {"default": True}}\n' + READS.replace("dict(settings.parameters)", 'PARAMETERS["n"]')
    (fault,) = read_file(source).faults
    assert fault.is_warning
    assert fault.message == "PARAMETERS has no chosen values, only the declaration: read settings.parameters"
    assert fault.span is not None
    assert fault.span.line == 3


def test_the_name_within_a_function_or_a_class_declares_nothing() -> None:
    for inside in ("def f():\n    PARAMETERS = 1\n", "class C:\n    PARAMETERS = {}\n"):
        assert declared(inside) == []


def test_a_file_whose_parameters_are_not_known_for_lack_of_memory_is_not_one_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def exhausted(_: str) -> None:
        raise MemoryError

    monkeypatch.setattr("tradeium_sandbox.definition.read_definition", exhausted)
    with pytest.raises(MemoryError):
        read_file(DECLARED + READS)
    assert read_file(READS).faults == []


def test_values_are_the_chosen_ones_in_the_type_that_is_declared() -> None:
    parameters = read_file(DECLARED + READS).parameters
    defaults = values_of(parameters, {})
    assert defaults == {one.name: one.default for one in parameters}
    chosen = values_of(parameters, {"lookback": 50.0, "band": 1, "mode": "inverse", "scale": 1, "calm": False})
    assert chosen == {**defaults, "lookback": 50, "band": 1.0, "mode": "inverse", "scale": 1.0, "calm": False}
    assert [type(chosen[name]) for name in ("lookback", "band", "scale")] == [int, float, float]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("lookback", 4, "lookback must lie between 5 and 120"),
        ("lookback", 7.5, "lookback must be a whole number"),
        ("lookback", True, "lookback must be a number"),
        ("lookback", "30", "lookback must be a number"),
        ("lookback", float("nan"), "lookback must be a number"),
        ("lookback", 10**400, "lookback must be a number"),
        ("mode", "best", "mode must be one of 'equal', 'inverse'"),
        ("mode", 1, "mode must be one of 'equal', 'inverse'"),
        ("held", True, "held must be one of 1, 2, 3"),
        ("calm", 1, "calm must be True or False"),
        ("lokback", 30, "there is no parameter 'lokback' in PARAMETERS"),
    ],
)
def test_a_value_that_does_not_fit_is_told(name: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        values_of(read_file(DECLARED + READS).parameters, {name: value})


def test_a_check_gives_what_is_declared(loop: asyncio.AbstractEventLoop, sandbox: Sandbox) -> None:
    reading = loop.run_until_complete(read_source(sandbox, DECLARED + READS))
    assert reading["parameters"] == declared(DECLARED)
    assert {problem["severity"] for problem in reading["problems"]} == {"warning"}


async def run_with(runner: Runner, source: str, parameters: object) -> dict[str, Any]:
    candles = candles_blob()
    message = json.dumps({"check": "run-1", "code": source, "parameters": parameters}).encode()
    code, data = await runner.blobs.write(b"\0REPLY\0" + message + b"\0"), await runner.blobs.write(candles)
    output = await run_strategy(runner, RunInput("test", code, None, data, settings_for(candles)))
    return {**output, **json.loads(bytes(await runner.blobs.read(str(output["report"]), 1 << 20)))}


def test_a_strategy_reads_its_values(loop: asyncio.AbstractEventLoop, runner: Runner) -> None:
    source = 'PARAMETERS = {"n": {"default": 1, "min": 0, "max": 9, "step": 1}, "calm": {"default": True}}\n' + READS
    for parameters, prints in (({}, "{'n': 1, 'calm': True}\n"), ({"n": 7}, "{'n': 7, 'calm': True}\n")):
        output = loop.run_until_complete(run_with(runner, source, parameters))
        assert (output["ok"], output["prints"]) == (True, prints)
        assert output["causality"]["tested"] > 0
    output = loop.run_until_complete(run_with(runner, source, {"n": 10}))
    assert (output["ok"], output["kind"], output["message"]) == (False, "contract", "n must lie between 0 and 9")


def test_values_cannot_be_changed_and_a_wrong_name_is_told(run: Run) -> None:
    output = run(READS.replace("print(dict(settings.parameters))", "settings.parameters['n'] = 1"))
    assert output["message"] == "TypeError: 'mappingproxy' object does not support item assignment"
    output = run(READS.replace("dict(settings.parameters)", "settings.parameters['n']"))
    assert "there is no parameter 'n' in PARAMETERS" in output["message"]
    assert output["line"] == 2
