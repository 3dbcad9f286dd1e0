// The file `Chance` of a result folder: the library's figures for the run as it was simulated.
import type { RunSettings } from '@tradeium/contracts';
import { type Chance, chanceOf } from '@tradeium/portfolio';
import type { RunResult } from './run-result.ts';
import { termsOf } from './simulate-run.ts';

/** `bornAt`: when the strategy was first saved, ISO 8601; null if that is not known. */
export const chanceOfRun = (result: RunResult, settings: RunSettings, bornAt: string | null): Chance => {
  const { openTimes, coins, open, close, targets } = result;
  const market = { bars: openTimes.length, coins: coins.length, open, close };
  return chanceOf({ ...result, input: { ...market, targets, ...termsOf(settings) }, bornAt });
};
