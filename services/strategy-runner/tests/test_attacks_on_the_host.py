"""Attacks on the machine around the sandbox: its files, network, kernel and other processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from candle_samples import candles_blob
from conftest import Run
from hostile import GOOD, SYSTEM_CALLS, attack

from tradeium_runner.sandbox import syscalls


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


def test_the_candles_are_a_copy_that_cannot_be_changed(run_at_leisure: Run) -> None:
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
    first = run_at_leisure(GOOD, candles_blob())
    assert run_at_leisure(attack(write))["prints"] == ""
    assert run_at_leisure(GOOD, candles_blob()) | {"timing_ms": 0} == first | {"timing_ms": 0}


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
    # 0 is /dev/null; 1 and 2 the prints, a file that has no name anywhere; 3 the channel. The candles are mapped.
    assert output["prints"].splitlines() == ["0 c 1", "1 - 0", "2 - 0", "3 s 1"]


def test_dangerous_system_calls_are_refused_by_number(strike: Run) -> None:
    column = 0 if os.uname().machine == "x86_64" else 1
    numbers = {name: pair[column] for name, pair in SYSTEM_CALLS.items() if pair[column] is not None}
    calls = f"""
    libc = ctypes.CDLL(None, use_errno=True)
    for name, number in {numbers!r}.items():
        ctypes.set_errno(0)
        if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != 1:
            print(name, ctypes.get_errno())
    new_user_namespace = 0x10000000 | 17
    print(libc.syscall({syscalls.CLONE[column]}, new_user_namespace, 0, 0, 0, 0), ctypes.get_errno())
    print(libc.syscall({syscalls.CLONE3[column]}, 0, 0), ctypes.get_errno())
    """
    assert strike(attack(calls)).get("prints") == "-1 1\n-1 38\n"


def test_system_calls_by_another_processors_numbers_do_nothing(strike: Run) -> None:
    """On x86_64, x32 numbers end the process; elsewhere there is no such call."""
    output = strike(attack("print(ctypes.CDLL(None).syscall(0x40000000 + 39))"))
    assert output.get("kind") == "forbidden" or output["prints"] == "-1\n"


def test_the_32_bit_way_into_the_kernel_ends_the_process(strike: Run) -> None:
    if os.uname().machine != "x86_64":
        return  # No other processor has such a way.
    code = """
    import mmap
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex('b814000000cd80c3'))  # mov eax, 20 (getpid); int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())
    """
    assert strike(attack(code))["kind"] == "forbidden"


def test_programs_cannot_be_executed(strike: Run) -> None:
    output = strike(attack("os.execv(sys.executable, ['python', '-c', 'print(1)'])"))
    assert output["kind"] == "forbidden"


def test_a_terminal_is_not_typed_into(strike: Run) -> None:
    output = strike(attack("import fcntl; fcntl.ioctl(0, 0x5412, b'x')"))
    assert output["kind"] == "forbidden"


def test_parents_and_neighbours_cannot_be_signalled(strike: Run) -> None:
    kill = """
    for target in (os.getppid(), 1, -1, 0):
        try: os.kill(target, 9)
        except PermissionError: print('refused')
    """
    assert strike(attack(kill))["prints"] == "refused\n" * 4


def test_two_runs_leave_nothing_to_each_other(run: Run) -> None:
    run(attack("sys.modules['left'] = os; candles.close.iloc[:] = 0"))
    output = run(attack("print('left' in sys.modules, float(candles.close.iloc[0, 0]) == 0)"))
    assert output["prints"] == "False False\n"
