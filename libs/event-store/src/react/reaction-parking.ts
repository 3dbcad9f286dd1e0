// Sets aside the events that a reaction could not handle, and tries them again from time to time.

import type { Log } from '../pacing/log.ts';
import type { StoredMessage } from '../streams/commit-codec.ts';
import { isNatsOutage } from '../streams/nats-outage.ts';
import { unsealMessage } from '../streams/unseal-messages.ts';
import { aggregateMessages } from '../write/aggregate-messages.ts';
import type { ParkedReaction } from './parked-reactions.ts';
import type { Work } from './reaction-definition.ts';
import { type Failure, type Step, stepsOf } from './reaction-handling.ts';

type RetryResult = { handled: number; remaining: number };

export type Parking = {
  park(sequence: number, step: Step, attempts: number, failure: Failure): Promise<void>;
  /** Retries everything that has not expired, oldest first. */
  retryAll(): Promise<RetryResult>;
  /**
   * Retries everything once, as this program may be newer, except events whose last retry took its process with it;
   * from then on what is due.
   */
  start(): void;
  /** Resolves when nothing is being retried. */
  stop(): Promise<void>;
};

/** Handles the events of a commit after those of its aggregate that are already being handled, unless the work stops first. */
type InOrder = {
  run(message: StoredMessage, handle: () => Promise<Failure | null>): Promise<Failure | null | 'stopped'>;
};

const LOOK_EVERY_MS = 5_000;
const FIRST_RETRY_MS = 60_000;
const RETRY_MAX_MS = 60 * 60_000;
/** An event that expired is of interest to operators for a while only. */
const EXPIRED_KEPT_MS = 7 * 24 * 60 * 60_000;
/** About two days; after that only a restart or an operator triggers a retry. */
const RETRIES_MAX = 50;

/** The parked events, also in memory. */
const openEntries = async (parked: Work['parked'], now: Work['now']) => {
  const entries = new Map((await parked.list()).map((entry) => [parkedKeyOf(entry), entry]));
  const forget = async (entry: ParkedReaction): Promise<void> => {
    await parked.remove(entry);
    entries.delete(parkedKeyOf(entry));
  };
  return {
    entries: entries as ReadonlyMap<string, ParkedReaction>,
    keep: async (entry: ParkedReaction): Promise<void> => {
      await parked.put(entry);
      entries.set(parkedKeyOf(entry), entry);
    },
    forget,
    forgetExpired: async (): Promise<void> => {
      const until = new Date(now().getTime() - EXPIRED_KEPT_MS).toISOString();
      for (const entry of entries.values())
        if (entry.reason === 'expired' && entry.at < until) await forget(entry);
    },
  };
};

/** Opens the events parked earlier. Begins nothing once the signal is aborted. */
export const openParking = async (work: Work, inOrder: InOrder, signal: AbortSignal): Promise<Parking> => {
  const { nc, name, log, now, parked, source } = work;
  const context = source.reads[0]?.context ?? '';
  const messages = aggregateMessages(nc, context);
  const { entries, keep, forget, forgetExpired } = await openEntries(parked, now);
  let looking: ReturnType<typeof setInterval> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  /** Counts a retry before it begins, so that an event that takes the process with it waits longer each time. */
  const begin = async (entry: ParkedReaction): Promise<ParkedReaction> => {
    const retries = entry.retries + 1;
    const begun = { ...entry, retries, retryAt: retryAt('failed', retries, now()), isTrying: true };
    await keep(begun);
    return begun;
  };

  const keepFailed = async (entry: ParkedReaction, { error, reason }: Failure): Promise<void> => {
    const { retries } = entry;
    const next = retryAt(reason, retries, now());
    await keep({ ...entry, reason, retryAt: next, isTrying: false, error: describe(error) });
    const details = { err: error, reaction: name, sequence: entry.sequence, index: entry.index, retries };
    logFailed(log, details, reason, next);
  };

  const retry = async (entry: ParkedReaction): Promise<boolean> => {
    if (signal.aborted) return false;
    const message = await unsealMessage(work.reads, await messages.at(entry.sequence));
    const begun = await begin(entry);
    const failure = await handleAgain(work, entry, message, inOrder);
    if (failure === 'stopped') {
      // The next process at work begins where this one was not allowed to.
      await keep(entry);
      return false;
    }
    if (failure !== null) {
      await keepFailed(begun, failure);
      return false;
    }
    await forget(entry);
    return true;
  };

  const retryThose = async (isWanted: (entry: ParkedReaction) => boolean): Promise<RetryResult> => {
    let handled = 0;
    for (const entry of retriable(entries).filter(isWanted))
      if (await alone(work, entry, retry)) handled += 1;
    return { handled, remaining: retriable(entries).length };
  };

  const isDue = ({ retryAt: at }: ParkedReaction): boolean => at !== null && at <= now().toISOString();

  /** One retry at a time, whatever triggers it. */
  const retryInTurn = (isWanted: (entry: ParkedReaction) => boolean): Promise<RetryResult> => {
    const result = underWay.then(forgetExpired).then(() => retryThose(isWanted));
    underWay = result.catch((error: unknown) =>
      log.warn({ err: error, reaction: name }, 'parked events could not be tried again'),
    );
    return result;
  };

  return {
    async park(sequence, { index, type }, attempts, { error, reason }) {
      const place = { context, sequence, index, type };
      const retrying = firstTry(reason, now());
      await keep({ ...place, ...retrying, reason, attempts, error: describe(error) });
      logParked(log, { err: error, reaction: name, ...place, attempts }, reason);
    },
    retryAll: () => retryInTurn(() => true),
    start() {
      void retryInTurn((entry) => !entry.isTrying || isDue(entry)).catch(() => undefined);
      looking = setInterval(() => void retryInTurn(isDue).catch(() => undefined), LOOK_EVERY_MS);
    },
    async stop() {
      clearInterval(looking);
      await underWay;
    },
  };
};

const firstTry = (reason: ParkedReaction['reason'], time: Date) => ({
  at: time.toISOString(),
  retries: 0,
  retryAt: retryAt(reason, 0, time),
  isTrying: false,
});

/** Handles an event again, or an unreadable commit; what fails first ends that. */
const handleAgain = async (
  work: Work,
  entry: ParkedReaction,
  message: StoredMessage,
  inOrder: InOrder,
): Promise<Failure | null | 'stopped'> => {
  for (const step of stepsOf(work, message)) {
    if (entry.index >= 0 && step.index !== entry.index) continue;
    const failure = await inOrder.run(message, () => step.handle());
    if (failure !== null) return failure;
  }
  return null;
};

const parkedKeyOf = ({ sequence, index }: ParkedReaction): string => `${sequence}.${index}`;

/** The entries that have not expired, the oldest first. */
const retriable = (entries: ReadonlyMap<string, ParkedReaction>): ParkedReaction[] =>
  [...entries.values()]
    .filter(({ reason }) => reason !== 'expired')
    .sort((a, b) => a.sequence - b.sequence || a.index - b.index);

const logParked = (log: Log, details: object, reason: ParkedReaction['reason']): void => {
  if (reason === 'newer') log.warn({ ...details, reason }, 'an event waits for a newer program');
  else
    log.error(
      { ...details, reason },
      reason === 'expired' ? 'an event has expired' : 'a reaction was parked',
    );
};

/** `next`: when it is tried again, null for never. */
const logFailed = (
  log: Log,
  details: object,
  reason: ParkedReaction['reason'],
  next: string | null,
): void => {
  if (reason === 'expired') log.error(details, 'a parked event has expired and will not be acted on');
  else if (next === null && reason !== 'newer') log.error(details, 'a parked event is no longer tried again');
  else log.warn(details, 'a parked event failed again');
};

/** An entry that cannot even be retried does not keep the others from it. */
const alone = (
  { log, name }: Work,
  entry: ParkedReaction,
  retry: (entry: ParkedReaction) => Promise<boolean>,
): Promise<boolean> =>
  retry(entry).catch((error: unknown) => {
    if (isNatsOutage(error)) throw error;
    log.warn({ err: error, reaction: name, sequence: entry.sequence }, 'a parked event could not be retried');
    return false;
  });

/** Null if this program can't read the event: the next program, which may be newer, tries it. */
const retryAt = (reason: ParkedReaction['reason'], retries: number, time: Date): string | null => {
  if (reason === 'newer' || reason === 'unreadable' || reason === 'expired') return null;
  if (retries >= RETRIES_MAX) return null;
  return new Date(time.getTime() + Math.min(RETRY_MAX_MS, FIRST_RETRY_MS * 2 ** retries)).toISOString();
};

const describe = (error: unknown): string =>
  String(error instanceof Error ? error.stack : error).slice(0, 4_000);
