// Whatever prices are missing: the value stays, the other coins are planned as with the last known prices, and nothing is ordered for lack of a price.
import { type DeploymentEvent, isRefusal } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDeployment } from '../domain/deployment-state.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { planFor } from './make-plan.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Amounts = Record<string, string>;

const COINS = ['BTC', 'ETH', 'SOL', 'DOGE'];
const AT = '2026-03-01T12:00:00.000Z';
const rulesOf = (coin: string) => ({
  ...{ coin, tickSize: '0.01', lotSize: '0.0001', amountMin: '0.0001', amountMax: '9000', notionalMin: '5' },
});

const accountWith = (balances: Amounts, prices: Amounts, open: readonly string[]): ExchangeAccount =>
  ({
    balances: async () => Object.entries(balances).map(([asset, free]) => ({ asset, free, locked: '0' })),
    prices: async () => prices,
    rules: async () => Object.fromEntries(open.map((coin) => [coin, rulesOf(coin)])),
  }) satisfies Partial<ExchangeAccount> as unknown as ExchangeAccount;

const settings = { portfolio: ['USDT', ...COINS], timeframe: '24h', fees: 0.001 };
const created = { settings } as Created;

const planned = async (account: ExchangeAccount, last: Amounts, weights: Record<string, number>) => {
  const lastPrices = Object.fromEntries(
    Object.entries(last).map(([coin, price]) => [coin, { price, at: AT }]),
  );
  return planFor(account, { ...emptyDeployment, created, lastPrices }, weights, AT);
};
const mustPlan = async (...of: Parameters<typeof planned>) => {
  const plan = await planned(...of);
  if (isRefusal(plan)) throw new Error(plan.refused);
  return plan.plan;
};

const amount = fc.double({ min: 0, max: 100, noNaN: true }).map((each) => each.toFixed(4));
const perCoin = <T>(each: fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(COINS.map((coin) => [coin, each])));
const market = fc.record({
  held: perCoin(amount),
  cash: amount,
  prices: perCoin(fc.double({ min: 1, max: 500, noNaN: true }).map((price) => price.toFixed(2))),
  parts: perCoin(fc.integer({ min: 0, max: 5 })),
  missing: fc.subarray(COINS, { minLength: 1 }),
  /** Their markets may be declared as open all the same. */
  areOpen: fc.boolean(),
});

// spec: trading.20
test('a missing price changes neither the value nor the plan of the other coins', async () => {
  await fc.assert(
    fc.asyncProperty(market, async ({ held, cash, prices, parts, missing, areOpen }) => {
      const balances = { USDT: cash, ...held };
      const sum = Object.values(parts).reduce((total, part) => total + part, 1);
      const weights = Object.fromEntries(COINS.map((coin) => [coin, (parts[coin] ?? 0) / sum]));
      const others = COINS.filter((coin) => !missing.includes(coin));
      const isOther = ({ coin }: { coin: string }) => others.includes(coin);
      const now = Object.fromEntries(Object.entries(prices).filter(([coin]) => others.includes(coin)));
      const whole = await mustPlan(accountWith(balances, prices, COINS), {}, weights);
      const account = accountWith(balances, now, areOpen ? COINS : others);
      const plan = await mustPlan(account, prices, weights);
      expect(plan.value).toBe(whole.value);
      expect(plan.drift.before).toEqual(whole.drift.before);
      expect(plan.sells).toEqual(whole.sells.filter(isOther));
      expect(plan.wantedBuys).toEqual(whole.wantedBuys.filter(isOther));
      expect(plan.buys.every(isOther)).toBe(true);
      const wanted = [...whole.sells, ...whole.wantedBuys].map(({ coin }) => coin);
      expect(wanted).toEqual(expect.arrayContaining([...plan.sells, ...plan.buys].map(({ coin }) => coin)));
      const left = plan.skipped.filter((skipped) => !isOther(skipped)).map(({ reason }) => reason);
      expect(left.every((reason) => reason === 'no-market')).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a held coin whose price was never known ends the plan; one that is not held is left out', async () => {
  const account = accountWith({ USDT: '100', ETH: '1' }, { USDT: '1', BTC: '100' }, COINS);
  expect(await planned(account, {}, { BTC: 0.5, ETH: 0.5 })).toEqual({
    refused: 'PRICE_UNKNOWN',
    data: { coin: 'ETH' },
  });
  const plan = await mustPlan(account, { ETH: '50' }, { BTC: 0.5, ETH: 0.3, SOL: 0.2 });
  expect(plan.skipped.map(({ coin, reason }) => `${coin} ${reason}`)).toEqual([
    'ETH no-market',
    'SOL no-price',
  ]);
});
