"""Mean reversion

Buys a coin that has fallen far below its average, and sells it when it is back there. Each coin has
an equal part of the capital, which waits in USDT in between.

Fails when: a fall is the beginning of a longer one. The strategy then buys early and holds all the
way down, so its losses are rare and large while its gains are frequent and small.

Source: Jegadeesh (1990), Evidence of Predictable Behavior of Security Returns, Journal of Finance
45; Lehmann (1990), Fads, Martingales, and Market Efficiency, Quarterly Journal of Economics 105.
"""

from tradeium_strategy import drift_bands, zscore

PARAMETERS = {
    "window": {"default": 20, "min": 5, "max": 100, "step": 5},  # bars of the average
    "entry": {"default": -1.5, "min": -4.0, "max": -0.5, "step": 0.25},  # standard deviations
    "exit": {"default": 0.0, "min": -1.0, "max": 2.0, "step": 0.25},
    "band": {"default": 0.05, "min": 0.0, "max": 0.25, "step": 0.01},  # a share may drift this far
}


def strategy(candles, settings):
    p = settings.parameters
    distance = zscore(candles.close, p["window"])

    # 1 at an entry, 0 at an exit; in between, the last of them holds.
    state = candles.close * float("nan")
    state = state.mask(distance < p["entry"], 1.0).mask(distance > p["exit"], 0.0)
    held = state.ffill().fillna(0.0)

    return drift_bands(held / len(candles.coins), candles, p["band"])
