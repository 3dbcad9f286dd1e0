// The facts of a deployment on their way to the thread of its twin: each page is packed at once, so that none takes long.
import { deserialize, serialize } from 'node:v8';
import type { LiveFact } from '../projections/live-facts.ts';
import { timeOf } from './live-window.ts';

export type GatheredFacts = {
  /** The facts, in order. */
  readonly packed: readonly Uint8Array<ArrayBuffer>[];
  readonly count: number;
  /** The time of the first rebalance that was planned, ms UTC; null before it. */
  readonly startedAt: number | null;
  /** The newest rebalance that was planned on the bar. */
  readonly onBar: string | null;
};

/** `barClose`: the close of the newest bar, ISO 8601. */
export const gatherFacts = async (
  pages: AsyncIterable<LiveFact[]>,
  barClose: string,
): Promise<GatheredFacts> => {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  let [count, startedAt, onBar]: [number, number | null, string | null] = [0, null, null];
  for await (const page of pages) {
    packed.push(new Uint8Array(serialize(page)));
    count += page.length;
    for (const { _id, rebalance } of page) {
      if (!rebalance?.plan) continue;
      startedAt ??= timeOf(rebalance);
      if (rebalance.barClose === barClose) onBar = _id;
    }
  }
  return { packed, count, startedAt, onBar };
};

export const unpackedFacts = (packed: GatheredFacts['packed']): LiveFact[] =>
  packed.flatMap((page) => deserialize(page) as LiveFact[]);
