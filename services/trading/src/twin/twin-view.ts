// The live twin as the API shows it: its line and the account's, and why they differ.
import type { RouteOutput } from '@tradeium/contracts';
import type { KeptTwin } from './kept-twin.ts';

type Chart = RouteOutput<'getPerformanceChart'>;

const instant = (ms: number): string => new Date(ms).toISOString();

export const twinView = (twin: KeptTwin | null, sinceMs: number): NonNullable<Chart['twin']> =>
  (twin?.values ?? [])
    .filter(([at]) => at >= sinceMs)
    .map(([at, index]) => ({ timestamp: instant(at), chart_value: index - 1 }));

const stateOf = (twin: KeptTwin | null, hasTraded: boolean): NonNullable<Chart['gap']>['state'] => {
  if (!hasTraded) return 'not-started';
  if (twin?.problem) return 'failed';
  return twin?.gap ? 'ready' : 'waiting';
};

export const gapView = (twin: KeptTwin | null, hasTraded: boolean): NonNullable<Chart['gap']> => {
  const split = twin?.gap
    ? {
        timestamp: instant(twin.gap.at),
        twin_usdt: twin.gap.twin,
        live_usdt: twin.gap.live,
        parts: twin.gap.parts,
      }
    : null;
  return { state: stateOf(twin, hasTraded), problem: twin?.problem ?? null, split };
};
