// Turns target weights into trades, fees and an equity curve: the one engine behind every backtest.
import { changeBeyondBand, type DriftBand } from './drift-band.ts';
import { type FillLog, type FillRecorder, fillRecorder, recordedFills, recordFill } from './fills.ts';
import { checkInput, type SimulationInput } from './simulation-input.ts';

/** Above this a weight, or a row's sum of weights, is wrong rather than rounded. */
const WEIGHT_MAX = 1 + 1e-6;

/** A wanted trade below this share of the portfolio is rounding noise, not a trade. */
const ROUNDING_NOISE = 1e-12;

/** One number a bar; `value`, `exposure` and `drawdown` are taken at the bar's close. */
export type Simulation = {
  /** Cash plus coins, in USDT. */
  value: Float64Array;
  /** value / value one bar before - 1 (the first against the starting capital; 0 once nothing is left). */
  returns: Float64Array;
  /** value / highest value so far - 1, with the starting capital as the first peak; 0 or negative. */
  drawdown: Float64Array;
  /**
   * Larger of the notionals bought and sold / value before the trade; 1 = the whole portfolio changed hands
   * once. One-sided, with USDT as a holding like any other: all in from cash is 1, and so is all out.
   */
  turnover: Float64Array;
  /** Fees paid in this bar, in USDT. */
  fees: Float64Array;
  /** Share of the value that is in coins. */
  exposure: Float64Array;
  /** Row of `targets` in force during the bar; -1 before the first one (all USDT). */
  targetRow: Int32Array;
  totals: SimulationTotals;
  /** Every single trade, if asked for. */
  fills: FillLog | null;
};

export type SimulationTotals = {
  finalValue: number;
  feesPaid: number;
  /** Sum of all notionals bought and sold, in USDT. */
  tradedNotional: number;
  /** Sum of the `turnover` column. */
  turnover: number;
  /** Sum over bars of the fees and slippage paid / value before the trade: what trading took of the portfolio. */
  costShare: number;
  /** Bars in which something was traded. */
  rebalances: number;
  /** Single trades: one for each coin bought or sold in a bar. */
  fills: number;
};

type Book = {
  cash: number;
  units: Float64Array;
  /** Scratch: the first `buying` of `buys` are the coins that this rebalance wants to buy, with their notionals. */
  buys: Int32Array;
  notionals: Float64Array;
  buying: number;
  feeRate: number;
  slippage: number;
  minTradeNotional: number;
  band: DriftBand | null;
  bought: number;
  sold: number;
  fees: number;
  fills: number;
  recorder: FillRecorder | null;
};

/**
 * Simulates a long-only portfolio that starts in cash. At a rebalance each coin's wanted notional is
 * weight × value at the open. Sells come first and pay their fee out of the proceeds; then buys, which cost
 * notional × (1 + fee); when the cash does not suffice all buys shrink by one factor and the cash ends at 0.
 * A coin with a price of 0 is worthless and is not traded; one within the drift band is left alone.
 * @throws RangeError for input that no valid candles, settings or strategy can give; names the bar and coin
 */
export const simulate = (input: SimulationInput): Simulation => {
  checkInput(input);
  const { bars, coins, targets, startingCapital } = input;
  const result = emptySimulation(bars);
  const { totals } = result;
  const book = openBook(input);
  let previous = startingCapital;
  let peak = startingCapital;
  let targetRow = -1;
  for (let bar = 0; bar < bars; bar++) {
    const row = bar * coins;
    if (coins > 0 && !Number.isNaN(targets[row])) {
      targetRow = bar;
      const before = rebalance(book, input, row);
      if (book.fills > 0) {
        const turnover = Math.max(book.bought, book.sold) / before;
        result.turnover[bar] = turnover;
        result.fees[bar] = book.fees;
        totals.turnover += turnover;
        totals.feesPaid += book.fees;
        totals.tradedNotional += book.bought + book.sold;
        totals.costShare += (book.fees + book.slippage * (book.bought + book.sold)) / before;
        totals.rebalances += 1;
        totals.fills += book.fills;
      }
    }
    const value = valueAt(book, input, input.close, row);
    if (value > peak) peak = value;
    result.value[bar] = value;
    result.returns[bar] = previous > 0 ? value / previous - 1 : 0;
    result.drawdown[bar] = value / peak - 1;
    result.exposure[bar] = value > 0 ? 1 - book.cash / value : 0;
    result.targetRow[bar] = targetRow;
    previous = value;
  }
  totals.finalValue = previous;
  if (book.recorder) result.fills = recordedFills(book.recorder);
  return result;
};

/** Trades the book to its targets at the open and returns the value before the trade. */
const rebalance = (book: Book, input: SimulationInput, row: number): number => {
  const value = valueAt(book, input, input.open, row);
  sell(book, input, row, value);
  buy(book, input, row, value);
  return value;
};

/** Checks the weights of a rebalance, does its sells and notes its buys. */
const sell = (book: Book, input: SimulationInput, row: number, value: number): void => {
  const { units, buys, notionals, feeRate, slippage, band } = book;
  const { open, targets } = input;
  const width = band ? band.width * value : 0;
  const smallest = Math.max(book.minTradeNotional, value * ROUNDING_NOISE, Number.MIN_VALUE);
  let weights = 0;
  let bought = 0;
  let sold = 0;
  let fills = 0;
  let buying = 0;
  for (let coin = 0; coin < units.length; coin++) {
    const price = open[row + coin] as number;
    const weight = targets[row + coin] as number;
    if (!(weight >= 0 && weight <= WEIGHT_MAX))
      throw badCell('target weight', weight, row + coin, units.length);
    weights += weight;
    let wanted = weight * value;
    let change = wanted - (units[coin] as number) * price;
    if (band) {
      change = changeBeyondBand(change, weight, width, band.to);
      wanted = (units[coin] as number) * price + change;
    }
    if (change >= smallest && price > 0) {
      buys[buying] = coin;
      notionals[buying] = change;
      buying += 1;
      bought += change;
    } else if (change <= -smallest) {
      sold -= change;
      fills += 1;
      units[coin] = wanted / price;
      if (book.recorder) recordTrade(book, row, coin, change, value);
    }
  }
  if (weights > WEIGHT_MAX) {
    throw new RangeError(`target weights at bar ${row / units.length} sum to ${weights}, more than 1`);
  }
  const proceeds = sold * (1 - slippage);
  book.cash += proceeds * (1 - feeRate);
  book.fees = proceeds * feeRate;
  book.sold = sold;
  book.bought = bought;
  book.fills = fills;
  book.buying = buying;
};

/** Does the noted buys, all shrunk by one factor when the cash does not suffice; none without any cash. */
const buy = (book: Book, input: SimulationInput, row: number, value: number): void => {
  if (book.bought === 0) return;
  const { units, buys, notionals, buying, cash, feeRate, slippage } = book;
  if (cash <= value * ROUNDING_NOISE) {
    // All is in coins, and every wanted sell is too small.
    book.bought = 0;
    return;
  }
  const { open } = input;
  const cost = book.bought * (1 + slippage) * (1 + feeRate);
  const scale = cost > cash ? cash / cost : 1;
  for (let at = 0; at < buying; at++) {
    const coin = buys[at] as number;
    const notional = notionals[at] as number;
    units[coin] = (units[coin] as number) + (notional * scale) / (open[row + coin] as number);
    if (book.recorder) recordTrade(book, row, coin, notional * scale, value);
  }
  book.fills += buying;
  book.bought *= scale;
  book.cash = scale < 1 ? 0 : cash - cost;
  book.fees += book.bought * (1 + slippage) * feeRate;
};

/** Notes a trade of `notional` (negative: sold) with what it moved in cash. */
const recordTrade = (book: Book, row: number, coin: number, notional: number, value: number): void => {
  const { units, feeRate, slippage, recorder } = book;
  const paid = notional > 0 ? notional * (1 + slippage) : notional * (1 - slippage);
  const fee = Math.abs(paid) * feeRate;
  const bar = row / units.length;
  const held = units[coin] as number;
  const turnover = Math.abs(notional) / value;
  if (recorder) recordFill(recorder, { bar, coin, held, cash: -paid - fee, fee, turnover });
};

/** Cash plus coins at one row of prices; in two sums, so that the additions do not wait for one another. */
const valueAt = (book: Book, input: SimulationInput, prices: Float64Array, row: number): number => {
  const { units } = book;
  const coins = units.length;
  let value = book.cash;
  let other = 0;
  let coin = 0;
  if (coins % 2 === 1) {
    const price = prices[row] as number;
    if (!isPrice(price)) throw badPrice(input, prices, row);
    value += (units[0] as number) * price;
    coin = 1;
  }
  for (; coin < coins; coin += 2) {
    const first = prices[row + coin] as number;
    const second = prices[row + coin + 1] as number;
    if (!isPrice(first) || !isPrice(second)) throw badPrice(input, prices, row);
    value += (units[coin] as number) * first;
    other += (units[coin + 1] as number) * second;
  }
  return value + other;
};

const isPrice = (price: number): boolean => price >= 0 && price < Infinity;

const badPrice = ({ coins, open }: SimulationInput, prices: Float64Array, row: number): RangeError => {
  const coin = prices.subarray(row, row + coins).findIndex((price) => !isPrice(price));
  const what = prices === open ? 'open price' : 'close price';
  return badCell(what, prices[row + coin] as number, row + coin, coins);
};

const badCell = (what: string, found: number, cell: number, coins: number): RangeError =>
  new RangeError(`${what} of coin ${cell % coins} at bar ${Math.floor(cell / coins)} is ${found}`);

const openBook = (input: SimulationInput): Book => ({
  cash: input.startingCapital,
  units: new Float64Array(input.coins),
  buys: new Int32Array(input.coins),
  notionals: new Float64Array(input.coins),
  buying: 0,
  feeRate: input.feeRate,
  slippage: (input.slippageBps ?? 0) / 10_000,
  minTradeNotional: input.minTradeNotional ?? 0,
  band: input.band ?? null,
  bought: 0,
  sold: 0,
  fees: 0,
  fills: 0,
  recorder: input.recordFills ? fillRecorder(input.targets, input.bars, input.coins) : null,
});

const emptySimulation = (bars: number): Simulation => {
  return {
    value: new Float64Array(bars),
    returns: new Float64Array(bars),
    drawdown: new Float64Array(bars),
    turnover: new Float64Array(bars),
    fees: new Float64Array(bars),
    exposure: new Float64Array(bars),
    targetRow: new Int32Array(bars),
    totals: {
      finalValue: 0,
      feesPaid: 0,
      tradedNotional: 0,
      turnover: 0,
      costShare: 0,
      rebalances: 0,
      fills: 0,
    },
    fills: null,
  };
};
