"""The second program in the sandbox: checks a strategy's file with only the standard library."""

import sys

sys.path.insert(0, "/sdk")

from tradeium_sandbox.check import check_and_exit

check_and_exit()
