// The folder that holds all state of one system, which only one system may use at a time.
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@tradeium/event-store/until';
import type { SystemAccess, Urls } from './addresses.ts';
import type { ExchangeTestKeys } from './exchange-test-keys.ts';
import { isSameProcess, processStart, takeLock } from './process/file-lock.ts';
import { watchdogPid } from './process/watchdog.ts';
import { SetupError } from './setup-error.ts';
import type { Report } from './supervisor/output.ts';

/** The addresses that other programs on this machine need to reach the system. */
export type PublishedAddresses = Urls &
  Partial<SystemAccess> & {
    /** Where each process says how it is, and has its figures. */
    readonly health: Readonly<Record<string, string>>;
    readonly exchange_test_keys?: ExchangeTestKeys;
  };

export type SystemHome = {
  /** Writes run.json, with all addresses and running processes, and for Prometheus what it can scrape. */
  publish(addresses: PublishedAddresses, processes: Record<string, number>): void;
  /** Remembers the watchdog, for a start that comes after our sudden end. */
  noteWatchdog(): Promise<void>;
  close(): Promise<void>;
};

const PREVIOUS_TIMEOUT_MS = 15_000;
/** Only the owner may read mails, logs and users' data, also in a folder that was there before. */
const OWNER_ONLY = 0o700;

/**
 * Takes a home for a system that will be at `url`. Throws a SetupError when another one uses it;
 * waits for the processes of one that was killed to be gone.
 */
export const openHome = async (home: string, url: string, report: Report): Promise<SystemHome> => {
  mkdirSync(home, { recursive: true, mode: OWNER_ONLY });
  keepPrivate(home, report);
  const lock = await takeLock(join(home, 'lock'), url);
  if ('pid' in lock) {
    throw new SetupError(`Tradeium is already running at ${lock.note} (process ${lock.pid}, ${home}).`);
  }
  const runFile = join(home, 'run.json');
  const targetsFile = join(home, 'prometheus-targets.json');
  const watchdogFile = join(home, 'watchdog.json');
  const removeAddresses = (): void => {
    for (const file of [runFile, targetsFile]) rmSync(file, { force: true });
  };
  removeAddresses();
  await previousEnded(watchdogFile, report);
  process.once('exit', removeAddresses);
  let isClosed = false;
  return {
    publish(addresses, processes) {
      const content = { ...addresses, pid: process.pid, processes };
      writeAtOnce(runFile, `${JSON.stringify(content, undefined, 2)}\n`);
      writeAtOnce(targetsFile, `${JSON.stringify(targetsIn(addresses.health), undefined, 2)}\n`);
    },
    async noteWatchdog() {
      const pid = watchdogPid();
      if (pid === undefined) return;
      const startedAt = await processStart(pid);
      if (!isClosed) writeAtOnce(watchdogFile, JSON.stringify({ pid, startedAt }));
    },
    async close() {
      isClosed = true;
      process.off('exit', removeAddresses);
      removeAddresses();
      await rm(watchdogFile, { force: true });
      await lock.release();
    },
  };
};

/** Targets for Prometheus's `file_sd_configs`: each process with its name, whose port changes with every start. */
const targetsIn = (health: PublishedAddresses['health']): object[] =>
  Object.entries(health).map(([name, url]) => ({
    targets: [new URL(url).host],
    labels: { process: name },
  }));

/** Somebody else's folder, such as a mounted volume, is as private as its owner made it. */
const keepPrivate = (home: string, report: Report): void => {
  try {
    chmodSync(home, OWNER_ONLY);
  } catch {
    report('', `${home} cannot be made private: it belongs to another user.`);
  }
};

/** A killed system's watchdog is still ending its processes, which hold its data. */
const previousEnded = async (watchdogFile: string, report: Report): Promise<void> => {
  const text = await readFile(watchdogFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const watchdog = JSON.parse(text) as { pid: number; startedAt: string };
  if (!(await isSameProcess(watchdog))) return;
  report('', 'Waiting for the end of what the last start left running …');
  const ended = async () => !(await isSameProcess(watchdog)) || undefined;
  if (!(await until(ended, { pauseMs: 100, timeoutMs: PREVIOUS_TIMEOUT_MS })))
    throw new SetupError(
      `The last start is still being ended (process ${watchdog.pid}): try again in a moment.`,
    );
};

const writeAtOnce = (file: string, content: string): void => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
};
