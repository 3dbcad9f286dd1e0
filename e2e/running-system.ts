// The system under test for its tests: its addresses, its processes, and how to crash one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PROCESS_NAMES } from '@tradeium/embedded';
import { until } from '@tradeium/testing/until';
import { inject } from 'vitest';

export type ProcessName = (typeof PROCESS_NAMES)[number];

type RunFile = {
  gateway: string;
  mail: string;
  payments: string;
  nats: string;
  operator_signing_key: string;
  signing_public_keys: string;
  exchange: string;
  health: Readonly<Record<string, string>>;
  processes: Partial<Record<ProcessName, number>>;
};

/** The current content of run.json. */
export const runningSystem = (): RunFile =>
  JSON.parse(readFileSync(join(inject('systemHome'), 'run.json'), 'utf8')) as RunFile;

const pidOf = (name: ProcessName): number => {
  const pid = runningSystem().processes[name];
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
};

/** Ends a process as a crash would; `isBack` resolves when it has restarted. */
export const crash = (name: ProcessName): { isBack: Promise<unknown> } => {
  const pid = pidOf(name);
  process.kill(pid, 'SIGKILL');
  const replaced = async () =>
    [pid, undefined].includes(runningSystem().processes[name]) ? undefined : true;
  return { isBack: until(`another ${name}`, replaced, { pauseMs: 20 }) };
};
