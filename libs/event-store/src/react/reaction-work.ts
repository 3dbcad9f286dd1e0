// The work of a reaction while its process holds the lease: takes up events, aggregates in parallel, each in order.

import { backOffMs } from '../pacing/back-off.ts';
import { createOutageLog } from '../pacing/outage-log.ts';
import { pause } from '../pacing/pause.ts';
import { createSerialQueue } from '../pacing/serial-queue.ts';
import { createSlots } from '../pacing/slots.ts';
import type { StoredMessage } from '../streams/commit-codec.ts';
import { isNatsOutage } from '../streams/nats-outage.ts';
import { readMessages } from '../streams/read-messages.ts';
import { unsealMessage, unsealMessages } from '../streams/unseal-messages.ts';
import { aggregateMessages } from '../write/aggregate-messages.ts';
import type { Work } from './reaction-definition.ts';
import { type Failure, handleAll, stepsOf } from './reaction-handling.ts';
import { openParking } from './reaction-parking.ts';
import { createProgress, type Progress } from './reaction-progress.ts';
import { createSaver, type ReactionState, type StateFile } from './reaction-state.ts';

export type ReactionWork = {
  /** Resolves when the signal is aborted and nothing is being handled any more. */
  readonly ended: Promise<void>;
  state(): ReactionState;
  retryParked(): Promise<{ handled: number; remaining: number }>;
};

/** The maximum number of unfinished commits; beyond it, failing ones hold up the others. */
const OPEN_MAX = 1_000;
const BATCH_SIZE = 100;
const RETRY_PAUSE_MAX_MS = 5_000;
/** After this many short-lived starts in a row, each attempt is noted before it begins, and one runs at a time. */
const STARTS_MAX = 3;
const LASTING_MS = 60_000;
const LAST_SAVE_TIMEOUT_MS = 2_000;

const NEW: ReactionState = { upTo: null, open: [], starts: 0 };

/** Reads how far the reaction has come, and continues from there until the signal is aborted. */
export const beginWork = async (work: Work, file: StateFile, signal: AbortSignal): Promise<ReactionWork> => {
  const saved = (await file.read()) ?? NEW;
  const progress = createProgress(saved);
  // Fails if this process may not write.
  await file.write(progress.state());
  const taken = new AbortController();
  const saver = createSaver(file, progress.state, (error) => taken.abort(error));
  const until = AbortSignal.any([signal, taken.signal]);
  const underWay = new Set<Promise<unknown>>();
  let isCautious = saved.starts >= STARTS_MAX;
  const slots = createSlots(isCautious ? 1 : work.atOnceMax);
  const queue = createSerialQueue(OPEN_MAX * 10);
  const inTurn = (run: () => Promise<Failure | null>) =>
    slots.run(async () => (until.aborted ? 'stopped' : run()));
  const parking = await openParking(
    work,
    { run: (message, handle) => inOrder(queue, message, () => inTurn(handle)) },
    until,
  );

  const handleMessage = (message: StoredMessage, begun: number) =>
    handleAll(stepsOf(work, message), {
      begun,
      max: work.maxAttempts,
      signal: until,
      begins(attempt) {
        progress.begun(message.sequence, attempt);
        if (isCautious) return saver.flush();
        saver.poke();
        return undefined;
      },
      inTurn,
      failed: ({ index }, attempt, error) => {
        const details = { err: error, reaction: work.name, sequence: message.sequence, index, attempt };
        work.log.warn(details, 'a reaction will be tried again');
      },
      park: (step, attempts, failure) =>
        untilDone(until, () => parking.park(message.sequence, step, attempts, failure)),
    });

  /** Takes up a commit; it finishes later, or stays open for the next start. */
  const takeUp = (message: StoredMessage, begun = 0): void => {
    progress.takeUp(message.sequence, begun);
    const task = inOrder(queue, message, () => handleMessage(message, begun))
      .then((isFinished) => isFinished && progress.finish(message.sequence))
      .catch((error: unknown) => until.aborted || taken.abort(error))
      .finally(() => {
        underWay.delete(task);
        saver.poke();
      });
    underWay.add(task);
  };

  const lasting = setTimeout(() => {
    progress.lasted();
    if (isCautious) slots.add(work.atOnceMax - 1);
    isCautious = false;
    saver.poke();
  }, LASTING_MS);

  const run = async (): Promise<void> => {
    try {
      await takeUpOpen(work, saved, takeUp, until);
      parking.start();
      await follow(work, progress, takeUp, until);
      await Promise.all(underWay);
    } finally {
      clearTimeout(lasting);
      await parking.stop();
      // A stop in order is not a start that did not last.
      if (signal.aborted) progress.lasted();
      if (!taken.signal.aborted) await Promise.race([saver.flush(), pause(LAST_SAVE_TIMEOUT_MS)]);
      saver.close();
    }
    if (taken.signal.aborted && !signal.aborted) throw taken.signal.reason;
  };

  return { ended: run(), state: progress.state, retryParked: parking.retryAll };
};

/** Runs a task after the earlier ones of the same aggregate. */
const inOrder = <Result>(
  queue: ReturnType<typeof createSerialQueue>,
  { subject }: StoredMessage,
  task: () => Promise<Result>,
): Promise<Result> => queue.run(subject, task) ?? Promise.reject(new Error(`too many events of ${subject}`));

/** First, what an earlier process took up and did not finish. */
const takeUpOpen = async (
  { nc, source }: Work,
  { open }: ReactionState,
  takeUp: (message: StoredMessage, begun: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const messages = aggregateMessages(nc, source.reads[0]?.context ?? '');
  for (const { sequence, attempts } of open) {
    if (signal.aborted) return;
    takeUp(await unsealMessage(source.reads, await messages.at(sequence)), attempts);
  }
};

/** Takes up what the stream has and what follows, until the signal is aborted. */
const follow = async (
  work: Work,
  progress: Progress,
  takeUp: (message: StoredMessage) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { nc, name, log, source, startAt } = work;
  const { stream, subjects } = source;
  const outage = createOutageLog(log, { reaction: name, stream }, 'a reaction');
  for (let failures = 0; !signal.aborted; ) {
    const after = progress.state().upTo ?? (startAt === 'beginning' ? 0 : new Date(startAt));
    try {
      for await (const batch of readMessages(nc, {
        stream,
        subjects,
        after,
        batchSize: BATCH_SIZE,
        signal,
      })) {
        failures = 0;
        outage.worked();
        for (const message of await unsealMessages(source.reads, batch)) {
          await progress.room(OPEN_MAX, signal);
          if (signal.aborted) return;
          takeUp(message);
        }
      }
    } catch (error) {
      failures += 1;
      if (!signal.aborted) outage.failed(error);
      const pauseMs = backOffMs(failures, RETRY_PAUSE_MAX_MS);
      await pause(pauseMs, signal);
    }
  }
};

/** Retries until NATS accepts it: an event that isn't parked isn't finished. */
const untilDone = async (signal: AbortSignal, attempt: () => Promise<void>): Promise<void> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isNatsOutage(error) || signal.aborted) throw error;
      await pause(backOffMs(failures, RETRY_PAUSE_MAX_MS), signal);
    }
  }
};
