"""The filters' programs, run by a small interpreter of the same instructions, for both processors."""

from __future__ import annotations

import struct

import pytest

from tradeium_runner.sandbox import syscalls
from tradeium_runner.sandbox.seccomp import UnsupportedMachine, filter_program

ALLOW, KILL, EPERM, ENOSYS = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
# ptrace, mount, unshare, setns, socket, bpf, kexec_load, init_module, process_vm_readv, personality
DANGEROUS = {
    "x86_64": (101, 165, 272, 308, 41, 321, 246, 175, 310, 135, 57, 58),
    "aarch64": (117, 40, 97, 268, 198, 280, 104, 105, 270, 92),
}


def verdict(program: bytes, number: int, architecture: int, *arguments: int) -> int:
    """The kernel's verdict on a system call; loops cannot occur, as all jumps go forward."""
    data = struct.pack("<IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    instructions = list(struct.iter_unpack("<HBBI", program))
    at = accumulator = 0
    while True:
        code, yes, no, value = instructions[at]
        at += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif code == 0x06:
            return int(value)
        else:
            true = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: accumulator & value != 0}[code]
            at += yes if true else no


@pytest.fixture(params=list(MACHINES))
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("supervisor", [False, True])
def test_every_listed_call_is_let_through_and_only_those(machine: str, supervisor: bool) -> None:
    column, architecture = MACHINES[machine]
    program = filter_program(machine, supervisor=supervisor)
    listed = {numbers[column] for numbers in syscalls.STRATEGY.values()}
    if supervisor:
        listed |= {numbers[column] for numbers in syscalls.SUPERVISOR.values()}
    decided = {value[column] for name, value in vars(syscalls).items() if name.isupper() and isinstance(value, tuple)}
    for number in set(range(512)) - decided:
        expected = ALLOW if number in listed else ENOSYS if number >= syscalls.FIRST_UNKNOWN else EPERM
        assert verdict(program, number, architecture) == expected, number


def test_the_strict_filter_allows_nothing_that_the_supervisors_does_not(machine: str) -> None:
    strict, loose = filter_program(machine), filter_program(machine, supervisor=True)
    for number in range(512):
        for first in (0, 1, 2, 15, 17, 22, 0x3D0F00):
            for second in (0, 1, 2, 6, 8, 1030, 0x5401, 0x5412):
                if verdict(strict, number, MACHINES[machine][1], first, second) == ALLOW:
                    assert verdict(loose, number, MACHINES[machine][1], first, second) == ALLOW


def test_dangerous_calls_are_refused(machine: str) -> None:
    for program in (filter_program(machine), filter_program(machine, supervisor=True)):
        for number in DANGEROUS[machine]:
            assert verdict(program, number, MACHINES[machine][1]) == EPERM, number


def test_only_the_supervisor_starts_processes_and_nobody_namespaces(machine: str) -> None:
    column, architecture = MACHINES[machine]
    strict, loose = filter_program(machine), filter_program(machine, supervisor=True)
    clone, thread, process = syscalls.CLONE[column], 0x3D0F00, 17
    assert (verdict(strict, clone, architecture, thread), verdict(strict, clone, architecture, process)) == (
        EPERM,
        EPERM,
    )
    assert verdict(loose, clone, architecture, process) == ALLOW
    for namespace in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(loose, clone, architecture, process | namespace) == EPERM
    assert verdict(strict, syscalls.CLONE3[column], architecture) == ENOSYS
    assert verdict(loose, syscalls.CLONE3[column], architecture) == ENOSYS


# Call, allowed arguments, refused arguments.
ARGUMENTS = [
    (syscalls.IOCTL, (0, 0x5401), (0, 0x5412)),  # TIOCSTI
    (syscalls.PRCTL, (15,), (22,)),  # PR_SET_SECCOMP
    (syscalls.FCNTL, (3, 1030), (3, 8)),  # F_SETOWN
    (syscalls.FCNTL, (3, 4), (3, 6)),  # F_SETLK
    (syscalls.FCNTL, (3, 1), (3, 10)),  # F_SETSIG
    (syscalls.FUTEX, (0, 0x80), (0, 6)),  # FUTEX_LOCK_PI
    (syscalls.FUTEX, (0, 0x189), (0, 0x86)),
    (syscalls.PRLIMIT64, (0, 9), (2, 9)),
    (syscalls.PRLIMIT64, (0, 9), (0, 0)),  # RLIMIT_CPU
    (syscalls.SCHED_GETAFFINITY, (0,), (2,)),
    (syscalls.CLOCK_GETTIME, (0,), (-2 * 8 - 6 & 0xFFFFFFFF,)),  # the processor time of process 1
]


@pytest.mark.parametrize("call", ARGUMENTS)
def test_arguments_decide(machine: str, call: tuple[tuple[int, int], tuple[int, ...], tuple[int, ...]]) -> None:
    column, architecture = MACHINES[machine]
    numbers, good, bad = call
    program = filter_program(machine)
    assert verdict(program, numbers[column], architecture, *good) == ALLOW
    assert verdict(program, numbers[column], architecture, *bad) == EPERM


def test_the_supervisor_may_put_on_a_filter(machine: str) -> None:
    column, architecture = MACHINES[machine]
    assert verdict(filter_program(machine, supervisor=True), syscalls.PRCTL[column], architecture, 22) == ALLOW


def test_other_kinds_of_system_calls_kill(machine: str) -> None:
    for program in (filter_program(machine), filter_program(machine, supervisor=True)):
        assert verdict(program, 0, 0x40000003) == KILL  # i386
        assert verdict(program, 0x40000000, MACHINES[machine][1]) == KILL  # x32


def test_an_unknown_processor_has_no_sandbox() -> None:
    with pytest.raises(UnsupportedMachine, match="riscv64"):
        filter_program("riscv64")
