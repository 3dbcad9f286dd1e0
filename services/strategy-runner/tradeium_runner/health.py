"""Answers operators and probes: /healthz (alive), /readyz and /readyz/all (takes runs, all it does), /metrics.

On the loopback address it answers programs only, as the services' health servers do: any page can reach it there.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass

from tradeium_runner import metrics

_READ_TIMEOUT_SECONDS = 5.0
_LOOPBACK = re.compile(r"127\..*|localhost|::1")
_OWN_HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?")
_HEADER_LINES_MAX = 100
_OK = "200 OK"


async def _read_headers(reader: asyncio.StreamReader) -> list[tuple[str, str]]:
    headers: list[tuple[str, str]] = []
    while (line := (await reader.readline()).decode("latin-1").strip()) and len(headers) < _HEADER_LINES_MAX:
        name, _, value = line.partition(":")
        headers.append((name.strip().lower(), value.strip()))
    return headers


def is_of_this_machine(headers: list[tuple[str, str]]) -> bool:
    """True if no page made a browser send this: such a request names another host, an origin or a site."""
    hosts = [value for name, value in headers if name == "host"]
    if len(hosts) != 1 or not _OWN_HOST.fullmatch(hosts[0]):
        return False
    if any(name == "origin" for name, _ in headers):
        return False
    return all(value in ("same-origin", "none") for name, value in headers if name == "sec-fetch-site")


class PortUnusable(Exception):
    """Nobody can ask here; the message names the setting to change."""


@dataclass(frozen=True)
class State:
    """How the worker is: whether it takes runs, how many interpreters are warm, and what works (`ok`) or why not."""

    ready: bool
    warm: int
    capabilities: Mapping[str, str]


@dataclass(frozen=True)
class _Answer:
    status: str
    body: bytes
    content_type: str = "application/json"


async def _answer_to(path: str, state: Callable[[], Awaitable[State]]) -> _Answer:
    if path == "/healthz":
        return _Answer(_OK, b'{"alive": true}')
    if path not in ("/readyz", "/readyz/all", "/metrics"):
        return _Answer("404 Not Found", b"{}")
    now = await state()
    if path == "/metrics":
        return _Answer(_OK, metrics.text(now.capabilities, now.warm), metrics.CONTENT_TYPE)
    is_fine = now.ready and (path == "/readyz" or all(each == "ok" for each in now.capabilities.values()))
    return _Answer(_OK if is_fine else "503 Service Unavailable", json.dumps(asdict(now)).encode())


async def start_health_server(host: str, port: int, state: Callable[[], Awaitable[State]]) -> asyncio.Server:
    """Listens on `host`; its answers follow from `state`. Raises PortUnusable."""
    is_local = _LOOPBACK.fullmatch(host) is not None

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError, ValueError):
            request = await asyncio.wait_for(reader.readline(), _READ_TIMEOUT_SECONDS)
            headers = await asyncio.wait_for(_read_headers(reader), _READ_TIMEOUT_SECONDS)
            path = request.decode("latin-1").partition(" ")[2].partition(" ")[0]
            is_admitted = not is_local or is_of_this_machine(headers)
            said = await _answer_to(path, state) if is_admitted else _Answer("403 Forbidden", b"{}")
            head = f"HTTP/1.1 {said.status}\r\ncontent-type: {said.content_type}\r\n"
            writer.write(f"{head}content-length: {len(said.body)}\r\nconnection: close\r\n\r\n".encode() + said.body)
            await writer.drain()
        writer.close()

    try:
        return await asyncio.start_server(answer, host=host, port=port, limit=8192)
    except OSError as cause:
        if cause.errno == errno.EADDRINUSE:
            cure = "is taken: end what listens there, or set HEALTH_PORT to another one"
        elif cause.errno == errno.EACCES:
            cure = "is not for the user of this process: set HEALTH_PORT to one above 1023"
        else:
            cure = "cannot be used: set HEALTH_HOST to an address that this machine has"
        raise PortUnusable(f"port {port} of {host} {cure}") from cause
