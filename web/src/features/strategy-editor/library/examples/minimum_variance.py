"""Minimum variance

Each week, finds the mix of coins with the lowest variance over the last 90 bars, without short
positions and with at most 40 % in one coin.

Fails when: the calm coins of the past become the wild ones. It ignores returns, so it misses what
rises most, and it leans on few coins. A portfolio of crypto alone stays risky even at its minimum.

Source: Markowitz (1952), Portfolio Selection, Journal of Finance 7; Clarke, de Silva and Thorley
(2006), Minimum-Variance Portfolios in the U.S. Equity Market, Journal of Portfolio Management 33.
"""

import numpy as np

from tradeium_strategy import cap, invest_at_start, rebalance_every

PARAMETERS = {
    "window": {"default": 90, "min": 30, "max": 250, "step": 10},  # bars of the covariance
    # Towards uncorrelated coins, as estimates from few bars exaggerate.
    "shrinkage": {"default": 0.3, "min": 0.05, "max": 1.0, "step": 0.05},
    "most": {"default": 0.4, "min": 0.15, "max": 1.0, "step": 0.05},  # in one coin
}


def lowest_variance(covariance, shrinkage):
    shrunk = (1 - shrinkage) * covariance + shrinkage * np.diag(np.diag(covariance))
    weights = np.zeros(len(shrunk))
    chosen = np.arange(len(shrunk))
    while True:
        part = np.linalg.solve(shrunk[np.ix_(chosen, chosen)], np.ones(len(chosen)))
        if (part > 0).all():
            break
        # Coins that would be sold short are left out.
        chosen = chosen[part > 0]
    weights[chosen] = part / part.sum()
    return weights


def strategy(candles, settings):
    p = settings.parameters
    returns = candles.close.pct_change(fill_method=None)
    weights = rebalance_every(candles.close * 0.0, candles, "weekly")

    for row in np.flatnonzero(weights.notna().any(axis=1)):
        # This bar's return is known at its close, so the window includes it.
        window = returns.iloc[max(0, row - p["window"] + 1) : row + 1]
        known = (window.count() == p["window"]) & (window.std() > 0)
        result = np.zeros(len(weights.columns))
        if known.any():
            covariance = np.cov(window.loc[:, known].to_numpy().T, ddof=1).reshape(known.sum(), -1)
            result[known.to_numpy()] = lowest_variance(covariance, p["shrinkage"])
        weights.iloc[row] = result

    return invest_at_start(cap(weights, p["most"], spread=True), settings)
