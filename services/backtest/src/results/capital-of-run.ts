// How a run would have gone with other capitals: the targets of its table, on an exchange's lots and smallest orders.
import type { RunSettings } from '@tradeium/contracts';
import { type CapitalCheck, checkCapital, type MarketRules } from '@tradeium/portfolio';
import { termsOf } from './simulate-run.ts';

export type CapitalTask = {
  readonly settings: RunSettings;
  /** Coins in portfolio order, without USDT. */
  readonly coins: readonly string[];
  readonly bars: number;
  /** Bars × coins, row by row. */
  readonly open: Float64Array;
  readonly close: Float64Array;
  /** The run's file `Table`. */
  readonly table: Uint8Array;
  /** Of each coin. */
  readonly rules: readonly MarketRules[];
};

/** Null for a table of another number of bars. */
export const capitalOfRun = (task: CapitalTask): CapitalCheck | null => {
  const { settings, coins, bars, open, close, rules } = task;
  const targets = targetsIn(Buffer.from(task.table).toString('latin1'), coins);
  if (targets.length !== bars * coins.length) return null;
  const { startingCapital: _, ...costs } = termsOf(settings);
  return checkCapital({ bars, coins: coins.length, open, close, targets, ...costs }, rules);
};

/**
 * The targets that were traded, bars × coins. The table has those in force at each bar: a bar at which
 * they are the same and nothing was traded is one without a decision.
 */
export const targetsIn = (csv: string, coins: readonly string[]): Float64Array => {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const first = columns.indexOf(`target_${coins[0]}`);
  const turnover = columns.indexOf('turnover');
  const targets = new Float64Array(lines.length * coins.length).fill(Number.NaN);
  let before = '';
  lines.forEach((line, bar) => {
    const cells = line.split(',');
    const row = cells.slice(first, first + coins.length);
    const inForce = row.join(',');
    if (inForce !== before || Number(cells[turnover]) > 0) targets.set(row.map(Number), bar * coins.length);
    before = inForce;
  });
  return targets;
};
