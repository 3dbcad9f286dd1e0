"""Blobs are found by digest in a shared directory or through NATS, and never passed on when damaged."""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import nats
import pytest
from server_programs import find_server

from tradeium_runner.access import NatsAccess
from tradeium_runner.blobs import Blobs, is_digest
from tradeium_runner.failures import BlobMissing, InvalidInput

HELLO = hashlib.sha256(b"hello").hexdigest()


def test_a_written_blob_lies_under_its_digest_and_can_be_read(tmp_path: Path) -> None:
    async def story() -> None:
        blobs = Blobs(tmp_path, None)
        assert await blobs.write(b"hello") == HELLO
        assert await blobs.write(b"hello") == HELLO
        assert (tmp_path / HELLO[:2] / HELLO).read_bytes() == b"hello"
        assert [path.name for path in (tmp_path / HELLO[:2]).iterdir()] == [HELLO]
        assert bytes(await blobs.read(HELLO, 5)) == b"hello"
        assert bytes(await blobs.read(await blobs.write(b""), 5)) == b""

    asyncio.run(story())


def test_a_blob_that_is_written_again_counts_as_new(tmp_path: Path) -> None:
    async def story() -> None:
        blobs = Blobs(tmp_path, None)
        path = tmp_path / HELLO[:2] / await blobs.write(b"hello")
        os.utime(path, (1, 1))
        await blobs.write(b"hello")
        assert path.stat().st_mtime > 1

    asyncio.run(story())


def test_a_cache_loses_what_was_not_used_for_a_day_and_a_shared_directory_nothing(tmp_path: Path) -> None:
    def aged(name: str) -> Path:
        path = tmp_path / name[:2] / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"hello")
        os.utime(path, (1, 1))
        return path

    async def sweep(blobs: Blobs) -> None:
        sweeping = asyncio.create_task(blobs.keep_cache_small())
        await asyncio.wait({sweeping, asyncio.create_task(until_gone(unused))}, return_when=asyncio.FIRST_COMPLETED)
        sweeping.cancel()

    async def until_gone(path: Path) -> None:
        while path.exists():
            await asyncio.sleep(0.01)

    async def story() -> None:
        cache = Blobs(tmp_path, NatsAccess("nats://127.0.0.1:1"))
        await sweep(Blobs(tmp_path, None))
        assert all(path.exists() for path in (read, unused, left_over))
        assert bytes(await cache.read(HELLO, 5)) == b"hello"
        await sweep(cache)
        assert [read.exists(), unused.exists(), other.exists()] == [True, False, True]

    read, unused, other = aged(HELLO), aged("a" * 64), aged("a" * 63)
    left_over = aged(f"{'a' * 64}.1.part")
    asyncio.run(asyncio.wait_for(story(), 20))
    assert not left_over.exists()


def test_missing_damaged_and_oversize_blobs_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        blobs = Blobs(tmp_path, None)
        with pytest.raises(BlobMissing, match="is missing"):
            await blobs.read(HELLO, 5)
        await blobs.write(b"hello")
        with pytest.raises(InvalidInput, match="more than the 4"):
            await blobs.read(HELLO, 4)
        (tmp_path / HELLO[:2] / HELLO).write_bytes(b"hallo")
        with pytest.raises(BlobMissing, match="damaged"):
            await blobs.read(HELLO, 5)

    asyncio.run(story())


@pytest.mark.parametrize("text", ["", "../../etc/passwd", HELLO.upper(), HELLO + "0", HELLO + "\n", None, 7])
def test_only_a_digest_names_a_blob(text: object) -> None:
    assert is_digest(HELLO)
    assert not is_digest(text)


@pytest.fixture
def nats_url(tmp_path: Path) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [
        find_server("nats-server", "NATS_BINARY"),
        "-js",
        "-sd",
        str(tmp_path / "js"),
        "-a",
        "127.0.0.1",
        "-p",
        str(port),
        *("--user", "runner", "--pass", "secret"),
    ]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield f"nats://127.0.0.1:{port}"
    server.kill()
    server.wait()


@pytest.mark.integration
def test_without_a_shared_directory_blobs_go_through_the_object_store(tmp_path: Path, nats_url: str) -> None:
    content = bytes(range(256)) * 4096

    async def story() -> None:
        access = NatsAccess(nats_url, user="runner", password="secret")
        client = await nats.connect(max_reconnect_attempts=50, reconnect_time_wait=0.1, **access.options())
        await client.jetstream().create_object_store("BLOBS")
        here, there = Blobs(tmp_path / "here", access), Blobs(tmp_path / "there", access)
        digest = await here.write(content)
        assert bytes(await there.read(digest, len(content))) == content
        assert (tmp_path / "there" / digest[:2] / digest).exists()
        with pytest.raises(BlobMissing, match="not in the object store"):
            await there.read(HELLO, 5)
        for blobs in (here, there):
            await blobs.close()
        await client.close()

    asyncio.run(asyncio.wait_for(story(), 60))
