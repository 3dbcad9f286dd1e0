"""vectorbt's simulation from orders in percent of the value: its two kernels, and the call that its users make."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import vectorbt as vbt
from vectorbt.portfolio import dispatch, nb
from vectorbt.portfolio.enums import Direction, SizeType

from measure import Call, Work, serve


def kernel_call(work: Work, engine: str) -> Call:
    """The kernel alone: it returns the fills and no value. With an upper bound on them, it needs less memory."""
    shape = work.close.shape
    group_lens = np.array([shape[1]])
    rules = {
        "price": work.open,
        "close": work.close,
        "size_type": np.asarray(SizeType.TargetPercent),
        "direction": np.asarray(Direction.LongOnly),
        "fees": np.asarray(work.fee),
        "auto_call_seq": True,
        "max_orders": max(int(np.isfinite(targets).sum()) for targets in work.targets),
        "engine": engine,
    }

    def prepare() -> list[np.ndarray]:
        # Each run sorts it in place.
        return [nb.build_call_seq_nb(shape, group_lens) for _ in work.targets]

    def run(call_seqs: list[np.ndarray]) -> list[np.ndarray]:
        cash = np.array([work.initial_cash])
        return [
            dispatch.simulate_from_orders(shape, group_lens, cash, call_seq, size=targets, **rules)[0]
            for targets, call_seq in zip(work.targets, call_seqs, strict=True)
        ]

    return Call(run, partial(final_values, work), prepare)


def final_values(work: Work, runs: list[np.ndarray]) -> list[float]:
    finals = []
    for fills in runs:
        signed = np.where(fills["side"] == 0, fills["size"], -fills["size"])
        cash = work.initial_cash - (signed * fills["price"] + fills["fees"]).sum()
        units = np.bincount(fills["col"], weights=signed, minlength=work.close.shape[1])
        finals.append(float(cash + units @ work.close[-1]))
    return finals


def public_call(work: Work, engine: str) -> Call:
    """`Portfolio.from_orders` and the value of each bar."""
    index = pd.to_datetime(work.open_times_ms, unit="ms")
    open_, close = pd.DataFrame(work.open, index), pd.DataFrame(work.close, index)
    sizes = [pd.DataFrame(targets, index) for targets in work.targets]

    def run(_: Any) -> list[pd.Series]:
        return [
            vbt.Portfolio.from_orders(
                close,
                size,
                size_type="targetpercent",
                direction="longonly",
                price=open_,
                fees=work.fee,
                init_cash=work.initial_cash,
                group_by=True,
                cash_sharing=True,
                call_seq="auto",
                freq="1h",
                engine=engine,
            ).value()
            for size in sizes
        ]

    return Call(run, lambda values: [float(value.iloc[-1]) for value in values])


def study_call(work: Work) -> Call:
    """A strategy at each value of its parameter, simulated one after the other, with the figures of a table."""
    about = work.about
    first, name = about["first_bar"], about["parameter"]
    index = pd.to_datetime(work.open_times_ms, unit="ms")
    frames = {field: pd.DataFrame(getattr(work, field), index) for field in ("open", "high", "low", "close")}
    candles = SimpleNamespace(coins=list(frames["close"].columns), index=index, **frames)
    module: dict[str, Any] = {}
    exec(about["source"], module)

    def point(value: float) -> tuple[float, float, float]:
        weights = module["strategy"](candles, SimpleNamespace(parameters={name: value}))
        # A decision at the close of one bar is traded at the open of the next.
        portfolio = vbt.Portfolio.from_orders(
            candles.close.iloc[first:],
            weights.shift(1).iloc[first:],
            size_type="targetpercent",
            direction="longonly",
            price=candles.open.iloc[first:],
            fees=work.fee,
            init_cash=work.initial_cash,
            group_by=True,
            cash_sharing=True,
            call_seq="auto",
            freq="1D",
            engine="rust",
        )
        return portfolio.total_return(), portfolio.sharpe_ratio(), portfolio.max_drawdown()

    def run(_: Any) -> list[tuple[float, float, float]]:
        return [point(value) for value in about["values"]]

    return Call(run, lambda rows: [float(total) for total, _, _ in rows])


CALLS = {
    "study": study_call,
    "rust-kernel": partial(kernel_call, engine="rust"),
    "numba-kernel": partial(kernel_call, engine="numba"),
    "rust-public": partial(public_call, engine="rust"),
    "numba-public": partial(public_call, engine="numba"),
}

if __name__ == "__main__":
    serve(CALLS)
