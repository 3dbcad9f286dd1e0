// A rolling upgrade: old and new versions of two services side by side, with events that only the new one knows.
import { execFile } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  fromVut,
  isRefusal,
  MESSAGES,
  messageOf,
  operationsOf,
  type RawEvent,
  streamOf,
  subjectOf,
} from '@tradeium/contracts';
import {
  type DataKeys,
  openBlobs,
  openDataKeys,
  openRequestClient,
  outputOf,
  type RequestClient,
} from '@tradeium/service-kit';
import {
  type EventServer,
  natsLogin,
  plantMessage,
  type ServiceProcess,
  sharedMongodbUrl,
  signingKeys,
  startEventServer,
  startServiceProcess,
} from '@tradeium/testing';
import type { JetStreamManager, NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNewerVersion } from '../newer-version.ts';

const SECRET = 'a secret of the test, at least 32 characters';
const TAKEOVER_TIMEOUT_MS = 30_000;
const AT = '2026-01-02T03:04:05.678Z';

let events: EventServer;
let nc: NatsConnection;
let manager: JetStreamManager;
let client: RequestClient;
let userKeys: DataKeys;
let newer: string;
let folder: string;
let environment: Record<string, string>;
/** Those that run, the old ones first. */
let running: ServiceProcess[];

const mainOf = (root: string, service: string) =>
  pathToFileURL(join(root, 'services', service, 'src/main.ts'));
const startBoth = (root: string) =>
  Promise.all(['auth', 'credits-ledger'].map((name) => startServiceProcess(mainOf(root, name), environment)));

beforeAll(async () => {
  [newer, folder, events] = await Promise.all([
    makeNewerVersion(),
    mkdtemp(join(tmpdir(), 'tradeium-upgrade-')),
    startEventServer(),
  ]);
  nc = await events.connect();
  manager = await nc.jetstreamManager();
  client = openRequestClient(nc, openBlobs({ directory: folder }));
  userKeys = await openDataKeys(nc, [SECRET]);
  environment = {
    NATS_URL: events.url,
    // An upgrade writes the users of NATS first; here everybody has all rights instead.
    ...natsLogin('operator'),
    NATS_MONITORING_URL: events.monitoringUrl,
    MONGODB_URL: await sharedMongodbUrl(),
    MONGODB_PREFIX: `test_${randomUUID().slice(0, 8)}`,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    BLOBS_DIRECTORY: folder,
    SESSION_SECRET: SECRET,
    MASTER_KEY: SECRET,
    CLAIM_KEY: SECRET,
    PUBLIC_URL: 'https://tradeium.example',
    NOWPAYMENTS_API_URL: 'http://127.0.0.1:1',
    NOWPAYMENTS_API_KEY: SECRET,
    NOWPAYMENTS_IPN_SECRET: SECRET,
  };
  running = await startBoth(join(import.meta.dirname, '../..'));
});
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await events?.stop();
  for (const path of [newer, folder]) await rm(path, { recursive: true, force: true });
});

/** Appends a commit as a service of the newer version does: at the end of its aggregate, chained to the one before. */
const append = async (
  context: 'auth' | 'credits',
  aggregate: string,
  id: string,
  written: RawEvent[],
): Promise<void> => {
  const subject = subjectOf(context, aggregate, id);
  const last = await manager.streams
    .getMessage(streamOf(context), { last_by_subj: subject })
    .catch(() => undefined);
  const meta = { commandId: randomUUID(), at: AT, ...(last && { previousHash: hash('sha256', last.data) }) };
  await plantMessage(nc, subject, JSON.stringify({ events: written, meta }));
};

const registered = async (userId: string): Promise<RawEvent> => {
  const email = (await userKeys.ensure(userId)).seal('email', `${userId}@example.com`);
  const data = { userId, email, username: 'sealed', passwordHash: 'sealed', registeredAt: AT };
  return { type: 'UserRegistered', data };
};
const verified = (userId: string): RawEvent => ({ type: 'EmailVerified', data: { userId } });
const userNoted = (userId: string): RawEvent => ({ type: 'UserNoted', data: { userId, note: 'new' } });

const context = (userId: string) => ({ userId, commandId: randomUUID(), correlationId: 'upgrade' });
const SINCE_THEN = { from: '2026-01-01', to: '9999-12-31' };
/** As a read model knows it. */
const balanceOf = async (userId: string): Promise<number | null> => {
  const answer = await client.request(messageOf('getStatement'), SINCE_THEN, context(userId));
  return isRefusal(answer) ? null : answer.output.closing.available;
};
const reserve = async (accountId: string) =>
  client.request(
    MESSAGES.reserveCredits,
    {
      accountId,
      operationId: randomUUID(),
      amount: fromVut(100),
      purpose: 'test',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
    context(accountId),
  );

/** How many events are parked as faults or wait for a newer program, in all read models and reactions of both services. */
const setAside = async (): Promise<{ parked: number; newer: number }> => {
  const statuses = await Promise.all(
    (['auth', 'credits-ledger'] as const).map(async (service) =>
      outputOf(await client.request(operationsOf(service).getStatus, {}, context('operator'))),
    ),
  );
  const reactions = statuses.flatMap((status) => status.reactions);
  const all = [...statuses.flatMap(({ readModels }) => readModels), ...reactions];
  return {
    parked: all.reduce((sum, { parked }) => sum + (parked ?? 0), 0),
    newer: reactions.reduce((sum, { newer = 0 }) => sum + newer, 0),
  };
};

/** The read models of the old ledger that stop at an event, by its metrics. */
const stoppedReadModels = async (): Promise<string[]> => {
  const figures = (await running[1]?.figures()) ?? '';
  const found = figures.matchAll(/tradeium_read_model_state\{read_model="(\w+)",state="stopped",.*\} 1/g);
  return [...found].map(([, name = '']) => name);
};

/** `npm run streams` of the newer version. */
const streamsOfNewer = (command: 'check' | 'declare') =>
  promisify(execFile)(process.execPath, [join(newer, 'scripts/streams.ts'), command], {
    env: { ...process.env, ...environment, ...signingKeys('operator') },
  });

test('old processes continue with all that they know, and decide nothing where a newer one has written', async () => {
  await append('auth', 'user', 'ann', [await registered('ann'), verified('ann')]);
  await expect.poll(() => balanceOf('ann'), { timeout: TAKEOVER_TIMEOUT_MS }).toBe(10_000);
  await append('auth', 'user', 'bob', [await registered('bob'), userNoted('bob'), verified('bob')]);
  await append('auth', 'user', 'cid', [await registered('cid'), verified('cid')]);
  await append('credits', 'account', 'ann', [
    { type: 'AccountNoted', data: { accountId: 'ann', note: 'new' } },
  ]);
  await expect
    .poll(async () => isRefusal(await reserve('cid')), { timeout: TAKEOVER_TIMEOUT_MS })
    .toBe(false);
  expect(await reserve('ann')).toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
  await expect
    .poll(async () => (await setAside()).newer, { timeout: TAKEOVER_TIMEOUT_MS })
    .toBeGreaterThan(0);
  expect(await setAside()).toMatchObject({ parked: 0 });
  await expect.poll(stoppedReadModels, { timeout: TAKEOVER_TIMEOUT_MS }).toContain('transactions');
});

test('what the new version stores is declared while the old processes run', async () => {
  await expect(streamsOfNewer('check')).rejects.toThrow('KV_USER_NOTES does not exist: declare it');
  await streamsOfNewer('declare');
  await streamsOfNewer('check');
  expect(isRefusal(await reserve('cid'))).toBe(false);
});

test('alongside new processes, read models continue past what only those know', async () => {
  const fresh = await startBoth(newer);
  running.push(...fresh);
  await expect.poll(() => balanceOf('cid'), { timeout: TAKEOVER_TIMEOUT_MS }).toBe(9_800);
  await append('auth', 'user', 'dan', [await registered('dan'), verified('dan'), userNoted('dan')]);
  expect(isRefusal(await reserve('cid'))).toBe(false);
  await expect.poll(() => balanceOf('cid'), { timeout: TAKEOVER_TIMEOUT_MS }).toBe(9_700);
  expect(await setAside()).toMatchObject({ parked: 0 });
});

test('once the old processes have left, nothing is missing and nothing stays parked', async () => {
  const [oldAuth, oldLedger] = running.splice(0, 2);
  await Promise.all([oldAuth?.stop(), oldLedger?.stop()]);
  await expect.poll(() => balanceOf('bob'), { timeout: TAKEOVER_TIMEOUT_MS }).toBe(10_000);
  await expect.poll(() => balanceOf('dan'), { timeout: TAKEOVER_TIMEOUT_MS }).toBe(10_000);
  expect(isRefusal(await reserve('ann'))).toBe(false);
  await expect.poll(() => balanceOf('ann'), { timeout: TAKEOVER_TIMEOUT_MS }).toBe(9_900);
  await expect.poll(setAside, { timeout: TAKEOVER_TIMEOUT_MS }).toEqual({ parked: 0, newer: 0 });
});
