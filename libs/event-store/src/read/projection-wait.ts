// Waits until a projection's documents have reached given positions, even of events that it doesn't read.
import { setTimeout as delay } from 'node:timers/promises';
import { aggregateOf, type StoredMessage } from '../streams/commit-codec.ts';
import { lastSequence, nextSequence, type Positions, type Source } from '../streams/stream-positions.ts';
import type { AskedFor } from './projection-notices.ts';
import { noteReached, type Running } from './projection-state.ts';

export type PositionWait = {
  /** True if the documents have reached these positions, waiting if necessary. Other streams don't matter. */
  waitFor(wanted: Positions, timeoutMs: number): Promise<boolean>;
  /** True if the documents include those of these messages that the projection reads, waiting if necessary. */
  waitForMessages(messages: readonly StoredMessage[], timeoutMs: number): Promise<boolean>;
  /** Checks again after the documents have caught up. */
  resume(): void;
};

/** How long to wait for an event on its way before checking, or asking, again. */
const NEXT_TIMEOUT_MS = 500;
const RETRY_PAUSE_MS = 100;

type AskHolder = (purpose: AskedFor) => void;

const reachedOf = ({ live }: Running, stream: string): number => live?.reached[stream] ?? 0;

/**
 * While anything waits, checks what comes next for this projection each time it is reached. A projection reads only the
 * subjects it needs, so the event in question may never reach it. The stream's leader says what comes next for it: if
 * that is nothing, or lies beyond, the documents are complete.
 */
const createLookAhead = (running: Running, askHolder: AskHolder) => {
  const { nc, waiters, log, projection } = running;
  const looking = new Set<string>();

  const isAwaited = (stream: string) =>
    running.live?.isCurrent === true && waiters.awaited(stream) > reachedOf(running, stream);

  const look = async (source: Source): Promise<void> => {
    const { stream } = source;
    const { live } = running;
    // Asks for the end first: otherwise an event of ours could be written between the two answers.
    const end = await lastSequence(nc, stream);
    const next = await nextSequence(nc, source, reachedOf(running, stream));
    // Other documents may have come into use meanwhile, or these may have come further.
    if (running.live !== live) return;
    if (next > end) noteReached(running, { [stream]: end });
    if (!isAwaited(stream) || reachedOf(running, stream) >= next) return;
    if (next <= end) askHolder('query');
    await waiters.wait(stream, Math.min(next, waiters.awaited(stream)), NEXT_TIMEOUT_MS);
  };

  return async (source: Source): Promise<void> => {
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
  };
};

/** `askHolder` makes the process at work, unless it is this one, announce how far it is. */
export const createPositionWait = (running: Running, askHolder: AskHolder): PositionWait => {
  const { waiters, sources, rest } = running;
  const lookAhead = createLookAhead(running, askHolder);

  /** True if the documents have reached the position, false if they cannot, undefined if it must be waited for. */
  const outcomeOf = (stream: string, sequence: number): boolean | undefined => {
    const { stopped, live } = running;
    if (live?.isCurrent === true && reachedOf(running, stream) >= sequence) return true;
    return stopped?.stream === stream && sequence >= stopped.sequence ? false : undefined;
  };

  const waitForPosition = async (source: Source, sequence: number, timeoutMs: number): Promise<boolean> => {
    const { stream } = source;
    const outcome = outcomeOf(stream, sequence);
    if (outcome !== undefined) return outcome;
    const waited = waiters.wait(stream, sequence, timeoutMs);
    // Before looking, which takes two answers: nearly always the event is one that the projection reads.
    askHolder('query');
    void lookAhead(source);
    return rest.noneDuring(waited);
  };

  const waitForLastOf = async (
    { stream, reads }: Source,
    messages: readonly StoredMessage[],
    timeoutMs: number,
  ): Promise<boolean> => {
    const last = messages.findLast((message) => aggregateOf(reads, message));
    if (last === undefined) return true;
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      const outcome = outcomeOf(stream, last.sequence);
      const leftMs = deadlineMs - performance.now();
      if (outcome !== undefined || leftMs <= 0) return outcome ?? false;
      askHolder('updates');
      await waiters.wait(stream, last.sequence, Math.min(leftMs, NEXT_TIMEOUT_MS));
    }
  };

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
