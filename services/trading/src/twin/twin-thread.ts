// The work of a twin thread: it makes a live twin, so that requests are served meanwhile.
import { readFile } from 'node:fs/promises';
import { computeTwin, type Twin, type TwinSettings } from './compute-twin.ts';
import { type GatheredFacts, unpackedFacts } from './gathered-facts.ts';
import { thinned } from './kept-twin.ts';
import { liveWindow } from './live-window.ts';
import { twinMarket } from './twin-market.ts';

export type TwinTask = {
  readonly facts: GatheredFacts['packed'];
  readonly settings: TwinSettings;
  readonly coins: readonly string[];
  /** Null while no bar has closed since the first rebalance. */
  readonly market: {
    /** Where the files are on this machine. */
    readonly paths: { readonly candles: string; readonly weights: string };
    /** The close of the newest bar that counts, ms UTC. */
    readonly untilMs: number;
  } | null;
};

const closedBars = async ({ settings: { timeframe }, coins, market }: TwinTask, fromMs: number) => {
  if (!market) return [];
  const { paths, untilMs } = market;
  const [candles, weights] = await Promise.all([readFile(paths.candles), readFile(paths.weights)]);
  const bars = twinMarket({ candles, weights }, coins, { timeframe, fromMs });
  return bars.filter(({ closeMs }) => closeMs <= untilMs);
};

/** Its values are as many as are kept. */
export const makeTwin = async (task: TwinTask): Promise<Twin> => {
  const window = liveWindow(unpackedFacts(task.facts));
  if (!window) throw new Error('nothing was traded');
  const bars = await closedBars(task, window.happened[0].at);
  const { values, gap } = computeTwin(window, bars, task.settings);
  return { values: thinned(values), gap };
};
