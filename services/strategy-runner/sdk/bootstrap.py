"""First program in the sandbox: imports the libraries, gives up rights, says that it is ready, runs one strategy."""

import sys

sys.path[:] = ["/sdk", "/packages", *(path for path in sys.path if path not in ("/sdk", ""))]

from tradeium_strategy import session  # noqa: E402  (the path comes first)

session.serve(int(sys.argv[1]))
