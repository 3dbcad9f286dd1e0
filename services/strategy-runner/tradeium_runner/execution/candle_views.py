"""Views of a run's candles, for testing for look-ahead: without the future, or with another one. Pure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

_SEED = 20_180_101
# An adverse future: how far prices move in all, as logarithms; how far they swing around that, down and up.
_ADVERSE_LEAST, _ADVERSE_EACH, _ADVERSE_MOST = 4.6, 0.01, 8.0
_SWINGS = (0.2, 0.05)
_VOLUME_TIMES = 1000.0
_PRICES = ("open", "high", "low", "close")

Series = npt.NDArray[np.float64]
Future = Callable[[dict[str, Series]], dict[str, Series]]


def cut_off(table: pa.Table, bar: int) -> pa.Table:
    """The candles up to and including a bar."""
    return table.slice(0, bar + 1)


def with_noise(table: pa.Table, coins: tuple[str, ...], bar: int, variant: int = 0) -> pa.Table:
    """
    All candles, but after `bar` each coin goes on from its close with bars drawn, with replacement and from a seeded
    generator, from its own past: their prices relative to the close before, and their volumes. Each `variant` is
    another such future. Prices turn back where they would leave the range that the coin has in the whole table, which
    its author may know; low ≤ open, close ≤ high holds; and a coin that is not there at `bar` stays away.
    """
    draws = np.random.default_rng((_SEED, bar, variant)).random(table.num_rows - bar - 1)

    def drawn(fields: dict[str, Series]) -> dict[str, Series]:
        return _drawn({name: values[: bar + 1] for name, values in fields.items()}, draws)

    return _with_future(table, coins, bar, drawn)


def mirrored(table: pa.Table, coins: tuple[str, ...], bar: int) -> pa.Table:
    """
    All candles, but after `bar` each coin falls where it rose and rises where it fell, within the range that it has in
    the whole table; the volumes come in the opposite order.
    """

    def opposite(fields: dict[str, Series]) -> dict[str, Series]:
        close = fields["close"][bar]
        future: dict[str, Series] = {name: -np.log(fields[name][bar + 1 :] / close) for name in _PRICES}
        return {**future, "volume": fields["volume"][:bar:-1]}

    return _with_future(table, coins, bar, opposite)


def adverse(table: pa.Table, coins: tuple[str, ...], bar: int, held: tuple[str, ...]) -> pa.Table:
    """
    All candles, but after `bar` the coins of `held` fall in wild swings and are hardly traded, and the others rise in
    small ones: a choice that was made with the whole table in view would have been another. Prices leave the range of
    the table, for even a short future must outweigh a long past.
    """
    steps = np.arange(1, table.num_rows - bar, dtype=np.float64)
    path = min(_ADVERSE_MOST, _ADVERSE_LEAST + _ADVERSE_EACH * len(steps)) * steps / max(1, len(steps))
    swings = np.random.default_rng((_SEED, bar)).normal(size=(len(coins), len(steps)))
    columns = {name: table.column(name) for name in table.column_names}
    for coin, swing in zip(coins, swings, strict=True):
        fields = {name: columns[f"{coin}.{name}"].to_numpy() for name in (*_PRICES, "volume")}
        last = {name: values[bar] for name, values in fields.items()}
        moves = _SWINGS[0] * swing - path if coin in held else _SWINGS[1] * swing + path
        close = last["close"] * np.exp(moves)
        opened = np.concatenate([[last["close"]], close[:-1]])
        volume = last["volume"] * (1 / _VOLUME_TIMES if coin in held else _VOLUME_TIMES)
        there = {"open": opened, "high": np.maximum(opened, close), "low": np.minimum(opened, close), "close": close}
        there["volume"] = np.full(len(steps), volume)
        for name, values in fields.items():
            columns[f"{coin}.{name}"] = pa.array(np.concatenate([values[: bar + 1], there[name]]))
    return pa.table(columns).replace_schema_metadata(table.schema.metadata)


def _with_future(table: pa.Table, coins: tuple[str, ...], bar: int, make: Future) -> pa.Table:
    """The table with another future of each coin: logarithms of its prices relative to the close at `bar`."""
    columns = {name: table.column(name) for name in table.column_names}
    for coin in coins:
        fields = {name: columns[f"{coin}.{name}"].to_numpy() for name in (*_PRICES, "volume")}
        close = fields["close"][bar]
        if close > 0:
            future = make(fields)
            prices = _within(np.log(close) + np.stack([future[name] for name in _PRICES]), fields)
            there = {"open": prices[0], "high": prices.max(axis=0), "low": prices.min(axis=0), "close": prices[3]}
            there["volume"] = future["volume"]
        else:
            there = dict.fromkeys(fields, np.full(table.num_rows - bar - 1, np.nan))
        for name, values in fields.items():
            columns[f"{coin}.{name}"] = pa.array(np.concatenate([values[: bar + 1], there[name]]))
    return pa.table(columns).replace_schema_metadata(table.schema.metadata)


def _within(logs: Series, fields: dict[str, Series]) -> Series:
    """Prices from their logarithms, reflected at the lowest and the highest price of the coin."""
    known = np.concatenate([fields["low"], fields["high"]])
    low, high = np.log(known[known > 0].min()), np.log(known[known > 0].max())
    width = high - low
    if width == 0:
        return np.full_like(logs, np.exp(low))
    place = (logs - low) % (2 * width)
    return np.exp(low + np.minimum(place, 2 * width - place))


def _drawn(past: dict[str, Series], draws: Series) -> dict[str, Series]:
    close = past["close"]
    with np.errstate(invalid="ignore", divide="ignore"):
        growth = close[1:] / close[:-1]
    usable = np.flatnonzero(np.isfinite(growth) & (growth > 0)) + 1
    if len(usable) == 0:
        # Listed with this very bar: nothing else is known of it.
        usable = np.array([len(close) - 1])
        before = close[usable]
    else:
        before = close[usable - 1]
    drawn = (draws * len(usable)).astype(np.int64)
    base = np.concatenate([[0.0], np.cumsum(np.log(close[usable] / before)[drawn])])[:-1]
    future = {name: base + np.log(past[name][usable] / before)[drawn] for name in _PRICES}
    return {**future, "volume": past["volume"][usable[drawn]]}
