"""Reads and writes content-addressed files: in a shared directory, or in NATS with the directory as a cache."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import mmap
import os
import re
import time
import uuid
from pathlib import Path

import nats
from nats.aio.client import Client as NatsClient
from nats.js.errors import NotFoundError
from nats.js.object_store import ObjectStore

from tradeium_runner import log
from tradeium_runner.access import NatsAccess
from tradeium_runner.failures import BlobMissing, InvalidInput

_BUCKET = "BLOBS"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_TIMEOUT_SECONDS = 30.0
_CACHED_SECONDS = 24 * 3600.0
_SWEEP_SECONDS = 6 * 3600.0


def is_digest(text: object) -> bool:
    """Whether this is a valid digest: SHA-256 in lower-case hex."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


class Blobs:
    """A directory of blobs, and the object store behind it unless all processes share the directory."""

    def __init__(self, directory: Path, access: NatsAccess | None):
        self._directory = directory
        self._access = access
        self._nats: NatsClient | None = None
        self._connecting = asyncio.Lock()

    async def read(self, digest: str, max_bytes: int) -> memoryview:
        """A blob's bytes, mapped from its file and checked against its digest; raises BlobMissing, InvalidInput."""
        path = self._path(digest)
        if self._access and not _is_marked_as_used(path):
            await self._download(digest, path)
        return await asyncio.to_thread(_read_checked, path, digest, max_bytes)

    async def write(self, content: bytes | memoryview) -> str:
        """Stores a blob for all processes and returns its digest."""
        digest = hashlib.sha256(content).hexdigest()
        if self._access:
            bucket = await self._bucket()
            await asyncio.wait_for(bucket.put(digest, bytes(content)), _TIMEOUT_SECONDS)
        await asyncio.to_thread(_write_whole, self._path(digest), content)
        return digest

    async def keep_cache_small(self) -> None:
        """Removes what this machine has not used for a day, every six hours; a shared directory is left alone."""
        while self._access:
            await asyncio.to_thread(_remove_unused, self._directory, time.time() - _CACHED_SECONDS)
            await asyncio.sleep(_SWEEP_SECONDS)

    async def close(self) -> None:
        """Closes the connection to NATS, if there is one."""
        if self._nats:
            await self._nats.close()

    def _path(self, digest: str) -> Path:
        return self._directory / digest[:2] / digest

    async def _download(self, digest: str, path: Path) -> None:
        try:
            bucket = await self._bucket()
            result = await asyncio.wait_for(bucket.get(digest), _TIMEOUT_SECONDS)
        except NotFoundError as cause:
            raise BlobMissing(f"blob {digest} is not in the object store") from cause
        await asyncio.to_thread(_write_whole, path, result.data or b"")

    async def _bucket(self) -> ObjectStore:
        async with self._connecting:
            if self._nats is None and self._access:
                connecting = nats.connect(
                    max_reconnect_attempts=-1,
                    connect_timeout=5,
                    error_cb=_say,
                    name=log.SERVICE,
                    **self._access.options(),
                )
                self._nats = await asyncio.wait_for(connecting, _TIMEOUT_SECONDS)
            assert self._nats is not None
            return await self._nats.jetstream(timeout=_TIMEOUT_SECONDS).object_store(_BUCKET)


async def _say(cause: Exception) -> None:
    log.warn("NATS is not well", cause=repr(cause))


def _is_marked_as_used(path: Path) -> bool:
    """Whether the file exists; it counts as new, so that no sweep removes it."""
    try:
        os.utime(path)
    except FileNotFoundError:
        return False
    return True


def _remove_unused(directory: Path, since: float) -> None:
    # Other processes may sweep the same directory.
    with contextlib.suppress(FileNotFoundError):
        for folder in directory.iterdir():
            if not folder.is_dir():
                continue
            for path in folder.iterdir():
                with contextlib.suppress(OSError):
                    is_ours = is_digest(path.name) or path.suffix == ".part"
                    if is_ours and path.stat().st_mtime < since:
                        path.unlink()


def _read_checked(path: Path, digest: str, max_bytes: int) -> memoryview:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > max_bytes:
                raise InvalidInput(f"blob {digest} has {size} bytes, more than the {max_bytes} that are read")
            content = memoryview(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) if size else b"")
    except FileNotFoundError as cause:
        raise BlobMissing(f"blob {digest} is missing") from cause
    if hashlib.sha256(content).hexdigest() != digest:
        raise BlobMissing(f"blob {digest} is damaged")
    return content


def _write_whole(path: Path, content: bytes | memoryview) -> None:
    """Writes a file whole or not at all; without fsync, as a run's output can be made again."""
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size == len(memoryview(content).cast("B")):
            os.utime(path)  # counts as new, so that no sweep of old files removes it
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{uuid.uuid4()}.part")
    try:
        temporary.write_bytes(content)
        temporary.rename(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
