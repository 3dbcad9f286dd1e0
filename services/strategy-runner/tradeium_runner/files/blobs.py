"""Reads and writes content-addressed files: in a shared directory, or in a bucket with the directory as a cache."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import mmap
import os
import re
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from tradeium_runner.failures import BlobMissing, BlobsAway, BlobsUnusable, InvalidInput
from tradeium_runner.files.access import S3Access
from tradeium_runner.files.bucket import Bucket

_DIGEST = re.compile(r"[0-9a-f]{64}")
_CACHED_SECONDS = 24 * 3600.0
_SWEEP_SECONDS = 6 * 3600.0
_SWEEP_ATTEMPTS = 10
# Less than what two runs leave.
_ROOM_MIN = 64 << 20
# An object store takes no request that was signed more than 15 minutes ago: an older mark is that of a killed sweep.
_MARK_COUNTS = timedelta(minutes=20)


def is_digest(text: object) -> bool:
    """True if this is a valid digest: SHA-256 in lower-case hex."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


class Blobs:
    """A directory of blobs that all processes share, or the cache of a bucket."""

    def __init__(self, directory: Path, access: S3Access | None):
        self._directory = directory
        self._bucket = Bucket(access) if access else None

    async def read(self, digest: str, max_bytes: int) -> memoryview:
        """
        A blob's bytes, mapped from its file and checked against its digest; raises BlobMissing, BlobsAway,
        InvalidInput.
        """
        path = self._path(digest)
        if self._bucket and not _is_marked_as_used(path):
            content = await asyncio.to_thread(self._bucket.get, _key(digest), max_bytes)
            if content is None:
                raise BlobMissing(f"blob {digest} is not in the object store")
            with disk_failures():
                await asyncio.to_thread(_write_checked, path, digest, content)
        return await asyncio.to_thread(_read_checked, path, digest, max_bytes)

    async def write(self, content: bytes | memoryview) -> str:
        """Stores a blob for all processes and returns its digest; raises BlobsAway."""
        digest = await asyncio.to_thread(_digest_of, content)
        if self._bucket:
            await _upload(self._bucket, digest, content)
        with disk_failures():
            await asyncio.to_thread(_write_whole, self._path(digest), content)
        return digest

    async def check(self, *, writes: bool = False) -> None:
        """
        Asks the store whether it can be used, within two seconds; with `writes`, also whether it can be written. Raises
        BlobsAway, or BlobsUnusable where somebody must act.
        """
        with disk_failures():
            self._directory.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self._directory):
                pass
            if shutil.disk_usage(self._directory).free < _ROOM_MIN:
                raise BlobsAway(f"the disk of BLOBS_DIRECTORY has less than {_ROOM_MIN >> 20} MiB left: make room")
        if self._bucket:
            await asyncio.to_thread(self._bucket.probe, writes=writes)

    async def keep_cache_small(self) -> None:
        """Removes what this machine has not used for a day, every six hours; a shared directory is left alone."""
        while self._bucket:
            await asyncio.to_thread(_remove_unused, self._directory, time.time() - _CACHED_SECONDS)
            await asyncio.sleep(_SWEEP_SECONDS)

    def _path(self, digest: str) -> Path:
        return self._directory / digest[:2] / digest


@contextlib.contextmanager
def disk_failures() -> Iterator[None]:
    """Says in place of the system's error what to do with the disk."""
    try:
        yield
    except OSError as cause:
        code = errno.errorcode.get(cause.errno or 0, "")
        if cause.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BlobsAway(f"the disk of BLOBS_DIRECTORY is full ({code}): make room") from cause
        cure = "give it to the user of this process"
        raise BlobsUnusable(f"the directory of BLOBS_DIRECTORY cannot be written ({code}): {cure}") from cause


def _key(digest: str) -> str:
    return f"blobs/{digest[:2]}/{digest}"


async def _upload(bucket: Bucket, digest: str, content: bytes | memoryview) -> None:
    """
    Uploads a blob so that no simultaneous sweep removes it, as the services do: a sweep marks it, looks at its age,
    removes it and takes the mark away. One that looked before this upload has its mark here, or has removed the blob
    already.
    """
    for attempt in range(_SWEEP_ATTEMPTS):
        if await asyncio.to_thread(_is_uploaded, bucket, digest, content):
            return
        await asyncio.sleep(0.05 * 1.5**attempt)
    raise BlobsAway(f"blob {digest} is being swept")


def _is_uploaded(bucket: Bucket, digest: str, content: bytes | memoryview) -> bool:
    bucket.put(_key(digest), content)
    return not bucket.has_younger(f"sweeping/{digest}-", _MARK_COUNTS) and bucket.has(_key(digest))


def _is_marked_as_used(path: Path) -> bool:
    """True if the file exists; it counts as new, so that no sweep removes it."""
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
    if _digest_of(content) != digest:
        raise BlobMissing(f"blob {digest} is damaged")
    return content


def _digest_of(content: bytes | memoryview) -> str:
    return hashlib.sha256(content).hexdigest()


def _write_checked(path: Path, digest: str, content: memoryview) -> None:
    if _digest_of(content) != digest:
        raise BlobMissing(f"blob {digest} is damaged")
    _write_whole(path, content)


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
