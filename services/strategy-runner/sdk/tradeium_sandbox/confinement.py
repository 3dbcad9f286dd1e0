"""Drops the rights that a sandbox begins with, before a strategy is touched: capabilities, files, limits, calls."""

from __future__ import annotations

import ctypes
import os
import resource
import struct

# The same numbers on every processor (linux/landlock.h, Linux 5.13).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _PATH_BENEATH = 1, 1
_READ_FILE, _READ_DIRECTORY = 1 << 2, 1 << 3
# The number of file rights in each version of the interface; the newest stands for all later ones.
_FILE_RIGHTS = (13, 14, 15, 15, 16)
_NETWORK_RIGHTS, _SCOPES = 0b11, 0b11
# linux/prctl.h, linux/seccomp.h
_SET_SECCOMP, _MODE_FILTER = 22, 2
_INSTRUCTION_BYTES = 8
# linux/capability.h: version 3, with two sets of three 32-bit words.
_CAPABILITIES_VERSION, _CAPABILITY_WORDS = 0x20080522, 6


def drop_capabilities() -> None:
    """Gives up every capability, irrevocably where no program brings any; raises OSError if that is refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    if libc.capset(header, bytes(4 * _CAPABILITY_WORDS)) != 0:
        raise OSError(ctypes.get_errno(), "the capabilities could not be dropped")


def set_resource_limits(limits: dict[str, tuple[int, int]]) -> None:
    """Sets soft and hard limits by name, never above the present ones; skips names that the system lacks."""
    for name, (soft, hard) in limits.items():
        number = getattr(resource, name, None)
        if number is not None:
            most = resource.getrlimit(number)[1]
            most = hard if most == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (min(soft, most), most))


def restrict_to_reading() -> bool:
    """
    From here on this process may read files but neither write nor execute any, nor open ports, nor signal others.
    Returns False where the kernel has no Landlock, which is one more wall and not the only one.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    if version < 1:
        return False
    files = (1 << _FILE_RIGHTS[min(version, len(_FILE_RIGHTS)) - 1]) - 1
    attributes = struct.pack("=QQQ", files, _NETWORK_RIGHTS if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc.syscall(_CREATE_RULESET, attributes[:size], size, 0)
    root = os.open("/", os.O_PATH)
    beneath = struct.pack("=Qi", _READ_FILE | _READ_DIRECTORY, root)
    done = (
        libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, beneath, 0) == 0 and libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    )
    os.close(root)
    os.close(rules)
    if not done:
        raise OSError(ctypes.get_errno(), "Landlock refused its rules")
    return True


def filter_system_calls(program: bytes) -> None:
    """Adds this filter (an array of `struct sock_filter`) from here on, irrevocably; raises OSError if refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    instructions = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // _INSTRUCTION_BYTES, ctypes.addressof(instructions))
    if libc.prctl(_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), ctypes.c_char_p(header)) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls was refused")
