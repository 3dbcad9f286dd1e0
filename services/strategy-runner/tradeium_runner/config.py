"""The worker's environment, read and checked once; nothing else reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tradeium_runner.files.access import S3Access, TemporalAccess, read_s3_access, read_temporal_access
from tradeium_runner.limits import RunLimits

# A run, its repetitions and one more may take this three times, for which its workflow waits five minutes.
_MOST_SECONDS = 90
_FROM_FILES = (
    "BLOBS_S3_ACCESS_KEY_ID",
    "BLOBS_S3_SECRET_ACCESS_KEY",
    "TEMPORAL_API_KEY",
    "TEMPORAL_TLS_CA",
    "TEMPORAL_TLS_CERTIFICATE",
    "TEMPORAL_TLS_KEY",
)


class ConfigError(Exception):
    """Variables are missing or cannot be used; each problem names its variable, and no value of a secret."""

    def __init__(self, problems: Sequence[str]):
        super().__init__("; ".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class Config:
    """`health_port` 0 means no health server. Without `s3`, the directory of blobs is the store itself."""

    temporal: TemporalAccess
    blobs_directory: Path
    s3: S3Access | None
    warm_interpreters: int
    limits: RunLimits
    health_host: str
    health_port: int
    log_level: str
    exit_with_parent: bool


def read_config(env: Mapping[str, str]) -> Config:
    """Parses the environment, each variable also from the file that `<NAME>_FILE` names; raises one ConfigError."""
    problems: list[str] = []
    env = _with_files(env, problems)
    config = Config(
        temporal=read_temporal_access(env, _required(env, "TEMPORAL_ADDRESS", problems), problems),
        blobs_directory=Path(_required(env, "BLOBS_DIRECTORY", problems)),
        s3=read_s3_access(env, problems),
        warm_interpreters=_whole(env, "RUNNER_WARM_INTERPRETERS", (2, 0, 64), problems),
        limits=_limits(env, problems),
        health_host=env.get("HEALTH_HOST", "127.0.0.1"),
        health_port=_whole(env, "HEALTH_PORT", (0, 0, 65535), problems),
        log_level=env.get("LOG_LEVEL") or "info",
        exit_with_parent=env.get("EXIT_WITH_PARENT") == "1",
    )
    if problems:
        raise ConfigError(problems)
    return config


def read_limits(env: Mapping[str, str]) -> RunLimits:
    """The bounds of one run; raises ConfigError."""
    problems: list[str] = []
    limits = _limits(env, problems)
    if problems:
        raise ConfigError(problems)
    return limits


def _limits(env: Mapping[str, str], problems: list[str]) -> RunLimits:
    memory_mb = _whole(env, "RUNNER_MEMORY_MB", (1024, 256, 1 << 20), problems)
    return RunLimits(memory_mb << 20, _whole(env, "RUNNER_TIMEOUT_SECONDS", (60, 1, _MOST_SECONDS), problems))


def _with_files(env: Mapping[str, str], problems: list[str]) -> dict[str, str]:
    """The environment with the contents of files in place of their paths, without the line break at their ends."""
    read = dict(env)
    for name in _FROM_FILES:
        path = env.get(f"{name}_FILE")
        if not path:
            continue
        if env.get(name):
            problems.append(f"{name}, {name}_FILE: only one of them can be set")
        try:
            read[name] = Path(path).read_text().removesuffix("\n")
        except (OSError, UnicodeDecodeError) as cause:
            problems.append(f"{name}_FILE: the file cannot be read ({type(cause).__name__})")
    return read


def _required(env: Mapping[str, str], name: str, problems: list[str]) -> str:
    value = env.get(name, "")
    if not value:
        problems.append(f"{name} is not set")
    return value


def _whole(env: Mapping[str, str], name: str, bounds: tuple[int, int, int], problems: list[str]) -> int:
    """The number, or its default where it is not set; between the other two of the bounds."""
    default, least, most = bounds
    text = env.get(name) or str(default)
    if text.isdecimal() and least <= int(text) <= most:
        return int(text)
    problems.append(f"{name} must be a whole number from {least} to {most}, not {text!r}")
    return default
