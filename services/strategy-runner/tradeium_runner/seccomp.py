"""Assembles the seccomp filter of the sandbox: a cBPF program that lets through only what Python and numpy need."""

from __future__ import annotations

import platform
import struct

from tradeium_runner import syscalls

# linux/bpf_common.h, linux/seccomp.h, linux/audit.h
_LOAD, _JUMP_EQUAL, _JUMP_NOT_BELOW, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_REFUSE = 0x00050001  # the call fails with EPERM
_UNKNOWN = 0x00050026  # the call fails with ENOSYS
_AT_NUMBER, _AT_ARCHITECTURE, _AT_FIRST_ARGUMENT, _AT_SECOND_ARGUMENT = 0, 4, 16, 24

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32 = 0x40000000
_CLONE_THREAD = 0x10000
_CLONE_NAMESPACES = 0x7E020000
# TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX: what opening and reading a file asks; never TIOCSTI.
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)
# PR_SET_NAME, PR_GET_NAME, PR_SET_NO_NEW_PRIVS, PR_SET_VMA (libc names its memory).
_PRCTLS = (15, 16, 38, 0x53564D41)

Instruction = tuple[int, int, int, int]


class UnsupportedMachine(Exception):
    """There is no filter for this processor."""


def filter_program(machine: str | None = None) -> bytes:
    """The filter as the array of `struct sock_filter` that `bwrap --seccomp` reads."""
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
    for numbers in syscalls.ALLOWED.values():
        number = numbers[column]
        if number is not None:
            program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    program += _only_with(syscalls.IOCTL[column], _AT_SECOND_ARGUMENT, _IOCTLS)
    program += _only_with(syscalls.PRCTL[column], _AT_FIRST_ARGUMENT, _PRCTLS)
    program += [
        # A new thread is fine, a new process or namespace is not.
        (_JUMP_EQUAL, 0, 5, syscalls.CLONE[column]),
        (_LOAD, 0, 0, _AT_FIRST_ARGUMENT),
        (_JUMP_ANY_BIT, 2, 0, _CLONE_NAMESPACES),
        (_JUMP_ANY_BIT, 0, 1, _CLONE_THREAD),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
        # A filter cannot look into clone3's structure; libc falls back to clone.
        (_JUMP_EQUAL, 1, 0, syscalls.CLONE3[column]),
        (_JUMP_NOT_BELOW, 0, 1, syscalls.FIRST_UNKNOWN),
        (_RETURN, 0, 0, _UNKNOWN),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


def _only_with(number: int, argument: int, values: tuple[int, ...]) -> list[Instruction]:
    """Allows one call when an argument has one of the values and refuses it otherwise."""
    checks: list[Instruction] = [(_LOAD, 0, 0, argument)]
    for value in values:
        checks += [(_JUMP_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)]
    checks.append((_RETURN, 0, 0, _REFUSE))
    return [(_JUMP_EQUAL, 0, len(checks), number), *checks]
