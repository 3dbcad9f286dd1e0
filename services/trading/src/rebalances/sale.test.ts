// A sell to USDT plans the named coins whole, on the exchange's grid, within the largest order, and nothing else.
import { type DeploymentEvent, isRefusal, type Mandate, NO_MANDATE } from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../fixtures/deployment-story.ts';
import { addDecimals, subtractDecimals } from '../domain/decimal.ts';
import { emptyDeployment } from '../domain/deployment-state.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { planFor } from './make-plan.ts';
import { saleOf } from './sale.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Coin = 'BTC' | 'ETH';
type Held = Readonly<Record<string, { free: string; locked?: string }>>;

const rulesOf = (coin: string) => ({
  ...{ coin, tickSize: '0.01', lotSize: '0.001', amountMin: '0.001', amountMax: '9000', notionalMin: '5' },
});

const planned = async (
  held: Held,
  sold: readonly string[],
  { mandate = {}, open = ['BTC', 'ETH'] }: { mandate?: Partial<Mandate>; open?: readonly Coin[] } = {},
) => {
  const prices = { BTC: '100', ETH: '10' };
  const named = (coins: readonly Coin[]) => coins.map((coin) => [coin, rulesOf(coin)]);
  const account = {
    balances: async () =>
      Object.entries(held).map(([asset, { free, locked = '0' }]) => ({ asset, free, locked })),
    prices: async () => Object.fromEntries(open.map((coin) => [coin, prices[coin]])),
    rules: async () => Object.fromEntries(named(open)),
  } satisfies Partial<ExchangeAccount> as unknown as ExchangeAccount;
  const settings = { portfolio: ['USDT', 'BTC', 'ETH'], timeframe: '24h', fees: 0.001 };
  const created = { settings } as unknown as Created;
  const lastPrices = { BTC: { price: '100', at: '' }, ETH: { price: '10', at: '' } };
  const deployment = { ...emptyDeployment, created, lastPrices, mandate: { ...NO_MANDATE, ...mandate } };
  const answer = await planFor(account, deployment, saleOf(sold, '').weights, NOW, sold);
  if (isRefusal(answer)) throw new Error(answer.refused);
  return answer.plan;
};

const linesOf = ({ sells }: Awaited<ReturnType<typeof planned>>) =>
  sells.map(({ coin, quantity }) => `${quantity} ${coin}`);

describe('a sell', () => {
  test('of everything sells each coin whole, rounded down to lots', async () => {
    const plan = await planned({ BTC: { free: '1.2349' }, ETH: { free: '3' }, USDT: { free: '7' } }, [
      'BTC',
      'ETH',
    ]);
    expect(linesOf(plan)).toEqual(['1.234 BTC', '3 ETH']);
    expect(plan.buys).toEqual([]);
  });

  test('of one coin leaves the others as they are, and counts them', async () => {
    const plan = await planned({ BTC: { free: '1' }, ETH: { free: '3' }, USDT: { free: '7' } }, ['BTC']);
    expect(linesOf(plan)).toEqual(['1 BTC']);
    expect(plan.value).toBe('137');
    expect(plan.skipped).toEqual([]);
  });

  test.each<[string, Held, readonly Coin[], string[], string[]]>([
    ['what is too small', { BTC: { free: '0.01' } }, ['BTC', 'ETH'], [], ['below-notional-min']],
    [
      'what is locked in an order',
      { BTC: { free: '1', locked: '2' } },
      ['BTC', 'ETH'],
      ['1 BTC'],
      ['locked'],
    ],
    ['what is halted', { BTC: { free: '1' } }, ['ETH'], [], ['no-market']],
    ['nothing of what is not held', {}, ['BTC', 'ETH'], [], []],
  ])('tells %s', async (_, held, open, sells, reasons) => {
    const plan = await planned(held, ['BTC', 'ETH'], { open });
    expect(linesOf(plan)).toEqual(sells);
    expect(plan.skipped.map(({ reason }) => reason)).toEqual(reasons);
  });

  test('is split into orders of the largest size that its mandate allows', async () => {
    const plan = await planned({ BTC: { free: '1' } }, ['BTC'], { mandate: { order_max_usdt: 40 } });
    expect(linesOf(plan)).toEqual(['0.334 BTC', '0.333 BTC', '0.333 BTC']);
  });

  test('leaves nothing for a largest order: ten orders sell it at the most, whatever their size', async () => {
    const plan = await planned({ BTC: { free: '100' } }, ['BTC'], { mandate: { order_max_usdt: 1 } });
    expect(plan.sells).toHaveLength(10);
    expect(plan.skipped).toEqual([]);
  });
});

test('a sell of any amount under any largest order sells all but less than a lot, or says why not', async () => {
  const amount = fc.double({ min: 0, max: 5_000, noNaN: true }).map((free) => free.toFixed(6));
  const limit = fc.option(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { nil: null });
  await fc.assert(
    fc.asyncProperty(amount, limit, async (free, order_max_usdt) => {
      const { sells, skipped } = await planned({ BTC: { free } }, ['BTC'], { mandate: { order_max_usdt } });
      const sold = sells.map(({ quantity }) => quantity).reduce(addDecimals, '0');
      const left = Number(subtractDecimals(free, sold));
      expect(left).toBeGreaterThanOrEqual(0);
      if (left >= 0.001) expect(skipped.map(({ reason }) => reason)).toEqual(['below-notional-min']);
      for (const { quantity } of sells) expect(Number(quantity) * 99).toBeGreaterThanOrEqual(5);
    }),
    { numRuns: 200 },
  );
});
