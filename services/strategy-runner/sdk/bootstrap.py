"""First program in the sandbox: imports the libraries, then starts children that each run a strategy once."""

import sys

sys.path[:] = ["/sdk", "/packages", *(path for path in sys.path if path not in ("/sdk", ""))]

from tradeium_strategy import supervisor  # noqa: E402  (the path comes first)

supervisor.serve(int(sys.argv[1]))
