// What the charts say at the crosshair.
import { money, percent, ratio } from '../../../lib/format.ts';
import { EQUITY_LINES, type EquityLine, LINE_NAMES } from './chart-figure.ts';
import type { Pane } from './chart-panes.ts';
import { type RunCurves, valueAt } from './run-curves.ts';

export type Reading = {
  /** `2025-10-08`, with the hour (UTC) when bars are shorter than a day. */
  readonly time: string;
  readonly equity: Readonly<Record<EquityLine, number | null>>;
  readonly drawdown: number;
  readonly rollingSharpe: number | null;
  /** In the order of the coins; null for a private strategy. */
  readonly weights: readonly number[] | null;
};

const DAY_MS = 86_400_000;

/** How long a bar is, in ms. */
export const barMsOf = ({ portfolio: { times } }: RunCurves): number =>
  (times[1] as number) - (times[0] as number);

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The values at a bar of the portfolio's series; of benchmarks the newest day's. */
export const readingAt = (curves: RunCurves, bar: number): Reading => {
  const { portfolio, drawdown, rollingSharpe, weights } = curves;
  const ms = portfolio.times[bar] as number;
  const iso = new Date(ms).toISOString();
  const newest = (of: RunCurves['btc']) => of && finiteOrNull(valueAt(of, ms));
  return {
    time: barMsOf(curves) < DAY_MS ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10),
    equity: {
      portfolio: portfolio.values[bar] as number,
      btc: newest(curves.btc),
      basket: newest(curves.basket),
    },
    drawdown: drawdown.values[bar] as number,
    rollingSharpe: newest(rollingSharpe),
    weights: weights?.at(bar) ?? null,
  };
};

/** The same in words, for screen readers; only for visible panes. */
export const readingWords = (reading: Reading, coins: readonly string[], panes: readonly Pane[]): string => {
  const { equity, drawdown, rollingSharpe, weights } = reading;
  const held = (weights ?? [])
    .map((weight, index) => ({ coin: coins[index], weight }))
    .filter(({ weight }) => weight > 0);
  const said: Readonly<Record<Pane, string>> = {
    equity: EQUITY_LINES.filter((key) => equity[key] !== null)
      .map((key) => `${LINE_NAMES[key]} ${money(equity[key])}`)
      .join(', '),
    underwater: `drawdown ${percent(drawdown)}`,
    weights: held.map(({ coin, weight }) => `${coin} ${percent(weight)}`).join(', '),
    rolling_sharpe: rollingSharpe === null ? '' : `rolling Sharpe ${ratio(rollingSharpe)}`,
  };
  return [reading.time, ...panes.map((pane) => said[pane]).filter(Boolean)].join('; ');
};
