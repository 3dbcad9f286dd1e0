// Orders above a limit are cut to it at their worst price; the rest is listed with its reason, and the plan that follows fits the cut.
import { describe, expect, it } from 'vitest';
import { BTC, DOGE, planInput } from '../../fixtures/two-coins.ts';
import { cutOrder, fitBuys, type PlanInput, planOutcome, planRebalance } from '../index.ts';

const input = (given: Partial<PlanInput>): PlanInput => planInput({ limitMargin: 0.01, ...given });
const limits = (orderMax: number | null, turnoverLeft: number | null) => ({
  limits: { orderMax, turnoverLeft },
});
const held = (coin: string, free: string) => ({ coin, free, locked: '0' });
const told = ({ skipped }: { skipped: readonly { coin: string; notional: string; reason: string }[] }) =>
  skipped.map(({ coin, notional, reason }) => `${coin} ${Number(notional)} ${reason}`);
const ordered = (orders: readonly { coin: string; notional: string }[]) =>
  orders.map(({ coin, notional }) => `${coin} ${Number(notional)}`);

describe('the largest order', () => {
  it('cuts a buy to what its limit price makes of it, and a sell to its reference price', () => {
    const bought = planRebalance(input({ cash: '10000', ...limits(1_010, null) }));
    // At 101,000 a hundredth of a BTC is 1,010.
    expect(ordered(bought.buys)).toEqual(['BTC 1000', 'DOGE 1000']);
    expect(told(bought)).toEqual(['BTC 4000 above-order-max', 'DOGE 4000 above-order-max']);
    const sold = planRebalance(
      input({ holdings: [held('BTC', '0.1')], weights: { BTC: 0 }, ...limits(1_000, null) }),
    );
    expect(ordered(sold.sells)).toEqual(['BTC 1000']);
    expect(sold.drift.after.BTC).toEqual({ weight: 0.9, target: 0 });
  });

  it('leaves an order of exactly its size whole', () => {
    const plan = planRebalance(input({ cash: '10000', weights: { BTC: 0.1 }, ...limits(1_010, 1_010) }));
    expect(ordered(plan.buys)).toEqual(['BTC 1000']);
    expect(plan.skipped).toEqual([]);
  });

  it('is for all parts of a coin together', () => {
    const rules = { BTC: { ...BTC, amountMax: '0.004' }, DOGE };
    const plan = planRebalance(
      input({ cash: '10000', rules, weights: { BTC: 0.5 }, ...limits(1_010, null) }),
    );
    expect(ordered(plan.buys)).toEqual(['BTC 334', 'BTC 333', 'BTC 333']);
  });

  it('leaves out a coin of which the exchange takes no order that small', () => {
    const plan = planRebalance(input({ cash: '100', ...limits(4, null) }));
    expect(plan.buys).toEqual([]);
    expect(told(plan)).toEqual(['BTC 50 above-order-max', 'DOGE 50 above-order-max']);
  });

  it('changes no reason of an order that is too small anyway', () => {
    const plan = planRebalance(input({ cash: '8', ...limits(3, null) }));
    expect(told(plan)).toEqual(['BTC 4 below-notional-min', 'DOGE 4 below-notional-min']);
  });

  it('of a sell leaves less cash for the buys', () => {
    const plan = planRebalance(
      input({ holdings: [held('BTC', '0.1')], weights: { BTC: 0, DOGE: 1 }, ...limits(1_500, null) }),
    );
    expect(ordered(plan.sells)).toEqual(['BTC 1500']);
    const [buy] = plan.buys;
    expect(Number(buy?.notional)).toBeGreaterThan(1_480);
    expect(Number(buy?.quantity) * Number(buy?.limitPrice)).toBeLessThanOrEqual(1_500);
  });
});

describe('the turnover that is left', () => {
  it('is spent on sells first; the first order beyond it is cut, and those after it are not sent', () => {
    const holdings = [held('BTC', '0.01')];
    const weights = { BTC: 0.4, DOGE: 0.4, PEPE: 0.2 };
    const PEPE = { ...DOGE, coin: 'PEPE' };
    const prices = { BTC: '100000', DOGE: '0.2', PEPE: '0.1' };
    const many = { holdings, weights, prices, rules: { BTC, DOGE, PEPE }, limitMargin: 0 };
    const plan = planRebalance(input({ ...many, ...limits(null, 800) }));
    expect(ordered(plan.sells)).toEqual(['BTC 600']);
    expect(ordered(plan.buys)).toEqual(['DOGE 200']);
    expect(told(plan)).toEqual(['DOGE 200 above-turnover', 'PEPE 200 above-turnover']);
    const less = planRebalance(input({ ...many, ...limits(null, 300) }));
    expect(ordered(less.sells)).toEqual(['BTC 300']);
    expect(less.buys).toEqual([]);
    expect(less.drift.after.BTC?.weight).toBe(0.7);
  });

  it('of nothing leaves no order', () => {
    const plan = planRebalance(input({ cash: '1000', limitMargin: 0, ...limits(null, 0) }));
    expect([...plan.sells, ...plan.buys]).toEqual([]);
    expect(told(plan)).toEqual(['BTC 500 above-turnover', 'DOGE 500 above-turnover']);
    expect(plan.costAtMost).toBe('0');
  });

  it('counts for buys that are fitted to the cash after the sells', () => {
    const market = { ...input({}), limitMargin: 0 };
    const wanted = [
      { coin: 'BTC', notional: '500' },
      { coin: 'DOGE', notional: '500' },
    ];
    const { buys } = fitBuys(wanted, '1000', { ...market, ...limits(null, 600) });
    expect(ordered(buys)).toEqual(['BTC 500', 'DOGE 100']);
  });
});

describe('an order of a plan', () => {
  const order = {
    ...{ coin: 'BTC', side: 'sell' as const, quantity: '0.01', price: '100000', notional: '1000' },
    limitPrice: '99000',
  };

  it.each([
    ['stays as it is within the limits', 1_000, 1_000, '0.01', null],
    ['is cut to the largest order', 500, null, '0.005', '500 above-order-max'],
    ['is cut to the turnover that is left', 500, 200.5, '0.002', '800 above-turnover'],
    ['is not sent where the exchange would not take the rest', null, 4, undefined, '1000 above-turnover'],
  ])('%s', (_, orderMax, turnoverLeft, quantity, cut) => {
    const fitted = cutOrder(order, { BTC }, { orderMax, turnoverLeft });
    expect(fitted.order?.quantity).toBe(quantity);
    expect(fitted.cut && `${fitted.cut.notional} ${fitted.cut.reason}`).toBe(cut);
  });
});

it('the orders that are sent of a plan come to what they are', () => {
  const given = input({ holdings: [held('BTC', '0.01')], cash: '100', feeRate: 0.001 });
  const plan = planRebalance(given);
  const all = planOutcome(given, [...plan.sells, ...plan.buys]);
  expect(all.after).toEqual(plan.drift.after);
  expect(all.costAtMost).toBe(plan.costAtMost);
  const sells = planOutcome(given, plan.sells);
  expect(sells).toMatchObject({ costExpected: '0.45', cashAfter: '549.55' });
  expect(planOutcome(given, [])).toMatchObject({ after: plan.drift.before, cashAfter: '100', turnover: 0 });
});
