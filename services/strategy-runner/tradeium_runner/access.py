"""How the worker proves to NATS and Temporal who it is, and knows that these are the right servers."""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nats.aio.client import RawCredentials
from temporalio.service import TLSConfig


@dataclass(frozen=True)
class NatsAccess:
    """A text each; PEM where it is about TLS. Empty: without it."""

    url: str
    user: str = ""
    password: str = ""
    credentials: str = ""
    nkey_seed: str = ""
    tls_ca: str = ""
    tls_certificate: str = ""
    tls_key: str = ""

    def options(self) -> dict[str, Any]:
        """What `nats.connect` takes."""
        options: dict[str, Any] = {"servers": [url.strip() for url in self.url.split(",")]}
        if self.user:
            options |= {"user": self.user, "password": self.password}
        if self.credentials:
            options["user_credentials"] = RawCredentials(self.credentials)
        if self.nkey_seed:
            options["nkeys_seed_str"] = self.nkey_seed
        if self.tls_ca or self.tls_certificate:
            options["tls"] = _tls(self.tls_ca, self.tls_certificate, self.tls_key)
        return options


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
        """What `Client.connect` takes, without the address."""
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


def read_nats_access(env: Mapping[str, str], url: str, problems: list[str]) -> NatsAccess:
    """The access to the NATS at `url`; adds to `problems` what contradicts itself."""
    names = {
        "user": "NATS_USER",
        "password": "NATS_PASSWORD",
        "credentials": "NATS_CREDENTIALS",
        "nkey_seed": "NATS_NKEY_SEED",
        "tls_ca": "NATS_TLS_CA",
        "tls_certificate": "NATS_TLS_CERTIFICATE",
        "tls_key": "NATS_TLS_KEY",
    }
    _together(env, ("NATS_USER", "NATS_PASSWORD"), problems)
    _together(env, ("NATS_TLS_CERTIFICATE", "NATS_TLS_KEY"), problems)
    ways = [name for name in ("NATS_USER", "NATS_CREDENTIALS", "NATS_NKEY_SEED") if env.get(name)]
    if len(ways) > 1:
        problems.append(f"{', '.join(ways)}: only one of them can be set")
    return NatsAccess(url, **{field: env.get(name, "") for field, name in names.items()})


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


def _tls(ca: str, certificate: str, key: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cadata=ca or None)
    if certificate:
        # OpenSSL's Python interface reads a certificate and its key from files only.
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:
            file.write(f"{certificate}\n{key}\n")
            file.flush()
            context.load_cert_chain(file.name)
    return context
