"""Donchian breakout

Buys a coin when it closes above the highest price of the 20 bars before, and sells it when it
closes below the lowest price of the 10 bars before. Each coin has an equal part of the capital.

Fails when: prices move sideways in a wide range. Most breakouts then fail, and each costs the
distance to the exit; a few long trends have to pay for many small losses.

Source: Donchian (1960), High Finance in Copper, Financial Analysts Journal 16; Brock, Lakonishok
and LeBaron (1992), Simple Technical Trading Rules and the Stochastic Properties of Stock Returns,
Journal of Finance 47.
"""

from tradeium_strategy import donchian_channel, drift_bands

PARAMETERS = {
    "entry": {"default": 20, "min": 5, "max": 100, "step": 5},  # bars
    "exit": {"default": 10, "min": 5, "max": 50, "step": 5},  # bars
    "band": {"default": 0.05, "min": 0.0, "max": 0.25, "step": 0.01},  # a share may drift this far
}


def strategy(candles, settings):
    p = settings.parameters

    # A channel includes its own bar, so a breakout is measured against the channel of the bar before.
    highest = donchian_channel(candles, p["entry"]).upper.shift(1)
    lowest = donchian_channel(candles, p["exit"]).lower.shift(1)

    # 1 at an entry, 0 at an exit; in between, the last of them holds.
    state = candles.close * float("nan")
    state = state.mask(candles.close > highest, 1.0).mask(candles.close < lowest, 0.0)
    held = state.ffill().fillna(0.0)

    return drift_bands(held / len(candles.coins), candles, p["band"])
