// The operator's command line for streams, on a NATS server of its own that has none yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type NatsServer, signingKeys, startNats } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: NatsServer;
beforeAll(async () => {
  server = await startNats();
});
afterAll(() => server.stop());

const streams = async (...args: string[]) => {
  const servers = { NATS_URL: server.url, NATS_MONITORING_URL: server.monitoringUrl };
  const env = { ...process.env, ...servers, ...signingKeys('operator') };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'streams.ts'), ...args], { env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
};

test('streams are made once, checked, and refused with too few replicas', async () => {
  const missing = await streams('check');
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('CREDITS does not exist') });
  expect(await streams('declare')).toEqual({ code: 0, stderr: '' });
  expect(await streams('declare')).toEqual({ code: 0, stderr: '' });
  expect(await streams('check')).toEqual({ code: 0, stderr: '' });
  const few = await streams('check', '--replicas', '3');
  expect(few).toMatchObject({ code: 1, stderr: expect.stringContaining('CREDITS has 1 of 3 replicas') });
  expect((await streams('purge')).code).toBe(2);
});
