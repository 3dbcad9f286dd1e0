"""55 strategies that use nothing but the past, and five whose weights hang on how many candles there are."""

from __future__ import annotations

from corpus import BASES, CANDLES, Case, case

_HABITS = {
    "cash after a fall": "w[r.mean(axis=1) < -FALL] = 0.0",
    "a stop that reads the low": "w = w.mask(l < c.shift(1) * (1 - CRASH), 0.0)",
    "all in the last winner": (
        "best = r.rank(axis=1, ascending=False) == 1\nup = r.mean(axis=1) > RISE\nw[up] = best[up].astype(float)"
    ),
    "out when the volume has come": "w = w.mask(v > 5 * v.rolling(20).mean(), 0.0)",
    "every 29th bar the last winner": (
        "best = (r.rank(axis=1, ascending=False) == 1) & (r > 0)\nw[i % 29 == 0] = best[i % 29 == 0].astype(float)"
    ),
    "cash at the end of a month": "w[t.is_month_end] = 0.0",
}
_HABITUAL = [
    case(f"{base}, {habit}", list(CANDLES)[(row + column) % 3], BASES[base], lines)
    for row, base in enumerate(BASES)
    for column, (habit, lines) in enumerate(_HABITS.items())
]

_PER_COIN = "w = c * 0.0\nfor k, coin in enumerate(candles.coins):\n"
_LEVELS = "levels = [10000, 20000, 30000, 40000, 50000, 60000, 70000, 80000, 90000, 100000, 110000]\n"

# Name: the candles, the lines.
_SPECIAL = {
    "price bins": (
        "days",
        'bins = pd.cut(c["BTC"], [0, 20000, 30000, 45000, 60000, 110000], labels=False).astype(int)\n'
        "w = c * 0.0\n"
        'w["BTC"] = bins / 5.0',
    ),
    "price bins with names": (
        "four",
        'names = pd.cut(c["BTC"], [15000, 30000, 60000, 110000], labels=["low", "mid", "high"])\n'
        "w = c * 0.0\n"
        'w["ETH"] = [{"low": 1.0, "mid": 0.5, "high": 0.0}[name] for name in names]',
    ),
    "a table of levels": (
        "days",
        _LEVELS + "share = dict(zip(levels, np.linspace(1, 0, 11)))\n"
        "w = c * 0.0\n"
        'w["BTC"] = [share[int(-(-price // 10000) * 10000)] for price in c["BTC"]]',
    ),
    "a list of levels": (
        "hours",
        _LEVELS + "w = c * 0.0\n"
        'w["BTC"] = [np.linspace(1, 0, 10)[np.searchsorted(levels, price) - 1] for price in c["BTC"]]',
    ),
    "prices that are checked": (
        "days",
        'assert (c["BTC"] < 150000).all() and (c["DOGE"] < 1).all(), "not a price"\nw = (c > c.rolling(20).mean()) / n',
    ),
    "a grid that works in proportion to the moves": (
        "hours",
        'a, b, last, held = c["BTC"].to_numpy(), [], c["BTC"].iloc[0], 0.5\n'
        "for price in a:\n"
        "    while abs(price / last - 1) > 0.0005:\n"
        "        last *= 1.0005 if price > last else 1 / 1.0005\n"
        "        held = min(1.0, max(0.0, held + (0.0005 if price < last else -0.0005)))\n"
        "    b.append(held)\n"
        'w = c * 0.0\nw["BTC"] = b',
    ),
    "a grid whose levels are searched one by one": (
        "four",
        "w = c * 0.0\n"
        'a, b = c["SOL"].to_numpy(), []\n'
        "for price in a:\n"
        "    level, step = 1.0, 0\n"
        "    while level < price: level, step = level * 1.002, step + 1\n"
        "    b.append(step % 10 / 10)\n"
        'w["SOL"] = b',
    ),
    "rows are drawn in turn": (
        "hours",
        "w = pd.DataFrame(np.random.default_rng(1).random(c.shape) / n, c.index, c.columns)",
    ),
    "a filter by FFT, zero in calm": (
        "days",
        "size = 4096\n" + _PER_COIN + "    rise = (r[coin] > RISE).to_numpy(float)\n"
        "    kept = np.fft.irfft(np.fft.rfft(rise, size) * np.fft.rfft(np.ones(5), size), size)\n"
        "    w[coin] = (kept[: len(c)] > 0) / n",
    ),
    "a filter by FFT of the length of the table": (
        "four",
        "size = 2 * len(c)\n" + _PER_COIN + "    x = r[coin].fillna(0).to_numpy()\n"
        "    x = np.where(abs(x) > FALL, x, 0.0)\n"
        "    kept = np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(np.exp(-np.arange(20) / 4), size), size)\n"
        "    w[coin] = (kept[: len(c)] >= 0) / n",
    ),
    "votes that are added in a matrix product": (
        "days",
        _PER_COIN + "    votes = pd.concat([c[coin] > c[coin].rolling(b).mean() for b in range(2, 22, 2)], axis=1)\n"
        "    w[coin] = (votes.astype(float).dot(np.full(10, 0.1)) >= 0.8) / n",
    ),
    "thirds that are compared with one": (
        "hours",
        "up = (r > 0).astype(float)\nw = ((up / 3 + up.shift(1) / 3 + up.shift(2) / 3) >= 1.0) / n",
    ),
    "a line through thirty bars": (
        "days",
        "x = np.arange(30.0) - 14.5\n"
        + _PER_COIN
        + "    w[coin] = (c[coin].rolling(30).apply(lambda y: x @ y, raw=True) > 0) / n",
    ),
    "least squares against BTC": (
        "days",
        'x = r["BTC"]\nbeta = r.rolling(60).cov(x).div(x.rolling(60).var(), axis=0)\nw = (beta < 1) / n',
    ),
    "the smallest variance each month": (
        "days",
        "w = c * np.nan\n"
        "for k in np.flatnonzero(t.is_month_start):\n"
        "    if k > 100:\n"
        "        s = np.linalg.solve(r.iloc[k - 90 : k + 1].cov().to_numpy(), np.ones(n)).clip(0)\n"
        "        w.iloc[k] = s / s.sum()\n"
        "w = w.ffill()",
    ),
    "the first component": (
        "days",
        "w = c * np.nan\n"
        "for k in range(200, len(c), 10):\n"
        "    first = abs(np.linalg.eigh(r.iloc[k - 90 : k + 1].corr().to_numpy())[1][:, -1])\n"
        "    w.iloc[k] = first / first.sum()\n"
        "w = w.ffill()",
    ),
    "RSI": ("hours", "import talib\nw = c.apply(lambda x: talib.RSI(x.to_numpy(), 14)).lt(40) / n"),
    "days from hours": (
        "hours",
        'day = candles.resample("1d").close\n'
        'w = (day > day.shift(7)).reindex(t, method="ffill").fillna(False).astype(float) / n',
    ),
    "the high of the day so far": ("hours", "w = (c >= h.groupby(t.date).cummax()) / n"),
    "ranks among all that was": ("four", "w = (c.expanding().rank(pct=True) > 0.6) / n"),
    "a trailing stop, bar by bar": (
        "hours",
        _PER_COIN + "    a, peak, out = c[coin].to_numpy(), 0.0, []\n"
        "    for price in a:\n"
        "        peak = max(price, peak * 0.9995)\n"
        "        out.append(price > 0.95 * peak)\n"
        "    w[coin] = np.array(out) / n",
    ),
    "single precision": ("four", "x = c.astype(np.float32)\nw = (x.ewm(span=20).mean() > x.ewm(span=60).mean()) / n"),
    "breakouts": ("four", "w = (c >= h.shift(1).rolling(55).max()) / n\nw = w.rolling(20).max()"),
    "a table of prices that is interpolated": (
        "days",
        _PER_COIN + "    w[coin] = np.interp(c[coin], [0.1, 10, 100, 1000, 100000], [1, 0.8, 0.6, 0.2, 0]) / n",
    ),
    "classes by quantile of what was": (
        "days",
        "edges = c.expanding(50).quantile(0.5)\nw = (c < edges).astype(float).mul(0.9 / n)",
    ),
}

_COUNTING = {
    "a generator that all coins draw from": (
        "days",
        "rng = np.random.default_rng(3)\n" + _PER_COIN + "    w[coin] = rng.random(len(c)) / n",
    ),
    "coins are drawn before rows": (
        "four",
        "w = pd.DataFrame(np.random.default_rng(5).random((n, len(c))).T / n, c.index, c.columns)",
    ),
    "days that are shuffled": (
        "days",
        _PER_COIN + "    w[coin] = (np.random.default_rng(k).permutation(len(c)) % 3 == 0) / n",
    ),
    "a generator seeded by the number of bars": (
        "four",
        "w = pd.DataFrame(np.random.default_rng(len(c)).random(c.shape) / n, c.index, c.columns)",
    ),
    "all but the last three bars": ("days", "w = (c.iloc[:-3].reindex(t) > 0) / n"),
}

COUNTING: list[Case] = [case(name, candles, lines) for name, (candles, lines) in _COUNTING.items()]
HONEST: list[Case] = _HABITUAL + [case(name, candles, lines) for name, (candles, lines) in _SPECIAL.items()]
