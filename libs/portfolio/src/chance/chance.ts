// The work of chance on a run: how else its bars could have fallen, and how random portfolios did.
import type { Benchmark } from '../statistics.ts';
import type { Answer } from './answer.ts';
import { type Bootstrap, bootstrap } from './bootstrap.ts';
import { type RandomPortfolios, randomPortfolios, type SimulatedRun } from './random-portfolios.ts';
import { type BornOn, bornOn, type Crisis, crisesOf } from './spans.ts';

/** The same for every run: nobody draws until the answer pleases, and runs are judged by the same draws. */
const SEED = 1;

export type Chance = {
  bootstrap: Answer<Bootstrap>;
  random_portfolios: Answer<RandomPortfolios>;
  born_on: BornOn;
  crises: Crisis[];
};

export type ChanceInput = SimulatedRun & {
  readonly benchmark: Benchmark | null;
  readonly basket: Benchmark | null;
  /** When the strategy was first saved, ISO 8601; null if that is not known. */
  readonly bornAt: string | null;
};

/**
 * What a run's result folder says about chance. The same run gives the same figures.
 * @throws RangeError for a run without bars
 */
export const chanceOf = (run: ChanceInput): Chance => {
  const { input, simulation, openTimes, barMs, bornAt } = run;
  if (input.bars === 0) throw new RangeError('a run without bars says nothing about chance');
  const curve = { openTimes, barMs, startingCapital: input.startingCapital, value: simulation.value };
  return {
    bootstrap: bootstrap(curve, simulation.returns, SEED),
    random_portfolios: randomPortfolios(run, SEED),
    born_on: bornOn(curve, bornAt),
    crises: crisesOf(curve, run),
  };
};
