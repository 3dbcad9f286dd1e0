"""The common start of every program in the sandbox; standard library only, so that it starts at once."""
