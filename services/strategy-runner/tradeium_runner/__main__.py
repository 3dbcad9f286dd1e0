"""Lets `python -m tradeium_runner` start the worker, and `python -m tradeium_runner run …` run one strategy."""

import os
import sys

from tradeium_runner.command_line import run_once
from tradeium_runner.main import main

if sys.argv[1:2] == ["run"]:
    sys.exit(run_once(sys.argv[2:], os.environ))
status = main()
sys.stdout.flush()
# Not by Python's own end: Temporal's threads may be ending too, which made a stopped runner abort (SIGABRT).
os._exit(status)
