"""The regular times at which a rule may apply: ways to divide bars by hour, day, month or count. Pure."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bars = npt.NDArray[np.int64]
Series = npt.NDArray[np.float64]

_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS
_STATE_PARTS = 60
# Every n-th bar or day: all small numbers, and the larger ones that people write.
_DAY_PERIODS = tuple(range(2, 63))
_BAR_PERIODS = (
    *range(2, 63),
    *(72, 75, 80, 84, 90, 96, 100, 120, 125, 128, 144, 150, 168, 180, 200, 240, 250, 252, 256, 300, 333, 336, 360, 365),
    *(400, 480, 500, 504, 512, 600, 672, 700, 720, 730, 744, 750, 800, 840, 900, 1000, 1024, 1200, 1440, 1500, 2000),
    *(2160, 2184, 2500, 3000, 4000, 4380, 5000),
)  # fmt: skip


def calendar_classes(timestamps: Bars, rows: Bars, states: list[Series]) -> list[Bars]:
    """
    Ways to divide the bars `rows` into classes, each an array with the number of each bar's class: by calendar, by
    count from the first candle, and by the value of each of `states` (given for `rows`).
    """
    moments = timestamps[rows]
    days, hours = moments // _DAY_MS, moments // _HOUR_MS % 24
    dates = moments.astype("datetime64[ms]").astype("datetime64[D]")
    months = dates.astype("datetime64[M]")
    month, day = months.astype(np.int64) % 12, (dates - months).astype(np.int64)
    left = ((months + 1).astype("datetime64[D]") - dates).astype(np.int64) - 1
    weekday = (days + 3) % 7
    since = days - timestamps[0] // _DAY_MS
    last = len(rows) // 4
    classes = [
        hours, weekday, weekday * 24 + hours, day, left, month, month * 31 + day, month % 3 * 31 + day,
        day * 7 + weekday, day // 7 * 7 + weekday, (days + 3) // 7 % 53,
        *(since % period for period in _DAY_PERIODS),
        *(rows % period for period in _BAR_PERIODS if period < last),
        *(_parts(state) for state in states),
    ]  # fmt: skip
    if len(np.unique(hours)) > 1:
        classes += [since % period * 24 + hours for period in _DAY_PERIODS]
    return classes


def _parts(state: Series) -> Bars:
    """Classes of equal size, from the lowest values to the highest."""
    ranks = np.empty(len(state), dtype=np.int64)
    ranks[np.argsort(state, kind="stable")] = np.arange(len(state))
    return ranks * _STATE_PARTS // max(1, len(state))
