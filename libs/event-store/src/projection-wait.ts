// Waits until a projection's documents have reached given positions, even of events that it doesn't read.
import { setTimeout as delay } from 'node:timers/promises';
import { aggregateOf, type StoredMessage } from './commit-codec.ts';
import { noteReached, type Running } from './projection-state.ts';
import { lastSequence, nextSequence, type Positions, type Source } from './stream-positions.ts';

export type PositionWait = {
  /** Whether the documents have reached these positions, waiting if necessary. Other streams don't matter. */
  waitFor(wanted: Positions, timeoutMs: number): Promise<boolean>;
  /** Whether the documents include those of these messages that the projection reads, waiting if necessary. */
  waitForMessages(messages: readonly StoredMessage[], timeoutMs: number): Promise<boolean>;
  /** Checks again after the documents have caught up. */
  resume(): void;
};

/** How long to wait for an event on its way before checking again. */
const NEXT_TIMEOUT_MS = 500;
const RETRY_PAUSE_MS = 100;

/**
 * A projection reads only the subjects it needs, so the event in question may never reach it. The stream's
 * leader says what comes next for it: if that is nothing, or lies beyond, the documents are complete.
 * `askHolder` makes the working process announce how far it is.
 */
export const createPositionWait = (running: Running, askHolder: () => void): PositionWait => {
  const { nc, waiters, sources, log, projection } = running;
  const looking = new Set<string>();

  const reachedOf = (stream: string) => running.live?.reached[stream] ?? 0;

  const hasReached = (stream: string, sequence: number) =>
    running.live?.isCurrent === true && reachedOf(stream) >= sequence;

  const isAwaited = (stream: string) =>
    running.live?.isCurrent === true && waiters.awaited(stream) > reachedOf(stream);

  async function look(source: Source): Promise<void> {
    const { stream } = source;
    // Asks for the end first: otherwise an event of ours could be written between the two answers.
    const end = await lastSequence(nc, stream);
    const next = await nextSequence(nc, source, reachedOf(stream));
    if (next > end) noteReached(running, { [stream]: end });
    if (!isAwaited(stream)) return;
    if (next <= end && running.state !== 'following') askHolder();
    await waiters.wait(stream, Math.min(next, waiters.awaited(stream)), NEXT_TIMEOUT_MS);
  }

  /** While anything waits, checks what comes next for this projection each time it is reached. */
  async function lookAhead(source: Source): Promise<void> {
    const { stream } = source;
    if (looking.has(stream)) return;
    looking.add(stream);
    while (isAwaited(stream) && !running.stopping.signal.aborted) {
      await look(source).catch((error: unknown) => {
        log.debug({ projection: projection.name, stream, err: error }, 'a stream could not be asked');
        return delay(RETRY_PAUSE_MS);
      });
    }
    looking.delete(stream);
  }

  async function wait(stream: string, sequence: number, timeoutMs: number): Promise<boolean> {
    const { stopped } = running;
    if (hasReached(stream, sequence)) return true;
    if (stopped?.stream === stream && sequence >= stopped.sequence) return false;
    return waiters.wait(stream, sequence, timeoutMs);
  }

  async function waitForMessage(source: Source, messages: readonly StoredMessage[], timeoutMs: number) {
    const last = messages.findLast((message) => aggregateOf(source.reads, message));
    if (last === undefined || hasReached(source.stream, last.sequence)) return true;
    if (running.state !== 'following') askHolder();
    return wait(source.stream, last.sequence, timeoutMs);
  }

  return {
    async waitFor(wanted, timeoutMs) {
      const waits = sources
        .filter(({ stream }) => wanted[stream] !== undefined)
        .map((source) => {
          const waited = wait(source.stream, wanted[source.stream] ?? 0, timeoutMs);
          void lookAhead(source);
          return waited;
        });
      return (await Promise.all(waits)).every(Boolean);
    },
    async waitForMessages(messages, timeoutMs) {
      const waits = sources.map((source) => waitForMessage(source, messages, timeoutMs));
      return (await Promise.all(waits)).every(Boolean);
    },
    resume() {
      for (const source of sources) void lookAhead(source);
    },
  };
};
