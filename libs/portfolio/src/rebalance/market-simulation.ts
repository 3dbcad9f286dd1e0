// Simulates target weights on a market with lots and smallest orders: what `planRebalance` would have traded at every bar.

import { changeBeyondBand, type DriftBand } from '../drift-band.ts';
import type { SimulationInput } from '../simulation-input.ts';
import { NOTIONAL_MARGIN } from './legal-orders.ts';

/** The rules that decide whether a small order can be placed, as numbers. */
export type LotRules = { lotSize: number; amountMin: number; notionalMin: number };

/** Prices and targets of a run, with the costs of its settings. */
export type MarketRun = Pick<
  SimulationInput,
  'bars' | 'coins' | 'open' | 'close' | 'targets' | 'feeRate' | 'slippageBps' | 'band'
>;

export type MarketSimulation = {
  finalValue: number;
  /** Whole lots of each coin at the end. */
  lots: Float64Array;
  /** Placed orders, and wanted ones that were too small. */
  placed: number;
  skipped: number;
  /** The largest part of the portfolio that a rebalance could not trade as wanted. */
  missed: number;
};

type Book = {
  cash: number;
  lots: Float64Array;
  buys: Float64Array;
  feeRate: number;
  slippage: number;
  band: DriftBand | null;
  placed: number;
  skipped: number;
  missed: number;
};

/** A wanted trade below this share of the portfolio is rounding noise, not a trade. */
const ROUNDING_NOISE = 1e-12;

/** Quotients of whole lots may come out a little below the whole number. */
const WHOLE = 1e-9;

/**
 * The same steps as `planRebalance` in numbers, because exact decimals would take minutes for years of bars:
 * sells first, buys shrunk by one factor, whole lots, no order below the smallest; prices are on the tick already.
 */
export const simulateOnMarket = (
  run: MarketRun,
  rules: readonly LotRules[],
  startingCapital: number,
): MarketSimulation => {
  const { bars, coins, targets, feeRate, slippageBps = 0, band = null } = run;
  const book: Book = {
    cash: startingCapital,
    lots: new Float64Array(coins),
    buys: new Float64Array(coins),
    feeRate,
    slippage: slippageBps / 10_000,
    band,
    placed: 0,
    skipped: 0,
    missed: 0,
  };
  for (let bar = 0; bar < bars; bar++) {
    const row = bar * coins;
    if (coins > 0 && !Number.isNaN(targets[row])) rebalance(book, run, rules, row);
  }
  const { cash, lots, placed, skipped, missed } = book;
  const last = (bars - 1) * coins;
  const finalValue = bars === 0 ? cash : valueAt(book, rules, run.close, last);
  return { finalValue, lots, placed, skipped, missed };
};

const rebalance = (book: Book, run: MarketRun, rules: readonly LotRules[], row: number): void => {
  const value = valueAt(book, rules, run.open, row);
  if (value <= 0) return;
  const kept = (1 - book.slippage) * (1 - book.feeRate);
  const short = sell(book, run, rules, row, value);
  buy(book, run, rules, row, value, book.cash + short * kept);
};

/** Sells the excess, notes what is missing, and returns the notional that should have been sold but was not. */
const sell = (book: Book, run: MarketRun, rules: readonly LotRules[], row: number, value: number): number => {
  const { lots, buys, band } = book;
  const width = band ? band.width * value : 0;
  let short = 0;
  for (let coin = 0; coin < lots.length; coin++) {
    const { lotSize } = rules[coin] as LotRules;
    const price = run.open[row + coin] as number;
    const weight = run.targets[row + coin] as number;
    const held = lots[coin] as number;
    const drift = weight * value - held * lotSize * price;
    const change = band ? changeBeyondBand(drift, weight, width, band.to) : drift;
    buys[coin] = change > value * ROUNDING_NOISE && price > 0 ? change : 0;
    if (change >= -value * ROUNDING_NOISE || price === 0) continue;
    const wanted = weight === 0 ? held : Math.min(held, Math.floor(-change / (lotSize * price) + WHOLE));
    const isPlaced = isLegal(wanted, price, rules[coin] as LotRules);
    const sold = isPlaced ? wanted * lotSize * price : 0;
    if (isPlaced) {
      lots[coin] = held - wanted;
      book.cash += sold * (1 - book.slippage) * (1 - book.feeRate);
    }
    note(book, isPlaced, (-change - sold) / value);
    short += -change - sold;
  }
  return short;
};

/** Does the noted buys; `idealCash` is what there would be, had all sells been possible. */
const buy = (
  book: Book,
  run: MarketRun,
  rules: readonly LotRules[],
  row: number,
  value: number,
  idealCash: number,
): void => {
  const { buys, lots } = book;
  const worse = (1 + book.slippage) * (1 + book.feeRate);
  const ideal = buys.map((notional) => notional * scaleTo(idealCash, buys, worse));
  const scale = fittingScale(book, run, rules, row, worse);
  for (let coin = 0; coin < lots.length; coin++) {
    const wish = ideal[coin] as number;
    if (wish === 0) continue;
    const price = run.open[row + coin] as number;
    const { lotSize } = rules[coin] as LotRules;
    const count = Math.floor(((buys[coin] as number) * scale) / (lotSize * price) + WHOLE);
    const paid = count * lotSize * price;
    if (count > 0) {
      lots[coin] = (lots[coin] as number) + count;
      book.cash = Math.max(0, book.cash - paid * worse);
    }
    note(book, count > 0, Math.max(0, wish - paid) / value);
  }
};

/** Leaves out the buys that are too small, the smallest first, and returns the factor that shrinks the others. */
const fittingScale = (
  { buys, cash }: Book,
  run: MarketRun,
  rules: readonly LotRules[],
  row: number,
  worse: number,
): number => {
  for (;;) {
    const scale = scaleTo(cash, buys, worse);
    let smallest = -1;
    for (let coin = 0; coin < buys.length; coin++) {
      const notional = buys[coin] as number;
      if (notional === 0) continue;
      const price = run.open[row + coin] as number;
      const rule = rules[coin] as LotRules;
      const count = Math.floor((notional * scale) / (rule.lotSize * price) + WHOLE);
      if (isLegal(count, price, rule)) continue;
      if (smallest < 0 || notional < (buys[smallest] as number)) smallest = coin;
    }
    if (smallest < 0) return scale;
    buys[smallest] = 0;
  }
};

const scaleTo = (cash: number, buys: Float64Array, worse: number): number => {
  let cost = 0;
  for (const notional of buys) cost += notional * worse;
  return cost > cash ? cash / cost : 1;
};

const isLegal = (lots: number, price: number, { lotSize, amountMin, notionalMin }: LotRules): boolean => {
  const amount = lots * lotSize;
  return (
    lots > 0 &&
    amount >= amountMin * (1 - WHOLE) &&
    amount * price >= notionalMin * NOTIONAL_MARGIN * (1 - WHOLE)
  );
};

const note = (book: Book, isPlaced: boolean, missed: number): void => {
  if (isPlaced) book.placed += 1;
  else book.skipped += 1;
  if (missed > book.missed) book.missed = missed;
};

const valueAt = (
  { cash, lots }: Book,
  rules: readonly LotRules[],
  prices: Float64Array,
  row: number,
): number => {
  let value = cash;
  for (let coin = 0; coin < lots.length; coin++) {
    value += (lots[coin] as number) * (rules[coin] as LotRules).lotSize * (prices[row + coin] as number);
  }
  return value;
};
