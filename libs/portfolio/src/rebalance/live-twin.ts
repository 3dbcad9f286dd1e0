// The live twin: splits the gap between a live account and the backtest of the same days into its causes, to the last unit.
import { changeBeyondBand, type DriftBand } from '../drift-band.ts';

type ByCoin = Readonly<Record<string, number>>;

/** One rebalance, as the backtest does it and as it really went. */
export type TwinRebalance = {
  at: number;
  /** USDT paid in since the rebalance before; negative: taken out. Account and twin alike get it. */
  deposit?: number;
  /** Target weights of the twin; null where it trades nothing (a rebalance by hand). */
  twinWeights: ByCoin | null;
  /** Target weights in the live run; null where it missed the rebalance. */
  liveWeights: ByCoin | null;
  /** Prices at which the twin trades: the open of the bar. */
  twinPrices: ByCoin;
  /** Prices of the exchange when the live run planned its orders; null where it missed the rebalance. */
  livePrices: ByCoin | null;
  /** The backtest's assumptions for each notional. */
  feeRate: number;
  slippage: number;
  band?: DriftBand | null;
  /** The trades that were really made; a sell has a negative quantity. */
  fills: readonly TwinFill[];
};

/** `fee` in USDT, `coinFee` in the coin itself, which then arrives short of it. */
export type TwinFill = { coin: string; quantity: number; price: number; fee: number; coinFee?: number };

/** The holdings of account and twin before the first rebalance. */
export type TwinStart = { cash: number; units?: ByCoin };

/** A moment at which both are valued. */
export type TwinMark = { at: number; prices: ByCoin };

/** Why the live account is worth more (positive) or less than its twin, in USDT. The five add up to the gap. */
export type GapParts = {
  /** The live run wanted other weights, or rebalanced when the twin did not. */
  signal: number;
  /** Prices had moved between the bar's open and the moment of planning. */
  timing: number;
  /** Orders filled at other prices than those planned with, beyond the assumed slippage. */
  price: number;
  /** Other fees than assumed. */
  fee: number;
  /** Not traded: rounded to lots, too small, unfilled, or the whole rebalance was missed. */
  skipped: number;
};

export type TwinPoint = { at: number; twin: number; live: number; gap: number; parts: GapParts };

type Book = { cash: number; units: Map<string, number> };

/** How one book trades a rebalance: the wanted weights, the prices and the fee rate. */
type Terms = {
  weights: ByCoin | null;
  prices: ByCoin;
  priceOf: (coin: string, side: 1 | -1) => number;
  feeRate: number;
  band: DriftBand | null;
};

/**
 * Replays the rebalances in six books that start alike: the twin, then one difference after the other,
 * each kept from there on, until the last book is the live account. Neighbours differ by one cause,
 * so the five steps add up to the gap. `rebalances` and `marks` are in order of time; a mark at the time of a
 * rebalance comes after it.
 */
export const splitGap = (
  start: TwinStart,
  rebalances: readonly TwinRebalance[],
  marks: readonly TwinMark[],
): TwinPoint[] => {
  const books = Array.from(
    { length: 6 },
    (): Book => ({ cash: start.cash, units: new Map(Object.entries(start.units ?? {})) }),
  );
  let next = 0;
  return marks.map((mark) => {
    for (; next < rebalances.length && (rebalances[next] as TwinRebalance).at <= mark.at; next++) {
      tradeAll(books, rebalances[next] as TwinRebalance);
    }
    return pointAt(books, mark);
  });
};

const pointAt = (books: readonly Book[], { at, prices }: TwinMark): TwinPoint => {
  const values = books.map((book) => worthOf(book, prices));
  const [twin, signal, timing, price, fee, live] = values as [number, number, number, number, number, number];
  return {
    at,
    twin,
    live,
    gap: live - twin,
    parts: {
      signal: signal - twin,
      timing: timing - signal,
      price: price - timing,
      fee: fee - price,
      skipped: live - fee,
    },
  };
};

const tradeAll = (books: readonly Book[], rebalance: TwinRebalance): void => {
  const {
    deposit = 0,
    twinWeights,
    liveWeights,
    twinPrices,
    livePrices,
    feeRate,
    slippage,
    band = null,
    fills,
  } = rebalance;
  for (const book of books) book.cash += deposit;
  const slipped = (prices: ByCoin) => (coin: string, side: 1 | -1) =>
    priceIn(prices, coin) * (1 + side * slippage);
  const weights = liveWeights ?? twinWeights;
  const prices = livePrices ?? twinPrices;
  const filled = fillPrices(fills);
  const filledOr = (coin: string, side: 1 | -1) => filled.get(coin) ?? slipped(prices)(coin, side);
  const as = { feeRate, band };
  const terms: Terms[] = [
    { ...as, weights: twinWeights, prices: twinPrices, priceOf: slipped(twinPrices) },
    { ...as, weights, prices: twinPrices, priceOf: slipped(twinPrices) },
    { ...as, weights, prices, priceOf: slipped(prices) },
    { ...as, weights, prices, priceOf: filledOr },
    { ...as, weights, prices, priceOf: filledOr, feeRate: paidRate(fills) ?? feeRate },
  ];
  terms.forEach((one, index) => {
    trade(books[index] as Book, one);
  });
  const live = books[5] as Book;
  for (const { coin, quantity, price, fee, coinFee = 0 } of fills) {
    live.units.set(coin, (live.units.get(coin) ?? 0) + quantity - coinFee);
    live.cash -= quantity * price + fee;
  }
};

/** Average price of each coin's fills. */
const fillPrices = (fills: TwinRebalance['fills']): Map<string, number> => {
  const sums = new Map<string, { notional: number; quantity: number }>();
  for (const { coin, quantity, price } of fills) {
    const sum = sums.get(coin) ?? { notional: 0, quantity: 0 };
    const amount = Math.abs(quantity);
    sums.set(coin, { notional: sum.notional + amount * price, quantity: sum.quantity + amount });
  }
  return new Map(
    [...sums]
      .filter(([, { quantity }]) => quantity > 0)
      .map(([coin, { notional, quantity }]) => [coin, notional / quantity]),
  );
};

const paidRate = (fills: TwinRebalance['fills']): number | null => {
  let [fees, notional] = [0, 0];
  for (const { quantity, price, fee, coinFee = 0 } of fills) {
    fees += fee + coinFee * price;
    notional += Math.abs(quantity) * price;
  }
  return notional > 0 ? fees / notional : null;
};

/** Trades a book to its weights as `simulate` does: sells first, then buys, shrunk by one factor if need be. */
const trade = (book: Book, { weights, prices, priceOf, feeRate, band }: Terms): void => {
  if (weights === null) return;
  const value = worthOf(book, prices);
  const width = band ? band.width * value : 0;
  const buys: { coin: string; quantity: number; cost: number }[] = [];
  for (const [coin, weight] of Object.entries(weights)) {
    const price = prices[coin] ?? 0;
    if (price === 0) continue;
    const held = book.units.get(coin) ?? 0;
    const change = weight * value - held * price;
    const quantity = (band ? changeBeyondBand(change, weight, width, band.to) : change) / price;
    if (quantity > 0) {
      buys.push({ coin, quantity, cost: quantity * priceOf(coin, 1) * (1 + feeRate) });
    } else {
      book.units.set(coin, held + quantity);
      book.cash -= quantity * priceOf(coin, -1) * (1 - feeRate);
    }
  }
  const cost = buys.reduce((sum, buy) => sum + buy.cost, 0);
  const scale = cost > 0 && cost > book.cash ? Math.max(0, book.cash) / cost : 1;
  for (const { coin, quantity } of buys) {
    book.units.set(coin, (book.units.get(coin) ?? 0) + quantity * scale);
  }
  book.cash -= cost * scale;
};

const worthOf = ({ cash, units }: Book, prices: ByCoin): number => {
  let value = cash;
  for (const [coin, amount] of units) value += amount === 0 ? 0 : amount * priceIn(prices, coin);
  return value;
};

/** @throws RangeError for a coin that is held or traded without a price */
const priceIn = (prices: ByCoin, coin: string): number => {
  const price = prices[coin];
  if (price === undefined || !(price >= 0))
    throw new RangeError(`price of ${coin} is ${price}, not an amount`);
  return price;
};
