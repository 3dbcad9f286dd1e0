// An order that is refused for its time is sent once more, and a process that dies at any step sends no order twice.
import type { DeploymentEvent } from '@tradeium/contracts';
import { isRefusal } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { created, rebalanceIds, started } from '../../fixtures/deployment-story.ts';
import { openInterleavedStores } from '../../fixtures/interleaved-stores.ts';
import type { ExchangeAccount, NewOrder, OrderOutcome } from '../exchange/exchange-account.ts';
import type { Leg, RebalanceJob } from '../workflows/rebalance-contract.ts';
import { sendOrder } from './send-order.ts';

const job: RebalanceJob = { ...rebalanceIds, kind: 'manual', barClose: '2026-03-01T00:00:00.000Z' };
const leg: Leg = {
  ...{ name: 'buy-0', coin: 'BTC', side: 'buy', quantity: '0.1', price: '1000' },
  ...{ notional: '100', limitPrice: '1010' },
};
const LATE: OrderOutcome = { kind: 'rejected', reason: 'late (-1021)', cause: 'clock' };
const filled = ({ clientOrderId }: NewOrder): OrderOutcome => ({
  kind: 'accepted',
  report: {
    ...{ clientOrderId, exchangeOrderId: '1', coin: 'BTC', side: 'buy', status: 'filled' },
    ...{ quantity: '0.1', filled: '0.1', quoteFilled: '100', fills: [] },
  },
});

/** A rebalance under way; `answers` are those of the exchange, one after the other, and filled from then on. */
const open = async (answers: readonly OrderOutcome[], resting: readonly string[] = []) => {
  const events: DeploymentEvent[] = [];
  const sent: string[] = [];
  /** Steps until the process dies. */
  const life = { steps: Number.POSITIVE_INFINITY };
  const step = async () => {
    life.steps -= 1;
    if (life.steps < 0) throw new Error('died');
  };
  const stores = openInterleavedStores(step, { onDeployment: (_, event) => events.push(event) });
  for (const command of [created(), started()]) {
    const ids = { commandId: command.type, correlationId: 'test' };
    if (isRefusal(await stores.deployments.change(rebalanceIds.deploymentId, command, ids)))
      throw new Error('refused');
  }
  const account = {
    placeOrder: async (order: NewOrder) => {
      await step();
      sent.push(order.clientOrderId);
      const answer = answers[sent.length - 1] ?? filled(order);
      await step();
      return answer;
    },
    openOrders: async () => resting.map((clientOrderId) => ({ clientOrderId })) as never,
  } as Partial<ExchangeAccount> as ExchangeAccount;
  const send = () => sendOrder({ ...stores, isHalted: false }, account, job, leg);
  return { events, sent, life, send };
};
const typesIn = (events: readonly DeploymentEvent[]) =>
  events.map(({ type }) => type).filter((type) => type.startsWith('Order'));

describe('an order that is refused for its time', () => {
  test('is sent once more under another id, which is on disk before', async () => {
    const { events, sent, send } = await open([LATE]);
    expect(await send()).toEqual({ kind: 'done' });
    expect(typesIn(events)).toEqual(['OrderIntended', 'OrderRejected', 'OrderIntended', 'OrderFilled']);
    expect(new Set(sent).size).toBe(2);
    const [first, second] = events.flatMap((event) => (event.type === 'OrderIntended' ? [event.data] : []));
    expect(second).toMatchObject({ leg: 'buy-0', insteadOf: first?.clientOrderId, quantity: '0.1' });
  });

  test('twice is not sent a third time', async () => {
    const { sent, send } = await open([LATE, LATE]);
    expect(await send()).toEqual({ kind: 'done' });
    expect(await send()).toEqual({ kind: 'done' });
    expect(sent).toHaveLength(2);
  });

  test.each(['keys', 'server', undefined] as const)('for %s is not sent again', async (cause) => {
    const { sent, send } = await open([{ kind: 'rejected', reason: 'no', ...(cause && { cause }) }]);
    expect((await send()).kind).toBe(cause === undefined ? 'done' : 'refused');
    expect(sent).toHaveLength(1);
  });
});

test.each<[string, string[], object | undefined]>([
  ['how many there are, and whose', ['mine', `tr${'a'.repeat(24)}`, 'mine-too'], { all: 3, others: 2 }],
  ['nothing where none is found', [], undefined],
])('an order refused for too many open ones notes %s', async (_what, resting, openOrders) => {
  const reason = 'Filter failure: MAX_NUM_ORDERS (-1013)';
  const { events, send } = await open([{ kind: 'rejected', reason }], resting);
  expect(await send()).toEqual({ kind: 'done' });
  const noted = events.flatMap((event) => (event.type === 'OrderRejected' ? [event.data.openOrders] : []));
  expect(noted).toEqual([openOrders]);
});

test('wherever the process dies, no id is sent twice, and only a refused order is repeated', async () => {
  for (let steps = 0; steps < 20; steps += 1) {
    const { events, sent, life, send } = await open([LATE]);
    life.steps = steps;
    await send().catch(() => undefined);
    life.steps = Number.POSITIVE_INFINITY;
    const outcome = await send();
    expect(sent.length, `after ${steps} steps`).toBe(new Set(sent).size);
    const types = typesIn(events);
    expect(sent.length - 1).toBeLessThanOrEqual(types.filter((type) => type === 'OrderRejected').length);
    // An order that may be at the exchange is looked up; all else is known.
    const isOpen = types.filter((type) => type === 'OrderIntended').length * 2 > types.length;
    expect(outcome).toEqual({ kind: isOpen ? 'unknown' : 'done' });
  }
});
