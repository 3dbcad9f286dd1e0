// Handles the events of one commit for a reaction: each within a time limit, retried after a failure, else parked.
import { type AggregateEvents, ERRORS, isRefusal, type Refusal } from '@tradeium/contracts';
import { backOffMs } from '../pacing/back-off.ts';
import { pause } from '../pacing/pause.ts';
import { aggregateOf, eventsIn, type StoredEvent, type StoredMessage } from '../streams/commit-codec.ts';
import { NewerEvent } from '../streams/read-event.ts';
import type { ParkedReaction } from './parked-reactions.ts';

export type ParkReason = ParkedReaction['reason'];

/** `final`: trying again at once can't help. */
export type Failure = { error: unknown; reason: ParkReason; final: boolean };

/** One event to handle; index -1 is an unreadable commit. */
export type Step = {
  readonly index: number;
  readonly type: string;
  /** Null when it was handled. */
  handle(): Promise<Failure | null>;
};

export type Handling = {
  readonly reads: readonly AggregateEvents<unknown>[];
  handle(stored: StoredEvent<never>): Promise<unknown>;
  readonly types?: readonly string[] | undefined;
  readonly expiresAfterMs?: number | undefined;
  readonly timeoutMs: number;
  readonly now: () => Date;
};

const TRANSIENT = ['CONCURRENT_CHANGE', 'TOO_MANY_REQUESTS'];
const PAUSE_MAX_MS = 30_000;

/** The events of a commit that need handling. */
export const stepsOf = (handling: Handling, message: StoredMessage): Step[] => {
  const { reads, types } = handling;
  const source = aggregateOf(reads, message);
  try {
    if (source === undefined) throw new Error(`${message.subject} is not what this reaction reads`);
    return eventsIn(source, message)
      .map((stored) => ({ stored, type: (stored.event as { type: string }).type }))
      .filter(({ type }) => types === undefined || types.includes(type))
      .map(({ stored, type }) => ({
        index: stored.index,
        type,
        handle: async () => expiredFailure(handling, stored) ?? handleWithin(handling, stored),
      }));
  } catch (error) {
    const reason = error instanceof NewerEvent ? 'newer' : 'unreadable';
    return [{ index: -1, type: message.subject, handle: async () => ({ error, reason, final: true }) }];
  }
};

const expiredFailure = (
  { expiresAfterMs, now }: Handling,
  { meta }: StoredEvent<unknown>,
): Failure | null => {
  if (expiresAfterMs === undefined || now().getTime() - Date.parse(meta.at) <= expiresAfterMs) return null;
  return { error: new Error(`it is of ${meta.at}, too old to be acted on`), reason: 'expired', final: true };
};

const handleWithin = async (
  { handle, timeoutMs }: Handling,
  stored: StoredEvent<unknown>,
): Promise<Failure | null> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not handled within ${timeoutMs} ms`)), timeoutMs);
  try {
    const result = await Promise.race([handle(stored as StoredEvent<never>), late]);
    if (!isRefusal(result)) return null;
    return { error: refusalError(result), reason: 'refused', final: !isTransient(result) };
  } catch (error) {
    return { error, reason: 'failed', final: false };
  } finally {
    clearTimeout(timer);
  }
};

const isTransient = ({ refused }: Refusal): boolean =>
  ERRORS[refused].status >= 500 || TRANSIENT.includes(refused);

const refusalError = ({ refused, data }: Refusal): Error =>
  new Error(`refused: ${refused}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`);

export type Attempts = {
  /** How often it was started before, perhaps by a process that it crashed. */
  readonly begun: number;
  readonly max: number;
  readonly signal: AbortSignal;
  /** Called before each attempt, which it may delay. */
  begins(attempt: number): Promise<void> | undefined;
  /** Runs a step in its turn, unless the signal is aborted by then. */
  inTurn(run: () => Promise<Failure | null>): Promise<Failure | null | 'stopped'>;
  failed(step: Step, attempt: number, error: unknown): void;
  park(step: Step, attempts: number, failure: Failure): Promise<void>;
};

const NEVER_FINISHED: Failure = {
  error: new Error('it was never finished'),
  reason: 'failed',
  final: true,
};

/** Tries each step until it is handled or parked; resolves to false when the signal is aborted first. */
export const handleAll = async (steps: readonly Step[], attempts: Attempts): Promise<boolean> => {
  for (const step of steps) {
    // The last attempt neither succeeded nor failed: it took the process with it.
    if (attempts.begun >= attempts.max) await attempts.park(step, attempts.begun, NEVER_FINISHED);
    else if (!(await handleOne(step, attempts))) return false;
  }
  return true;
};

const handleOne = async (step: Step, attempts: Attempts): Promise<boolean> => {
  const { begun, max, signal } = attempts;
  for (let attempt = begun + 1; !signal.aborted; attempt += 1) {
    const failure = await attempts.inTurn(async () => {
      await attempts.begins(attempt);
      return step.handle();
    });
    if (failure === 'stopped') return false;
    if (failure === null) return true;
    if (failure.final || attempt >= max) {
      await attempts.park(step, attempt, failure);
      return true;
    }
    attempts.failed(step, attempt, failure.error);
    await pause(backOffMs(attempt, PAUSE_MAX_MS), signal);
  }
  return false;
};
