"""Health is for programs of this machine: a page that makes a browser ask learns nothing."""

from __future__ import annotations

import asyncio
import socket

import pytest

from tradeium_runner.health import PortUnusable, State, start_health_server

PATHS = ("/healthz", "/readyz", "/readyz/all", "/metrics", "/other")
OWN = "Host: 127.0.0.1:4000"


async def ready() -> State:
    return State(ready=True, warm=2, capabilities={"runs": "ok", "blobs": "away"})


def status_of(*headers: str, host: str = "127.0.0.1", path: str = "/readyz") -> int:
    async def ask() -> int:
        server = await start_health_server(host, 0, ready)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1])
        writer.write("\r\n".join([f"GET {path} HTTP/1.1", *headers, "", ""]).encode())
        status = int((await reader.readline()).split()[1])
        writer.close()
        server.close()
        return status

    return asyncio.run(ask())


@pytest.mark.parametrize("headers", [[OWN], ["host: localhost"], [OWN, "Sec-Fetch-Site: none"]])
def test_programs_and_the_address_bar_are_answered(headers: list[str]) -> None:
    assert status_of(*headers) == 200


@pytest.mark.parametrize(
    "headers",
    [
        [],
        ["Host: evil.example"],
        [OWN, "Host: evil.example"],
        ["Host: 127.0.0.1.evil.example"],
        [OWN, "Origin: http://evil.example"],
        [OWN, "Origin: null"],
        [OWN, "Sec-Fetch-Site: cross-site"],
        [OWN, "Sec-Fetch-Site: same-site"],
    ],
)
def test_pages_are_not(headers: list[str]) -> None:
    assert status_of(*headers) == 403


def test_probes_of_containers_come_under_other_names() -> None:
    assert status_of("Host: runner:4108", host="0.0.0.0") == 200


def test_a_store_that_is_away_keeps_the_worker_in_service_but_it_cannot_do_everything() -> None:
    assert [status_of(OWN, path=path) for path in PATHS] == [200, 200, 503, 200, 404]


@pytest.mark.parametrize(
    ("host", "setting"), [("127.0.0.1", "is taken: .*HEALTH_PORT"), ("203.0.113.1", "cannot be used: set HEALTH_HOST")]
)
def test_a_port_that_cannot_be_had_names_its_setting(host: str, setting: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortUnusable, match=f"port {port} of {host} {setting}"):
            asyncio.run(start_health_server(host, port, ready))
