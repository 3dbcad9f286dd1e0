// Finds the system that runs on this machine, for an operator's command lines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What run.json says about a running system, as far as operators' tools need it. */
export type RunFile = {
  readonly nats: string;
  readonly nats_monitoring: string;
  readonly exchange: string;
  /** Only where its exchange is the local stand-in. */
  readonly exchange_test_keys?: object;
  readonly processes: Readonly<Record<string, number>>;
};

/** The folder with all state of the system. */
export const systemHome = (): string => process.env.TRADEIUM_HOME || '.tradeium';

/** The running system's addresses, or null when none runs in this home. */
export const readRunFile = (): RunFile | null => {
  try {
    return JSON.parse(readFileSync(join(systemHome(), 'run.json'), 'utf8')) as RunFile;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
};
