// Two of everything, without shared folders: under load one process of each kind is killed in turn, and stories see no more than a pause.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@tradeium/contracts';
import {
  freePort,
  type RunningServer,
  type RunningSystem,
  startSystem,
  startTemporal,
} from '@tradeium/embedded';
import { type S3Server, startS3 } from '@tradeium/testing';
import { until } from '@tradeium/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, type RegisteredUser, registerUser } from '../api-client.ts';
import { aftermathOf, endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { auditLedger } from '../ledger-audit.ts';
import { connectionErrors, type StartLine, waits } from '../start-lines.ts';
import { systemEnvironment } from '../system-environment.ts';
import {
  arrivalsUnderWay,
  openTraders,
  purchaseUnderWay,
  rebalancesUnderWay,
  repliesUnderWay,
  runsUnderWay,
  streamsUnderWay,
  untilAnswered,
  type WorkUnderWay,
} from '../work-under-way.ts';

const KINDS = ['gateway', ...SERVICE_NAMES, 'strategy-runner'];
const needsTemporal = (name: ServiceName): boolean => {
  const needs: readonly string[] = SERVICES[name].needs;
  return needs.includes('temporal');
};
/** Work under way, besides the stories, when a process of the kind is killed. */
const WORK: Readonly<Record<string, () => Promise<WorkUnderWay>>> = {
  gateway: () => streamsUnderWay(system.urls),
  auth: () => arrivalsUnderWay(system.urls),
  'credits-ledger': () => purchaseUnderWay(system.urls),
  agent: () => repliesUnderWay(system.urls),
  backtest: () => runsUnderWay(system.urls),
  'strategy-runner': () => runsUnderWay(system.urls),
  trading: () => rebalancesUnderWay(system.urls, traders),
};
const WAITING_FOR_TEMPORAL = [...SERVICE_NAMES.filter(needsTemporal), 'strategy-runner'].flatMap((kind) => [
  `${kind} for Temporal`,
  `${kind}-2 for Temporal`,
]);
const USERS = 3;
/** A reply without a sign of life of its process for so long is ended by another one. */
const REPLY_LOST_AFTER_MS = '3000';
const RUN_TIMEOUT_MS = 90_000;
/** A read model's work goes to the other replica within this time. */
const TAKEOVER_TIMEOUT_MS = 15_000;
const BACK_TIMEOUT_MS = 60_000;
/** Two minutes on a machine with nothing else to do. */
const KILLS_TIMEOUT_MS = 480_000;

let home: string;
/** A file that the second machine has not used for long. */
let unused: string;
let system: RunningSystem;
let temporal: RunningServer | undefined;
let store: S3Server;
const startLines: StartLine[] = [];
let users: RegisteredUser[];
let traders: Awaited<ReturnType<typeof openTraders>>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tradeium-replicas-'));
  const cache = join(home, 'machine-2', 'blobs');
  unused = join(cache, 'aa', 'a'.repeat(64));
  await mkdir(join(cache, 'aa'), { recursive: true });
  await writeFile(unused, 'unused');
  await utimes(unused, 0, 0);
  store = await startS3();
  await startWithTemporalLast();
  [users, traders] = await Promise.all([
    Promise.all(Array.from({ length: USERS }, () => registerUser(system.urls))),
    openTraders(system.urls),
  ]);
});
afterAll(async () => {
  await system?.stop();
  await temporal?.stop();
  await store?.stop();
  await rm(home, { recursive: true, force: true });
});

/** As in a cluster, where nothing waits for Temporal to start: it is there once all that need it have said that they wait. */
const startWithTemporalLast = async (): Promise<void> => {
  const port = await freePort();
  const env = {
    ...(await systemEnvironment(home)),
    REPLY_LOST_AFTER_MS,
    ...store.environment,
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
  };
  const allWait = Promise.withResolvers<void>();
  const report = (process: string, line: string): void => {
    startLines.push({ process, line });
    const waited = waits(startLines);
    if (WAITING_FOR_TEMPORAL.every((wait) => waited.includes(wait))) allWait.resolve();
  };
  await Promise.all([
    startSystem({ home, port: 0, replicas: 2, env, report }).then((started) => {
      system = started;
    }),
    allWait.promise
      .then(() => startTemporal({ dataFile: join(home, 'temporal.db'), port }))
      .then((started) => {
        temporal = started;
      }),
  ]);
};

/** A command that changes something once, however often it is sent. */
const once = (user: ApiClient, name: 'renameChat', input: { id: string; name: string }) => {
  const headers = { 'idempotency-key': randomUUID() };
  return untilAnswered(() => user.call(name, input, { headers }));
};

const chatNames = async (user: ApiClient): Promise<string[]> => {
  const { body } = await untilAnswered(() => user.call('listChats', {}));
  return (body as { name: string }[]).map(({ name }) => name);
};

/** One story: save a strategy, rename and list its chat, run its backtest, get charged. */
const tellStory = async (user: RegisteredUser): Promise<void> => {
  // Leftovers of a try without an answer are harmless.
  const strategy = await until('a saved strategy', () => saveStrategy(user, MOMENTUM));
  const name = `Renamed ${randomUUID().slice(0, 8)}`;
  expect((await once(user, 'renameChat', { id: strategy.backtest_id, name })).status).toBe(200);
  await expect.poll(() => chatNames(user), { timeout: TAKEOVER_TIMEOUT_MS }).toContain(name);
  const input = { ...strategy, run_id: `run-${randomUUID()}` };
  const end = await endOfRun(user, input, RUN_TIMEOUT_MS);
  expect(end.body).toMatchObject({ success: true, run_id: input.run_id });
  await expect
    .poll(() => aftermathOf(user, input).catch((cause) => cause), { timeout: TAKEOVER_TIMEOUT_MS })
    .toMatchObject({ folders: 1, charges: 1 });
};

/** Kills a process, and waits until the one in its place can do everything. */
const killAndWait = async (name: string): Promise<void> => {
  const pid = system.processes()[name];
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => system.processes()[name], { timeout: BACK_TIMEOUT_MS, interval: 50 })
    .not.toBeOneOf([pid, undefined]);
  await expect.poll(() => system.isCapable(name), { timeout: BACK_TIMEOUT_MS, interval: 50 }).toBe(true);
};

test('while Temporal is not there yet, each process that needs it says so once, and none reports errors of connections', () => {
  const waited = waits(startLines);
  expect(waited).toEqual(expect.arrayContaining(WAITING_FOR_TEMPORAL));
  expect(waited).toEqual([...new Set(waited)]);
  expect(connectionErrors(startLines)).toEqual([]);
});

test('both replicas of every kind run behind one address', () => {
  const names = Object.keys(system.processes());
  expect(names).toEqual(expect.arrayContaining([...KINDS, ...KINDS.map((kind) => `${kind}-2`), 'balancer']));
});

test('a write is seen by the next query, whichever gateway takes it', async () => {
  const [user] = users;
  if (!user) throw new Error('no user is registered');
  const { id } = await user.get('createChat', { name: 'Read your writes' });
  for (let n = 0; n < 20; n += 1) {
    await user.get('renameChat', { id, name: `Name ${n}` });
    expect((await user.get('listChats', {})).map(({ name }) => name)).toContain(`Name ${n}`);
  }
});

test('one of each kind is killed in turn under load, and every story and all work under way completes', {
  timeout: KILLS_TIMEOUT_MS,
}, async () => {
  let isOver = false;
  let stories = 0;
  const telling = users.map(async (user) => {
    while (!isOver) {
      await tellStory(user);
      stories += 1;
    }
  });
  const load = Promise.all(telling);
  const killing = (async () => {
    for (const [n, kind] of KINDS.entries()) {
      const work = await WORK[kind]?.();
      const name = n % 2 === 0 ? kind : `${kind}-2`;
      const before = stories;
      await Promise.all([killAndWait(name), work?.finish()]);
      await expect.poll(() => stories, { timeout: RUN_TIMEOUT_MS }).toBeGreaterThan(before);
    }
    isOver = true;
  })();
  await Promise.all([load, killing]).finally(() => {
    isOver = true;
  });
  for (const user of users) {
    const files = await user.get('listChats', {});
    expect(files.length).toBeGreaterThan(0);
  }
});

test('each machine has read files of its own, and has swept its cache', async () => {
  const folders = [join(home, 'blobs'), join(home, 'machine-2', 'blobs')];
  const counts = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).length),
  );
  expect(Math.min(...counts)).toBeGreaterThan(USERS);
  expect(existsSync(unused)).toBe(false);
});

test('in the ledger nothing was lost or counted twice', async () => {
  const { problems, underWay, completed } = await auditLedger(system.urls);
  expect(problems).toEqual([]);
  expect(underWay).toBe(0);
  expect(completed).toBeGreaterThan(0);
});
