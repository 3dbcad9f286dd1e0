// A live plan follows the settings that its backtest was run with: costs, and the drift band.
import {
  type DeploymentEvent,
  isRefusal,
  type Mandate,
  NO_MANDATE,
  type RunSettings,
} from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../fixtures/deployment-story.ts';
import { emptyDeployment } from '../domain/deployment-state.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { planFor } from './make-plan.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];

const rules = {
  coin: 'BTC',
  tickSize: '0.01',
  lotSize: '0.00001',
  amountMin: '0.00001',
  amountMax: '9000',
  notionalMin: '5',
};
/** An account that holds 600 USDT of BTC, 400 USDT, and a coin of the user's own. */
const account = {
  balances: async () => [
    { asset: 'USDT', free: '400', locked: '0' },
    { asset: 'BTC', free: '6', locked: '0' },
    { asset: 'PEPE', free: '1000000', locked: '0' },
  ],
  prices: async () => ({ BTC: '100' }),
  rules: async () => ({ BTC: rules }),
} satisfies Partial<ExchangeAccount> as unknown as ExchangeAccount;

const planWith = async (
  settings: Partial<RunSettings>,
  mandate: Partial<Mandate> = {},
  weights: Record<string, number> = { BTC: 0.5 },
) => {
  const common = { portfolio: ['USDT', 'BTC'], timeframe: '24h' as const, fees: 0.001 };
  const days = { start_date: '2025-01-01', end_date: '2025-12-31' };
  const created = { settings: { ...common, ...days, ...settings } } as Created;
  const deployment = { ...emptyDeployment, created, mandate: { ...NO_MANDATE, ...mandate } };
  const planned = await planFor(account, deployment, weights, NOW);
  if (isRefusal(planned)) throw new Error(planned.refused);
  return planned.plan;
};

describe('a drift of ten percentage points', () => {
  test('is traded by a deployment without a band', async () => {
    expect((await planWith({})).sells.map(({ quantity }) => quantity)).toEqual(['1']);
  });

  // spec: results.76
  test('is left alone inside the band that was tested', async () => {
    const plan = await planWith({ drift_band_percent: 15, drift_band_to: 'target' });
    expect(plan.sells).toEqual([]);
    expect(plan.skipped.map(({ reason }) => reason)).toEqual(['within-band']);
  });

  test('is traded to the edge of a narrower one', async () => {
    const plan = await planWith({ drift_band_percent: 4, drift_band_to: 'edge' });
    expect(plan.sells.map(({ quantity }) => quantity)).toEqual(['0.6']);
  });
});

test('coins that the deployment does not manage are neither counted nor sold', async () => {
  const plan = await planWith({});
  expect(plan.value).toBe('1000');
  expect(plan.sells.map(({ coin }) => coin)).toEqual(['BTC']);
});

// spec: trading.22
test('a coin that the mandate does not allow is not bought, and the others are planned; selling is free', async () => {
  const bought = await planWith({}, { coins: ['ETH'] });
  expect(bought.sells.map(({ coin }) => coin)).toEqual(['BTC']);
  const plan = await planWith({}, { coins: [] }, { BTC: 0.9, ETH: 0.1 });
  expect(plan.buys).toEqual([]);
  expect(plan.skipped).toMatchObject([
    { coin: 'BTC', side: 'buy', reason: 'not-allowed' },
    { coin: 'ETH', reason: 'no-price' },
  ]);
});
