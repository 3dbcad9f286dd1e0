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
  const { nc, waiters, sources, log, projection, rest } = running;
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

  /** Whether the documents have or cannot reach a position, undefined when that must be waited for. */
  function outcomeOf(stream: string, sequence: number): boolean | undefined {
    const { stopped } = running;
    if (hasReached(stream, sequence)) return true;
    return stopped?.stream === stream && sequence >= stopped.sequence ? false : undefined;
  }

  async function waitForPosition(source: Source, sequence: number, timeoutMs: number): Promise<boolean> {
    const { stream } = source;
    const outcome = outcomeOf(stream, sequence);
    if (outcome !== undefined) return outcome;
    const waited = waiters.wait(stream, sequence, timeoutMs);
    void lookAhead(source);
    return rest.noneDuring(waited);
  }

  async function waitForLastOf(
    { stream, reads }: Source,
    messages: readonly StoredMessage[],
    timeoutMs: number,
  ): Promise<boolean> {
    const last = messages.findLast((message) => aggregateOf(reads, message));
    if (last === undefined) return true;
    const outcome = outcomeOf(stream, last.sequence);
    if (outcome !== undefined) return outcome;
    if (running.state !== 'following') askHolder();
    return waiters.wait(stream, last.sequence, timeoutMs);
  }

  return {
    async waitFor(wanted, timeoutMs) {
      const waits = sources
        .filter(({ stream }) => wanted[stream] !== undefined)
        .map((source) => waitForPosition(source, wanted[source.stream] ?? 0, timeoutMs));
      return (await Promise.all(waits)).every(Boolean);
    },
    async waitForMessages(messages, timeoutMs) {
      const waits = sources.map((source) => waitForLastOf(source, messages, timeoutMs));
      return (await Promise.all(waits)).every(Boolean);
    },
    resume() {
      for (const source of sources) void lookAhead(source);
    },
  };
};
