"""Checks an author's arguments to indicators and weight helpers, with errors in the author's terms."""

from __future__ import annotations

import numbers

import numpy as np
import numpy.typing as npt
import pandas as pd

from tradeium_strategy.candles import Candles

Values = npt.NDArray[np.float64]


def table_of(value: object, name: str) -> pd.DataFrame:
    """`value` if it is a DataFrame of numbers; raises TypeError, naming the argument."""
    if not isinstance(value, pd.DataFrame):
        hint = "; pass one of its tables, such as candles.close" if isinstance(value, Candles) else ""
        raise TypeError(f"{name} must be a DataFrame with a column per coin, not {_a(value)}{hint}")
    for coin, kind in value.dtypes.items():
        if not pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_complex_dtype(kind):
            raise TypeError(f"{name} must be a DataFrame of numbers; the type of {coin} is {kind}")
    return value


def numbers_of(value: object, name: str) -> tuple[pd.DataFrame, Values]:
    """The table and its numbers [bar, coin], NaN where one is missing; raises TypeError, naming the argument."""
    frame = table_of(value, name)
    return frame, frame.to_numpy(dtype=np.float64, na_value=np.nan)


def table_like(frame: pd.DataFrame, values: Values) -> pd.DataFrame:
    """A table of these values [bar, coin] with the rows and columns of `frame`; the values are not copied."""
    return pd.DataFrame(values, index=frame.index, columns=frame.columns, copy=False)


def truths_of(value: object, name: str) -> tuple[pd.DataFrame, npt.NDArray[np.bool_]]:
    """
    A table of True and False (or 1 and 0) and its values [bar, coin]. A missing value counts as False: that is what
    a table of them has in front after reindex. Raises TypeError or ValueError, naming the argument.
    """
    if isinstance(value, pd.DataFrame):
        value = value.apply(_truths)
    frame, found = numbers_of(value, name)
    odd = ~np.isnan(found) & (found != 0) & (found != 1)
    if odd.any():
        row, column = np.argwhere(odd)[0]
        raise ValueError(
            f"{name} must be True or False for each coin, such as momentum > 0; "
            f"{frame.columns[column]} at {_moment(frame.index[row])} is {found[row, column]:g}"
        )
    return frame, found == 1


def candles_of(value: object, name: str) -> Candles:
    """`value` if it is candles; raises TypeError, naming the argument."""
    if not isinstance(value, Candles):
        raise TypeError(f"{name} must be candles (what strategy is given, or candles.resample), not {_a(value)}")
    return value


def count_of(value: object, name: str, least: int = 1) -> int:
    """A whole number of at least `least`; raises TypeError or ValueError, naming the argument."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, not {value}")
    return int(value)


def number_of(value: object, name: str, least: float, most: float = np.inf) -> float:
    """A number from `least` to `most`; raises TypeError or ValueError, naming the argument."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not least <= float(value) <= most:
        bounds = f"from {least:g} to {most:g}" if most < np.inf else f"at least {least:g}"
        raise ValueError(f"{name} must be {bounds}, not {value}")
    return float(value)


def _truths(column: pd.Series) -> pd.Series:
    try:
        return column.astype("boolean") if column.dtype == object else column
    except (TypeError, ValueError):
        return column


def _moment(row: object) -> str:
    return f"{row:%Y-%m-%d %H:%M} UTC" if isinstance(row, pd.Timestamp) else str(row)


def _a(value: object) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
