"""The system calls allowed in the sandbox, by number on each processor; all others are refused."""

from __future__ import annotations

# Numbers from the kernel's unistd.h (x86_64, then the generic table, which aarch64 uses); None: not there.
Numbers = tuple[int | None, int | None]

# The calls that a strategy may make: read, use memory, wait. None of these can name another process.
STRATEGY: dict[str, Numbers] = {
    # Read files and folders.
    "read": (0, 63),
    "pread64": (17, 67),
    "readv": (19, 65),
    "preadv": (295, 69),
    "preadv2": (327, 286),
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
    "close": (3, 57),
    "close_range": (436, 436),
    "lseek": (8, 62),
    "stat": (4, None),
    "fstat": (5, 80),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    "chdir": (80, 49),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "fadvise64": (221, 223),
    # Write to open files.
    "write": (1, 64),
    "writev": (20, 66),
    "pwrite64": (18, 68),
    # Use memory.
    "brk": (12, 214),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "msync": (26, 227),
    "membarrier": (324, 283),
    # Synchronise, as thread-safe libraries do.
    "futex_waitv": (449, 449),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "sched_yield": (24, 124),
    "sched_get_priority_max": (146, 125),
    "sched_get_priority_min": (147, 126),
    "getcpu": (309, 168),
    "arch_prctl": (158, None),
    # Handle its own signals.
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137),
    "rt_sigsuspend": (130, 133),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "setitimer": (38, 103),
    "getitimer": (36, 102),
    # Read the clock and wait.
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_wait": (232, None),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "eventfd2": (290, 19),
    "pipe2": (293, 59),
    # Query itself.
    "getppid": (110, 173),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "getgroups": (115, 158),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "sysinfo": (99, 179),
    "uname": (63, 160),
    "getrandom": (318, 278),
    "umask": (95, 166),
    # End.
    "exit": (60, 93),
    "exit_group": (231, 94),
}

# The calls of bubblewrap and the supervisor on top of this: start, confine and end a process, and receive a run.
SUPERVISOR: dict[str, Numbers] = {
    "execve": (59, 221),
    "wait4": (61, 260),
    "waitid": (247, 95),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    "set_tid_address": (218, 96),
    "getpid": (39, 172),
    "gettid": (186, 178),
    "getpgid": (121, 155),
    "getpgrp": (111, None),
    "getsid": (124, 156),
    "getpriority": (140, 141),
    "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120),
    "capget": (125, 90),
    "get_robust_list": (274, 100),
    "tgkill": (234, 131),
    "kill": (62, 129),
    "setrlimit": (160, 164),
    "recvmsg": (47, 212),
    "recvfrom": (45, 207),
    "getsockname": (51, 204),
    "getpeername": (52, 205),
    "getsockopt": (55, 209),
}

# Calls whose arguments decide, see seccomp.py.
FCNTL = (72, 25)
FUTEX = (202, 98)
PRLIMIT64 = (302, 261)
SCHED_GETAFFINITY = (204, 123)
CLOCK_GETTIME = (228, 113)
CLOCK_GETRES = (229, 114)
CLOCK_NANOSLEEP = (230, 115)
CLONE = (56, 220)
CLONE3 = (435, 435)
IOCTL = (16, 29)
PRCTL = (157, 167)
# This table may lack calls from here on: libc falls back to older ones on ENOSYS.
FIRST_UNKNOWN = 450
