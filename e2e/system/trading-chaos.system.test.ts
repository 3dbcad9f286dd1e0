// Rebalances with unknown orders while processes are killed: nothing is traded twice, and both books agree.
import { expect, test } from 'vitest';
import { crash, runningSystem } from '../running-system.ts';
import { tradeThroughChaos } from '../trading-chaos.ts';

/** Four rounds, in each of which a process may come back slowly. */
const TIMEOUT_MS = 300_000;

test('no order is sent twice or lost, and events and exchange agree to the last unit', {
  timeout: TIMEOUT_MS,
}, async () => {
  const system = { urls: runningSystem(), crash: (name: Parameters<typeof crash>[0]) => crash(name).isBack };
  const audit = await tradeThroughChaos(system, { users: 3, rebalances: 4, seed: 7, killsOfTen: 8 });
  expect(audit).toMatchObject({ duplicates: [], orphans: [], open: [], differences: [], ok: true });
  expect(audit.orders).toBeGreaterThan(6);
  expect(audit.rebalances.started).toBeGreaterThanOrEqual(12);
});
