// Files on a real object store that is killed, freezes, or loses its writers in the middle of runs: each run ends once, and costs what it gave.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningSystem, startSystem } from '@tradeium/embedded';
import { type BlobAccess, openBlobs, openSharedFiles } from '@tradeium/service-kit';
import { openStallingLink, type S3Server, type StallingLink, startS3 } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { aftermathOf, endOfRun, SLOW_MOMENTUM, saveStrategy, untilStep } from '../backtest-story.ts';
import { auditLedger } from '../ledger-audit.ts';
import { expectOneOutcome } from '../run-outcome.ts';
import { systemEnvironment } from '../system-environment.ts';
import { openHealth, SEEN } from '../system-health.ts';

const RUN_TIMEOUT_MS = 90_000;
const CANCEL_TIMEOUT_MS = 30_000;
const BACK = { timeout: 60_000, interval: 100 };
/** Longer than any request is repeated. */
const OUTAGE_MS = 7_000;
/** The uploads of each process that writes files of a run, by its client. */
const WRITERS = [
  ['strategy-runner', /^PUT .*object_store/is],
  ['backtest', /^PUT .*aws-sdk-js/is],
] as const;

let home: string;
let store: S3Server;
let link: StallingLink;
let system: RunningSystem;
let users: RegisteredUser[];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tradeium-store-'));
  store = await startS3();
  link = await openStallingLink(store.url);
  const env = { ...(await systemEnvironment(home)), ...store.environment, BLOBS_S3_ENDPOINT: link.url };
  system = await startSystem({ home, port: 0, env });
  users = await Promise.all([registerUser(system.urls), registerUser(system.urls)]);
});
afterAll(async () => {
  await system?.stop();
  await link?.close();
  await store?.stop();
  await rm(home, { recursive: true, force: true });
});

const blobAccessTo = ({ bucket, url, environment }: S3Server, directory: string): BlobAccess => ({
  directory,
  s3: {
    ...{ bucket, endpoint: url, region: 'us-east-1', isPathStyle: true },
    keys: {
      accessKeyId: environment.BLOBS_S3_ACCESS_KEY_ID,
      secretAccessKey: environment.BLOBS_S3_SECRET_ACCESS_KEY,
    },
  },
});

/** A run whose strategy is being computed. */
const begin = async (user: RegisteredUser) => {
  const input = { ...(await saveStrategy(user, SLOW_MOMENTUM)), run_id: `run-${randomUUID()}` };
  const ending = endOfRun(user, input, RUN_TIMEOUT_MS);
  // It is awaited at the end only.
  ending.catch(() => undefined);
  await untilStep(user, input.run_id, 'running_strategy');
  return { user, input, ending };
};

/** A run that goes on once the store is back, and one that is cancelled before. */
const expectBothToEnd = async (breakStore: () => Promise<void>, mend: () => Promise<void>): Promise<void> => {
  const [patient, impatient] = await Promise.all(users.map(begin));
  if (!patient || !impatient) throw new Error('no runs have begun');
  await breakStore();
  const outage = delay(OUTAGE_MS);
  try {
    const { user, input, ending } = impatient;
    const cancelled = await user.call('cancelRun', { run_id: input.run_id });
    expect(cancelled.body).toEqual({ cancelled: true });
    // Nothing is held although the store is still away.
    await expect
      .poll(() => aftermathOf(user, input).catch((cause) => cause), { timeout: CANCEL_TIMEOUT_MS })
      .toEqual({ folders: 0, charges: 0, missing: 0 });
    expect((await ending).code).toBe('RUN_CANCELLED');
    await outage;
  } finally {
    await mend();
  }
  const end = await patient.ending;
  expect(end.body).toMatchObject({ success: true });
  await expectOneOutcome(patient.user, patient.input, end);
  await expectOneOutcome(impatient.user, impatient.input, await impatient.ending, ['RUN_CANCELLED']);
};

test('a killed store: a run goes on when it is back, and a cancelled one costs nothing', () =>
  expectBothToEnd(
    () => store.kill(),
    () => store.restart(),
  ));

test('a frozen store is seen within seconds, and so is its return; runs end as if it had been killed', async () => {
  const { health, said, figure, statusOnCommandLine } = openHealth(home);
  const reason = /object store at .* does not answer/;
  const signal = (what: NodeJS.Signals): void => {
    if (store.pid === null) throw new Error('the store is no process of ours');
    process.kill(store.pid, what);
  };
  await expect.poll(() => said('blobs'), BACK).toBe('ok');
  await expectBothToEnd(
    async () => {
      signal('SIGSTOP');
      await expect.poll(() => said('blobs'), SEEN).toMatch(reason);
      expect((await health('/readyz/all')).status).toBe(503);
      expect(await figure('blobs')).toBe('0');
      expect(statusOnCommandLine()).toMatch(reason);
    },
    async () => {
      signal('SIGCONT');
      await expect.poll(() => said('blobs'), SEEN).toBe('ok');
      await expect.poll(() => figure('blobs'), SEEN).toBe('1');
    },
  );
});

test.each(WRITERS)('a %s that is killed in the middle of an upload loses nothing', async (name, upload) => {
  const [user] = users as [RegisteredUser];
  const { input, ending } = await begin(user);
  link.stallWithin(upload);
  await link.stalled();
  const pid = system.processes()[name];
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  link.mend();
  const end = await ending;
  expect(end.body).toMatchObject({ success: true });
  await expectOneOutcome(user, input, end);
  await expect.poll(() => system.processes()[name], BACK).not.toBeOneOf([pid, undefined]);
});

test('all that is in the bucket is whole, and candles are there', async () => {
  const access = blobAccessTo(store, join(home, 'another-machine'));
  const files = openSharedFiles(access);
  expect(await files?.names('candles/')).toEqual(
    expect.arrayContaining([expect.stringMatching(/\/24h\/BTC\.arrow$/)]),
  );
  const blobs = openBlobs(access);
  const digests = (await files?.names('blobs/'))?.map((name) => name.slice('blobs/aa/'.length)) ?? [];
  // Reading one compares it with its digest.
  await Promise.all(digests.map(blobs.get));
  expect(digests.length).toBeGreaterThan(WRITERS.length);
});

test('in the ledger nothing is held, and each completed run was charged once', async () => {
  const { problems, underWay, completed } = await auditLedger(system.urls);
  expect(problems).toEqual([]);
  expect(underWay).toBe(0);
  expect(completed).toBe(2 + WRITERS.length);
});
