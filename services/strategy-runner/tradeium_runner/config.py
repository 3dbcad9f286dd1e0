"""The worker's environment, read and checked once; nothing else reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tradeium_runner.limits import RunLimits

# A run, its repetitions and one more may take this three times, for which its workflow waits five minutes.
_MOST_SECONDS = 90


class ConfigError(Exception):
    """A variable is missing or cannot be used; the message names it."""


@dataclass(frozen=True)
class Config:
    """`health_port` 0 means no health server."""

    temporal_address: str
    temporal_namespace: str
    nats_url: str | None
    blobs_directory: Path
    blobs_shared: bool
    warm_interpreters: int
    limits: RunLimits
    health_host: str
    health_port: int
    log_level: str
    exit_with_parent: bool


def read_config(env: Mapping[str, str]) -> Config:
    """Parses the environment; raises ConfigError on the first variable that cannot be used."""
    blobs_shared = env.get("BLOBS_SHARED", "").lower() in ("true", "1", "yes")
    return Config(
        temporal_address=_required(env, "TEMPORAL_ADDRESS"),
        temporal_namespace=env.get("TEMPORAL_NAMESPACE") or "default",
        nats_url=env.get("NATS_URL") if blobs_shared else _required(env, "NATS_URL"),
        blobs_directory=Path(_required(env, "BLOBS_DIRECTORY")),
        blobs_shared=blobs_shared,
        warm_interpreters=_whole(env, "RUNNER_WARM_INTERPRETERS", 2, 0, 64),
        limits=read_limits(env),
        health_host=env.get("HEALTH_HOST", "127.0.0.1"),
        health_port=_whole(env, "HEALTH_PORT", 0, 0, 65535),
        log_level=env.get("LOG_LEVEL") or "info",
        exit_with_parent=env.get("EXIT_WITH_PARENT") == "1",
    )


def read_limits(env: Mapping[str, str]) -> RunLimits:
    """The bounds of one run; raises ConfigError."""
    memory_mb = _whole(env, "RUNNER_MEMORY_MB", 1024, 256, 1 << 20)
    return RunLimits(memory_mb << 20, _whole(env, "RUNNER_TIMEOUT_SECONDS", 60, 1, _MOST_SECONDS))


def _required(env: Mapping[str, str], name: str) -> str:
    value = env.get(name)
    if not value:
        raise ConfigError(f"{name} is not set")
    return value


def _whole(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = env.get(name) or str(default)
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ConfigError(f"{name} must be a whole number from {least} to {most}, not {text!r}")
    return int(text)
