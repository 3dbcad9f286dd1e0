"""Dual momentum

Each week, holds the three coins that rose most over the last 90 bars (relative momentum), each only
if it rose at all (absolute momentum). What is left is USDT.

Fails when: the leaders change quickly. It buys what has already risen, holds few coins, and is late
at a turn: after a crash it waits in USDT for the first part of the recovery.

Source: Antonacci (2014), Dual Momentum Investing; Jegadeesh and Titman (1993), Returns to Buying
Winners and Selling Losers, Journal of Finance 48.
"""

from tradeium_strategy import invest_at_start, rank_top, rate_of_change, rebalance_every

PARAMETERS = {
    "lookback": {"default": 90, "min": 10, "max": 250, "step": 10},  # bars
    "coins": {"default": 3, "min": 1, "max": 9, "step": 1},
}


def strategy(candles, settings):
    p = settings.parameters
    momentum = rate_of_change(candles.close, p["lookback"])

    # A coin that fell loses its score, so that its place stays in USDT.
    weights = rank_top(momentum.where(momentum > 0), p["coins"])

    return invest_at_start(rebalance_every(weights, candles, "weekly"), settings)
