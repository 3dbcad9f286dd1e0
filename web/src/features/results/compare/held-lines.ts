// What could have been held in place of the compared results: curves from the same start as theirs.
import { lastDay, shortDate } from '../../../lib/format.ts';
import { type Held, HOLD_ALL_COINS } from '../../../lib/returns/held-return.ts';
import type { Series } from '../charts/run-curves.ts';
import { heldCoins } from '../statistics/held-coins.ts';
import { type Row, rowsOf } from '../statistics/statistics-tables.ts';
import { BASE, type Rebased, rebasedFrom, valuesAtCloses } from './compare-curves.ts';
import type { Compared } from './compared.ts';

type Drawn = Pick<Compared, 'statistics' | 'curves'>;

/** The curve of what each result is judged against, rebased as they are; null where it is not known. */
export const heldCurves = (drawn: readonly Drawn[], { whole }: Rebased): (Series | null)[] =>
  drawn.map(({ curves, statistics }) => {
    const portfolio = curves?.heldCoins;
    if (!portfolio || portfolio.times.length < 2) return null;
    return rebasedFrom(valuesAtCloses({ portfolio, initialValue: curves.initialValue }, statistics), whole);
  });

/** What each curve returned. */
export const heldReturns = (drawn: readonly Drawn[], curves: readonly (Series | null)[]): (Held | null)[] =>
  drawn.map(({ statistics }, place) => {
    const [name, last] = [heldCoins(statistics)?.name, curves[place]?.values.at(-1)];
    return name === undefined || last === undefined ? null : { name, totalReturn: last / BASE - 1 };
  });

export type NamedLine = { readonly name: string; readonly series: Series };
type Line = NamedLine & { readonly key: string; readonly inFull: string; readonly range: string };

const coinsOf = (statistics: Row): string[] => rowsOf(statistics, 'coins').map(({ coin }) => String(coin));

const lineOf = ({ curves, statistics }: Drawn, series: Series, isShared: boolean): Line => {
  const { start, end } = statistics;
  // A single coin moves alike whenever it was bought; the weights of several drift from the day on which they were.
  const isBasket = Boolean(curves?.basket);
  const name = isBasket ? HOLD_ALL_COINS : `Hold ${heldCoins(statistics)?.name ?? 'BTC'}`;
  const inFull = isBasket ? `Hold ${coinsOf(statistics).join(', ')} equally` : name;
  const bought = [...(isBasket || !isShared ? [start] : []), ...(isShared ? [] : [end])];
  const key = [isBasket ? coinsOf(statistics).sort() : name, ...bought].join();
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
