"""TrendBot 2.0 holds the strongest of the rising coins, and USDT while the market falls: dual momentum.

Relative momentum: the third of the coins with the highest score is held, as momentum portfolios are formed by terciles
(Asness, Moskowitz and Pedersen, "Value and Momentum Everywhere", Journal of Finance 2013). The score is the mean of the
weekly log returns over one, three and six months, equally weighted so that no horizon has to be right (Hurst, Ooi and
Pedersen, "A Century of Evidence on Trend-Following Investing", 2017, whose horizons are 1, 3 and 12 months; momentum in
crypto is shorter: Liu and Tsyvinski, "Risks and Returns of Cryptocurrency", Review of Financial Studies 2021).

Absolute momentum: only what has itself risen is held, and nothing unless the market, BTC, has risen (Antonacci, "Dual
Momentum Investing", 2014; Moskowitz, Ooi and Pedersen, "Time Series Momentum", Journal of Financial Economics 2012).
The place of a coin that fails stays in USDT.

Sizes are inverse to volatility, at most half of the portfolio a coin; of up to three coins only one is held, with all
of it. It decides at the end of each week, whatever the interval of the candles, and trades when coins change or one has
drifted five points from its weight. All parameters are round and were set before any backtest.
"""

import math

import numpy as np
from tradeium_strategy import (
    cap,
    drift_bands,
    inverse_volatility,
    invest_at_start,
    rank_top,
    rate_of_change,
    rebalance_every,
    volatility,
)

HORIZONS = (4, 12, 26)  # weeks
VOLATILITY_WEEKS = 12
SHARE_HELD = 1 / 3  # of the coins
LARGEST_WEIGHT = 0.5
DRIFT_BAND = 0.05
MARKET = "BTC"


def strategy(candles, settings):
    close = candles.resample("weekly").close
    score = weekly_trend(close)
    rising = (score > 0) & volatility(close, VOLATILITY_WEEKS).notna()
    if MARKET in close:
        rising = rising.mul(score[MARKET] > 0, axis=0)
    places = math.ceil(len(close.columns) * SHARE_HELD)
    held = rank_top(score.where(rising), places) > 0
    weights = inverse_volatility(close, VOLATILITY_WEEKS, held).mul(held.sum(axis=1) / places, axis=0)
    weights = cap(weights, max(LARGEST_WEIGHT, 1 / places))
    weights = weights.reindex(candles.close.index, method="ffill")
    weights = rebalance_every(weights, candles, "weekly")
    return invest_at_start(drift_bands(weights, candles, DRIFT_BAND), settings)


def weekly_trend(close):
    """Log return a week, the mean of those horizons that a coin is old enough for; NaN before the shortest."""
    trends = [np.log1p(rate_of_change(close, weeks)) / weeks for weeks in HORIZONS]
    known = sum(trend.notna() for trend in trends)
    return sum(trend.fillna(0) for trend in trends) / known.where(known > 0)
