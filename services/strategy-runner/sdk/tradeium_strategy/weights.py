"""From signals to weights: what share of the portfolio each coin gets, bar by bar.

Every function looks at one row at a time and returns a new table of the same rows and columns, each row between 0 and 1
and adding up to at most 1; the rest is USDT. Errors are TypeError or ValueError that name the argument.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from tradeium_strategy.arguments import Values, count_of, number_of, numbers_of, table_like, table_of, truths_of
from tradeium_strategy.indicators import volatility


def equal_weight(selected: pd.DataFrame) -> pd.DataFrame:
    """
    The same weight for every coin that is `selected` (True or False; a missing value is False), together 1. A row
    without any is 0: all in USDT.
    """
    frame, chosen = truths_of(selected, "selected")
    return table_like(frame, _share_out(chosen.astype(np.float64)))


def rank_top(scores: pd.DataFrame, n: int, spread: bool = False) -> pd.DataFrame:
    """
    1 / n for each of the `n` coins with the highest score in the row; a coin without one (NaN) is never among them,
    and of equal ones the first column wins. Where fewer coins have a score, what is left stays in USDT, or is shared
    by those that have one (`spread=True`). To demand more of a coin, take its score away: `scores.where(scores > 0)`.
    """
    frame, found = numbers_of(scores, "scores")
    n = count_of(n, "n")
    # NaN comes last in numpy's order.
    best = np.argsort(-found, axis=1, kind="stable")[:, :n]
    chosen = np.zeros(found.shape)
    np.put_along_axis(chosen, best, 1.0, axis=1)
    chosen[np.isnan(found)] = 0.0
    return table_like(frame, _share_out(chosen) if spread else chosen / n)


def inverse_volatility(close: pd.DataFrame, bars: int, selected: pd.DataFrame | None = None) -> pd.DataFrame:
    """
    Weights in proportion to 1 / volatility of the last `bars` returns, together 1, among the coins that are
    `selected` (all if absent). A coin that has not so many returns yet, or whose price has not moved, gets nothing.
    Known as naive risk parity: each coin brings the same risk, as if they were not correlated.
    """
    frame = table_of(close, "close")
    risk = volatility(frame, count_of(bars, "bars", least=2), 1).to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = np.where(risk > 0, 1 / risk, 0.0)
    if selected is not None:
        wanted, chosen = truths_of(selected, "selected")
        if not (wanted.index.equals(frame.index) and wanted.columns.equals(frame.columns)):
            raise ValueError("selected must have the rows and columns of close")
        inverse = np.where(chosen, inverse, 0.0)
    return table_like(frame, _share_out(inverse))


def cap(weights: pd.DataFrame, most: float, spread: bool = False) -> pd.DataFrame:
    """
    No weight above `most` (0 to 1). What is cut off goes to USDT, or to the row's other coins in proportion to their
    weights (`spread=True`), as far as `most` lets them take it. A row of NaN stays one.
    """
    frame, found = numbers_of(weights, "weights")
    most = number_of(most, "most", 0, 1)
    capped = np.minimum(found, most)
    if not spread:
        return table_like(frame, capped)
    total = found.sum(axis=1)
    # Each round fills at least one more coin to the brim, so there are no more rounds than coins.
    for _ in range(found.shape[1]):
        room = np.where((capped > 0) & (capped < most), capped, 0.0)
        excess, takers = total - capped.sum(axis=1), room.sum(axis=1)
        if not ((excess > 1e-15) & (takers > 0)).any():
            break
        grown = 1 + np.divide(excess, takers, out=np.zeros_like(excess), where=takers > 0)
        capped = np.where(room > 0, np.minimum(room * grown[:, None], most), capped)
    return table_like(frame, capped)


def _share_out(parts: Values) -> Values:
    """Each row divided by its sum; a row of zeros stays one."""
    total = parts.sum(axis=1, keepdims=True)
    return np.divide(parts, total, out=np.zeros_like(parts), where=total > 0)
