"""quantstats' judgement of a curve: all its metrics, and its report as a web page."""

import tempfile
import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import quantstats as qs

from measure import Call, Work, serve

DAYS_A_YEAR = 365

warnings.simplefilter("ignore")


def daily_returns(work: Work) -> tuple[pd.Series, pd.Series]:
    """The first column of the closes is the portfolio's value, the second one the benchmark's."""
    days = pd.to_datetime(work.open_times_ms, unit="ms")
    portfolio, benchmark = (pd.Series(work.close[:, at], days).pct_change().dropna() for at in (0, 1))
    return portfolio.rename("Strategy"), benchmark.rename("Benchmark")


def metrics_call(work: Work) -> Call:
    portfolio, benchmark = daily_returns(work)

    def run(_: Any) -> None:
        qs.reports.metrics(portfolio, benchmark, mode="full", periods_per_year=DAYS_A_YEAR, display=False)

    return Call(run, lambda _: [sharpe(portfolio)])


def report_call(work: Work) -> Call:
    portfolio, benchmark = daily_returns(work)

    def run(_: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = str(Path(folder) / "report.html")
            qs.reports.html(portfolio, benchmark, periods_per_year=DAYS_A_YEAR, output=page)

    return Call(run, lambda _: [sharpe(portfolio)])


def sharpe(returns: pd.Series) -> float:
    """Not rounded, as its tables are."""
    return float(qs.stats.sharpe(returns, periods=DAYS_A_YEAR))


if __name__ == "__main__":
    serve({"metrics": metrics_call, "report": report_call})
