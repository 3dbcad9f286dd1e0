// The stand-ins as processes: they report readiness, end on request or when orphaned, and fail loudly.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
type Name = 'exchange' | 'mail' | 'model' | 'payments';
const SECRETS = { NOWPAYMENTS_API_KEY: 'key', NOWPAYMENTS_IPN_SECRET: 'a secret of the tests' };
const READY_KEYS = {
  exchange: ['ready', 'exchange'],
  mail: ['ready', 'smtp', 'mail'],
  model: ['ready', 'model'],
  payments: ['ready', 'payments'],
} as const;
/** The port of its pages. */
const portOf = (name: Name): string => `${name.toUpperCase()}_PORT`;
const PROBES = {
  exchange: '/api/v3/ping',
  mail: '/api/email',
  model: '/v1/models',
  payments: '/v1/status',
} as const;

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const start = (names: readonly Name[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [MAIN, ...names], {
    env: { ...process.env, ...SECRETS, ...env },
    stdio: 'pipe',
  });
  started.push(child);
  return child;
};

const ready = async (child: { stdout: Readable }): Promise<Record<string, unknown>> => {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line);
};

const exitOf = async (child: ChildProcess) => (await once(child, 'exit')) as [number | null, string | null];

describe.each(['exchange', 'mail', 'model', 'payments'] as const)('%s', (name) => {
  test('prints one line when it answers, and ends cleanly on SIGTERM', async () => {
    const child = start([name]);
    const output = text(child.stdout as Readable);
    const line = await ready(child);
    expect(Object.keys(line)).toEqual(READY_KEYS[name]);
    expect(line.ready).toBe(true);
    expect(line[name]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${line[name]}${PROBES[name]}`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exitOf(child)).toEqual([0, null]);
    expect((await output).trim().split('\n')).toHaveLength(1);
  });

  test('ends when the process that started it is gone', async () => {
    const child = start([name], { EXIT_WITH_PARENT: '1' });
    await ready(child);
    (child.stdin as Writable).end();
    expect(await exitOf(child)).toEqual([0, null]);
  });

  test('fails with the reason when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const child = start([name], { [portOf(name)]: port });
    const errors = text(child.stderr as Readable);
    expect((await exitOf(child))[0]).toBe(1);
    expect(await errors).toContain('EADDRINUSE');
    other.close();
  });

  test('refuses an invalid port', async () => {
    const child = start([name], { [portOf(name)]: 'http' });
    const errors = text(child.stderr as Readable);
    expect((await exitOf(child))[0]).toBe(1);
    expect(await errors).toContain('must be a port');
  });
});

test('several run in one process, which ends all of them', async () => {
  const child = start(['mail', 'payments', 'model']);
  const line = await ready(child);
  expect(Object.keys(line)).toEqual(['ready', 'smtp', 'mail', 'payments', 'model']);
  for (const name of ['mail', 'payments', 'model'] as const)
    expect((await fetch(`${line[name]}${PROBES[name]}`)).status, name).toBe(200);
  child.kill('SIGTERM');
  expect(await exitOf(child)).toEqual([0, null]);
});

test.each([[], ['bank']])('without a name that it knows nothing starts: %s', async (...names) => {
  const child = start(names as Name[]);
  const errors = text(child.stderr as Readable);
  expect((await exitOf(child))[0]).toBe(1);
  expect(await errors).toContain('exchange, mail, payments, model');
});

test.each(Object.keys(SECRETS))('payments does not start without %s', async (name) => {
  const child = start(['payments'], { [name]: '' });
  const errors = text(child.stderr as Readable);
  expect((await exitOf(child))[0]).toBe(1);
  expect(await errors).toContain(name);
});

test('mails are for the eyes of their owner only', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mail-files-'));
  const child = start(['mail'], { MAIL_DIRECTORY: directory });
  const { smtp: url } = await ready(child);
  const transport = createTransport({ url: String(url) });
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'a', text: 'a link' });
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const modes = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).mode & 0o077);
  expect(modes.length).toBeGreaterThan(0);
  expect(new Set(modes)).toEqual(new Set([0]));
  await rm(directory, { recursive: true });
});
