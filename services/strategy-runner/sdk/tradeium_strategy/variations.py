"""Ways to run a strategy that must not change its weights: other addresses of objects, another rounding."""

from __future__ import annotations

import ctypes
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

# The C library's names for the directions, by processor.
_DIRECTIONS = {
    "x86_64": {"down": 0x400, "up": 0x800, "zero": 0xC00},
    "aarch64": {"up": 0x400000, "down": 0x800000, "zero": 0xC00000},
}
_NEAREST = 0
_SIZES = range(16, 512, 16)
_OF_EACH = 300

_kept: list[bytes] = []


def scatter_addresses() -> None:
    """Leaves holes of all sizes in memory, so that new objects get addresses in another order."""
    blocks = [bytes(size) for size in _SIZES for _ in range(_OF_EACH)]
    order = random.Random(1)
    order.shuffle(blocks)
    _kept.extend(blocks[::2])
    # The allocator reuses them in the reverse order.
    while blocks:
        blocks.pop()


@contextmanager
def rounding_to(direction: str | None) -> Iterator[None]:
    """Rounds every calculation in this direction meanwhile; None: to the nearest number, as always."""
    if direction is None:
        yield
        return
    library = ctypes.CDLL(None)
    library.fesetround(_DIRECTIONS[os.uname().machine][direction])
    try:
        yield
    finally:
        library.fesetround(_NEAREST)
