"""Checks a strategy's file in a new sandbox, which runs none of the author's code, and ends."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass

from tradeium_runner.failures import CheckGaveUp, InterpreterFailed, InvalidInput
from tradeium_runner.files.blobs import Blobs, is_digest
from tradeium_runner.limits import CHECK_MEMORY_BYTES, CHECK_SECONDS, MAX_OPEN_FILES
from tradeium_runner.message_file import MAX_JOB_BYTES, MOST_PARAMETERS, is_plain_value, job_in, message_file
from tradeium_runner.sandbox.bubblewrap import Sandbox
from tradeium_runner.sandbox.cgroup import Cgroup, create_cgroup
from tradeium_runner.sandbox.memory_file import fixed_size_file, sealed_copy
from tradeium_runner.sandbox.prints import open_prints, printable, read_prints
from tradeium_runner.sandbox.sandbox_process import start_process

Problem = dict[str, object]
# Lists of problems and of parameters, as JSON.
Reading = dict[str, list[dict[str, object]]]

_numbers = itertools.count(1)
_BEGUN = b"A"
# Twenty parameters with fifty words each, and escaped.
_MAX_ANSWER_BYTES = 512 * 1024
_MAX_PROBLEMS = 20
_MAX_MESSAGE_CHARACTERS = 500
_PLACES = ("line", "column", "end_line", "end_column")
_MAX_PLACE = 1_000_000
# Bubblewrap's exit statuses for a program that ended on its own, or through a fault in the interpreter.
_PARSER_BROKEN = {0, *(128 + number for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT))}
_TOO_MUCH = "this cannot be read as Python: it is too large or too deeply nested"


@dataclass(frozen=True)
class Checker:
    """The dependencies of checks; `sandbox` raises SandboxUnavailable where there is none."""

    sandbox: Callable[[], Sandbox]
    blobs: Blobs


async def check_strategy(checker: Checker, value: object) -> dict[str, object]:
    """
    The activity's output: the digest of problems and parameters, for that of the source. Raises InvalidInput,
    BlobMissing, SandboxUnavailable, InterpreterFailed or CheckGaveUp.
    """
    digest = value.get("source") if isinstance(value, dict) else None
    if not is_digest(digest):
        raise InvalidInput("source is not the SHA-256 of a blob")
    sandbox = checker.sandbox()
    job = job_in(await checker.blobs.read(str(digest), MAX_JOB_BYTES))
    # The check's own mark makes the file unique, so that it can be removed after reading.
    answer = {"check": job.check, **await read_source(sandbox, job.code)}
    return {"reading": await checker.blobs.write(message_file(answer))}


async def read_source(sandbox: Sandbox, source: str) -> Reading:
    """
    `problems`: where a file is not a strategy, as far as it shows without running it. `parameters`: what it declares.
    Raises InterpreterFailed, CheckGaveUp.
    """
    cgroup = _cgroup(sandbox)
    job, answer, said = _job(sandbox, source), fixed_size_file("answer", _MAX_ANSWER_BYTES), open_prints()
    filters = sealed_copy("filter", sandbox.filter)
    try:
        command = (sandbox.command[0], "-I", "-S", "-B", "-X", "utf8", "-W", "ignore", "/sdk/check.py")
        process = await start_process(
            sandbox,
            ("--seccomp", str(filters)),
            command,
            cgroup,
            stdin=job,
            stdout=answer,
            stderr=said,
            pass_fds=(filters,),
        )
        await end_of(process, CHECK_SECONDS)
        # The position is the sandbox's to move, so it is only trusted within the file.
        end = min(max(os.lseek(answer, 0, os.SEEK_CUR), 0), _MAX_ANSWER_BYTES)
        content = os.pread(answer, end, 0)
        if not content.startswith(_BEGUN):
            raise InterpreterFailed(f"a check did not begin: {read_prints(said).strip()[-1000:]}")
        return reading_in(content[len(_BEGUN) :], process.returncode or 0)
    except OSError as cause:
        raise InterpreterFailed(f"cannot check a strategy: {cause}") from cause
    finally:
        for descriptor in (job, answer, said, filters):
            os.close(descriptor)
        if cgroup:
            asyncio.get_running_loop().run_in_executor(None, cgroup.remove)


def _cgroup(sandbox: Sandbox) -> Cgroup | None:
    if sandbox.cgroups is None:
        return None
    try:
        return create_cgroup(sandbox.cgroups, f"check-{next(_numbers)}", CHECK_MEMORY_BYTES)
    except OSError as cause:
        raise InterpreterFailed(f"cannot make a cgroup: {cause}") from cause


def _job(sandbox: Sandbox, source: str) -> int:
    seconds = int(CHECK_SECONDS)
    limits = {
        "RLIMIT_AS": (CHECK_MEMORY_BYTES, CHECK_MEMORY_BYTES),
        "RLIMIT_CPU": (seconds, seconds + 1),
        "RLIMIT_NPROC": (1, 1),
        "RLIMIT_NOFILE": (MAX_OPEN_FILES, MAX_OPEN_FILES),
        "RLIMIT_FSIZE": (_MAX_ANSWER_BYTES, _MAX_ANSWER_BYTES),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_MEMLOCK": (0, 0),
        "RLIMIT_MSGQUEUE": (0, 0),
    }
    filters = base64.b64encode(sandbox.strict_filter).decode()
    job = {"source": source, "filter": filters, "resource_limits": limits}
    return sealed_copy("job", json.dumps(job).encode())


async def end_of(process: asyncio.subprocess.Process, seconds: float) -> None:
    """Waits for a process; kills it with everything it started when time is up or the wait is cancelled."""
    try:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), seconds)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await asyncio.shield(process.wait())


def reading_in(answer: bytes, status: int) -> Reading:
    """
    The sandbox's output. Where that is incomplete, or not ours, the text has broken the parser. Raises CheckGaveUp
    when time or memory ran out, which says nothing about the text.
    """
    try:
        found = json.loads(answer)
        return {
            "problems": [_problem(problem) for problem in found["problems"][:_MAX_PROBLEMS]],
            "parameters": [_parameter(parameter) for parameter in found["parameters"][:MOST_PARAMETERS]],
        }
    except (ValueError, TypeError, KeyError, RecursionError) as cause:
        if status not in _PARSER_BROKEN:
            raise CheckGaveUp(f"a check ended with status {status}") from cause
        return {
            "problems": [{**dict.fromkeys(_PLACES, 1), "severity": "error", "message": _TOO_MUCH}],
            "parameters": [],
        }


def _problem(problem: dict[str, object]) -> Problem:
    places = {name: problem[name] for name in _PLACES}
    message, severity = problem["message"], problem["severity"]
    if not all(type(place) is int and 0 < place <= _MAX_PLACE for place in places.values()):
        raise ValueError("a place that is nowhere")
    if not isinstance(message, str):
        raise ValueError("a message that is no text")
    if severity not in ("error", "warning"):
        raise ValueError("a severity that there is not")
    return {**places, "severity": severity, "message": printable(message)[:_MAX_MESSAGE_CHARACTERS]}


def _parameter(declared: dict[str, object]) -> dict[str, object]:
    """Only the shape is looked at: what it means is for the services, which do not trust it either."""
    choices = declared.get("choices", [])
    plain = [value for name, value in declared.items() if name != "choices"]
    if not isinstance(choices, list) or not all(map(is_plain_value, [*plain, *choices])):
        raise ValueError("a parameter of another shape")
    return declared
