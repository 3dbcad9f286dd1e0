// Curves that could have been held in place of the compared results: bought where theirs begin.
import { lastDay, shortDate } from '../../../lib/format.ts';
import { type Held, HOLD_ALL_COINS } from '../../../lib/returns/held-return.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import type { Series } from '../curves/run-curves.ts';
import { heldCoins } from '../statistics/held-coins.ts';
import { type Row, rowsOf } from '../statistics/statistics-tables.ts';
import { BASE, type Rebased, rebasedFrom, valuesAtCloses } from './compare-curves.ts';
import type { Compared } from './compared.ts';

type Drawn = Pick<Compared, 'statistics' | 'curves'>;

const coinsOf = (statistics: Row): string[] => rowsOf(statistics, 'coins').map(({ coin }) => String(coin));

/** Several coins in equal parts, bought where the range begins; null where a coin has no price then or later. */
const boughtThen = ({ curves, statistics }: Drawn, whole: TimeRange): Series | null => {
  const coins = coinsOf(statistics).flatMap((coin) => curves?.holds.get(coin) ?? []);
  if (!curves || coins.length < coinsOf(statistics).length) return null;
  const lines = coins.map((portfolio) =>
    rebasedFrom(valuesAtCloses({ portfolio, initialValue: curves.initialValue }, statistics), whole),
  );
  const [first] = lines;
  const isWhole = lines.every(({ values }) => values.every(Number.isFinite));
  if (!first || !isWhole) return null;
  const meanAt = (bar: number) =>
    lines.reduce((sum, { values }) => sum + (values[bar] ?? Number.NaN), 0) / lines.length;
  return { times: first.times, values: first.values.map((_, bar) => meanAt(bar)) };
};

const heldCurve = (one: Drawn, whole: TimeRange): Series | null => {
  const { curves, statistics } = one;
  const portfolio = curves?.heldCoins;
  if (!portfolio || portfolio.times.length < 2) return null;
  const held = valuesAtCloses({ portfolio, initialValue: curves.initialValue }, statistics);
  // A single coin moves alike whenever it was bought; the weights of several drift from the day on which they were.
  const isBoughtThen = curves.basket === null || (held.times[0] as number) >= whole.from;
  return isBoughtThen ? rebasedFrom(held, whole) : boughtThen(one, whole);
};

/**
 * The curve of what each result is judged against, bought where the results begin to be compared; null where it is not
 * known: a result that keeps no prices knows its coins from its own beginning only.
 */
export const heldCurves = (drawn: readonly Drawn[], { whole }: Rebased): (Series | null)[] =>
  drawn.map((one) => heldCurve(one, whole));

/** The return of each curve. */
export const heldReturns = (drawn: readonly Drawn[], curves: readonly (Series | null)[]): (Held | null)[] =>
  drawn.map(({ statistics }, place) => {
    const [name, last] = [heldCoins(statistics)?.name, curves[place]?.values.at(-1)];
    return name === undefined || last === undefined ? null : { name, totalReturn: last / BASE - 1 };
  });

export type NamedLine = { readonly name: string; readonly series: Series };
type Line = NamedLine & { readonly key: string; readonly inFull: string; readonly range: string };

const lineOf = ({ curves, statistics }: Drawn, series: Series, isShared: boolean): Line => {
  const { start, end } = statistics;
  const isBasket = Boolean(curves?.basket);
  const name = isBasket ? HOLD_ALL_COINS : `Hold ${heldCoins(statistics)?.name ?? 'BTC'}`;
  const inFull = isBasket ? `Hold ${coinsOf(statistics).join(', ')} equally` : name;
  const key = [isBasket ? coinsOf(statistics).sort() : name, ...(isShared ? [] : [start, end])].join();
  return { name, series, key, inFull, range: `${shortDate(String(start))} – ${lastDay(String(end))}` };
};

const hasTwice = (names: readonly string[], name: string): boolean =>
  names.indexOf(name) !== names.lastIndexOf(name);

/** Each one once, by as many words as tell them apart. */
export const distinctHeld = (
  drawn: readonly Drawn[],
  curves: readonly (Series | null)[],
  { isShared }: Rebased,
): NamedLine[] => {
  const byKey = new Map<string, Line>();
  drawn.forEach((one, place) => {
    const series = curves[place];
    if (!series) return;
    const line = lineOf(one, series, isShared);
    const before = byKey.get(line.key);
    if (!before || before.series.times.length < series.times.length) byKey.set(line.key, line);
  });
  const lines = [...byKey.values()];
  const [names, full] = [lines.map(({ name }) => name), lines.map(({ inFull }) => inFull)];
  return lines.map(({ name, inFull, range, series }) => {
    if (!hasTwice(names, name)) return { name, series };
    return { name: hasTwice(full, inFull) ? `${inFull}, ${range}` : inFull, series };
  });
};
