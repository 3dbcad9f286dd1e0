"""A bucket with the API of S3: every call is bounded and tried again, and failures say what to do.

All calls block: those of the client that do not can abort the process while the interpreter ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from tradeium_runner.failures import BlobsAway, BlobsUnusable, InvalidInput
from tradeium_runner.files.access import S3Access

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config

Result = TypeVar("Result")

# How long a connection may take, and carry nothing; how long one file may take, and attempts may begin again.
_CONNECT = timedelta(seconds=2)
_IDLE = timedelta(seconds=5)
_TRANSFER = timedelta(seconds=60)
_RETRIES = timedelta(seconds=6)
_PROBE = timedelta(seconds=1.8)
_PROBE_KEY = "probe"
_RIGHTS = "s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject"
_CODE = re.compile(r"<Code>(\w{1,60})</Code>")
_STATUS = re.compile(r"status code: (\d{3})")
_REFUSED_KEYS = ("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "XAdminUserNotFound")
_WRONG_REGION = ("PermanentRedirect", "AuthorizationHeaderMalformed")


class Bucket:
    """All methods raise BlobsAway when the store is down, and BlobsUnusable when it refuses us."""

    def __init__(self, access: S3Access):
        self._access = access
        self._store = _store(access, _TRANSFER, {"max_retries": 10, "retry_timeout": _RETRIES})
        self._probe_store = _store(access, _PROBE, {"max_retries": 0, "retry_timeout": _PROBE})

    def put(self, key: str, content: bytes | memoryview) -> None:
        """Stores an object in one request."""
        # A buffer of Arrow would be read as a list of numbers.
        self._attempt(lambda: obstore.put(self._store, key, bytes(content), use_multipart=False))

    def get(self, key: str, max_bytes: int) -> memoryview | None:
        """An object's bytes, None when there is no such object; raises InvalidInput when there are more."""

        def read() -> memoryview:
            found = obstore.get(self._store, key)
            size = found.meta["size"]
            if size > max_bytes:
                raise InvalidInput(f"{key} has {size} bytes, more than the {max_bytes} that are read")
            return memoryview(found.bytes())

        try:
            return self._attempt(read)
        except FileNotFoundError:
            return None

    def has(self, key: str) -> bool:
        """True if there is such an object."""
        try:
            self._attempt(lambda: obstore.head(self._store, key))
        except FileNotFoundError:
            return False
        return True

    def has_younger(self, prefix: str, age: timedelta) -> bool:
        """True if there is an object whose key begins so, in its folder, and which was written within this time."""

        def look() -> bool:
            since = datetime.now(UTC) - age
            # The client's prefixes are whole folders.
            for chunk in obstore.list(self._store, prefix.rpartition("/")[0], offset=prefix):
                for found in chunk:
                    if not found["path"].startswith(prefix):
                        return False
                    if found["last_modified"] > since:
                        return True
            return False

        return self._attempt(look)

    def probe(self, *, writes: bool) -> None:
        """Makes one short request; with `writes`, one that writes too. Raises BlobsAway or BlobsUnusable."""

        def look() -> None:
            next(iter(obstore.list(self._probe_store, _PROBE_KEY)), None)
            if writes:
                obstore.put(self._probe_store, _PROBE_KEY, b"", use_multipart=False)

        self._attempt(look)

    def _attempt(self, attempt: Callable[[], Result]) -> Result:
        try:
            return attempt()
        except FileNotFoundError:
            raise
        except (BaseError, OSError) as cause:
            raise self._failure(str(cause)) from cause

    def _failure(self, text: str) -> BlobsAway | BlobsUnusable:
        bucket, region = self._access.bucket, self._access.region
        where = self._access.endpoint or f"Amazon S3 in {region}"
        status = int(found[1]) if (found := _STATUS.search(text)) else 0
        code = found[1] if (found := _CODE.search(text)) else str(status)
        if status in (0, 409, 429) or status >= 500:
            return BlobsAway(f"the object store at {where} does not answer" + (f" ({code})" if status else ""))
        if code in _REFUSED_KEYS:
            names = "BLOBS_S3_ACCESS_KEY_ID and BLOBS_S3_SECRET_ACCESS_KEY"
            return BlobsUnusable(f"{where} refuses the keys ({code}): set {names} to valid ones")
        if code == "RequestTimeTooSkewed":
            return BlobsUnusable(f"{where} refuses the time of this machine ({code}): have its clock set by NTP")
        if code in _WRONG_REGION:
            return BlobsUnusable(f"the bucket {bucket} is not in {region} ({code}): set BLOBS_S3_REGION")
        if code == "NoSuchBucket":
            return BlobsUnusable(f"{where} has no bucket {bucket}: create it, or name another one in BLOBS_S3_BUCKET")
        return BlobsUnusable(
            f"{where} refuses a request to the bucket {bucket} ({code}): give the keys {_RIGHTS} there"
        )


def _store(access: S3Access, timeout: timedelta, retries: RetryConfig) -> S3Store:
    endpoint = access.endpoint
    if endpoint and not access.is_path_style:
        scheme, host = urlsplit(endpoint)[:2]
        endpoint = f"{scheme}://{access.bucket}.{host}"
    config: S3Config = {"region": access.region, "virtual_hosted_style_request": not access.is_path_style}
    if endpoint:
        config["endpoint"] = endpoint
    if access.access_key_id:
        config["access_key_id"] = access.access_key_id
        config["secret_access_key"] = access.secret_access_key
    client: ClientConfig = {
        "allow_http": endpoint.startswith("http:"),
        "connect_timeout": _CONNECT,
        "read_timeout": _IDLE,
        "timeout": timeout,
    }
    return S3Store(access.bucket, config=config, client_options=client, retry_config=retries)
