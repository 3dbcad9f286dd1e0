"""The environment: every problem at once, secrets from files, and access to protected servers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from temporalio.service import TLSConfig

from tradeium_runner.config import ConfigError, read_config
from tradeium_runner.files.access import S3Access, temporal_refusal

LEAST = {
    "TEMPORAL_ADDRESS": "temporal:7233",
    "BLOBS_DIRECTORY": "/blobs",
}


def test_open_servers_take_their_addresses_only() -> None:
    config = read_config(LEAST)
    assert config.s3 is None
    assert config.temporal.options() == {"namespace": "default"}


def test_secrets_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from a file\n")
    own = {"BLOBS_S3_BUCKET": "files", "BLOBS_S3_ACCESS_KEY_ID": "runner"}
    config = read_config(LEAST | own | {"BLOBS_S3_SECRET_ACCESS_KEY_FILE": str(tmp_path / "key")})
    assert config.s3 == S3Access("files", "", "us-east-1", "runner", "from a file", is_path_style=False)


def test_temporal_is_reached_with_a_key_or_a_certificate() -> None:
    by_key = read_config(LEAST | {"TEMPORAL_API_KEY": "key"}).temporal.options()
    assert by_key == {"namespace": "default", "api_key": "key", "tls": True}
    own = {"TEMPORAL_TLS_CA": "ca", "TEMPORAL_TLS_CERTIFICATE": "crt", "TEMPORAL_TLS_KEY": "key"}
    assert read_config(LEAST | own).temporal.options()["tls"] == TLSConfig(
        server_root_ca_cert=b"ca", client_cert=b"crt", client_private_key=b"key"
    )


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    wrong = {
        "BLOBS_S3_ACCESS_KEY_ID_FILE": str(tmp_path / "missing"),
        "TEMPORAL_TLS_KEY": "key",
        "HEALTH_PORT": "99999",
    }
    with pytest.raises(ConfigError) as caught:
        read_config(wrong)
    for name in (*wrong, "TEMPORAL_ADDRESS", "BLOBS_DIRECTORY"):
        assert name in str(caught.value)


def test_settings_of_a_bucket_belong_together() -> None:
    with pytest.raises(ConfigError, match="BLOBS_S3_ENDPOINT: can only be set together with BLOBS_S3_BUCKET"):
        read_config(LEAST | {"BLOBS_S3_ENDPOINT": "http://s3:7070"})
    with pytest.raises(ConfigError, match="BLOBS_S3_SECRET_ACCESS_KEY: can only be set together"):
        read_config(LEAST | {"BLOBS_S3_BUCKET": "files", "BLOBS_S3_ACCESS_KEY_ID": "key"})
    own = read_config(LEAST | {"BLOBS_S3_BUCKET": "files", "BLOBS_S3_ENDPOINT": "http://s3:7070"}).s3
    assert own
    assert own.is_path_style


@pytest.mark.parametrize(
    ("words", "cure"),
    [
        ("error: InvalidCertificate(Expired)", "has expired.*renew it there"),
        ("error: InvalidCertificate(UnknownIssuer)", "not trusted.*set TEMPORAL_TLS_CA"),
        ("received fatal alert: AlertReceived(CertificateExpired)", "set TEMPORAL_TLS_CERTIFICATE"),
        ("status: Unauthenticated", "set TEMPORAL_API_KEY"),
        ('message: "Namespace other is not found."', "no namespace other: make it, or set TEMPORAL_NAMESPACE"),
    ],
)
def test_what_temporal_refuses_is_said_with_its_cure(words: str, cure: str) -> None:
    assert re.search(cure, temporal_refusal(words, "temporal:7233") or "")
    assert temporal_refusal("connection refused", "temporal:7233") is None
