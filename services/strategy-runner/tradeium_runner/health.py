"""Answers operators and probes: /healthz (alive), /readyz and /readyz/all (takes runs, all it does), as JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping

_READ_TIMEOUT_SECONDS = 5.0


async def start_health_server(host: str, port: int, details: Callable[[], Mapping[str, object]]) -> asyncio.Server:
    """Listens on `host`; `details` must have a boolean `ready`, which decides /readyz."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError, ValueError):
            request = await asyncio.wait_for(reader.readline(), _READ_TIMEOUT_SECONDS)
            path = request.decode("latin-1").partition(" ")[2].partition(" ")[0]
            said = details()
            known = path in ("/healthz", "/readyz", "/readyz/all")
            status = "200 OK" if path == "/healthz" or (known and said["ready"]) else "503 Service Unavailable"
            body = json.dumps(said if known else {}).encode()
            head = f"HTTP/1.1 {status if known else '404 Not Found'}\r\ncontent-type: application/json\r\n"
            writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, host=host, port=port, limit=8192)
