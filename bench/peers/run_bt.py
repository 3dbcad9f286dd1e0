"""bt's backtest of target weights at given dates."""

from functools import partial
from typing import Any

import bt
import numpy as np
import pandas as pd

from measure import Call, Work, serve


def public_call(work: Work) -> Call:
    """bt knows one price per bar, at which it trades: the opens, then the last closes to value the rest."""
    end_ms = 2 * work.open_times_ms[-1] - work.open_times_ms[-2]
    times = pd.to_datetime(np.append(work.open_times_ms, end_ms), unit="ms")
    coins = [f"coin{column}" for column in range(work.close.shape[1])]
    prices = pd.DataFrame(np.vstack([work.open, work.close[-1:]]), times, coins)
    (targets,) = work.targets
    weights = pd.DataFrame(targets, times[:-1], coins).dropna()

    def run(_: Any) -> bt.Backtest:
        strategy = bt.Strategy("targets", [bt.algos.WeighTarget(weights), bt.algos.Rebalance()])
        backtest = bt.Backtest(
            strategy,
            prices,
            initial_capital=work.initial_cash,
            commissions=partial(commission, work.fee),
            integer_positions=False,
        )
        backtest.run()
        return backtest

    return Call(run, lambda backtest: [float(backtest.strategy.values.iloc[-1])])


def commission(fee: float, quantity: float, price: float) -> float:
    return abs(quantity) * price * fee


if __name__ == "__main__":
    serve({"public": public_call})
