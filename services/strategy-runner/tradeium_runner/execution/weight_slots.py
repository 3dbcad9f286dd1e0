"""Memory in which a child leaves the weights of one answer after the other for the worker."""

from __future__ import annotations

import os

import numpy as np

from tradeium_runner.execution.weights import Weights
from tradeium_runner.sandbox.memory_file import fixed_size_file

_MOST_SLOTS = 16
_MOST_BYTES = 2 << 20


class WeightSlots:
    """
    Room for the weights [bar, coin] of `count` answers, one at least, which a child fills in turn. Once it has filled
    the last it begins again with the first, so the worker has it give no more answers than that before it takes one.
    """

    def __init__(self, bars: int, coins: int):
        self._shape = (bars, coins)
        self._bytes = 8 * bars * coins
        self._answers = self._taken = 0
        self.count = max(1, min(_MOST_SLOTS, _MOST_BYTES // self._bytes))
        self.descriptor = fixed_size_file("weights", self.count * self._bytes)

    def next_number(self) -> int:
        """The number of the next answer, with weights or without."""
        self._answers += 1
        return self._answers - 1

    def take(self) -> Weights:
        """The next weights, copied, so that the child cannot change them any more."""
        weights = np.empty(self._shape, dtype="<f8")
        os.preadv(self.descriptor, [weights.data], self._taken % self.count * self._bytes)
        self._taken += 1
        return weights

    def close(self) -> None:
        """Frees the worker's share of it."""
        os.close(self.descriptor)
