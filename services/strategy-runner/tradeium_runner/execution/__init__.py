"""One execution of a strategy: candles in, weights out."""
