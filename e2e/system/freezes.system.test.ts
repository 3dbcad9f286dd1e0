// Servers that freeze, as after SIGSTOP: alive, connected, and silent. Operators see each within ten seconds, and its return as well.
import { describe, expect, inject, test } from 'vitest';
import { type ProcessName, runningSystem } from '../running-system.ts';
import { openHealth, SEEN } from '../system-health.ts';

const WELL = { timeout: 30_000, interval: 250 };

/** Each server with the capability of a service that needs it. */
const SERVERS = [
  ['mongodb', 'queries', /MongoDB does not answer/],
  ['temporal', 'workflows', /Temporal does not answer/],
  ['nats', 'events', /does not answer|timeout/i],
] as const satisfies readonly (readonly [ProcessName, string, RegExp])[];

const { health, said, figure, statusOnCommandLine } = openHealth(inject('systemHome'));

/** All processes of a server: it may be behind doors. */
const signal = (name: ProcessName, what: 'SIGSTOP' | 'SIGCONT'): void => {
  process.kill(-(runningSystem().processes[name] ?? 0), what);
};

describe.each(SERVERS)('a frozen %s', (name, capability, reason) => {
  test('shows in health, figures and on the command line, and so does its return', async () => {
    await expect.poll(() => said(capability), WELL).toBe('ok');
    signal(name, 'SIGSTOP');
    try {
      await expect.poll(() => said(capability), SEEN).toMatch(reason);
      expect((await health('/readyz/all')).status).toBe(503);
      expect(await figure(capability)).toBe('0');
      expect(statusOnCommandLine()).toMatch(reason);
    } finally {
      signal(name, 'SIGCONT');
    }
    await expect.poll(() => said(capability), SEEN).toBe('ok');
    await expect.poll(() => figure(capability), SEEN).toBe('1');
  });
});

test('a read model whose database is silent is not shown as following', async () => {
  const states = async () =>
    (await (await health('/metrics')).text()).match(/^tradeium_read_model_state.*$/gm) ?? [];
  signal('mongodb', 'SIGSTOP');
  try {
    await expect
      .poll(async () => (await states()).every((line) => line.includes('state="failing"')), SEEN)
      .toBe(true);
  } finally {
    signal('mongodb', 'SIGCONT');
  }
  await expect.poll(async () => (await states()).some((line) => line.includes('failing')), WELL).toBe(false);
});
