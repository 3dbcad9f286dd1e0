"""Attacks on shared resources: time, memory, processes, disk and output. Each ends as a named failure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import Run
from hostile import GOOD, attack

# Enough where only the kind of failure matters.
AT_ONCE = 1.0


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
        ),
        AT_ONCE,
    )
    assert output["kind"] == "timeout"


def test_a_strategy_cannot_have_itself_killed_as_if_from_outside(strike: Run) -> None:
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nwhile True: pass"
    output = strike(attack(limit))
    assert (output["kind"], output["line"]) == ("exception", 5)


def test_sleeping_for_ever_is_stopped(strike: Run) -> None:
    assert strike(attack("import time; time.sleep(3600)"), AT_ONCE)["kind"] == "timeout"


@pytest.mark.parametrize("work", ["import re; re.match('(a+)+$', 'a' * 64 + 'b')", "10 ** 10 ** 9"])
def test_work_in_a_library_that_does_not_end_is_stopped(strike: Run, work: str) -> None:
    assert strike(attack(work), AT_ONCE)["kind"] == "timeout"


def test_an_answer_that_lingers_is_ended_before_each_re_run(run: Run) -> None:
    lingering = """
    import struct, time
    header = b'{"ok": true, "line": 1}'
    os.write(3, struct.pack('<I', len(header)) + header + bytes(candles.close.size * 8))
    time.sleep(600)
    """
    output = run(attack(lingering))
    # Each takes half a second of the shared time, which is too little for the last dates.
    assert output["ok"]
    assert 1 <= output["causality"]["tested"] < 10


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
    assert strike(GOOD)["ok"]
    after = len([name for name in os.listdir("/proc") if name.isdigit()])
    assert output["ok"]
    assert after < before + 50


def test_a_thread_bomb_does_not_take_off(strike: Run) -> None:
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
    assert output["prints"].split()[0] == "0"


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


def test_a_daemon_does_not_survive(strike: Run) -> None:
    marker = "a-daemon-of-the-test-suite"
    daemon = f"""
    import threading, time
    ctypes.CDLL(None).prctl(15, {marker[:15]!r}.encode(), 0, 0, 0)
    try: threading.Thread(target=time.sleep, args=(600,)).start()
    except RuntimeError: pass
    try:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0: time.sleep(600)
    except OSError: pass
    """
    assert strike(attack(daemon))["ok"]
    # The run after it leaves the kernel more than enough time.
    assert strike(GOOD)["ok"]
    assert marker[:15] not in _process_names()


def _process_names() -> list[str]:
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            names.append(Path("/proc", pid, "comm").read_text().strip())
        except OSError:
            continue
    return names


def test_a_flood_of_output_is_cut(strike: Run) -> None:
    output = strike(attack("for _ in range(10_000):\n    print('x' * 1000)"))
    assert output["ok"]
    assert 60_000 < len(output["prints"]) <= 65_536
    assert output["prints"].endswith("[the rest of the output was cut off]\n")
    flood = "block = b'x' * 1_000_000\nfor _ in range(10_000):\n    try: os.write(1, block)\n    except OSError: pass"
    output = strike(attack(flood))
    assert len(output["prints"]) <= 65_536


def test_deep_recursion_is_an_error_or_a_crash_but_no_more(strike: Run) -> None:
    output = strike("def strategy(candles, settings):\n    return strategy(candles, settings)\n")
    assert (output["kind"], output["line"]) == ("exception", 2)
    assert "RecursionError" in output["message"]
    deep = "sys.setrecursionlimit(10**9)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())"
    assert strike(attack(deep))["kind"] in ("exception", "memory")
