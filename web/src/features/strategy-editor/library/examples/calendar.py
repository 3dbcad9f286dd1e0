"""Turn of the month

Holds all coins in equal parts from the last four days of a month to the third day of the next one,
and USDT for the rest of the time. Made for daily candles.

Fails when: the pattern is chance. Of many rules about dates some always look good afterwards; this
one comes from stocks, and every month pays fees for a full purchase and a full sale.

Source: Ariel (1987), A Monthly Effect in Stock Returns, Journal of Financial Economics 18;
Lakonishok and Smidt (1988), Are Seasonal Anomalies Real?, Review of Financial Studies 1.
"""

import numpy as np
import pandas as pd

from tradeium_strategy import equal_weight

PARAMETERS = {
    "last_days": {"default": 4, "min": 0, "max": 10, "step": 1},
    "first_days": {"default": 3, "min": 0, "max": 10, "step": 1},
}


def strategy(candles, settings):
    p = settings.parameters

    # A row is traded at the next bar's open, so it asks what day that will be. Dates are known ahead, prices are not.
    day = candles.index + pd.Timedelta(days=1)
    is_held = (day.day <= p["first_days"]) | (day.days_in_month - day.day < p["last_days"])

    weights = equal_weight(candles.close.notna()).mul(is_held.astype(float), axis=0)

    # Trade when the period begins and when it ends, and leave the portfolio alone between.
    begins_or_ends = np.r_[True, is_held[1:] != is_held[:-1]]
    return weights.where(pd.Series(begins_or_ends, index=candles.index), axis=0)
