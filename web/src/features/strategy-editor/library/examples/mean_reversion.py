"""Mean reversion

Buys a coin that has fallen far below its average, and sells it when it is back there. Each coin has
an equal part of the capital, which waits in USDT in between.

Fails when: a fall is the beginning of a longer one. The strategy then buys early and holds all the
way down, so its losses are rare and large while its gains are frequent and small.

Source: Jegadeesh (1990), Evidence of Predictable Behavior of Security Returns, Journal of Finance
45; Lehmann (1990), Fads, Martingales, and Market Efficiency, Quarterly Journal of Economics 105.
"""

from tradeium_strategy import drift_bands, zscore

WINDOW = 20  # bars of the average
ENTRY = -1.5  # standard deviations below it
EXIT = 0.0
BAND = 0.05  # a share may drift this far before it is traded


def strategy(candles, settings):
    distance = zscore(candles.close, WINDOW)

    # 1 at an entry, 0 at an exit; in between, the last of them holds.
    state = candles.close * float("nan")
    state = state.mask(distance < ENTRY, 1.0).mask(distance > EXIT, 0.0)
    held = state.ffill().fillna(0.0)

    return drift_bands(held / len(candles.coins), candles, BAND)
