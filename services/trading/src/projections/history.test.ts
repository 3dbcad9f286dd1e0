// The history keeps of an order that was not executed a status and a reason for its user, nothing raw.
import type { DeploymentEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { rebalanceIds } from '../../fixtures/deployment-story.ts';
import { historyProjection } from './history.ts';

const RAW = 'RequestTimeout: binance GET https://api.binance.com/api/v3/order {"code":-1}';
const ids = { ...rebalanceIds, clientOrderId: 'o1' };
const at = '2026-03-01T12:00:00.000Z';
const begun: DeploymentEvent[] = [
  { type: 'RebalanceStarted', data: { ...rebalanceIds, kind: 'manual', barClose: at, startedAt: at } },
  {
    type: 'OrderIntended',
    data: {
      ...{ ...ids, leg: 'buy-0', coin: 'BTC', side: 'buy', quantity: '0.1', price: '1000' },
      ...{ notional: '100', limitPrice: '1010', sentBy: 'here', at },
    },
  },
];
const orderAfter = (...events: DeploymentEvent[]) =>
  projected(historyProjection, [...begun, ...events]).r1?.rebalance?.orders[0];
const refused = (by: 'us' | 'exchange'): DeploymentEvent => ({
  type: 'OrderRejected',
  data: { ...ids, by, reason: by === 'us' ? RAW : 'The moon is full. (-2010)' },
});
const unknown: DeploymentEvent = { type: 'OrderUnknown', data: { ...ids, reason: RAW } };
const RESULT = { exchangeOrderId: '7', filled: '0.1', quoteFilled: '100', fees: {}, fillIds: ['1'] };

test.each([
  ['that we refused was not sent', [refused('us')], 'not-sent', /could not be reached/],
  ['that the exchange refused', [refused('exchange')], 'rejected', /refused it: “The moon is full.”/],
  ['without an answer', [unknown], 'unknown', /did not confirm/],
] as const)('an order %s', (_, events, status, reason) => {
  expect(orderAfter(...events)).toMatchObject({ status, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(orderAfter(...events))).not.toMatch(/binance|Timeout|code/);
});

test.each([
  ['nothing was filled of', '0', 'not-filled', /price has moved away/],
  ['a part was filled of', '0.05', 'partly-filled', null],
] as const)('an order that has ended, and %s', (_, filled, status, reason) => {
  const ended: DeploymentEvent = { type: 'OrderPartlyFilled', data: { ...ids, ...RESULT, filled } };
  const found: DeploymentEvent = {
    type: 'OrderResolved',
    data: { ...ids, outcome: { found: true, ...RESULT, filled }, late: null },
  };
  for (const order of [orderAfter(ended), orderAfter(unknown, found)])
    expect(order).toMatchObject({ status, reason: reason && expect.stringMatching(reason) });
});

test('an order that is found after all has no reason any more', () => {
  const found: DeploymentEvent = {
    type: 'OrderResolved',
    data: { ...ids, outcome: { found: true, ...RESULT }, late: null },
  };
  expect(orderAfter(unknown, found)).toMatchObject({ status: 'filled', reason: null });
});
