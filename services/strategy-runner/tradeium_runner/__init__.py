"""The trusted side: takes runs from Temporal, gives each to a sandboxed interpreter, checks what comes back."""
