// The record by which others see that this process lives: renewed until it ends, or given up before others take its leases.

import type { Log } from '../pacing/log.ts';
import type { LeaseRecord } from './lease-record.ts';

/** How often a process looks at its own record, and at those of processes for whose leases it waits. */
export const LOOK_EVERY_MS = 1_000;
/** At every second look, or at the next one after a renewal that failed: each is a write that is stored before it is answered. */
const RENEW_AFTER_MS = 1_500;
/** A process that can't renew its record for this long gives up its leases. */
const EXPIRES_AFTER_MS = 5_000;
/** Longer than a process that can't renew its record goes on. */
export const REPLACED_AFTER_MS = 6_000;

/** A process keeps this under its name; others watch its revision only. */
export type Sign = Readonly<Record<never, never>>;

type Dependencies = {
  readonly log: Log;
  readonly record: LeaseRecord<Sign>;
  /** Called when other processes may have taken over, or are about to. */
  readonly lost: (reason: string) => void;
};

/** Renews a record that was just written; `stop` resolves to its last revision. */
export const keepRenewed = (
  { log, record, lost }: Dependencies,
  written: number,
): { stop(): Promise<number> } => {
  let revision = written;
  let renewedAt = performance.now();
  let underWay: Promise<void> | undefined;

  const lose = (reason: string): void => {
    clearInterval(renewing);
    lost(reason);
  };
  const renew = async (): Promise<void> => {
    const startedAt = performance.now();
    const renewed = await record.write({}, revision);
    if (renewed === null) return lose('another process has taken them');
    revision = renewed;
    renewedAt = startedAt;
  };
  const renewing = setInterval(() => {
    const silentMs = performance.now() - renewedAt;
    if (silentMs >= EXPIRES_AFTER_MS) return lose('they could not be renewed');
    if (silentMs < RENEW_AFTER_MS) return;
    underWay ??= renew()
      .catch((error: unknown) => log.debug({ err: error }, 'the leases could not be renewed'))
      .finally(() => {
        underWay = undefined;
      });
  }, LOOK_EVERY_MS);

  return {
    async stop() {
      clearInterval(renewing);
      await underWay;
      return revision;
    },
  };
};
