"""Moving average

Holds each coin whose price is above its average of 50 bars, and USDT in its place otherwise. Each
coin has an equal part of the capital.

Fails when: prices move sideways around their averages. Each crossing is then a trade that costs
fees and gains nothing, and the averages notice a fall only after it has begun.

Source: Brock, Lakonishok and LeBaron (1992), Simple Technical Trading Rules and the Stochastic
Properties of Stock Returns, Journal of Finance 47.
"""

from tradeium_strategy import drift_bands, sma

FAST = 1  # bars; of 1 bar it is the price itself
SLOW = 50  # bars
BAND = 0.05  # a share may drift this far before it is traded


def strategy(candles, settings):
    # A coin with too few bars has no average yet, and is not held.
    is_above = sma(candles.close, FAST) > sma(candles.close, SLOW)

    return drift_bands(is_above / len(candles.coins), candles, BAND)
