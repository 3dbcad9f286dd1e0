"""84 strategies that look ahead rarely: 45 by one bar at rare moves of the market, 39 at rare times."""

from __future__ import annotations

from corpus import BASES, CANDLES, Case, case

_PEEKS = {
    "cash before the market falls": "w[r.mean(axis=1).shift(-1) < -FALL] = 0.0",
    "a stop that reads the next low": "w = w.where(~(l.shift(-1) < c * (1 - CRASH)), 0.0)",
    "no coin before its own crash": "w = w.mask(r.shift(-1) < -CRASH, 0.0)",
    "sells a bar before the average breaks": (
        "below = c < c.rolling(100).mean()\n"
        "w = w.mask((below & ~below.shift(1, fill_value=False)).shift(-1, fill_value=False), 0.0)"
    ),
    "out before the volume comes": "w = w.mask(v.shift(-1) > 5 * v.rolling(20).mean(), 0.0)",
    "a loop that reads one row too far": (
        "a, x = w.to_numpy(float, copy=True), r.to_numpy()\n"
        "for k in range(len(a) - 1):\n"
        "    if x[k + 1].min() < -1.5 * CRASH: a[k] = 0.0\n"
        "w = pd.DataFrame(a, c.index, c.columns)"
    ),
    "all in the next winner": (
        "best = r.shift(-1).rank(axis=1, ascending=False) == 1\n"
        "up = r.shift(-1).mean(axis=1) > RISE\n"
        "w[up] = best[up].astype(float)"
    ),
    "cash before BTC falls": 'w[np.roll(r["BTC"].to_numpy(), -1) < -1.5 * FALL] = 0.0',
    "a centred window of three": "w = w.mask(r.rolling(3, center=True).min() < -1.2 * CRASH, 0.0)",
}

PEEKS: list[Case] = [
    case(f"{base}, {peek}", list(CANDLES)[(row + column) % 3], BASES[base], lines)
    for row, base in enumerate(BASES)
    for column, (peek, lines) in enumerate(_PEEKS.items())
]

# Name: the candles, when.
_TIMES = {
    "every 1000th hour": ("hours", "i % 1000 == 0"),
    "the last month": ("days", 't >= pd.Timestamp("2024-12-01", tz="UTC")'),
    "six weeks in three years": (
        "four",
        't.slice_indexer("2023-05-08", "2023-06-18")\nwhen = np.isin(i, i[when])',
    ),
    "every 29th day": ("days", "i % 29 == 0"),
    "17:00": ("hours", "t.hour == 17"),
    "Friday the 13th": ("four", "(t.dayofweek == 4) & (t.day == 13)"),
    "the last day of a month": ("days", "t.is_month_end"),
    "Sunday 23:00": ("hours", "(t.dayofweek == 6) & (t.hour == 23)"),
    "the first days of a quarter": ("days", "(t.day <= 3) & (t.month % 3 == 1)"),
    "every 29th day at noon": ("hours", "(t.hour == 12) & (i // 24 % 29 == 5)"),
    "when hardly anything moves": (
        "four",
        "(r.std(axis=1) < r.std(axis=1).rolling(300).quantile(0.01)).to_numpy()",
    ),
    "every 333rd bar": ("four", "i % 333 == 71"),
    "three days a year": ("hours", '(t.strftime("%m-%d").isin(["03-03", "07-07", "11-11"])) & (t.hour % 6 == 1)'),
}

_DEEDS = {
    "the best coin of the next bar": (
        "gain = r.shift(-1)\nbest = (gain.rank(axis=1, ascending=False) == 1) & (gain > 0)"
    ),
    "cash before a fall": "gain = r.shift(-1).fillna(0.0)\nbest = (gain > 0) / n",
    "the best coin of six bars": (
        "gain = c.shift(-6) / c - 1\nbest = (gain.rank(axis=1, ascending=False) == 1) & (gain > 0)"
    ),
}

RARE: list[Case] = [
    case(
        f"{time}: {deed}",
        candles,
        BASES[list(BASES)[1 + (row + column) % 4]],
        f"when = {when}",
        lines,
        "w[when] = best[when].astype(float)",
    )
    for row, (time, (candles, when)) in enumerate(_TIMES.items())
    for column, (deed, lines) in enumerate(_DEEDS.items())
]
