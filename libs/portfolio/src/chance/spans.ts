// A run within parts of its range: before and after its strategy was written, and in the months of crises.
import { performance } from '../performance.ts';
import { periodReturns } from '../period-returns.ts';
import type { Benchmark } from '../statistics.ts';
import type { Curve } from './bootstrap.ts';

const DAY_MS = 86_400_000;

/** Months in which prices fell hard, and what they are known for. */
const CRISES = [
  { month: '2020-03', name: 'Covid' },
  { month: '2021-05', name: 'China bans mining' },
  { month: '2022-05', name: 'Fall of Terra' },
  { month: '2022-11', name: 'Fall of FTX' },
] as const;

type SpanReturn = {
  /** Value at the end / value at the start - 1; null where nothing was left at the start. */
  total_return: number | null;
  /** As in the statistics, with the value at the start as the first peak. */
  max_drawdown: number | null;
};

/** Figures of the bars that open within a span, measured from the value at the close before. */
export type SpanFigures = SpanReturn & {
  /** Open of its first bar and close of its last, ISO 8601 UTC. */
  start: string;
  end: string;
  bars: number;
  /** As in the statistics, of the days of the span alone; the first and the last may be parts of a day. */
  sharpe_ratio: number | null;
};

export type BornOn = {
  /** When the strategy file was first saved, ISO 8601; null if that is not known. */
  born_at: string | null;
  /** The bars that open before, and from then on; both null if one has no bars, or nothing is known. */
  before: SpanFigures | null;
  after: SpanFigures | null;
  /** Why there are none, as a sentence. */
  reason: string | null;
};

export type Crisis = {
  /** `YYYY-MM`, the whole month in UTC. */
  month: string;
  name: string;
  strategy: SpanReturn;
  btc: SpanReturn | null;
  basket: SpanReturn | null;
};

/** Bars `from` to below `until`; at least one. */
const spanFigures = (curve: Curve, from: number, until: number): SpanFigures => {
  const { openTimes, barMs, startingCapital } = curve;
  const base = from === 0 ? startingCapital : (curve.value[from - 1] as number);
  const times = openTimes.subarray(from, until);
  const value = curve.value.subarray(from, until);
  const [startMs, endMs] = [times[0] as number, (times[times.length - 1] as number) + barMs];
  const { total_return, sharpe_ratio, max_drawdown } = performance(
    value,
    periodReturns(times, barMs, value, base),
    base,
    (endMs - startMs) / DAY_MS,
  );
  const isWorth = base > 0;
  return {
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    bars: until - from,
    total_return: isWorth ? total_return : null,
    sharpe_ratio: isWorth ? sharpe_ratio : null,
    max_drawdown: isWorth ? max_drawdown : null,
  };
};

/** How many bars open before a time. */
const barsBefore = (openTimes: Float64Array, ms: number): number => {
  const first = openTimes.findIndex((at) => at >= ms);
  return first === -1 ? openTimes.length : first;
};

/**
 * Splits a run at the moment its strategy was first saved. The author can have known all that came before; only
 * what came after is a test that nobody could have looked up.
 * @param bornAt ISO 8601; null if it is not known
 */
export const bornOn = (curve: Curve, bornAt: string | null): BornOn => {
  const none = { born_at: bornAt, before: null, after: null };
  if (bornAt === null) return { ...none, reason: 'It is not known when the strategy was first saved.' };
  const bars = curve.openTimes.length;
  const split = barsBefore(curve.openTimes, Date.parse(bornAt));
  if (split === bars)
    return {
      ...none,
      reason: 'The whole range was over, or in its last bar, when the strategy was first saved.',
    };
  if (split === 0) return { ...none, reason: 'The strategy was first saved before the range begins.' };
  return {
    born_at: bornAt,
    before: spanFigures(curve, 0, split),
    after: spanFigures(curve, split, bars),
    reason: null,
  };
};

/** The months of crises that lie wholly in the range. */
export const crisesOf = (
  curve: Curve,
  { benchmark, basket }: { readonly benchmark: Benchmark | null; readonly basket: Benchmark | null },
): Crisis[] => {
  const { openTimes, barMs } = curve;
  const endMs = (openTimes[openTimes.length - 1] as number) + barMs;
  return CRISES.flatMap(({ month, name }) => {
    const startsMs = Date.parse(`${month}-01`);
    const endsMs = new Date(startsMs).setUTCMonth(new Date(startsMs).getUTCMonth() + 1);
    if ((openTimes[0] as number) > startsMs || endMs < endsMs) return [];
    const within = (value: Float64Array): SpanReturn => {
      const [from, until] = [barsBefore(openTimes, startsMs), barsBefore(openTimes, endsMs)];
      const { total_return, max_drawdown } = spanFigures({ ...curve, value }, from, until);
      return { total_return, max_drawdown };
    };
    const held = (of: Benchmark | null) => of && within(of.value);
    return [{ month, name, strategy: within(curve.value), btc: held(benchmark), basket: held(basket) }];
  });
};
