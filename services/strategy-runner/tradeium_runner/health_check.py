"""Asks this container's runner whether it takes runs, for engines that check health by a command."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request


def main() -> int:
    """Returns 0 when it does."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{os.environ['HEALTH_PORT']}/readyz", timeout=3):
            return 0
    except urllib.error.HTTPError as answer:
        print(answer.read().decode())
    except (OSError, KeyError) as cause:
        print(f"no answer: {cause!r}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
