// The shipped candles match the tables: spans, holes, steps, and the walk's statistics.
import { describe, expect, test } from 'vitest';
import { readCandleFile } from './market/candle-file.ts';
import { type Candle, type HourlyCandles, readCandle } from './market/hourly-candles.ts';
import { HOUR_MS } from './market/intervals.ts';
import { MARKETS, type Market } from './market/markets.ts';
import { createPriceHistory } from './market/price-history.ts';
import { walkParametersOf } from './market/walk-parameters.ts';
import { powerOfTen } from './numbers/decimal.ts';

const FILES = new Map(
  await Promise.all(MARKETS.map(async (m) => [m.symbol, await readCandleFile(m)] as const)),
);
const file = (market: Market) => FILES.get(market.symbol) as HourlyCandles;

const COUNTS: Readonly<Record<string, number>> = {
  BCH: 53_382,
  SOL: 47_230,
  DOT: 47_045,
  AVAX: 46_222,
  UNI: 46_345,
  VET: 41_247,
  FIL: 35_017,
};
const COUNT_OF_OTHERS = 54_780;
const OUTAGE_HOURS_MAX = 5;
const LAST_YEAR = Date.UTC(2025, 0, 1) / HOUR_MS;

describe.each(MARKETS.map((market) => [market.coin, market] as const))('%s', (coin, market) => {
  const candles = file(market);
  const hours = Array.from({ length: candles.length }, (_, i) => candles.firstHour + i);

  test('has all its candles, each possible', () => {
    const real = hours.map((hour) => readCandle(candles, hour)).filter((one) => one !== undefined);
    expect(real).toHaveLength(COUNTS[coin] ?? COUNT_OF_OTHERS);
    expect(real.filter(isImpossible)).toEqual([]);
  });

  test('has no hole but outages of the exchange and the spans that are declared', () => {
    const holes: [number, number | null][] = [];
    for (const hour of hours) {
      if (readCandle(candles, hour)) continue;
      const last = holes.at(-1);
      if (last?.[1] === hour) last[1] = hour + 1;
      else holes.push([hour, hour + 1]);
    }
    const long = holes.filter(([from, to]) => Number(to) - from > OUTAGE_HOURS_MAX);
    const end: [number, null] = [candles.firstHour + candles.length, null];
    expect([...long, end].map(([from, to]) => [from * HOUR_MS, to && to * HOUR_MS])).toEqual(
      market.syntheticRanges,
    );
  });

  test('moves in whole ticks where the walk takes over', () => {
    const tick = powerOfTen(market.fileDecimals.price - market.priceDecimals);
    const from = Date.UTC(2025, 5, 1) / HOUR_MS;
    const odd = hours.filter((hour) => hour >= from && (readCandle(candles, hour)?.close ?? 0) % tick !== 0);
    expect(odd).toHaveLength(0);
  });

  test('is imitated with the figures of its last real year', () => {
    const { volatility, marketCorrelation, volume } = walkParametersOf(coin);
    const returns = returnsOf(candles);
    expect(volatility).toBeCloseTo(deviation([...returns.values()]), 5);
    expect(Math.abs(marketCorrelation - correlation(returns, AVERAGE_COIN))).toBeLessThan(0.001);
    const volumes = hours
      .filter((hour) => hour >= LAST_YEAR)
      .map((hour) => (readCandle(candles, hour)?.volume ?? 0) / powerOfTen(market.fileDecimals.volume))
      .sort((a, b) => a - b);
    expect(Math.abs(volume / (volumes[Math.floor(volumes.length / 2)] as number) - 1)).toBeLessThan(0.001);
  });
});

test.each(['VET', 'FIL'])('the bridge over the hole of %s meets the real price at both ends', (coin) => {
  const market = MARKETS.find((one) => one.coin === coin) as Market;
  const candles = file(market);
  const [fromMs, toMs] = market.syntheticRanges[0] as [number, number];
  const [before, after] = [fromMs / HOUR_MS - 1, toMs / HOUR_MS].map((hour) => readCandle(candles, hour));
  const { candleAt } = createPriceHistory(market, candles, walkParametersOf(coin));
  expect(candleAt(fromMs / HOUR_MS, toMs)?.open).toBe(before?.close);
  expect(candleAt(toMs / HOUR_MS - 1, toMs)?.close).toBe(after?.open);
});

const isImpossible = ({ open, high, low, close, volume }: Candle): boolean =>
  low <= 0 || low > Math.min(open, close) || high < Math.max(open, close) || volume < 0;

/** Hourly log-returns of the last real year by hour. */
const returnsOf = (candles: HourlyCandles): Map<number, number> => {
  const returns = new Map<number, number>();
  for (let hour = LAST_YEAR + 1; hour < candles.firstHour + candles.length; hour += 1) {
    const [before, now] = [readCandle(candles, hour - 1), readCandle(candles, hour)];
    if (before && now) returns.set(hour, Math.log(now.close / before.close));
  }
  return returns;
};

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

const deviation = (numbers: readonly number[]): number => {
  const center = mean(numbers);
  return Math.sqrt(mean(numbers.map((x) => (x - center) ** 2)));
};

/** The mean of the coins' returns, each in its own standard deviations; VET and FIL end too early to count. */
const AVERAGE_COIN = (() => {
  const all = MARKETS.filter(({ coin }) => coin !== 'VET' && coin !== 'FIL').map((m) => returnsOf(file(m)));
  const scales = all.map((returns) => 1 / deviation([...returns.values()]));
  const hours = [...(all[0]?.keys() ?? [])].filter((hour) => all.every((returns) => returns.has(hour)));
  return new Map(
    hours.map((hour) => [hour, mean(all.map((r, i) => (r.get(hour) as number) * (scales[i] as number)))]),
  );
})();

const correlation = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number => {
  const hours = [...a.keys()].filter((hour) => b.has(hour));
  const [x, y] = [a, b].map((one) => hours.map((hour) => one.get(hour) as number)) as [number[], number[]];
  const [mx, my] = [mean(x), mean(y)];
  return mean(x.map((value, i) => (value - mx) * ((y[i] as number) - my))) / (deviation(x) * deviation(y));
};
