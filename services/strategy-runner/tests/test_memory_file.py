"""Files in memory that are immutable, even while the kernel still holds pages of them."""

from __future__ import annotations

import mmap
import os
import threading

import pytest

from tradeium_runner.sandbox.memory_file import sealed_copy, sealed_file


def test_a_sealed_file_cannot_be_changed() -> None:
    descriptor = sealed_copy("test", b"exact")
    assert os.read(descriptor, 10) == b"exact"
    with pytest.raises(PermissionError):
        os.pwrite(descriptor, b"other", 0)
    os.close(descriptor)


def test_a_file_is_sealed_once_nobody_can_write_to_it_any_more() -> None:
    with sealed_file("test") as (descriptor, file):
        file.write(b"exact")
        file.flush()
        # The kernel refuses to seal what is mapped for writing, with the same error as pages that it holds.
        mapped = mmap.mmap(descriptor, 5)
        threading.Timer(0.1, mapped.close).start()
    with pytest.raises(PermissionError):
        os.pwrite(descriptor, b"other", 0)
    os.close(descriptor)
