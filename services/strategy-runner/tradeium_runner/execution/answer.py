"""Reads an interpreter's answer as bytes from a possible attacker."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from dataclasses import dataclass

import numpy as np

from tradeium_runner.execution.weight_slots import WeightSlots
from tradeium_runner.execution.weights import Weights
from tradeium_runner.failures import KINDS, StrategyFailure
from tradeium_runner.limits import MAX_HEADER_BYTES, MAX_MESSAGE_CHARACTERS
from tradeium_runner.sandbox.prints import printable

_LENGTH = struct.Struct("<I")


class NoAnswer(Exception):
    """The interpreter closed the channel before its answer was whole."""


class ForgedAnswer(Exception):
    """Our own code would not have sent this answer."""


@dataclass(frozen=True)
class WeightsAnswer:
    """
    Weights [bar, coin], unchecked; `line` is where the strategy returned them. `lines`, on request: lines of the
    strategy, each with a digest of its tables.
    """

    weights: Weights
    line: int | None
    lines: tuple[tuple[int, int], ...] = ()


async def read_answer(
    channel: socket.socket, bars: int, coins: int, slots: WeightSlots | None = None
) -> WeightsAnswer | StrategyFailure:
    """
    A frame of JSON (length as little-endian uint32), and after `ok` exactly bars × coins little-endian float64. With
    slots the weights are there, and answers are numbered, so that one that a strategy adds is seen at the next. Never
    reads more than that; raises NoAnswer or ForgedAnswer.
    """
    (length,) = _LENGTH.unpack(await _receive(channel, _LENGTH.size))
    if length > MAX_HEADER_BYTES:
        raise ForgedAnswer(f"a header of {length} bytes")
    header = _parse(await _receive(channel, length))
    if slots and header.pop("number", None) != slots.next_number():
        raise ForgedAnswer("an answer out of turn")
    line = _line(header.get("line"))
    if header.get("ok") is True and header.keys() - {"lines"} == {"ok", "line"}:
        lines = _lines(header.get("lines", []))
        weights = slots.take() if slots else await _receive_weights(channel, bars, coins)
        return WeightsAnswer(weights, line, lines)
    kind, message = header.get("kind"), header.get("message")
    if header.get("ok") is False and kind in KINDS and isinstance(message, str):
        return StrategyFailure(str(kind), printable(message)[:MAX_MESSAGE_CHARACTERS], line)
    raise ForgedAnswer("a header of another shape")


async def _receive_weights(channel: socket.socket, bars: int, coins: int) -> Weights:
    return np.frombuffer(await _receive(channel, bars * coins * 8), dtype="<f8").reshape(bars, coins)


def _parse(header: bytearray) -> dict[str, object]:
    try:
        parsed = json.loads(header.decode("utf-8"))
    except (ValueError, RecursionError) as cause:
        raise ForgedAnswer("a header that is no JSON") from cause
    if not isinstance(parsed, dict):
        raise ForgedAnswer("a header that is no object")
    return parsed


def _line(value: object) -> int | None:
    return value if type(value) is int and 0 < value < 1_000_000 else None


def _lines(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list):
        raise ForgedAnswer("lines that are no list")
    pairs = [pair for pair in value if isinstance(pair, list) and [type(part) for part in pair] == [int, int]]
    if len(pairs) != len(value) or any(_line(line) is None for line, _ in pairs):
        raise ForgedAnswer("lines of another shape")
    return tuple((line, digest) for line, digest in pairs)


async def _receive(channel: socket.socket, count: int) -> bytearray:
    loop = asyncio.get_running_loop()
    buffer = bytearray(count)
    view = memoryview(buffer)
    while view:
        try:
            received = await loop.sock_recv_into(channel, view)
        except ConnectionError as cause:
            raise NoAnswer from cause
        if received == 0:
            raise NoAnswer
        view = view[received:]
    return buffer
