// A run's credits are held while it waits for its turn, for days.
import { MESSAGES } from '@tradeium/contracts';
import {
  answer,
  handler,
  openBlobs,
  openMetrics,
  openRequestClient,
  serveRequests,
} from '@tradeium/service-kit';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS } from '../../fixtures/workspace-facts.ts';
import { creditActivities } from './credits.ts';

const DAY_MS = 86_400_000;

let events: EventServer;
const expiries: string[] = [];
let activities: ReturnType<typeof creditActivities>;

beforeAll(async () => {
  events = await startEventServer();
  const nc = await events.connect();
  const blobs = openBlobs({ directory: '/nowhere' });
  serveRequests({
    ...{ nc, blobs, log: silentLog, metrics: openMetrics('test') },
    handlers: [
      handler(MESSAGES.reserveCredits, async ({ expiresAt }) => {
        expiries.push(expiresAt);
        return answer({ available: 0, reserved: 0 });
      }),
    ],
    waitForWrites: async () => true,
  });
  activities = creditActivities(openRequestClient(nc, blobs), () => undefined);
});
afterAll(() => events.stop());

test('the hold lasts nearly the seven days that the ledger allows, from when the run was started', async () => {
  const startedAt = new Date().toISOString();
  const run = { runId: 'r1', chatId: 'c1', userId: 'u1', strategyVersion: 1, code: 'a'.repeat(64), place: 1 };
  expect(
    await activities.reserveCredits({ ...run, privateStrategyId: null, settings: SETTINGS, startedAt }),
  ).toBeNull();
  const [lastsMs = 0] = expiries.map((expiresAt) => Date.parse(expiresAt) - Date.parse(startedAt));
  expect(lastsMs).toBeGreaterThan(6.9 * DAY_MS);
  expect(lastsMs).toBeLessThan(7 * DAY_MS);
});
