// Applies streams to a projection's documents, from their current position to a target.

import { createSerialQueue } from '../pacing/serial-queue.ts';
import type { StoredMessage } from '../streams/commit-codec.ts';
import { readMessages } from '../streams/read-messages.ts';
import { nextSequence, type Positions, type Source } from '../streams/stream-positions.ts';
import { unsealMessages } from '../streams/unseal-messages.ts';
import { type Progress, takeBatch } from './projection-batch.ts';
import type { Running } from './projection-state.ts';

export type Following = {
  readonly signal: AbortSignal;
  /** Ends there; never when not given. */
  readonly until?: Positions;
  /** Called after each batch. */
  readonly took?: () => void;
};

/** Applies what the streams have after `place`: up to `until`, or until the signal is aborted. */
export const follow = async (running: Running, place: Progress, following: Following): Promise<void> => {
  const { sources } = running;
  const failed = new AbortController();
  const signal = AbortSignal.any([following.signal, failed.signal]);
  // Events of several streams may change the same document.
  const queue = createSerialQueue(sources.length);
  const inTurn = (task: () => Promise<void>) => queue.run('batch', task) ?? task();
  const ends = sources.map((source) =>
    followStream(running, source, place, { ...following, signal }, inTurn).catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const broken = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected');
  if (broken?.status === 'rejected') throw broken.reason;
};

const followStream = async (
  running: Running,
  source: Source,
  place: Progress,
  { signal, until, took }: Following,
  inTurn: (task: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const { nc, outage, rest } = running;
  const batchSize = until === undefined ? running.batchSize : running.rebuildBatchSize;
  const { stream, subjects } = source;
  const isDone = () => until !== undefined && hasAll(running, source, place, until[stream] ?? 0);
  if (await isDone()) return;
  const after = place.positions[stream] ?? 0;
  for await (const stored of readMessages(nc, { stream, subjects, after, batchSize, signal })) {
    let workMs = 0;
    const take = async (chunk: readonly StoredMessage[]) => {
      const startedAt = performance.now();
      await takeBatch(running, source, place, chunk);
      workMs += performance.now() - startedAt;
    };
    const batch = await unsealMessages(source.reads, stored);
    for (let start = 0; start < batch.length && !signal.aborted; ) {
      const chunk = batch.slice(start, start + running.chunkSize);
      // A part of it may be applied when it fails.
      await inTurn(() => take(chunk)).finally(took);
      start += chunk.length;
      running.chunkSize = Math.min(batchSize, running.chunkSize * 2);
      outage.worked();
    }
    if (await isDone()) return;
    const isLive = until === undefined && batch.length < batchSize;
    if (isLive) await rest.after(workMs, signal);
  }
};

/** True if the stream has nothing more for this projection up to `end`; if so, moves there. */
const hasAll = async ({ nc }: Running, source: Source, place: Progress, end: number): Promise<boolean> => {
  const { stream } = source;
  const position = place.positions[stream] ?? 0;
  if (position >= end) return true;
  if ((await nextSequence(nc, source, position)) <= end) return false;
  place.positions = { ...place.positions, [stream]: end };
  return true;
};

/** True if these positions are at or beyond others. */
export const isAtOrBeyond = (positions: Positions, others: Positions): boolean =>
  Object.entries(others).every(([stream, sequence]) => (positions[stream] ?? 0) >= sequence);
