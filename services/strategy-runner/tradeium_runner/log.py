"""Writes the log as one JSON object per line on standard output, with the Node services' fields (pino)."""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import UTC, datetime

SERVICE = "strategy-runner"
_LEVELS = {"trace": 5, "debug": 10, "info": 20, "warn": 30, "error": 40, "fatal": 50, "silent": 100}
_NAMES = {10: "debug", 20: "info", 30: "warn", 40: "error", 50: "fatal"}
_logger = logging.getLogger(SERVICE)
_CHARACTERS_MAX = 8_000


def _bounded(value: object) -> object:
    if not isinstance(value, str) or len(value) <= _CHARACTERS_MAX:
        return value
    return f"{value[:_CHARACTERS_MAX]}… ({len(value)} characters)"


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "level": _NAMES.get(record.levelno, "info"),
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "service": SERVICE,
            "pid": os.getpid(),
            **getattr(record, "fields", {}),
            "msg": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps({name: _bounded(value) for name, value in line.items()}, default=str)


def open_log(level: str) -> None:
    """Sends this program's records, and its libraries' warnings and errors, to standard output."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(_JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _logger.setLevel(_LEVELS.get(level, logging.INFO))


def info(message: str, **fields: object) -> None:
    """Something worth an operator's notice."""
    _logger.info(message, extra={"fields": fields})


def warn(message: str, **fields: object) -> None:
    """Something is wrong, but the worker copes."""
    _logger.warning(message, extra={"fields": fields})


def error(message: str, *, trace: bool = False, **fields: object) -> None:
    """Something needs an operator; `trace` adds the exception that is being handled."""
    _logger.error(message, exc_info=trace, extra={"fields": fields})
