// Starts a service as a process, as in production, for tests that use it over NATS only.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BUS_USERS, type BusUser } from '@tradeium/contracts';
import { SERVICE_FLAGS } from '@tradeium/embedded';
import { natsLogin } from './servers/nats-users.ts';
import { signingKeys } from './servers/signing-keys.ts';

export type ServiceProcess = {
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again with the same environment; resolves when it takes work. */
  restart(): Promise<void>;
  /** The answer of /readyz: its status, and each capability with `ok` or the reason why not. */
  readiness(): Promise<{ status: number; capabilities: Readonly<Record<string, string>> }>;
  /** The answer of /metrics. */
  figures(): Promise<string>;
  /** Ends it in order. Rejects when NATS has refused something to it: the manifest lacks a right that it needs. */
  stop(): Promise<void>;
};

/** The folder of a service is the name of its user. */
const userOf = (main: URL): BusUser => {
  const folder = main.pathname.split('/').at(-3);
  const user = BUS_USERS.find((known) => known === folder);
  if (!user) throw new Error(`no user of NATS belongs to ${main.pathname}`);
  return user;
};

const REFUSED = 'NATS refuses this';
const READY_TIMEOUT_MS = 60_000;
const LINES_KEPT = 50;

/**
 * Starts `main` and resolves when it takes requests; queries too where `environment` has MONGODB_URL, unless the test says
 * that its MongoDB is down. It has separate databases, and ends with the test's process.
 */
export const startServiceProcess = async (
  main: URL,
  environment: Record<string, string>,
  { isMongodbAway = false } = {},
): Promise<ServiceProcess> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-test-service-'));
  const variables = {
    PATH: process.env.PATH ?? '',
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    BLOBS_DIRECTORY: directory,
    MONGODB_PREFIX: `test_${randomBytes(6).toString('hex')}`,
    EXIT_WITH_PARENT: '1',
    HEALTH_PORT: '0',
    ...natsLogin(userOf(main)),
    ...signingKeys(userOf(main)),
    ...environment,
  };
  const awaited = 'MONGODB_URL' in environment && !isMongodbAway ? ['queries'] : [];
  const refused: string[] = [];
  let { child, healthPort } = await start(main, variables, awaited, refused);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL');
      ({ child, healthPort } = await start(main, variables, awaited, refused));
    },
    readiness: async () => {
      const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`);
      const { capabilities } = (await response.json()) as { capabilities: Record<string, string> };
      return { status: response.status, capabilities };
    },
    figures: async () => (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text(),
    stop: async () => {
      await end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
      if (refused.length > 0) throw new Error(refused.join('\n'));
    },
  };
};

const start = async (
  main: URL,
  environment: Record<string, string>,
  awaited: readonly string[],
  refused: string[],
): Promise<{ child: ChildProcess; healthPort: number }> => {
  const child = spawn(process.execPath, [...SERVICE_FLAGS, fileURLToPath(main)], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ready = Promise.withResolvers<number>();
  const readyOn = untilReady(awaited);
  const failed = (reason: string) =>
    ready.reject(new Error(`${main.pathname} ${reason}\n${lines.join('\n')}`));
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      if (lines.push(line) > LINES_KEPT) lines.shift();
      if (line.includes(REFUSED)) refused.push(line);
      const healthPort = readyOn(line);
      if (healthPort !== undefined) ready.resolve(healthPort);
    });
  }
  child.once('exit', (code) => failed(`ended with code ${code}`));
  const timer = setTimeout(() => failed('is not ready in time'), READY_TIMEOUT_MS);
  try {
    return { child, healthPort: await ready.promise };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Reads the log of a service; its health port from the line on at which it takes requests and its awaited capabilities work.
 * Workflows are never awaited: Temporal keeps them until a worker comes.
 */
const untilReady = (awaited: readonly string[]): ((line: string) => number | undefined) => {
  const working = new Set<string>();
  let wanted: string[] | undefined;
  let port: number | undefined;
  return (line) => {
    if (line.includes('"msg":"ready"')) {
      const { capabilities, healthPort } = JSON.parse(line) as { capabilities: string[]; healthPort: number };
      wanted = capabilities.filter((capability) => awaited.includes(capability));
      port = healthPort;
    }
    if (line.includes('"msg":"a capability works"'))
      working.add((JSON.parse(line) as { capability: string }).capability);
    return wanted?.every((capability) => working.has(capability)) ? port : undefined;
  };
};
