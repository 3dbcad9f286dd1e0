// The charts' words at the crosshair.
import { barTime, dayName, money, percent, ratio } from '../../../lib/format.ts';
import { barMsOf } from '../curves/bar-times.ts';
import { type RunCurves, valueAt } from '../curves/run-curves.ts';
import { EQUITY_LINES, type EquityLine, lineNames } from '../pictures/chart-figure.ts';
import type { Pane } from '../pictures/chart-panes.ts';

export type Reading = {
  /** `8 Oct 2025`, with the hour (UTC) when bars are shorter than a day. */
  readonly time: string;
  readonly equity: Readonly<Record<EquityLine, number | null>>;
  readonly drawdown: number;
  readonly rollingSharpe: number | null;
  /** In the order of the coins; null for a private strategy. */
  readonly weights: readonly number[] | null;
  /** As the weights. */
  readonly holdings: readonly number[] | null;
};

const DAY_MS = 86_400_000;

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The values at a bar of the portfolio's series; of benchmarks the newest day's. */
export const readingAt = (curves: RunCurves, bar: number): Reading => {
  const { portfolio, drawdown, rollingSharpe, weights, holdings } = curves;
  const ms = portfolio.times[bar] as number;
  const newest = (of: RunCurves['benchmark']) => of && finiteOrNull(valueAt(of, ms));
  return {
    time: barMsOf(curves) < DAY_MS ? barTime(ms) : dayName(ms),
    equity: {
      portfolio: portfolio.values[bar] as number,
      benchmark: newest(curves.benchmark),
      basket: newest(curves.basket),
    },
    drawdown: drawdown.values[bar] as number,
    rollingSharpe: newest(rollingSharpe),
    weights: weights?.at(bar) ?? null,
    holdings: holdings?.at(bar) ?? null,
  };
};

/** The same as text, for screen readers; only for visible panes. */
export const readingWords = (
  reading: Reading,
  { held: benchmark, weights: targets }: Pick<RunCurves, 'held' | 'weights'>,
  panes: readonly Pane[],
): string => {
  const names = lineNames(benchmark);
  const coins = targets?.coins ?? [];
  const { equity, drawdown, rollingSharpe, weights, holdings } = reading;
  const listed = (of: Reading['weights']) =>
    (of ?? [])
      .map((weight, index) => ({ coin: coins[index], weight }))
      .filter(({ weight }) => weight > 0)
      .map(({ coin, weight }) => `${coin} ${percent(weight)}`)
      .join(', ');
  const named = (name: string, of: Reading['weights']) => {
    const list = listed(of);
    return list === '' ? '' : `${name} ${list}`;
  };
  const said: Readonly<Record<Pane, string>> = {
    equity: EQUITY_LINES.filter((key) => equity[key] !== null)
      .map((key) => `${names[key]} ${money(equity[key])}`)
      .join(', '),
    underwater: `drawdown ${percent(drawdown)}`,
    holdings: named('held', holdings),
    weights: named('target', weights),
    rolling_sharpe: rollingSharpe === null ? '' : `rolling Sharpe ${ratio(rollingSharpe)}`,
  };
  return [reading.time, ...panes.map((pane) => said[pane]).filter(Boolean)].join('; ');
};
