"""Makes sealed files in memory: a sandbox gets copies, so that it never reaches a file of the host."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import io
import os
import time
from collections.abc import Iterator
from typing import IO

_BUSY_SECONDS = 5.0
_BUSY_PAUSE_SECONDS = 0.01


def sealed_copy(name: str, content: bytes | memoryview) -> int:
    """A file descriptor of an immutable file with this content, positioned at its start. The caller closes it."""
    with sealed_file(name) as (descriptor, file):
        file.write(content)
    return descriptor


@contextlib.contextmanager
def sealed_file(name: str) -> Iterator[tuple[int, IO[bytes]]]:
    """
    A descriptor and a file to write its content to, which is unchangeable after the block. The caller closes the
    descriptor, unless the block raises.
    """
    descriptor = _create(name)
    try:
        with io.BufferedWriter(io.FileIO(descriptor, "wb", closefd=False)) as file:
            yield descriptor, file
        os.lseek(descriptor, 0, os.SEEK_SET)
        _seal(descriptor, fcntl.F_SEAL_WRITE)
    except BaseException:
        os.close(descriptor)
        raise


def fixed_size_file(name: str, size: int) -> int:
    """A file descriptor of a file of zeros that can be written to but never grows or shrinks. The caller closes it."""
    descriptor = _create(name)
    os.ftruncate(descriptor, size)
    _seal(descriptor, 0)
    return descriptor


def _create(name: str) -> int:
    return os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)


def _seal(descriptor: int, more: int) -> None:
    """On a busy machine the kernel may hold pages that were just written; until it lets go it refuses to seal them."""
    seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | more
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
            return
        except OSError as problem:
            if problem.errno != errno.EBUSY or time.monotonic() > end:
                raise
        time.sleep(_BUSY_PAUSE_SECONDS)
