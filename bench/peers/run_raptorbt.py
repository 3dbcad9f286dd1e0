"""raptorbt's backtest of one instrument from entry and exit signals."""

from typing import Any

import numpy as np
import raptorbt

from measure import Call, Work, serve


def public_call(work: Work) -> Call:
    """Targets that are 1 or 0 become signals of the bar before, which it fills at the next open."""
    prices = [np.ascontiguousarray(price[:, 0]) for price in (work.open, work.high, work.low, work.close)]
    volume = np.ones_like(prices[0])
    decisions = np.append(work.targets[0][1:, 0], np.nan)
    entries, exits = decisions == 1, decisions == 0
    times_ns = work.open_times_ms * 1_000_000
    config = raptorbt.BacktestConfig(initial_capital=work.initial_cash, fees=work.fee, fill_timing="next_bar_open")

    def run(_: Any) -> raptorbt.BacktestResult:
        return raptorbt.run_single_backtest(times_ns, *prices, volume, entries, exits, config=config)

    return Call(run, lambda result: [float(result.equity_curve()[-1])])


if __name__ == "__main__":
    serve({"public": public_call})
