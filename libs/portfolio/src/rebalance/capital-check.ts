// "Can my money trade this?": the smallest capital that can follow a run, and the return that each capital would have had.

import { FINEST_STEP } from './legal-orders.ts';
import { type LotRules, type MarketRun, simulateOnMarket } from './market-simulation.ts';
import type { MarketRules } from './plan.ts';

/** Capitals of the curve, in USDT. */
export const CAPITALS = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] as const;

/**
 * A capital can follow a run when no rebalance leaves a coin further than this from where an ideal market would bring it.
 * Smaller trades wait until they have grown, as they do at an exchange.
 */
export const MISSED_MAX = 0.01;

export type CapitalPoint = {
  capital: number;
  /** A fraction: 0.5 is 50 %. */
  totalReturn: number;
  /** Orders placed, and wanted trades that were too small for an order. */
  placed: number;
  skipped: number;
  canFollow: boolean;
};

export type CapitalCheck = {
  /** To two digits, in USDT; null when not even the largest capital can follow the run. */
  smallestCapital: number | null;
  points: CapitalPoint[];
};

/** `rules`: those of each coin, in the order of the run's columns. */
export const checkCapital = (run: MarketRun, rules: readonly MarketRules[]): CapitalCheck => {
  const lots = rules.map(lotRulesOf);
  const points = CAPITALS.map((capital) => pointAt(run, lots, capital));
  const firstFollowing = points.findLastIndex(({ canFollow }) => !canFollow) + 1;
  const upper = points[firstFollowing]?.capital;
  if (upper === undefined) return { smallestCapital: null, points };
  const lower = points[firstFollowing - 1]?.capital ?? 0;
  const between = twoDigitAmounts(lower, upper);
  let [low, high] = [0, between.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (pointAt(run, lots, between[middle] as number).canFollow) high = middle;
    else low = middle + 1;
  }
  return { smallestCapital: between[low] as number, points };
};

const lotRulesOf = ({ lotSize, amountMin, notionalMin }: MarketRules): LotRules => ({
  lotSize: Number(lotSize) || Number(FINEST_STEP),
  amountMin: Number(amountMin),
  notionalMin: Number(notionalMin),
});

const pointAt = (run: MarketRun, rules: readonly LotRules[], capital: number): CapitalPoint => {
  const { finalValue, placed, skipped, missed } = simulateOnMarket(run, rules, capital);
  return { capital, totalReturn: finalValue / capital - 1, placed, skipped, canFollow: missed <= MISSED_MAX };
};

/** Amounts of two digits above `lower`, up to `upper`. */
const twoDigitAmounts = (lower: number, upper: number): number[] => {
  const amounts: number[] = [];
  let amount = Math.max(1, lower);
  while (amount < upper) {
    const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
    amount = Math.round((amount + step) / step) * step;
    amounts.push(Math.min(amount, upper));
  }
  return amounts;
};
