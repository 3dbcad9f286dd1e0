"""Volatility target

Holds all coins in equal parts, but less of them the more prices move, so that the portfolio's
volatility stays near 40 % a year. It never borrows: in calm times it is fully invested.

Fails when: prices jump out of a calm, as the position is largest then, and when they recover fast
after a crash, as the position is small then.

Source: Moreira and Muir (2017), Volatility-Managed Portfolios, Journal of Finance 72.
"""

import numpy as np

from tradeium_strategy import drift_bands, equal_weight

PARAMETERS = {
    "target": {"default": 0.4, "min": 0.05, "max": 1.0, "step": 0.05},  # a year
    "window": {"default": 30, "min": 10, "max": 180, "step": 5},  # bars
    "band": {"default": 0.02, "min": 0.0, "max": 0.25, "step": 0.01},  # a share may drift this far
}
BARS_A_YEAR = 365  # of daily candles


def strategy(candles, settings):
    p = settings.parameters
    basket = equal_weight(candles.close.notna())
    returns = candles.close.pct_change(fill_method=None).mean(axis=1)
    risk = returns.rolling(p["window"]).std() * np.sqrt(BARS_A_YEAR)

    # No leverage: at most all of the capital. Until the risk is known, all is USDT.
    exposure = (p["target"] / risk).clip(upper=1.0).fillna(0.0)

    return drift_bands(basket.mul(exposure, axis=0), candles, p["band"])
