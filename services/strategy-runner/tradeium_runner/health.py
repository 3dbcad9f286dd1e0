"""Answers operators and probes: /healthz (alive), /readyz and /readyz/all (takes runs, all it does), as JSON.

On the loopback address it answers programs only, as the services' health servers do: any page can reach it there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping

_READ_TIMEOUT_SECONDS = 5.0
_LOOPBACK = re.compile(r"127\..*|localhost|::1")
_OWN_HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?")
_HEADER_LINES_MAX = 100


async def _read_headers(reader: asyncio.StreamReader) -> list[tuple[str, str]]:
    headers: list[tuple[str, str]] = []
    while (line := (await reader.readline()).decode("latin-1").strip()) and len(headers) < _HEADER_LINES_MAX:
        name, _, value = line.partition(":")
        headers.append((name.strip().lower(), value.strip()))
    return headers


def is_of_this_machine(headers: list[tuple[str, str]]) -> bool:
    """Whether no page made a browser send this: such a request names another host, an origin or a site."""
    hosts = [value for name, value in headers if name == "host"]
    if len(hosts) != 1 or not _OWN_HOST.fullmatch(hosts[0]):
        return False
    if any(name == "origin" for name, _ in headers):
        return False
    return all(value in ("same-origin", "none") for name, value in headers if name == "sec-fetch-site")


def _is_fine(said: Mapping[str, object], path: str) -> bool:
    capabilities = said.get("capabilities", {})
    assert isinstance(capabilities, Mapping)
    return bool(said.get("ready")) and (path == "/readyz" or all(state == "ok" for state in capabilities.values()))


async def start_health_server(
    host: str, port: int, details: Callable[[], Awaitable[Mapping[str, object]]]
) -> asyncio.Server:
    """Listens on `host`; `details` must have `ready`, which decides /readyz, and `capabilities`, for /readyz/all."""
    is_local = _LOOPBACK.fullmatch(host) is not None

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError, ValueError):
            request = await asyncio.wait_for(reader.readline(), _READ_TIMEOUT_SECONDS)
            headers = await asyncio.wait_for(_read_headers(reader), _READ_TIMEOUT_SECONDS)
            path = request.decode("latin-1").partition(" ")[2].partition(" ")[0]
            is_admitted = not is_local or is_of_this_machine(headers)
            known = is_admitted and path in ("/healthz", "/readyz", "/readyz/all")
            said = {"alive": True} if path == "/healthz" else await details() if known else {}
            status = "200 OK" if path == "/healthz" or _is_fine(said, path) else "503 Service Unavailable"
            unknown = "404 Not Found" if is_admitted else "403 Forbidden"
            body = json.dumps(said if known else {}).encode()
            head = f"HTTP/1.1 {status if known else unknown}\r\ncontent-type: application/json\r\n"
            writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, host=host, port=port, limit=8192)
