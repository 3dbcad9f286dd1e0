// Finds the system that runs on this machine, for an operator's command lines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectNats, natsAccess, openLog } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { UsageError } from './command-line.ts';

/** The content of run.json about a running system, as far as operators' tools need it. */
export type RunFile = {
  /** With the operator's name and password. */
  readonly nats: string;
  /** With which an operator signs, and checks what others have signed. */
  readonly operator_signing_key?: string;
  readonly signing_public_keys?: string;
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

/** How an operator reaches a system. */
export type OperatorAccess = Pick<RunFile, 'nats' | 'operator_signing_key' | 'signing_public_keys'>;

/** As the environment says, else as run.json does; throws where no system runs. */
export const operatorAccess = (): OperatorAccess => {
  const access = process.env.NATS_URL ? { nats: process.env.NATS_URL } : readRunFile();
  if (!access) throw new UsageError(`No system runs in ${systemHome()}: start it, or set NATS_URL.`);
  return access;
};

const PATIENCE_MS = 5_000;

/** Connects to NATS as its operator; throws when it does not answer within seconds. */
export const connectOperator = ({
  nats,
  operator_signing_key: SIGNING_KEY,
  signing_public_keys: SIGNING_PUBLIC_KEYS,
}: OperatorAccess): Promise<NatsConnection> => {
  const keys = SIGNING_KEY && SIGNING_PUBLIC_KEYS ? { SIGNING_KEY, SIGNING_PUBLIC_KEYS } : {};
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return connectNats(natsAccess(nats, keys), 'operator', openLog('operator', 'error'), { signal });
};
