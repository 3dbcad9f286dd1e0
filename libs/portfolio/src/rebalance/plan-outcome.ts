// The outcome of a plan's orders: costs, cash, and how far each coin is from its target then.
import { amountOf, type Decimal, ONE, smallerOf, sumOf, ZERO } from './decimal.ts';
import type { PlanInput, PlannedOrder, PlanOutcome, WeightDrift } from './plan.ts';

export type Held = {
  coin: string;
  total: Decimal;
  /** 0 without a price. */
  price: Decimal;
  /** The target. */
  weight: number;
};

type Rates = Pick<PlanInput, 'feeRate' | 'slippage'>;

export const worthOf = ({ total, price }: Held): Decimal => total.times(price);

/** The share of a sell's notional that is left after fee and slippage. */
export const shareKept = ({ feeRate, slippage }: Rates): Decimal =>
  ONE.minus(amountOf(slippage, 'slippage')).times(ONE.minus(amountOf(feeRate, 'fee rate')));

const notionalOf = (orders: readonly PlannedOrder[]): Decimal =>
  sumOf(orders.map(({ notional }) => amountOf(notional, 'notional')));

const atLimitOf = (orders: readonly PlannedOrder[]): Decimal =>
  sumOf(orders.map(({ quantity, limitPrice }) => amountOf(quantity, 'quantity').times(limitPrice)));

const costsOf = (sells: readonly PlannedOrder[], buys: readonly PlannedOrder[], input: Rates) => {
  const fee = amountOf(input.feeRate, 'fee rate');
  const slippage = amountOf(input.slippage, 'slippage');
  const sold = notionalOf(sells);
  const bought = notionalOf(buys);
  const paid = bought.times(ONE.plus(slippage)).times(ONE.plus(fee));
  const soldAtMost = atLimitOf(sells).times(ONE.minus(fee));
  const paidAtMost = atLimitOf(buys).times(ONE.plus(fee));
  const expected = sold.minus(sold.times(shareKept(input))).plus(paid.minus(bought));
  const atMost = sold.minus(soldAtMost).plus(paidAtMost.minus(bought));
  return { sold, bought, expected: smallerOf(expected, atMost), atMost };
};

const heldAfter = (held: Held, orders: readonly PlannedOrder[]): Held => {
  const own = orders.filter(({ coin }) => coin === held.coin);
  const total = own.reduce(
    (sum, { side, quantity }) => (side === 'buy' ? sum.plus(quantity) : sum.minus(quantity)),
    held.total,
  );
  return { ...held, total };
};

export const driftOf = (positions: readonly Held[], value: Decimal): Record<string, WeightDrift> =>
  Object.fromEntries(
    positions.map((position) => {
      const weight = value.gt(ZERO) ? Number(worthOf(position)) / Number(value) : 0;
      return [position.coin, { weight, target: position.weight }];
    }),
  );

/** Once all orders have filled as expected. */
export const outcomeOf = (
  positions: readonly Held[],
  orders: readonly PlannedOrder[],
  input: Rates & Pick<PlanInput, 'cash'>,
): PlanOutcome => {
  const cash = amountOf(input.cash, 'cash');
  const value = sumOf([cash, ...positions.map(worthOf)]);
  const sells = orders.filter(({ side }) => side === 'sell');
  const buys = orders.filter(({ side }) => side === 'buy');
  const { sold, bought, expected, atMost } = costsOf(sells, buys, input);
  const after = positions.map((position) => heldAfter(position, orders));
  return {
    after: driftOf(after, value.minus(expected)),
    costExpected: expected.toFixed(),
    costAtMost: atMost.toFixed(),
    turnover: value.eq(ZERO) ? 0 : Number(sold.gt(bought) ? sold : bought) / Number(value),
    cashAfter: cash.plus(sold).minus(bought).minus(expected).toFixed(),
  };
};
