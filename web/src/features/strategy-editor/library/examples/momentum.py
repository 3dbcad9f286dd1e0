"""Momentum rotation

Each week, holds every coin that rose over the last 30 bars, in equal parts; the rest is USDT.

Fails when: prices turn often without going anywhere. It then buys after each rise and sells after
each fall, and pays fees for it. It also gives back part of each trend, as it notices the end late.

Source: Moskowitz, Ooi and Pedersen (2012), Time Series Momentum, Journal of Financial Economics
104.
"""

from tradeium_strategy import equal_weight, rate_of_change, rebalance_every

# Fields of the settings: another value needs no change of this code.
PARAMETERS = {
    "lookback": {"default": 30, "min": 5, "max": 200, "step": 5},  # bars
}


def strategy(candles, settings):
    # candles.close, .open, .high, .low, .volume: one table each,
    # a row per bar (index: open time, UTC), a column per coin of the portfolio.
    # candles.resample("1d") gives the same tables at a larger interval, closed bars only.
    momentum = rate_of_change(candles.close, settings.parameters["lookback"])

    # Target weights: 0 to 1 for each coin, a row sums to at most 1, the rest is USDT.
    # A row is decided when its bar closes and traded at the open of the next bar,
    # so it must not use anything from later rows.
    weights = equal_weight(momentum > 0)

    # A row that is all NaN leaves the portfolio as it is: this keeps one row a week,
    # as every trade costs fees.
    return rebalance_every(weights, candles, "weekly")
