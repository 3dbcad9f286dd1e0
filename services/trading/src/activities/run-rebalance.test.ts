// The credits of a rebalance: one hold, however late and often it is requested, and none after the end.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { openCreditHolds } from '@tradeium/credit-hold';
import { beforeEach, expect, test } from 'vitest';
import { created, NOW, rebalanceIds, started } from '../../fixtures/deployment-story.ts';
import { openInterleavedStores } from '../../fixtures/interleaved-stores.ts';
import type { DeploymentCommand } from '../domain/deployment.ts';
import type { RebalanceJob } from '../workflows/rebalance-contract.ts';
import { rebalanceActivities } from './run-rebalance.ts';

const A_DAY_LATER = '2026-03-02T12:00:00.000Z';
/** By hand, in the last days of a weekly bar. */
const job: RebalanceJob = { ...rebalanceIds, kind: 'manual', barClose: '2026-02-23T00:00:00.000Z' };

let clock: string;
let answer: Refusal | { output: object };
let sent: { commandId: string; input: unknown }[];
let stores: ReturnType<typeof openStores>;

const openStores = () => openInterleavedStores(async () => undefined, { onDeployment: () => undefined });
const change = async (command: DeploymentCommand) => {
  const cause = { commandId: command.type, correlationId: 'test' };
  const changed = await stores.deployments.change(rebalanceIds.deploymentId, command, cause);
  if (isRefusal(changed)) throw new Error(changed.refused);
};

beforeEach(async () => {
  clock = NOW;
  answer = { output: { available: 0, reserved: 0 } };
  sent = [];
  stores = openStores();
  await change(created({}, 'live'));
  await change(started());
});

/** Reserves at a time; what the ledger is sent is noted. */
const reserve = (at: string, asked = job) => {
  clock = at;
  const client = {
    request: async (_: unknown, input: unknown, { commandId }: { commandId: string }) => {
      sent.push({ commandId, input });
      return answer;
    },
  };
  const parts = { ...stores, holds: openCreditHolds(client as never), now: () => new Date(clock) };
  return rebalanceActivities(parts as never).reserveCredits(asked);
};

test('a reservation that is sent again later is the same command with the same content', async () => {
  for (const at of [NOW, '2026-03-01T12:00:12.000Z', '2026-03-01T14:00:00.000Z'])
    expect(await reserve(at)).toBeNull();
  const [first, ...repeated] = sent;
  expect(first).toMatchObject({
    commandId: 'rebalance:r1:reserve',
    input: { purpose: 'rebalance', expiresAt: A_DAY_LATER },
  });
  expect(repeated).toEqual([first, first]);
});

test('a reservation that would have expired is a rebalance that failed; any other refusal stays', async () => {
  answer = refuse('RESERVATION_EXPIRED');
  expect(await reserve(A_DAY_LATER)).toEqual({ refused: 'REBALANCE_FAILED' });
  answer = refuse('INSUFFICIENT_CREDITS', { required: 50, available: 49 });
  expect(await reserve(NOW)).toEqual(answer);
});

test('a sell to USDT goes on without credits, and without the ledger', async () => {
  const sell = { ...job, kind: 'sell' } as const;
  answer = refuse('INSUFFICIENT_CREDITS', { required: 50, available: 49 });
  expect(await reserve(NOW, sell)).toBeNull();
  answer = refuse('SERVICE_UNAVAILABLE');
  expect(await reserve(NOW, sell)).toBeNull();
});

test('nothing is reserved on paper', async () => {
  stores = openStores();
  await change(created());
  await change(started());
  expect(await reserve(NOW)).toBeNull();
  expect(sent).toEqual([]);
});

test('nothing is reserved for a rebalance that has ended', async () => {
  await change({ type: 'EndRebalance', ...rebalanceIds, charged: 0, failure: null });
  expect(await reserve(NOW)).toEqual({ refused: 'REBALANCE_FAILED' });
  expect(sent).toEqual([]);
});
