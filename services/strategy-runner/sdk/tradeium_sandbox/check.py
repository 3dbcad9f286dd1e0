"""Finds mistakes in a strategy's file, in a separate process that runs none of it and ends at once."""

from __future__ import annotations

import base64
import json
import os
import sys
from typing import NoReturn

from tradeium_sandbox.confinement import filter_system_calls, restrict_to_reading, set_resource_limits
from tradeium_sandbox.definition import read_file
from tradeium_sandbox.fault import Fault, Span


def check_and_exit() -> NoReturn:
    """
    Reads its job from standard input and answers on standard output: one byte when it is confined, then the problems.
    The parser sees the author's text only then: it is C, and the text may be made to break it.
    """
    try:
        job = json.loads(sys.stdin.buffer.read())
        set_resource_limits(job["resource_limits"])
        restrict_to_reading()
        filter_system_calls(base64.b64decode(job["filter"]))
        os.write(1, b"A")
    except BaseException as cause:
        os.write(2, f"not confined: {cause!r}".encode())
        os._exit(1)
    reading = read_file(job["source"])
    problems = [_problem(fault) for fault in reading.faults]
    parameters = [parameter.as_json() for parameter in reading.parameters]
    os.write(1, json.dumps({"problems": problems, "parameters": parameters}).encode())
    os._exit(0)


def _problem(fault: Fault) -> dict[str, object]:
    span = fault.span or Span(1, 1, 1, 1)
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "severity": "warning" if fault.is_warning else "error",
        "message": fault.message,
    }
