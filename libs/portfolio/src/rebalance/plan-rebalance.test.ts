// Plans on small portfolios worked out by hand.
import { describe, expect, it } from 'vitest';
import { DOGE, planInput as input } from '../../fixtures/two-coins.ts';
import { fitBuys, type PlanInput, planRebalance } from '../index.ts';

const held = (coin: string, free: string, locked = '0') => ({ coin, free, locked });
const reasons = ({ skipped }: { skipped: readonly { coin: string; reason: string }[] }) =>
  skipped.map(({ coin, reason }) => `${coin} ${reason}`);

describe('a rebalance', () => {
  it('sells what is too much and buys what is missing with the proceeds', () => {
    const plan = planRebalance(input({ holdings: [held('BTC', '0.01')] }));
    expect(plan.value).toBe('1000');
    expect(plan.sells).toEqual([
      {
        coin: 'BTC',
        side: 'sell',
        quantity: '0.005',
        price: '100000',
        notional: '500',
        limitPrice: '100000',
      },
    ]);
    expect(plan.buys).toEqual([
      { coin: 'DOGE', side: 'buy', quantity: '2500', price: '0.2', notional: '500', limitPrice: '0.2' },
    ]);
    expect(plan.skipped).toEqual([]);
    expect(plan.drift).toEqual({
      before: { BTC: { weight: 1, target: 0.5 }, DOGE: { weight: 0, target: 0.5 } },
      after: { BTC: { weight: 0.5, target: 0.5 }, DOGE: { weight: 0.5, target: 0.5 } },
    });
    expect(plan.turnover).toBe(0.5);
  });

  it('keeps fee and slippage back from the cash for the buys, and says what it costs', () => {
    const plan = planRebalance(
      input({ cash: '1000', weights: { DOGE: 1 }, feeRate: 0.01, slippage: 0.01, limitMargin: 0.01 }),
    );
    expect(plan.buys.map(({ quantity }) => quantity)).toEqual(['4901']);
    expect(plan.costExpected).toBe('19.70202');
    expect(plan.costAtMost).toBe('19.70202');
  });

  it('shrinks all buys by one factor when the cash does not suffice', () => {
    const plan = planRebalance(input({ cash: '1000', rules: null, feeRate: 0.25 }));
    expect(plan.buys.map(({ notional }) => notional)).toEqual(['400', '400']);
  });

  it('trades nothing that is where it should be', () => {
    const plan = planRebalance(input({ holdings: [held('BTC', '0.01'), held('DOGE', '5000')] }));
    expect([...plan.sells, ...plan.buys, ...plan.skipped]).toEqual([]);
  });

  it('neither counts nor sells coins that the strategy does not name', () => {
    const plan = planRebalance(input({ holdings: [held('BTC', '0.01')], weights: { DOGE: 1 } }));
    expect(plan.value).toBe('0');
    expect(plan.sells).toEqual([]);
  });

  it('sends limit prices within the margin, as far as the cash carries them', () => {
    const rich = planRebalance(input({ cash: '1000', weights: { DOGE: 0.5 }, limitMargin: 0.01 }));
    expect(rich.buys.map(({ limitPrice }) => limitPrice)).toEqual(['0.202']);
    const tight = planRebalance(
      input({ cash: '1000', weights: { DOGE: 1 }, slippage: 0.001, limitMargin: 0.01 }),
    );
    expect(tight.buys.map(({ quantity, limitPrice }) => [quantity, limitPrice])).toEqual([
      ['4990', '0.2004'],
    ]);
    const out = planRebalance(
      input({ holdings: [held('DOGE', '5000')], weights: { DOGE: 0 }, limitMargin: 0.01 }),
    );
    expect(out.sells.map(({ limitPrice }) => limitPrice)).toEqual(['0.198']);
    expect([out.costExpected, out.costAtMost]).toEqual(['0', '10']);
  });

  it('leaves room to reach the best offer, even where the backtest assumed no slippage', () => {
    const plan = planRebalance(input({ cash: '1000', weights: { DOGE: 1 }, limitMargin: 0.01 }));
    const [buy] = plan.buys;
    expect([buy?.quantity, buy?.limitPrice]).toEqual(['4990', '0.2004']);
  });

  it('rounds prices to the tick against the trader', () => {
    const prices = { BTC: '99999.999', DOGE: '0.200001' };
    const plan = planRebalance(input({ holdings: [held('BTC', '0.01')], prices }));
    expect([...plan.sells, ...plan.buys].map(({ price }) => price)).toEqual(['99999.99', '0.20001']);
  });

  it('splits an order that is larger than the exchange takes', () => {
    const rules = { DOGE: { ...DOGE, amountMax: '900' } };
    const plan = planRebalance(input({ cash: '400', weights: { DOGE: 1 }, rules }));
    expect(plan.buys.map(({ quantity }) => quantity)).toEqual(['667', '667', '666']);
  });
});

describe('a coin is skipped', () => {
  it.each<[string, Partial<PlanInput>, string[]]>([
    ['below the smallest notional', { cash: '10.4' }, ['BTC below-notional-min', 'DOGE below-notional-min']],
    ['below one lot', { cash: '12', prices: { BTC: '700000', DOGE: '0.2' } }, ['BTC below-lot']],
    ['without a price', { cash: '100', prices: { DOGE: '0.2' } }, ['BTC no-price']],
    ['that the exchange does not list', { cash: '100', rules: { DOGE } }, ['BTC no-market']],
    [
      'whose units are in open orders',
      { holdings: [held('BTC', '0', '0.01')], weights: { BTC: 0 } },
      ['BTC locked'],
    ],
    [
      'whose buy the locked units leave no cash for',
      { holdings: [held('BTC', '0', '0.01')] },
      ['BTC locked', 'DOGE no-cash'],
    ],
    [
      'that has not drifted beyond the band',
      {
        cash: '50',
        holdings: [held('BTC', '0.0052'), held('DOGE', '2150')],
        band: { width: 0.1, to: 'target' },
      },
      ['BTC within-band', 'DOGE within-band'],
    ],
  ])('%s', (_, given, wanted) => {
    expect(reasons(planRebalance(input(given)))).toEqual(wanted);
  });

  it('in part, when only a part is locked', () => {
    const plan = planRebalance(input({ holdings: [held('BTC', '0.004', '0.006')], weights: { BTC: 0 } }));
    expect(plan.sells.map(({ quantity }) => quantity)).toEqual(['0.004']);
    expect(plan.skipped).toEqual([{ coin: 'BTC', side: 'sell', notional: '600', reason: 'locked' }]);
  });

  it('and its cash goes to the others', () => {
    const plan = planRebalance(
      input({
        cash: '50',
        weights: { BTC: 0.1, DOGE: 0.9 },
        feeRate: 0.1,
        prices: { BTC: '1000', DOGE: '1' },
      }),
    );
    expect(reasons(plan)).toEqual(['BTC below-notional-min']);
    expect(plan.buys.map(({ quantity }) => quantity)).toEqual(['45']);
  });
});

describe('a drift band', () => {
  const drifted = { holdings: [held('BTC', '0.008'), held('DOGE', '1000')] };

  it('is left to the target', () => {
    const plan = planRebalance(input({ ...drifted, band: { width: 0.1, to: 'target' } }));
    expect(plan.drift.after).toEqual(planRebalance(input(drifted)).drift.after);
  });

  it('is left to its edge', () => {
    const { drift } = planRebalance(input({ ...drifted, band: { width: 0.1, to: 'edge' } }));
    expect(drift.after).toMatchObject({ BTC: { weight: 0.6 }, DOGE: { weight: 0.4 } });
  });

  it('keeps nothing of a coin that the strategy has left', () => {
    const plan = planRebalance(
      input({ ...drifted, weights: { BTC: 0.8, DOGE: 0 }, band: { width: 0.5, to: 'edge' } }),
    );
    expect(plan.sells.map(({ coin, quantity }) => [coin, quantity])).toEqual([['DOGE', '1000']]);
  });
});

describe('once the sells are filled', () => {
  const plan = planRebalance(input({ holdings: [held('BTC', '0.01')] }));

  it('the buys are fitted to the cash that they brought', () => {
    const { buys, skipped } = fitBuys(plan.wantedBuys, '300', input({}));
    expect(buys.map(({ quantity }) => quantity)).toEqual(['1500']);
    expect(skipped).toEqual([]);
  });

  it('nothing is bought beyond what was wanted', () => {
    expect(fitBuys(plan.wantedBuys, '5000', input({})).buys).toEqual(plan.buys);
  });

  it('nothing is bought without cash', () => {
    const { buys, skipped } = fitBuys(plan.wantedBuys, '0', input({}));
    expect(buys).toEqual([]);
    expect(skipped).toEqual([{ coin: 'DOGE', side: 'buy', notional: '500', reason: 'no-cash' }]);
  });
});

describe('impossible input is refused', () => {
  it.each<[string, Partial<PlanInput>, string]>([
    ['a weight above 1', { weights: { BTC: 1.1 } }, 'target weight of BTC is 1.1, not in 0..1'],
    ['no number as a weight', { weights: { BTC: Number.NaN } }, 'target weight of BTC is NaN, not in 0..1'],
    [
      'weights above 1 in sum',
      { weights: { BTC: 0.6, DOGE: 0.6 } },
      'target weights sum to 1.2, more than 1',
    ],
    ['a negative amount', { cash: '-1' }, 'cash is -1, not an amount'],
    ['no amount', { cash: 'NaN' }, 'cash is NaN, not an amount'],
    ['a fee of everything', { feeRate: 1 }, 'feeRate is 1, not in 0..1'],
    ['a band of everything', { band: { width: 1, to: 'edge' } }, "the drift band's width is 1, not in 0..1"],
  ])('%s', (_, given, message) => {
    expect(() => planRebalance(input(given))).toThrow(new RangeError(message));
  });
});
