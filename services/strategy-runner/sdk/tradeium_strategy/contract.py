"""The contract with the author: exactly one function `strategy`, and a table of weights that fits the candles."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from tradeium_sandbox.definition import FILE, WRONG_PARAMETERS, read_definition
from tradeium_sandbox.fault import Fault
from tradeium_sandbox.parameters import Parameter

from tradeium_strategy.candles import Candles
from tradeium_strategy.failure import Failure, breach


@dataclass(frozen=True)
class Program:
    """Checked and compiled, not run yet. `result_line`: where the weights are returned, or the function begins."""

    code: types.CodeType
    definition_line: int
    result_line: int
    parameters: tuple[Parameter, ...]


@functools.lru_cache(maxsize=1)
def compile_strategy(source: str) -> Program:
    """
    Remembered for executions that share a child. Raises Failure for text that is not Python or does not define exactly
    one function `strategy`.
    """
    try:
        definition = read_definition(source)
    except Fault as fault:
        raise Failure(fault.kind, fault.message, fault.span.line if fault.span else None) from None
    line = definition.function.lineno
    returns = _own_returns(definition.function)
    result_line = returns[0] if len(returns) == 1 else line
    return Program(definition.code, line, result_line, definition.parameters)


def load_strategy(program: Program) -> Callable[[Any, Any], object]:
    """Runs the author's module and returns the function; lets through what the module raises."""
    module = types.ModuleType("strategy")
    module.__file__ = FILE
    sys.modules["strategy"] = module
    exec(program.code, module.__dict__)
    function = module.__dict__.get("strategy")
    if not callable(function):
        breach("strategy is not a function any more when the file has been run", program.definition_line)
    if _is_plain(function):
        return function
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        breach(WRONG_PARAMETERS, program.definition_line)
    except ValueError:
        pass
    return function


def _is_plain(function: object) -> bool:
    """True for a function of two arguments and nothing that hides another one; most are, and this is quick to see."""
    if not isinstance(function, types.FunctionType) or function.__dict__:
        return False
    return (function.__code__.co_argcount, function.__code__.co_kwonlyargcount) == (2, 0)


def weights_from(result: object, candles: Candles, line: int) -> npt.NDArray[np.float64]:
    """
    The author's table as numbers [bar, coin] in the candles' order; a coin without a column is 0. Raises Failure when
    rows, columns or types do not fit; the numbers themselves are checked by the worker, which trusts nothing here.
    """
    if not isinstance(result, pd.DataFrame):
        kind = "nothing (is a return missing?)" if result is None else f"a {type(result).__name__}"
        breach(
            f"strategy must return a DataFrame of weights, one row per bar, one column per coin; it returned {kind}",
            line,
        )
    # Most tables are one block of floats with the coins in their order, which needs no look at each column. The type of
    # a single column does not show in its numbers: categories of floats are none.
    given = result.to_numpy() if len(candles.coins) > 1 and result.columns.tolist() == list(candles.coins) else None
    if given is not None and given.dtype == np.float64:
        _check_rows(result, candles, line)
        return np.array(given, order="C")
    _check_columns(result, candles, line)
    _check_rows(result, candles, line)
    given = result.to_numpy(dtype=np.float64, na_value=np.nan)
    weights = np.zeros((len(candles.index), len(candles.coins)))
    position = {coin: i for i, coin in enumerate(candles.coins)}
    weights[:, [position[coin] for coin in result.columns]] = given
    weights[np.isnan(given).all(axis=1)] = np.nan
    return weights


def _check_columns(frame: pd.DataFrame, candles: Candles, line: int) -> None:
    unknown = [column for column in frame.columns if column not in candles.coins]
    if "USDT" in unknown:
        breach("the weights have a column USDT; leave it out, what the coins do not take is USDT", line)
    if unknown:
        breach(
            f"the weights have a column {str(unknown[0])!r}, but the coins are {', '.join(candles.coins)}",
            line,
        )
    if len(frame.columns) == 0:
        breach(f"the weights have no columns; the coins are {', '.join(candles.coins)}", line)
    if not frame.columns.is_unique:
        breach(f"the weights have the column {frame.columns[frame.columns.duplicated()][0]} more than once", line)
    kinds = frame.dtypes
    others = [
        kind for kind in set(kinds) if not pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_complex_dtype(kind)
    ]
    if others:
        coin, kind = next((coin, kind) for coin, kind in kinds.items() if kind in others)
        breach(f"the weights of {coin} are not numbers (their type is {kind})", line)


def _check_rows(frame: pd.DataFrame, candles: Candles, line: int) -> None:
    expected, index = candles.index, frame.index
    if not isinstance(index, pd.DatetimeIndex) or index.tz is None:
        breach("the rows of the weights are not labelled with UTC times; use the index of candles.close", line)
    if index.is_(expected) or (len(index) == len(expected) and bool((index == expected).all())):
        return
    missing, extra = expected.difference(index), index.difference(expected)
    cure = "return one row per bar: weights.reindex(candles.close.index)"
    if len(missing):
        breach(
            f"the weights have no row for {len(missing)} of {len(expected)} bars, first {_at(missing[0])}; {cure}",
            line,
        )
    if len(extra):
        breach(
            f"the weights have {len(extra)} rows for which there is no bar, first {_at(extra[0])}; {cure}",
            line,
        )
    if not index.is_unique:
        breach(f"the weights have more than one row for {_at(index[index.duplicated()][0])}", line)
    breach("the rows of the weights are not in the order of time; use sort_index()", line)


def _at(moment: pd.Timestamp) -> str:
    return moment.tz_convert("UTC").strftime("%Y-%m-%d %H:%M UTC")


def _own_returns(function: ast.FunctionDef) -> list[int]:
    """Lines of the return statements of a function, without those of functions inside it."""
    lines: list[int] = []
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return):
            lines.append(node.lineno)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
    return lines
