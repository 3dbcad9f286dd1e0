"""The strategy's surroundings in the sandbox. The worker trusts nothing here once a strategy has begun to run."""

from tradeium_strategy.candles import Candles
from tradeium_strategy.indicators import (
    Bands,
    Macd,
    atr,
    bollinger_bands,
    donchian_channel,
    ema,
    macd,
    rate_of_change,
    rsi,
    sma,
    volatility,
    zscore,
)
from tradeium_strategy.rebalancing import drift_bands, invest_at_start, rebalance_every
from tradeium_strategy.settings import Settings
from tradeium_strategy.weights import cap, equal_weight, inverse_volatility, rank_top

__all__ = [
    "Bands",
    "Candles",
    "Macd",
    "Settings",
    "atr",
    "bollinger_bands",
    "cap",
    "donchian_channel",
    "drift_bands",
    "ema",
    "equal_weight",
    "inverse_volatility",
    "invest_at_start",
    "macd",
    "rank_top",
    "rate_of_change",
    "rebalance_every",
    "rsi",
    "sma",
    "volatility",
    "zscore",
]
