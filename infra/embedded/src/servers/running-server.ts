// Starts one server program on its own (for tests and tools) and waits until it really answers.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { until } from '@tradeium/event-store/until';
import type { Door } from '../doors/doors.ts';
import { freePort, isFree } from '../process/free-port.ts';
import { signalGroup } from '../process/process-group.ts';
import { guard, unguard } from '../process/watchdog.ts';

/** How to run a server, and how to probe it. */
export type Launch = {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  url: string;
  isReady(): Promise<boolean>;
  /** Only a supervisor opens these. */
  doors?: readonly Door[];
  /** It recovers its data before it answers, however long that takes. */
  recoversData?: boolean;
};

export type RunningServer = {
  url: string;
  pid: number;
  /** Asks it to end and waits; kills it after ten seconds. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would (SIGKILL). */
  kill(): void;
};

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts a server in its own process group and resolves when it answers. Its output goes to `logFile`.
 * Throws, with the end of that output, when it ends first, or does not answer within a minute and recovers no data.
 */
export const startServer = async (launch: Launch, logFile: string): Promise<RunningServer> => {
  const log = openSync(logFile, 'w');
  const child = spawn(launch.command, launch.args, {
    cwd: launch.cwd,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${launch.name}: could not start ${launch.command}`);
  guard(pid);
  let isEnded = false;
  // Another process may soon get its number, and must not get our signals.
  const signal = (name: NodeJS.Signals): void => {
    if (!isEnded) signalGroup(pid, name);
  };
  void ended.then(() => {
    isEnded = true;
    unguard(pid);
  });
  if (!(await becomesReady(launch, child))) {
    signal('SIGKILL');
    const output = await readFile(logFile, 'utf8').catch(() => '');
    throw new Error(
      `${launch.name} did not become ready:\n${output.trim().split('\n').slice(-10).join('\n')}`,
    );
  }
  return {
    url: launch.url,
    pid,
    kill: () => signal('SIGKILL'),
    async stop() {
      signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
};

/** Starts on the given port, or on a free one; replaces a free one that was taken meanwhile. */
export const startOnPort = async (
  port: number | undefined,
  start: (port: number) => Promise<RunningServer>,
): Promise<RunningServer> => {
  if (port !== undefined) {
    // Otherwise another process on that port would pass for the new server.
    if (!(await isFree(port))) throw new Error(`port ${port} is taken`);
    return start(port);
  }
  return start(await freePort()).catch(async () => start(await freePort()));
};

const becomesReady = async (launch: Launch, child: ChildProcess): Promise<boolean> => {
  const ready = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    return (await launch.isReady()) || undefined;
  };
  const waiting = { pauseMs: 15, ...(!launch.recoversData && { timeoutMs: READY_TIMEOUT_MS }) };
  return (await until(ready, waiting)) ?? false;
};
