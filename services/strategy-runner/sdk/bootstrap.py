"""First program in the sandbox: imports the libraries, then forks interpreters, which never run here."""

import gc
import sys

# Imports leave little garbage, and looking for it takes a tenth of their time; the parent collects once after them.
gc.disable()
sys.path[:] = ["/sdk", "/packages", *(path for path in sys.path if path not in ("/sdk", ""))]

from tradeium_strategy import parent  # noqa: E402  (the path comes first)

parent.serve(int(sys.argv[1]), int(sys.argv[2]), bytes.fromhex(sys.argv[3]))
