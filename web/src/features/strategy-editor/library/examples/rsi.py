"""RSI reversal

Buys a coin whose relative strength index falls below 30, and sells it when the index is above 55.
Each coin has an equal part of the capital.

Fails when: a coin keeps falling. The index stays low for weeks in a bear market, and the strategy
holds the coin without a stop. In a strong rise it never buys.

Source: Wilder (1978), New Concepts in Technical Trading Systems.
"""

from tradeium_strategy import drift_bands, rsi

PARAMETERS = {
    "bars": {"default": 14, "min": 5, "max": 50, "step": 1},
    "oversold": {"default": 30, "min": 10, "max": 45, "step": 5},
    "recovered": {"default": 55, "min": 50, "max": 90, "step": 5},
    "band": {"default": 0.05, "min": 0.0, "max": 0.25, "step": 0.01},  # a share may drift this far
}


def strategy(candles, settings):
    p = settings.parameters
    strength = rsi(candles.close, p["bars"])

    # 1 at an entry, 0 at an exit; in between, the last of them holds.
    state = candles.close * float("nan")
    state = state.mask(strength < p["oversold"], 1.0).mask(strength > p["recovered"], 0.0)
    held = state.ffill().fillna(0.0)

    return drift_bands(held / len(candles.coins), candles, p["band"])
