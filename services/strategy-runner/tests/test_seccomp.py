"""The filter's program, run by a small interpreter of the same instructions, for both processors."""

from __future__ import annotations

import struct

import pytest

from tradeium_runner import syscalls
from tradeium_runner.seccomp import UnsupportedMachine, filter_program

ALLOW, KILL, EPERM, ENOSYS = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
# ptrace, mount, unshare, setns, socket, bpf, kexec_load, init_module, process_vm_readv, personality
DANGEROUS = {
    "x86_64": (101, 165, 272, 308, 41, 321, 246, 175, 310, 135, 57, 58),
    "aarch64": (117, 40, 97, 268, 198, 280, 104, 105, 270, 92),
}


def verdict(program: bytes, number: int, architecture: int, *arguments: int) -> int:
    """What the kernel would do with a system call; loops cannot occur, as all jumps go forward."""
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


def test_every_listed_call_is_let_through_and_only_those(machine: str) -> None:
    column, architecture = MACHINES[machine]
    program = filter_program(machine)
    listed = {numbers[column] for numbers in syscalls.ALLOWED.values()}
    special = {numbers[column] for numbers in (syscalls.CLONE, syscalls.CLONE3, syscalls.IOCTL, syscalls.PRCTL)}
    for number in set(range(512)) - special:
        expected = ALLOW if number in listed else ENOSYS if number >= syscalls.FIRST_UNKNOWN else EPERM
        assert verdict(program, number, architecture) == expected, number


def test_dangerous_calls_are_refused(machine: str) -> None:
    program = filter_program(machine)
    for number in DANGEROUS[machine]:
        assert verdict(program, number, MACHINES[machine][1]) == EPERM, number


def test_threads_may_be_started_but_no_processes_or_namespaces(machine: str) -> None:
    column, architecture = MACHINES[machine]
    program = filter_program(machine)
    clone = syscalls.CLONE[column]
    thread = 0x3D0F00
    assert verdict(program, clone, architecture, thread) == ALLOW
    assert verdict(program, clone, architecture, 17) == EPERM
    for namespace in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(program, clone, architecture, thread | namespace) == EPERM
    assert verdict(program, syscalls.CLONE3[column], architecture) == ENOSYS


def test_arguments_decide_over_ioctl_and_prctl(machine: str) -> None:
    column, architecture = MACHINES[machine]
    program = filter_program(machine)
    assert verdict(program, syscalls.IOCTL[column], architecture, 0, 0x5401) == ALLOW
    assert verdict(program, syscalls.IOCTL[column], architecture, 0, 0x5412) == EPERM  # TIOCSTI
    assert verdict(program, syscalls.PRCTL[column], architecture, 15) == ALLOW
    assert verdict(program, syscalls.PRCTL[column], architecture, 22) == EPERM  # PR_SET_SECCOMP


def test_other_kinds_of_system_calls_kill(machine: str) -> None:
    program = filter_program(machine)
    assert verdict(program, 0, 0x40000003) == KILL  # i386
    assert verdict(program, 0x40000000, MACHINES[machine][1]) == KILL  # x32


def test_an_unknown_processor_has_no_sandbox() -> None:
    with pytest.raises(UnsupportedMachine, match="riscv64"):
        filter_program("riscv64")
