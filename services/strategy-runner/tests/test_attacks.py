"""Each attack must end as a named failure or do nothing, and leave the next run unharmed."""

from __future__ import annotations

import os
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GOOD = """
def strategy(candles, settings):
    return candles.close.notna() / len(candles.coins)
"""

Run = Callable[..., dict[str, Any]]


def attack(body: str) -> str:
    """A strategy that does something hostile and then returns good weights, as if nothing had been."""
    inside = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    return f"import ctypes, os, sys\n\ndef strategy(candles, settings):\n{inside}\n    return candles.close * 0\n"


@pytest.fixture
def strike(run: Run) -> Run:
    """Runs an attack, then a well-behaved strategy, which must succeed."""

    def strike(source: str) -> dict[str, Any]:
        started = time.monotonic()
        output = run(source)
        assert time.monotonic() - started < 20, "an attack must not outlive its time limit"
        assert run(GOOD)["ok"], "the run after the attack must succeed"
        return output

    return strike


def test_an_endless_loop_is_stopped_and_its_line_named(strike: Run) -> None:
    output = strike(attack("while True:\n    pass"))
    assert (output["kind"], output["source_line"]) == ("timeout", "pass") or output["source_line"] == "while True:"


def test_a_loop_that_swallows_the_interruption_is_killed(strike: Run) -> None:
    output = strike(
        attack(
            """
            import signal
            signal.pthread_sigmask(signal.SIG_BLOCK, set(range(1, 60)))
            while True:
                try:
                    while True: pass
                except BaseException: pass
            """
        )
    )
    assert output["kind"] == "timeout"


def test_sleeping_for_ever_is_stopped(strike: Run) -> None:
    assert strike(attack("import time; time.sleep(3600)"))["kind"] == "timeout"


def test_a_huge_allocation_is_a_memory_error_at_its_line(strike: Run) -> None:
    output = strike(attack("x = bytearray(4 << 30)"))
    assert (output["kind"], output["line"]) == ("memory", 4)
    assert output["source_line"] == "x = bytearray(4 << 30)"


def test_creeping_memory_is_stopped(strike: Run) -> None:
    assert strike(attack("x = []\nwhile True: x.append(bytearray(1 << 20))"))["kind"] == "memory"


def test_memory_that_no_exception_reports_is_bounded_too(strike: Run) -> None:
    shared = """
    import mmap
    kept = []
    try:
        while True:
            kept.append(mmap.mmap(-1, 64 << 20))
            kept[-1].write(b'x' * (64 << 20))
    finally:
        print(len(kept))
    """
    output = strike(attack(shared))
    assert output["kind"] == "memory"
    assert int(output["prints"].split()[0]) <= 4


def test_no_process_can_be_started(strike: Run) -> None:
    assert strike(attack("os.fork()"))["kind"] == "forbidden"
    assert strike(attack("__import__('subprocess').run(['/usr/bin/true'])"))["kind"] == "forbidden"
    assert strike(attack("print(os.system('true') != 0)"))["prints"] == "True\n"


def test_a_fork_bomb_does_not_take_off(strike: Run) -> None:
    before = len([name for name in os.listdir("/proc") if name.isdigit()])
    output = strike(attack("for _ in range(10000):\n    ctypes.CDLL(None).fork()\nprint(os.listdir('/'))"))
    after = len([name for name in os.listdir("/proc") if name.isdigit()])
    assert output["ok"]
    assert after < before + 50


def test_a_thread_bomb_is_bounded(strike: Run) -> None:
    bomb = """
    import threading, time
    count = 0
    try:
        for _ in range(10000):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            count += 1
    finally:
        print(count)
    """
    output = strike(attack(bomb))
    assert output["kind"] == "exception"
    assert int(output["prints"].split()[0]) < 70


def test_no_socket_of_any_family_can_be_made(strike: Run) -> None:
    every = """
    import socket
    for family in range(50):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try: print(socket.socket(family, kind))
            except PermissionError: pass
    """
    assert strike(attack(every))["prints"] == ""
    assert strike(attack("import socket; socket.create_connection(('127.0.0.1', 4222))"))["kind"] == "forbidden"


def test_names_cannot_be_looked_up(strike: Run) -> None:
    output = strike(attack("import socket; print(socket.getaddrinfo('example.com', 80))"))
    assert not output["ok"]


def test_files_of_the_host_are_not_there(strike: Run, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    paths = (
        "/etc",
        "/root",
        "/home",
        "/proc",
        "/sys",
        "/var",
        "/run",
        "/usr/bin/env",
        "/work",
        str(secret),
        str(Path.home()),
    )
    output = strike(attack(f"print([path for path in {paths} if os.path.exists(path)], sorted(os.listdir('/dev')))"))
    assert output["prints"] == "[] ['null', 'random', 'shm', 'urandom', 'zero']\n"
    assert strike(attack("open('/etc/shadow')"))["message"].startswith("FileNotFoundError")


def test_the_worker_and_its_secrets_are_not_in_sight(strike: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRADEIUM_CANARY", "canary-of-the-worker")
    output = strike(attack("print(dict(os.environ), os.getpid(), os.getppid(), os.getuid(), os.uname(), sys.argv)"))
    assert "canary" not in output["prints"]
    assert "'sandbox'" in output["prints"]
    assert str(Path.home()) not in output["prints"]


def test_nothing_can_be_written(strike: Run) -> None:
    search = """
    tried = 0
    for folder, folders, files in os.walk('/'):
        if folder.count('/') > 3: folders.clear()
        for name in ('mine', *files[:3]):
            tried += 1
            try:
                os.close(os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CREAT))
                print('written', folder, name)
            except OSError: pass
    print(tried > 100)
    """
    assert strike(attack(search)).get("prints") == "True\n"
    output = strike(attack("open('/tmp/big', 'wb').write(b'x' * 10_000_000_000)"))
    assert output["kind"] in ("forbidden", "memory")


def test_the_candles_are_a_copy_that_cannot_be_changed(run: Run, loop: Any, runner: Any) -> None:
    from candle_samples import candles_blob

    write = """
    import mmap
    for fd in range(3, 64):
        for attempt in (
            lambda: os.write(fd, b'x'), lambda: os.pwrite(fd, b'x', 0), lambda: os.ftruncate(fd, 0),
            lambda: os.fchmod(fd, 0o777), lambda: mmap.mmap(fd, 8, prot=mmap.PROT_WRITE | mmap.PROT_READ)[0],
        ):
            try:
                if fd != 3 and attempt(): print('changed', fd)
            except (OSError, ValueError): pass
    """
    first = run(GOOD, candles_blob())
    assert run(attack(write))["prints"] == ""
    assert run(GOOD, candles_blob()) | {"timing_ms": 0} == first | {"timing_ms": 0}


def test_nothing_is_inherited_but_the_channel(strike: Run) -> None:
    output = strike(
        attack(
            """
            import stat
            for fd in range(1024):
                try: found = os.fstat(fd)
                except OSError: continue
                print(fd if fd < 4 else '+', stat.filemode(found.st_mode)[0], found.st_nlink)
            """
        )
    )
    # 0 is /dev/null; 1 and 2 the prints, 3 the channel, and one more the candles: files that have no name anywhere.
    assert output["prints"].splitlines() == ["0 c 1", "1 - 0", "2 - 0", "3 s 1", "+ - 0"]


SYSTEM_CALLS = {
    "ptrace": 101, "process_vm_readv": 310, "mount": 165, "umount2": 166, "unshare": 272, "setns": 308, "bpf": 321,
    "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "add_key": 248, "keyctl": 250, "kexec_load": 246,
    "init_module": 175, "pidfd_open": 434, "pidfd_getfd": 438, "memfd_create": 319, "chroot": 161, "pivot_root": 155,
    "open_by_handle_at": 304, "name_to_handle_at": 303, "personality": 135, "syslog": 103, "acct": 163, "swapon": 167,
    "fsopen": 430, "move_mount": 429, "shmget": 29, "mq_open": 240, "seccomp": 317, "kill": 62, "socketpair": 53,
    "fork": 57, "vfork": 58, "setuid": 105, "sched_setscheduler": 144, "mknod": 133, "symlink": 88,
    "inotify_init1": 294,
}  # fmt: skip


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86_64")
def test_dangerous_system_calls_are_refused_by_number(strike: Run) -> None:
    calls = f"""
    libc = ctypes.CDLL(None, use_errno=True)
    for name, number in {SYSTEM_CALLS!r}.items():
        ctypes.set_errno(0)
        if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != 1:
            print(name, ctypes.get_errno())
    flags = 0x10000000 | 17
    print(libc.syscall(56, flags, 0, 0, 0, 0), ctypes.get_errno())
    print(libc.syscall(435, 0, 0), ctypes.get_errno())
    """
    assert strike(attack(calls)).get("prints") == "-1 1\n-1 38\n"


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="there is no x32 elsewhere")
def test_system_calls_of_another_kind_kill(strike: Run) -> None:
    assert strike(attack("ctypes.CDLL(None).syscall(0x40000000 + 39)"))["kind"] == "forbidden"


def test_programs_cannot_be_executed(strike: Run) -> None:
    output = strike(attack("os.execv(sys.executable, ['python', '-c', 'print(1)'])"))
    assert output["kind"] == "forbidden"


def test_a_terminal_is_not_typed_into(strike: Run) -> None:
    output = strike(attack("import fcntl; fcntl.ioctl(0, 0x5412, b'x')"))
    assert output["kind"] == "forbidden"


def test_a_daemon_does_not_survive(strike: Run) -> None:
    marker = "a-daemon-of-the-test-suite"
    daemon = f"""
    import threading, time
    ctypes.CDLL(None).prctl(15, {marker[:15]!r}.encode(), 0, 0, 0)
    threading.Thread(target=time.sleep, args=(600,)).start()
    try:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0: time.sleep(600)
    except OSError: pass
    """
    # The run after it, which strike makes, leaves the kernel more than enough time.
    assert strike(attack(daemon))["ok"]
    assert marker[:15] not in _process_names()


def _process_names() -> list[str]:
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            names.append(Path("/proc", pid, "comm").read_text().strip())
        except OSError:
            continue
    return names


FORGERIES = {
    "not a frame": "os.write(3, b'{\"ok\": true}' * 100)",
    "no JSON": "os.write(3, b'\\x04\\x00\\x00\\x00!!!!')",
    "an enormous header": "os.write(3, b'\\xff\\xff\\xff\\xff')",
    "a pickle": "import pickle; d = pickle.dumps(os); os.write(3, len(d).to_bytes(4, 'little') + d)",
    "deep nesting": "d = b'[' * 16000; os.write(3, len(d).to_bytes(4, 'little') + d)",
    "another kind": 'd = b\'{"ok": false, "kind": "free", "message": "", "line": 1}\'; '
    "os.write(3, len(d).to_bytes(4, 'little') + d)",
    "a message that is no text": 'd = b\'{"ok": false, "kind": "memory", "message": {}}\'; '
    "os.write(3, len(d).to_bytes(4, 'little') + d)",
    "more fields": 'd = b\'{"ok": true, "line": 1, "columns": 0}\'; os.write(3, len(d).to_bytes(4, \'little\') + d)',
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_answer_is_refused(strike: Run, forgery: str) -> None:
    try_pickle = FORGERIES[forgery].replace("pickle.dumps(os)", "pickle.dumps(os.system)")
    output = strike(attack(try_pickle))
    assert (output["ok"], output["kind"]) == (False, "forbidden")


def test_a_partial_answer_is_no_answer(strike: Run) -> None:
    output = strike(attack("os.write(3, b'\\x40\\x00'); os._exit(0)"))
    assert output["kind"] == "exception"
    output = strike(
        attack("d = b'{\"ok\": true, \"line\": 1}'; os.write(3, len(d).to_bytes(4, 'little') + d); os._exit(0)")
    )
    assert output["kind"] == "exception"


def test_forged_weights_are_checked_like_honest_ones(strike: Run) -> None:
    forged = """
    import struct
    d = b'{"ok": true, "line": 2}'
    os.write(3, len(d).to_bytes(4, 'little') + d + struct.pack('<d', float('inf')) * candles.close.size)
    os._exit(0)
    """
    output = strike(attack(forged))
    assert (output["kind"], output["line"]) == ("contract", 2)
    assert "infinite" in output["message"]


def test_a_flood_of_output_is_cut(strike: Run) -> None:
    output = strike(attack("for _ in range(100_000):\n    print('x' * 1000)"))
    assert output["ok"]
    assert 60_000 < len(output["prints"]) <= 65_536
    assert output["prints"].endswith("[the rest of the output was cut off]\n")
    flood = "block = b'x' * 1_000_000\nfor _ in range(10_000):\n    try: os.write(1, block)\n    except OSError: pass"
    output = strike(attack(flood))
    assert len(output["prints"]) <= 65_536


def test_terminal_sequences_in_output_and_messages_are_removed(strike: Run) -> None:
    output = strike(
        attack("print('\\x1b[31mred\\x1b[0m\\x07 \\u202e')\nraise ValueError('a\\x1b]0;title\\x07b\\r\\nc\\x00')")
    )
    assert output["prints"].startswith("red \n")
    assert output["message"] == "ValueError: ab\nc"


def test_deep_recursion_is_an_error_or_a_crash_but_no_more(strike: Run) -> None:
    output = strike("def strategy(candles, settings):\n    return strategy(candles, settings)\n")
    assert (output["kind"], output["line"]) == ("exception", 2)
    assert "RecursionError" in output["message"]
    deep = "sys.setrecursionlimit(10**9)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())"
    assert strike(attack(deep))["kind"] in ("exception", "memory")


def test_leaving_is_not_an_answer(strike: Run) -> None:
    assert "exit()" in strike(attack("sys.exit(0)"))["message"]
    output = strike(attack("os._exit(0)"))
    assert (output["kind"], "exit status 0" in output["message"]) == ("exception", True)
    assert strike(attack("os.abort()"))["kind"] == "exception"
    assert strike(attack("ctypes.string_at(0)"))["kind"] == "exception"


def test_parents_and_neighbours_cannot_be_signalled(strike: Run) -> None:
    kill = """
    for target in (os.getppid(), 1, -1, 0):
        try: os.kill(target, 9)
        except PermissionError: print('refused')
    """
    assert strike(attack(kill))["prints"] == "refused\n" * 4


def test_a_hostile_exception_is_still_reported(strike: Run) -> None:
    hostile = """
    class E(Exception):
        def __str__(self): raise ValueError
    raise E
    """
    output = strike(attack(hostile))
    assert (output["kind"], output["source_line"]) == ("exception", "raise E")
    output = strike(attack("raise ValueError('x' * 100_000_000)"))
    assert len(output["message"]) <= 2000


def test_two_runs_leave_nothing_to_each_other(run: Run) -> None:
    run(attack("sys.modules['left'] = os; candles.close.iloc[:] = 0"))
    output = run(attack("print('left' in sys.modules, float(candles.close.iloc[0, 0]) == 0)"))
    assert output["prints"] == "False False\n"


def test_patched_libraries_do_not_reach_the_worker(strike: Run) -> None:
    patched = """
    import json, numpy, struct
    json.dumps = lambda *a: 'x' * 10_000_000
    numpy.isnan = struct.Struct.pack = None
    """
    assert not strike(attack(patched).replace("struct.Struct.pack = ", ""))["ok"]
