// The inputs of a rebalance's plan, and the plan; amounts, prices and notionals are decimal strings.
import type { DriftBand } from '../drift-band.ts';

/** An exchange's rules on one coin's market against USDT; a rule of 0 is none. A text that is no amount leaves the coin out. */
export type MarketRules = {
  coin: string;
  /** Prices are multiples of it. */
  tickSize: string;
  /** Quantities are multiples of it. */
  lotSize: string;
  amountMin: string;
  amountMax: string;
  notionalMin: string;
  /** Largest notional of one order; none if absent. */
  notionalMax?: string;
  /** The most of the coin that an account may hold and have in open buys; no limit if absent. */
  positionMax?: string;
  /** The highest price that the market takes of a buy now, and the lowest of a sell; any price if absent. */
  buyPriceMax?: string;
  sellPriceMin?: string;
};

/** An account's holding of a coin. `openBuys`: what its open orders would buy, and others in it hold; 0 if absent. */
export type Holding = { coin: string; free: string; locked: string; openBuys?: string | undefined };

/** The market as the planner sees it, at one moment. */
export type Market = {
  /** Reference price of each coin. A coin without one, or with 0, is worthless and is not traded. */
  prices: Readonly<Record<string, string>>;
  /** `null`: an ideal market, in which every quantity and price can be traded, as in a backtest. */
  rules: Readonly<Record<string, MarketRules>> | null;
  /** Share of each notional, 0 to below 1. */
  feeRate: number;
  /** How much worse than the reference price an order is expected to fill, 0 to below 1. */
  slippage: number;
  /** How much worse than the reference price an order may fill at most; `limitPrice` says so. 0 if absent. */
  limitMargin?: number;
  limits?: OrderLimits;
};

/** In USDT, what orders may come to; larger ones are cut, each counted at its worst price. null: no limit. */
export type OrderLimits = {
  /** All orders of one coin together, so that parts do not go around the largest order. */
  orderMax: number | null;
  /** All orders together: sells first, then buys, each in the sequence of the plan. */
  turnoverLeft: number | null;
};

export type PlanInput = Market & {
  /** USDT that is free. */
  cash: string;
  holdings: readonly Holding[];
  /**
   * Target weight of each coin of the strategy, 0 to 1, at most 1 in sum; the rest is USDT.
   * A coin that is not named here does not belong to the strategy: it is neither counted nor traded.
   */
  weights: Readonly<Record<string, number>>;
  band?: DriftBand;
  /** The coins that may be bought; all if absent. */
  buyable?: readonly string[];
};

export type Side = 'buy' | 'sell';

/** One order as the exchange accepts it. A coin whose quantity exceeds the largest order has several. */
export type PlannedOrder = {
  coin: string;
  side: Side;
  quantity: string;
  /** The reference price on the market's tick, against the trader: rounded up to buy, down to sell. */
  price: string;
  /** quantity × price */
  notional: string;
  /**
   * The price to send. With all orders filled at it, fees included, cash ends at 0 or above; so a buy's margin
   * is smaller than `limitMargin` where the cash is needed in full.
   */
  limitPrice: string;
};

export type SkipReason =
  /** Smaller than the exchange's smallest notional with a margin. */
  | 'below-notional-min'
  /** Less than one lot, or than the smallest quantity. */
  | 'below-lot'
  /** More than the largest number of orders for one coin can carry; the rest is traded. */
  | 'above-amount-max'
  /** More than the account may hold of the coin, with what open orders would buy; the rest is traded. */
  | 'above-position-max'
  /** One of the exchange's rules for the coin is no amount. */
  | 'unreadable-rules'
  /** Not far enough from its target. */
  | 'within-band'
  /** In open orders; what is free is sold. */
  | 'locked'
  | 'no-price'
  /** The exchange does not list the coin, has halted its market, or has no price of it now. */
  | 'no-market'
  /** The coin is offered at prices that the exchange takes no order at. */
  | 'outside-price-band'
  /** The coin may not be bought. */
  | 'not-allowed'
  /** The rest of an order that was cut to the largest one that is allowed, or all of it. */
  | 'above-order-max'
  /** The same for the turnover that was left. */
  | 'above-turnover'
  /** Fees of earlier orders of the rebalance were taken from the coin. */
  | 'spent-on-fees'
  /** The cash that is there would make an order too small. */
  | 'no-cash';

export type SkippedCoin = { coin: string; side: Side; notional: string; reason: SkipReason };

/**
 * An order of a plan as it can be sent now. `order`: null when nothing that the exchange accepts is left. `cut`: what is traded
 * less than planned.
 */
export type FittedOrder = { order: PlannedOrder | null; cut: SkippedCoin | null };

/** The sum that a coin should be bought for, before it is known how much cash the sells bring. */
export type WantedBuy = { coin: string; notional: string };

export type WeightDrift = { weight: number; target: number };

/** The outcome of orders. */
export type PlanOutcome = {
  after: Readonly<Record<string, WeightDrift>>;
  /** Fees and slippage if all orders fill as expected. */
  costExpected: string;
  /** The same if all orders fill at their limit price. */
  costAtMost: string;
  /** Larger of the notionals bought and sold / value. */
  turnover: number;
  /** USDT that is free if all orders fill as expected. */
  cashAfter: string;
};

export type RebalancePlan = Omit<PlanOutcome, 'after' | 'cashAfter'> & {
  /** Cash plus the strategy's coins at reference prices, locked ones included. */
  value: string;
  sells: readonly PlannedOrder[];
  /** The buys that are possible once all sells are filled as expected; `fitBuys` fits them to the cash they brought. */
  buys: readonly PlannedOrder[];
  wantedBuys: readonly WantedBuy[];
  skipped: readonly SkippedCoin[];
  drift: {
    before: Readonly<Record<string, WeightDrift>>;
    after: Readonly<Record<string, WeightDrift>>;
  };
};
