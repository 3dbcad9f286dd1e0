"""Starts a program in a sandbox, inside its cgroup from the start."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence

from tradeium_runner.sandbox.bubblewrap import Sandbox, as_user
from tradeium_runner.sandbox.cgroup import Cgroup


async def start_process(
    sandbox: Sandbox,
    options: Sequence[str],
    command: Sequence[str],
    cgroup: Cgroup | None,
    *,
    stdin: int,
    stdout: int,
    stderr: int,
    pass_fds: Sequence[int] = (),
) -> asyncio.subprocess.Process:
    """
    Starts bwrap. It waits for the sandbox's options on a pipe, which are written once it is in its cgroup: everything
    it starts is there too; `options` come after them. Raises OSError. Main thread only: the sandbox dies with the
    thread that started it.
    """
    reading, writing = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *[sandbox.program, "--args", str(reading), *options, *command],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env={},
            pass_fds=(*pass_fds, reading),
            **as_user(sandbox.host_user),  # type: ignore[arg-type]
        )
        try:
            if cgroup:
                await asyncio.to_thread(cgroup.add, process.pid)
            os.write(writing, sandbox.arguments)
        except BaseException:
            os.kill(process.pid, signal.SIGKILL)
            raise
        return process
    finally:
        for descriptor in (reading, writing):
            os.close(descriptor)
