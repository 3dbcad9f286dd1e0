"""Lets `python -m tradeium_runner` start the worker."""

import sys

from tradeium_runner.main import main

sys.exit(main())
