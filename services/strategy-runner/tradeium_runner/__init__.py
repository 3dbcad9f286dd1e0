"""The trusted side: takes runs from Temporal, hands each to a sandboxed interpreter, checks the answer."""
