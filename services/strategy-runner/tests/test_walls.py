"""Each wall of the sandbox alone: a blocked attack gets through when the walls in its way are removed."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from candle_samples import candles_blob, settings_for
from conftest import NO_PRIVATE
from hostile import attack

from tradeium_runner.failures import InterpreterFailed
from tradeium_runner.files.blobs import Blobs
from tradeium_runner.run_input import RunInput
from tradeium_runner.sandbox.bubblewrap import Sandbox
from tradeium_runner.sandbox.interpreter import Interpreter
from tradeium_runner.sandbox.pool import Pool
from tradeium_runner.sandbox.warm_parent import WarmParent
from tradeium_runner.strategy_run import Runner, run_strategy

ALLOW, NO_SUCH_CALL = 0x7FFF0000, 0x00050026
FILTER, LANDLOCK, LIMITS, CGROUP, NETWORK, READ_ONLY = "filter", "landlock", "limits", "cgroup", "network", "read-only"
CLOSED, CLOSING = "closed namespaces", b"--disable-userns\0"


def weakened(sandbox: Sandbox, walls: frozenset[str]) -> Sandbox:
    """The sandbox without these walls."""
    anything = struct.pack("<HBBI", 0x06, 0, 0, ALLOW)
    without_landlock = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, NO_SUCH_CALL), (0x06, 0, 0, ALLOW)]
    arguments = sandbox.arguments
    if NETWORK in walls:
        namespaces = (b"--unshare-ipc", b"--unshare-pid", b"--unshare-uts", b"--unshare-cgroup")
        arguments = arguments.replace(b"--unshare-all", b"\0".join(namespaces))
    if READ_ONLY in walls:
        arguments = arguments.replace(b"--remount-ro\0/\0", b"")
    if CLOSED in walls:
        arguments = arguments.replace(CLOSING, b"")
    return dataclasses.replace(
        sandbox,
        arguments=arguments,
        filter=b"".join(struct.pack("<HBBI", *i) for i in without_landlock) if LANDLOCK in walls else anything,
        strict_filter=anything if FILTER in walls else sandbox.strict_filter,
        cgroups=None if CGROUP in walls else sandbox.cgroups,
    )


@dataclass(frozen=True)
class Attack:
    """Prints `through` when it gets through; `walls` are all in its way, and each alone holds."""

    walls: tuple[str, ...]
    body: str
    through: str


def attempt(body: str, then: str = "pass") -> str:
    return f"try:\n    {body}\n    {then}\nexcept (OSError, MemoryError) as e: print('held', type(e).__name__)"


ATTACKS = {
    "starting a process": Attack(
        (FILTER, LIMITS), attempt("child = os.fork() or os._exit(0); print('forked', child > 0)"), "forked True"
    ),
    "starting a thread": Attack(
        (FILTER, LIMITS),
        "import threading; thread = threading.Thread(target=print, args=('threaded',))\n"
        "try: thread.start(); thread.join()\n"
        "except RuntimeError: pass",
        "threaded",
    ),
    "knowing which execution this is": Attack((FILTER,), "print('known', os.getpid() > 0)", "known True"),
    "finding other processes": Attack((FILTER,), attempt("print('found', os.sched_getaffinity(2) != 0)"), "found True"),
    "their processor time": Attack(
        (FILTER,), attempt("import time; print('read', time.clock_gettime(~2 << 3 | 2) > 0)"), "read True"
    ),
    "lowering the supervisor's limits": Attack(
        (FILTER,),
        attempt("import resource as r; print(r.prlimit(os.getppid(), r.RLIMIT_CORE, (0, 0)) != 0)"),
        "True",
    ),
    "a signal to the supervisor": Attack(
        (FILTER, LANDLOCK), attempt("os.kill(os.getppid(), 0); print('signalled')"), "signalled"
    ),
    "a lock that other runs see": Attack(
        (FILTER,),
        attempt("import fcntl; fcntl.lockf(open('/sdk/bootstrap.py'), fcntl.LOCK_SH); print('locked')"),
        "locked",
    ),
    "a signal by the kernel's hand": Attack(
        (FILTER,), attempt("import fcntl; fcntl.fcntl(3, fcntl.F_SETOWN, os.getppid()); print('owned')"), "owned"
    ),
    "a new user namespace": Attack(
        (FILTER, CLOSED), "print('made', ctypes.CDLL(None).unshare(0x10000000) == 0)", "made True"
    ),
    "making a socket": Attack((FILTER,), attempt("import socket; socket.socket(); print('made')"), "made"),
    "a connection to the host": Attack(
        (FILTER, NETWORK, LANDLOCK),
        attempt("import socket; socket.create_connection(('127.0.0.1', PORT))", "print('in')"),
        "in",
    ),
    "writing a file": Attack(
        (LANDLOCK, READ_ONLY), attempt("open('/tmp/mine', 'w').write('x')", "print('written')"), "written"
    ),
    "a named pipe": Attack((FILTER, LANDLOCK, READ_ONLY), attempt("os.mkfifo('/tmp/pipe')", "print('made')"), "made"),
    "a symbolic link": Attack(
        (FILTER, LANDLOCK, READ_ONLY), attempt("os.symlink('/', '/tmp/link')", "print('made')"), "made"
    ),
    "executing a program": Attack(
        (FILTER, LANDLOCK), attempt("os.execv(sys.executable, ['python', '-c', 'print(\"executed\")'])"), "executed"
    ),
    "too much memory": Attack(
        (LIMITS, CGROUP), attempt("x = b'x' * (400 << 20)", "print('taken', len(x))"), "taken 419430400"
    ),
    "too many files": Attack(
        (LIMITS,), attempt("print('opened', len([os.open('/', os.O_RDONLY) for _ in range(100)]))"), "opened 100"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def port() -> Any:
    """A service of the host that listens, as NATS or Temporal would."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        yield server.getsockname()[1]


Try = Callable[..., dict[str, Any]]


@pytest.fixture
def execute(loop: asyncio.AbstractEventLoop, blobs: Blobs) -> Try:
    """Runs a strategy in a separate interpreter, without re-runs."""

    def execute(sandbox: Sandbox, source: str, limited: bool = True) -> dict[str, Any]:
        parent = WarmParent(lambda: sandbox)

        async def launch_one(hurry: bool) -> Interpreter:
            interpreter = await parent.launch(hurry)
            if not limited:
                interpreter.resource_limits = {}
            return interpreter

        async def story() -> dict[str, Any]:
            try:
                return await run()
            finally:
                await parent.close()

        async def run() -> dict[str, Any]:
            runner = Runner(Pool(launch_one, 0), blobs, sandbox.limits, NO_PRIVATE, checks_causality=False)
            candles = candles_blob()
            code, data = await blobs.write(source.encode()), await blobs.write(candles)
            output = await run_strategy(runner, RunInput("test", code, None, data, settings_for(candles)))
            report: dict[str, Any] = json.loads(bytes(await blobs.read(str(output["report"]), 1 << 20)))
            return {**output, **report}

        return loop.run_until_complete(story())

    return execute


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gets_through_only_when_all_walls_in_its_way_are_down(
    sandbox: Sandbox, execute: Try, port: int, name: str
) -> None:
    found = ATTACKS[name]
    source = attack(found.body.replace("PORT", str(port)))
    down = frozenset(found.walls)
    assert found.through in execute(weakened(sandbox, down), source, LIMITS not in down)["prints"].splitlines()
    assert found.through not in execute(sandbox, source)["prints"].splitlines()


SECOND_WALLS = [(name, wall) for name, found in ATTACKS.items() for wall in found.walls if len(found.walls) > 1]


@pytest.mark.parametrize(("name", "wall"), SECOND_WALLS)
def test_where_there_are_several_walls_each_holds_alone(
    sandbox: Sandbox, execute: Try, port: int, name: str, wall: str
) -> None:
    # An ordinary user, and most containers: there is no such wall here, and docs/sandbox.md says so.
    if (wall == CGROUP and sandbox.cgroups is None) or (wall == CLOSED and CLOSING not in sandbox.arguments):
        return
    found = ATTACKS[name]
    down = frozenset(found.walls) - {wall}
    source = attack(found.body.replace("PORT", str(port)))
    output = execute(weakened(sandbox, down), source, LIMITS not in down)
    assert found.through not in output["prints"].splitlines()


def test_a_file_of_the_host_is_there_only_when_it_is_mounted(sandbox: Sandbox, execute: Try) -> None:
    bind = b"--ro-bind\0/etc/passwd\0/secret\0"
    mounted = dataclasses.replace(
        sandbox, arguments=sandbox.arguments.replace(b"--dir\0/tmp\0", bind + b"--dir\0/tmp\0")
    )
    source = attack("print(os.path.exists('/secret'))")
    assert execute(mounted, source)["prints"] == "True\n"
    assert execute(sandbox, source)["prints"] == "False\n"


def test_the_environment_is_empty_even_where_bubblewrap_sets_one(sandbox: Sandbox, execute: Try) -> None:
    talkative = dataclasses.replace(sandbox, arguments=sandbox.arguments + b"--setenv\0CANARY\0secret\0")
    assert execute(talkative, attack("print(dict(os.environ))"))["prints"] == "{}\n"


@pytest.mark.parametrize("program", [b"", b"\xff" * 8])
def test_without_its_strict_filter_nothing_is_run(sandbox: Sandbox, execute: Try, program: bytes) -> None:
    broken = dataclasses.replace(sandbox, strict_filter=program)
    with pytest.raises(InterpreterFailed, match="not confined"):
        execute(broken, attack("print('ran')"))


def test_the_supervisor_has_one_thread_and_shares_no_memory(
    loop: asyncio.AbstractEventLoop, parent: WarmParent
) -> None:
    """A fork copies one thread only, and shared memory would outlive the child that wrote to it."""
    interpreter = loop.run_until_complete(parent.launch(True))
    status = Path(f"/proc/{interpreter.pid}/status").read_text()
    mappings = Path(f"/proc/{interpreter.pid}/maps").read_text().splitlines()
    loop.run_until_complete(interpreter.close())
    assert "Threads:\t1\n" in status
    assert len(mappings) > 100
    assert [line for line in mappings if line.split()[1] in ("rw-s", "-w-s")] == []
