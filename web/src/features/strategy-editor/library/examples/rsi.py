"""RSI reversal

Buys a coin whose relative strength index falls below 30, and sells it when the index is above 55.
Each coin has an equal part of the capital.

Fails when: a coin keeps falling. The index stays low for weeks in a bear market, and the strategy
holds the coin without a stop. In a strong rise it never buys.

Source: Wilder (1978), New Concepts in Technical Trading Systems.
"""

from tradeium_strategy import drift_bands, rsi

BARS = 14
OVERSOLD = 30
RECOVERED = 55
BAND = 0.05  # a share may drift this far before it is traded


def strategy(candles, settings):
    strength = rsi(candles.close, BARS)

    # 1 at an entry, 0 at an exit; in between, the last of them holds.
    state = candles.close * float("nan")
    state = state.mask(strength < OVERSOLD, 1.0).mask(strength > RECOVERED, 0.0)
    held = state.ffill().fillna(0.0)

    return drift_bands(held / len(candles.coins), candles, BAND)
