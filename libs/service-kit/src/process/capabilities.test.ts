// /readyz tells the state of a service whose parts come and go.
import { expect, test } from 'vitest';
import { allWork, openCapabilities } from './capabilities.ts';

test('each capability is ok or gives its reason, and a check that fails is a reason', async () => {
  let reason: string | null = 'waiting for MongoDB';
  const capabilities = openCapabilities();
  capabilities.add('requests', () => null);
  capabilities.add('queries', () => reason);
  capabilities.add('workflows', () => Promise.reject(new Error('no worker')));
  const status = await capabilities.status();
  expect(status).toEqual({ requests: 'ok', queries: 'waiting for MongoDB', workflows: 'no worker' });
  expect(allWork(status)).toBe(false);
  reason = null;
  await expect.poll(() => capabilities.status(), { timeout: 5_000 }).toMatchObject({ queries: 'ok' });
});

test('those who look at the same time share one look', async () => {
  let looks = 0;
  const capabilities = openCapabilities();
  capabilities.add('events', () => {
    looks += 1;
    return null;
  });
  await Promise.all([capabilities.status(), capabilities.status()]);
  expect(looks).toBe(1);
});

test('a check that never ends counts as a server that does not answer', async () => {
  const capabilities = openCapabilities();
  capabilities.add('events', () => new Promise(() => undefined));
  expect(await capabilities.status()).toEqual({ events: 'does not answer' });
});

test('nothing missing means that all work', () => {
  expect(allWork({ requests: 'ok', queries: 'ok' })).toBe(true);
});

test('what is only reported is listed and counts for nothing', async () => {
  const capabilities = openCapabilities();
  capabilities.add('requests', () => null);
  capabilities.report('mail', () => 'fails');
  expect(capabilities.reported()).toEqual({ mail: 'fails' });
  expect(capabilities.names()).toEqual(['requests']);
  expect(allWork(await capabilities.status())).toBe(true);
});
