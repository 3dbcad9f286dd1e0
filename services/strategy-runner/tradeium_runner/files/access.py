"""How the worker proves to Temporal and the object store who it is, and knows that these are the right servers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from temporalio.service import TLSConfig


@dataclass(frozen=True)
class S3Access:
    """A bucket with the API of S3. Empty `endpoint`: Amazon's; empty keys: what the client finds itself."""

    bucket: str
    endpoint: str = ""
    region: str = "us-east-1"
    access_key_id: str = ""
    secret_access_key: str = ""
    is_path_style: bool = True


@dataclass(frozen=True)
class TemporalAccess:
    """Text in PEM where it is about TLS. Empty: without it."""

    address: str
    namespace: str = "default"
    api_key: str = ""
    is_tls: bool = False
    tls_ca: str = ""
    tls_certificate: str = ""
    tls_key: str = ""
    tls_server_name: str = ""

    def options(self) -> dict[str, Any]:
        """The options of `Client.connect`, without the address."""
        options: dict[str, Any] = {"namespace": self.namespace}
        if self.api_key:
            options["api_key"] = self.api_key
        own = self.tls_ca or self.tls_certificate or self.tls_server_name
        if own:
            options["tls"] = TLSConfig(
                server_root_ca_cert=self.tls_ca.encode() or None,
                domain=self.tls_server_name or None,
                client_cert=self.tls_certificate.encode() or None,
                client_private_key=self.tls_key.encode() or None,
            )
        elif self.is_tls or self.api_key:
            options["tls"] = True
        return options


def read_s3_access(env: Mapping[str, str], problems: list[str]) -> S3Access | None:
    """The bucket for blobs, None without one; adds to `problems` what contradicts itself."""
    bucket = env.get("BLOBS_S3_BUCKET", "")
    keys = ("BLOBS_S3_ACCESS_KEY_ID", "BLOBS_S3_SECRET_ACCESS_KEY")
    if not bucket:
        unused = [name for name in ("BLOBS_S3_ENDPOINT", *keys) if env.get(name)]
        if unused:
            problems.append(f"{', '.join(unused)}: can only be set together with BLOBS_S3_BUCKET")
        return None
    _together(env, keys, problems)
    endpoint = env.get("BLOBS_S3_ENDPOINT", "")
    path_style = env.get("BLOBS_S3_PATH_STYLE", "").lower()
    return S3Access(
        bucket=bucket,
        endpoint=endpoint,
        region=env.get("BLOBS_S3_REGION") or "us-east-1",
        access_key_id=env.get(keys[0], ""),
        secret_access_key=env.get(keys[1], ""),
        is_path_style=path_style in ("true", "1", "yes") if path_style else endpoint != "",
    )


def read_temporal_access(env: Mapping[str, str], address: str, problems: list[str]) -> TemporalAccess:
    """The access to the Temporal at `address`; adds to `problems` what contradicts itself."""
    _together(env, ("TEMPORAL_TLS_CERTIFICATE", "TEMPORAL_TLS_KEY"), problems)
    return TemporalAccess(
        address=address,
        namespace=env.get("TEMPORAL_NAMESPACE") or "default",
        api_key=env.get("TEMPORAL_API_KEY", ""),
        is_tls=env.get("TEMPORAL_TLS", "").lower() in ("true", "1", "yes"),
        tls_ca=env.get("TEMPORAL_TLS_CA", ""),
        tls_certificate=env.get("TEMPORAL_TLS_CERTIFICATE", ""),
        tls_key=env.get("TEMPORAL_TLS_KEY", ""),
        tls_server_name=env.get("TEMPORAL_TLS_SERVER_NAME", ""),
    )


def _together(env: Mapping[str, str], names: tuple[str, str], problems: list[str]) -> None:
    if sum(bool(env.get(name)) for name in names) == 1:
        problems.append(f"{', '.join(names)}: can only be set together")


_TEMPORAL_CURES = (
    (r"InvalidCertificate\((Expired)", "the certificate of {where} has expired ({found}): renew it there"),
    (
        r"InvalidCertificate\((\w+)",
        "the certificate of {where} is not trusted ({found}): set TEMPORAL_TLS_CA to whose certificate it is, "
        "and TEMPORAL_TLS_SERVER_NAME to a name that stands in it",
    ),
    (
        r"AlertReceived\((\w+)",
        "{where} refuses our certificate ({found}): set TEMPORAL_TLS_CERTIFICATE with TEMPORAL_TLS_KEY to a valid one",
    ),
    (
        r"\b(Unauthenticated|PermissionDenied|UNAUTHENTICATED|PERMISSION_DENIED)\b",
        "{where} refuses this process ({found}): set TEMPORAL_API_KEY to a key that it knows",
    ),
    (
        r"(?i)Namespace (\S+) (?:is|was) not found",
        "{where} has no namespace {found}: make it, or set TEMPORAL_NAMESPACE",
    ),
)


def temporal_refusal(text: str, address: str) -> str | None:
    """The meaning of the client's words about a failed connection, with the cure; None where waiting may help."""
    for pattern, cure in _TEMPORAL_CURES:
        if found := re.search(pattern, text):
            return cure.format(where=f"Temporal at {address}", found=found[1])
    return None
