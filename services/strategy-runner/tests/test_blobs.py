"""Blobs are found by digest in a shared directory or an object store, and never passed on when damaged."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import hashlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import obstore
import pyarrow
import pytest
from server_programs import find_server

from tradeium_runner.failures import BlobMissing, BlobsAway, BlobsUnusable, InvalidInput
from tradeium_runner.files.access import S3Access
from tradeium_runner.files.blobs import Blobs, disk_failures, is_digest
from tradeium_runner.files.bucket import Bucket

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
        cache = Blobs(tmp_path, S3Access("files", "http://127.0.0.1:1", access_key_id="a", secret_access_key="b"))
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


class Store:
    """A real object store with one bucket."""

    def __init__(self, folder: Path):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        objects, metadata = folder / "objects", folder / "metadata"
        for path in (objects / "files", metadata):
            path.mkdir(parents=True)
        words = ["--port", f"127.0.0.1:{self.port}", "--quiet", "--access", "tests", "--secret", "secret"]
        self.words = [find_server("versitygw", "VERSITYGW_BINARY"), *words, "posix"]
        self.words += ["--sidecar", str(metadata), str(objects)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert self.process.poll() is None, "the object store ended"
            time.sleep(0.02)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def access(self, **other: Any) -> S3Access:
        endpoint = f"http://127.0.0.1:{self.port}"
        own = S3Access("files", endpoint, access_key_id="tests", secret_access_key="secret")
        return dataclasses.replace(own, **other)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "store")
    yield store
    store.kill()


@pytest.mark.integration
def test_blobs_go_through_the_object_store_from_one_machine_to_another(tmp_path: Path, store: Store) -> None:
    content = bytes(range(256)) * 65_536

    async def story() -> None:
        here, there = (Blobs(tmp_path / name, store.access()) for name in ("here", "there"))
        await here.check(writes=True)
        digest = await here.write(content)
        assert bytes(await there.read(digest, len(content))) == content
        assert (tmp_path / "there" / digest[:2] / digest).exists()
        with pytest.raises(BlobMissing, match="not in the object store"):
            await there.read(HELLO, 5)
        with pytest.raises(InvalidInput, match="more than the 4"):
            await Blobs(tmp_path / "third", store.access()).read(digest, 4)
        obstore.put(Bucket(store.access())._store, f"blobs/{HELLO[:2]}/{HELLO}", b"hallo")
        with pytest.raises(BlobMissing, match="damaged"):
            await there.read(HELLO, 5)
        # As weights are: a buffer of Arrow.
        await there.write(pyarrow.py_buffer(b"hello"))
        assert bytes(await here.read(HELLO, 5)) == b"hello"

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.integration
def test_a_blob_that_a_sweep_has_marked_is_written_until_the_mark_is_gone(tmp_path: Path, store: Store) -> None:
    async def story() -> None:
        blobs, bucket = Blobs(tmp_path / "here", store.access()), Bucket(store.access())
        mark, key = f"sweeping/{HELLO}-1", f"blobs/{HELLO[:2]}/{HELLO}"
        bucket.put(mark, b"")
        bucket.put(f"sweeping/{'f' * 64}-1", b"")
        writing = asyncio.create_task(blobs.write(b"hello"))
        while not bucket.has(key):
            await asyncio.sleep(0.01)
        obstore.delete(bucket._store, [key, mark])
        await writing
        assert bucket.has(key)

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.integration
def test_a_store_that_is_away_or_frozen_is_no_fault_of_a_blob(tmp_path: Path, store: Store) -> None:
    async def story() -> None:
        blobs = Blobs(tmp_path / "here", store.access())
        digest = await blobs.write(b"kept")
        elsewhere = Blobs(tmp_path / "there", store.access())
        store.process.send_signal(signal.SIGSTOP)
        # All of its threads have stopped only when the system says so.
        os.waitpid(store.process.pid, os.WUNTRACED)
        with pytest.raises(BlobsAway, match="does not answer"):
            await blobs.check()
        frozen = asyncio.create_task(elsewhere.read(digest, 4))
        await asyncio.sleep(0.2)
        store.process.send_signal(signal.SIGCONT)
        assert bytes(await frozen) == b"kept"
        store.kill()
        with pytest.raises(BlobsAway, match="does not answer"):
            await blobs.write(b"lost")
        writing = asyncio.create_task(blobs.write(b"patient"))
        store.start()
        await writing
        assert bytes(await elsewhere.read(await writing, 7)) == b"patient"

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.integration
@pytest.mark.parametrize(
    ("wrong", "cure"),
    [
        ({"bucket": "elsewhere"}, "has no bucket elsewhere: create it.*BLOBS_S3_BUCKET"),
        ({"access_key_id": "nobody"}, "refuses the keys.*BLOBS_S3_ACCESS_KEY_ID"),
        ({"secret_access_key": "swapped"}, "refuses the keys.*BLOBS_S3_SECRET_ACCESS_KEY"),
        ({"region": "eu-west-9"}, "is not in eu-west-9.*set BLOBS_S3_REGION"),
    ],
)
def test_what_is_wrong_is_said_with_its_cure(tmp_path: Path, store: Store, wrong: dict[str, str], cure: str) -> None:
    with pytest.raises(BlobsUnusable, match=cure):
        asyncio.run(Blobs(tmp_path / "here", store.access(**wrong)).check(writes=True))


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BlobsUnusable, match="BLOBS_DIRECTORY cannot be written"):
        asyncio.run(Blobs(tmp_path / "file" / "blobs", None).check())


@pytest.mark.parametrize(
    ("number", "kind", "cure"),
    [
        (errno.ENOSPC, BlobsAway, r"is full \(ENOSPC\): make room"),
        (errno.EROFS, BlobsUnusable, r"cannot be written \(EROFS\): give it to the user of this process"),
    ],
)
def test_a_disk_that_takes_nothing_is_said_with_its_cure(number: int, kind: type[Exception], cure: str) -> None:
    with pytest.raises(kind, match=cure), disk_failures():
        raise OSError(number, os.strerror(number))
