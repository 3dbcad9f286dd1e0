// Whatever the mandate, the balances and the prices: no order of a plan that was cut to the limits is refused when it is sent.
import { type DeploymentEvent, isRefusal, type Mandate, NO_MANDATE } from '@tradeium/contracts';
import type { PlannedOrder } from '@tradeium/portfolio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW } from '../../fixtures/deployment-story.ts';
import { emptyDeployment, type OpenRebalance } from '../domain/deployment-state.ts';
import { mandateRefusal, worthAtMost } from '../domain/mandate.ts';
import { withinLimits } from '../domain/within-limits.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { buysFor, planFor } from './make-plan.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Amounts = Record<string, string>;

const COINS = ['BTC', 'ETH', 'SOL', 'PEPE'];
const settings = { portfolio: ['USDT', ...COINS], timeframe: '24h', fees: 0.001, slippage: 0.0005 };
const created = { settings } as Created;

const rulesOf = (coin: string, [tick, lot]: readonly [number, number]) => ({
  ...{ coin, tickSize: (10 ** -tick).toFixed(tick), lotSize: (10 ** -lot).toFixed(lot) },
  ...{ amountMin: (10 ** -lot).toFixed(lot), amountMax: '900', notionalMin: '5' },
});

const accountWith = (balances: Amounts, prices: Amounts, rules: object): ExchangeAccount =>
  ({
    balances: async () => Object.entries(balances).map(([asset, free]) => ({ asset, free, locked: '0' })),
    prices: async () => prices,
    rules: async () => rules,
  }) as Partial<ExchangeAccount> as ExchangeAccount;

const exponent = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((power) => (10 ** power).toFixed(8));
const perCoin = <T>(each: fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(COINS.map((coin) => [coin, each])) as Record<string, fc.Arbitrary<T>>);
const limit = fc.option(
  fc.oneof(fc.double({ min: 0.01, max: 20_000, noNaN: true }), fc.integer({ min: 1, max: 20_000 })),
);
const story = fc.record({
  worth: perCoin(fc.oneof(fc.constant('0'), exponent(-1, 4))),
  cash: exponent(0, 4.5),
  prices: perCoin(exponent(-4, 4.8)),
  parts: perCoin(fc.integer({ min: 0, max: 5 })),
  grids: perCoin(fc.tuple(fc.integer({ min: 4, max: 8 }), fc.integer({ min: 0, max: 6 }))),
  orderMax: limit,
  dayMax: limit,
  traded: fc.double({ min: 0, max: 5_000, noNaN: true }),
  /** How the sells fill against their planned price: better, too. */
  fills: fc.array(fc.double({ min: 0.99, max: 1.02, noNaN: true }), { minLength: 1, maxLength: 5 }),
});

type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const deploymentOf = ({ orderMax, dayMax, traded }: Story, on_limit: Mandate['on_limit'] = 'cut') => ({
  ...emptyDeployment,
  created,
  mandate: { ...NO_MANDATE, order_max_usdt: orderMax, daily_turnover_max_usdt: dayMax, on_limit },
  turnover: { day: NOW.slice(0, 10), usdt: traded },
});

const marketOf = ({ worth, cash, prices, grids, parts }: Story) => {
  const held = COINS.map((coin) => [coin, (Number(worth[coin]) / Number(prices[coin])).toFixed(8)]);
  const rules = Object.fromEntries(COINS.map((coin) => [coin, rulesOf(coin, grids[coin] ?? [8, 8])]));
  const sum = Object.values(parts).reduce((total, part) => total + part, 1);
  const weights = Object.fromEntries(COINS.map((coin) => [coin, (parts[coin] ?? 0) / sum]));
  return { account: accountWith({ USDT: cash, ...Object.fromEntries(held) }, prices, rules), weights };
};

const mustPlan = async (told: Story, on_limit?: Mandate['on_limit']) => {
  const { account, weights } = marketOf(told);
  const planned = await planFor(account, deploymentOf(told, on_limit), weights, NOW);
  if (isRefusal(planned)) throw new Error(planned.refused);
  return planned;
};

/** Sends orders one after the other, as the deployment counts them; what they came to, or the refusal. */
const sent = (told: Story, orders: readonly PlannedOrder[], worthOf = worthAtMost, usdt = told.traded) => {
  const deployment = deploymentOf(told);
  let turnoverToday = usdt;
  for (const order of orders) {
    const refusal = mandateRefusal(deployment.mandate, order, { turnoverToday, now: NOW });
    if (refusal) return { refused: refusal.refused, turnoverToday };
    turnoverToday += worthOf(order);
  }
  return { refused: null, turnoverToday };
};

test('no order of a cut plan is refused at its worst price, and no coin has more than the largest order', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { plan } = await mustPlan(told);
      const orders = [...plan.sells, ...plan.buys];
      expect(sent(told, orders).refused).toBeNull();
      for (const coin of COINS) {
        const worth = orders.filter((order) => order.coin === coin).map(worthAtMost);
        const most = (told.orderMax ?? Number.POSITIVE_INFINITY) * (1 + 1e-12);
        expect(worth.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most);
      }
    }),
    { numRuns: 300 },
  );
});

test('nor when sells fill at better prices than planned, and the buys are fitted to what is left of the day', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { plan, inputs } = await mustPlan(told);
      const open = { rebalanceId: 'r1', plan: { inputs } } as unknown as OpenRebalance;
      let turnover = { day: NOW.slice(0, 10), usdt: told.traded };
      const send = (order: PlannedOrder, factor: number) => {
        const { order: fitted } = withinLimits({ ...deploymentOf(told), turnover, open }, order, NOW);
        if (fitted === null) return;
        const one = sent(told, [fitted], (each) => factor * Number(each.notional), turnover.usdt);
        expect(one.refused).toBeNull();
        turnover = { ...turnover, usdt: one.turnoverToday };
      };
      for (const [index, order] of plan.sells.entries())
        send(order, told.fills[index % told.fills.length] ?? 1);
      const { account } = marketOf(told);
      const { buys } = await buysFor(account, { ...deploymentOf(told), turnover }, plan.wantedBuys, NOW);
      for (const order of buys) send(order, 1);
    }),
    { numRuns: 200 },
  );
});

test('limits that stop a rebalance, or that cut nothing, leave its plan as it is without them', async () => {
  const isLimited = ({ reason }: { reason: string }) => /^above-(order-max|turnover)$/.test(reason);
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const free = (await mustPlan({ ...told, orderMax: null, dayMax: null })).plan;
      expect((await mustPlan(told, 'stop')).plan).toEqual(free);
      const { plan } = await mustPlan(told);
      if (!plan.skipped.some(isLimited)) expect(plan).toEqual(free);
    }),
    { numRuns: 100 },
  );
});
