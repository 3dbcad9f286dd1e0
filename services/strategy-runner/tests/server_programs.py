"""Finds the real servers that integration tests talk to."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def find_server(name: str, variable: str) -> str:
    """The program given by an environment variable, the newest one in Tradeium's cache, or one on PATH."""
    given = os.environ.get(variable)
    if given:
        return given
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = Path(os.environ.get("TRADEIUM_CACHE") or caches / "tradeium") / "servers"
    cached = sorted(path for path in cache.glob(f"{name}-*/{name}") if path.is_file())
    found = str(cached[-1]) if cached else shutil.which(name)
    if not found:
        raise FileNotFoundError(f"{name}: set {variable}, or start Tradeium once, which fetches it into {cache}")
    return found
