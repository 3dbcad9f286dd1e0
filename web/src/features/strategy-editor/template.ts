// The strategy that a new file starts with: it runs as it stands, and its comments are the contract.

export const STRATEGY_TEMPLATE = `"""Momentum rotation

Holds every coin that rose over the last 30 bars, in equal parts; the rest is cash.
"""

LOOKBACK = 30  # bars


def strategy(candles, settings):
    # candles.close, .open, .high, .low, .volume: one table each,
    # a row per bar (index: open time, UTC), a column per coin of the portfolio.
    # candles.resample("1d") gives the same tables in another timeframe, closed bars only.
    momentum = candles.close.pct_change(LOOKBACK)
    held = (momentum > 0).astype(float)

    # Return target weights: 0 to 1 for each coin, a row sums to at most 1, the rest is USDT.
    # A row that is all NaN leaves the portfolio as it is.
    # A row is decided when its bar closes and traded at the open of the next bar,
    # so it must not use anything from later rows.
    return held.div(held.sum(axis=1).clip(lower=1), axis=0)
`;
