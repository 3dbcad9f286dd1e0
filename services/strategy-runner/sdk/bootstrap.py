"""First program in the sandbox: imports the libraries, then starts children that each run a strategy once."""

import gc
import sys

# Imports leave little garbage, and looking for it takes a tenth of their time; the supervisor collects once after them.
gc.disable()
sys.path[:] = ["/sdk", "/packages", *(path for path in sys.path if path not in ("/sdk", ""))]

from tradeium_strategy import supervisor  # noqa: E402  (the path comes first)

supervisor.serve(int(sys.argv[1]))
