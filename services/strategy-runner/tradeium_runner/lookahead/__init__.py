"""Finds strategies that use the future, by running them again over other candles."""
