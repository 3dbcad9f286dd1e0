"""Volatility target

Holds all coins in equal parts, but less of them the more prices move, so that the portfolio's
volatility stays near 40 % a year. It never borrows: in calm times it is fully invested.

Fails when: prices jump out of a calm, as the position is largest then, and when they recover fast
after a crash, as the position is small then.

Source: Moreira and Muir (2017), Volatility-Managed Portfolios, Journal of Finance 72.
"""

import numpy as np

from tradeium_strategy import drift_bands, equal_weight

TARGET = 0.40  # a year
WINDOW = 30  # bars
BARS_A_YEAR = 365  # of daily candles
BAND = 0.02  # a share may drift this far before it is traded


def strategy(candles, settings):
    basket = equal_weight(candles.close.notna())
    returns = candles.close.pct_change(fill_method=None).mean(axis=1)
    risk = returns.rolling(WINDOW).std() * np.sqrt(BARS_A_YEAR)

    # No leverage: at most all of the capital. Until the risk is known, all is USDT.
    exposure = (TARGET / risk).clip(upper=1.0).fillna(0.0)

    return drift_bands(basket.mul(exposure, axis=0), candles, BAND)
