"""The environment: every problem at once, secrets from files, and access to protected servers."""

from __future__ import annotations

from pathlib import Path

import pytest
from temporalio.service import TLSConfig

from tradeium_runner.config import ConfigError, read_config

LEAST = {
    "TEMPORAL_ADDRESS": "temporal:7233",
    "BLOBS_DIRECTORY": "/blobs",
    "NATS_URL": "nats://one:4222,nats://two:4222",
}


def test_open_servers_take_their_addresses_only() -> None:
    config = read_config(LEAST)
    assert config.nats
    assert config.nats.options() == {"servers": ["nats://one:4222", "nats://two:4222"]}
    assert config.temporal.options() == {"namespace": "default"}


def test_secrets_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("from a file\n")
    config = read_config(LEAST | {"NATS_USER": "runner", "NATS_PASSWORD_FILE": str(tmp_path / "password")})
    assert config.nats
    assert config.nats.options() | {"servers": []} == {"servers": [], "user": "runner", "password": "from a file"}


def test_temporal_is_reached_with_a_key_or_a_certificate() -> None:
    by_key = read_config(LEAST | {"TEMPORAL_API_KEY": "key"}).temporal.options()
    assert by_key == {"namespace": "default", "api_key": "key", "tls": True}
    own = {"TEMPORAL_TLS_CA": "ca", "TEMPORAL_TLS_CERTIFICATE": "crt", "TEMPORAL_TLS_KEY": "key"}
    assert read_config(LEAST | own).temporal.options()["tls"] == TLSConfig(
        server_root_ca_cert=b"ca", client_cert=b"crt", client_private_key=b"key"
    )


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    wrong = {
        "NATS_TLS_KEY_FILE": str(tmp_path / "missing"),
        "TEMPORAL_TLS_KEY": "key",
        "HEALTH_PORT": "99999",
    }
    with pytest.raises(ConfigError) as caught:
        read_config(wrong)
    for name in (*wrong, "TEMPORAL_ADDRESS", "NATS_URL", "BLOBS_DIRECTORY"):
        assert name in str(caught.value)


def test_one_way_to_prove_who_it_is_can_be_set() -> None:
    with pytest.raises(ConfigError, match="NATS_CREDENTIALS, NATS_NKEY_SEED"):
        read_config(LEAST | {"NATS_CREDENTIALS": "creds", "NATS_NKEY_SEED": "seed"})
