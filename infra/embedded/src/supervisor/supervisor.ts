// Starts a set of processes in the order of their dependencies and stops them in the opposite order.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogFile, openLogFile } from './log-file.ts';
import type { Report } from './output.ts';
import { type ProcessSpec, type SupervisedProcess, superviseProcess } from './supervised-process.ts';

export type Supervisor = {
  /** Resolves when every process has answered; rejects when one of them cannot be started. */
  ready: Promise<void>;
  /** The processes that run now, by name. */
  processes(): Record<string, number>;
  /** Restarts one process, if it runs. */
  restart(name: string, why: string): void;
  /** Stops every process after those that need it. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  kill(): void;
};

export type SupervisorOptions = {
  /** One file per process. */
  logsDirectory: string;
  report: Report;
  /** Called when a process starts or ends. */
  onChange?: () => void;
  /** How long a process may take until it answers before it is killed, unless it recovers data. */
  readyTimeoutMs?: number;
  /** How long a process may take to end before it is killed. */
  stopTimeoutMs?: number;
  /** How long a server that has answered may be silent before it is started again. */
  silentTimeoutMs?: number;
};

const READY_TIMEOUT_DEFAULT_MS = 60_000;
const STOP_TIMEOUT_DEFAULT_MS = 10_000;
const SILENT_TIMEOUT_DEFAULT_MS = 60_000;

/** Starts the processes; each waits until its dependencies answer. */
export const supervise = async (
  specs: readonly ProcessSpec[],
  options: SupervisorOptions,
): Promise<Supervisor> => {
  await mkdir(options.logsDirectory, { recursive: true });
  const logs: LogFile[] = [];
  const started = new Map<string, SupervisedProcess>();
  const readiness = new Map<string, Promise<void>>();
  let stopping = false;

  const start = (spec: ProcessSpec): Promise<void> => {
    if (stopping) return Promise.resolve();
    const log = openLogFile(join(options.logsDirectory, `${spec.name}.log`));
    logs.push(log);
    const onChange = (): void => options.onChange?.();
    const process = superviseProcess(spec, {
      log,
      report: options.report,
      onChange,
      readyTimeoutMs: options.readyTimeoutMs ?? READY_TIMEOUT_DEFAULT_MS,
      stopTimeoutMs: options.stopTimeoutMs ?? STOP_TIMEOUT_DEFAULT_MS,
      silentTimeoutMs: options.silentTimeoutMs ?? SILENT_TIMEOUT_DEFAULT_MS,
    });
    started.set(spec.name, process);
    return process.ready;
  };
  for (const spec of inOrder(specs)) {
    const needed = [spec.prepare?.(), ...spec.after.map((name) => readiness.get(name))];
    const ready = Promise.all(needed).then(() => start(spec));
    readiness.set(spec.name, ready);
  }
  const ready = Promise.all(readiness.values()).then(() => undefined);
  ready.catch(() => undefined);

  return {
    ready,
    processes: () => pidsOf(started),
    restart: (name, why) => started.get(name)?.restart(why),
    kill() {
      stopping = true;
      for (const process of started.values()) process.kill();
    },
    async stop() {
      stopping = true;
      await stopInOrder(specs, started);
      await Promise.all(logs.map((log) => log.close()));
    },
  };
};

/** The specs, each after its dependencies. Throws on an unknown name and on a cycle. */
export const inOrder = (specs: readonly ProcessSpec[]): ProcessSpec[] => {
  const ordered: ProcessSpec[] = [];
  let rest = [...specs];
  while (rest.length > 0) {
    const names = new Set(ordered.map((spec) => spec.name));
    const free = rest.filter((spec) => spec.after.every((name) => names.has(name)));
    if (free.length === 0) {
      const stuck = rest.map((spec) => `${spec.name} (after ${spec.after.join(', ')})`);
      throw new Error(`these processes wait for ever: ${stuck.join('; ')}`);
    }
    ordered.push(...free);
    rest = rest.filter((spec) => !free.includes(spec));
  }
  return ordered;
};

const stopInOrder = async (
  specs: readonly ProcessSpec[],
  started: Map<string, SupervisedProcess>,
): Promise<void> => {
  const stopped = new Map<string, Promise<void>>();
  for (const spec of inOrder(specs).reverse()) {
    const users = specs.filter((other) => other.after.includes(spec.name));
    const usersStopped = Promise.all(users.map((user) => stopped.get(user.name)));
    stopped.set(
      spec.name,
      usersStopped.then(() => started.get(spec.name)?.stop()),
    );
  }
  await Promise.all(stopped.values());
};

const pidsOf = (processes: Map<string, SupervisedProcess>): Record<string, number> => {
  const pids: Record<string, number> = {};
  for (const [name, process] of processes) {
    const pid = process.pid();
    if (pid !== undefined) pids[name] = pid;
  }
  return pids;
};
