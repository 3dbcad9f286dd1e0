"""Assembles the seccomp filter of the sandbox: a cBPF program that lets through only what Python and numpy need."""

from __future__ import annotations

import platform
import struct

from tradeium_runner.sandbox import syscalls

# linux/bpf_common.h, linux/seccomp.h, linux/audit.h
_LOAD, _JUMP_EQUAL, _JUMP_NOT_BELOW, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_REFUSE = 0x00050001  # the call fails with EPERM
_UNKNOWN = 0x00050026  # the call fails with ENOSYS
_AT_NUMBER, _AT_ARCHITECTURE, _AT_FIRST_ARGUMENT, _AT_SECOND_ARGUMENT = 0, 4, 16, 24

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32 = 0x40000000
_CLONE_NAMESPACES = 0x7E020000
# TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX: what opening and reading a file needs; never TIOCSTI.
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)
# PR_SET_NAME, PR_GET_NAME, PR_SET_NO_NEW_PRIVS, PR_SET_VMA (libc names its memory).
_PRCTLS = (15, 16, 38, 0x53564D41)
_SET_SECCOMP = 22
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC: no locks, which others see, and no F_SETOWN, which lets
# the kernel send a signal to another process.
_FCNTLS = (0, 1, 2, 3, 4, 1030)
# WAIT, WAKE, REQUEUE, CMP_REQUEUE, WAKE_OP, WAIT_BITSET, WAKE_BITSET, private and by either clock. Those with priority
# inheritance would reveal the caller's process id.
_FUTEXES = tuple(operation | flags for operation in (0, 1, 3, 4, 5, 9, 10) for flags in (0, 0x80, 0x100, 0x180))
# CLOCK_REALTIME to CLOCK_TAI; negative ones are those of other processes.
_CLOCKS = tuple(range(12))
_ITSELF = (0,)
# All but RLIMIT_CPU: setting that to 0 looks like a kill from outside.
_RLIMITS = tuple(range(1, 16))

Instruction = tuple[int, int, int, int]
# Allowed values by argument.
Conditions = dict[int, tuple[int, ...]]


class UnsupportedMachine(Exception):
    """There is no filter for this processor."""


def filter_program(machine: str | None = None, *, supervisor: bool = False) -> bytes:
    """
    A filter as an array of `struct sock_filter`: the strict one, under which strategies run, or the supervisor's, which
    allows starting processes and installing the strict one. Under the strict one no call can start, find, name or
    signal another process, so that a strategy learns nothing of the runs before it and does nothing to those after it.
    """
    name = machine or platform.machine()
    if name not in _MACHINES:
        raise UnsupportedMachine(f"the sandbox has no system call filter for {name}, only for {', '.join(_MACHINES)}")
    column, architecture = _MACHINES[name]
    program: list[Instruction] = [
        (_LOAD, 0, 0, _AT_ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _AT_NUMBER),
        # The 32-bit pointer variant of x86_64 has numbers of its own, which would slip past the table.
        (_JUMP_NOT_BELOW, 0, 1, _X32),
        (_RETURN, 0, 0, _KILL),
    ]
    listed = [*syscalls.STRATEGY.values(), *(syscalls.SUPERVISOR.values() if supervisor else ())]
    prctls = (*_PRCTLS, _SET_SECCOMP) if supervisor else _PRCTLS
    decided: dict[tuple[int, int], Conditions] = {
        syscalls.IOCTL: {_AT_SECOND_ARGUMENT: _IOCTLS},
        syscalls.PRCTL: {_AT_FIRST_ARGUMENT: prctls},
    }
    if supervisor:
        listed += _RESTRICTED
    else:
        decided |= _RESTRICTED
    for numbers in listed:
        number = numbers[column]
        if number is not None:
            program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    for numbers, conditions in decided.items():
        program += _only_with(numbers[column], conditions)
    if supervisor:
        program += [
            # A new process is fine, a new namespace is not.
            (_JUMP_EQUAL, 0, 4, syscalls.CLONE[column]),
            (_LOAD, 0, 0, _AT_FIRST_ARGUMENT),
            (_JUMP_ANY_BIT, 1, 0, _CLONE_NAMESPACES),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _REFUSE),
        ]
    program += [
        # A filter cannot look into clone3's structure; libc falls back to clone.
        (_JUMP_EQUAL, 1, 0, syscalls.CLONE3[column]),
        (_JUMP_NOT_BELOW, 0, 1, syscalls.FIRST_UNKNOWN),
        (_RETURN, 0, 0, _UNKNOWN),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


_RESTRICTED: dict[tuple[int, int], Conditions] = {
    syscalls.FCNTL: {_AT_SECOND_ARGUMENT: _FCNTLS},
    syscalls.FUTEX: {_AT_SECOND_ARGUMENT: _FUTEXES},
    syscalls.PRLIMIT64: {_AT_FIRST_ARGUMENT: _ITSELF, _AT_SECOND_ARGUMENT: _RLIMITS},
    syscalls.SCHED_GETAFFINITY: {_AT_FIRST_ARGUMENT: _ITSELF},
    syscalls.CLOCK_GETTIME: {_AT_FIRST_ARGUMENT: _CLOCKS},
    syscalls.CLOCK_GETRES: {_AT_FIRST_ARGUMENT: _CLOCKS},
    syscalls.CLOCK_NANOSLEEP: {_AT_FIRST_ARGUMENT: _CLOCKS},
}


def _only_with(number: int, conditions: Conditions) -> list[Instruction]:
    """Allows one call when every named argument has one of its values, else refuses it."""
    checks: list[Instruction] = []
    for argument, values in conditions.items():
        checks.append((_LOAD, 0, 0, argument))
        checks += [(_JUMP_EQUAL, len(values) - i, 0, value) for i, value in enumerate(values)]
        checks.append((_RETURN, 0, 0, _REFUSE))
    checks.append((_RETURN, 0, 0, _ALLOW))
    return [(_JUMP_EQUAL, 0, len(checks), number), *checks]
