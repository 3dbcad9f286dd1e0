"""Risk parity

Gives each coin the weight at which all contribute the same risk to the portfolio, measured by the
covariance of the last 60 bars. Always fully invested.

Fails when: all coins fall together. In a crash correlations go to 1, and equal risk among coins is
still the whole risk of crypto. Covariances of the past also say little about a coin whose nature
changes.

Source: Maillard, Roncalli and Teïletche (2010), The Properties of Equally Weighted Risk
Contribution Portfolios, Journal of Portfolio Management 36.
"""

import numpy as np

from tradeium_strategy import invest_at_start, rebalance_every

PARAMETERS = {
    "window": {"default": 60, "min": 20, "max": 250, "step": 10},  # bars of the covariance
}
STEPS = 60  # towards equal contributions


def equal_risk(covariance):
    weights = 1 / np.sqrt(np.diag(covariance))
    for _ in range(STEPS):
        weights /= weights.sum()
        # What each coin contributes to the variance; too much of it makes its weight smaller.
        contribution = weights * (covariance @ weights)
        weights = weights * np.sqrt(contribution.mean() / np.maximum(contribution, 1e-12))
    return weights / weights.sum()


def strategy(candles, settings):
    bars = settings.parameters["window"]
    returns = candles.close.pct_change(fill_method=None)
    weights = rebalance_every(candles.close * 0.0, candles, "weekly")

    for row in np.flatnonzero(weights.notna().any(axis=1)):
        # This bar's return is known at its close, so the window includes it.
        window = returns.iloc[max(0, row - bars + 1) : row + 1]
        known = (window.count() == bars) & (window.std() > 0)
        result = np.zeros(len(weights.columns))
        if known.any():
            covariance = np.cov(window.loc[:, known].to_numpy().T, ddof=1).reshape(known.sum(), -1)
            result[known.to_numpy()] = equal_risk(covariance)
        weights.iloc[row] = result

    return invest_at_start(weights, settings)
