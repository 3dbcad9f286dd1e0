"""What every program in the sandbox begins with; the standard library only, so that one can start at once."""
