"""The notation of hostile strategies in the attack suites."""

from __future__ import annotations

import textwrap

GOOD = """
def strategy(candles, settings):
    return candles.close.notna() / len(candles.coins)
"""


def attack(body: str) -> str:
    """A strategy that does something hostile and then returns good weights, as if nothing had happened."""
    inside = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    return f"import ctypes, os, sys\n\ndef strategy(candles, settings):\n{inside}\n    return candles.close * 0\n"


# Numbers on x86_64 and on aarch64; None: not there.
SYSTEM_CALLS: dict[str, tuple[int, int | None]] = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "mount": (165, 40),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "memfd_create": (319, 279),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "personality": (135, 92),
    "syslog": (103, 116),
    "acct": (163, 89),
    "swapon": (167, 224),
    "fsopen": (430, 430),
    "move_mount": (429, 429),
    "shmget": (29, 194),
    "mq_open": (240, 180),
    "seccomp": (317, 277),
    "kill": (62, 129),
    "socketpair": (53, 199),
    "fork": (57, None),
    "vfork": (58, None),
    "setuid": (105, 146),
    "sched_setscheduler": (144, 119),
    "mknod": (133, None),
    "symlink": (88, None),
    "inotify_init1": (294, 26),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "getpid": (39, 172),
    "gettid": (186, 178),
    "set_tid_address": (218, 96),
    "wait4": (61, 260),
    "execve": (59, 221),
    "socket": (41, 198),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    "mkdir": (83, None),
    "linkat": (265, 37),
    "renameat2": (316, 276),
    "memfd_secret": (447, 447),
    "process_madvise": (440, 440),
}
