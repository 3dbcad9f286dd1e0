"""Equal weight

Holds all coins in equal parts and restores the parts when one has drifted by five points of a
hundred. The simplest portfolio, and a hard one to beat.

Fails when: one coin rises far more than the others, as it is sold on the way up, and when one goes
to nothing, as it is bought on the way down. There is no protection in a falling market.

Source: DeMiguel, Garlappi and Uppal (2009), Optimal Versus Naive Diversification: How Inefficient
is the 1/N Portfolio Strategy?, Review of Financial Studies 22.
"""

from tradeium_strategy import drift_bands, equal_weight, invest_at_start

PARAMETERS = {
    "band": {"default": 0.05, "min": 0.0, "max": 0.25, "step": 0.01},  # a share may drift this far
}


def strategy(candles, settings):
    # A coin that is not listed yet has no price, and gets nothing.
    weights = equal_weight(candles.close.notna())

    # The first purchase may lie before the start date: without this the backtest would begin with
    # the next drift, and a single coin never drifts.
    return invest_at_start(drift_bands(weights, candles, settings.parameters["band"]), settings)
