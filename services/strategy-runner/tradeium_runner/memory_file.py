"""Makes sealed files in memory: a sandbox is handed copies, so that no file of the host can be reached through it."""

from __future__ import annotations

import fcntl
import os


def sealed_copy(name: str, content: bytes | memoryview) -> int:
    """A file descriptor of an unchangeable file with this content, positioned at its start. The caller closes it."""
    descriptor = _create(name)
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    _seal(descriptor, fcntl.F_SEAL_WRITE)
    return descriptor


def fixed_size_file(name: str, size: int) -> int:
    """A file descriptor of a file of zeros that can be written to but never grows or shrinks. The caller closes it."""
    descriptor = _create(name)
    os.ftruncate(descriptor, size)
    _seal(descriptor, 0)
    return descriptor


def _create(name: str) -> int:
    return os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)


def _seal(descriptor: int, more: int) -> None:
    seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | more
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
